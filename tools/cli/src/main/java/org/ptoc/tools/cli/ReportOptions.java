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
import org.ptoc.ir.diagnostic.Limit;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.tools.cli.Option.Trait;
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
    Map<Option, String> files,
    RegionRange regions,
    int mostEvents,
    CycleWindow window,
    List<Change> changes,
    OptionalInt clock,
    OptionalInt width) {
  static final Option TRACE =
      Option.value(
              "FILE", "write the timeline for trace viewers, as Chrome trace JSON", "--trace-out")
          .with(Trait.OF_PLAN, Trait.ONE_FILE);
  static final Option KANATA =
      Option.value(
              "FILE", "write vector regions (a5) for pipeline viewers, as Kanata log", "--kanata")
          .seldom()
          .with(Trait.OF_PLAN, Trait.ONE_FILE);
  static final Option TABLES =
      Option.value("DIR", "write the tables instr.csv and pipes.csv", "--csv")
          .seldom()
          .with(Trait.OF_PLAN);
  static final Option PAGE =
      Option.value("FILE", "write a page with timeline and annotated source", "--html")
          .with(Trait.OF_PLAN, Trait.ONE_FILE);
  static final Option TIMELINE =
      Option.flag("print what the pipes do over time", "--timeline").with(Trait.OF_PLAN);
  private static final Option ADVISE =
      Option.flag(
              "try what saves cycles: flags and barriers left out, more buffers in loops",
              "--advise")
          .seldom();
  private static final Option WIDTH =
      Option.value(
              "N", "columns of report and timeline (default: the terminal's, else 100)", "--width")
          .seldom();
  private static final Option WINDOW =
      Option.value(
              "FROM:TO",
              "cycles that " + TRACE + ", " + TIMELINE + " and " + KANATA + " show (default: all)",
              "--trace-window")
          .seldom();
  private static final List<Option> FILES = List.of(TRACE, KANATA, TABLES, PAGE);

  static final Option REPORT =
      Option.attached("FORMAT", "text", "where the cycles go: text (default), json", "--report")
          .words(List.of("text", "json"))
          .with(Trait.OF_PLAN);
  private static final Option REGIONS =
      Option.value(
              "A-B",
              "vector regions that " + TRACE + " and " + KANATA + " detail (default: 1-8)",
              "--regions")
          .seldom();
  static final Option TIMING =
      Option.value(
              "MODEL",
              "calibrated (default), documented, grouped (a2a3), scoreboard (a5) or none",
              "--timing")
          .words(Stream.of(TimingModel.values()).map(TimingModel::spelling).toList());

  static void describe(CommandSpec spec) {
    TIMING.addTo(spec);
    TimingParameterOptions.describe(spec);
    Option.add(spec, REPORT, TIMELINE, ADVISE, WIDTH, TRACE, WINDOW, KANATA, REGIONS, TABLES, PAGE);
  }

  static ReportOptions read(ParseResult arguments, Profile profile) throws CommandFailure {
    Optional<String> format = REPORT.text(arguments);
    if (format.isPresent()) {
      REPORT.word(arguments);
    }
    Map<Option, String> files = new LinkedHashMap<>();
    for (Option option : FILES) {
      option.text(arguments).ifPresent(file -> files.put(option, file));
    }
    ReportOptions options =
        new ReportOptions(
            model(arguments, profile),
            format,
            TIMELINE.isIn(arguments),
            ADVISE.isIn(arguments),
            files,
            range(REGIONS.text(arguments).orElse("1-8")),
            (int) WatchOptions.limit(arguments, Limit.TIMELINE_EVENTS),
            WINDOW.isIn(arguments) ? window(WINDOW.text(arguments).orElse("")) : CycleWindow.ALL,
            TimingParameterOptions.changes(arguments, profile),
            TimingParameterOptions.clock(arguments),
            width(arguments));
    options.check(profile);
    return options;
  }

  private static OptionalInt width(ParseResult arguments) throws CommandFailure {
    return WIDTH.isIn(arguments)
        ? OptionalInt.of((int) WIDTH.number(arguments, Width.LEAST, Width.MOST, Width.STANDARD))
        : OptionalInt.empty();
  }

  static TimingModel model(ParseResult arguments, Profile profile) throws CommandFailure {
    List<String> names = new ArrayList<>();
    for (TimingModel model : TimingModel.values()) {
      if (model.isIn(profile)) {
        names.add(model.spelling());
      }
    }
    String name = TIMING.text(arguments).orElse(TimingModel.DEFAULT.spelling());
    Optional<TimingModel> model = TimingModel.named(name);
    if (model.isEmpty() || !model.get().isIn(profile)) {
      String problem =
          model.isEmpty()
              ? "'" + name + "' is no value of " + TIMING + Suggestion.phrase(name, names)
              : "profile " + profile.spelling() + " has no timing model '" + name + "'";
      throw CommandFailure.usage(
          problem,
          TIMING + " takes " + String.join(", ", names) + " with profile " + profile.spelling());
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
    throw REGIONS.refused(text, "; write a range such as 1-8, from 1");
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
    throw WINDOW.refused(
        text,
        "",
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
          "run twice, or open the page of " + PAGE + " at ?cycles=1000-2000");
    }
  }

  /** The option that wants figures, which take the instructions of the whole run. */
  private Optional<Option> figures() {
    return format.isPresent()
        ? Optional.of(REPORT)
        : Stream.of(PAGE, TABLES).filter(files::containsKey).findFirst();
  }

  private void check(Profile profile) throws CommandFailure {
    checkWindow();
    for (Map.Entry<Option, String> file : files.entrySet()) {
      if (file.getValue().equals("-")) {
        throw CommandFailure.usage(
            file.getKey() + " needs a file name; standard output holds the summary");
      }
    }
    if (files.containsKey(KANATA)
        && (!profile.has(ProfileFeature.VECTOR_REGISTERS) || model == TimingModel.SCOREBOARD)) {
      throw CommandFailure.usage(
          KANATA
              + " shows the out-of-order pipeline of vector regions, which "
              + (profile.has(ProfileFeature.VECTOR_REGISTERS)
                  ? TIMING + " scoreboard"
                  : "profile " + profile.spelling())
              + " does not have");
    }
    boolean picture =
        timeline || files.keySet().stream().anyMatch(option -> !option.equals(TABLES));
    if (model == TimingModel.NONE && picture) {
      Option option = timeline ? TIMELINE : files.keySet().iterator().next();
      throw CommandFailure.usage(option + " needs a cycle model, but " + TIMING + " is none");
    }
    if (model == TimingModel.NONE && advise) {
      throw CommandFailure.usage(ADVISE + " needs a cycle model, but --timing is none");
    }
    if (model == TimingModel.NONE && clock.isPresent()) {
      throw CommandFailure.usage(
          TimingParameterOptions.CLOCK + " needs a cycle model, but " + TIMING + " is none");
    }
    if (timeline && isJson()) {
      throw CommandFailure.usage(
          REPORT.of("json") + " prints one object, " + TIMELINE + " would print text beside it");
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
      for (Map.Entry<Option, String> file : files.entrySet()) {
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
    session.report(
        Limit.TIMELINE_EVENTS.code(),
        what
            + "; "
            + (figures().isPresent() ? "" : WINDOW + "=FROM:TO shows a part of the run, ")
            + WatchOptions.LIMIT
            + "=N sets another limit");
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
      Option option,
      String file,
      TimedRun run,
      Optional<Advice> advice,
      String name,
      Optional<String> source,
      Session session)
      throws CommandFailure {
    if (option.equals(TRACE)) {
      session.writeParts(file, out -> ChromeTrace.write(run, regions, mostEvents, out));
    } else if (option.equals(KANATA)) {
      session.write(file, KanataLog.of(run, regions));
    } else if (option.equals(PAGE)) {
      session.write(file, HtmlReport.of(run, name, source, advice));
    } else {
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
