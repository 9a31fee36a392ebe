package org.ptoc.tools.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.tools.data.ArrayText;
import org.ptoc.tools.data.BufferComparison.Tolerance;
import org.ptoc.tools.data.DataArray;
import org.ptoc.tools.data.NpyWriter;
import org.ptoc.tools.json.Json;
import org.ptoc.tools.report.LaunchLog;
import org.ptoc.tools.sweep.Plan;
import org.ptoc.tools.toolchain.Device;
import org.ptoc.tools.toolchain.DeviceView;
import org.ptoc.tools.toolchain.ResidentToolchain;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * Launches of {@code ptoc run} on the same buffers: the first one, and one for each {@code --then}.
 * The options of one launch follow its {@code --then}; all other options precede the first {@code
 * --then} and hold for all launches. Buffers are written and compared after the last launch.
 */
final class Chain {
  static final Option THEN =
      Option.values(
              "KERNEL",
              "launch another kernel, or another FILE, with the options that follow, on the same"
                  + " buffers",
              "--then")
          .seldom();

  private static final List<String> PLANS = List.of(".yaml", ".yml", ".json");

  /** Options that say something of one launch, or write a file for it. */
  private static final List<Option> OF_SINGLE_RUNS =
      List.of(
          RunCommand.DUMP_ALL,
          ReportOptions.TRACE,
          ReportOptions.KANATA,
          ReportOptions.TABLES,
          ReportOptions.TIMELINE,
          AutoArguments.OPTION,
          Watch.OPTION);

  private final Session session;
  private final ParseResult common;
  private final List<ParseResult> launches;
  private final LaunchLog log = new LaunchLog();
  private final Map<List<String>, ObjectFile> objects = new HashMap<>();
  private int worst = ExitStatus.OK;

  /**
   * @param common the options that hold for all launches
   * @param launches those of each launch
   */
  private Chain(Session session, ParseResult common, List<ParseResult> launches) {
    this.session =
        new Session(
            session.environment(),
            session.reporter(),
            () -> new ResidentToolchain(session.toolchain()));
    this.common = common;
    this.launches = launches;
  }

  /** True if the words of {@code ptoc run} have more than one launch. */
  static boolean isWanted(List<String> words) {
    return words.stream().anyMatch(Chain::isThen);
  }

  private static boolean isThen(String word) {
    return word.equals(THEN.toString()) || word.startsWith(THEN.of(""));
  }

  /** True if a single launch uses buffers. */
  static boolean isWanted(ParseResult arguments) {
    return DeviceBuffers.OPTION.isIn(arguments)
        || Option.given(arguments, Option.Trait.OF_BUFFER).stream()
            .flatMap(option -> option.texts(arguments).stream())
            .anyMatch(text -> text.startsWith("@") || text.contains("=@"));
  }

  /** Runs the launches of a command line. */
  static int run(List<String> words, Session session) throws CommandFailure {
    List<List<String>> parts = new ArrayList<>(List.of(new ArrayList<>()));
    for (String word : words) {
      if (isThen(word)) {
        parts.add(new ArrayList<>());
      }
      parts.getLast().add(word);
    }
    ParseResult first = CommandRunner.parse(Commands.RUN, parts.getFirst());
    MessageOptions.apply(first, session);
    String file = Options.parameters(first).getFirst();
    List<ParseResult> launches = new ArrayList<>(List.of(alone(first)));
    for (List<String> part : parts.subList(1, parts.size())) {
      List<String> line = commonWords(first);
      String target =
          part.getFirst().equals(THEN.toString())
              ? part.size() > 1 ? part.get(1) : ""
              : part.getFirst().substring(THEN.of("").length());
      line.addAll(
          part.subList(
              part.getFirst().equals(THEN.toString()) ? Math.min(2, part.size()) : 1, part.size()));
      if (target.isEmpty() || target.startsWith("-")) {
        throw CommandFailure.usage(THEN + " needs a kernel of the file before, or another file");
      }
      if (isFile(target)) {
        file = target;
      } else {
        line.add(CodeOptions.KERNEL.of(target));
      }
      line.add(file);
      launches.add(CommandRunner.parse(Commands.RUN, line));
    }
    return new Chain(session, first, launches).run();
  }

