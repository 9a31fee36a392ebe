package org.ptoc.tools.report;

import org.ptoc.ir.diagnostic.Printable;

/** Text as HTML. */
public final class Html {
  private Html() {}

  /** The text with everything escaped that HTML gives a meaning. */
  public static String escape(String text) {
    String plain = Printable.lines(text);
    StringBuilder escaped = new StringBuilder(plain.length() + 16);
    for (int i = 0; i < plain.length(); i++) {
      char each = plain.charAt(i);
      switch (each) {
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '&' -> escaped.append("&amp;");
        case '"' -> escaped.append("&quot;");
        case '\'' -> escaped.append("&#39;");
        default -> escaped.append(each);
      }
    }
    return escaped.toString();
  }
}
