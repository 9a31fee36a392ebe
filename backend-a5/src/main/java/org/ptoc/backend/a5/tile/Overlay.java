package org.ptoc.backend.a5.tile;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.overlap.WorkOrder;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.tile.TileHandle;

/**
 * Operations whose sources cover the destination only in part: {@code tpart*} and {@code tfillpad*}
 * (spec/20, 7.4 and 8.3). Row ranges with the same set of valid sources share a loop; inside a row,
 * masks tell which source holds a column. Values and their indices are two planes of one overlay;
 * the narrower one then stands spread in lanes as wide as the other's.
 */
final class Overlay {
  private final List<Plane> planes;
  private final List<TileHandle> sources;
  private final TileHandle destination;
  private final ElementType element;
  private final Combination combination;
  private final WorkOrder order;

  /**
   * A destination and what may cover it.
   *
   * @param sources of the same extents in all planes
   * @param neutral bit pattern of elements that no source covers
   */
  record Plane(List<TileHandle> sources, TileHandle destination, long neutral) {}

  /** Combines two vectors of each plane where both sources are valid. */
  interface Combination {
    List<Value> emit(Lanes lanes, List<Value> first, List<Value> second);
  }

  Overlay(List<Plane> planes, Combination combination, WorkOrder order) {
    this.planes = List.copyOf(planes);
    this.sources = planes.getFirst().sources();
    this.destination = planes.getFirst().destination();
    int bits =
        planes.stream().mapToInt(plane -> plane.destination().element().bits()).max().orElseThrow();
    this.element = lanes(destination.element(), bits);
    this.combination = combination;
    this.order = order;
  }

  /** An element by itself, or as the low part of a wider lane. */
  private static ElementType lanes(ElementType element, int bits) {
    return element.bits() == bits ? element : ElementType.UI8.withBits(bits);
  }

  void emit(IrBuilder builder) {
    if (Elementwise.isEmpty(builder, destination)) {
      return;
    }
    builder.vecscope(
        body -> {
          List<Value> ends = boundaries(body);
          if (order == WorkOrder.DESCENDING) {
            for (int i = ends.size() - 1; i >= 0; i--) {
              downward(body, i == 0 ? body.index(0) : ends.get(i - 1), ends.get(i));
            }
            return;
          }
          Value start = body.index(0);
          for (Value end : ends) {
            range(body, start, end);
            start = end;
          }
        });
  }

  /**
   * The row numbers at which the set of valid sources changes, ascending, the last is the number of
   * rows.
   */
  private List<Value> boundaries(IrBuilder builder) {
    Value rows = destination.rows();
    List<Value> ends = new ArrayList<>();
    if (sources.size() == 1) {
      ends.add(builder.minUnsigned(sources.getFirst().rows(), rows));
    } else {
      Value first = builder.minUnsigned(sources.get(0).rows(), rows);
      Value second = builder.minUnsigned(sources.get(1).rows(), rows);
      ends.add(builder.minUnsigned(first, second));
      ends.add(builder.maxSigned(first, second));
    }
    ends.add(rows);
    return ends;
  }

  private void range(IrBuilder builder, Value start, Value end) {
    Columns.rows(
        builder,
        start,
        end,
        tiles(),
        (body, row, pointers) -> {
          List<Value> widths = widths(body, start);
          Columns.forEach(
              body,
              element,
              destination.columns(),
              widths.stream().map(width -> Columns.maskCount(body, element, width)).toList(),
              (iteration, offset, mask, partial, left) -> {
                List<Value> next = new ArrayList<>(left);
                storeAll(
                    iteration,
                    vectors(iteration, pointers, widths, offset, partial, next),
                    pointers,
                    offset,
                    mask);
                return next;
              });
        });
  }

  /** The last row and the last vector of a row come first. */
  private void downward(IrBuilder builder, Value start, Value end) {
    Columns.rows(
        builder,
        start,
        end,
        tiles(),
        WorkOrder.DESCENDING,
        (body, row, pointers) -> {
          List<Value> widths = widths(body, start);
          Columns.forEach(
              body,
              element,
              destination.columns(),
              WorkOrder.DESCENDING,
              (iteration, offset, mask, partial) ->
                  storeAll(
                      iteration,
                      vectors(iteration, pointers, widths, offset, partial, List.of()),
                      pointers,
                      offset,
                      mask));
        });
  }

  private List<TileHandle> tiles() {
    List<TileHandle> tiles = new ArrayList<>();
    for (Plane plane : planes) {
      tiles.addAll(plane.sources());
      tiles.add(plane.destination());
    }
    return tiles;
  }

  private List<Value> widths(IrBuilder builder, Value start) {
    List<Value> widths = new ArrayList<>();
    for (TileHandle source : sources) {
      widths.add(source.columnsFrom(builder, start));
    }
    return widths;
  }

  private void storeAll(
      IrBuilder builder, List<Value> vectors, List<Value> pointers, Value offset, Value mask) {
    for (int plane = 0; plane < planes.size(); plane++) {
      Value pointer = pointers.get(at(plane, sources.size()));
      store(builder, planes.get(plane), vectors.get(plane), pointer, offset, mask);
    }
  }

  /** Where the pointer of a source of a plane is; that of its destination follows the sources. */
  private int at(int plane, int source) {
    return plane * (sources.size() + 1) + source;
  }

