package org.ptoc.passes.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Combining;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.PointerType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.storage.ViewHandle;

/**
 * {@code mgather} and {@code mscatter}: elements go through the scalar unit, rows are transfers,
 * one for each index (spec/50, 2.9). All in row-major order, so that of equal indices the last
 * stays.
 */
public final class MemoryGather {
  private final Operation op;
  private final ViewHandle view;
  private final TileHandle tile;
  private final TileHandle indices;
  private final Row transfer;
  private final boolean loads;
  private final boolean byRows;

  /** Moves a row between GM and a tile of one row. */
  public interface Row {
    /**
     * @return why it cannot be done
     */
    Optional<String> emit(IrBuilder builder, ViewHandle view, TileHandle row);
  }

  /**
   * @param tile the tile whose elements are moved
   * @param loads true to load from GM, false to store to it
   */
  public MemoryGather(
      Operation op,
      ViewHandle view,
      TileHandle tile,
      TileHandle indices,
      boolean loads,
      Row transfer) {
    this.op = op;
    this.view = view;
    this.tile = tile;
    this.indices = indices;
    this.loads = loads;
    this.transfer = transfer;
    this.byRows = isByRows(op);
  }

  /** True if an index chooses a row instead of an element. */
  public static boolean isByRows(Operation op) {
    return op.attributes().text(AttributeName.COALESCE).filter("row"::equals).isPresent();
  }

  /**
   * Emits the operation.
   *
   * @return why it cannot be done, empty when it was emitted
   */
  public Optional<String> emit(IrBuilder builder) {
    List<String> problems = new ArrayList<>();
    ScalarUnit.alone(
        builder,
        body ->
            body.loop(
                body.index(0),
                tile.rows(),
                body.index(1),
                (rows, row) -> {
                  if (byRows) {
                    row(rows, row).ifPresent(problems::add);
                  } else {
                    elements(rows, row);
                  }
                }));
    return problems.stream().findFirst();
  }

  // Indices outside the memory.

  private String outside() {
    return op.attributes()
        .text(loads ? AttributeName.GATHER_OOB : AttributeName.SCATTER_OOB)
        .orElse("undefined");
  }

  /**
   * Continues with the index that replaces an index outside, or without one.
   *
   * @param capacity number of elements or rows
   */
  private void bounded(
      IrBuilder builder,
      Value index,
      Value capacity,
      BiConsumer<IrBuilder, Value> inside,
      Consumer<IrBuilder> instead) {
    switch (outside()) {
      case "clamp" ->
          inside.accept(
              builder, builder.minUnsigned(index, builder.sub(capacity, builder.index(1))));
      case "wrap" ->
          inside.accept(
              builder, builder.value(Arithmetic.REMUI, ElementType.INDEX, index, capacity));
      case "zero", "skip" -> {
        builder.when(builder.compare("ult", index, capacity), body -> inside.accept(body, index));
        builder.when(builder.compare("uge", index, capacity), instead);
      }
      default -> inside.accept(builder, index);
    }
  }

  // Elements.

  private PointerType global() {
    return new PointerType(bits(), MemorySpace.GM);
  }

  /** Elements are moved as integers, unless they are combined with what memory holds. */
  private ElementType bits() {
    return atomic().isPresent() ? tile.element() : ElementType.UI8.withBits(tile.element().bits());
  }

  private Optional<String> atomic() {
    return op.attributes()
        .text(AttributeName.SCATTER_ATOMIC_OP)
        .filter(how -> !loads && !how.equals("none"));
  }

  private void elements(IrBuilder builder, Value row) {
    Value memory = builder.value(Op.CASTPTR, global(), view.base());
    Value line =
        ScalarUnit.pointer(
            builder,
            bits(),
            builder.add(
                tile.address(),
                builder.mul(builder.cast(row, ElementType.I64), builder.i64(tile.pitchBytes()))));
    Value places = ScalarUnit.row(builder, indices.asRows(builder), row);
    Value capacity = capacity(builder, view.extents());
    builder.loop(
        builder.index(0),
        tile.columns(),
        builder.index(1),
        (body, column) ->
            bounded(
                body,
                ScalarScatter.index(body, indices, places, column),
                capacity,
                (inner, place) -> element(inner, memory, place, line, column),
                inner -> none(inner, line, column)));
  }

