package org.ptoc.backend.a5.machine;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.Rewriter;
import org.ptoc.passes.build.WordBuilder;
import org.ptoc.passes.codegen.DataTypes;

/**
 * Lowers transfers and loop registers to machine instructions (spec/00, 4.3 and 4.4, spec/40, 9).
 */
public final class TransfersToMachine implements Pass {
  @Override
  public String name() {
    return "transfers-to-machine";
  }

  @Override
  public Function run(Function function, PassContext context) {
    boolean usesLoopSizes = function.body().filter(TransfersToMachine::setsLoopSize).isPresent();
    return new Lowering(function, context, usesLoopSizes).apply(function);
  }

  /**
   * Programs that set loop sizes themselves expect them to last; only then must other transfers
   * save them.
   */
  private static boolean setsLoopSize(Region region) {
    return region.walk().anyMatch(op -> op.definition().has(Trait.LOOP_SIZES));
  }

  private static final class Lowering extends Rewriter {
    private final PassContext context;
    private final boolean savesLoopSizes;

    Lowering(Function function, PassContext context, boolean savesLoopSizes) {
      super(function);
      this.context = context;
      this.savesLoopSizes = savesLoopSizes;
    }

    @Override
    protected boolean rewrite(Operation op, IrBuilder builder) {
      switch (op.definition().form()) {
        case TRANSFER_IN -> transferIn(op, builder);
        case L1_LOAD -> transferToMatrices(op, builder);
        case L1_COPY_IN -> copyToMatrices(op, builder);
        case TRANSFER_OUT -> transferOut(op, builder);
        case TRANSFER_WITHIN -> transferWithin(op, builder);
        case COPY_IN -> copyIn(op, builder);
        case COPY_OUT -> copyOut(op, builder);
        case SET_LOOP -> setLoop(op, builder);
        case SET_PAD_VALUE ->
            writeSpecial(builder, SpecialRegister.MOV_PAD_VAL, op.operand(RoleName.VALUE));
        default -> {
          return false;
        }
      }
      return true;
    }

    // Transfers with their loops.

    private void transferIn(Operation op, IrBuilder builder) {
      List<Value> padding = op.group(RoleName.PAD_VALUE);
      if (!padding.isEmpty()) {
        writeSpecial(builder, SpecialRegister.MOV_PAD_VAL, padding.getFirst());
      }
      Value zero = builder.i64(0);
      WordBuilder first =
          new WordBuilder(builder, ConfigurationWord.DMA5_IN_0)
              .set(ConfigurationField.BURSTS, op.operand(RoleName.COUNT))
              .set(ConfigurationField.LENGTH, op.operand(RoleName.LENGTH))
              .set(ConfigurationField.LEFT, op.optional(RoleName.PAD_LEFT).orElse(zero))
              .set(ConfigurationField.RIGHT, op.optional(RoleName.PAD_RIGHT).orElse(zero))
              .set(ConfigurationField.PAD_VALUE, padding.isEmpty() ? 0 : 1)
              .set(ConfigurationField.CACHE, op.operand(RoleName.CACHE));
      WordBuilder second =
          new WordBuilder(builder, ConfigurationWord.DMA5_IN_1)
              .set(ConfigurationField.SOURCE_STRIDE, op.operand(RoleName.SOURCE_STRIDE))
              .set(ConfigurationField.DESTINATION_STRIDE, op.operand(RoleName.DEST_STRIDE));
      check(op, first, second);
      new LoopNest(op, builder, Direction.IN).emit(first.word(), second.word());
    }

    /** Rows of bytes to L1 (spec/60, 3.2). */
    private void transferToMatrices(Operation op, IrBuilder builder) {
      WordBuilder first = rowsToMatrices(op, builder);
      WordBuilder second = strides(op, builder);
      check(op, first, second);
      new LoopNest(op, builder, Direction.TO_L1).emit(first.word(), second.word());
    }

    private void copyToMatrices(Operation op, IrBuilder builder) {
      copy(op, builder, Direction.TO_L1, rowsToMatrices(op, builder), strides(op, builder));
    }

