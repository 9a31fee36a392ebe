package org.ptoc.backend.a5.tile;

import java.util.List;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.overlap.WorkOrder;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.tile.Reduction;

/**
 * Row reductions (spec/20, 7.1): the vectors of a row are combined lane by lane, then the lanes of
 * one vector; the result goes to column 0 of the row. Lanes outside the row take the neutral
 * element.
 */
final class RowReduction {
  private final TileHandle source;
  private final TileHandle destination;
  private final WorkOrder order;
  private final ElementType element;

  RowReduction(TileHandle source, TileHandle destination, WorkOrder order) {
    this.source = source;
    this.order = order;
    this.destination = destination;
    this.element = source.element();
  }

  /** What puts two vectors together. */
  static Op combine(Reduction reduction) {
    return switch (reduction) {
      case SUM -> Op.VADD;
      case PRODUCT -> Op.VMUL;
      case MAXIMUM -> Op.VMAX;
      case MINIMUM -> Op.VMIN;
    };
  }

  /** Emits a sum, product, maximum or minimum of each row. */
  void emit(IrBuilder builder, Reduction kind) {
    if (Elementwise.isEmpty(builder, source)) {
      return;
    }
    builder.vecscope(
        body ->
            Columns.rows(
                body,
                source.rows(),
                List.of(source, destination),
                order,
                (inner, row, pointers) -> {
                  Value combined = combineRow(inner, pointers.get(0), kind);
                  Value reduced = reduceLanes(inner, combined, kind);
                  Columns.storeFirst(
                      inner, reduced, destination.element(), pointers.get(1), inner.index(0));
                }));
  }

  private Value combineRow(IrBuilder builder, Value pointer, Reduction kind) {
    ElementType total = totalType(kind);
    Value all = Columns.pattern(builder, element, "PAT_ALL");
    Value neutral = new Lanes(builder, element, all).splat(kind.neutral(element));
    Value start = total == element ? neutral : splat(builder, total, kind.neutral(total));
    return Columns.forEach(
            builder,
            element,
            source.columns(),
            List.of(start),
            (body, offset, mask, partial, carried) -> {
              Value data = Columns.load(body, source, pointer, offset, partial);
              Value valid =
                  partial ? new Lanes(body, element, all).select(mask, data, neutral) : data;
              Value wide = total == element ? valid : widenedPairs(body, valid, all, kind);
              boolean first = carried.getFirst() == start;
              return List.of(
                  first ? wide : full(body, total).binary(combine(kind), carried.getFirst(), wide));
            })
        .getFirst();
  }

  /**
   * Sums and products of half precision are formed in single precision: in half precision the error
   * of a long row exceeds the tolerance, and a partial product may overflow although the product
   * does not (spec/20, 7.1 and 11).
   */
  private ElementType totalType(Reduction kind) {
    boolean accumulates = kind == Reduction.SUM || kind == Reduction.PRODUCT;
    return element == ElementType.F16 && accumulates ? ElementType.F32 : element;
  }

  private static Lanes full(IrBuilder builder, ElementType type) {
    return new Lanes(builder, type, Columns.pattern(builder, type, "PAT_ALL"));
  }

  private static Value splat(IrBuilder builder, ElementType type, long bits) {
    return full(builder, type).splat(bits);
  }

  /** Each even lane combined with the odd lane after it, in single precision. */
  private static Value widenedPairs(IrBuilder builder, Value halves, Value all, Reduction kind) {
    Value even = Conversion.convert(builder, halves, all, ElementType.F32, "", "", "EVEN");
    Value odd = Conversion.convert(builder, halves, all, ElementType.F32, "", "", "ODD");
    return full(builder, ElementType.F32).binary(combine(kind), even, odd);
  }

