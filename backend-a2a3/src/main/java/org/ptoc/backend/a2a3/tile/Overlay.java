package org.ptoc.backend.a2a3.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.ptoc.ir.Value;
import org.ptoc.ir.overlap.WorkOrder;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;

/**
 * Operations whose sources cover the destination only in part: {@code tpart*} and {@code tfillpad*}
 * (spec/20, 7.4 and 8.3). Each piece is put together in scratch memory, from the left: neutral
 * values, the wider source, the common part. Then it is copied, so that the destination may be a
 * source. Values and their indices are two planes of one overlay.
 */
final class Overlay {
  static final int SLOTS = 2;

  private final List<Plane> planes;
  private final List<TileHandle> sources;
  private final TileHandle destination;
  private final Scratch scratch;
  private final Combination combination;
  private final WorkOrder order;

  /**
   * A destination and what may cover it.
   *
   * @param sources of the same extents in all planes
   * @param neutral value of elements that no source covers, as {@link ByteCopy#fill} takes it
   */
  record Plane(List<TileHandle> sources, TileHandle destination, Value neutral) {}

  /** A piece of a plane: the result, and the sources where both are valid. */
  record Parts(Area destination, Area first, Area second) {}

  /** Combines two sources where both are valid. */
  interface Combination {
    void emit(Code code, Domain domain, List<Parts> planes);
  }

  /**
   * @param scratch a slot for each plane, one more, and the slots of the combination
   */
  Overlay(List<Plane> planes, Scratch scratch, Combination combination, WorkOrder order) {
    this.planes = List.copyOf(planes);
    this.sources = planes.getFirst().sources();
    this.destination = planes.getFirst().destination();
    this.scratch = scratch;
    this.combination = combination;
    this.order = order;
  }

  void emit(IrBuilder builder) {
    if (Domain.of(destination).isEmpty(builder)) {
      return;
    }
    List<Value> ends = boundaries(builder);
    for (int i = 0; i < ends.size(); i++) {
      int at = order == WorkOrder.DESCENDING ? ends.size() - 1 - i : i;
      range(builder, at == 0 ? builder.index(0) : ends.get(at - 1), ends.get(at));
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
        new Domain(
                builder.sub(end, start),
                destination.columns(),
                destination.type().rows(),
                destination.type().columns())
            .in(order);
    List<Value> widths = new ArrayList<>();
    List<Area> areas = new ArrayList<>();
    for (TileHandle source : sources) {
      widths.add(source.columnsFrom(builder, start));
    }
    for (Plane plane : planes) {
      areas.add(Area.of(plane.destination()).from(builder, start, builder.index(0)));
      for (TileHandle source : plane.sources()) {
        areas.add(Area.of(source).from(builder, start, builder.index(0)));
      }
    }
    Strips.byRows(
        builder,
        domain,
        areas,
        scratch.slotBytes() / areas.stream().mapToInt(Area::elementBytes).max().orElseThrow(),
        (body, piece, column, at, pitch) -> piece(body, piece, column, at, widths, pitch));
  }

  private void piece(
      IrBuilder builder,
      Domain piece,
      Value column,
      List<Area> areas,
      List<Value> widths,
      long pitch) {
    Code code = Code.following(builder);
    List<Domain> covered = new ArrayList<>();
    for (Value width : widths) {
      Value left = builder.maxSigned(builder.sub(width, column), builder.index(0));
      covered.add(piece.withColumns(builder.minUnsigned(left, piece.columns())));
    }
    Area spare = scratch.row(builder, planes.size(), 2);
    List<Parts> parts = new ArrayList<>();
    for (int plane = 0; plane < planes.size(); plane++) {
      int first = plane * (sources.size() + 1);
      int bytes = areas.get(first).elementBytes();
      Area result = scratch.slot(builder, plane, bytes, pitch * bytes);
      parts.add(new Parts(result, areas.get(first + 1), areas.get(first + sources.size())));
    }
    for (int plane = 0; plane < planes.size(); plane++) {
      uncombined(code, piece, covered, parts.get(plane), planes.get(plane).neutral(), spare);
    }
    if (sources.size() > 1 && !common(builder, piece, covered).isEmpty(builder)) {
      combination.emit(code, common(builder, piece, covered), parts);
    }
    for (int plane = 0; plane < planes.size(); plane++) {
      Area target = areas.get(plane * (sources.size() + 1));
      ByteCopy.copy(code, piece, target, parts.get(plane).destination(), spare);
    }
  }

  private static Domain common(IrBuilder builder, Domain piece, List<Domain> covered) {
    return piece.withColumns(
        builder.minUnsigned(covered.getFirst().columns(), covered.getLast().columns()));
  }

  /** Neutral values, then what only one source has. */
  private void uncombined(
      Code code, Domain piece, List<Domain> covered, Parts parts, Value neutral, Area spare) {
    IrBuilder builder = code.builder();
    if (!coversAll(builder, piece, covered)) {
      ByteCopy.fill(code, piece, parts.destination(), neutral, spare);
    }
    if (sources.size() == 1) {
      ByteCopy.copy(code, covered.getFirst(), parts.destination(), parts.first(), spare);
      return;
    }
    Domain common = common(builder, piece, covered);
    List<Area> from = List.of(parts.first(), parts.second());
    for (int i = 0; i < 2; i++) {
      if (!isSame(builder, covered.get(i), common)) {
        ByteCopy.copy(code, covered.get(i), parts.destination(), from.get(i), spare);
      }
    }
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