    private static WordBuilder rowsToMatrices(Operation op, IrBuilder builder) {
      return new WordBuilder(builder, ConfigurationWord.DMA5_IN_0)
          .set(ConfigurationField.BURSTS, op.operand(RoleName.COUNT))
          .set(ConfigurationField.LENGTH, op.operand(RoleName.LENGTH));
    }

    private static WordBuilder strides(Operation op, IrBuilder builder) {
      return new WordBuilder(builder, ConfigurationWord.DMA5_IN_1)
          .set(ConfigurationField.SOURCE_STRIDE, op.operand(RoleName.SOURCE_STRIDE))
          .set(ConfigurationField.DESTINATION_STRIDE, op.operand(RoleName.DEST_STRIDE));
    }

    private void transferOut(Operation op, IrBuilder builder) {
      WordBuilder first =
          new WordBuilder(builder, ConfigurationWord.DMA5_OUT_0)
              .set(ConfigurationField.BURSTS, op.operand(RoleName.COUNT))
              .set(ConfigurationField.LENGTH, op.operand(RoleName.LENGTH))
              .set(ConfigurationField.CACHE, op.optional(RoleName.CACHE).orElse(builder.i64(0)));
      WordBuilder second =
          new WordBuilder(builder, ConfigurationWord.DMA5_OUT_1)
              .set(ConfigurationField.DESTINATION_STRIDE, op.operand(RoleName.DEST_STRIDE))
              .set(ConfigurationField.SOURCE_STRIDE, op.operand(RoleName.SOURCE_STRIDE));
      check(op, first, second);
      new LoopNest(op, builder, Direction.OUT).emit(first.word(), second.word());
    }

    /** Where a transfer goes, with the registers of its hardware loops. */
    private enum Direction {
      IN(
          Mnemonic.GM_TO_UB,
          ConfigurationWord.LOOP_STRIDE_IN,
          SpecialRegister.LOOP_SIZE_OUTTOUB,
          SpecialRegister.LOOP1_STRIDE_OUTTOUB,
          SpecialRegister.LOOP2_STRIDE_OUTTOUB),
      TO_L1(
          Mnemonic.GM_TO_L1,
          ConfigurationWord.LOOP_STRIDE_IN,
          SpecialRegister.LOOP_SIZE_OUTTOL1,
          SpecialRegister.LOOP1_STRIDE_OUTTOL1,
          SpecialRegister.LOOP2_STRIDE_OUTTOL1),
      OUT(
          Mnemonic.UB_TO_GM,
          ConfigurationWord.LOOP_STRIDE_OUT,
          SpecialRegister.LOOP_SIZE_UBTOOUT,
          SpecialRegister.LOOP1_STRIDE_UBTOOUT,
          SpecialRegister.LOOP2_STRIDE_UBTOOUT);

      private final Mnemonic mnemonic;
      private final ConfigurationWord strideLayout;
      private final SpecialRegister size;
      private final SpecialRegister[] strides;

      Direction(
          Mnemonic mnemonic,
          ConfigurationWord strideLayout,
          SpecialRegister size,
          SpecialRegister... strides) {
        this.mnemonic = mnemonic;
        this.strideLayout = strideLayout;
        this.size = size;
        this.strides = strides;
      }
    }

    /**
     * One transfer with the two hardware loops that the profile has and software loops for the
     * rest.
     */
    private final class LoopNest {
      private static final int HARDWARE_LOOPS = 2;

      private final Operation op;
      private final IrBuilder outer;
      private final Direction direction;
      private final List<Value> loops;
      private final int count;

      LoopNest(Operation op, IrBuilder outer, Direction direction) {
        this.op = op;
        this.outer = outer;
        this.direction = direction;
        this.loops = op.group(RoleName.LOOPS);
        this.count = loops.size() / 3;
      }

