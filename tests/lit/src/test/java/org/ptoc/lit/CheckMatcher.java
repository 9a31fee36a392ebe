package org.ptoc.lit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;

/**
 * Matches output against {@code CHECK} lines, as FileCheck of LLVM does. A search begins where the
 * previous match ends, on the same line too; runs of white space are equal. Suffixes: NEXT (on the
 * following line), SAME (on the same line), NOT (not before the next match, nor the end of the
 * section), DAG (any order within a group, without overlap), LABEL (all labels are found first and
 * divide the output into sections; no other match crosses one), COUNT-n (n times). A variable is
 * forgotten at the next label unless its name begins with {@code $}. {@code PRECISE} and {@code
 * PRECISE-NEXT} compare a whole line, character by character behind the one blank after the colon.
 */
final class CheckMatcher {
  private final List<CheckLine> checks;
  private final Map<String, String> bindings = new HashMap<>();
  private List<String> raw = List.of();
  private List<String> squeezed = List.of();

  /** A place in the output: a line and a column in it with its white space squeezed. */
  private record Position(int line, int column) implements Comparable<Position> {
    @Override
    public int compareTo(Position other) {
      return line == other.line
          ? Integer.compare(column, other.column)
          : Integer.compare(line, other.line);
    }
  }

  private record Span(Position start, Position end) {
    boolean overlaps(Span other) {
      return start.compareTo(other.end) < 0 && other.start.compareTo(end) < 0;
    }
  }

  /** What the expectations do not allow. */
  private static final class Mismatch extends Exception {
    private static final long serialVersionUID = 1;

    Mismatch(String message) {
      super(message);
    }
  }

  private CheckMatcher(List<CheckLine> checks) {
    this.checks = checks;
  }

  static CheckMatcher parse(List<String> lines) {
    return new CheckMatcher(CheckLine.parse(lines));
  }

  boolean isEmpty() {
    return checks.isEmpty();
  }

  /** What does not match, empty when everything does. */
  Optional<String> match(String output) {
    raw = output.lines().toList();
    squeezed = raw.stream().map(CheckPattern::squeeze).toList();
    bindings.clear();
    try {
      sections();
      return Optional.empty();
    } catch (Mismatch | IllegalArgumentException mismatch) {
      return Optional.of(mismatch.getMessage());
    }
  }

  private void sections() throws Mismatch {
    List<Span> labels = labels();
    Optional<Position> from = Optional.empty();
    int first = 0;
    for (int section = 0; section <= labels.size(); section++) {
      int last = first;
      while (last < checks.size() && checks.get(last).kind() != CheckLine.Kind.LABEL) {
        last++;
      }
      Position to = section < labels.size() ? labels.get(section).start : end();
      new Section(from, to).match(checks.subList(first, last));
      bindings.keySet().removeIf(name -> !name.startsWith("$"));
      from = section < labels.size() ? Optional.of(labels.get(section).end) : from;
      first = last + 1;
    }
  }

  private List<Span> labels() throws Mismatch {
    List<Span> labels = new ArrayList<>();
    Position at = new Position(0, 0);
    for (CheckLine check : checks) {
      if (check.kind() == CheckLine.Kind.LABEL) {
        Span label = required(check, at, end());
        labels.add(label);
        at = label.end;
      }
    }
    return labels;
  }

  private Position end() {
    return new Position(squeezed.size(), 0);
  }

  /** The part of the output between two labels. */
  private final class Section {
    private final Position to;
    private final List<CheckLine> forbidden = new ArrayList<>();
    private final List<Span> group = new ArrayList<>();
    private Position at;
    private boolean begun;

    Section(Optional<Position> label, Position to) {
      this.at = label.orElse(new Position(0, 0));
      this.begun = label.isPresent();
      this.to = to;
    }

    void match(List<CheckLine> section) throws Mismatch {
      for (CheckLine check : section) {
        if (check.kind() == CheckLine.Kind.NOT) {
          endGroup();
          forbidden.add(check);
        } else if (check.kind() == CheckLine.Kind.DAG) {
          group.add(unordered(check));
        } else {
          endGroup();
          next(check);
        }
      }
      endGroup();
      forbid(to);
    }

    private void next(CheckLine check) throws Mismatch {
      boolean adjacent = check.kind() == CheckLine.Kind.NEXT || check.kind() == CheckLine.Kind.SAME;
      if (adjacent && !begun) {
        throw new Mismatch(
            "line " + check.line() + ": " + check.kind() + " without a match before it");
      }
      for (int i = 0; i < check.times(); i++) {
        Span found = required(check, at, to);
        int lines = found.start.line - at.line;
        if (adjacent && lines != (check.kind() == CheckLine.Kind.NEXT ? 1 : 0)) {
          throw new Mismatch(
              failure(check, at, lines + " lines after the match before it: " + check.text()));
        }
        forbid(found.start);
        moveTo(found.end);
      }
    }

    /** A match behind the start of the group that shares nothing with the others of the group. */
    private Span unordered(CheckLine check) throws Mismatch {
      Position from = at;
      while (true) {
        Span found = required(check, from, to);
        Optional<Span> taken = group.stream().filter(found::overlaps).findFirst();
        if (taken.isEmpty()) {
          return found;
        }
        from = taken.get().end;
      }
    }

    private void endGroup() throws Mismatch {
      if (!group.isEmpty()) {
        forbid(group.stream().map(Span::start).min(Position::compareTo).orElseThrow());
        moveTo(group.stream().map(Span::end).max(Position::compareTo).orElseThrow());
        group.clear();
      }
    }

    private void moveTo(Position position) {
      at = position;
      begun = true;
    }

    private void forbid(Position before) throws Mismatch {
      for (CheckLine check : forbidden) {
        Optional<Span> found = find(check, at, before);
        if (found.isPresent()) {
          throw new Mismatch(
              "line "
                  + check.line()
                  + ": found what must not be there:\n  "
                  + raw.get(found.get().start.line));
        }
      }
      forbidden.clear();
    }
  }

  private Span required(CheckLine check, Position from, Position to) throws Mismatch {
    Optional<Span> found = find(check, from, to);
    return found.orElseThrow(
        () -> new Mismatch(failure(check, from, "no match for: " + check.text())));
  }

  /** The first match; it binds the variables of the directive. */
  private Optional<Span> find(CheckLine check, Position from, Position to) {
    CheckPattern pattern = CheckPattern.of(check, bindings);
    for (int i = from.line; i < squeezed.size() && i <= to.line; i++) {
      String line = squeezed.get(i);
      int start = i == from.line ? from.column : 0;
      int end = i == to.line ? to.column : line.length();
      Matcher matcher = pattern.regex().matcher(check.precise() ? raw.get(i) : line);
      if (check.precise()
          ? start == 0 && end == line.length() && matcher.matches()
          : start <= end && matcher.region(start, end).useAnchoringBounds(false).find()) {
        for (int g = 0; g < pattern.names().size(); g++) {
          bindings.put(pattern.names().get(g), matcher.group("g" + g));
        }
        return Optional.of(
            check.precise()
                ? new Span(new Position(i, 0), new Position(i, Math.max(1, line.length())))
                : new Span(new Position(i, matcher.start()), new Position(i, matcher.end())));
      }
    }
    return Optional.empty();
  }

  private String failure(CheckLine check, Position from, String problem) {
    StringBuilder text = new StringBuilder("line " + check.line() + ": " + problem);
    text.append("\nafter line ").append(from.line + 1).append(", column ").append(from.column);
    text.append(" of:\n");
    raw.forEach(line -> text.append("  ").append(line).append('\n'));
    return text.toString();
  }
}
