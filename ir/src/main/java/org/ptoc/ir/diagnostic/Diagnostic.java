package org.ptoc.ir.diagnostic;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.Location;

/**
 * One finding about a program or file.
 *
 * @param code stable code with its default severity
 * @param severity severity in this run, after {@code -Werror} and the like
 * @param location place, {@link Location#NONE} when there is none
 * @param message what is wrong and what would be right, one sentence without a final full stop
 * @param notes further places or hints
 * @param fixes changes of the text, any one of which answers the diagnostic; the likeliest first
 */
public record Diagnostic(
    DiagnosticCode code,
    Severity severity,
    Location location,
    String message,
    List<Note> notes,
    List<Fix> fixes) {

  /**
   * Something that helps to understand a diagnostic.
   *
   * @param location place, {@link Location#NONE} when there is none
   * @param message text
   */
  public record Note(Location location, String message) {}

  public Diagnostic {
    notes = List.copyOf(notes);
    fixes = List.copyOf(fixes);
  }

  /** A diagnostic that knows no fix. */
  public Diagnostic(
      DiagnosticCode code, Severity severity, Location location, String message, List<Note> notes) {
    this(code, severity, location, message, notes, List.of());
  }

  /** A diagnostic with the default severity of its code. */
  public static Diagnostic of(
      DiagnosticCode code, Location location, String message, Note... notes) {
    return new Diagnostic(code, code.severity(), location, message, List.of(notes));
  }

  /** The same with one more fix. */
  public Diagnostic withFix(Fix fix) {
    List<Fix> all = new ArrayList<>(fixes);
    all.add(fix);
    return new Diagnostic(code, severity, location, message, notes, all);
  }

  /** The same with one more note, at {@link Location#NONE} when it has no place. */
  public Diagnostic withNote(Location place, String note) {
    List<Note> all = new ArrayList<>(notes);
    all.add(new Note(place, note));
    return new Diagnostic(code, severity, location, message, all, fixes);
  }

  /** The same with another weight. */
  public Diagnostic withSeverity(Severity other) {
    return new Diagnostic(code, other, location, message, notes, fixes);
  }

  public boolean isError() {
    return severity == Severity.ERROR;
  }
}
