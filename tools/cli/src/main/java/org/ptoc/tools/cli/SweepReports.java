package org.ptoc.tools.cli;

import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Printable;
import org.ptoc.tools.sweep.Baseline;
import org.ptoc.tools.sweep.CsvTable;
import org.ptoc.tools.sweep.Groups;
import org.ptoc.tools.sweep.ItemResult;
import org.ptoc.tools.sweep.ResultLine;
import org.ptoc.tools.sweep.SweepPage;
import org.ptoc.tools.sweep.TextTable;
import picocli.CommandLine.ParseResult;

/** What {@code ptoc sweep} tells of results that are in order. */
final class SweepReports {
  /** Rows of a table that people read; all are in the file. */
  private static final int MOST_ROWS = 100;

  private final ParseResult arguments;
  private final String title;
  private final List<ItemResult> results;
  private final Session session;

  SweepReports(ParseResult arguments, String title, List<ItemResult> results, Session session) {
    this.arguments = arguments;
    this.title = title;
    this.results = results;
    this.session = session;
  }

  /** Writes the lines to a file, or to standard output for {@code -}. */
  void writeResults(String file) throws CommandFailure {
    StringBuilder text = new StringBuilder();
    results.forEach(result -> text.append(ResultLine.of(result)).append('\n'));
    session.write(file, text.toString().getBytes(StandardCharsets.UTF_8), false);
  }

  void printLines() throws CommandFailure {
    if (!format().equals("jsonl")) {
      writeResults("-");
    }
  }

  private String format() throws CommandFailure {
    return Options.choice(arguments, SweepOptions.FORMAT, SweepOptions.FORMATS, "table");
  }

  /**
   * Writes everything that was asked for.
   *
   * @return the exit status
   */
  int write(String summary) throws CommandFailure {
    Optional<String> before = Options.text(arguments, SweepOptions.BASELINE);
    Optional<List<Baseline.Change>> changes =
        before.isPresent()
            ? Optional.of(changes(SweepCommand.read(before.get())))
            : Optional.empty();
    Optional<String> page = Options.text(arguments, SweepOptions.PAGE);
    if (page.isPresent()) {
      byte[] text = SweepPage.of(title, results, changes).getBytes(StandardCharsets.UTF_8);
      session.write(page.get(), text, false);
    }
    boolean linesOnly =
        Options.text(arguments, SweepOptions.OUTPUT).filter("-"::equals).isPresent();
    PrintStream out = session.environment().out();
    switch (format()) {
      case "csv" -> out.print(CsvTable.of(results));
      case "jsonl" -> writeResults("-");
      default -> {
        if (!linesOnly) {
          out.print(TextTable.of(results, MOST_ROWS));
        }
      }
    }
    boolean people = format().equals("table") && !linesOnly;
    PrintStream lines = people ? out : session.environment().err();
    lines.print(Printable.lines(Groups.failureLines(results)));
    changes.ifPresent(all -> tell(all, lines));
    lines.println(results.size() + (results.size() == 1 ? " item: " : " items: ") + summary);
    lines.flush();
    return Math.max(Groups.exit(results), changes.isPresent() ? judged(changes.get()) : 0);
  }

  /** The changes; what is gone counts only where all items of the plan were wanted. */
  private List<Baseline.Change> changes(List<ItemResult> before) {
    return Baseline.compare(before, results).stream()
        .filter(change -> change.kind() != Baseline.Kind.GONE || !SweepOptions.isPart(arguments))
        .toList();
  }

  private static void tell(List<Baseline.Change> changes, PrintStream lines) {
    for (Baseline.Change change : changes) {
      lines.println(
          Printable.of(change.kind().name().toLowerCase(Locale.ROOT).replace('_', ' '))
              + ": "
              + Printable.of(change.title() + ": " + change.text()));
    }
  }

  private int judged(List<Baseline.Change> changes) throws CommandFailure {
    BigDecimal limit = SweepOptions.failOver(arguments);
    long over = changes.stream().filter(change -> change.isOver(limit)).count();
    if (over == 0) {
      return ExitStatus.OK;
    }
    session
        .reporter()
        .report(
            Diagnostic.of(
                DiagnosticCode.EXPECTATION,
                Location.NONE,
                over
                    + (over == 1 ? " item is" : " items are")
                    + " worse than the baseline by more than "
                    + limit.toPlainString()
                    + " %"));
    return ExitStatus.CHECK_FAILED;
  }
}
