package org.ptoc.tools.report;

import java.util.List;
import java.util.stream.Collectors;

/** Rows of comma-separated values (RFC 4180); lines end with a line feed. */
public final class CsvRows {
  private final StringBuilder text = new StringBuilder();

  /** Adds a row; cells are in quotation marks where they must be. */
  public CsvRows add(List<?> cells) {
    text.append(cells.stream().map(CsvRows::cell).collect(Collectors.joining(","))).append('\n');
    return this;
  }

  private static String cell(Object value) {
    String text = value.toString();
    boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }

  /** All rows. */
  @Override
  public String toString() {
    return text.toString();
  }
}