      void emit(Value first, Value second) {
        Value source = outer.value(Op.CASTPTR, ElementType.I64, op.operand(RoleName.SOURCE));
        Value destination = outer.value(Op.CASTPTR, ElementType.I64, op.operand(RoleName.DEST));
        if (count == 0 && !savesLoopSizes) {
          move(outer, source, destination, first, second);
          return;
        }
        List<Value> saved =
            savesLoopSizes ? List.of(readSpecial(outer, direction.size)) : List.of();
        WordBuilder sizes = new WordBuilder(outer, ConfigurationWord.LOOP_SIZE);
        for (int i = 0; i < HARDWARE_LOOPS; i++) {
          ConfigurationField field = i == 0 ? ConfigurationField.LOOP1 : ConfigurationField.LOOP2;
          if (i < count) {
            sizes.set(field, loops.get(3 * i));
            writeSpecial(outer, direction.strides[i], strideWord(i));
          } else {
            sizes.set(field, 1);
          }
        }
        check(op, sizes);
        writeSpecial(outer, direction.size, sizes.word());
        softwareLoops(outer, count, source, destination, first, second);
        Value after = saved.isEmpty() ? single(outer) : saved.getFirst();
        writeSpecial(outer, direction.size, after);
      }

      private Value single(IrBuilder builder) {
        return new WordBuilder(builder, ConfigurationWord.LOOP_SIZE)
            .set(ConfigurationField.LOOP1, 1)
            .set(ConfigurationField.LOOP2, 1)
            .word();
      }

      private Value strideWord(int loop) {
        WordBuilder strides =
            new WordBuilder(outer, direction.strideLayout)
                .set(ConfigurationField.SOURCE_STRIDE, loops.get(3 * loop + 1))
                .set(ConfigurationField.DESTINATION_STRIDE, loops.get(3 * loop + 2));
        check(op, strides);
        return strides.word();
      }

      private void softwareLoops(
          IrBuilder builder,
          int level,
          Value source,
          Value destination,
          Value first,
          Value second) {
        if (level <= HARDWARE_LOOPS) {
          move(builder, source, destination, first, second);
          return;
        }
        int loop = level - 1;
        Value iterations = builder.cast(loops.get(3 * loop), ElementType.INDEX);
        builder.loop(
            builder.index(0),
            iterations,
            builder.index(1),
            (body, index) -> {
              Value iteration = body.cast(index, ElementType.I64);
              Value from = body.add(source, body.mul(iteration, loops.get(3 * loop + 1)));
              Value to = body.add(destination, body.mul(iteration, loops.get(3 * loop + 2)));
              softwareLoops(body, loop, from, to, first, second);
            });
      }

      private void move(
          IrBuilder builder, Value source, Value destination, Value first, Value second) {
        ElementType element = ((PointerType) op.operand(RoleName.DEST).type()).element();
        builder.machine(
            Profile.A5,
            direction.mnemonic,
            List.of(destination, source, first, second),
            List.of(),
            IrBuilder.fields(OperandRole.DT.with(DataTypes.of(element).code())));
      }
    }

    private void transferWithin(Operation op, IrBuilder builder) {
      WordBuilder word =
          new WordBuilder(builder, ConfigurationWord.DMA5_LOCAL)
              .set(ConfigurationField.BURSTS, op.operand(RoleName.COUNT))
              .set(ConfigurationField.LENGTH, op.operand(RoleName.LENGTH))
              .set(ConfigurationField.SOURCE_GAP, op.operand(RoleName.SOURCE_GAP))
              .set(ConfigurationField.DESTINATION_GAP, op.operand(RoleName.DEST_GAP));
      builder.machine(
          Profile.A5,
          Mnemonic.UB_TO_UB,
          List.of(op.operand(RoleName.DEST), op.operand(RoleName.SOURCE), word.word()),
          List.of(),
          IrBuilder.fields());
      check(op, word);
    }

    // The older forms, whose loops are the registers as they stand.

    private void copyIn(Operation op, IrBuilder builder) {
      WordBuilder first =
          new WordBuilder(builder, ConfigurationWord.DMA5_IN_0)
              .set(ConfigurationField.SID, op.operand(RoleName.SID))
              .set(ConfigurationField.BURSTS, op.operand(RoleName.COUNT))
              .set(ConfigurationField.LENGTH, op.operand(RoleName.LENGTH))
              .set(ConfigurationField.LEFT, op.operand(RoleName.LEFT))
              .set(ConfigurationField.RIGHT, op.operand(RoleName.RIGHT))
              .set(ConfigurationField.PAD_VALUE, op.operand(RoleName.PAD_ON))
              .set(ConfigurationField.CACHE, op.operand(RoleName.CACHE));
      WordBuilder second =
          new WordBuilder(builder, ConfigurationWord.DMA5_IN_1)
              .set(ConfigurationField.SOURCE_STRIDE, op.operand(RoleName.SOURCE_STRIDE))
              .set(ConfigurationField.DESTINATION_STRIDE, op.operand(RoleName.DEST_STRIDE));
      copy(op, builder, Direction.IN, first, second);
    }

