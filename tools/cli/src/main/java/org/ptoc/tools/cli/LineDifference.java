package org.ptoc.tools.cli;

import java.util.ArrayList;
import java.util.List;

/** Two texts that differ inside of lines and in empty lines, as a unified difference. */
final class LineDifference {
  private static final int CONTEXT = 3;

  private LineDifference() {}

  /**
   * A line of the difference.
   *
   * @param sign blank, {@code -} or {@code +}
   * @param old number of lines of the old text before it
   * @param changed number of lines of the new text before it
   */
  private record Line(char sign, String text, int old, int changed) {}

  /**
   * @param name file that both headers name
   * @param old a text of which the formatter has made the other
   * @param changed the other
   */
  static String of(String name, String old, String changed) {
    List<Line> lines = lines(old.lines().toList(), changed.lines().toList());
    StringBuilder text = new StringBuilder("--- " + name + "\n+++ " + name + "\n");
    int from = 0;
    while (from < lines.size()) {
      int first = next(lines, from);
      int last = first;
      for (int next = next(lines, last + 1);
          next < lines.size() && next - last <= 2 * CONTEXT;
          next = next(lines, last + 1)) {
        last = next;
      }
      if (first < lines.size()) {
        int start = Math.max(from, first - CONTEXT);
        int end = Math.min(lines.size(), last + 1 + CONTEXT);
        hunk(lines.subList(start, end), text);
      }
      from = last + 1;
    }
    return text.toString();
  }

  private static List<Line> lines(List<String> old, List<String> changed) {
    List<Line> lines = new ArrayList<>();
    int j = 0;
    for (int i = 0; i < old.size(); i++) {
      boolean has = j < changed.size();
      if (has && old.get(i).equals(changed.get(j))) {
        lines.add(new Line(' ', old.get(i), i, j++));
        continue;
      }
      lines.add(new Line('-', old.get(i), i, j));
      if (has && old.get(i).isBlank() == changed.get(j).isBlank()) {
        lines.add(new Line('+', changed.get(j), i + 1, j++));
      }
    }
    return lines;
  }

  private static int next(List<Line> lines, int from) {
    int next = from;
    while (next < lines.size() && lines.get(next).sign() == ' ') {
      next++;
    }
    return next;
  }

  private static void hunk(List<Line> lines, StringBuilder text) {
    long old = lines.stream().filter(line -> line.sign() != '+').count();
    long changed = lines.stream().filter(line -> line.sign() != '-').count();
    text.append("@@ -").append(lines.getFirst().old() + 1).append(',').append(old);
    text.append(" +").append(lines.getFirst().changed() + 1).append(',').append(changed);
    text.append(" @@\n");
    lines.forEach(line -> text.append(line.sign()).append(line.text()).append('\n'));
  }
}
