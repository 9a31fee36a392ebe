package org.ptoc.frontend.bind;

import java.util.List;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Fix;

/**
 * Ends the binding of one statement; caught where statements are bound, so that the next one is
 * bound too.
 */
final class Problem extends Exception {
  private final transient Diagnostic diagnostic;

  Problem(DiagnosticCode code, Location location, String message, Diagnostic.Note... notes) {
    this(new Diagnostic(code, code.severity(), location, message, List.of(notes)));
  }

  private Problem(Diagnostic diagnostic) {
    super(diagnostic.message(), null, false, false);
    this.diagnostic = diagnostic;
  }

  /** The same with one more fix. */
  Problem with(Fix fix) {
    return new Problem(diagnostic.withFix(fix));
  }

  Diagnostic diagnostic() {
    return diagnostic;
  }
}
