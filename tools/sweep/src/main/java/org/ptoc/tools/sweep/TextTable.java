package org.ptoc.tools.sweep;

import java.util.List;
import org.ptoc.ir.diagnostic.Printable;

/** Results as a table for people, columns lined up. */
public final class TextTable {
  private static final int WIDEST = 60;

  private TextTable() {}

  /**
   * The rows, the heads in front.
   *
   * @param most rows that are written; a line counts the others
   */
  public static String of(List<ItemResult> results, int most) {
    List<ItemResult> shown = results.subList(0, Math.min(most, results.size()));
    List<Column> columns = Column.usual(shown);
    int[] widths = new int[columns.size()];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = columns.get(i).name().length();
      for (ItemResult result : shown) {
        widths[i] = Math.max(widths[i], cell(columns.get(i), result).length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      pad(text, columns.get(i).name(), widths[i], columns.get(i).isNumber(), i);
    }
    end(text);
    for (ItemResult result : shown) {
      for (int i = 0; i < widths.length; i++) {
        pad(text, cell(columns.get(i), result), widths[i], columns.get(i).isNumber(), i);
      }
      end(text);
    }
    if (shown.size() < results.size()) {
      text.append("... ").append(results.size() - shown.size()).append(" more rows\n");
    }
    return text.toString();
  }

  private static String cell(Column column, ItemResult result) {
    String text = Printable.of(column.value().apply(result));
    return text.length() <= WIDEST ? text : "..." + text.substring(text.length() - WIDEST + 3);
  }

  private static void pad(StringBuilder text, String cell, int width, boolean right, int number) {
    text.append(number == 0 ? "" : "  ");
    String room = " ".repeat(width - cell.length());
    text.append(right ? room + cell : cell + room);
  }

  private static void end(StringBuilder text) {
    while (text.charAt(text.length() - 1) == ' ') {
      text.setLength(text.length() - 1);
    }
    text.append('\n');
  }
}
