package org.ptoc.tools.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.tools.data.DataFormat;

/**
 * Which parameter each {@code --arg} is for: {@code NAME=VALUE} for the one of that name, any other
 * for the next that has no value yet. Parameters that the launcher fills are given by name only.
 *
 * @param byParameter the value of each parameter that was given, by its number
 */
record ArgumentTexts(SortedMap<Integer, Given> byParameter) {
  private static final String NPZ = ".npz";

  /**
   * A value as the user wrote it.
   *
   * @param text without the name
   * @param named whether it had one; such a value may be a plain number
   */
  record Given(String text, boolean named) {
    /** The same with another text. */
    Given with(String other) {
      return new Given(other, named);
    }
  }

  static ArgumentTexts assign(KernelObject kernel, List<String> words) throws CommandFailure {
    SortedMap<Integer, Given> given = new TreeMap<>();
    List<String> positional = new ArrayList<>();
    List<String> texts = withArchives(words);
    Set<String> taken = texts.stream().map(ArgumentTexts::before).collect(Collectors.toSet());
    for (String text : texts) {
      Optional<Integer> named = named(kernel, text, taken);
      if (named.isEmpty()) {
        positional.add(text);
      } else if (given.putIfAbsent(
              named.get(), new Given(text.substring(text.indexOf('=') + 1), true))
          != null) {
        throw CommandFailure.usage(
            "parameter " + kernel.arguments().get(named.get()).name() + " is given twice");
      }
    }
    int next = 0;
    for (String text : positional) {
      while (next < kernel.arguments().size() && !isOpen(kernel, next, given)) {
        next++;
      }
      if (next == kernel.arguments().size()) {
        throw wrongCount(kernel, texts.size(), List.of());
      }
      given.put(next, new Given(text, false));
    }
    return new ArgumentTexts(given);
  }

  /**
   * Replaces an archive by its arrays, each for the parameter of its name; after a name, by the
   * array of that name.
   */
  private static List<String> withArchives(List<String> words) throws CommandFailure {
    List<String> texts = new ArrayList<>();
    for (String word : words) {
      int equals = word.indexOf('=');
      if (!word.endsWith(NPZ)) {
        texts.add(word);
      } else if (equals >= 0 && isName(word.substring(0, equals))) {
        texts.add(word + ":" + word.substring(0, equals));
      } else {
        for (String name : ArgumentBinder.archive(word).keySet()) {
          texts.add(name + "=" + word + ":" + name);
        }
      }
    }
    return texts;
  }

  private static boolean isOpen(KernelObject kernel, int number, SortedMap<Integer, Given> given) {
    return kernel.arguments().get(number).launchValue().isEmpty() && !given.containsKey(number);
  }

  /** Parameters without a value, in order. */
  List<Integer> missing(KernelObject kernel) {
    List<Integer> missing = new ArrayList<>();
    for (int i = 0; i < kernel.arguments().size(); i++) {
      if (isOpen(kernel, i, byParameter)) {
        missing.add(i);
      }
    }
    return missing;
  }

  /** The text before the equals sign; empty when there is none. */
  private static String before(String text) {
    return text.substring(0, Math.max(0, text.indexOf('=')));
  }

  /**
   * The number of the parameter that a text names; empty when it names none.
   *
   * @param taken names that have a value, which the text cannot mean
   */
  private static Optional<Integer> named(KernelObject kernel, String text, Set<String> taken)
      throws CommandFailure {
    String name = before(text);
    Optional<Integer> number = parameter(kernel, name);
    boolean isFile = ArgumentBinder.isFile(text) && Files.exists(Path.of(text));
    if (number.isPresent() || !isName(name) || isFile) {
      return number;
    }
    throw unknown(kernel, name, taken);
  }

  /**
   * The error that no parameter has a name.
   *
   * @param taken names of parameters that are not proposed
   */
  static CommandFailure unknown(KernelObject kernel, String name, Set<String> taken) {
    List<String> names =
        kernel.arguments().stream()
            .map(KernelArgument::name)
            .filter(each -> !taken.contains(each))
            .toList();
    return CommandFailure.of(
        DiagnosticCode.BAD_ARGUMENT,
        "kernel "
            + kernel.name()
            + " has no parameter '"
            + name
            + "'"
            + Suggestion.phrase(name, names),
        hints(kernel));
  }

  /** The number of the parameter with a name. */
  static Optional<Integer> parameter(KernelObject kernel, String name) {
    for (int i = 0; i < kernel.arguments().size(); i++) {
      if (!name.isEmpty() && kernel.arguments().get(i).name().equals(name)) {
        return Optional.of(i);
      }
    }
    return Optional.empty();
  }

  /** True if a text looks like the name of a value, not like a path or a literal. */
  static boolean isName(String text) {
    return !text.isEmpty()
        && text.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '_' || c == '$');
  }

  /**
   * The error that there are too few or too many of {@code count} values.
   *
   * @param missing parameters without a value
   */
  static CommandFailure wrongCount(KernelObject kernel, int count, List<Integer> missing) {
    long wanted = kernel.arguments().stream().filter(each -> each.launchValue().isEmpty()).count();
    return CommandFailure.of(
        DiagnosticCode.BAD_ARGUMENT,
        "kernel "
            + kernel.name()
            + " takes "
            + wanted
            + (wanted == 1 ? " argument" : " arguments")
            + ", but --arg was given "
            + (count == 1 ? "once" : count + " times")
            + (missing.isEmpty() ? "" : "; missing: " + names(kernel, missing)),
        hints(kernel));
  }

  /** {@code n (i64), out (pointer to f32)}. */
  private static String names(KernelObject kernel, List<Integer> missing) {
    return missing.stream()
        .map(
            number -> {
              KernelArgument each = kernel.arguments().get(number);
              String type =
                  DataFormat.byCode(each.dataType()).map(DataFormat::spelling).orElse("any type");
              boolean pointer = each.kind() == KernelArgument.Kind.GM_POINTER;
              return (each.name().isEmpty() ? "parameter " + number : each.name())
                  + (pointer ? " (pointer to " : " (")
                  + type
                  + ")";
            })
        .collect(Collectors.joining(", "));
  }

  private static String[] hints(KernelObject kernel) {
    List<String> hints = new ArrayList<>();
    for (int i = 0; i < kernel.arguments().size(); i++) {
      KernelArgument each = kernel.arguments().get(i);
      hints.add(
          "parameter "
              + i
              + " is "
              + ObjdumpCommand.describe(each)
              + (each.launchValue().isPresent()
                  ? ": from --blocks, or pinned with --arg " + each.name() + "=NUMBER"
                  : ""));
    }
    return hints.toArray(String[]::new);
  }
}
