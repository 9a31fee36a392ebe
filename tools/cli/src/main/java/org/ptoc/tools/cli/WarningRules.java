package org.ptoc.tools.cli;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Severity;

/** What {@code -W} and {@code -w} make of warnings, as with other compilers. */
final class WarningRules {
  private final Set<DiagnosticCode> silenced = new HashSet<>();
  private final Set<DiagnosticCode> raised = new HashSet<>();
  private final Set<DiagnosticCode> kept = new HashSet<>();
  private final Set<DiagnosticCode> shown = new HashSet<>();
  private boolean allSilenced;
  private boolean allRaised;
  private boolean allLowered;

  /** {@code -w} */
  void silenceAll() {
    allSilenced = true;
  }

  /** {@code -Werror} and {@code -Wno-error} */
  void raiseAll(boolean errors) {
    allRaised = errors;
  }

  /** Errors are warnings from now on: the caller decides. */
  void lowerAll() {
    allLowered = true;
  }

  /** {@code -Wno-NAME} */
  void silence(DiagnosticCode code) {
    silenced.add(code);
  }

  /** {@code -WNAME}, which takes back an earlier {@code -Wno-NAME}. */
  void show(DiagnosticCode code) {
    silenced.remove(code);
    shown.add(code);
  }

  /** True if a warning was asked for by its name. */
  boolean isAskedFor(DiagnosticCode code) {
    return shown.contains(code);
  }

  /** {@code -Werror=NAME}, which also shows the warning, and {@code -Wno-error=NAME}. */
  void raise(DiagnosticCode code, boolean error) {
    (error ? raised : kept).add(code);
    (error ? kept : raised).remove(code);
    if (error) {
      show(code);
    }
  }

  void addAll(WarningRules others) {
    silenced.addAll(others.silenced);
    raised.addAll(others.raised);
    kept.addAll(others.kept);
    shown.addAll(others.shown);
    allSilenced |= others.allSilenced;
    allRaised |= others.allRaised;
    allLowered |= others.allLowered;
  }

  /** The diagnostic as it is reported; empty for a suppressed warning. */
  Optional<Diagnostic> apply(Diagnostic found) {
    if (allLowered && found.isError()) {
      return Optional.of(found.withSeverity(Severity.WARNING));
    }
    if (found.severity() != Severity.WARNING) {
      return Optional.of(found);
    }
    DiagnosticCode code = found.code();
    if (allSilenced || silenced.contains(code)) {
      return Optional.empty();
    }
    boolean error = raised.contains(code) || allRaised && !kept.contains(code);
    return Optional.of(error ? found.withSeverity(Severity.ERROR) : found);
  }
}
