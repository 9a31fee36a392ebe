package org.ptoc.backend.a5.tile;

import java.util.List;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.tile.TileHandle;

/**
 * Row reductions (spec/20, 7.1): the vectors of a row are combined lane by lane, then the lanes of
 * one vector; the result goes to column 0 of the row. Lanes outside the row take the neutral
 * element.
 */
final class RowReduction {
  private final TileHandle source;
  private final TileHandle destination;
  private final ElementType element;

  RowReduction(TileHandle source, TileHandle destination) {
    this.source = source;
    this.destination = destination;
    this.element = source.element();
  }

  /** The operation of a plain reduction, with what it leaves alone. */
  enum Kind {
    SUM("pto.vadd", "pto.vcadd"),
    PRODUCT("pto.vmul", ""),
    MAXIMUM("pto.vmax", "pto.vcmax"),
    MINIMUM("pto.vmin", "pto.vcmin");

    /** The reduction that an operation stands for. */
    static Kind of(Operation op) {
      return valueOf(op.definition().combines().name());
    }

    private final String combine;
    private final String reduce;

    Kind(String combine, String reduce) {
      this.combine = combine;
      this.reduce = reduce;
    }

    String combine() {
      return combine;
    }

    /** The bit pattern of the neutral element. */
    long neutral(ElementType element) {
      return switch (this) {
        case SUM -> 0;
        case PRODUCT -> one(element);
        case MAXIMUM -> extreme(element, true);
        case MINIMUM -> extreme(element, false);
      };
    }

    private static long one(ElementType element) {
      return switch (element) {
        case F32 -> 0x3F800000L;
        case F16 -> 0x3C00L;
        case BF16 -> 0x3F80L;
        default -> 1;
      };
    }

    /** The value below (or above) all others: an infinity, or the end of the integer range. */
    static long extreme(ElementType element, boolean lowest) {
      return switch (element) {
        case F32 -> lowest ? 0xFF800000L : 0x7F800000L;
        case F16 -> lowest ? 0xFC00L : 0x7C00L;
        case BF16 -> lowest ? 0xFF80L : 0x7F80L;
        default -> {
          boolean signed = element.isSigned();
          long least = signed ? -1L << element.bits() - 1 : 0;
          yield lowest ? least : least - 1 & (signed ? -1L : -1L >>> 64 - element.bits());
        }
      };
    }
  }

  /** Emits a sum, product, maximum or minimum of each row. */
  void emit(IrBuilder builder, Kind kind) {
    if (Elementwise.isEmpty(builder, source)) {
      return;
    }
    builder.vecscope(
        body ->
            Columns.rows(
                body,
                source.rows(),
                List.of(source, destination),
                (inner, row, pointers) -> {
                  Value combined = combineRow(inner, pointers.get(0), kind);
                  Value reduced = reduceLanes(inner, combined, kind);
                  Columns.storeFirst(
                      inner, reduced, destination.element(), pointers.get(1), inner.index(0));
                }));
  }

  private Value combineRow(IrBuilder builder, Value pointer, Kind kind) {
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
                  first ? wide : full(body, total).binary(kind.combine, carried.getFirst(), wide));
            })
        .getFirst();
  }

  /**
   * Sums and products of half precision are formed in single precision: in half precision the error
   * of a long row exceeds the tolerance, and a partial product may overflow although the product
   * does not (spec/20, 7.1 and 11).
   */
  private ElementType totalType(Kind kind) {
    boolean accumulates = kind == Kind.SUM || kind == Kind.PRODUCT;
    return element == ElementType.F16 && accumulates ? ElementType.F32 : element;
  }

  private static Lanes full(IrBuilder builder, ElementType type) {
    return new Lanes(builder, type, Columns.pattern(builder, type, "PAT_ALL"));
  }

  private static Value splat(IrBuilder builder, ElementType type, long bits) {
    return full(builder, type).splat(bits);
  }

  /** Each even lane combined with the odd lane after it, in single precision. */
  private static Value widenedPairs(IrBuilder builder, Value halves, Value all, Kind kind) {
    Value even = Conversion.convert(builder, halves, all, ElementType.F32, "", "", "EVEN");
    Value odd = Conversion.convert(builder, halves, all, ElementType.F32, "", "", "ODD");
    return full(builder, ElementType.F32).binary(kind.combine, even, odd);
  }

  private Value reduceLanes(IrBuilder builder, Value vector, Kind kind) {
    Lanes lanes = full(builder, totalType(kind));
    Value result =
        kind == Kind.PRODUCT
            ? foldProduct(lanes, vector)
            : builder.value(kind.reduce, reducedType(kind), vector, lanes.mask());
    return lanes.element() == element
        ? result
        : Conversion.convert(builder, result, lanes.mask(), element, "R", "NOSAT", "EVEN");
  }

  /**
   * A sum of narrow integers is formed in lanes of twice the width; the store keeps the low part.
   */
  private VectorRegisterType reducedType(Kind kind) {
    boolean widens = kind == Kind.SUM && element.isInteger() && element.bits() < 32;
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
                  "pto.vdintlv",
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
    Value best = data.splat(Kind.extreme(element, maximum));
    Value where = numbers.splat(0);
    Value current =
        builder.value(
            "pto.vci", numbers.type(), builder.integer(0, ElementType.signless(indices.bits())));
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
                  innerNumbers.binary("pto.vadds", carried.get(2), step));
            });
    Value reduced = data.unary(maximum ? "pto.vcmax" : "pto.vcmin", end.get(0));
    Value everywhere =
        builder.value(
            "pto.vdup",
            data.type(),
            Attributes.of("position", new Attribute.Text("LOWEST")),
            reduced,
            all);
    Value holders = data.compare("eq", end.get(0), everywhere);
    Value index = builder.value("pto.vcmin", numbers.type(), end.get(1), holders);
    return widened(builder, index, indices);
  }

  private static Value widened(IrBuilder builder, Value index, ElementType indices) {
    return indices.bits() == 32
        ? index
        : builder.value(
            "pto.vzunpack", VectorRegisterType.full(ElementType.UI32), index, builder.index(0));
  }
}
