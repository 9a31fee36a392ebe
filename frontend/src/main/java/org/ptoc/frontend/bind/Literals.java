package org.ptoc.frontend.bind;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.ElementType;

/** Numbers of the text as constants of a type (spec/00, section 5, arith.constant). */
final class Literals {
  private static final int MAXIMUM_DIGITS = 64;

  private Literals() {}

  /**
   * A constant: integers that fit the width, floats rounded to nearest even, hexadecimal floats as
   * bits.
   */
  static Attribute constant(String text, ElementType type, Location location) throws Problem {
    boolean hexadecimal = text.startsWith("0x") || text.startsWith("-0x");
    boolean fraction =
        !hexadecimal
            && (text.indexOf('.') >= 0 || text.indexOf('e') >= 0 || text.indexOf('E') >= 0);
    if (!type.isFloat()) {
      if (fraction || type.kind() == ElementType.Kind.PACKED) {
        throw bad(location, "`" + text + "` is no " + type);
      }
      return new Attribute.Int(integer(text, type.bits(), location), type);
    }
    if (hexadecimal) {
      return new Attribute.Real(bits(text, type, location), type);
    }
    return new Attribute.Real(real(text, type, location), type);
  }

  /** An integer of any sign that fits the width, at most 64 bits. */
  static long integer(String text, int width, Location location) throws Problem {
    if (!fits(text, width, location)) {
      throw bad(location, "`" + text + "` does not fit " + width + " bits");
    }
    return reduced(text, width, location);
  }

  /** True if the number is one of the width, signed or unsigned. */
  static boolean fits(String text, int width, Location location) throws Problem {
    BigInteger value = parse(text, location);
    BigInteger limit = BigInteger.ONE.shiftLeft(width);
    return value.compareTo(limit) < 0 && value.compareTo(limit.shiftRight(1).negate()) >= 0;
  }

  /** The low bits of an integer, as a signed number. */
  static long reduced(String text, int width, Location location) throws Problem {
    int unused = 64 - width;
    return parse(text, location).longValue() << unused >> unused;
  }

  private static BigInteger parse(String text, Location location) throws Problem {
    if (text.length() > MAXIMUM_DIGITS) {
      throw bad(location, "the number is too large");
    }
    boolean negative = text.startsWith("-");
    String digits = negative ? text.substring(1) : text;
    try {
      BigInteger magnitude =
          digits.startsWith("0x")
              ? new BigInteger(digits.substring(2), 16)
              : new BigInteger(digits);
      return negative ? magnitude.negate() : magnitude;
    } catch (NumberFormatException malformed) {
      throw bad(location, "`" + text + "` is no integer");
    }
  }

  private static long bits(String text, ElementType type, Location location) throws Problem {
    long bits = integer(text, type.bits(), location);
    return type.bits() == 64 ? bits : bits & ((1L << type.bits()) - 1);
  }

  private static long real(String text, ElementType type, Location location) throws Problem {
    float nearest;
    try {
      nearest = Float.parseFloat(text);
    } catch (NumberFormatException malformed) {
      throw bad(location, "`" + text + "` is no number");
    }
    return switch (type) {
      case F32 -> Float.floatToRawIntBits(nearest) & 0xFFFF_FFFFL;
      case F16 -> Float.floatToFloat16(roundToOdd(nearest, text)) & 0xFFFFL;
      case BF16 -> bfloat(roundToOdd(nearest, text));
      default ->
          throw bad(
              location, "a constant of type " + type + " is written as a hexadecimal bit pattern");
    };
  }

  /** Keeps what the second rounding must know: an inexact result gets an odd last bit. */
  private static float roundToOdd(float nearest, String text) {
    if (Float.isInfinite(nearest) || nearest == 0) {
      return nearest;
    }
    int order = new BigDecimal(text).compareTo(new BigDecimal(nearest));
    if (order == 0) {
      return nearest;
    }
    boolean awayFromZero = order < 0 == nearest > 0;
    float towardZero = awayFromZero ? Math.nextAfter(nearest, 0.0) : nearest;
    return Float.intBitsToFloat(Float.floatToRawIntBits(towardZero) | 1);
  }

  private static long bfloat(float value) {
    int bits = Float.floatToRawIntBits(value);
    int rounded = bits + 0x7FFF + (bits >>> 16 & 1);
    return Integer.toUnsignedLong(rounded >>> 16);
  }

  private static Problem bad(Location location, String message) {
    return new Problem(DiagnosticCode.BAD_NUMBER, location, message);
  }
}
