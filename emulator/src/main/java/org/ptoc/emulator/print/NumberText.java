package org.ptoc.emulator.print;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import org.ptoc.emulator.numeric.BFloat16;
import org.ptoc.emulator.numeric.Float16;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.PrintFormat.Conversion;

/** Numbers as C's {@code printf} writes them: floats are rounded from their exact value. */
final class NumberText {
  private static final int DEFAULT_PRECISION = 6;

  private NumberText() {}

  /** The number that bits of a floating-point type represent. */
  static double real(DataType type, long bits) {
    return switch (type) {
      case FP16 -> Float16.decode((int) bits & 0xFFFF);
      case BF16 -> BFloat16.decode((int) bits & 0xFFFF);
      case FP32 -> Float.intBitsToFloat((int) bits);
      default -> integer(type, bits);
    };
  }

  /** The integer that the low bits represent; 64 unsigned bits give a negative one when large. */
  static long integer(DataType type, long bits) {
    int unused = 64 - type.bits();
    boolean signed = type.kind() == DataType.Kind.SIGNED;
    return signed ? bits << unused >> unused : bits << unused >>> unused;
  }

  /** {@code %W.Pf}. */
  static String fixed(double value, int width, int precision) {
    return pad(sign(value) + magnitude(value, 'f', precision, false), width, ' ', false);
  }

  /** A conversion of the bits of a type. */
  static String of(Conversion conversion, DataType type, long bits) {
    String digits;
    String sign = "";
    boolean finite = true;
    if (conversion.letter() == 'c') {
      return pad(
          String.valueOf((char) (bits & 0xFF)), conversion.width(), ' ', conversion.has('-'));
    }
    if (conversion.isInteger()) {
      long value = type.isFloat() ? (long) real(type, bits) : integer(type, bits);
      boolean signed = conversion.letter() == 'd' || conversion.letter() == 'i';
      boolean negative = signed && value < 0 && type.kind() != DataType.Kind.UNSIGNED;
      sign = negative ? "-" : signed ? plus(conversion) : "";
      digits = integerDigits(conversion, type, value, negative);
      sign += conversion.has('#') && value != 0 ? prefix(conversion.letter()) : "";
    } else {
      double value = real(type, bits);
      finite = Double.isFinite(value);
      sign = sign(value).isEmpty() ? plus(conversion) : "-";
      digits =
          magnitude(
              value,
              Character.toLowerCase(conversion.letter()),
              conversion.precision().orElse(DEFAULT_PRECISION),
              conversion.has('#'));
      digits =
          Character.isUpperCase(conversion.letter()) ? digits.toUpperCase(Locale.ROOT) : digits;
    }
    boolean zeros =
        conversion.has('0')
            && !conversion.has('-')
            && finite
            && !(conversion.isInteger() && conversion.precision().isPresent());
    return zeros
        ? sign + pad(digits, conversion.width() - sign.length(), '0', false)
        : pad(sign + digits, conversion.width(), ' ', conversion.has('-'));
  }

  private static String plus(Conversion conversion) {
    return conversion.has('+') ? "+" : conversion.has(' ') ? " " : "";
  }

  private static String integerDigits(
      Conversion conversion, DataType type, long value, boolean negative) {
    long mask = type.bits() == 64 ? -1 : (1L << type.bits()) - 1;
    String digits =
        switch (conversion.letter()) {
          case 'x' -> Long.toHexString(value & mask);
          case 'X' -> Long.toHexString(value & mask).toUpperCase(Locale.ROOT);
          case 'o' -> Long.toOctalString(value & mask);
          case 'u' -> Long.toUnsignedString(value & mask);
          default -> negative ? Long.toString(value).substring(1) : Long.toUnsignedString(value);
        };
    return pad(digits, conversion.precision().orElse(0), '0', false);
  }

  private static String prefix(char letter) {
    return switch (letter) {
      case 'x' -> "0x";
      case 'X' -> "0X";
      case 'o' -> "0";
      default -> "";
    };
  }

  private static String sign(double value) {
    return Math.copySign(1, value) < 0 && !Double.isNaN(value) ? "-" : "";
  }

  /** The absolute value by one of the letters f, e, g. */
  private static String magnitude(double value, char letter, int precision, boolean keep) {
    if (Double.isNaN(value)) {
      return "nan";
    }
    if (Double.isInfinite(value)) {
      return "inf";
    }
    BigDecimal exact = new BigDecimal(Math.abs(value));
    return switch (letter) {
      case 'f' -> exact.setScale(precision, RoundingMode.HALF_EVEN).toPlainString();
      case 'e' -> scientific(exact, precision);
      default -> general(exact, Math.max(1, precision), keep);
    };
  }

  private static String scientific(BigDecimal exact, int precision) {
    if (exact.signum() == 0) {
      return BigDecimal.ZERO.setScale(precision).toPlainString() + "e+00";
    }
    BigDecimal rounded = exact.round(new MathContext(precision + 1, RoundingMode.HALF_EVEN));
    int exponent = rounded.precision() - rounded.scale() - 1;
    String mantissa = rounded.movePointLeft(exponent).setScale(precision).toPlainString();
    return mantissa
        + (exponent < 0 ? "e-" : "e+")
        + (Math.abs(exponent) < 10 ? "0" : "")
        + Math.abs(exponent);
  }

  private static String general(BigDecimal exact, int precision, boolean keep) {
    BigDecimal rounded = exact.round(new MathContext(precision, RoundingMode.HALF_EVEN));
    int exponent = exact.signum() == 0 ? 0 : rounded.precision() - rounded.scale() - 1;
    if (exponent < -4 || exponent >= precision) {
      String text = scientific(exact, precision - 1);
      int e = text.indexOf('e');
      return (keep ? text.substring(0, e) : trimmed(text.substring(0, e))) + text.substring(e);
    }
    String text = exact.setScale(precision - 1 - exponent, RoundingMode.HALF_EVEN).toPlainString();
    return keep ? text : trimmed(text);
  }

  private static String trimmed(String digits) {
    if (digits.indexOf('.') < 0) {
      return digits;
    }
    int end = digits.length();
    while (digits.charAt(end - 1) == '0') {
      end--;
    }
    return digits.substring(0, digits.charAt(end - 1) == '.' ? end - 1 : end);
  }

  static String pad(String text, int width, char filler, boolean left) {
    int missing = width - text.length();
    if (missing <= 0) {
      return text;
    }
    String fill = String.valueOf(filler).repeat(missing);
    return left ? text + fill : fill + text;
  }
}
