package org.ptoc.tools.cli;

import java.util.Map;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.Fix;
import org.ptoc.ir.diagnostic.Printable;
import org.ptoc.ir.diagnostic.Severity;

/**
 * Diagnostics for people:
 *
 * <pre>
 * file.pto:3:8: error: message [PTO1105]
 *   %b = pto.vadd %x, %a
 *                 ^~
 * file.pto:1:1: note: message
 * file.pto:3:19: fix: replace `%x` with `%y`
 * </pre>
 */
final class TextRenderer {
  /** Columns of a source line that are shown; the marked part stays in sight. */
  private static final int SHOWN_COLUMNS = 160;

  private final Map<String, String> sources;
  private final boolean colours;
  private final StringBuilder text = new StringBuilder();

  TextRenderer(Map<String, String> sources, boolean colours) {
    this.sources = sources;
    this.colours = colours;
  }

  String render(Finding finding) {
    Diagnostic diagnostic = finding.diagnostic();
    heading(
        diagnostic.location(),
        diagnostic.severity(),
        diagnostic.message() + " [" + diagnostic.code().id() + "]" + option(diagnostic));
    for (Diagnostic.Note note : diagnostic.notes()) {
      heading(note.location(), Severity.NOTE, note.message());
    }
    finding.fixes().forEach(this::fix);
    return text.toString();
  }

  /** The option that silences a warning. */
  private static String option(Diagnostic diagnostic) {
    return diagnostic.severity() == Severity.WARNING
        ? " [-Wno-" + MessageOptions.name(diagnostic.code()) + "]"
        : "";
  }

  private void fix(Fix.Replace fix) {
    place(fix.location());
    colour("1;32");
    text.append("fix: ");
    colour("0");
    text.append(Printable.of(Finding.describe(fix))).append('\n');
  }

  private void place(Location location) {
    String place = location.isKnown() || !location.file().isEmpty() ? location.toString() : "ptoc";
    colour("1");
    text.append(Printable.of(place)).append(": ");
  }

  private void heading(Location location, Severity severity, String message) {
    place(location);
    colour(
        switch (severity) {
          case ERROR -> "1;31";
          case WARNING -> "1;35";
          case NOTE -> "1;36";
        });
    text.append(severity.word()).append(": ");
    colour("0");
    text.append(Printable.of(message)).append('\n');
    if (location.isKnown() && sources.containsKey(location.file())) {
      excerpt(line(sources.get(location.file()), location.line()), location);
    }
  }

  /** A mark below nothing would show nothing. */
  private void excerpt(String line, Location location) {
    if (line.isBlank() || location.column() < 1 || location.column() > line.length() + 1) {
      return;
    }
    int mark = location.column() - 1;
    int start =
        mark > SHOWN_COLUMNS / 2 && line.length() > SHOWN_COLUMNS ? mark - SHOWN_COLUMNS / 2 : 0;
    int end = Math.min(line.length(), start + SHOWN_COLUMNS);
    text.append("  ").append(Printable.columns(line.substring(start, end))).append("\n  ");
    for (int i = start; i < mark; i++) {
      text.append(line.charAt(i) == '\t' ? '\t' : ' ');
    }
    colour("1;32");
    text.append('^');
    for (int i = mark + 1; i < Math.min(end, mark + location.length()); i++) {
      text.append('~');
    }
    colour("0");
    text.append('\n');
  }

  private static String line(String source, int number) {
    int start = 0;
    for (int i = 1; i < number; i++) {
      start = source.indexOf('\n', start) + 1;
      if (start == 0) {
        return "";
      }
    }
    int end = source.indexOf('\n', start);
    String line = source.substring(start, end < 0 ? source.length() : end);
    return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
  }

  private void colour(String code) {
    if (colours) {
      text.append("\u001B[").append(code).append('m');
    }
  }
}
