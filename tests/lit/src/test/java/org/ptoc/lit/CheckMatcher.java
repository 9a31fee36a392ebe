package org.ptoc.lit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Matches output against {@code CHECK} lines: plain text, {@code {{regex}}}, {@code [[NAME:regex]]}
 * to bind and {@code [[NAME]]} to use. Suffixes: NEXT (the following line), SAME (the rest of the
 * line), NOT (not before the next match), DAG (any order within a group), LABEL (sections),
 * COUNT-n. White space runs are equal.
 */
final class CheckMatcher {
  private static final Pattern DIRECTIVE =
      Pattern.compile(
          "(?://|#|;)\\s*(CHECK|PRECISE)(?:-(NEXT|SAME|NOT|DAG|LABEL|COUNT-\\d+))?:(.*)");

  private final List<Check> checks = new ArrayList<>();
  private final Map<String, String> bindings = new HashMap<>();

  private record Check(String kind, String text, int line) {}

  private CheckMatcher() {}

  static CheckMatcher parse(List<String> lines) {
    CheckMatcher matcher = new CheckMatcher();
    for (int i = 0; i < lines.size(); i++) {
      Matcher found = DIRECTIVE.matcher(lines.get(i));
      if (found.find()) {
        String kind = found.group(2) == null ? "" : found.group(2);
        matcher.checks.add(new Check(kind, squeeze(found.group(3)), i + 1));
      }
    }
    return matcher;
  }

  boolean isEmpty() {
    return checks.isEmpty();
  }

  /** What does not match, empty when everything does. */
  Optional<String> match(String output) {
    List<String> lines = output.lines().map(CheckMatcher::squeeze).toList();
    int line = 0;
    int column = 0;
    List<Check> forbidden = new ArrayList<>();
    List<Check> unordered = new ArrayList<>();
    for (Check check : checks) {
      if (check.kind.equals("NOT")) {
        forbidden.add(check);
        continue;
      }
      if (check.kind.equals("DAG")) {
        unordered.add(check);
        continue;
      }
      int groupEnd = line;
      for (Check any : unordered) {
        int at = find(any, lines, line, lines.size());
        if (at < 0) {
          return Optional.of(failure(any, lines, line));
        }
        groupEnd = Math.max(groupEnd, at + 1);
      }
      if (!unordered.isEmpty()) {
        line = groupEnd;
        column = 0;
        unordered.clear();
      }
      int times = check.kind.startsWith("COUNT-") ? Integer.parseInt(check.kind.substring(6)) : 1;
      for (int i = 0; i < times; i++) {
        int start = check.kind.equals("SAME") ? line - 1 : line;
        int end =
            check.kind.equals("NEXT") ? line + 1 : check.kind.equals("SAME") ? line : lines.size();
        int at = find(check, lines, Math.max(0, start), Math.min(end, lines.size()));
        if (at < 0) {
          return Optional.of(failure(check, lines, line));
        }
        Optional<String> bad = violated(forbidden, lines, line, at);
        if (bad.isPresent()) {
          return bad;
        }
        line = at + 1;
      }
      forbidden.clear();
    }
    for (Check any : unordered) {
      if (find(any, lines, line, lines.size()) < 0) {
        return Optional.of(failure(any, lines, line));
      }
    }
    return violated(forbidden, lines, line, lines.size());
  }

  private Optional<String> violated(List<Check> forbidden, List<String> lines, int from, int to) {
    for (Check check : forbidden) {
      int at = find(check, lines, from, to);
      if (at >= 0) {
        return Optional.of(
            "line " + check.line + ": found what must not be there:\n  " + lines.get(at));
      }
    }
    return Optional.empty();
  }

  private int find(Check check, List<String> lines, int from, int to) {
    Compiled compiled = compile(check.text);
    for (int i = from; i < to; i++) {
      Matcher matcher = compiled.pattern.matcher(lines.get(i));
      if (matcher.find()) {
        for (int g = 0; g < compiled.names.size(); g++) {
          bindings.put(compiled.names.get(g), matcher.group("g" + g));
        }
        return i;
      }
    }
    return -1;
  }

  private record Compiled(Pattern pattern, List<String> names) {}

  private Compiled compile(String text) {
    StringBuilder regex = new StringBuilder();
    List<String> names = new ArrayList<>();
    int at = 0;
    Matcher special =
        Pattern.compile("\\{\\{(.*?)}}|\\[\\[([A-Za-z_0-9]+)(?::(.*?))?]]").matcher(text);
    while (special.find()) {
      regex.append(Pattern.quote(text.substring(at, special.start())));
      if (special.group(1) != null) {
        regex.append("(?:").append(special.group(1)).append(')');
      } else if (special.group(3) != null) {
        regex.append("(?<g").append(names.size()).append('>').append(special.group(3)).append(')');
        names.add(special.group(2));
      } else if (names.contains(special.group(2))) {
        regex.append("\\k<g").append(names.indexOf(special.group(2))).append('>');
      } else {
        regex.append(
            Pattern.quote(
                bindings.getOrDefault(special.group(2), "<unbound " + special.group(2) + ">")));
      }
      at = special.end();
    }
    regex.append(Pattern.quote(text.substring(at)));
    return new Compiled(Pattern.compile(regex.toString()), names);
  }

  private static String failure(Check check, List<String> lines, int from) {
    StringBuilder text =
        new StringBuilder(
            "line "
                + check.line
                + ": no match for: "
                + check.text
                + "\nafter line "
                + from
                + " of:\n");
    lines.forEach(line -> text.append("  ").append(line).append('\n'));
    return text.toString();
  }

  private static String squeeze(String text) {
    return text.strip().replaceAll("\\s+", " ");
  }
}
