package org.ptoc.backend.a5.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.overlap.WorkOrder;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.tile.Reduction;

/**
 * Column reductions (spec/20, 7.2): for each vector of columns the rows are combined in order, so
 * that a float sum is the sequential one.
 */
final class ColumnReduction {
  private final TileHandle source;
  private final TileHandle destination;
  private final WorkOrder order;
  private final ElementType element;

  ColumnReduction(TileHandle source, TileHandle destination, WorkOrder order) {
    this.source = source;
    this.order = order;
    this.destination = destination;
    this.element = source.element();
  }

  /** Emits a sum, product, maximum or minimum of each column. */
  void emit(IrBuilder builder, Reduction kind) {
    if (Elementwise.isEmpty(builder, source)) {
      return;
    }
    builder.vecscope(
        body -> {
          Value from = Columns.pointer(body, source);
          Value to = Columns.pointer(body, destination);
          Columns.forEachTogether(
              body,
              element,
              source.columns(),
              order,
              (inner, offset, mask, partial) -> {
                Value all = Columns.pattern(inner, element, "PAT_ALL");
                Value first = Columns.load(inner, source, from, offset, partial);
                Value total =
                    overRows(
                            inner,
                            offset,
                            List.of(first),
                            (row, rowOffset, carried) -> {
                              Value data = Columns.load(row, source, from, rowOffset, partial);
                              return List.of(
                                  new Lanes(row, element, all)
                                      .binary(
                                          RowReduction.combine(kind), carried.getFirst(), data));
                            })
                        .getFirst();
                Columns.store(inner, total, to, offset, mask);
              });
        });
  }

  private interface RowWork {
    List<Value> emit(IrBuilder builder, Value offset, List<Value> carried);
  }

  /** Runs over rows 1 and up; the offset of a row in a vector of columns is carried along. */
  private List<Value> overRows(IrBuilder builder, Value offset, List<Value> initial, RowWork work) {
    List<Value> start = new ArrayList<>(initial);
    start.add(builder.add(offset, builder.index(source.pitch())));
    List<Value> end =
        builder.loopInBlocks(
            builder.index(1),
            source.rows(),
            Columns.rowsTogether(
                builder, builder.sub(source.rows(), builder.index(1)), List.of(source)),
            start,
            (rows, first, count, carried) -> {
              List<Value> next = carried;
              for (long row = 0; row < count; row++) {
                Value rowOffset = next.getLast();
                next =
                    new ArrayList<>(work.emit(rows, rowOffset, next.subList(0, next.size() - 1)));
                next.add(rows.add(rowOffset, rows.index(source.pitch())));
              }
              return next;
            });
    return end.subList(0, end.size() - 1);
  }

  /**
   * Emits the row number of the first maximum or minimum of each column. Row numbers are kept in
   * lanes of the data's width, at least 16 bits, and widened at the end; 8-bit data is widened when
   * it is loaded.
   */
  void emitIndex(IrBuilder builder, boolean maximum) {
    if (Elementwise.isEmpty(builder, source)) {
      return;
    }
    if (source.staticRows(builder.constants()).equals(OptionalLong.of(1))) {
      builder.vecscope(this::storeZeros);
      return;
    }
    ElementType lanesType = element.bits() == 8 ? element.withBits(16) : element;
    ElementType numbersType = ElementType.UI8.withBits(lanesType.bits());
    builder.vecscope(
        body -> {
          Value from = Columns.pointer(body, source);
          Value to = Columns.pointer(body, destination);
          Columns.forEachTogether(
              body,
              lanesType,
              source.columns(),
              order,
              (inner, offset, mask, partial) -> {
                Value all = Columns.pattern(inner, lanesType, "PAT_ALL");
                Lanes lanes = new Lanes(inner, lanesType, all);
                Value first =
                    numbers(lanes, load(inner, from, offset, lanesType, all, partial), maximum);
                Value zero = lanes.as(numbersType).splat(0);
                List<Value> end =
                    overRows(
                        inner,
                        offset,
                        List.of(first, zero, zero),
                        (row, rowOffset, carried) -> {
                          Value data = load(row, from, rowOffset, lanesType, all, partial);
                          Lanes rowLanes = new Lanes(row, lanesType, all);
                          Value better =
                              rowLanes.compare(maximum ? "gt" : "lt", data, carried.get(0));
                          Lanes numbers = rowLanes.as(numbersType);
                          Value number =
                              numbers.binary(Op.VADDS, carried.get(2), numbers.scalar(1));
                          return List.of(
                              rowLanes.select(better, data, carried.get(0)),
                              rowLanes.select(better, number, carried.get(1)),
                              number);
                        });
                storeNumbers(inner, end.get(1), numbersType, to, offset);
              });
        });
  }

  /** Of one row all numbers are 0. */
  private void storeZeros(IrBuilder builder) {
    Value to = Columns.pointer(builder, destination);
    Columns.forEach(
        builder,
        result(),
        source.columns(),
        (inner, offset, mask, partial) ->
            Columns.store(inner, new Lanes(inner, result(), mask).splat(0), to, offset, mask));
  }

  /** A NaN never wins against a number; only the first row could hold its place. */
  private static Value numbers(Lanes lanes, Value data, boolean maximum) {
    ElementType element = lanes.type().element();
    return element.isFloat()
        ? lanes.select(
            lanes.compare("eq", data, data),
            data,
            lanes.splat(Reduction.extremum(maximum).neutral(element)))
        : data;
  }

  private Value load(
      IrBuilder builder,
      Value pointer,
      Value offset,
      ElementType lanesType,
      Value all,
      boolean partial) {
    if (element.bits() > 8) {
      return Columns.load(builder, source, pointer, offset, partial);
    }
    Value spread = Columns.loadSpread(builder, source, pointer, offset, 2, partial);
    Lanes lanes = new Lanes(builder, lanesType, all);
    Value wide = lanes.reinterpret(spread, lanesType);
    return element.isSigned() ? lanes.shiftRight(lanes.shiftLeft(wide, 8), 8) : wide;
  }

  /** Stores 32-bit numbers: one vector, or two halves of 16-bit lanes. */
  private void storeNumbers(
      IrBuilder builder, Value numbers, ElementType type, Value to, Value offset) {
    Value left = builder.sub(source.columns(), offset);
    if (type.bits() == 32) {
      Value mask = remaining(builder, left);
      Value stored = new Lanes(builder, type, mask).reinterpret(numbers, result());
      Columns.store(builder, stored, to, offset, mask);
      return;
    }
    VectorRegisterType wide = VectorRegisterType.full(ElementType.UI32);
    OptionalLong known = builder.constantOf(left);
    boolean isShort = known.isPresent() && known.getAsLong() <= wide.lanes();
    for (int half = 0; half < (isShort ? 1 : 2); half++) {
      Value widened = builder.value(Op.VZUNPACK, wide, numbers, builder.index(half));
      Value start = builder.index((long) half * wide.lanes());
      Value mask =
          remaining(builder, builder.maxSigned(builder.sub(left, start), builder.index(0)));
      Value stored = new Lanes(builder, ElementType.UI32, mask).reinterpret(widened, result());
      Columns.store(builder, stored, to, builder.add(offset, start), mask);
    }
  }

  /** The numbers may be written as signed ones. */
  private ElementType result() {
    return destination.element();
  }

  private static Value remaining(IrBuilder builder, Value count) {
    return Columns.prefix(builder, ElementType.I32, count);
  }
}
