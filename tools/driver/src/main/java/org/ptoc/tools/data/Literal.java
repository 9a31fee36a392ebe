package org.ptoc.tools.data;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Numbers as the command line writes them: {@code 5}, {@code -1}, {@code 0x4200}, {@code 1.5},
 * {@code nan}.
 */
final class Literal {
  private Literal() {}

  /** The bits of an element; hexadecimal digits are the bit pattern itself. */
  static DataResult<Long> parse(DataFormat format, String text) {
    if (text.startsWith("0x") || text.startsWith("0X")) {
      return pattern(format, text);
    }
    return switch (format.kind()) {
      case BOOLEAN ->
          switch (text) {
            case "0", "false" -> DataResult.of(0L);
            case "1", "true" -> DataResult.of(1L);
            default ->
                DataResult.problem("'" + text + "' is no truth value; 0, 1, false and true are");
          };
      case SIGNED, UNSIGNED -> integer(format, text);
      case FLOAT -> floating(format, text);
      case BITS ->
          DataResult.problem(
              "write a number of type "
                  + format.spelling()
                  + " as its bit pattern, for example 0x38: a byte holds two of them");
    };
  }

  private static DataResult<Long> pattern(DataFormat format, String text) {
    String digits = text.substring(2);
    try {
      BigInteger value = new BigInteger(digits, 16);
      if (value.signum() >= 0 && digits.charAt(0) != '+' && value.bitLength() <= format.bits()) {
        return DataResult.of(value.longValue());
      }
    } catch (NumberFormatException e) {
      // Falls through to the message.
    }
    return DataResult.problem(
        "'"
            + text
            + "' is no bit pattern of "
            + format.bits()
            + " bits; write 1 to "
            + format.bits() / 4
            + " hexadecimal digits after 0x");
  }

  private static DataResult<Long> integer(DataFormat format, String text) {
    BigInteger value;
    try {
      value = new BigInteger(text);
    } catch (NumberFormatException e) {
      return DataResult.problem("'" + text + "' is no integer; write it like 5, -1 or 0x2A");
    }
    // Types without a sign hold the numbers of both kinds, as constants of kernels do.
    boolean signed = format.kind() == DataFormat.Kind.SIGNED;
    BigInteger low = signed ? BigInteger.TWO.pow(format.bits() - 1).negate() : BigInteger.ZERO;
    BigInteger high = BigInteger.TWO.pow(format.bits()).subtract(BigInteger.ONE);
    if (value.compareTo(low) < 0 || value.compareTo(high) > 0) {
      return DataResult.problem(
          text + " does not fit " + format.spelling() + ", which holds " + low + " to " + high);
    }
    return DataResult.of(value.longValue() & -1L >>> 64 - format.bits());
  }

  private static DataResult<Long> floating(DataFormat format, String text) {
    boolean negative = text.startsWith("-");
    switch (negative ? text.substring(1) : text) {
      case "nan" -> {
        return DataResult.of(fromDouble(format, Double.NaN));
      }
      case "inf" -> {
        return DataResult.of(
            fromDouble(format, negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY));
      }
      default -> {
        /* a number */
      }
    }
    if (!isDecimal(text)) {
      return DataResult.problem(
          "'"
              + text
              + "' is no number of type "
              + format.spelling()
              + "; write it like 1.5, -2e3, nan, inf or, as a bit pattern, 0x"
              + "3c000000".substring(0, Math.min(8, format.bits() / 4)));
    }
    // f32 is rounded from the decimal at once; going through double would round some numbers twice.
    long bits =
        format == DataFormat.F32
            ? Float.floatToIntBits(Float.parseFloat(text)) & 0xFFFF_FFFFL
            : fromDouble(format, narrowed(format, text));
    double made = format.toDouble(bits);
    if (Double.isNaN(made)) {
      return DataResult.problem(text + " does not fit " + format.spelling());
    }
    if (Double.isInfinite(made)) {
      return DataResult.problem(
          text + " is too large for " + format.spelling() + "; write inf if that is meant");
    }
    return DataResult.of(bits);
  }

  /**
   * A double that rounds to the small formats like the decimal itself: rounded to odd, so that no
   * tie is invented.
   */
  private static double narrowed(DataFormat format, String text) {
    double nearest = Double.parseDouble(text);
    if (format == DataFormat.F64
        || Double.isInfinite(nearest)
        || (Double.doubleToLongBits(nearest) & 1) != 0) {
      return nearest;
    }
    int order = new BigDecimal(text).compareTo(new BigDecimal(nearest));
    return order == 0 ? nearest : order > 0 ? Math.nextUp(nearest) : Math.nextDown(nearest);
  }

  /**
   * Digits with at most one point and a short exponent; Java's own parser also takes suffixes and
   * long names.
   */
  private static boolean isDecimal(String text) {
    int at = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
    int digits = 0;
    boolean point = false;
    while (at < text.length() && (isDigit(text.charAt(at)) || text.charAt(at) == '.' && !point)) {
      point |= text.charAt(at) == '.';
      digits += isDigit(text.charAt(at++)) ? 1 : 0;
    }
    if (at == text.length() || digits == 0) {
      return digits > 0 && digits < 2000;
    }
    if (text.charAt(at) != 'e' && text.charAt(at) != 'E') {
      return false;
    }
    at += at + 1 < text.length() && "+-".indexOf(text.charAt(at + 1)) >= 0 ? 2 : 1;
    int start = at;
    while (at < text.length() && isDigit(text.charAt(at))) {
      at++;
    }
    // Exponents of more than four digits cannot be in range, and cost BigDecimal dearly.
    return at == text.length() && at > start && at - start <= 4 && digits < 2000;
  }

  private static boolean isDigit(char character) {
    return character >= '0' && character <= '9';
  }

  /**
   * The bits of a number, rounded to nearest even; integers take the low bits of the number rounded
   * toward zero.
   */
  static long fromDouble(DataFormat format, double value) {
    return switch (format) {
      case F16 -> Double.isNaN(value) ? 0x7E00 : Float.floatToFloat16(toOddFloat(value)) & 0xFFFF;
      case BF16 ->
          Double.isNaN(value) ? 0x7FC0 : toBfloat16(Float.floatToIntBits(toOddFloat(value)));
      case F32 -> Float.floatToIntBits((float) value) & 0xFFFF_FFFFL;
      case F64 -> Double.doubleToLongBits(value);
      case I1 -> value != 0 ? 1 : 0;
      default ->
          format.isSmallFloat()
              ? SmallFloats.encode(format, value)
              : (long) value & -1L >>> 64 - format.bits();
    };
  }

  /**
   * Rounds to float, but to the odd neighbour where inexact, so that rounding once more is as good
   * as rounding once.
   */
  private static float toOddFloat(double value) {
    float nearest = (float) value;
    if (nearest == value || (Float.floatToIntBits(nearest) & 1) != 0 || Double.isInfinite(value)) {
      return nearest;
    }
    return nearest > value ? Math.nextDown(nearest) : Math.nextUp(nearest);
  }

  private static long toBfloat16(int bits) {
    return Integer.toUnsignedLong(bits + 0x7FFF + (bits >>> 16 & 1) >>> 16);
  }
}
