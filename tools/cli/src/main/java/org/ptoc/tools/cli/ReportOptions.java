package org.ptoc.tools.cli;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.ptoc.emulator.timing.constant.CycleWindow;
import org.ptoc.emulator.timing.constant.TimingModel;
import org.ptoc.emulator.timing.constant.TimingOptions.Change;
import org.ptoc.emulator.timing.pipe.BlockTiming;
import org.ptoc.emulator.timing.pipe.PipeUsage;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.Limit;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.tools.report.Advice;
import org.ptoc.tools.report.ChromeTrace;
import org.ptoc.tools.report.CsvTables;
import org.ptoc.tools.report.HtmlReport;
import org.ptoc.tools.report.JsonReport;
import org.ptoc.tools.report.KanataLog;
import org.ptoc.tools.report.RegionRange;
import org.ptoc.tools.report.TextReport;
import org.ptoc.tools.report.TextTimeline;
import org.ptoc.tools.report.Width;
import org.ptoc.tools.toolchain.TimedRun;
import org.ptoc.tools.toolchain.Toolchain;
import org.ptoc.tools.toolchain.Toolchain.RunOutcome;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * The options of {@code ptoc run} for reports on cycles.
 *
 * @param model the cycle model
 * @param format {@code text} or {@code json}, when a report was asked for
 * @param timeline whether the timeline is printed
 * @param advise whether changes that save cycles are searched
 * @param files the files to write, by the option that asked for them
 * @param regions the vector regions that are shown in detail
 * @param mostEvents instructions on the timeline of the first block at most
 * @param window the cycles that pictures show
 * @param changes numbers of the cycle models that differ from the standard ones
 * @param clock MHz, when the time is wanted too
 * @param width columns of report and timeline; empty for the terminal width
 */
