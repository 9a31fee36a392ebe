package org.ptoc.tools.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.emulator.timing.TimingModel;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.tools.cli.Toolchain.RunOutcome;
import org.ptoc.tools.report.JsonReport;
import org.ptoc.tools.report.TextReport;
import org.ptoc.tools.report.TimedRun;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * What {@code ptoc run} tells about cycles.
 *
 * @param model the cycle model
 * @param format {@code text} or {@code json}, when a report was asked for
 */
record ReportOptions(TimingModel model, Optional<String> format) {
  private static final List<String> FORMATS = List.of("text", "json");

  static void describe(CommandSpec spec) {
    Options.value(spec, "MODEL", "cycle model: documented (default), calibrated, grouped (a2a3), scoreboard (a5), none",
        "--timing");
    Options.optionalValue(spec, "=FORMAT", "text", "where the cycles go, as text (default) or json", "--report");
  }

  static ReportOptions read(ParseResult arguments, Profile profile) throws CommandFailure {
    Optional<String> format = Options.text(arguments, "--report");
    if (format.isPresent()) {
      Options.choice(arguments, "--report", FORMATS, "text");
    }
    return new ReportOptions(model(arguments, profile), format);
  }

  private static TimingModel model(ParseResult arguments, Profile profile) throws CommandFailure {
    List<String> names = new ArrayList<>();
    for (TimingModel model : TimingModel.values()) {
      if (model.isIn(profile)) {
        names.add(model.spelling());
      }
    }
    String name = Options.text(arguments, "--timing").orElse(TimingModel.DOCUMENTED.spelling());
    Optional<TimingModel> model = TimingModel.named(name);
    if (model.isEmpty() || !model.get().isIn(profile)) {
      String problem =
          model.isEmpty()
              ? "'" + name + "' is no value of --timing" + Suggestion.phrase(name, names)
              : "profile " + profile.spelling() + " has no timing model '" + name + "'";
      throw CommandFailure.usage(problem, "--timing takes " + String.join(", ", names) + " with profile "
          + profile.spelling());
    }
    return model.get();
  }

  Toolchain.Timing timing() {
    return new Toolchain.Timing(model, format.isPresent());
  }

  /** Writes the summary and everything that was asked for. */
  void write(RunOutcome.Completed completed, ObjectFile object, Session session) throws CommandFailure {
    if (format.equals(Optional.of("json")) && completed.timed().isPresent()) {
      session.write("-", JsonReport.of(completed.timed().get()));
      return;
    }
    StringBuilder text = new StringBuilder();
    for (Toolchain.Cycles cycles : completed.cycles()) {
      text.append("cycles: ").append(cycles.cycles()).append(" (").append(cycles.model()).append(")\n");
    }
    Optional<TimedRun> timed = completed.timed();
    if (format.isPresent() && timed.isPresent()) {
      text.append(TextReport.of(timed.get()));
    }
    session.write("-", text.toString());
  }
}
