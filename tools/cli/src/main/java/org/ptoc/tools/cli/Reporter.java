package org.ptoc.tools.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Limit;
import org.ptoc.ir.diagnostic.Severity;

/**
 * Writes the diagnostics of one call in the chosen format, after {@code -Werror} and {@code -Wno-}
 * have had their say.
 */
final class Reporter {
  private final PrintStream err;
  private final Map<String, String> sources = new HashMap<>();
  private final List<Finding> collected = new ArrayList<>();
  private final Set<DiagnosticCode> silenced = new HashSet<>();
  private DiagnosticFormat format = DiagnosticFormat.TEXT;
  private boolean colours;
  private boolean warningsAreErrors;
  private long limit = Limit.ERRORS.value();
  private int errors;
  private long reported;
  private boolean othersLeftOut;

  Reporter(PrintStream err, boolean colours) {
    this.err = err;
    this.colours = colours;
  }

  void setFormat(DiagnosticFormat chosen) {
    format = chosen;
  }

  void setColours(boolean wanted) {
    colours = wanted;
  }

  /** How many findings are shown; the others are counted. */
  void setLimit(long most) {
    limit = most;
  }

  void treatWarningsAsErrors() {
    warningsAreErrors = true;
  }

  void silence(DiagnosticCode code) {
    silenced.add(code);
  }

  /** A reporter with the same settings that writes elsewhere, for a part of the work. */
  Reporter child(PrintStream target) {
    Reporter child = new Reporter(target, colours);
    child.format = format;
    child.warningsAreErrors = warningsAreErrors;
    child.silenced.addAll(silenced);
    return child;
  }

  /** Takes over what a child has counted and collected; its texts are dropped. */
  void adopt(Reporter child) {
    errors += child.errors;
    collected.addAll(child.collected);
  }

  /** Whether messages are for people. */
  boolean isText() {
    return format == DiagnosticFormat.TEXT;
  }

  /** Remembers a text so that its lines can be shown. */
  void addSource(String name, String text) {
    sources.put(name, text);
  }

  /** A remembered text. */
  Optional<String> source(String name) {
    return Optional.ofNullable(sources.get(name));
  }

  int errorCount() {
    return errors;
  }

  void report(List<Diagnostic> diagnostics) {
    for (Diagnostic diagnostic : diagnostics) {
      report(diagnostic);
    }
  }

  void report(Diagnostic found) {
    if (found.severity() == Severity.WARNING && silenced.contains(found.code())) {
      return;
    }
    boolean raise = warningsAreErrors && found.severity() == Severity.WARNING;
    Diagnostic diagnostic = raise ? found.withSeverity(Severity.ERROR) : found;
    if (diagnostic.isError()) {
      errors++;
    }
    if (++reported > limit) {
      othersLeftOut |= diagnostic.code() == DiagnosticCode.MORE_ERRORS;
      return;
    }
    show(diagnostic);
  }

  private void show(Diagnostic diagnostic) {
    Finding finding = Finding.of(diagnostic, sources);
    switch (format) {
      case TEXT -> err.print(new TextRenderer(sources, colours).render(finding));
      case JSON -> err.println(JsonRenderer.line(finding));
      case SARIF -> collected.add(finding);
    }
  }

  /** Writes what can only be written at the end. */
  void finish() {
    if (reported > limit) {
      show(
          Diagnostic.of(
              DiagnosticCode.MORE_ERRORS,
              Location.NONE,
              (othersLeftOut ? "more than " : "")
                  + (reported - limit)
                  + " more errors and warnings are not shown; --error-limit=0 shows all"));
    }
    if (format == DiagnosticFormat.SARIF) {
      err.println(JsonRenderer.sarif(collected));
    }
    err.flush();
  }
}
