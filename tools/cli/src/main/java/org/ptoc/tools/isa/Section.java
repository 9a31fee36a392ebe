package org.ptoc.tools.isa;

import java.util.List;

/**
 * A part of the description of an operation or instruction.
 *
 * @param name its subject, one word or two
 * @param lines its text, at least one line
 */
public record Section(String name, List<String> lines) {
  /** Columns of the names when sections are printed as text. */
  private static final int NAME_COLUMNS = 12;

  /** Columns of the text beside the names. */
  private static final int WIDTH = 106;

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

  /**
   * A section of long lists: lines go on below themselves at commas and semicolons where they are
   * too wide.
   */
  static Section wrapped(String name, List<String> lines) {
    return new Section(name, lines.stream().flatMap(line -> wrapped(line).lines()).toList());
  }

  private static String wrapped(String line) {
    StringBuilder text = new StringBuilder();
    int column = 0;
    for (String word : line.split("(?<=[,;] )")) {
      if (column > 0 && column + word.stripTrailing().length() > WIDTH) {
        text.setLength(text.length() - 1);
        text.append("\n  ");
        column = 2;
      }
      text.append(word);
      column += word.length();
    }
    return text.toString();
  }
}
