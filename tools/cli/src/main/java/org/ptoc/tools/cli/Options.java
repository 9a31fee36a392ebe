package org.ptoc.tools.cli;

import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** Short forms for describing options and for reading what was given. */
final class Options {
  private Options() {}

  static void flag(CommandSpec spec, String description, String... names) {
    spec.addOption(
        OptionSpec.builder(names).arity("0").type(boolean.class).description(description).build());
  }

  /** A flag that the help text leaves out. */
  static void hiddenFlag(CommandSpec spec, String name) {
    spec.addOption(OptionSpec.builder(name).arity("0").type(boolean.class).hidden(true).build());
  }

  /** An option with a value that the help text leaves out. */
  static void hiddenValue(CommandSpec spec, String name) {
    spec.addOption(OptionSpec.builder(name).arity("1").type(String.class).hidden(true).build());
  }

  static void value(CommandSpec spec, String label, String description, String... names) {
    spec.addOption(
        OptionSpec.builder(names)
            .arity("1")
            .type(String.class)
            .paramLabel(label)
            .description(description)
            .build());
  }

  /** An option that takes one of these words, which shells complete; {@link #choice} checks it. */
  static void words(
      CommandSpec spec, Iterable<String> words, String label, String description, String... names) {
    spec.addOption(
        OptionSpec.builder(names)
            .arity("1")
            .type(String.class)
            .completionCandidates(words)
            .paramLabel(label)
            .description(description)
            .build());
  }

  /**
   * An option whose value may be left out; a value must be attached, so that it never takes a file
   * name for one.
   */
  static void optionalValue(
      CommandSpec spec, String label, String otherwise, String description, String... names) {
    optionalValue(spec, List.of(), label, otherwise, description, names);
  }

  /** The same of an option that takes one of these words, which shells complete. */
  static void optionalValue(
      CommandSpec spec,
      List<String> words,
      String label,
      String otherwise,
      String description,
      String... names) {
    spec.addOption(
        OptionSpec.builder(names)
            .arity("0..1")
            .fallbackValue(otherwise)
            .type(String.class)
            .completionCandidates(words)
            .paramLabel(label)
            .description(description)
            .build());
  }

  /**
   * An option that takes one of these words, attached or behind it; {@code otherwise} is meant
   * where anything else follows.
   */
  static void optionalWord(
      CommandSpec spec,
      List<String> words,
      String label,
      String otherwise,
      String description,
      String... names) {
    spec.addOption(
        OptionSpec.builder(names)
            .arity("1")
            .completionCandidates(words)
            .fallbackValue(otherwise)
            .type(String.class)
            .paramLabel(label)
            .description(description)
            .build());
  }

  /**
   * A list of words that may be given several times; one is meant where a file or another option
   * follows.
   */
  static void optionalWords(
      CommandSpec spec,
      List<String> words,
      String label,
      String otherwise,
      String description,
      String... names) {
    spec.addOption(
        OptionSpec.builder(names)
            .arity("1")
            .completionCandidates(words)
            .fallbackValue(otherwise)
            .type(List.class)
            .auxiliaryTypes(String.class)
            .paramLabel(label)
            .description(description)
            .build());
  }

  static void values(CommandSpec spec, String label, String description, String... names) {
    values(spec, List.of(), label, description, names);
  }

  /** The same with words that shells complete. */
  static void values(
      CommandSpec spec, Iterable<String> words, String label, String description, String... names) {
    spec.addOption(
        OptionSpec.builder(names)
            .arity("1")
            .completionCandidates(words)
            .type(List.class)
            .auxiliaryTypes(String.class)
            .paramLabel(label)
            .description(description)
            .build());
  }

  /**
   * Positional parameters, as many as {@code arity} says: {@code 1}, {@code 0..1}, {@code 1..*}.
   */
  static void parameters(CommandSpec spec, String label, String arity, String description) {
    spec.addPositional(parameter(label, arity, description).build());
  }

  /** Positional parameters with words that shells complete. */
  static void parameters(
      CommandSpec spec, Iterable<String> words, String label, String arity, String description) {
    spec.addPositional(parameter(label, arity, description).completionCandidates(words).build());
  }

  private static PositionalParamSpec.Builder parameter(
      String label, String arity, String description) {
    return PositionalParamSpec.builder()
        .index(arity.endsWith("*") ? "0..*" : "0")
        .arity(arity)
        .required(!arity.startsWith("0"))
        .type(List.class)
        .auxiliaryTypes(String.class)
        .paramLabel(label)
        .description(description);
  }

  static boolean has(ParseResult arguments, String name) {
    return arguments.hasMatchedOption(name);
  }

  static Optional<String> text(ParseResult arguments, String name) {
    return Optional.ofNullable(arguments.matchedOptionValue(name, null));
  }

  /**
   * The name given with {@code --kernel}; the sign that the text and messages put in front of it
   * may be there too.
   */
  static Optional<String> kernel(ParseResult arguments) {
    return text(arguments, "--kernel").map(name -> name.startsWith("@") ? name.substring(1) : name);
  }

  static List<String> texts(ParseResult arguments, String name) {
    return arguments.matchedOptionValue(name, List.of());
  }

  static List<String> parameters(ParseResult arguments) {
    return arguments.matchedPositionals().isEmpty()
        ? List.of()
        : arguments.matchedPositionals().getFirst().getValue();
  }

  /** A whole number in a range. */
  static long number(ParseResult arguments, String name, long low, long high, long otherwise)
      throws CommandFailure {
    Optional<String> text = text(arguments, name);
    if (text.isEmpty()) {
      return otherwise;
    }
    try {
      long value = Long.decode(text.get());
      if (value >= low && value <= high) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Falls through to the message.
    }
    String range = high == Long.MAX_VALUE ? "of at least " + low : "from " + low + " to " + high;
    throw CommandFailure.usage(
        "'" + text.get() + "' is no value of " + name + "; it takes a whole number " + range);
  }

  /** One word of a fixed set. */
  static String choice(ParseResult arguments, String name, List<String> words, String otherwise)
      throws CommandFailure {
    String word = text(arguments, name).orElse(otherwise);
    if (!words.contains(word)) {
      throw CommandFailure.usage(
          "'" + word + "' is no value of " + name + Suggestion.phrase(word, words),
          name + " takes " + String.join(", ", words));
    }
    return word;
  }
}
