package org.ptoc.backend.a2a3.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Scope;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.Rewriter;
import org.ptoc.passes.build.WordBuilder;

/**
 * Hand-written transfers as the copies of the profile (spec/00, 4.4): whole blocks with the plain
 * form, other lengths with the byte-granular one, outer loops as loops of the scalar unit. What
 * needs vector registers is rejected by name.
 */
public final class TransfersToMachine implements Pass {
  @Override
  public String name() {
    return "transfers-to-machine";
  }

  @Override
  public Function run(Function function, PassContext context) {
    return new Lowering(function, context).apply(function);
  }

  private static final class Lowering extends Rewriter {
    private final PassContext context;
    private final LoopRegisters registers = new LoopRegisters();

    Lowering(Function function, PassContext context) {
      super(function);
      this.context = context;
    }

    @Override
    protected boolean rewrite(Operation op, IrBuilder builder) {
      switch (op.definition().form()) {
        case TRANSFER_IN -> transferIn(op, builder);
        case TRANSFER_OUT -> transferOut(op, builder);
        case L1_LOAD -> new MatrixCopies(op, op.group(RoleName.LOOPS), context).emit(builder);
        case L1_COPY_IN -> new MatrixCopies(op, List.of(), context).emit(builder);
        case TRANSFER_WITHIN -> transferWithin(op, builder);
        case COPY_IN -> copyIn(op, builder);
        case COPY_OUT -> copyOut(op, builder);
        case SET_PAD_VALUE -> padValue(builder, op.operand(RoleName.VALUE));
        case SET_LOOP -> registers.write(op);
        case VECSCOPE, STRICT_VECSCOPE ->
            reject(
                op,
                "holds vector register code ("
                    + first(op)
                    + "), which this version does not emulate on a2a3; profile a5 has it");
        default -> {
          return setsLoops(op) && regions(op, builder);
        }
      }
      return true;
    }

    private static boolean setsLoops(Operation op) {
      return op.regions().stream()
          .flatMap(region -> region.operations().stream())
          .anyMatch(
              inner -> inner.definition().form() == OperationForm.SET_LOOP || setsLoops(inner));
    }

    /** What a region writes to the loop registers is known inside it only. */
    private boolean regions(Operation op, IrBuilder builder) {
      List<Region> regions = new ArrayList<>();
      for (Region region : op.regions()) {
        registers.forget();
        regions.add(rewriteRegion(region));
      }
      registers.forget();
      builder.append(op.withRegions(regions));
      return true;
    }

    private void reject(Operation op, String why) {
      context
          .diagnostics()
          .report(DiagnosticCode.NOT_SUPPORTED, op.location(), op.name() + " " + why);
    }

    private static String first(Operation scope) {
      return scope.region().operations().stream()
          .filter(op -> op.definition().scope() == Scope.VECSCOPE)
          .map(Operation::name)
          .findFirst()
          .orElse("no vector operation");
    }

    private static void padValue(IrBuilder builder, Value value) {
      builder.machine(
          Profile.A2A3,
          Mnemonic.MOV_SPR_X,
          List.of(value),
          List.of(),
          IrBuilder.fields(OperandRole.SPR.with(SpecialRegister.MOV_PAD_VAL.code())));
    }

    private void transferIn(Operation op, IrBuilder builder) {
      Optional<Value> padding = op.optional(RoleName.PAD_VALUE);
      padding.ifPresent(value -> padValue(builder, value));
      Bursts bursts =
          Bursts.in(
              op, op.optional(RoleName.PAD_LEFT), op.optional(RoleName.PAD_RIGHT), builder.i64(0));
      copy(
          op,
          builder,
          padding.isPresent() ? bursts.toWholeBlocks(builder) : bursts,
          op.group(RoleName.LOOPS));
      registers.leave(true, op.group(RoleName.LOOPS));
    }

    private void transferOut(Operation op, IrBuilder builder) {
      copy(op, builder, Bursts.out(op, builder.i64(0)), op.group(RoleName.LOOPS));
      registers.leave(false, op.group(RoleName.LOOPS));
    }

    private void copyIn(Operation op, IrBuilder builder) {
      Value padOn = builder.cast(op.operand(RoleName.PAD_ON), ElementType.I64);
      Optional<Value> left = Optional.of(op.operand(RoleName.LEFT));
      Optional<Value> right = Optional.of(op.operand(RoleName.RIGHT));
      Bursts filled = Bursts.in(op, left, right, builder.i64(0)).toWholeBlocks(builder);
      older(
          op,
          builder,
          filled.padded(builder.mul(filled.left(), padOn), builder.mul(filled.right(), padOn)));
    }

    private void copyOut(Operation op, IrBuilder builder) {
      older(op, builder, Bursts.out(op, builder.i64(0)));
    }

    private void older(Operation op, IrBuilder builder, Bursts bursts) {
      registers
          .loops(builder, bursts.load())
          .ifPresentOrElse(
              loops -> copy(op, builder, bursts, loops),
              () ->
                  reject(
                      op,
                      "reads loop registers that a branch or loop before it has set, which a2a3"
                          + " does not have; profile a5 has it"));
    }

    private void copy(Operation op, IrBuilder builder, Bursts bursts, List<Value> loops) {
      if (!new CopyWords(bursts, loops).emit(op, builder)) {
        reportOverflow(op);
      }
    }

    private void reportOverflow(Operation op) {
      context
          .diagnostics()
          .report(
              DiagnosticCode.CODE_LIMIT,
              op.location(),
              op.name() + ": a count, length or gap does not fit the copy instruction of a2a3");
    }

    /** Blocks and gaps in blocks are what the word of the profile holds. */
    private void transferWithin(Operation op, IrBuilder builder) {
      WordBuilder word =
          new WordBuilder(builder, ConfigurationWord.DMA2)
              .set(ConfigurationField.BURSTS, op.operand(RoleName.COUNT))
              .set(ConfigurationField.LENGTH, op.operand(RoleName.LENGTH))
              .set(ConfigurationField.SOURCE_GAP, op.operand(RoleName.SOURCE_GAP))
              .set(ConfigurationField.DESTINATION_GAP, op.operand(RoleName.DEST_GAP));
      if (word.overflow()) {
        reportOverflow(op);
      }
      builder.machine(
          Profile.A2A3,
          Mnemonic.UB_TO_UB,
          List.of(op.operand(RoleName.DEST), op.operand(RoleName.SOURCE), word.word()),
          List.of(),
          IrBuilder.fields());
    }
  }
}
