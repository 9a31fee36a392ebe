package org.ptoc.backend.a5.tile;

import java.util.List;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.isa.ConfigurationWord;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.build.WordBuilder;
import org.ptoc.passes.tile.SortPlan;
import org.ptoc.passes.tile.TileHandle;

/**
 * {@code tsort32} on A5 (spec/21, section 3): whole blocks in {@code vbitsort} calls of at most
 * 255; the last block of a row that is not whole is padded in tmp by one vecscope and sorted by a
 * call of its own.
 */
final class SortLowering implements SortPlan.Steps {
  /**
   * Bits of a NaN with the sign set, which sorts below everything else; never computed on the host.
   */
  private static final long PADDING_F32 = 0xFFC00000L;

  private static final long PADDING_F16 = 0xFE00L;
  private static final long PADDING_INDEX = 0xFFFFFFFFL;

  private final ElementType element;
  private final DataType type;
  private final boolean smallerIndexFirst;

  SortLowering(TileHandle source, CompileOptions options) {
    this.smallerIndexFirst = !options.has(CodeSwitch.POSITION_TIES);
    this.element = source.element();
    this.type = element == ElementType.F32 ? DataType.FP32 : DataType.FP16;
  }

  @Override
  public void sort(
      IrBuilder builder, Value destination, Value source, Value indices, Value blocks) {
    Value config =
        new WordBuilder(builder, ConfigurationWord.SRT)
            .set("repeat", blocks)
            .set("smallerIndexFirst", smallerIndexFirst ? 1 : 0)
            .word();
    builder.machine(
        Profile.A5,
        Mnemonic.VBITSORT,
        List.of(destination, source, indices, config),
        List.of(),
        IrBuilder.fields("dt", type.code()));
  }

  @Override
  public void pad(IrBuilder builder, Value source, Value scratch, Value count) {
    padBlock(
        builder,
        element,
        element == ElementType.F32 ? PADDING_F32 : PADDING_F16,
        source,
        scratch,
        count);
  }

  @Override
  public void padIndices(IrBuilder builder, Value source, Value scratch, Value count) {
    padBlock(builder, ElementType.I32, PADDING_INDEX, source, scratch, count);
  }

  /**
   * Copies elements and fills up a block of 32; reads only the bytes that hold them (spec/21, 9,
   * S24).
   */
  private static void padBlock(
      IrBuilder builder, ElementType type, long padding, Value source, Value scratch, Value count) {
    builder.vecscope(
        body -> {
          VectorRegisterType vector = VectorRegisterType.full(type);
          PointerType pointer = new PointerType(type, MemorySpace.UB);
          Value from = body.value(Op.CASTPTR, pointer, source);
          Value to = body.value(Op.CASTPTR, pointer, scratch);
          Value block = Columns.pattern(body, type, "PAT_VL32");
          Value valid = Columns.prefix(body, type, count);
          Value bytes = body.mul(count, body.index(type.bytes()));
          Value data = loadBlocks(body, from, body.ceilDivide(bytes, 32), vector);
          Value filling = body.value(Op.VDUP, vector, body.pattern(padding, type), block);
          Value merged = body.value(Op.VSEL, vector, data, filling, valid);
          body.createGrouped(
              Op.VSTS,
              List.of(List.of(merged), List.of(to), List.of(body.index(0)), List.of(block)),
              List.of(),
              Attributes.EMPTY);
        });
  }

  @Override
  public void copy(IrBuilder builder, Value destination, Value source, Value words) {
    builder.vecscope(
        body -> {
          ElementType word = ElementType.I32;
          VectorRegisterType vector = VectorRegisterType.full(word);
          PointerType pointer = new PointerType(word, MemorySpace.UB);
          Value from = body.value(Op.CASTPTR, pointer, source);
          Value to = body.value(Op.CASTPTR, pointer, destination);
          Value mask = Columns.prefix(body, word, words);
          Value loaded = loadBlocks(body, from, body.ceilDivide(words, 8), vector);
          body.createGrouped(
              Op.VSTS,
              List.of(List.of(loaded), List.of(to), List.of(body.index(0)), List.of(mask)),
              List.of(),
              Attributes.EMPTY);
        });
  }

  /** The first blocks of a vector, zeros in the others. */
  private static Value loadBlocks(
      IrBuilder builder, Value pointer, Value blocks, VectorRegisterType vector) {
    Value one = builder.integer(1, ElementType.I16);
    Value zero = builder.integer(0, ElementType.I16);
    Value mask = Columns.prefix(builder, ElementType.I32, blocks);
    return builder
        .createGrouped(
            Op.VSLDB,
            List.of(List.of(pointer), List.of(one), List.of(zero), List.of(mask)),
            List.of(vector),
            Attributes.EMPTY)
        .result();
  }

  /** The vector pipe executes everything in order on A5. */
  @Override
  public void order(IrBuilder builder) {}
}