  private static Value capacity(IrBuilder builder, List<Value> extents) {
    Value product = builder.index(1);
    for (Value extent : extents) {
      product = builder.mul(product, extent);
    }
    return product;
  }

  private void element(IrBuilder builder, Value memory, Value place, Value line, Value column) {
    if (loads) {
      ScalarUnit.store(builder, ScalarUnit.load(builder, bits(), memory, place), line, column);
      return;
    }
    Value element = ScalarUnit.load(builder, bits(), line, column);
    Value result =
        atomic()
            .map(
                how ->
                    combined(
                        builder, how, ScalarUnit.load(builder, bits(), memory, place), element))
            .orElse(element);
    ScalarUnit.store(builder, result, memory, place);
  }

  private Value combined(IrBuilder builder, String how, Value old, Value element) {
    Arithmetic operation = Combining.named(how).scalar(tile.element());
    return tile.element().isFloat() && old.type() != ElementType.F32
        ? builder.value(Arithmetic.TRUNCF, old.type(), wide(builder, operation, old, element))
        : builder.value(operation, old.type(), old, element);
  }

  /** Single precision holds what two narrow floats make of each other well enough to round once. */
  private static Value wide(IrBuilder builder, Arithmetic operation, Value old, Value element) {
    return builder.value(
        operation,
        ElementType.F32,
        builder.value(Arithmetic.EXTF, ElementType.F32, old),
        builder.value(Arithmetic.EXTF, ElementType.F32, element));
  }

  /** Handles an element of the tile whose index is outside. */
  private void none(IrBuilder builder, Value line, Value column) {
    if (loads) {
      ScalarUnit.store(builder, builder.integer(0, bits()), line, column);
    }
  }

  // Rows.

  private Optional<String> row(IrBuilder builder, Value row) {
    List<String> problems = new ArrayList<>();
    boolean acrossRow = indices.type().rows() == 1;
    Value pointer =
        ScalarUnit.pointer(
            builder, ElementType.UI8.withBits(indices.element().bits()), indices.address());
    boolean dense =
        acrossRow || indices.type().baseLayout() != org.ptoc.ir.type.TileType.BaseLayout.ROW_MAJOR;
    Value offset = dense ? row : builder.mul(row, builder.index(indices.pitch()));
    Value index = ScalarScatter.index(builder, indices, pointer, offset);
    int last = view.rank() - 1;
    Value capacity = capacity(builder, view.extents().subList(0, last));
    TileHandle line =
        tile.withAddress(
                builder.add(
                    tile.address(),
                    builder.mul(
                        builder.cast(row, ElementType.I64), builder.i64(tile.pitchBytes()))))
            .withExtents(builder.index(1), tile.columns());
    bounded(
        builder,
        index,
        capacity,
        (body, place) -> transfer(body, place, line, last).ifPresent(problems::add),
        body -> {
          if (loads) {
            Value start = ScalarUnit.pointer(body, bits(), line.address());
            body.loop(
                body.index(0),
                line.columns(),
                body.index(1),
                (inner, column) -> none(inner, start, column));
          }
        });
    return problems.stream().findFirst();
  }

  private Optional<String> transfer(IrBuilder builder, Value place, TileHandle line, int last) {
    Value stride = last == 0 ? view.extents().get(0) : view.strides().get(last - 1);
    Value elements = builder.mul(place, stride);
    Value bytes = builder.mul(elements, builder.index(view.element().bytes()));
    ViewHandle row =
        new ViewHandle(
            view.element(),
            builder.add(view.base(), builder.cast(bytes, ElementType.I64)),
            List.of(builder.index(1), view.extents().get(last)),
            List.of(stride, view.strides().get(last)),
            view.layout(),
            view.origin());
    if (atomic().isEmpty()) {
      if (!loads) {
        // An earlier row may have the same place, and the last must stay.
        ScalarUnit.barrier(builder, "PIPE_MTE3");
      }
      return transfer.emit(builder, row, line);
    }
    Value memory = builder.value(Op.CASTPTR, global(), row.base());
    Value start = ScalarUnit.pointer(builder, bits(), line.address());
    builder.loop(
        builder.index(0),
        line.columns(),
        builder.index(1),
        (body, column) -> element(body, memory, column, start, column));
    return Optional.empty();
  }
}
