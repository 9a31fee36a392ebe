package org.ptoc.backend.a5.tile;

import java.util.OptionalLong;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;

/** Scalars beside tiles. */
final class ScalarOperand {
  private ScalarOperand() {}

  /**
   * A scalar in the element type of a tile; integers become signless, wider ones are cut, floats
   * rounded.
   */
  static Value of(IrBuilder builder, Value value, ElementType element) {
    ElementType type = (ElementType) value.type();
    if (element.isFloat()) {
      return type == element ? value : narrow(builder, value, element);
    }
    ElementType signless = ElementType.signless(element.bits());
    if (type.bits() == element.bits()) {
      return value;
    }
    Value plain =
        type.kind() == ElementType.Kind.SIGNLESS || type == ElementType.INDEX
            ? value
            : builder.signless(value);
    return builder.cast(plain, signless);
  }

  /**
   * A wider float rounded to the element type; a constant is rounded at compile time, because
   * lowerings inspect it.
   */
  private static Value narrow(IrBuilder builder, Value value, ElementType element) {
    OptionalLong known = builder.constants().bits(value);
    if (known.isPresent() && value.type() == ElementType.F32 && element == ElementType.F16) {
      short half = Float.floatToFloat16(Float.intBitsToFloat((int) known.getAsLong()));
      return builder.pattern(Short.toUnsignedLong(half), element);
    }
    return builder.value(Arithmetic.TRUNCF, element, value);
  }
}
