package org.ptoc.backend.a2a3.tile;

import java.util.List;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.WordBuilder;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.tile.BlockSorting;

/**
 * {@code tsort32} on A2/A3 (spec/21, 8.2): copies in UB, masked duplicates and {@code vbitsort},
 * ordered by barriers.
 */
final class SortLowering extends BlockSorting {
  private static final long BLOCK_MASK = 0xFFFFFFFFL;

  SortLowering(TileHandle source, CompileOptions options) {
    super(Profile.A2A3, source, options);
  }

  @Override
  public void pad(IrBuilder builder, Value source, Value scratch, Value count) {
    Value bytes = builder.mul(count, builder.index(element().bytes()));
    Value blocks = builder.ceilDivide(bytes, VectorUnit.BLOCK_BYTES);
    Value copy =
        new WordBuilder(builder, ConfigurationWord.DMA2)
            .set(ConfigurationField.BURSTS, 1)
            .set(ConfigurationField.LENGTH, blocks)
            .word();
    builder.machine(
        Profile.A2A3,
        Mnemonic.UB_TO_UB,
        List.of(scratch, source, copy),
        List.of(),
        IrBuilder.fields());
    VectorUnit.barrier(builder);
    fillFrom(builder, type(), scratch, padding(), count);
  }

  @Override
  public void padIndices(IrBuilder builder, Value source, Value scratch, Value count) {
    copy(builder, scratch, source, count);
    VectorUnit.barrier(builder);
    fillFrom(builder, DataType.U32, scratch, PADDING_INDEX, count);
  }

  /** Writes a value to lanes {@code count} to 31 of a block. */
  private static void fillFrom(
      IrBuilder builder, DataType type, Value block, long value, Value count) {
    Value padding = builder.i64(value);
    VectorUnit.withMask(
        builder,
        builder.i64(0),
        lanesFrom(builder, count),
        () ->
            VectorUnit.emit(
                builder,
                Mnemonic.VDUP,
                type,
                block,
                padding,
                VectorUnit.unaryWord(builder, 1, VectorUnit.DENSE_REPEAT_STRIDE, 0)));
  }

  /** The mask of lanes {@code count} to 31 in 64-bit arithmetic. */
  private static Value lanesFrom(IrBuilder builder, Value count) {
    if (builder.constantOf(count).isPresent()) {
      long below = (1L << builder.constantOf(count).getAsLong()) - 1;
      return builder.i64(BLOCK_MASK & ~below);
    }
    Value shift = builder.cast(count, ElementType.I64);
    Value ones = builder.value(Arithmetic.SHLI, ElementType.I64, builder.i64(-1), shift);
    return builder.and(ones, builder.i64(BLOCK_MASK));
  }

  @Override
  public void copy(IrBuilder builder, Value destination, Value source, Value words) {
    Value count = builder.cast(words, ElementType.I64);
    Value config =
        VectorUnit.unaryWord(
            builder, 0, VectorUnit.DENSE_REPEAT_STRIDE, VectorUnit.DENSE_REPEAT_STRIDE);
    VectorUnit.counted(
        builder,
        count,
        () -> VectorUnit.emit(builder, Mnemonic.VCOPY, DataType.U32, destination, source, config));
  }

  @Override
  public void order(IrBuilder builder) {
    VectorUnit.barrier(builder);
  }
}
