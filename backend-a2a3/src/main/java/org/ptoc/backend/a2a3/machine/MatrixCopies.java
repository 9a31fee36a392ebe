package org.ptoc.backend.a2a3.machine;

import java.util.List;
import java.util.OptionalLong;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.WordBuilder;
import org.ptoc.passes.codegen.DataTypes;

/**
 * Rows from global memory to L1 (spec/60, 3.2 and 5.4): whole blocks of 32 bytes with one word,
 * rows at other distances with a word for each, outer loops as loops of the scalar unit.
 */
final class MatrixCopies {
  private static final long BLOCK = 32;
  private static final long MAX_BURSTS = 4095;
  private static final long MAX_BLOCKS = 65_535;

  private final Operation op;
  private final List<Value> loops;
  private final PassContext context;

  /**
   * @param loops count, source stride and destination stride of each loop in bytes, the innermost
   *     first
   */
  MatrixCopies(Operation op, List<Value> loops, PassContext context) {
    this.op = op;
    this.loops = loops;
    this.context = context;
  }

  void emit(IrBuilder builder) {
    Value source = builder.value(Op.CASTPTR, ElementType.I64, op.operand(RoleName.SOURCE));
    Value dest = builder.value(Op.CASTPTR, ElementType.I64, op.operand(RoleName.DEST));
    loop(builder, loops.size() / 3, source, dest);
  }

  private void loop(IrBuilder builder, int level, Value source, Value dest) {
    if (level == 0) {
      rows(builder, source, dest);
      return;
    }
    int loop = 3 * (level - 1);
    steps(
        builder,
        loops.get(loop),
        loops.get(loop + 1),
        loops.get(loop + 2),
        (body, iteration) ->
            loop(
                body,
                level - 1,
                body.add(source, iteration.source),
                body.add(dest, iteration.dest)));
  }

  private record Iteration(Value source, Value dest) {}

  private interface OneIteration {
    void emit(IrBuilder builder, Iteration iteration);
  }

  private static void steps(
      IrBuilder builder,
      Value count,
      Value sourceStride,
      Value destStride,
      OneIteration oneIteration) {
    builder.loop(
        builder.index(0),
        builder.cast(count, ElementType.INDEX),
        builder.index(1),
        (body, index) -> {
          Value number = body.cast(index, ElementType.I64);
          oneIteration.emit(
              body, new Iteration(body.mul(number, sourceStride), body.mul(number, destStride)));
        });
  }

  private void rows(IrBuilder builder, Value source, Value dest) {
    OptionalLong count = builder.constantOf(op.operand(RoleName.COUNT));
    OptionalLong from = gap(builder, RoleName.SOURCE_STRIDE);
    OptionalLong to = gap(builder, RoleName.DEST_STRIDE);
    boolean one =
        count.isPresent()
            && count.getAsLong() <= MAX_BURSTS
            && count.getAsLong() != 1
            && from.isPresent()
            && to.isPresent();
    if (one) {
      copy(builder, count.getAsLong(), from.getAsLong(), to.getAsLong(), source, dest);
      return;
    }
    steps(
        builder,
        op.operand(RoleName.COUNT),
        op.operand(RoleName.SOURCE_STRIDE),
        op.operand(RoleName.DEST_STRIDE),
        (body, iteration) ->
            copy(
                body, 1, 0, 0, body.add(source, iteration.source), body.add(dest, iteration.dest)));
  }

  /** Blocks between two rows; empty when the word cannot say it. */
  private OptionalLong gap(IrBuilder builder, RoleName stride) {
    OptionalLong length = builder.constantOf(op.operand(RoleName.LENGTH));
    OptionalLong distance = builder.constantOf(op.operand(stride));
    if (length.isEmpty() || distance.isEmpty()) {
      return OptionalLong.empty();
    }
    long bytes = distance.getAsLong() - length.getAsLong();
    return bytes >= 0 && bytes % BLOCK == 0 && bytes / BLOCK <= MAX_BLOCKS
        ? OptionalLong.of(bytes / BLOCK)
        : OptionalLong.empty();
  }

  private void copy(IrBuilder builder, long count, long from, long to, Value source, Value dest) {
    Value length = op.operand(RoleName.LENGTH);
    WordBuilder word =
        new WordBuilder(builder, ConfigurationWord.DMA2)
            .set(ConfigurationField.BURSTS, count)
            .set(ConfigurationField.LENGTH, builder.divide(length, BLOCK))
            .set(ConfigurationField.SOURCE_GAP, from)
            .set(ConfigurationField.DESTINATION_GAP, to)
            .forbid(builder.remainder(length, BLOCK));
    if (word.overflow()) {
      context
          .diagnostics()
          .report(
              DiagnosticCode.CODE_LIMIT,
              op.location(),
              op.name()
                  + ": a row does not fit the copy instruction of a2a3, which moves up to 65535"
                  + " whole blocks of 32 bytes; pto.mte_gm_l1_frac moves others");
    }
    ElementType element = ((PointerType) op.operand(RoleName.DEST).type()).element();
    builder.machine(
        Profile.A2A3,
        Mnemonic.GM_TO_L1,
        List.of(dest, source, word.word()),
        List.of(),
        IrBuilder.fields(OperandRole.DT.with(DataTypes.of(element).code())));
  }
}
