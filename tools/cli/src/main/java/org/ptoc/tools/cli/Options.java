package org.ptoc.tools.cli;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** The positional parameters of a command. */
final class Options {
  private Options() {}

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

  static List<String> parameters(ParseResult arguments) {
    return arguments.matchedPositionals().isEmpty()
        ? List.of()
        : arguments.matchedPositionals().getFirst().getValue();
  }
}
