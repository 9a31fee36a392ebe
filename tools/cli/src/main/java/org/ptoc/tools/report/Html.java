package org.ptoc.tools.report;

/** Text as HTML. */
final class Html {
  private Html() {}

  /** The text with everything escaped that HTML gives a meaning. */
  static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      switch (each) {
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '&' -> escaped.append("&amp;");
        case '"' -> escaped.append("&quot;");
        case '\'' -> escaped.append("&#39;");
        default -> escaped.append(each < ' ' && each != '\t' && each != '\n' ? '?' : each);
      }
    }
    return escaped.toString();
  }
}
