package org.ptoc.tools.toolchain;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Fix;

/**
 * A misspelt attribute is left out with a warning when a text is read; that the operation is not
 * complete without it is found by its rule, later. Both are one mistake.
 */
final class IgnoredAttributes {
  private IgnoredAttributes() {}

  /**
   * The findings, in which an error that names the attribute that was meant has the fix and the
   * warning is gone.
   */
  static List<Diagnostic> joined(List<Diagnostic> found) {
    if (found.stream().noneMatch(each -> each.code() == DiagnosticCode.IGNORED_ATTRIBUTE)) {
      return found;
    }
    List<Diagnostic> left = new ArrayList<>(found);
    for (Diagnostic warning : found) {
      meant(warning).ifPresent(fix -> join(left, warning, fix));
    }
    return left;
  }

  private static Optional<Fix.Replace> meant(Diagnostic warning) {
    return warning.code() == DiagnosticCode.IGNORED_ATTRIBUTE
            && warning.fixes().size() == 1
            && warning.fixes().getFirst() instanceof Fix.Replace fix
        ? Optional.of(fix)
        : Optional.empty();
  }

  private static void join(List<Diagnostic> left, Diagnostic warning, Fix.Replace fix) {
    for (int i = 0; i < left.size(); i++) {
      Diagnostic error = left.get(i);
      if (error.isError()
          && error.fixes().isEmpty()
          && isOf(error.location(), warning.location())
          && error.message().contains(fix.text())) {
        left.set(i, error.withNote(warning.location(), warning.message()).withFix(fix));
        left.remove(warning);
        return;
      }
    }
  }

  /** True if an attribute may belong to the operation whose name is at a place. */
  private static boolean isOf(Location operation, Location attribute) {
    return operation.file().equals(attribute.file())
        && operation.line() == attribute.line()
        && operation.column() < attribute.column();
  }
}
