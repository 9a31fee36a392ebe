package org.ptoc.tools.isa;

import java.util.List;

/**
 * A part of the description of an operation or instruction.
 *
 * @param name what it tells, one word or two
 * @param lines its text, at least one line
 */
public record Section(String name, List<String> lines) {
  /** Columns of the names when sections are printed as text. */
  private static final int NAME_COLUMNS = 12;

  public Section {
    lines = List.copyOf(lines);
  }

  static Section of(String name, String... lines) {
    return new Section(name, List.of(lines));
  }

  /** The section as plain text, names in a column of their own. */
  public String text() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < lines.size(); i++) {
      String head = i == 0 ? name : "";
      text.append("  ").append(head).append(" ".repeat(Math.max(1, NAME_COLUMNS - head.length())));
      text.append(lines.get(i)).append('\n');
    }
    return text.toString();
  }
}
