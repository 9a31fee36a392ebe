package org.ptoc.frontend.parser;

/** String literals. */
final class Strings {
  private Strings() {}

  /** Takes off the quotes, of which the second may be missing, and replaces escapes. */
  static String unquote(String literal) {
    boolean closed = literal.length() > 1 && literal.endsWith("\"");
    String body = literal.substring(1, closed ? literal.length() - 1 : literal.length());
    if (body.indexOf('\\') < 0) {
      return body;
    }
    StringBuilder text = new StringBuilder(body.length());
    int at = 0;
    while (at < body.length()) {
      char character = body.charAt(at++);
      if (character != '\\' || at == body.length()) {
        text.append(character);
        continue;
      }
      int code = hexadecimal(body, at);
      text.append(code >= 0 ? (char) code : escape(body.charAt(at)));
      at += code >= 0 ? 2 : 1;
    }
    return text.toString();
  }

  private static char escape(char character) {
    return switch (character) {
      case 'n' -> '\n';
      case 't' -> '\t';
      default -> character;
    };
  }

  /** The value of two hexadecimal digits, -1 when there are none. */
  private static int hexadecimal(String text, int at) {
    if (at + 1 >= text.length()) {
      return -1;
    }
    int high = Character.digit(text.charAt(at), 16);
    int low = Character.digit(text.charAt(at + 1), 16);
    return high < 0 || low < 0 ? -1 : high * 16 + low;
  }
}
