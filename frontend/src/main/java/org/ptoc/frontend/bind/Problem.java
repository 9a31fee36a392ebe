package org.ptoc.frontend.bind;

import java.util.List;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;

/** Ends the binding of one statement; caught where statements are bound, so that the next one is bound too. */
final class Problem extends Exception {
  private final transient Diagnostic diagnostic;

  Problem(DiagnosticCode code, Location location, String message, Diagnostic.Note... notes) {
    super(message, null, false, false);
    this.diagnostic = new Diagnostic(code, code.severity(), location, message, List.of(notes));
  }

  Diagnostic diagnostic() {
    return diagnostic;
  }
}
