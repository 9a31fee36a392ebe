package org.ptoc.maven;

import java.util.List;
import java.util.Optional;

/**
 * A diagnostic of {@code ptoc}.
 *
 * @param severity how serious it is
 * @param code the stable code, such as {@code PTO1105}
 * @param text what is wrong
 * @param place where, when that is known
 * @param notes further sentences
 * @param fixes what would mend it
 */
record Message(
    Severity severity,
    String code,
    String text,
    Optional<Place> place,
    List<Note> notes,
    List<Fix> fixes) {
  /** How serious a diagnostic is. */
  enum Severity {
    ERROR,
    WARNING,
    NOTE
  }

  /**
   * A position in a source file.
   *
   * @param file as given on the command line of {@code ptoc}
   * @param line from 1
   * @param column UTF-16 units from 1; 0 when only the line is known
   * @param length UTF-16 units; 0 when it is not known
   */
  record Place(String file, long line, long column, long length) {
    @Override
    public String toString() {
      return column > 0 ? file + ":[" + line + "," + column + "]" : file + ":[" + line + "]";
    }
  }

  /** What a diagnostic adds, perhaps about another place. */
  record Note(String text, Optional<Place> place) {}

  /**
   * A text that would mend it.
   *
   * @param text what to do, in words
   * @param place what to replace
   * @param replacement the text for it
   */
  record Fix(String text, Optional<Place> place, String replacement) {}

  /**
   * In the form of Maven's compilers, which IDEs link to the source: {@code FILE:[LINE,COLUMN]
   * CODE: TEXT}.
   */
  String line() {
    return prefix(place) + code + ": " + text;
  }

  /** All lines to print. */
  String lines() {
    return lines(List.of());
  }

  /**
   * All lines to print.
   *
   * @param profiles those for which it was said, which stand behind the text; none when there was
   *     no choice
   */
  String lines(List<String> profiles) {
    StringBuilder lines = new StringBuilder(line());
    lines.append(profiles.isEmpty() ? "" : " (" + String.join(", ", profiles) + ")");
    for (Note note : notes) {
      lines.append("\n    ").append(prefix(note.place())).append(note.text());
    }
    fixes.forEach(fix -> lines.append("\n    fix: ").append(fix.text()));
    return lines.toString();
  }

  private static String prefix(Optional<Place> place) {
    return place.map(known -> known + " ").orElse("");
  }
}
