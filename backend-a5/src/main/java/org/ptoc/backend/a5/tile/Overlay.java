package org.ptoc.backend.a5.tile;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.tile.TileHandle;

/**
 * Operations whose sources cover the destination only in part: {@code tpart*} and {@code tfillpad*}
 * (spec/20, 7.4 and 8.3). Row ranges with the same set of valid sources share a loop; inside a row,
 * masks tell which source holds a column.
 */
final class Overlay {
  private final List<TileHandle> sources;
  private final TileHandle destination;
  private final ElementType element;
  private final long neutral;
  private final Combination combination;

  /** Combines two vectors where both sources are valid. */
  interface Combination {
    Value emit(Lanes lanes, Value first, Value second);
  }

  /**
   * @param neutral bit pattern of elements that no source covers
   */
  Overlay(List<TileHandle> sources, TileHandle destination, long neutral, Combination combination) {
    this.sources = List.copyOf(sources);
    this.destination = destination;
    this.element = destination.element();
    this.neutral = neutral;
    this.combination = combination;
  }

  void emit(IrBuilder builder) {
    if (Elementwise.isEmpty(builder, destination)) {
      return;
    }
    builder.vecscope(
        body -> {
          Value start = body.index(0);
          for (Value end : boundaries(body)) {
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
    List<TileHandle> tiles = new ArrayList<>(sources);
    tiles.add(destination);
    Columns.rows(
        builder,
        start,
        end,
        tiles,
        (body, row, pointers) -> {
          List<Value> widths = new ArrayList<>();
          for (TileHandle source : sources) {
            widths.add(validColumns(body, source, start));
          }
          Columns.forEach(
              body,
              element,
              destination.columns(),
              widths.stream().map(width -> Columns.maskCount(body, element, width)).toList(),
              (pass, offset, mask, partial, left) -> {
                List<Value> next = new ArrayList<>(left);
                Value vector = vector(pass, pointers, widths, offset, partial, next);
                Columns.store(pass, vector, pointers.getLast(), offset, mask);
                return next;
              });
        });
  }

  /** Valid columns of a source in a row range: none below its last valid row. */
  private static Value validColumns(IrBuilder builder, TileHandle source, Value start) {
    var known = builder.constantOf(source.rows());
    var first = builder.constantOf(start);
    if (known.isPresent() && first.isPresent()) {
      return first.getAsLong() < known.getAsLong() ? source.columns() : builder.index(0);
    }
    Value inside = builder.compare("slt", start, source.rows());
    return builder.value(
        "arith.select", ElementType.INDEX, inside, source.columns(), builder.index(0));
  }

  /**
   * @param left valid columns of each source from {@code offset} on, which the next vector gets
   *     reduced
   */
  private Value vector(
      IrBuilder builder,
      List<Value> pointers,
      List<Value> widths,
      Value offset,
      boolean partial,
      List<Value> left) {
    Value all = Columns.pattern(builder, element, "PAT_ALL");
    Lanes lanes = new Lanes(builder, element, all);
    Value result = lanes.splat(neutral);
    List<Value> loaded = new ArrayList<>();
    List<Value> masks = new ArrayList<>();
    for (int i = 0; i < sources.size(); i++) {
      Coverage coverage = coverage(builder, widths.get(i), offset);
      if (coverage == Coverage.NONE) {
        continue;
      }
      Value data =
          Columns.load(
              builder, sources.get(i), pointers.get(i), offset, reach(sources.get(i), partial));
      loaded.add(data);
      if (coverage == Coverage.ALL) {
        masks.add(all);
        result = data;
      } else {
        masks.add(validLanes(builder, widths.get(i), offset, left, i));
        result = lanes.select(masks.getLast(), data, result);
      }
    }
    if (loaded.size() < 2) {
      return result;
    }
    Value combined = combination.emit(lanes, loaded.get(0), loaded.get(1));
    if (masks.get(0) == all && masks.get(1) == all) {
      return combined;
    }
    Value both = builder.value("pto.pand", all.type(), masks.get(0), masks.get(1), all);
    return lanes.select(both, combined, firstWhereOnly(lanes, loaded, masks, result));
  }

  /** The lanes that a source covers in part: a constant, or counted down from pass to pass. */
  private Value validLanes(
      IrBuilder builder, Value width, Value offset, List<Value> left, int source) {
    Value rest = builder.sub(width, offset);
    if (builder.constantOf(rest).isPresent()) {
      return Columns.prefix(builder, element, rest);
    }
    Operation below = Columns.lessThan(builder, element, left.get(source));
    left.set(source, below.result(1));
    return below.result(0);
  }

  /** Vectors run over the destination's columns, which a source may not have. */
  private long reach(TileHandle source, boolean partial) {
    boolean inside = !partial && source.pitch() >= destination.pitch();
    return inside ? 0 : VectorRegisterType.REGISTER_BYTES + destination.pitchBytes();
  }

  /**
   * A later source that covers a whole vector must not hide an earlier one; outside the common part
   * the order is free.
   */
  private static Value firstWhereOnly(
      Lanes lanes, List<Value> loaded, List<Value> masks, Value result) {
    return masks.get(1) == lanes.mask() ? loaded.get(1) : result;
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
