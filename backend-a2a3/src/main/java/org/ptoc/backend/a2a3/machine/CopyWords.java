package org.ptoc.backend.a2a3.machine;

import java.util.List;
import java.util.OptionalLong;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.WordBuilder;
import org.ptoc.passes.codegen.DataTypes;

/**
 * The copies of one transfer: whole blocks with the plain form, other lengths with the
 * byte-granular one, outer loops as loops of the scalar unit.
 */
final class CopyWords {
  private static final int BLOCK = Bursts.BLOCK;
  private static final long MAX_BURSTS = 4095;
  private static final long MAX_BLOCKS = 65535;
  private static final long MAX_GAP = 0xFFFF_FFFFL;

  private final Bursts bursts;
  private final List<Value> loops;
  private boolean overflow;

  /**
   * @param loops count, source stride and destination stride of each outer loop, the last one of
   *     the outermost
   */
  CopyWords(Bursts bursts, List<Value> loops) {
    this.bursts = bursts;
    this.loops = loops;
  }

  /** Emits the copies; false when a number does not fit its word. */
  boolean emit(Operation op, IrBuilder builder) {
    Value source = builder.value(Op.CASTPTR, ElementType.I64, op.operand(RoleName.SOURCE));
    Value destination = builder.value(Op.CASTPTR, ElementType.I64, op.operand(RoleName.DEST));
    loops(builder, loops.size() / 3, source, destination);
    return !overflow;
  }

  private void loops(IrBuilder builder, int level, Value source, Value destination) {
    if (level == 0) {
      bursts(builder, source, destination);
      return;
    }
    int loop = 3 * (level - 1);
    Steps steps = new Steps(loops.get(loop), loops.get(loop + 1), loops.get(loop + 2));
    steps.emit(builder, source, destination, (body, from, to) -> loops(body, level - 1, from, to));
  }

  /** Copies that follow each other at fixed distances in bytes. */
  private record Steps(Value count, Value sourceStride, Value destinationStride) {
    void emit(IrBuilder builder, Value source, Value destination, OneIteration iteration) {
      builder.loop(
          builder.index(0),
          builder.cast(count, ElementType.INDEX),
          builder.index(1),
          (body, index) -> {
            Value number = body.cast(index, ElementType.I64);
            iteration.emit(
                body,
                body.add(source, body.mul(number, sourceStride)),
                body.add(destination, body.mul(number, destinationStride)));
          });
    }
  }

  private interface OneIteration {
    void emit(IrBuilder builder, Value source, Value destination);
  }

  /** Bytes between the bursts of one word in GM, and blocks in UB. */
  private record Gaps(long gm, long ub) {
    private static final Gaps NONE = new Gaps(0, 0);

    boolean fit() {
      return gm >= 0 && gm <= MAX_GAP && ub >= 0 && ub <= MAX_BLOCKS;
    }
  }

  /** One instruction when count and gaps are known and fit it, else one for each burst. */
  private void bursts(IrBuilder builder, Value source, Value destination) {
    if (fitsOneWord(builder)) {
      copy(builder, bursts.count(), gaps(builder), source, destination);
      return;
    }
    new Steps(bursts.count(), bursts.sourceStride(), bursts.destinationStride())
        .emit(
            builder,
            source,
            destination,
            (body, from, to) -> copy(body, body.i64(1), Gaps.NONE, from, to));
  }

  private boolean fitsOneWord(IrBuilder builder) {
    OptionalLong count = builder.constantOf(bursts.count());
    OptionalLong ubStride = builder.constantOf(bursts.ubStride());
    return count.isPresent()
        && count.getAsLong() != 1
        && count.getAsLong() <= MAX_BURSTS
        && ubStride.isPresent()
        && ubStride.getAsLong() % BLOCK == 0
        && builder.constantOf(bursts.length()).isPresent()
        && builder.constantOf(bursts.gmStride()).isPresent()
        && bursts.isUnpadded(builder)
        && gaps(builder).fit();
  }

  private Gaps gaps(IrBuilder builder) {
    long length = builder.constantOf(bursts.length()).orElseThrow();
    long gmStride = builder.constantOf(bursts.gmStride()).orElseThrow();
    long ubStride = builder.constantOf(bursts.ubStride()).orElseThrow();
    return new Gaps(gmStride - length, ubStride / BLOCK - (length + BLOCK - 1) / BLOCK);
  }

  private void copy(IrBuilder builder, Value count, Gaps gaps, Value source, Value destination) {
    OptionalLong length = builder.constantOf(bursts.length());
    boolean blocks =
        length.isPresent()
            && length.getAsLong() % BLOCK == 0
            && length.getAsLong() / BLOCK <= MAX_BLOCKS
            && gaps.gm % BLOCK == 0
            && gaps.gm / BLOCK <= MAX_BLOCKS
            && bursts.isUnpadded(builder);
    if (blocks) {
      copyBlocks(builder, count, length.getAsLong() / BLOCK, gaps, source, destination);
    } else {
      copyBytes(builder, count, gaps, source, destination);
    }
  }

  private void copyBlocks(
      IrBuilder builder, Value count, long length, Gaps gaps, Value source, Value destination) {
    long gmGap = gaps.gm / BLOCK;
    WordBuilder word =
        new WordBuilder(builder, ConfigurationWord.DMA2)
            .set(ConfigurationField.BURSTS, count)
            .set(ConfigurationField.LENGTH, length)
            .set(ConfigurationField.SOURCE_GAP, bursts.load() ? gmGap : gaps.ub)
            .set(ConfigurationField.DESTINATION_GAP, bursts.load() ? gaps.ub : gmGap);
    Mnemonic mnemonic = bursts.load() ? Mnemonic.GM_TO_UB : Mnemonic.UB_TO_GM;
    machine(builder, mnemonic, List.of(destination, source, word.word()));
  }

  private void copyBytes(
      IrBuilder builder, Value count, Gaps gaps, Value source, Value destination) {
    WordBuilder first =
        new WordBuilder(builder, ConfigurationWord.DMA2A_0)
            .set(ConfigurationField.BURSTS, count)
            .set(ConfigurationField.LENGTH, bursts.length())
            .set(ConfigurationField.LEFT, bursts.left())
            .set(ConfigurationField.RIGHT, bursts.right());
    overflow |= first.overflow();
    Value second =
        new WordBuilder(builder, ConfigurationWord.DMA2A_1)
            .set(ConfigurationField.SOURCE_GAP, bursts.load() ? gaps.gm : gaps.ub)
            .set(ConfigurationField.DESTINATION_GAP, bursts.load() ? gaps.ub : gaps.gm)
            .word();
    Mnemonic mnemonic = bursts.load() ? Mnemonic.GM_TO_UB_ALIGN : Mnemonic.UB_TO_GM_ALIGN;
    machine(builder, mnemonic, List.of(destination, source, first.word(), second));
  }

  private void machine(IrBuilder builder, Mnemonic mnemonic, List<Value> operands) {
    builder.machine(
        Profile.A2A3,
        mnemonic,
        operands,
        List.of(),
        IrBuilder.fields(OperandRole.DT.with(DataTypes.of(bursts.element()).code())));
  }
}
