package org.ptoc.backend.a2a3.tile;

import java.util.Optional;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;

/** Scalar operands as the registers of vector instructions hold them: the bits of one element. */
final class Scalars {
  private static final long BYTE_PAIR = 0x0101;

  private Scalars() {}

  /** A scalar in the type of the elements; a wider float is rounded. */
  static Value element(IrBuilder builder, Value scalar, ElementType element) {
    if (scalar.type() == ElementType.F32 && element.isFloat() && element != ElementType.F32) {
      Optional<Attribute> known = builder.constants().get(scalar);
      if (known.isPresent()
          && known.get() instanceof Attribute.Real real
          && element == ElementType.F16) {
        short bits = Float.floatToFloat16(Float.intBitsToFloat((int) real.bits()));
        return builder.pattern(Short.toUnsignedLong(bits), element);
      }
      return builder.value(Arithmetic.TRUNCF, element, scalar);
    }
    return scalar;
  }

  /** An 8-bit scalar in both halves of a 16-bit lane, any other as it is. */
  static Value halfWord(IrBuilder builder, Value scalar, ElementType element) {
    if (element.bits() != 8) {
      return element(builder, scalar, element);
    }
    Value low = builder.and(wide(builder, scalar), builder.i64(0xFF));
    return builder.mul(low, builder.i64(BYTE_PAIR));
  }

  private static Value wide(IrBuilder builder, Value scalar) {
    return builder.cast(scalar, ElementType.I64);
  }

  /** The scalar with the other sign. */
  static Value negated(IrBuilder builder, Value scalar, ElementType element) {
    Value own = element(builder, scalar, element);
    if (!element.isFloat()) {
      return builder.sub(builder.like(own, 0), own);
    }
    Optional<Attribute> known = builder.constants().get(own);
    if (known.isPresent() && known.get() instanceof Attribute.Real real) {
      return builder.pattern(real.bits() ^ 1L << element.bits() - 1, element);
    }
    return builder.value(Arithmetic.NEGF, element, own);
  }

  /** An integer scalar converted to single precision, with a bias subtracted. */
  static Value asFloat(IrBuilder builder, Value scalar, ElementType element, long bias) {
    Value narrow = builder.cast(scalar, ElementType.signless(element.bits()));
    var known = builder.constantOf(narrow);
    if (known.isPresent()) {
      long value = known.getAsLong();
      long own = element.isSigned() ? value : value & (1L << element.bits()) - 1;
      return builder.pattern(Float.floatToRawIntBits((float) (own - bias)), ElementType.F32);
    }
    Arithmetic extend = element.isSigned() ? Arithmetic.EXTSI : Arithmetic.EXTUI;
    Value extended = builder.value(extend, ElementType.I32, narrow);
    return builder.value(
        Arithmetic.SITOFP, ElementType.F32, builder.sub(extended, builder.i32(bias)));
  }

  /** The bits of minus one. */
  static long minusOne(ElementType element) {
    return element.isFloat() ? element.one() | 1L << element.bits() - 1 : -1;
  }

  /** The value below (or above) all others: an infinity, or the end of the signed range. */
  static long extreme(ElementType element, boolean lowest) {
    return switch (element) {
      case F32 -> lowest ? 0xFF80_0000L : 0x7F80_0000L;
      case F16 -> lowest ? 0xFC00L : 0x7C00L;
      case BF16 -> lowest ? 0xFF80L : 0x7F80L;
      default -> lowest ? -1L << element.bits() - 1 : (1L << element.bits() - 1) - 1;
    };
  }
}
