package org.ptoc.tools.cli;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Limit;
import org.ptoc.tools.data.DataFiles;

/**
 * Writes the diagnostics of one call in the chosen format, after {@code -Werror} and {@code -Wno-}
 * have had their say.
 */
final class Reporter {
  private final PrintStream err;
  private final Map<String, String> sources = new HashMap<>();
  private final List<Finding> collected = new ArrayList<>();
  private final WarningRules warnings = new WarningRules();

  /** True if findings are collected for the caller and nothing is written. */
  private boolean collects;

  /** What goes to a file in the chosen format, while people read text. */
  private Optional<StringBuilder> record = Optional.empty();

  private Optional<Path> file = Optional.empty();

  private DiagnosticFormat format = DiagnosticFormat.TEXT;
  private boolean colours;
  private long limit = Limit.ERRORS.value();
  private int errors;
  private long reported;
  private boolean othersLeftOut;

  Reporter(PrintStream err, boolean colours) {
    this.err = err;
    this.colours = colours;
  }

  /** A reporter that writes nothing and keeps all {@link #findings}. */
  static Reporter collecting() {
    Reporter reporter = new Reporter(new PrintStream(OutputStream.nullOutputStream()), false);
    reporter.collects = true;
    return reporter;
  }

  /** What a collecting reporter has kept, in order. */
  List<Finding> findings() {
    return List.copyOf(collected);
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

  /** The rules for warnings. */
  WarningRules warnings() {
    return warnings;
  }

  /** From now on the chosen format is kept for a file, and text is written. */
  void keepRecord(Path place) {
    record = Optional.of(new StringBuilder());
    file = Optional.of(place);
  }

  /** The same without a file, for {@link #record()}. */
  void keepRecord() {
    record = Optional.of(new StringBuilder());
  }

  /** What was kept. */
  String record() {
    return record.map(StringBuilder::toString).orElse("");
  }

  /** Writes the file, if one was asked for; what went wrong with that. */
  Optional<String> writeRecord() {
    return file.isEmpty()
        ? Optional.empty()
        : DataFiles.write(
            file.get(), record.orElseThrow().toString().getBytes(StandardCharsets.UTF_8));
  }

  /** A reporter with the same settings that writes elsewhere, for a part of the work. */
  Reporter child(PrintStream target) {
    Reporter child = new Reporter(target, colours);
    child.format = format;
    child.warnings.addAll(warnings);
    child.record = record.map(kept -> new StringBuilder());
    return child;
  }

  /** Takes over what a child has counted and collected; its texts are dropped. */
  void adopt(Reporter child) {
    errors += child.errors;
    collected.addAll(child.collected);
    child.record.ifPresent(kept -> record.ifPresent(own -> own.append(kept)));
  }

  /** True if messages are for people. */
  boolean isText() {
    return format == DiagnosticFormat.TEXT || record.isPresent();
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
    Optional<Diagnostic> kept = warnings.apply(found);
    if (kept.isEmpty()) {
      return;
    }
    Diagnostic diagnostic = kept.get();
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
    if (collects) {
      collected.add(finding);
      return;
    }
    record.ifPresent(kept -> err.print(new TextRenderer(sources, colours).render(finding)));
    switch (format) {
      case TEXT -> write(new TextRenderer(sources, colours && record.isEmpty()).render(finding));
      case JSON -> write(JsonRenderer.line(finding) + "\n");
      case SARIF -> collected.add(finding);
    }
  }

  private void write(String text) {
    record.ifPresentOrElse(kept -> kept.append(text), () -> err.print(text));
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
      write(JsonRenderer.sarif(collected) + "\n");
    }
    err.flush();
  }
}
