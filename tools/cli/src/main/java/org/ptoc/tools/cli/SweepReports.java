package org.ptoc.tools.cli;

import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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

/** The reports of {@code ptoc sweep} on valid results. */
final class SweepReports {
  /** Rows of a table that people read; all are in the file. */
  private static final int MOST_ROWS = 100;

  private final ParseResult arguments;
  private final String title;
  private final Session session;
  private final String format;
  private final Optional<List<ItemResult>> baseline;
  private final BigDecimal failOver;

  /** Reads the baseline, before a run takes time or writes its results to the same file. */
  SweepReports(ParseResult arguments, String title, Session session) throws CommandFailure {
    this.arguments = arguments;
    this.title = title;
    this.session = session;
    this.format = SweepOptions.FORMAT.word(arguments);
    this.failOver = SweepOptions.failOver(arguments);
    Optional<String> before = SweepOptions.BASELINE.text(arguments);
    this.baseline =
        before.isPresent() ? Optional.of(SweepCommand.read(before.get())) : Optional.empty();
  }

  /** Writes the lines to a file, or to standard output for {@code -}. */
  void writeResults(String file, List<ItemResult> results) throws CommandFailure {
    StringBuilder text = new StringBuilder();
    results.forEach(result -> text.append(ResultLine.of(result)).append('\n'));
    session.write(file, text.toString().getBytes(StandardCharsets.UTF_8), false);
  }

  void printLines(List<ItemResult> results) throws CommandFailure {
    if (!format.equals("jsonl")) {
      writeResults("-", results);
    }
  }

  /**
   * Writes everything that was asked for.
   *
   * @return the exit status
   */
  int write(List<ItemResult> results, String summary) throws CommandFailure {
    Optional<List<Baseline.Change>> changes = baseline.map(before -> changes(before, results));
    Optional<String> page = SweepOptions.PAGE.text(arguments);
    if (page.isPresent()) {
      byte[] text = SweepPage.of(title, results, changes).getBytes(StandardCharsets.UTF_8);
      session.write(page.get(), text, false);
    }
    boolean linesOnly = SweepOptions.OUTPUT.text(arguments).filter("-"::equals).isPresent();
    PrintStream out = session.out();
    switch (format) {
      case "csv" -> out.print(CsvTable.of(results));
      case "jsonl" -> writeResults("-", results);
      default -> {
        if (!linesOnly) {
          out.print(TextTable.of(results, MOST_ROWS));
        }
      }
    }
    boolean people = format.equals("table") && !linesOnly;
    PrintStream lines = people ? out : session.err();
    lines.print(Printable.lines(Groups.failureLines(results)));
    changes.ifPresent(all -> tell(all, lines));
    lines.println(results.size() + (results.size() == 1 ? " item: " : " items: ") + summary);
    lines.flush();
    return Math.max(Groups.exit(results), changes.isPresent() ? judged(changes.get()) : 0);
  }

  /** The changes; what is gone counts only where all items of the plan were wanted. */
  private List<Baseline.Change> changes(List<ItemResult> before, List<ItemResult> results) {
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

  private int judged(List<Baseline.Change> changes) {
    long over = changes.stream().filter(change -> change.isOver(failOver)).count();
    long unmatched =
        SweepOptions.ALLOW_UNMATCHED.isIn(arguments)
            ? 0
            : changes.stream().filter(Baseline.Change::isUnmatched).count();
    if (over > 0) {
      fail(
          over
              + (over == 1 ? " item is" : " items are")
              + " worse than the baseline by more than "
              + failOver.toPlainString()
              + " %");
    }
    if (unmatched > 0) {
      fail(
          unmatched
              + (unmatched == 1 ? " item was" : " items were")
              + " not compared with the baseline; "
              + SweepOptions.ALLOW_UNMATCHED
              + " accepts that");
    }
    return over + unmatched > 0 ? ExitStatus.CHECK_FAILED : ExitStatus.OK;
  }

  private void fail(String message) {
    session.report(DiagnosticCode.EXPECTATION, message);
  }
}
