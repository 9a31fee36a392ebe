package org.ptoc.ir.printer;

import java.util.Locale;
import org.ptoc.ir.type.ElementType;

/** Floating-point constants as text that reads back to the same bits. */
final class FloatText {
  private FloatText() {}

  /**
   * Appends a constant: the shortest decimal where the value is finite, its bit pattern in
   * hexadecimal otherwise.
   *
   * <p>The shortest decimal that identifies a value among the {@code f32} numbers identifies it
   * among the fewer {@code f16} or {@code bf16} numbers too.
   */
  static void append(long bits, ElementType type, StringBuilder out) {
    switch (type) {
      case F32 -> append(Float.intBitsToFloat((int) bits), bits, type, out);
      case BF16 -> append(Float.intBitsToFloat((int) bits << 16), bits, type, out);
      case F16 -> append(Float.float16ToFloat((short) bits), bits, type, out);
      default -> pattern(bits, type, out);
    }
  }

  private static void append(float value, long bits, ElementType type, StringBuilder out) {
    if (!Float.isFinite(value)) {
      pattern(bits, type, out);
      return;
    }
    String text = Float.toString(value);
    int exponent = text.indexOf('E');
    if (exponent < 0) {
      out.append(text);
    } else {
      out.append(text, 0, exponent).append('e').append(text, exponent + 1, text.length());
    }
  }

  private static void pattern(long bits, ElementType type, StringBuilder out) {
    int digits = Math.max(2, type.bits() / 4);
    String hex = Long.toHexString(bits).toUpperCase(Locale.ROOT);
    out.append("0x");
    for (int i = hex.length(); i < digits; i++) {
      out.append('0');
    }
    out.append(hex, Math.max(0, hex.length() - digits), hex.length());
  }
}
