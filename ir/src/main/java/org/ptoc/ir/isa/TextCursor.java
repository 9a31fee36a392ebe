package org.ptoc.ir.isa;

import java.util.OptionalLong;

/** A position in one line of assembly text. */
final class TextCursor {
  private static final int MOST_DIGITS = 18;

  private final String line;
  private int position;

  TextCursor(String line) {
    int end = 0;
    while (end < line.length() && !isComment(line, end)) {
      end++;
    }
    this.line = line.substring(0, end);
  }

  private static boolean isComment(String line, int at) {
    char c = line.charAt(at);
    return c == ';' || c == '#' || c == '/' && line.startsWith("//", at);
  }

  int position() {
    return position;
  }

  void back(int to) {
    position = to;
  }

  /** The column of the next character that is not blank. */
  int column() {
    skipBlanks();
    return position + 1;
  }

  boolean atEnd() {
    skipBlanks();
    return position == line.length();
  }

  /** Consumes {@code text} when it comes next. */
  boolean accept(String text) {
    skipBlanks();
    if (!line.startsWith(text, position)) {
      return false;
    }
    position += text.length();
    return true;
  }

  /**
   * Consumes and returns the next run of letters, digits and underscores; empty when there is none.
   */
  String word() {
    skipBlanks();
    int start = position;
    while (position < line.length() && isWordPart(line.charAt(position))) {
      position++;
    }
    return line.substring(start, position);
  }

  /** Consumes the decimal or hexadecimal number that comes next. */
  OptionalLong number() {
    int start = position;
    boolean negative = accept("-");
    String digits = word();
    boolean hexadecimal = digits.startsWith("0x");
    OptionalLong magnitude =
        magnitude(hexadecimal ? digits.substring(2) : digits, hexadecimal ? 16 : 10);
    if (magnitude.isEmpty()) {
      position = start;
      return magnitude;
    }
    return negative ? OptionalLong.of(-magnitude.getAsLong()) : magnitude;
  }

  private static OptionalLong magnitude(String digits, int radix) {
    if (digits.isEmpty() || digits.length() > (radix == 16 ? 15 : MOST_DIGITS)) {
      return OptionalLong.empty();
    }
    long value = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = digits.charAt(i) < 128 ? Character.digit(digits.charAt(i), radix) : -1;
      if (digit < 0) {
        return OptionalLong.empty();
      }
      value = value * radix + digit;
    }
    return OptionalLong.of(value);
  }

  private static boolean isWordPart(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_';
  }

  private void skipBlanks() {
    while (position < line.length()
        && (line.charAt(position) == ' ' || line.charAt(position) == '\t')) {
      position++;
    }
  }
}
