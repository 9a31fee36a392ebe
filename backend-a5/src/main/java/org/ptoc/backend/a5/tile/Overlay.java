package org.ptoc.backend.a5.tile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.overlap.WorkOrder;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;

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
          List<Rows> ranges = ranges(body);
          for (Rows rows : order == WorkOrder.DESCENDING ? ranges.reversed() : ranges) {
            emit(body, rows);
          }
        });
  }

  /**
   * Rows with the same set of valid sources.
   *
   * @param valid how many sources have these rows: all, none, or one of two
   */
  private record Rows(Value start, Value end, int valid) {}

  /** All rows of the destination, ascending. */
  private List<Rows> ranges(IrBuilder builder) {
    List<Value> ends = new ArrayList<>();
    for (TileHandle source : sources) {
      ends.add(builder.minUnsigned(source.rows(), destination.rows()));
    }
    if (ends.size() == 2) {
      ends =
          List.of(
              builder.minUnsigned(ends.get(0), ends.get(1)),
              builder.maxSigned(ends.get(0), ends.get(1)),
              destination.rows());
    } else {
      ends.add(destination.rows());
    }
    List<Rows> ranges = new ArrayList<>();
    Value start = builder.index(0);
    for (int i = 0; i < ends.size(); i++) {
      if (start != ends.get(i)) {
        ranges.add(new Rows(start, ends.get(i), sources.size() - i));
      }
      start = ends.get(i);
    }
    return ranges;
  }

  /**
   * One row of some rows.
   *
   * @param valid how many sources have it
   * @param pointers its first element in each tile
   * @param widths valid columns of each source; equal ones are one value
   */
  private record Row(int valid, List<Value> pointers, List<Value> widths) {}

  private void emit(IrBuilder builder, Rows rows) {
    Columns.rows(
        builder,
        rows.start,
        rows.end,
        tiles(),
        order,
        (body, number, pointers) -> {
          Row row = new Row(rows.valid, pointers, widths(body, rows));
          if (order == WorkOrder.DESCENDING) {
            downward(body, row);
          } else {
            upward(body, row);
          }
        });
  }

  /** Masks of the sources that need some are counted down from vector to vector. */
  private void upward(IrBuilder builder, Row row) {
    List<Value> counted =
        row.widths.stream()
            .distinct()
            .filter(width -> coverage(builder, width, OptionalLong.empty()) == Coverage.PART)
            .toList();
    Columns.forEach(
        builder,
        element,
        destination.columns(),
        counted.stream().map(width -> Columns.maskCount(builder, element, width)).toList(),
        (iteration, offset, mask, partial, carried) -> {
          Map<Value, Value> left = new LinkedHashMap<>();
          for (int i = 0; i < counted.size(); i++) {
            left.put(counted.get(i), carried.get(i));
          }
          storeAll(iteration, vectors(iteration, row, offset, partial, left), row, offset, mask);
          return List.copyOf(left.values());
        });
  }

  /** The last row and the last vector of a row come first. */
  private void downward(IrBuilder builder, Row row) {
    Columns.forEach(
        builder,
        element,
        destination.columns(),
        WorkOrder.DESCENDING,
        (iteration, offset, mask, partial) ->
            storeAll(
                iteration,
                vectors(iteration, row, offset, partial, new LinkedHashMap<>()),
                row,
                offset,
                mask));
  }

  private List<TileHandle> tiles() {
    List<TileHandle> tiles = new ArrayList<>();
    for (Plane plane : planes) {
      tiles.addAll(plane.sources());
      tiles.add(plane.destination());
    }
    return tiles;
  }

  private List<Value> widths(IrBuilder builder, Rows rows) {
    List<Value> widths = new ArrayList<>();
    for (TileHandle source : sources) {
      Value width =
          rows.valid == 0
              ? builder.index(0)
              : rows.valid == sources.size()
                  ? source.columns()
                  : source.columnsFrom(builder, rows.start);
      OptionalLong known = builder.constantOf(width);
      widths.add(
          widths.stream()
              .filter(other -> known.isPresent() && known.equals(builder.constantOf(other)))
              .findFirst()
              .orElse(width));
    }
    return widths;
  }

  private void storeAll(IrBuilder builder, List<Value> vectors, Row row, Value offset, Value mask) {
    for (int plane = 0; plane < planes.size(); plane++) {
      Value pointer = row.pointers.get(at(plane, sources.size()));
      store(builder, planes.get(plane), vectors.get(plane), pointer, offset, mask);
    }
  }

  /** Where the pointer of a source of a plane is; that of its destination follows the sources. */
  private int at(int plane, int source) {
    return plane * (sources.size() + 1) + source;
  }

  /**
   * @param left for each counted width the valid columns from {@code offset} on, which the next
   *     vector gets reduced; empty where vectors do not follow each other upward
   * @return a vector for each plane
   */
  private List<Value> vectors(
      IrBuilder builder, Row row, Value offset, boolean partial, Map<Value, Value> left) {
    Lanes lanes = new Lanes(builder, element, Columns.pattern(builder, element, "PAT_ALL"));
    List<Covering> covering = new ArrayList<>();
    for (int i = 0; i < sources.size(); i++) {
      Value width = row.widths.get(i);
      Coverage coverage = coverage(builder, width, builder.constantOf(offset));
      if (coverage != Coverage.NONE) {
        List<Value> data = new ArrayList<>();
        for (int plane = 0; plane < planes.size(); plane++) {
          data.add(
              load(builder, planes.get(plane), i, row.pointers.get(at(plane, i)), offset, partial));
        }
        covering.add(new Covering(width, coverage, data));
      }
    }
    List<Value> neutral = new ArrayList<>();
    for (Plane plane : planes) {
      neutral.add(lanes.as(lanes(plane)).splat(plane.neutral()));
    }
    if (covering.isEmpty()) {
      return neutral;
    }
    Covering first = covering.getFirst();
    if (covering.size() == 1) {
      return select(lanes, mask(lanes, first, offset, left), first.data, neutral);
    }
    return row.valid == 1
        ? select(
            lanes,
            mask(lanes, covering.getLast(), offset, left),
            covering.getLast().data,
            select(lanes, mask(lanes, first, offset, left), first.data, neutral))
        : overlap(lanes, first, covering.getLast(), offset, left, neutral);
  }

  /** Two sources with the same rows. */
  private List<Value> overlap(
      Lanes lanes,
      Covering first,
      Covering second,
      Value offset,
      Map<Value, Value> left,
      List<Value> neutral) {
    List<Value> combined = combination.emit(lanes, first.data, second.data);
    boolean isFirstWithin = isWithin(lanes.builder(), first, second);
    boolean isSecondWithin = isWithin(lanes.builder(), second, first);
    Value mask = mask(lanes, first, offset, left);
    if (isFirstWithin && isSecondWithin) {
      return select(lanes, mask, combined, neutral);
    }
    Value otherMask = mask(lanes, second, offset, left);
    if (isFirstWithin) {
      return select(lanes, mask, combined, select(lanes, otherMask, second.data, neutral));
    }
    List<Value> firstOnly = select(lanes, mask, first.data, neutral);
    if (isSecondWithin) {
      return select(lanes, otherMask, combined, firstOnly);
    }
    Value both = lanes.builder().value(Op.PAND, mask.type(), mask, otherMask, lanes.mask());
    return select(lanes, both, combined, select(lanes, otherMask, second.data, firstOnly));
  }

  /**
   * A source that has some of the columns of a vector.
   *
   * @param data its vectors, one for each plane
   */
  private record Covering(Value width, Coverage coverage, List<Value> data) {}

  /** True if one source is known to have no column that another does not have. */
  private static boolean isWithin(IrBuilder builder, Covering one, Covering other) {
    OptionalLong width = builder.constantOf(one.width);
    OptionalLong otherWidth = builder.constantOf(other.width);
    return other.coverage == Coverage.ALL
        || one.width == other.width
        || width.isPresent()
            && otherWidth.isPresent()
            && width.getAsLong() <= otherWidth.getAsLong();
  }

  private Value mask(Lanes lanes, Covering source, Value offset, Map<Value, Value> left) {
    return source.coverage == Coverage.ALL
        ? lanes.mask()
        : validLanes(lanes.builder(), source.width, offset, left);
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
  private Value validLanes(IrBuilder builder, Value width, Value offset, Map<Value, Value> left) {
    Value rest = builder.sub(width, offset);
    if (builder.constantOf(rest).isPresent()) {
      return Columns.prefix(builder, element, rest);
    }
    Value counter = left.get(width);
    if (counter == null) {
      return Columns.prefix(builder, element, builder.maxSigned(rest, builder.index(0)));
    }
    Operation below = Columns.lessThan(builder, element, counter);
    left.put(width, below.result(1));
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

  /**
   * How much a source has of a vector.
   *
   * @param start first column, empty where the vectors of a loop are meant
   */
  private Coverage coverage(IrBuilder builder, Value width, OptionalLong start) {
    OptionalLong known = builder.constantOf(width);
    OptionalLong total = builder.constantOf(destination.columns());
    if (known.isPresent() && known.getAsLong() == 0) {
      return Coverage.NONE;
    }
    if (width == destination.columns()) {
      return Coverage.ALL;
    }
    if (known.isEmpty() || start.isEmpty()) {
      boolean covers =
          known.isPresent() && total.isPresent() && known.getAsLong() >= total.getAsLong();
      return covers ? Coverage.ALL : Coverage.PART;
    }
    long left = known.getAsLong() - start.getAsLong();
    long lanes = VectorRegisterType.full(element).lanes();
    long needed =
        total.isPresent() ? Math.min(lanes, total.getAsLong() - start.getAsLong()) : lanes;
    return left <= 0 ? Coverage.NONE : left >= needed ? Coverage.ALL : Coverage.PART;
  }
}
