package org.ptoc.tools.cli;

import java.util.List;
import java.util.Set;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;

/**
 * Leaves a command early with a status and the diagnostics that explain it; {@link Ptoc} reports
 * them.
 */
@SuppressWarnings("serial")
final class CommandFailure extends Exception {
  private static final Set<DiagnosticCode> FILE_CODES =
      Set.of(
          DiagnosticCode.CANNOT_READ,
          DiagnosticCode.CANNOT_WRITE,
          DiagnosticCode.FILE_TOO_LARGE,
          DiagnosticCode.BAD_DATA_FILE);

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

  /** One error that leaves with {@link ExitStatus#USAGE}. */
  static CommandFailure of(DiagnosticCode code, String message, String... hints) {
    return of(ExitStatus.USAGE, code, message, hints);
  }

  static CommandFailure usage(String message, String... hints) {
    return of(DiagnosticCode.USAGE, message, hints);
  }

  int status() {
    return status;
  }

  /**
   * The status of one of several inputs. Options and arguments that do not fit it reject it like a
   * wrong text; only files that cannot be read or written keep {@link ExitStatus#USAGE}.
   */
  int statusOfInput() {
    return status == ExitStatus.USAGE
            && diagnostics.stream().noneMatch(found -> FILE_CODES.contains(found.code()))
        ? ExitStatus.REJECTED
        : status;
  }

  List<Diagnostic> diagnostics() {
    return diagnostics;
  }
}
