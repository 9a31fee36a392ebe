package org.ptoc.tools.cli;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.emulator.timing.constant.TimingModel;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Limit;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.tools.json.JsonReader;
import org.ptoc.tools.report.CycleDiff;
import org.ptoc.tools.report.JsonReport;
import org.ptoc.tools.toolchain.Launch;
import org.ptoc.tools.toolchain.Toolchain;
import org.ptoc.tools.toolchain.Toolchain.RunOutcome;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code ptoc diff A B}: cycles of two reports, or of two kernels on the same data, by pipe and
 * line.
 */
final class DiffCommand implements Command {
  private static final Option FORMAT =
      Option.value("FORMAT", "text (default) or json", "--format").words(List.of("text", "json"));
  private static final Option FAIL_OVER =
      Option.value(
          "P", "exit with status 4 if the cycles have grown by more, in per cent", "--fail-over");
  private static final Option LINES =
      Option.value("N", "lines of sources that are shown (default: 20)", "--lines");
  private static final int MOST_LINES = 20;

  @Override
  public void describe(CommandSpec spec) {
    Options.parameters(
        spec, "FILE", "2", "the older and the newer: a report of run --report=json, .pto or .o");
    FAIL_OVER.addTo(spec);
    Option.add(spec, FORMAT, LINES);
    CompareCommand.describeData(spec);
    ReportOptions.TIMING.addTo(spec);
    CodeOptions.describe(spec);
  }

  @Override
  public int execute(ParseResult arguments, Session session) throws CommandFailure {
    List<String> files = Options.parameters(arguments);
    BigDecimal most = SweepOptions.failOver(arguments);
    boolean json = FORMAT.word(arguments).equals("json");
    int lines = (int) LINES.number(arguments, 0, Integer.MAX_VALUE, MOST_LINES);
    List<Object> reports = reports(arguments, files, session);
    Optional<CycleDiff> found = CycleDiff.of(reports.getFirst(), reports.getLast());
    if (found.isEmpty()) {
      throw CommandFailure.usage(different(files, reports));
    }
    CycleDiff diff = found.get();
    session.out().print(json ? diff.json() : diff.text(lines));
    if (SweepOptions.hasFailOver(arguments) && diff.percent().compareTo(most) > 0) {
      CycleDiff.Row total = diff.totals().getFirst();
      throw CommandFailure.of(
          ExitStatus.CHECK_FAILED,
          DiagnosticCode.EXPECTATION,
          total.after()
              + " cycles are "
              + diff.percent()
              + " % more than "
              + total.before()
              + " and not at most "
              + most.toPlainString()
              + " %");
    }
    return ExitStatus.OK;
  }

  private static String different(List<String> files, List<Object> reports) {
    for (int side = 0; side < files.size(); side++) {
      if (CycleDiff.model(reports.get(side)).isEmpty()) {
        return files.get(side) + " is not a report of run --report=json";
      }
    }
    String older = CycleDiff.model(reports.getFirst());
    String newer = CycleDiff.model(reports.getLast());
    return older.equals(newer)
        ? "the reports have no cycles: their model is " + older
        : "cycles of two models cannot be compared: " + older + " and " + newer;
  }

  /** The reports of both files; kernels run on the data of the first one that is a kernel. */
  private static List<Object> reports(ParseResult arguments, List<String> files, Session session)
      throws CommandFailure {
    List<Object> reports = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    Optional<KernelObject> first = Optional.empty();
    for (String file : files) {
      Optional<Object> written = written(file, session);
      if (written.isPresent()) {
        reports.add(written.get());
        continue;
      }
      ObjectFile object = RunCommand.object(arguments, file, session);
      KernelObject kernel = ObjectKernelChoice.choose(object, CodeOptions.kernel(arguments));
      if (first.isPresent()) {
        CompareCommand.requireSameParameters(first.get(), kernel, files);
      } else {
        first = Optional.of(kernel);
        texts.addAll(CompareCommand.texts(arguments, object, kernel, session));
      }
      reports.add(run(arguments, object, kernel, texts, session));
    }
    return reports;
  }

  /** The report that a file holds: its last line, which arguments may precede. */
  private static Optional<Object> written(String file, Session session) throws CommandFailure {
    byte[] bytes = session.read(file);
    if (bytes.length == 0 || bytes[0] == 0x7F) {
      return Optional.empty();
    }
    String text = new String(bytes, StandardCharsets.UTF_8).strip();
    return JsonReader.read(text.substring(text.lastIndexOf('\n') + 1));
  }

  private static Object run(
      ParseResult arguments,
      ObjectFile object,
      KernelObject kernel,
      List<String> texts,
      Session session)
      throws CommandFailure {
    int blocks = CompareCommand.blocks(arguments, kernel);
    TimingModel model = ReportOptions.model(arguments, object.profile());
    Launch launch =
        Launch.of(
                object,
                kernel,
                ArgumentBinder.bind(kernel, texts).arguments().stream()
                    .map(BoundArgument::argument)
                    .toList())
            .with(one -> one.withBlocks(blocks).withInstructionLimit(Limit.WORK.value()))
            .withTiming(new Toolchain.Timing(model, false))
            .withProtection(RunCommand.protection(arguments));
    return switch (session.toolchain().run(launch)) {
      case RunOutcome.Completed completed ->
          completed
              .timed()
              .flatMap(timed -> JsonReader.read(JsonReport.of(timed).strip()))
              .orElse("");
      case RunOutcome.Trapped(var trap, var _, var _) ->
          throw new CommandFailure(ExitStatus.TRAPPED, List.of(trap));
      case RunOutcome.Rejected(var diagnostics) ->
          throw new CommandFailure(ExitStatus.REJECTED, diagnostics);
    };
  }
}
