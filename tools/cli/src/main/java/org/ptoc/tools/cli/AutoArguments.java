package org.ptoc.tools.cli;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ptoc.ir.Function;
import org.ptoc.ir.diagnostic.Printable;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.tools.cli.Option.Trait;
import org.ptoc.tools.plan.ArgumentPlanner;
import org.ptoc.tools.plan.PlannedArgument;
import org.ptoc.tools.toolchain.Toolchain;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code --args auto}: the values of {@code --arg} for what the user left out.
 *
 * @param isWanted whether the option was given
 * @param seed what the data depend on
 */
record AutoArguments(boolean isWanted, long seed) {
  static final Option OPTION =
      Option.value("auto", "choose what --arg leaves out, and print it", "--args")
          .words(List.of("auto"))
          .with(Trait.OF_PLAN);
  static final Option SEED =
      Option.value("N", "seed of --args auto (default: 1)", "--seed").seldom().with(Trait.OF_PLAN);

  /** Options that the command which repeats a run does not need: no result depends on the last. */
  private static final List<Option> REPLACED =
      List.of(OPTION, SEED, RunCommand.THREADS, RunCommand.ENGINE);

  static void describe(CommandSpec spec) {
    Option.add(spec, OPTION, SEED);
  }

  static AutoArguments of(ParseResult arguments) throws CommandFailure {
    OPTION.word(arguments);
    return new AutoArguments(
        OPTION.isIn(arguments), SEED.number(arguments, Integer.MIN_VALUE, Integer.MAX_VALUE, 1));
  }

  /** The chosen arguments; none when they are not wanted. */
  List<PlannedArgument> choose(
      KernelObject kernel, List<Function> functions, List<String> texts, int blocks)
      throws CommandFailure {
    if (!isWanted) {
      return List.of();
    }
    ArgumentTexts given = ArgumentTexts.assign(kernel, texts);
    return ArgumentPlanner.plan(
        functions, kernel, integers(kernel, given), given.missing(kernel), blocks, seed);
  }

  /** The values of {@code --arg} that give the chosen arguments. */
  static List<String> options(List<PlannedArgument> chosen) {
    return chosen.stream().map(PlannedArgument::option).toList();
  }

  /** The integers that the user gave, which sizes may depend on. */
  private static Map<Integer, Long> integers(KernelObject kernel, ArgumentTexts given)
      throws CommandFailure {
    Map<Integer, Long> integers = new HashMap<>();
    for (var each : given.byParameter().entrySet()) {
      ArgumentBinder.integer(kernel, each.getKey(), each.getValue())
          .ifPresent(value -> integers.put(each.getKey(), value));
    }
    return integers;
  }

  /**
   * The kernel of an object and its checks as {@link Toolchain#inlined} gives them: from what was
   * compiled just now, or from the file that the object names if it is still the same; else empty.
   */
  static List<Function> functions(
      ObjectFile object, KernelObject kernel, ParseResult arguments, Session session)
      throws CommandFailure {
    Toolchain.Request request = CodeOptions.request(arguments, CodeOptions.noReports());
    Toolchain.Request chosen = request.of(object, kernel, request.code());
    return session
        .sourceOf(object)
        .flatMap(source -> session.toolchain().inlined(source, chosen, kernel.name()).value())
        .orElse(List.of());
  }

  /** The command line that repeats a run with the chosen values written out. */
  static String command(ParseResult arguments, List<String> chosen) {
    return command(arguments.originalArgs(), REPLACED, chosen);
  }

  /** The command line that repeats the run of one kernel out of many files. */
  static String command(
      ParseResult arguments, String file, KernelObject kernel, List<String> chosen) {
    List<String> inputs = Options.parameters(arguments);
    List<String> words = new ArrayList<>(List.of(file, CodeOptions.KERNEL.of(kernel.name())));
    for (String word : arguments.originalArgs()) {
      if (!inputs.contains(word)) {
        words.add(word);
      }
    }
    List<Option> replaced = new ArrayList<>(REPLACED);
    replaced.add(RunCommand.DUMP_ALL);
    return command(words, replaced, chosen);
  }

  private static String command(List<String> original, List<Option> replaced, List<String> chosen) {
    List<String> words = new ArrayList<>(List.of("ptoc", "run"));
    for (int i = 0; i < original.size(); i++) {
      String word = original.get(i);
      if (replaced.stream().anyMatch(option -> option.names().contains(word))) {
        i++;
      } else if (replaced.stream().noneMatch(option -> word.startsWith(option + "="))) {
        words.add(quoted(word));
      }
    }
    chosen.forEach(text -> words.add(RunCommand.ARGUMENT + " " + quoted(text)));
    return String.join(" ", words);
  }

  /** A word as a shell reads it back, without control characters. */
  private static String quoted(String word) {
    if (!Printable.of(word).equals(word)) {
      return escaped(word);
    }
    boolean plain =
        !word.isEmpty()
            && word.chars()
                .allMatch(
                    c -> c < 128 && Character.isLetterOrDigit(c) || "_-+=:,./@%".indexOf(c) >= 0);
    return plain ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  private static String escaped(String word) {
    StringBuilder escaped = new StringBuilder("$'");
    for (int i = 0; i < word.length(); i++) {
      String each = word.substring(i, i + 1);
      if (each.equals("'") || each.equals("\\")) {
        escaped.append('\\').append(each);
      } else {
        escaped.append(Printable.of(each));
      }
    }
    return escaped.append("'").toString();
  }
}
