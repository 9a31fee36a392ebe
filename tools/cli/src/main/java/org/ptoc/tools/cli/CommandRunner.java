package org.ptoc.tools.cli;

import java.io.File;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Parses the arguments of one subcommand and runs it. */
final class CommandRunner {
  private static final String HELP_ALL = "--help-all";
  private static final Set<String> SELDOM_USED =
      Set.of(
          "--diagnostic-format",
          "--color",
          "--error-limit",
          "-W",
          "-R",
          "--remarks",
          "-w",
          "--diagnostics-output",
          "-O",
          "-g",
          "-f",
          "--vsubc-polarity",
          "--mode",
          "--sync",
          "--tprint",
          "--schedule",
          "--strict-dtypes",
          "--runtime-checks",
          "--no-runtime-checks",
          "--infer-vecscope",
          "--print-changed",
          "--dump-dir",
          "--time-passes",
          "--stats",
          "--threads",
          "--subblocks",
          "--dump-all",
          "--show",
          "--seed",
          "--block-params",
          "--ub-fill",
          "--timing-parameter",
          "--queue-depth",
          "--clock",
          "--engine",
          "--engine-log",
          "--regions",
          "--kanata",
          "--csv",
          "--html",
          "--timeout-insns",
          "--mad-order",
          "--log-commits",
          "--trace-out",
          "--trace-limit",
          "--trace-window",
          "--timeline",
          "--watch",
          "--width",
          "-MD",
          "-S",
          "-c",
          "--asm",
          "--kernels",
          "--cache-limit",
          "--schema");

  private final Commands chosen;
  private final Session session;

  CommandRunner(Commands chosen, Session session) {
    this.chosen = chosen;
    this.session = session;
  }

  int run(List<String> args) throws CommandFailure {
    Command command = chosen.make();
    CommandLine line = commandLine(chosen, command);
    ParseResult result = parse(chosen, line, args);
    if (result.isUsageHelpRequested()) {
      if (!args.contains(HELP_ALL)) {
        hideSeldomUsed(line.getCommandSpec());
      }
      session.environment().out().print(line.getUsageMessage(Ansi.OFF));
      return ExitStatus.OK;
    }
    return Watch.isWanted(result)
        ? Watch.run(chosen, result, args, session)
        : command.execute(result, session);
  }

  /**
   * Leaves the options that few calls need to {@code --help-all}, so that the others fit a screen.
   */
  private void hideSeldomUsed(CommandSpec spec) {
    boolean hidden = false;
    for (OptionSpec option : List.copyOf(spec.options())) {
      if (SELDOM_USED.contains(option.longestName())
          || chosen == Commands.PTOAS && PeerOption.isSeldomUsed(option.longestName())) {
        spec.remove(option);
        hidden = true;
      }
    }
    if (hidden) {
      spec.usageMessage()
          .footer("'ptoc " + chosen.spelling() + " " + HELP_ALL + "' lists more options.");
    }
  }

  /** The picocli form of a command. */
  static CommandLine commandLine(Commands chosen, Command command) {
    CommandSpec spec = command.describe();
    spec.name("ptoc " + chosen.spelling());
    String summary = chosen.summary();
    spec.usageMessage()
        .description(Character.toUpperCase(summary.charAt(0)) + summary.substring(1) + ".", "");
    spec.usageMessage().width(80).sortOptions(false).abbreviateSynopsis(true);
    spec.addOption(
        OptionSpec.builder("-h", "--help", HELP_ALL)
            .usageHelp(true)
            .arity("0")
            .description("show this text, or all options")
            .build());
    CommandLine line = new CommandLine(spec);
    line.setPosixClusteredShortOptionsAllowed(true).setUnmatchedOptionsArePositionalParams(false);
    line.setExpandAtFiles(false);
    return line;
  }

  /** Parses only. */
  ParseResult parse(List<String> args) throws CommandFailure {
    return parse(chosen, args);
  }

  /** The arguments of a command that is not called by itself. */
  static ParseResult parse(Commands chosen, List<String> args) throws CommandFailure {
    return parse(chosen, commandLine(chosen, chosen.make()), args);
  }

  private static ParseResult parse(Commands chosen, CommandLine line, List<String> args)
      throws CommandFailure {
    String hint = "'ptoc " + chosen.spelling() + " --help' lists the options";
    try {
      return line.parseArgs(withOptionalValues(line, args).toArray(String[]::new));
    } catch (CommandLine.UnmatchedArgumentException e) {
      String word = e.getUnmatched().getFirst();
      int equals = word.indexOf('=');
      String name = equals < 0 ? word : word.substring(0, equals);
      if (!name.startsWith("-")) {
        throw CommandFailure.usage("too many arguments: '" + word + "'", hint);
      }
      throw CommandFailure.usage(
          "there is no option '" + name + "'" + Suggestion.phrase(name, optionNames(line)), hint);
    } catch (CommandLine.ParameterException e) {
      String message = String.valueOf(e.getMessage());
      throw CommandFailure.usage(
          Character.toLowerCase(message.charAt(0)) + message.substring(1).replace('\n', ' '), hint);
    }
  }

  /** Attaches the value that an option has when none is given. */
  private static List<String> withOptionalValues(CommandLine line, List<String> args) {
    List<String> complete = new ArrayList<>(args);
    for (OptionSpec option : line.getCommandSpec().options()) {
      if (option.arity().min() == 0 && option.arity().max() == 1) {
        for (String name : option.names()) {
          complete.replaceAll(arg -> arg.equals(name) ? name + "=" + option.fallbackValue() : arg);
        }
      } else if (!option.fallbackValue().isEmpty()) {
        Predicate<String> isWord =
            option.type() == String.class ? words(option)::contains : CommandRunner::maybeWord;
        for (String name : option.names()) {
          completeWords(complete, name, option.fallbackValue(), isWord);
        }
      }
    }
    return complete;
  }

  private static Set<String> words(OptionSpec option) {
    Set<String> words = new HashSet<>();
    option.completionCandidates().forEach(words::add);
    return words;
  }

  /** What is no option and no file. */
  private static boolean maybeWord(String text) {
    return !text.startsWith("-") && !text.contains(".") && !text.contains(File.separator);
  }

  /** Does so where no word follows. */
  private static void completeWords(
      List<String> args, String name, String otherwise, Predicate<String> isWord) {
    for (int i = 0; i < args.size(); i++) {
      boolean hasWord = i + 1 < args.size() && isWord.test(args.get(i + 1));
      if (args.get(i).equals(name) && !hasWord) {
        args.set(i, name + "=" + otherwise);
      }
    }
  }

  private static List<String> optionNames(CommandLine line) {
    List<String> names = new ArrayList<>();
    for (OptionSpec option : line.getCommandSpec().options()) {
      names.addAll(List.of(option.names()));
    }
    return names;
  }
}
