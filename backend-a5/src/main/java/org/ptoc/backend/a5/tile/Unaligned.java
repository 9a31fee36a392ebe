package org.ptoc.backend.a5.tile;

import java.util.List;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.type.AlignType;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;

/**
 * Rows that start at any element: read and written as unaligned streams, a vector at a time
 * (spec/00, 4.9). Everything here stands inside a vecscope.
 */
final class Unaligned {
  private Unaligned() {}

  /** Consumes a vector that was read. */
  interface Taker {
    /**
     * @param distribution how its lanes are stored side by side
     */
    void take(IrBuilder builder, Value vector, Value offset, Value mask, String distribution);
  }

  /** Makes the vector to write. */
  interface Maker {
    Value make(IrBuilder builder, Value offset, boolean partial);
  }

  /**
   * Reads the first elements of a row. Where a vector might run past the end of UB only the
   * elements themselves are read, one by one.
   */
  static void read(IrBuilder builder, TileHandle tile, Value pointer, Value count, Taker taker) {
    ElementType element = tile.element();
    if (Columns.mayReadPastEnd(builder, tile)) {
      Gather gather = Gather.of(element, ElementType.UI8.withBits(Math.max(16, element.bits())));
      Columns.forEach(
          builder,
          gather.index(),
          count,
          (body, offset, mask, partial) -> {
            Value at = body.value(Op.ADDPTR, pointer.type(), pointer, offset);
            Value vector = gather.load(body, at, gather.ascending(body, body.index(0)), mask);
            Value stored = new Lanes(body, element, mask).reinterpret(vector, element);
            taker.take(body, stored, offset, mask, gather.distribution());
          });
      return;
    }
    VectorRegisterType type = VectorRegisterType.full(element);
    Columns.forEach(
        builder,
        element,
        count,
        (body, offset, mask, partial) -> {
          Value at = body.value(Op.ADDPTR, pointer.type(), pointer, offset);
          Value align = body.value(Op.VLDAS, AlignType.ALIGN, at);
          Operation load =
              body.create(
                  Op.VLDUS, List.of(at, align), List.of(type, AlignType.ALIGN), Attributes.EMPTY);
          taker.take(body, load.result(0), offset, mask, "NORM_B" + element.bits());
        });
  }

  /** Writes the first elements of a row, and nothing behind them. */
  static void write(IrBuilder builder, TileHandle tile, Value pointer, Value count, Maker maker) {
    ElementType element = tile.element();
    PointerType type = Columns.pointerType(tile);
    int lanes = VectorRegisterType.full(element).lanes();
    Value start = builder.value(Op.INIT_ALIGN, AlignType.ALIGN);
    List<Value> end =
        Columns.forEach(
            builder,
            element,
            count,
            List.of(start),
            (body, offset, mask, partial, carried) -> {
              Value vector = maker.make(body, offset, partial);
              Value left = body.minUnsigned(body.sub(count, offset), body.index(lanes));
              Value at = body.value(Op.ADDPTR, type, pointer, offset);
              return List.of(
                  body.value(
                      Op.VSTUS,
                      AlignType.ALIGN,
                      carried.getFirst(),
                      body.cast(left, ElementType.I32),
                      vector,
                      at));
            });
    Value behind = builder.value(Op.ADDPTR, type, pointer, count);
    builder.createGrouped(
        Op.VSTAS,
        List.of(List.of(end.getFirst()), List.of(behind), List.of(builder.i32(0))),
        List.of(),
        Attributes.EMPTY);
  }
}
