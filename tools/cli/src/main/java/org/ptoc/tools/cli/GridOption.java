package org.ptoc.tools.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ptoc.emulator.Argument;
import org.ptoc.ir.diagnostic.Limit;
import org.ptoc.ir.object.KernelObject;

/**
 * The tasks of {@code --grid NAME=VALUES}: a launch of its own for each value, or for each
 * combination where several parameters vary, the first one slowest.
 *
 * @param values register bits by parameter, one for each task
 * @param first {@code NAME=VALUE} of the first task, as {@code --arg} takes them
 */
record GridOption(Map<Integer, List<Long>> values, List<String> first) {
  static final Option OPTION =
      Option.values(
              "NAME=A:B",
              "launch once for each integer of a parameter: A:B, A:B:STEP or 1,5,7",
              "--grid")
          .seldom()
          .with(Option.Trait.OF_LAUNCH);

  static GridOption read(List<String> texts, KernelObject kernel) throws CommandFailure {
    Map<Integer, List<Long>> values = new LinkedHashMap<>();
    List<String> first = new ArrayList<>();
    int tasks = 1;
    for (String text : texts) {
      int equals = text.indexOf('=');
      int number =
          ArgumentTexts.parameter(kernel, text.substring(0, Math.max(0, equals))).orElse(-1);
      if (number < 0 || values.containsKey(number)) {
        throw OPTION.refused(
            text,
            "",
            "write NAME=FROM:TO, NAME=FROM:TO:STEP or NAME=1,5,7 once for each parameter");
      }
      List<Long> own = new ArrayList<>();
      for (String value : values(text.substring(equals + 1), text)) {
        own.add(
            ArgumentBinder.integer(kernel, number, new ArgumentTexts.Given(value, true))
                .orElseThrow(
                    () ->
                        CommandFailure.usage(
                            OPTION
                                + " is for integers, but "
                                + text
                                + " names another parameter")));
        if (own.size() == 1) {
          first.add(text.substring(0, equals + 1) + value);
        }
      }
      int before = tasks;
      tasks = (int) Math.min((long) tasks * own.size(), Limit.BLOCKS.value() + 1);
      if (tasks > Limit.BLOCKS.value()) {
        throw CommandFailure.usage(
            OPTION + " makes more than " + Limit.BLOCKS.value() + " tasks",
            "launch a part at a time");
      }
      values.replaceAll(
          (_, each) -> each.stream().flatMap(bits -> own.stream().map(_ -> bits)).toList());
      List<Long> repeated = new ArrayList<>();
      for (int i = 0; i < before; i++) {
        repeated.addAll(own);
      }
      values.put(number, repeated);
    }
    return new GridOption(values, first);
  }

  /** {@code 0:100}, {@code 0:100:2} or {@code 1,5,7}. */
  private static List<String> values(String text, String option) throws CommandFailure {
    String[] range = text.split(":", -1);
    if (range.length == 1) {
      return List.of(text.split(",", -1));
    }
    try {
      long from = Long.parseLong(range[0]);
      long to = Long.parseLong(range[1]);
      long step = range.length > 2 ? Long.parseLong(range[2]) : 1;
      if (range.length <= 3
          && from < to
          && step > 0
          && (to - from) / step <= Limit.BLOCKS.value()) {
        List<String> values = new ArrayList<>();
        for (long value = from; value < to; value += step) {
          values.add("" + value);
        }
        return values;
      }
    } catch (NumberFormatException e) {
      // Falls through to the message.
    }
    throw CommandFailure.usage(
        "'" + option + "' is no range of " + OPTION,
        "FROM:TO counts from FROM to TO - 1, FROM:TO:STEP in steps of at least 1");
  }

  /** The number of tasks; 1 without a grid. */
  int tasks() {
    return values.values().stream().mapToInt(List::size).findFirst().orElse(1);
  }

  /** The arguments of all tasks, which replace the arguments of the first one. */
  ArgumentBinder.Bound apply(ArgumentBinder.Bound bound) {
    if (values.isEmpty()) {
      return bound;
    }
    List<BoundArgument> arguments = new ArrayList<>(bound.arguments());
    values.forEach(
        (number, bits) ->
            arguments.set(
                number,
                new BoundArgument(
                    new Argument.Grid(bits), arguments.get(number).format(), List.of())));
    return new ArgumentBinder.Bound(List.of(List.copyOf(arguments)), bound.numbers());
  }
}
