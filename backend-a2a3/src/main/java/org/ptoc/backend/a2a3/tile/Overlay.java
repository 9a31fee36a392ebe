package org.ptoc.backend.a2a3.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.ptoc.ir.Value;
import org.ptoc.ir.overlap.WorkOrder;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.tile.TileHandle;

/**
 * Operations whose sources cover the destination only in part: {@code tpart*} and {@code tfillpad*}
 * (spec/20, 7.4 and 8.3). Each piece is put together in scratch memory, from the left: neutral
 * values, the wider source, the common part. Then it is copied, so that the destination may be a
 * source.
 */
final class Overlay {
  static final int SLOTS = 2;

  private final List<TileHandle> sources;
  private final TileHandle destination;
  private final Scratch scratch;
  private final Value neutral;
  private final Combination combination;
  private final WorkOrder order;

  /** Combines two sources where both are valid. */
  interface Combination {
    void emit(Code code, Domain domain, Area destination, Area first, Area second);
  }

  /**
   * @param neutral value of elements that no source covers, as {@link ByteCopy#fill} takes it
   */
  Overlay(
      List<TileHandle> sources,
      TileHandle destination,
      Scratch scratch,
      Value neutral,
      Combination combination,
      WorkOrder order) {
    this.sources = List.copyOf(sources);
    this.destination = destination;
    this.scratch = scratch;
    this.neutral = neutral;
    this.combination = combination;
    this.order = order;
  }

  void emit(IrBuilder builder) {
    if (Domain.of(destination).isEmpty(builder)) {
      return;
    }
    Value start = builder.index(0);
    for (Value end : boundaries(builder)) {
      range(builder, start, end);
      start = end;
    }
  }

  /**
   * The row numbers at which the set of valid sources changes, ascending, the last is the number of
   * rows.
   */
  private List<Value> boundaries(IrBuilder builder) {
    Value rows = destination.rows();
    Value first = builder.minUnsigned(sources.getFirst().rows(), rows);
    Value last = builder.minUnsigned(sources.getLast().rows(), rows);
    return List.of(builder.minUnsigned(first, last), builder.maxSigned(first, last), rows);
  }

  private void range(IrBuilder builder, Value start, Value end) {
    Domain domain =
        new Domain(builder.sub(end, start), destination.columns(), destination.type().rows())
            .in(order);
    List<Value> widths = new ArrayList<>();
    List<Area> areas = new ArrayList<>();
    areas.add(Area.of(destination).from(builder, start, builder.index(0)));
    for (TileHandle source : sources) {
      widths.add(validColumns(builder, source, start));
      areas.add(Area.of(source).from(builder, start, builder.index(0)));
    }
    Strips.byRows(
        builder,
        domain,
        areas,
        scratch.slotBytes() / destination.elementBytes(),
        (body, piece, column, at, pitch) -> piece(body, piece, column, at, widths, pitch));
  }

  /** Valid columns of a source in a row range: none below its last valid row. */
  private static Value validColumns(IrBuilder builder, TileHandle source, Value start) {
    OptionalLong known = builder.constantOf(source.rows());
    OptionalLong first = builder.constantOf(start);
    if (known.isPresent() && first.isPresent()) {
      return first.getAsLong() < known.getAsLong() ? source.columns() : builder.index(0);
    }
    Value inside = builder.compare("slt", start, source.rows());
    return builder.value(
        "arith.select", ElementType.INDEX, inside, source.columns(), builder.index(0));
  }

  private void piece(
      IrBuilder builder,
      Domain piece,
      Value column,
      List<Area> areas,
      List<Value> widths,
      long pitch) {
    Code code = Code.following(builder);
    int bytes = destination.elementBytes();
    Area result = scratch.slot(builder, 0, bytes, pitch * bytes);
    Area spare = scratch.row(builder, 1, 2);
    List<Domain> covered = new ArrayList<>();
    for (Value width : widths) {
      Value left = builder.maxSigned(builder.sub(width, column), builder.index(0));
      covered.add(piece.withColumns(builder.minUnsigned(left, piece.columns())));
    }
    if (!coversAll(builder, piece, covered)) {
      ByteCopy.fill(code, piece, result, neutral, spare);
    }
    if (sources.size() == 1) {
      ByteCopy.copy(code, covered.getFirst(), result, areas.get(1), spare);
    } else {
      Domain common =
          piece.withColumns(
              builder.minUnsigned(covered.get(0).columns(), covered.get(1).columns()));
      for (int i = 0; i < 2; i++) {
        if (!isSame(builder, covered.get(i), common)) {
          ByteCopy.copy(code, covered.get(i), result, areas.get(i + 1), spare);
        }
      }
      if (!common.isEmpty(builder)) {
        combination.emit(code, common, result, areas.get(1), areas.get(2));
      }
    }
    ByteCopy.copy(code, piece, areas.getFirst(), result, spare);
  }

  private static boolean coversAll(IrBuilder builder, Domain piece, List<Domain> covered) {
    return covered.stream().anyMatch(domain -> isSame(builder, domain, piece));
  }

  private static boolean isSame(IrBuilder builder, Domain first, Domain second) {
    OptionalLong known = builder.constantOf(first.columns());
    return first.columns() == second.columns()
        || known.isPresent() && known.equals(builder.constantOf(second.columns()));
  }
}
