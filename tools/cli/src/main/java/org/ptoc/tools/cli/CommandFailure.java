package org.ptoc.tools.cli;

import java.util.List;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;

/**
 * Leaves a command early with a status and the diagnostics that explain it; {@link Ptoc} reports
 * them.
 */
@SuppressWarnings("serial")
final class CommandFailure extends Exception {
  private final int status;
  private final transient List<Diagnostic> diagnostics;

  CommandFailure(int status, List<Diagnostic> diagnostics) {
    super("", null, false, false);
    this.status = status;
    this.diagnostics = List.copyOf(diagnostics);
  }

  /** One error without a place in a text. */
  static CommandFailure of(int status, DiagnosticCode code, String message, String... hints) {
    Diagnostic.Note[] notes = new Diagnostic.Note[hints.length];
    for (int i = 0; i < hints.length; i++) {
      notes[i] = new Diagnostic.Note(Location.NONE, hints[i]);
    }
    return new CommandFailure(status, List.of(Diagnostic.of(code, Location.NONE, message, notes)));
  }

  static CommandFailure usage(String message, String... hints) {
    return of(ExitStatus.USAGE, DiagnosticCode.USAGE, message, hints);
  }

  int status() {
    return status;
  }

  List<Diagnostic> diagnostics() {
    return diagnostics;
  }
}
