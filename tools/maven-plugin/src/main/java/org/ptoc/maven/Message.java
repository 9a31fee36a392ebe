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
 */
record Message(
    Severity severity, String code, String text, Optional<Place> place, List<Note> notes) {
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
   */
  record Place(String file, long line, long column) {
    @Override
    public String toString() {
      return column > 0 ? file + ":[" + line + "," + column + "]" : file + ":[" + line + "]";
    }
  }

  /** What a diagnostic adds, perhaps about another place. */
  record Note(String text, Optional<Place> place) {}

  /**
   * In the form of Maven's compilers, which IDEs link to the source: {@code FILE:[LINE,COLUMN]
   * CODE: TEXT}.
   */
  String line() {
    return prefix(place) + code + ": " + text;
  }

  /** All lines to print. */
  String lines() {
    StringBuilder lines = new StringBuilder(line());
    for (Note note : notes) {
      lines.append("\n    ").append(prefix(note.place())).append(note.text());
    }
    return lines.toString();
  }

  private static String prefix(Optional<Place> place) {
    return place.map(known -> known + " ").orElse("");
  }
}