  private Value reduceLanes(IrBuilder builder, Value vector, Reduction kind) {
    Lanes lanes = full(builder, totalType(kind));
    Value result =
        switch (kind) {
          case SUM -> builder.value(Op.VCADD, reducedType(kind), vector, lanes.mask());
          case PRODUCT -> foldProduct(lanes, vector);
          case MAXIMUM -> builder.value(Op.VCMAX, reducedType(kind), vector, lanes.mask());
          case MINIMUM -> builder.value(Op.VCMIN, reducedType(kind), vector, lanes.mask());
        };
    return lanes.element() == element
        ? result
        : Conversion.convert(builder, result, lanes.mask(), element, "R", "NOSAT", "EVEN");
  }

  /**
   * A sum of narrow integers is formed in lanes of twice the width; the store keeps the low part.
   */
  private VectorRegisterType reducedType(Reduction kind) {
    boolean widens = kind == Reduction.SUM && element.isInteger() && element.bits() < 32;
    return VectorRegisterType.full(widens ? element.withBits(2 * element.bits()) : totalType(kind));
  }

  /** Multiplies even lanes by odd lanes until one is left. */
  private static Value foldProduct(Lanes lanes, Value vector) {
    Value product = vector;
    for (int left = lanes.type().lanes(); left > 1; left /= 2) {
      List<Value> halves =
          lanes
              .builder()
              .create(
                  Op.VDINTLV,
                  List.of(product, product),
                  List.of(lanes.type(), lanes.type()),
                  Attributes.EMPTY)
              .results();
      product = lanes.mul(halves.get(0), halves.get(1));
    }
    return product;
  }

  /** Emits the column number of the first maximum or minimum of each row. */
  void emitIndex(IrBuilder builder, boolean maximum) {
    if (Elementwise.isEmpty(builder, source)) {
      return;
    }
    builder.vecscope(
        body ->
            Columns.rows(
                body,
                source.rows(),
                List.of(source, destination),
                order,
                (inner, row, pointers) -> {
                  Value index = firstExtremum(inner, pointers.get(0), maximum);
                  Columns.storeFirst(
                      inner, index, destination.element(), pointers.get(1), inner.index(0));
                }));
  }

  /**
   * Each lane keeps its best value and where it was; then the smallest index among the lanes that
   * hold the overall best.
   */
  private Value firstExtremum(IrBuilder builder, Value pointer, boolean maximum) {
    ElementType indices = ElementType.UI8.withBits(element.bits());
    Value all = Columns.pattern(builder, element, "PAT_ALL");
    Lanes data = new Lanes(builder, element, all);
    Lanes numbers = data.as(indices);
    Value best = data.splat(Reduction.extremum(maximum).neutral(element));
    Value where = numbers.splat(0);
    Value current =
        builder.value(
            Op.VCI, numbers.type(), builder.integer(0, ElementType.signless(indices.bits())));
    List<Value> end =
        Columns.forEach(
            builder,
            element,
            source.columns(),
            List.of(best, where, current),
            (body, offset, mask, partial, carried) -> {
              Value values = Columns.load(body, source, pointer, offset, partial);
              Value better =
                  new Lanes(body, element, mask)
                      .compare(maximum ? "gt" : "lt", values, carried.get(0));
              Lanes inner = new Lanes(body, element, all);
              Lanes innerNumbers = inner.as(indices);
              Value step = innerNumbers.scalar(inner.type().lanes());
              return List.of(
                  inner.select(better, values, carried.get(0)),
                  inner.select(better, carried.get(2), carried.get(1)),
                  innerNumbers.binary(Op.VADDS, carried.get(2), step));
            });
    Value reduced = data.unary(maximum ? Op.VCMAX : Op.VCMIN, end.get(0));
    Value everywhere =
        builder.value(
            Op.VDUP,
            data.type(),
            Attributes.of(AttributeName.POSITION, new Attribute.Text("LOWEST")),
            reduced,
            all);
    Value holders = data.compare("eq", end.get(0), everywhere);
    Value index = builder.value(Op.VCMIN, numbers.type(), end.get(1), holders);
    return widened(builder, index, indices);
  }

  private static Value widened(IrBuilder builder, Value index, ElementType indices) {
    return indices.bits() == 32
        ? index
        : builder.value(
            Op.VZUNPACK, VectorRegisterType.full(ElementType.UI32), index, builder.index(0));
  }
}
