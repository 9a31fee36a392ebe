package org.ptoc.tools.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.ptoc.emulator.timing.constant.TimingOptions.Change;
import org.ptoc.emulator.timing.constant.TimingParameter;
import org.ptoc.ir.isa.Profile;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** The options that change numbers of the cycle models. */
final class TimingParameterOptions {
  static final Option PARAMETER =
      Option.values(
              "NAME=N",
              "change a number of the cycle models; an unknown name lists them",
              "--timing-parameter")
          .words(() -> TimingParameter.all().stream().map(each -> each.spelling() + "=").iterator())
          .seldom();
  static final Option DEPTH =
      Option.value(
              "N",
              "instructions that wait on one pipe before S stalls (default: no limit)",
              "--queue-depth")
          .seldom();
  static final Option CLOCK =
      Option.value(
              "MHZ", "tell the time at this clock too (public figure for a2a3: 1850)", "--clock")
          .seldom();
  private static final int MOST = 1 << 20;

  private TimingParameterOptions() {}

  static void describe(CommandSpec spec) {
    Option.add(spec, PARAMETER, DEPTH, CLOCK);
  }

  static List<Change> changes(ParseResult arguments, Profile profile) throws CommandFailure {
    List<Change> changes = new ArrayList<>();
    for (String text : PARAMETER.texts(arguments)) {
      changes.add(change(text, profile));
    }
    if (DEPTH.isIn(arguments)) {
      changes.add(change("queue-depth=" + DEPTH.number(arguments, 1, MOST, MOST), profile));
    }
    return changes;
  }

  /** The clock in MHz. */
  static OptionalInt clock(ParseResult arguments) throws CommandFailure {
    return CLOCK.isIn(arguments)
        ? OptionalInt.of((int) CLOCK.number(arguments, 1, 100_000, 1))
        : OptionalInt.empty();
  }

  private static Change change(String text, Profile profile) throws CommandFailure {
    int equals = text.indexOf('=');
    String name = equals < 0 ? text : text.substring(0, equals);
    TimingParameter parameter =
        TimingParameter.named(name)
            .filter(found -> found.isIn(profile))
            .orElseThrow(() -> unknown(name, profile));
    try {
      int value = Integer.parseInt(text.substring(equals + 1));
      if (equals > 0 && value >= parameter.least() && value <= MOST) {
        return new Change(parameter, value);
      }
    } catch (NumberFormatException e) {
      // Falls through to the message.
    }
    throw PARAMETER.refused(
        text, "", "write " + name + "=N with N from " + parameter.least() + " to " + MOST);
  }

  private static CommandFailure unknown(String name, Profile profile) {
    List<String> names =
        TimingParameter.all().stream()
            .filter(each -> each.isIn(profile))
            .map(TimingParameter::spelling)
            .toList();
    return CommandFailure.usage(
        "the cycle models of profile "
            + profile.spelling()
            + " have no parameter '"
            + name
            + "'"
            + Suggestion.phrase(name, names),
        "the parameters are " + String.join(", ", names));
  }
}
