package org.ptoc.ir.isa;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The format of a printed scalar, as C's {@code printf} reads it: text with at most one conversion,
 * {@code %%} for a percent sign.
 *
 * @param before text in front of the conversion
 * @param conversion the conversion, when there is one
 * @param after text after it
 */
public record PrintFormat(String before, Optional<Conversion> conversion, String after) {
  private static final Pattern CONVERSION =
      Pattern.compile(
          "%([-+ #0]*)([0-9]*)(?:\\.([0-9]*))?(?:hh|h|ll|l|j|z|t|L)?(.)", Pattern.DOTALL);

  /** Largest width and precision. */
  private static final int LIMIT = 256;

  private static final String INTEGERS = "diuxXoc";
  private static final String FLOATS = "fFeEgG";

  /**
   * A conversion.
   *
   * @param flags any of {@code - + # 0} and blank
   * @param width least width, 0 when none is written
   * @param precision digits; empty when none are written
   * @param letter the letter at its end
   */
  public record Conversion(String flags, int width, Optional<Integer> precision, char letter) {
    /** True for conversions of integers. */
    public boolean isInteger() {
      return INTEGERS.indexOf(letter) >= 0;
    }

    /** True when a flag is set. */
    public boolean has(char flag) {
      return flags.indexOf(flag) >= 0;
    }
  }

  /** Reads a format. @return what is wrong, in {@link Parsed#problem}, or the format */
  public static Parsed parse(String text) {
    StringBuilder before = new StringBuilder();
    StringBuilder after = new StringBuilder();
    Optional<Conversion> conversion = Optional.empty();
    Matcher matcher = CONVERSION.matcher(text);
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      StringBuilder target = conversion.isPresent() ? after : before;
      if (c != '%') {
        target.append(c);
        at++;
      } else if (text.startsWith("%%", at)) {
        target.append('%');
        at += 2;
      } else {
        if (!matcher.find(at) || matcher.start() != at) {
          return Parsed.wrong("ends in the middle of a conversion");
        }
        if (conversion.isPresent()) {
          return Parsed.wrong("has two conversions, but there is one scalar");
        }
        char letter = matcher.group(4).charAt(0);
        if (INTEGERS.indexOf(letter) < 0 && FLOATS.indexOf(letter) < 0) {
          return Parsed.wrong(
              "has the conversion `" + matcher.group() + "`; known are d i u x X o c f F e E g G");
        }
        int width = number(matcher.group(2));
        int precision = number(matcher.group(3));
        if (width > LIMIT || precision > LIMIT) {
          return Parsed.wrong("has a width or precision above " + LIMIT);
        }
        conversion =
            Optional.of(
                new Conversion(
                    matcher.group(1),
                    width,
                    matcher.group(3) == null ? Optional.empty() : Optional.of(precision),
                    letter));
        at = matcher.end();
      }
    }
    return new Parsed(
        Optional.of(new PrintFormat(before.toString(), conversion, after.toString())), "");
  }

  private static int number(String digits) {
    return digits == null || digits.isEmpty()
        ? 0
        : digits.length() > 4 ? LIMIT + 1 : Integer.parseInt(digits);
  }

  /**
   * What {@link #parse} gives.
   *
   * @param format empty when the text is none
   * @param problem what is wrong with it, half a sentence
   */
  public record Parsed(Optional<PrintFormat> format, String problem) {
    private static Parsed wrong(String problem) {
      return new Parsed(Optional.empty(), problem);
    }
  }
}
