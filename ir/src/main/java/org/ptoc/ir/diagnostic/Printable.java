package org.ptoc.ir.diagnostic;

/**
 * Texts of others for people: names, sources and what objects hold must not reach a terminal, a
 * page or a log as commands. Control characters, those that reverse the direction of a line, line
 * separators and halves of characters become {@code \\u} and four digits.
 */
public final class Printable {
  private Printable() {}

  /** A text that stays on its line. */
  public static String of(String text) {
    return escaped(text, false);
  }

  /** Lines, whose ends stay. */
  public static String lines(String text) {
    return escaped(text, true);
  }

  /** A text of as many columns as before, with question marks. */
  public static String columns(String text) {
    if (isPlain(text, false)) {
      return text;
    }
    StringBuilder result = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      result.append(isPlain(text, i, false) ? text.charAt(i) : '?');
    }
    return result.toString();
  }

  private static String escaped(String text, boolean lines) {
    if (isPlain(text, lines)) {
      return text;
    }
    StringBuilder result = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      if (isPlain(text, i, lines)) {
        result.append(each);
      } else {
        result.append("\\u").append(Integer.toHexString(0x10000 | each), 1, 5);
      }
    }
    return result.toString();
  }

  private static boolean isPlain(String text, boolean lines) {
    for (int i = 0; i < text.length(); i++) {
      if (!isPlain(text, i, lines)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isPlain(String text, int at, boolean lines) {
    char each = text.charAt(at);
    if (each >= ' ' && each < 0x7F) {
      return true;
    }
    if (Character.isHighSurrogate(each)) {
      return at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1));
    }
    if (Character.isLowSurrogate(each)) {
      return at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
    }
    return switch (Character.getType(each)) {
      case Character.CONTROL -> each == '\t' || lines && each == '\n';
      case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.FORMAT -> false;
      default -> true;
    };
  }
}
