package org.ptoc.backend.a5.tile;

import java.util.List;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;

/**
 * Integer powers by squaring (spec/50, 2.9): products wrap, a power of 0 is 1, and of negative
 * powers only those of 1 and -1 are not 0.
 */
final class Power {
  private Power() {}

  /**
   * One iteration for each bit of the exponent. Its two's complement bits give 1 and -1 their right
   * sign for negative exponents too.
   */
  static Value of(Lanes lanes, Value base, Value exponent) {
    IrBuilder builder = lanes.builder();
    ElementType unsigned = ElementType.UI8.withBits(lanes.element().bits());
    Value one = lanes.splat(1);
    List<Value> end =
        builder.loop(
            builder.index(0),
            builder.index(lanes.element().bits()),
            builder.index(1),
            List.of(one, base, exponent),
            (body, bit, carried) -> {
              Lanes inner = new Lanes(body, lanes.element(), lanes.mask());
              Value power = carried.get(1);
              Value rest = carried.get(2);
              Value odd =
                  inner.compareScalar("ne", inner.binary(Op.VAND, rest, one), inner.scalar(0));
              Value product = LaneRules.product(inner, carried.getFirst(), power);
              Lanes magnitude = inner.as(unsigned);
              Value next = magnitude.shiftRight(inner.reinterpret(rest, unsigned), 1);
              return List.of(
                  inner.select(odd, product, carried.getFirst()),
                  LaneRules.product(inner, power, power),
                  inner.reinterpret(next, inner.element()));
            });
    return lanes.element().isSigned()
        ? withoutFractions(lanes, base, exponent, end.getFirst())
        : end.getFirst();
  }

  private static Value withoutFractions(Lanes lanes, Value base, Value exponent, Value power) {
    Value negative = lanes.compareScalar("lt", exponent, lanes.scalar(0));
    Value unit = lanes.compareScalar("eq", lanes.unary(Op.VABS, base), lanes.scalar(1));
    Value whole = lanes.select(unit, power, lanes.splat(0));
    return lanes.select(negative, whole, power);
  }
}
