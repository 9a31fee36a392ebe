package org.ptoc.tools.cli;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * An option of commands: the one row from which parsing, both lengths of help, completion, manual
 * pages, forwarding and messages come.
 *
 * @param names the spellings; {@link #toString} gives the one of messages
 * @param form how many values it takes
 * @param label the name of the value in help; empty for a flag
 * @param help the description; empty for a hidden option
 * @param words the words that shells complete, and of which {@link #word} takes one
 * @param otherwise the value where none follows; empty where one must
 * @param traits what commands ask about it
 */
record Option(
    List<String> names,
    Form form,
    String label,
    String help,
    Iterable<String> words,
    String otherwise,
    Set<Trait> traits) {

  /** How many values an option takes. */
  enum Form {
    FLAG,
    /** One, attached or in the next argument. */
    VALUE,
    /** One, attached, so that it never takes a file name for its value. */
    ATTACHED,
    /** One each time it is given. */
    VALUES
  }

  /** What commands ask about an option. */
  enum Trait {
    /** Only {@code --help-all} shows it, so that the others fit a screen. */
    SELDOM,
    /** No help shows it. */
    HIDDEN,
    /** Its value is the one file that it writes. */
    ONE_FILE,
    /** It asks for an output of one run. */
    OUTPUT,
    /** A plan says it by a key of its own. */
    OF_PLAN,
    /** It is about one launch, and not about the launches after it. */
    OF_LAUNCH,
    /** Its values may name a buffer, behind the equals sign or in front of it. */
    OF_BUFFER
  }

  static Option flag(String help, String... names) {
    return new Option(List.of(names), Form.FLAG, "", help, List.of(), "", Set.of());
  }

  static Option value(String label, String help, String... names) {
    return new Option(List.of(names), Form.VALUE, label, help, List.of(), "", Set.of());
  }

  static Option values(String label, String help, String... names) {
    return new Option(List.of(names), Form.VALUES, label, help, List.of(), "", Set.of());
  }

  /** An option whose value may be left out; {@code otherwise} is meant then. */
  static Option attached(String label, String otherwise, String help, String... names) {
    return new Option(List.of(names), Form.ATTACHED, label, help, List.of(), otherwise, Set.of());
  }

  /** With words; the first one of several is the default of {@link #word}. */
  Option words(Iterable<String> words) {
    return new Option(names, form, label, help, words, otherwise, traits);
  }

  /** With a value that is meant where a file or another option follows. */
  Option otherwise(String otherwise) {
    return new Option(names, form, label, help, words, otherwise, traits);
  }

  Option seldom() {
    return with(Trait.SELDOM);
  }

  Option with(Trait... more) {
    Set<Trait> all = EnumSet.copyOf(List.of(more));
    all.addAll(traits);
    return new Option(names, form, label, help, words, otherwise, Set.copyOf(all));
  }

  /** Adds options to a command, in this order. */
  static void add(CommandSpec spec, Option... options) {
    for (Option option : options) {
      option.addTo(spec);
    }
  }

  void addTo(CommandSpec spec) {
    OptionSpec.Builder builder =
        OptionSpec.builder(names.toArray(String[]::new))
            .userObject(this)
            .hidden(has(Trait.HIDDEN))
            .description(help)
            .arity(
                switch (form) {
                  case FLAG -> "0";
                  case VALUE, VALUES -> "1";
                  case ATTACHED -> "0..1";
                });
    switch (form) {
      case FLAG -> builder.type(boolean.class);
      case VALUE, ATTACHED -> builder.type(String.class);
      case VALUES -> builder.type(List.class).auxiliaryTypes(String.class);
    }
    if (form != Form.FLAG) {
      builder.paramLabel(label).completionCandidates(words).fallbackValue(otherwise);
    }
    spec.addOption(builder.build());
  }

  /** The row of an argument; empty for positional parameters and {@code --help}. */
  static Optional<Option> of(ArgSpec argument) {
    return argument.userObject() instanceof Option option ? Optional.of(option) : Optional.empty();
  }

  boolean has(Trait trait) {
    return traits.contains(trait);
  }

  /** True if this is the row of an argument. */
  boolean isRowOf(ArgSpec argument) {
    return of(argument).equals(Optional.of(this));
  }

  /** True if an argument of a command line has this trait. */
  static boolean has(ArgSpec argument, Trait trait) {
    return of(argument).filter(option -> option.has(trait)).isPresent();
  }

  /** The options of a command line that have a trait, in the order of the rows of the command. */
  static List<Option> given(ParseResult arguments, Trait trait) {
    return arguments.commandSpec().options().stream()
        .flatMap(option -> of(option).stream())
        .filter(option -> option.has(trait) && option.isIn(arguments))
        .toList();
  }

  /** The argument that gives this value to the option. */
  String of(Object value) {
    return this + "=" + value;
  }

  boolean isIn(ParseResult arguments) {
    return arguments.hasMatchedOption(toString());
  }

  Optional<String> text(ParseResult arguments) {
    return Optional.ofNullable(arguments.matchedOptionValue(toString(), null));
  }

  List<String> texts(ParseResult arguments) {
    return arguments.matchedOptionValue(toString(), List.of());
  }

  /** A whole number in a range. */
  long number(ParseResult arguments, long low, long high, long otherwise) throws CommandFailure {
    Optional<String> text = text(arguments);
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
    throw refused(text.get(), "; it takes a whole number " + range);
  }

  /** A usage failure: a value that this option does not take, and what it does take. */
  CommandFailure refused(String value, String expected, String... hints) {
    return CommandFailure.usage("'" + value + "' is no value of " + this + expected, hints);
  }

  /** The given word; the first of all if there is none. */
  String word(ParseResult arguments) throws CommandFailure {
    List<String> all = allWords();
    String word = text(arguments).orElse(all.getFirst());
    if (!all.contains(word)) {
      throw refused(word, Suggestion.phrase(word, all), this + " takes " + String.join(", ", all));
    }
    return word;
  }

  /** The position of {@link #word} among all. */
  int index(ParseResult arguments) throws CommandFailure {
    return allWords().indexOf(word(arguments));
  }

  /** All words. */
  List<String> allWords() {
    List<String> all = new ArrayList<>();
    words.forEach(all::add);
    return all;
  }

  /** The spelling in messages: the first long one. */
  @Override
  public String toString() {
    return names.stream()
        .filter(name -> name.startsWith("--"))
        .findFirst()
        .orElse(names.getFirst());
  }
}