  /** Runs a single launch that uses buffers. */
  static int run(ParseResult launch, Session session) throws CommandFailure {
    return new Chain(session, launch, List.of(alone(launch))).run();
  }

  /** A launch without the options of the report on all launches. */
  private static ParseResult alone(ParseResult launch) throws CommandFailure {
    List<String> words = words(launch, option -> !isOfChain(option));
    words.addAll(Options.parameters(launch));
    return CommandRunner.parse(Commands.RUN, words);
  }

  /** True if a file is a plan. */
  static boolean isPlan(String file) {
    return PLANS.stream().anyMatch(file::endsWith);
  }

  /**
   * Runs the chain of a plan; names in it are relative to it.
   *
   * @param given options that hold for all launches, in addition to the plan
   */
  static int runPlan(String name, ParseResult given, Session session) throws CommandFailure {
    Plan plan = Sweeps.plan(name, Sweeps.source(name, session).text());
    if (plan.chain().isEmpty()) {
      throw CommandFailure.usage(
          name + " has kernels and no chain", "ptoc sweep runs the kernels of a plan");
    }
    Path directory = Sweeps.directory(name);
    List<String> common = commonWords(given);
    for (String options : plan.options()) {
      common.addAll(List.of(options.strip().split("\\s+")));
    }
    common.add(RunCommand.LIMIT.of(plan.limit()));
    plan.profiles().forEach(each -> common.add(each.isEmpty() ? "" : CodeOptions.PROFILE.of(each)));
    plan.checks().forEach(each -> common.add(WatchOptions.CHECK.of(each)));
    common.add(plan.tolerance().isEmpty() ? "" : RunCommand.TOLERANCE.of(plan.tolerance()));
    List<ParseResult> launches = new ArrayList<>();
    for (Plan.Chained launch : plan.chain()) {
      List<String> line = new ArrayList<>(common);
      if (launches.isEmpty()) {
        plan.buffers()
            .forEach(each -> line.add(DeviceBuffers.OPTION.of(DataNames.located(each, directory))));
        plan.expectations()
            .forEach(each -> line.add(RunCommand.EXPECT.of(DataNames.located(each, directory))));
      }
      launch
          .arguments()
          .forEach(each -> line.add(RunCommand.ARGUMENT.of(DataNames.located(each, directory))));
      launch.grid().forEach(each -> line.add(GridOption.OPTION.of(each)));
      line.add(launch.blocks() == 0 ? "" : RunCommand.BLOCKS.of(launch.blocks()));
      line.add(launch.kernel().isEmpty() ? "" : CodeOptions.KERNEL.of(launch.kernel()));
      line.add(directory.resolve(launch.file()).toString());
      line.removeIf(String::isEmpty);
      launches.add(CommandRunner.parse(Commands.RUN, line));
    }
    return new Chain(session, given, launches).run();
  }

  private static boolean isFile(String target) {
    return Stream.of(".pto", ".o", ".s").anyMatch(target::endsWith);
  }

  /** The words that hold for all launches. */
  private static List<String> commonWords(ParseResult first) {
    return words(
        first, option -> !Option.has(option, Option.Trait.OF_LAUNCH) && !isOfChain(option));
  }

  /** True for an option of the report on all launches. */
  private static boolean isOfChain(OptionSpec option) {
    return ReportOptions.PAGE.isRowOf(option)
        || ReportOptions.REPORT.isRowOf(option) && option.originalStringValues().contains("json");
  }

  /** The words of some options. */
  private static List<String> words(ParseResult arguments, Predicate<OptionSpec> wanted) {
    List<String> words = new ArrayList<>();
    for (OptionSpec option : new LinkedHashSet<>(arguments.matchedOptions())) {
      String name = option.longestName();
      if (wanted.test(option)) {
        for (String value : option.originalStringValues()) {
          words.add(
              option.arity().max() == 0 ? name : name + (name.startsWith("--") ? "=" : "") + value);
        }
      }
    }
    return words;
  }

