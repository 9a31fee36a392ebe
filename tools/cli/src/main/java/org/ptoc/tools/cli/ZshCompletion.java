package org.ptoc.tools.cli;

import java.util.List;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The completion script for zsh, in the terms of its own completion system: descriptions beside the
 * options, words where an option takes one of a few, file names elsewhere. It works from a
 * directory of {@code fpath} and through {@code source}.
 */
final class ZshCompletion {
  private final StringBuilder text = new StringBuilder();

  private ZshCompletion() {}

  static String script() {
    ZshCompletion completion = new ZshCompletion();
    completion.commands();
    return completion.text.toString();
  }

  private void commands() {
    text.append("#compdef ptoc\n\n_ptoc() {\n  local -a commands\n  commands=(\n");
    for (Commands command : Commands.values()) {
      text.append("    ").append(quoted(command.spelling() + ":" + command.summary())).append('\n');
    }
    text.append(
        "  )\n  if (( CURRENT == 2 )); then\n    _describe command commands\n    return\n  fi\n");
    text.append("  shift words\n  (( CURRENT-- ))\n  case $words[1] in\n");
    for (Commands command : Commands.values()) {
      command(
          command.spelling(), CommandRunner.commandLine(command, command.make()).getCommandSpec());
    }
    text.append("  esac\n}\n\n");
    text.append(
        "if [[ $funcstack[1] == _ptoc ]]; then\n  _ptoc \"$@\"\nelse\n  compdef _ptoc ptoc\nfi\n");
  }

  private void command(String name, CommandSpec spec) {
    text.append("    ").append(name).append(")\n      _arguments -s -S");
    for (OptionSpec option : spec.options()) {
      for (String spelling : option.hidden() ? new String[0] : option.names()) {
        argument(option(option, spelling));
      }
    }
    for (PositionalParamSpec parameter : spec.positionalParameters()) {
      argument("*:" + parameter.paramLabel() + ":" + values(parameter));
    }
    text.append("\n      ;;\n");
  }

  private void argument(String specification) {
    text.append(" \\\n        ").append(quoted(specification));
  }

  /** {@code --emit=[description]:FORM:(words)}; an option may come again. */
  private static String option(OptionSpec option, String name) {
    StringBuilder result = new StringBuilder("*").append(name);
    boolean takesValue = option.arity().max() > 0;
    boolean optional = option.arity().min() == 0;
    if (takesValue) {
      result
          .append(name.startsWith("--") ? "=" : "")
          .append(optional ? "-" : name.startsWith("--") ? "" : "+");
    }
    result.append('[').append(description(option)).append(']');
    if (takesValue) {
      result
          .append(optional ? "::" : ":")
          .append(option.paramLabel())
          .append(':')
          .append(values(option));
    }
    return result.toString();
  }

  private static String description(OptionSpec option) {
    String description = String.join(" ", option.description());
    return description
        .replace("\\", "\\\\")
        .replace("[", "\\[")
        .replace("]", "\\]")
        .replace("%%", "%");
  }

  private static String values(ArgSpec argument) {
    if (CompletionValues.isFile(argument)) {
      return "_files";
    }
    // A blank says that something comes, and offers nothing.
    List<String> words = CompletionValues.words(argument);
    return words.isEmpty() ? " " : "(" + String.join(" ", words) + ")";
  }

  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
