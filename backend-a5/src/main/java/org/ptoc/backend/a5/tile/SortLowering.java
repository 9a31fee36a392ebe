package org.ptoc.backend.a5.tile;

import java.util.List;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.tile.BlockSorting;

/**
 * {@code tsort32} on A5 (spec/21, section 3): whole blocks in {@code vbitsort} calls of at most
 * 255; the last block of a row that is not whole is padded in tmp by one vecscope and sorted by a
 * call of its own.
 */
final class SortLowering extends BlockSorting {
  SortLowering(TileHandle source, CompileOptions options) {
    super(Profile.A5, source, options);
  }

  @Override
  public void pad(IrBuilder builder, Value source, Value scratch, Value count) {
    padBlock(builder, element(), padding(), source, scratch, count);
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
