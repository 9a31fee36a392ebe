package org.ptoc.tools.report;

import java.util.Set;

/** Headings, paragraphs and tables of a page; texts are escaped here. */
final class HtmlTables {
  /** Columns of names, which are aligned to the left; numbers are aligned to the right. */
  private static final Set<String> NAMES =
      Set.of("pipe", "reason", "path", "what", "line", "instruction", "text", "limit, bytes/cycle");

  /** Width of the bar of a whole, in tenths of a letter. */
  private static final long BAR_TENTHS = 50;

  private final StringBuilder text = new StringBuilder(1 << 16);

  /** What was written so far. */
  StringBuilder text() {
    return text;
  }

  void heading(String id, String title) {
    text.append("<h2 id=\"").append(id).append("-heading\">").append(Html.escape(title));
    text.append("</h2>\n");
  }

  void paragraph(String style, String content) {
    text.append(style.isEmpty() ? "<p>" : "<p class=\"" + style + "\">");
    text.append(Html.escape(content)).append("</p>\n");
  }

  /** Begins a table that scrolls for itself where the page is narrow. */
  void begin(String id, String... columns) {
    text.append("<div class=\"scroll\"><table id=\"").append(id).append("\"><thead><tr>");
    for (String column : columns) {
      text.append("<th scope=\"col\"").append(NAMES.contains(column) ? " class=\"name\">" : ">");
      text.append(column).append("</th>");
    }
    text.append("</tr></thead><tbody>\n");
  }

  void end() {
    text.append("</tbody></table></div>\n");
  }

  /** A row of a table, cell after cell. */
  final class Row {
    Row name(String content) {
      text.append("<td class=\"name\">").append(Html.escape(content)).append("</td>");
      return this;
    }

    Row cell(String content) {
      text.append("<td>").append(Html.escape(content)).append("</td>");
      return this;
    }

    Row number(long number) {
      return cell("" + number);
    }

    /** A part of a whole as a bar and in percent. */
    Row share(long part, long whole) {
      long tenths = whole == 0 ? 0 : Math.min(BAR_TENTHS, BAR_TENTHS * part / whole);
      text.append("<td><span class=\"bar\" style=\"width:").append(tenths / 10).append('.');
      text.append(tenths % 10).append("em\"></span> ");
      text.append(Numbers.percent(part, whole)).append("</td>");
      return this;
    }

    /** A cell whose content is HTML. */
    Row markup(String style, CharSequence content) {
      text.append("<td class=\"").append(style).append("\">").append(content).append("</td>");
      return this;
    }

    void end() {
      text.append("</tr>\n");
    }
  }

  Row row() {
    return row("");
  }

  /** A row with attributes of its own. */
  Row row(String attributes) {
    text.append("<tr").append(attributes).append('>');
    return new Row();
  }
}