  private int run() throws CommandFailure {
    for (Option option : OF_SINGLE_RUNS) {
      if (option.isIn(common)) {
        throw CommandFailure.usage(
            option + " is for the run of one kernel without buffers that stay",
            RunCommand.DUMP
                + " @NAME=FILE writes a buffer, "
                + ReportOptions.PAGE
                + " FILE the cycles of all launches");
      }
    }
    boolean isJson = ReportOptions.REPORT.word(common).equals("json");
    try (Device device = new Device()) {
      List<String> texts = texts(DeviceBuffers.OPTION, _ -> true);
      DeviceBuffers buffers = DeviceBuffers.of(texts, device);
      for (ParseResult launch : launches) {
        launch(launch, buffers);
      }
      report(isJson);
      write(buffers);
    }
    return worst;
  }

  private void launch(ParseResult arguments, DeviceBuffers buffers) throws CommandFailure {
    String file = Options.parameters(arguments).getFirst();
    Optional<String> name = CodeOptions.kernel(arguments);
    List<String> key = List.of(file, name.orElse(""));
    if (!objects.containsKey(key)) {
      objects.put(key, RunCommand.object(arguments, file, session));
    }
    ObjectFile object = objects.get(key);
    KernelObject kernel = ObjectKernelChoice.choose(object, name);
    RunCommand.RunRequest request =
        new RunCommand.RunRequest(
            arguments,
            object,
            kernel,
            Optional.empty(),
            Runtime.getRuntime().availableProcessors(),
            true,
            ArgumentBinder.Given.of(RunCommand.ARGUMENT.texts(arguments), buffers),
            session);
    RunCommand.Done done = RunCommand.run(request, _ -> {});
    done.figures().ifPresent(log::add);
    worst = Math.max(worst, done.status());
  }

  /** The values of an option of all launches. */
  private List<String> texts(Option option, Predicate<String> wanted) {
    return launches.stream()
        .flatMap(launch -> option.texts(launch).stream())
        .filter(wanted)
        .toList();
  }

  private void report(boolean isJson) throws CommandFailure {
    if (isJson) {
      Json json = new Json().beginObject();
      log.write(json);
      session.write("-", json.end() + "\n");
    } else if (!log.launches().isEmpty()) {
      session.write("-", log.text());
    }
    Optional<String> page = ReportOptions.PAGE.text(common);
    if (page.isPresent()) {
      session.write(page.get(), log.html("Cycles of " + log.launches().size() + " launches"));
    }
  }

  /** Writes, shows and compares buffers. */
  private void write(DeviceBuffers buffers) throws CommandFailure {
    Predicate<String> isBuffer = text -> text.startsWith("@");
    for (String text : texts(RunCommand.DUMP, isBuffer)) {
      String file = value(RunCommand.DUMP, text);
      DataArray array = buffers.find(name(text)).get();
      if (file.equals("-")) {
        session.write("-", ArrayText.table(name(text), array));
      } else {
        session.write(file, file.endsWith(".npy") ? NpyWriter.write(array) : array.shared(), true);
      }
    }
    for (String text : texts(RunCommand.SHOW, isBuffer)) {
      session.write("-", ArrayText.picture(name(text), buffers.find(text).get()));
    }
    Tolerance tolerance = Expectations.tolerance(RunCommand.TOLERANCE.text(common).orElse("0"));
    for (String text : texts(RunCommand.EXPECT, isBuffer)) {
      String file = value(RunCommand.EXPECT, text);
      DeviceView view = buffers.find(name(text));
      DataArray wanted = Expectations.load(name(text), file, view.format());
      RunCommand.Comparison comparison =
          new RunCommand.Comparison("buffer " + name(text), file, view.get(), wanted);
      worst = Math.max(worst, comparison.report(tolerance, common, session, false));
    }
  }

  private static String name(String text) {
    int equals = text.indexOf('=');
    return equals < 0 ? text : text.substring(0, equals);
  }

  private static String value(Option option, String text) throws CommandFailure {
    int equals = text.indexOf('=');
    if (equals < 0 || equals == text.length() - 1) {
      throw option.refused(text, "; write @NAME=FILE");
    }
    return text.substring(equals + 1);
  }
}