    private void copyOut(Operation op, IrBuilder builder) {
      WordBuilder first =
          new WordBuilder(builder, ConfigurationWord.DMA5_OUT_0)
              .set(ConfigurationField.SID, op.operand(RoleName.SID))
              .set(ConfigurationField.BURSTS, op.operand(RoleName.COUNT))
              .set(ConfigurationField.LENGTH, op.operand(RoleName.LENGTH))
              .set(ConfigurationField.CACHE, op.operand(RoleName.CACHE));
      WordBuilder second =
          new WordBuilder(builder, ConfigurationWord.DMA5_OUT_1)
              .set(ConfigurationField.DESTINATION_STRIDE, op.operand(RoleName.DEST_STRIDE))
              .set(ConfigurationField.SOURCE_STRIDE, op.operand(RoleName.SOURCE_STRIDE));
      copy(op, builder, Direction.OUT, first, second);
    }

    private void copy(
        Operation op,
        IrBuilder builder,
        Direction direction,
        WordBuilder first,
        WordBuilder second) {
      ElementType element = ((PointerType) op.operand(RoleName.DEST).type()).element();
      builder.machine(
          Profile.A5,
          direction.mnemonic,
          List.of(
              op.operand(RoleName.DEST), op.operand(RoleName.SOURCE), first.word(), second.word()),
          List.of(),
          IrBuilder.fields(OperandRole.DT.with(DataTypes.of(element).code())));
      check(op, first, second);
    }

    private void setLoop(Operation op, IrBuilder builder) {
      SpecialRegister target = op.definition().register();
      WordBuilder word =
          switch (target) {
            case LOOP_SIZE_OUTTOUB, LOOP_SIZE_UBTOOUT ->
                new WordBuilder(builder, ConfigurationWord.LOOP_SIZE)
                    .set(ConfigurationField.LOOP2, op.operand(RoleName.FIRST))
                    .set(ConfigurationField.LOOP1, op.operand(RoleName.SECOND));
            case LOOP1_STRIDE_OUTTOUB, LOOP2_STRIDE_OUTTOUB ->
                new WordBuilder(builder, ConfigurationWord.LOOP_STRIDE_IN)
                    .set(ConfigurationField.SOURCE_STRIDE, op.operand(RoleName.FIRST))
                    .set(ConfigurationField.DESTINATION_STRIDE, op.operand(RoleName.SECOND));
            default ->
                new WordBuilder(builder, ConfigurationWord.LOOP_STRIDE_OUT)
                    .set(ConfigurationField.DESTINATION_STRIDE, op.operand(RoleName.FIRST))
                    .set(ConfigurationField.SOURCE_STRIDE, op.operand(RoleName.SECOND));
          };
      writeSpecial(builder, target, word.word());
      check(op, word);
    }

    // Special registers.

    private static void writeSpecial(IrBuilder builder, SpecialRegister register, Value value) {
      builder.machine(
          Profile.A5,
          Mnemonic.MOV_SPR_X,
          List.of(value),
          List.of(),
          IrBuilder.fields(OperandRole.SPR.with(register.code())));
    }

    private static Value readSpecial(IrBuilder builder, SpecialRegister register) {
      return builder
          .machine(
              Profile.A5,
              Mnemonic.MOV_X_SPR,
              List.of(),
              List.of(ElementType.I64),
              IrBuilder.fields(OperandRole.SPR.with(register.code())))
          .result();
    }

    private void check(Operation op, WordBuilder... words) {
      List<String> problems = new ArrayList<>();
      for (WordBuilder word : words) {
        if (word.overflow()) {
          problems.add(
              op.name()
                  + ": a count, length or stride does not fit its field of the configuration word");
        }
      }
      problems.stream()
          .findFirst()
          .ifPresent(
              problem ->
                  context.diagnostics().report(DiagnosticCode.CODE_LIMIT, op.location(), problem));
    }
  }
}
