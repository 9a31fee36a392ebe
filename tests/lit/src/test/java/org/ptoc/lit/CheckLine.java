package org.ptoc.lit;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One directive of a test file.
 *
 * @param kind how its match stands to the previous one
 * @param precise true for {@code PRECISE}: a whole line, character by character
 * @param times how many matches must follow each other, 1 but for COUNT
 * @param text what is looked for, as it is written
 * @param line where it is written, from 1
 */
record CheckLine(Kind kind, boolean precise, int times, String text, int line) {
  private static final Pattern DIRECTIVE =
      Pattern.compile("(?://|#|;)\\s*(CHECK|PRECISE)(?:-([A-Za-z0-9_-]+))?:(.*)");
  private static final Pattern COUNT = Pattern.compile("COUNT-([1-9][0-9]*)");

  /** How a match stands to the previous one. */
  enum Kind {
    /** Anywhere behind it. */
    PLAIN,
    /** On the line after it. */
    NEXT,
    /** Behind it on its line. */
    SAME,
    /** Nowhere between it and the next match, or the end of the section. */
    NOT,
    /** Anywhere behind the group's predecessor, in any order. */
    DAG,
    /** Ends a section and begins another; nothing matches across it. */
    LABEL
  }

  /**
   * The directives of {@code lines}.
   *
   * @throws IllegalArgumentException for a directive that does not exist or cannot match anything
   */
  static List<CheckLine> parse(List<String> lines) {
    List<CheckLine> checks = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      Matcher found = DIRECTIVE.matcher(lines.get(i));
      if (found.find()) {
        checks.add(parse(found, i + 1));
      }
    }
    return List.copyOf(checks);
  }

  private static CheckLine parse(Matcher found, int line) {
    boolean precise = found.group(1).equals("PRECISE");
    String suffix = found.group(2) == null ? "PLAIN" : found.group(2);
    Matcher count = COUNT.matcher(suffix);
    boolean counted = count.matches();
    Kind kind = counted ? Kind.PLAIN : kind(suffix, line);
    if (precise && (counted || kind != Kind.PLAIN && kind != Kind.NEXT)) {
      throw new IllegalArgumentException("line " + line + ": PRECISE has the suffix NEXT alone");
    }
    String text =
        precise
            ? found.group(3).startsWith(" ") ? found.group(3).substring(1) : found.group(3)
            : found.group(3).strip();
    if (!precise && text.isEmpty()) {
      throw new IllegalArgumentException("line " + line + ": nothing to look for");
    }
    if (kind == Kind.LABEL && text.contains("[[")) {
      throw new IllegalArgumentException("line " + line + ": a LABEL has no variables");
    }
    return new CheckLine(kind, precise, counted ? Integer.parseInt(count.group(1)) : 1, text, line);
  }

  private static Kind kind(String suffix, int line) {
    for (Kind kind : Kind.values()) {
      if (kind.name().equals(suffix)) {
        return kind;
      }
    }
    throw new IllegalArgumentException("line " + line + ": no directive has the suffix " + suffix);
  }
}
