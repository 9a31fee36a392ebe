package org.ptoc.tools.cli;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** Parses the arguments of one subcommand and runs it. */
final class CommandRunner {
  private static final List<String> FILES = List.of("FILE", "DIR", "PLAN");

  private static final String HELP_ALL = "--help-all";
  private static final List<String> HELP = List.of("-h", "--help", HELP_ALL);

  /** Columns of a line of 80 behind the names of options. */
  private static final int SHORT_WIDTH = 53;

  /** The same where all names of options are shown, of which some are longer. */
  private static final int FULL_WIDTH = 51;

  private final Commands chosen;
  private final Session session;

  CommandRunner(Commands chosen, Session session) {
    this.chosen = chosen;
    this.session = session;
  }

  int run(List<String> args) throws CommandFailure {
    Command command = chosen.make();
    boolean helps = args.stream().anyMatch(HELP::contains);
    if (chosen == Commands.RUN && Chain.isWanted(args) && !helps) {
      return Chain.run(args, session);
    }
    CommandLine line = commandLine(chosen, command);
    ParseResult result = parse(chosen, line, args);
    if (result.isUsageHelpRequested()) {
      prepareHelp(line.getCommandSpec(), args.contains(HELP_ALL));
      session.out().print(line.getUsageMessage(Ansi.OFF));
      return ExitStatus.OK;
    }
    if (Watch.isWanted(result)) {
      return Watch.run(chosen, result, args, session);
    }
    MessageOptions.apply(result, session);
    return command.execute(result, session);
  }

  /**
   * Leaves the options that few calls need to {@code --help-all}, so that the others fit a screen,
   * and breaks descriptions at blanks; picocli also breaks values, such as {@code i32:5}.
   */
  private void prepareHelp(CommandSpec spec, boolean all) {
    int width = all ? FULL_WIDTH : SHORT_WIDTH;
    for (OptionSpec option : List.copyOf(spec.options())) {
      spec.remove(option);
      if (all || !Option.has(option, Option.Trait.SELDOM)) {
        spec.addOption(
            OptionSpec.builder(option).description(wrapped(option.description(), width)).build());
      } else {
        spec.usageMessage()
            .footer("'ptoc " + chosen.spelling() + " " + HELP_ALL + "' lists more options.");
      }
    }
    for (PositionalParamSpec parameter : List.copyOf(spec.positionalParameters())) {
      spec.remove(parameter);
      spec.addPositional(
          PositionalParamSpec.builder(parameter)
              .description(wrapped(parameter.description(), width))
              .build());
    }
  }

  private static String[] wrapped(String[] description, int width) {
    return Explanations.lines(String.join(" ", description), width).toArray(String[]::new);
  }

  /** The picocli form of a command. */
  static CommandLine commandLine(Commands chosen, Command command) {
    CommandSpec spec = CommandSpec.create();
    command.describe(spec);
    MessageOptions.describe(spec);
    // No text has variables, and every look-up of an option would search its names for them.
    spec.interpolateVariables(false);
    spec.name("ptoc " + chosen.spelling());
    String summary = chosen.summary();
    spec.usageMessage()
        .description(Character.toUpperCase(summary.charAt(0)) + summary.substring(1) + ".", "");
    spec.usageMessage().width(80).sortOptions(false).abbreviateSynopsis(true);
    spec.addOption(
        OptionSpec.builder(HELP.toArray(String[]::new))
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
      ParseResult result = line.parseArgs(withOptionalValues(line, args).toArray(String[]::new));
      requireNames(result, hint);
      return result;
    } catch (CommandLine.ParameterException e) {
      // A word other than an option may be meant as the missing file.
      List<String> unmatched = line.getUnmatchedArguments();
      if (unmatched.isEmpty()) {
        throw CommandFailure.usage(wrong(e, args), hint);
      }
      String word = unmatched.getFirst();
      int equals = word.indexOf('=');
      String name = equals < 0 ? word : word.substring(0, equals);
      if (!name.startsWith("-")) {
        throw CommandFailure.usage("too many arguments: '" + word + "'", hint);
      }
      throw CommandFailure.usage(
          "there is no option '" + name + "'" + Suggestion.phrase(name, optionNames(line)),
          new File(word).exists() ? "the file of this name is ./" + word : hint);
    }
  }

  /** Rejects empty names: an unset shell variable is not a file, nor the current directory. */
  private static void requireNames(ParseResult result, String hint) throws CommandFailure {
    for (ArgSpec each : result.matchedArgs()) {
      boolean file = FILES.stream().anyMatch(each.paramLabel()::contains);
      // The value of an option that was given without one is empty too.
      boolean written = !(each instanceof OptionSpec) || each.arity().min() > 0;
      if (file && written && each.stringValues().contains("")) {
        throw CommandFailure.usage(
            (each instanceof OptionSpec option
                    ? "the file name of " + option.longestName()
                    : "the name of a file")
                + " is empty",
            hint);
      }
    }
  }

  /** What is wrong with words that all belong to options or files. */
  private static String wrong(CommandLine.ParameterException e, List<String> args) {
    if (e instanceof CommandLine.MissingParameterException missing
        && missing.getMissing().size() == 1) {
      ArgSpec one = missing.getMissing().getFirst();
      if (one instanceof OptionSpec option) {
        List<String> names = List.of(option.names());
        String written =
            args.stream().filter(names::contains).findFirst().orElse(option.longestName());
        return "option '" + written + "' needs a value, " + option.paramLabel();
      }
      int least = one.arity().min();
      return least > 1
          ? "missing parameters: it takes " + least + " times " + one.paramLabel()
          : "missing required parameter: '" + one.paramLabel() + "'";
    }
    if (e instanceof CommandLine.OverwrittenOptionException twice
        && twice.getOverwritten() instanceof OptionSpec option) {
      List<String> names = List.of(option.names());
      List<String> given =
          args.stream().filter(arg -> names.contains(arg.replaceFirst("=.*", ""))).toList();
      return "option '"
          + (given.isEmpty() ? option.longestName() : given.getLast().replaceFirst("=.*", ""))
          + "' is given more than once; give one "
          + option.paramLabel();
    }
    String message = String.valueOf(e.getMessage());
    return Character.toLowerCase(message.charAt(0)) + message.substring(1).replace('\n', ' ');
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
            option.type() == String.class
                ? CompletionValues.words(option)::contains
                : CommandRunner::maybeWord;
        for (String name : option.names()) {
          completeWords(complete, name, option.fallbackValue(), isWord);
        }
      }
    }
    return complete;
  }

  /** True for a word that may be neither an option nor a file. */
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
