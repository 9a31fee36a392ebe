package org.ptoc.passes.vmi;

import org.ptoc.ir.Attribute;
import org.ptoc.ir.type.ElementType;

/** The bits of constants in an element type. */
final class FloatBits {
  private static final int SINGLE_TO_BRAIN = 16;

  private FloatBits() {}

  /** The bits of a number of the text: integers wrap, floats are rounded to nearest even. */
  static long of(Attribute constant, ElementType element) {
    return switch (constant) {
      case Attribute.Int number ->
          element.isFloat() ? of((float) number.value(), element) : number.value();
      case Attribute.Real real -> of(Float.intBitsToFloat((int) real.bits()), element);
      default -> 0;
    };
  }

  private static long of(float number, ElementType element) {
    return switch (element) {
      case F32 -> Float.floatToRawIntBits(number);
      case F16 -> Float.floatToFloat16(number);
      case BF16 -> {
        int bits = Float.floatToRawIntBits(number);
        int odd = bits >>> SINGLE_TO_BRAIN & 1;
        yield Float.isNaN(number) ? 0x7FC0 : bits + 0x7FFF + odd >>> SINGLE_TO_BRAIN;
      }
      default -> throw new IllegalArgumentException("no constants of " + element);
    };
  }
}
