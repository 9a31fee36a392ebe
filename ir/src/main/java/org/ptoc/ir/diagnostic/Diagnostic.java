package org.ptoc.ir.diagnostic;

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
 */
public record Diagnostic(
    DiagnosticCode code, Severity severity, Location location, String message, List<Note> notes) {

  /**
   * Something that helps to understand a diagnostic.
   *
   * @param location place, {@link Location#NONE} when there is none
   * @param message text
   */
  public record Note(Location location, String message) {}

  public Diagnostic {
    notes = List.copyOf(notes);
  }

  /** A diagnostic with the default severity of its code. */
  public static Diagnostic of(DiagnosticCode code, Location location, String message, Note... notes) {
    return new Diagnostic(code, code.severity(), location, message, List.of(notes));
  }

  public boolean isError() {
    return severity == Severity.ERROR;
  }
}
