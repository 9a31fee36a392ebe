package org.ptoc.maven;

/** Texts as JSON writes them. */
final class JsonText {
  private JsonText() {}

  /** The text between quotation marks, in characters of ASCII. */
  static String quoted(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      if (each == '"' || each == '\\') {
        json.append('\\').append(each);
      } else if (each < ' ' || each > '~') {
        json.append(String.format("\\u%04x", (int) each));
      } else {
        json.append(each);
      }
    }
    return json.append('"').toString();
  }
}