record ReportOptions(
    TimingModel model,
    Optional<String> format,
    boolean timeline,
    boolean advise,
    Map<String, String> files,
    RegionRange regions,
    int mostEvents,
    CycleWindow window,
    List<Change> changes,
    OptionalInt clock,
    OptionalInt width) {
  private static final List<String> FORMATS = List.of("text", "json");
  private static final String TRACE = "--trace-out";
  private static final String KANATA = "--kanata";
  private static final String TABLES = "--csv";
  private static final String PAGE = "--html";
  private static final String TIMELINE = "--timeline";
  private static final String ADVISE = "--advise";
  private static final String WIDTH = "--width";
  private static final String WINDOW = "--trace-window";
  private static final List<String> FILES = List.of(TRACE, KANATA, TABLES, PAGE);

  static void describe(CommandSpec spec) {
    describeModel(spec);
    TimingParameterOptions.describe(spec);
    Options.optionalValue(
        spec, FORMATS, "FORMAT", "text", "where the cycles go: text (default), json", "--report");
    Options.flag(spec, "print what the pipes do over time", TIMELINE);
    Options.flag(
        spec, "try what saves cycles: flags and barriers left out, more buffers in loops", ADVISE);
    Options.value(
        spec, "N", "columns of report and timeline (default: the terminal's, else 100)", WIDTH);
    Options.value(
        spec, "FILE", "write the timeline for trace viewers, as Chrome trace JSON", TRACE);
    Options.value(
        spec,
        "FROM:TO",
        "cycles that " + TRACE + ", " + TIMELINE + " and " + KANATA + " show (default: all)",
        WINDOW);
    Options.value(
        spec, "FILE", "write vector regions (a5) for pipeline viewers, as Kanata log", KANATA);
    Options.value(
        spec,
        "A-B",
        "vector regions that " + TRACE + " and " + KANATA + " detail (default: 1-8)",
        "--regions");
    Options.value(spec, "DIR", "write the tables instr.csv and pipes.csv", TABLES);
    Options.value(spec, "FILE", "write a page with timeline and annotated source", PAGE);
  }

  static ReportOptions read(ParseResult arguments, Profile profile) throws CommandFailure {
    Optional<String> format = Options.text(arguments, "--report");
    if (format.isPresent()) {
      Options.choice(arguments, "--report", FORMATS, "text");
    }
    Map<String, String> files = new LinkedHashMap<>();
    for (String option : FILES) {
      Options.text(arguments, option).ifPresent(file -> files.put(option, file));
    }
    ReportOptions options =
        new ReportOptions(
            model(arguments, profile),
            format,
            Options.has(arguments, TIMELINE),
            Options.has(arguments, ADVISE),
            files,
            range(Options.text(arguments, "--regions").orElse("1-8")),
            (int) WatchOptions.limit(arguments, Limit.TIMELINE_EVENTS),
            Options.has(arguments, WINDOW)
                ? window(Options.text(arguments, WINDOW).orElse(""))
                : CycleWindow.ALL,
            TimingParameterOptions.changes(arguments, profile),
            TimingParameterOptions.clock(arguments),
            width(arguments));
    options.check(profile);
    return options;
  }

  private static OptionalInt width(ParseResult arguments) throws CommandFailure {
    return Options.has(arguments, WIDTH)
        ? OptionalInt.of(
            (int) Options.number(arguments, WIDTH, Width.LEAST, Width.MOST, Width.STANDARD))
        : OptionalInt.empty();
  }

  static void describeModel(CommandSpec spec) {
    Options.words(
        spec,
        Stream.of(TimingModel.values()).map(TimingModel::spelling).toList(),
        "MODEL",
        "calibrated (default), documented, grouped (a2a3), scoreboard (a5) or none",
        "--timing");
  }

  static TimingModel model(ParseResult arguments, Profile profile) throws CommandFailure {
    List<String> names = new ArrayList<>();
    for (TimingModel model : TimingModel.values()) {
      if (model.isIn(profile)) {
        names.add(model.spelling());
      }
    }
    String name = Options.text(arguments, "--timing").orElse(TimingModel.DEFAULT.spelling());
    Optional<TimingModel> model = TimingModel.named(name);
    if (model.isEmpty() || !model.get().isIn(profile)) {
      String problem =
          model.isEmpty()
              ? "'" + name + "' is no value of --timing" + Suggestion.phrase(name, names)
              : "profile " + profile.spelling() + " has no timing model '" + name + "'";
      throw CommandFailure.usage(
          problem,
          "--timing takes " + String.join(", ", names) + " with profile " + profile.spelling());
    }
    return model.get();
  }

  private static RegionRange range(String text) throws CommandFailure {
    int dash = text.indexOf('-');
    try {
      int first = Integer.parseInt(dash < 0 ? text : text.substring(0, dash));
      int last = Integer.parseInt(dash < 0 ? text : text.substring(dash + 1));
      if (first >= 1 && last >= first) {
        return new RegionRange(first, last);
      }
    } catch (NumberFormatException e) {
      // Falls through to the message.
    }
    throw CommandFailure.usage(
        "'" + text + "' is no value of --regions; write a range such as 1-8, from 1");
  }

  /** {@code 1000:2000}; either number may be left out. */
  private static CycleWindow window(String text) throws CommandFailure {
    int colon = text.indexOf(':');
    try {
      String from = text.substring(0, Math.max(0, colon));
      String to = text.substring(colon + 1);
      long first = from.isEmpty() ? 0 : Long.parseLong(from);
      long end = to.isEmpty() ? Long.MAX_VALUE : Long.parseLong(to);
      if (colon >= 0 && first >= 0 && end > first) {
        return new CycleWindow(first, end);
      }
    } catch (NumberFormatException e) {
      // Falls through to the message.
    }
    throw CommandFailure.usage(
        "'" + text + "' is no value of " + WINDOW,
        "write FROM:TO, such as 1000:2000: from cycle 1000 to 1999; 1000: goes to the end");
  }

  /** What shows single instructions may show a part; figures are about the whole run. */
  private void checkWindow() throws CommandFailure {
    if (window.equals(CycleWindow.ALL)) {
      return;
    }
    if (!timeline && !files.containsKey(TRACE) && !files.containsKey(KANATA)) {
      throw CommandFailure.usage(
          WINDOW + " goes with " + TRACE + ", " + TIMELINE + " or " + KANATA + ", which show it");
    }
    if (figures().isPresent()) {
      throw CommandFailure.usage(
          figures().get() + " is about the whole run, so it does not go with " + WINDOW,
          "run twice, or open the page of --html at ?cycles=1000-2000");
    }
  }

  /** The option that wants figures, which take the instructions of the whole run. */
  private Optional<String> figures() {
    return format.isPresent()
        ? Optional.of("--report")
        : Stream.of(PAGE, TABLES).filter(files::containsKey).findFirst();
  }

  private void check(Profile profile) throws CommandFailure {
    checkWindow();
    for (Map.Entry<String, String> file : files.entrySet()) {
      if (file.getValue().equals("-")) {
        throw CommandFailure.usage(
            file.getKey() + " needs a file name; standard output holds the summary");
      }
    }
    if (files.containsKey(KANATA) && (profile != Profile.A5 || model == TimingModel.SCOREBOARD)) {
      throw CommandFailure.usage(
          KANATA
              + " shows the out-of-order pipeline of vector regions, which "
              + (profile == Profile.A5 ? "--timing scoreboard" : "profile " + profile.spelling())
              + " does not have");
    }
    boolean picture =
        timeline || files.keySet().stream().anyMatch(option -> !option.equals(TABLES));
    if (model == TimingModel.NONE && picture) {
      String option = timeline ? TIMELINE : files.keySet().iterator().next();
      throw CommandFailure.usage(option + " needs a cycle model, but --timing is none");
    }
    if (model == TimingModel.NONE && advise) {
      throw CommandFailure.usage(ADVISE + " needs a cycle model, but --timing is none");
    }
    if (model == TimingModel.NONE && clock.isPresent()) {
      throw CommandFailure.usage("--clock needs a cycle model, but --timing is none");
    }
    if (timeline && isJson()) {
      throw CommandFailure.usage(
          "--report=json prints one object, " + TIMELINE + " would print text beside it");
    }
  }

  private boolean isJson() {
    return format.equals(Optional.of("json"));
  }

  Toolchain.Timing timing() {
    return new Toolchain.Timing(model, false)
        .withTimeline(needsTimeline() ? mostEvents : 0, window)
        .withChanges(changes);
  }

  private boolean needsTimeline() {
    return timeline || advise || format.isPresent() || !files.isEmpty();
  }

  /**
   * Writes the summary and everything that was asked for.
   *
   * @param advice what saves cycles, where that was asked for
   * @param quiet whether totals are left out when nothing else was asked for
   */
  void write(
      RunOutcome.Completed completed,
      ObjectFile object,
      Optional<Advice> advice,
      boolean quiet,
      Session session)
      throws CommandFailure {
    // Who gets a report does not learn where it was made.
    ObjectFile named = SourceRoot.here().record(object, object.sourceName());
    Optional<TimedRun> timed = completed.timed().map(run -> run.of(named));
    if (timed.isPresent()) {
      checkWindow(timed.get());
      warnOfCuts(timed.get(), session);
      for (Map.Entry<String, String> file : files.entrySet()) {
        write(
            file.getKey(),
            file.getValue(),
            timed.get(),
            advice,
            named.sourceName(),
            session.sourceOf(object).map(Toolchain.Source::text),
            session);
      }
    }
    if (quiet && format.isEmpty() && !timeline && !advise) {
      return;
    }
    session.write(
        "-",
        timed.isPresent() && isJson()
            ? JsonReport.of(timed.get(), advice)
            : text(completed, width.orElseGet(session.environment()::columns))
                + advice.map(Advice::text).orElse(""));
  }

  private void checkWindow(TimedRun run) throws CommandFailure {
    if (window.from() > run.timing().cycles()) {
      throw CommandFailure.usage(
          "the window begins at cycle "
              + window.from()
              + ", but the run takes "
              + run.timing().cycles()
              + " cycles");
    }
  }

  /** Cycles and counts cover all instructions; outputs that show single instructions were cut. */
  private void warnOfCuts(TimedRun run, Session session) {
    if (model == TimingModel.NONE || !needsTimeline()) {
      return;
    }
    List<BlockTiming> blocks = run.timing().blocks();
    for (int i = 0; i < blocks.size(); i++) {
      long executed = blocks.get(i).pipes().stream().mapToLong(PipeUsage::instructions).sum();
      int shown = blocks.get(i).events().size();
      boolean isFull = window.equals(CycleWindow.ALL) || shown >= mostEvents / (i + 1);
      if (executed > shown && isFull) {
        warnOfCut(
            "the timeline of block "
                + i
                + " has the first "
                + shown
                + " of "
                + (window.equals(CycleWindow.ALL)
                    ? executed + " instructions"
                    : "the instructions of the window"),
            session);
        break;
      }
    }
    int written = ChromeTrace.blocks(run, mostEvents);
    if (files.containsKey(TRACE) && written < blocks.size()) {
      warnOfCut("the trace has the first " + written + " of " + blocks.size() + " blocks", session);
    }
  }

  private void warnOfCut(String what, Session session) {
    session
        .reporter()
        .report(
            Diagnostic.of(
                Limit.TIMELINE_EVENTS.code(),
                Location.NONE,
                what
                    + "; "
                    + (figures().isPresent() ? "" : WINDOW + "=FROM:TO shows a part of the run, ")
                    + WatchOptions.LIMIT
                    + "=N sets another limit"));
  }

  private String text(RunOutcome.Completed completed, int columns) {
    StringBuilder text = new StringBuilder();
    for (Toolchain.Cycles cycles : completed.cycles()) {
      if (model == TimingModel.NONE) {
        text.append("instructions: ").append(cycles.cycles()).append('\n');
        continue;
      }
      text.append("cycles: ")
          .append(cycles.cycles())
          .append(" (")
          .append(cycles.model())
          .append(")\n");
    }
    if (clock.isPresent() && !completed.cycles().isEmpty()) {
      text.append(time(completed.cycles().getFirst(), clock.getAsInt()));
    }
    if (format.isPresent()) {
      completed.timed().ifPresent(run -> text.append(TextReport.of(run, columns)));
    }
    if (timeline) {
      completed.timed().ifPresent(run -> text.append(TextTimeline.of(run, columns, window)));
    }
    return text.toString();
  }

  /** Microseconds with three decimals, of the model that was asked for. */
  private static String time(Toolchain.Cycles cycles, int megahertz) {
    BigDecimal time =
        BigDecimal.valueOf(cycles.cycles())
            .divide(BigDecimal.valueOf(megahertz), 3, RoundingMode.HALF_UP);
    return "time: "
        + time.toPlainString()
        + " us at "
        + megahertz
        + " MHz ("
        + cycles.model()
        + ")\n";
  }

  private void write(
      String option,
      String file,
      TimedRun run,
      Optional<Advice> advice,
      String name,
      Optional<String> source,
      Session session)
      throws CommandFailure {
    switch (option) {
      case TRACE ->
          session.writeParts(file, out -> ChromeTrace.write(run, regions, mostEvents, out));
      case KANATA -> session.write(file, KanataLog.of(run, regions));
      case PAGE -> session.write(file, HtmlReport.of(run, name, source, advice));
      default -> {
        session.makeDirectory(file);
        session.write(file + "/instr.csv", CsvTables.instructions(run));
        session.write(file + "/pipes.csv", CsvTables.pipes(run));
        if (run.cube().isPresent()) {
          session.write(file + "/cube-instr.csv", CsvTables.instructions(run.cube().get()));
          session.write(file + "/cube-pipes.csv", CsvTables.pipes(run.cube().get()));
        }
      }
    }
  }
}