  /**
   * @param left valid columns of each source from {@code offset} on, which the next vector gets
   *     reduced; empty where vectors do not follow each other upward
   * @return a vector for each plane
   */
  private List<Value> vectors(
      IrBuilder builder,
      List<Value> pointers,
      List<Value> widths,
      Value offset,
      boolean partial,
      List<Value> left) {
    Value all = Columns.pattern(builder, element, "PAT_ALL");
    Lanes lanes = new Lanes(builder, element, all);
    List<Value> results = new ArrayList<>();
    for (Plane plane : planes) {
      results.add(lanes.as(lanes(plane)).splat(plane.neutral()));
    }
    List<List<Value>> loaded = new ArrayList<>();
    List<Value> masks = new ArrayList<>();
    for (int i = 0; i < sources.size(); i++) {
      Coverage coverage = coverage(builder, widths.get(i), offset);
      if (coverage == Coverage.NONE) {
        continue;
      }
      List<Value> data = new ArrayList<>();
      for (int plane = 0; plane < planes.size(); plane++) {
        data.add(load(builder, planes.get(plane), i, pointers.get(at(plane, i)), offset, partial));
      }
      loaded.add(data);
      masks.add(
          coverage == Coverage.ALL ? all : validLanes(builder, widths.get(i), offset, left, i));
      results = select(lanes, masks.getLast(), data, results);
    }
    if (loaded.size() < 2) {
      return results;
    }
    List<Value> combined = combination.emit(lanes, loaded.get(0), loaded.get(1));
    if (masks.get(0) == all && masks.get(1) == all) {
      return combined;
    }
    Value both = builder.value(Op.PAND, all.type(), masks.get(0), masks.get(1), all);
    return select(lanes, both, combined, masks.get(1) == all ? loaded.get(1) : results);
  }

  /** The lanes of a mask from one vector of each plane, the others from another. */
  private static List<Value> select(
      Lanes lanes, Value mask, List<Value> whenSet, List<Value> otherwise) {
    List<Value> selected = new ArrayList<>();
    for (int plane = 0; plane < whenSet.size(); plane++) {
      Value set = whenSet.get(plane);
      selected.add(mask == lanes.mask() ? set : lanes.select(mask, set, otherwise.get(plane)));
    }
    return selected;
  }

  private ElementType lanes(Plane plane) {
    return lanes(plane.destination().element(), element.bits());
  }

  private int ratio(Plane plane) {
    return element.bits() / plane.destination().element().bits();
  }

  private Value load(
      IrBuilder builder, Plane plane, int source, Value pointer, Value offset, boolean partial) {
    TileHandle tile = plane.sources().get(source);
    long reach = reach(plane, tile, partial);
    if (ratio(plane) == 1) {
      return Columns.load(builder, tile, pointer, offset, reach);
    }
    Value spread = Columns.loadSpread(builder, tile, pointer, offset, ratio(plane), reach);
    return Columns.reinterpret(builder, spread, lanes(plane));
  }

  private void store(
      IrBuilder builder, Plane plane, Value vector, Value pointer, Value offset, Value mask) {
    if (ratio(plane) == 1) {
      Columns.store(builder, vector, pointer, offset, mask);
      return;
    }
    ElementType stored = plane.destination().element();
    String distribution = (ratio(plane) == 2 ? "PK_B" : "PK4_B") + element.bits();
    Columns.store(
        builder, Columns.reinterpret(builder, vector, stored), pointer, offset, mask, distribution);
  }

  /**
   * The lanes that a source covers in part: a constant, or counted down from iteration to
   * iteration.
   */
  private Value validLanes(
      IrBuilder builder, Value width, Value offset, List<Value> left, int source) {
    Value rest = builder.sub(width, offset);
    if (builder.constantOf(rest).isPresent()) {
      return Columns.prefix(builder, element, rest);
    }
    if (left.isEmpty()) {
      return Columns.prefix(builder, element, builder.maxSigned(rest, builder.index(0)));
    }
    Operation below = Columns.lessThan(builder, element, left.get(source));
    left.set(source, below.result(1));
    return below.result(0);
  }

  /** Vectors run over the destination's columns, which a source may not have. */
  private static long reach(Plane plane, TileHandle source, boolean partial) {
    boolean inside = !partial && source.pitch() >= plane.destination().pitch();
    return inside ? 0 : VectorRegisterType.REGISTER_BYTES + plane.destination().pitchBytes();
  }

  private enum Coverage {
    NONE,
    PART,
    ALL
  }

  private Coverage coverage(IrBuilder builder, Value width, Value offset) {
    var known = builder.constantOf(width);
    var start = builder.constantOf(offset);
    if (known.isPresent() && known.getAsLong() == 0) {
      return Coverage.NONE;
    }
    if (known.isEmpty() || start.isEmpty()) {
      var total = builder.constantOf(destination.columns());
      boolean covers =
          known.isPresent() && total.isPresent() && known.getAsLong() >= total.getAsLong();
      return covers ? Coverage.ALL : Coverage.PART;
    }
    long left = known.getAsLong() - start.getAsLong();
    long lanes = VectorRegisterType.full(element).lanes();
    var total = builder.constantOf(destination.columns());
    long needed =
        total.isPresent() ? Math.min(lanes, total.getAsLong() - start.getAsLong()) : lanes;
    return left <= 0 ? Coverage.NONE : left >= needed ? Coverage.ALL : Coverage.PART;
  }
}
