package org.ptoc.tools.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The completion script for bash, from version 3.2 on: words where an option takes one of a few,
 * and where a file may stand what bash itself offers, names with spaces included.
 */
final class BashCompletion {
  private final StringBuilder values = new StringBuilder();
  private final StringBuilder options = new StringBuilder();
  private final StringBuilder operands = new StringBuilder();

  private BashCompletion() {}

  static String script() {
    BashCompletion completion = new BashCompletion();
    List<String> commands = new ArrayList<>();
    for (Commands command : Commands.values()) {
      commands.add(command.spelling());
      completion.command(
          command.spelling(), CommandRunner.commandLine(command, command.make()).getCommandSpec());
    }
    return TEXT.replace("@COMMANDS@", String.join(" ", commands))
        .replace("@VALUES@", completion.values)
        .replace("@OPTIONS@", completion.options)
        .replace("@OPERANDS@", completion.operands);
  }

  private void command(String name, CommandSpec spec) {
    List<String> names = new ArrayList<>();
    for (OptionSpec option : spec.options()) {
      if (!option.hidden()) {
        option(name, option, names);
      }
    }
    entry(options, name, "words='" + String.join(" ", names) + "'");
    for (PositionalParamSpec parameter : spec.positionalParameters()) {
      List<String> words = CompletionValues.words(parameter);
      if (!words.isEmpty()) {
        entry(operands, name, "words='" + String.join(" ", words) + "' only=1");
      } else if (!CompletionValues.isFile(parameter)) {
        entry(operands, name, "only=1");
      }
    }
  }

  private void option(String command, OptionSpec option, List<String> names) {
    List<String> words = CompletionValues.words(option);
    List<String> patterns = new ArrayList<>();
    for (String spelling : option.names()) {
      patterns.add("'" + command + " " + spelling + "'");
      names.add(spelling);
      // -Wno-NAME and -fNAME: the word is part of the option.
      if (!spelling.startsWith("--")) {
        words.forEach(word -> names.add(spelling + word));
      }
    }
    if (option.arity().max() > 0 && !CompletionValues.isFile(option)) {
      String text = "words='" + String.join(" ", words) + "' only=1";
      values.append("    ").append(String.join(" | ", patterns)).append(") ").append(text);
      values.append(option.arity().min() == 0 ? " optional=1 ;;\n" : " ;;\n");
    } else if (option.arity().max() > 0) {
      values.append("    ").append(String.join(" | ", patterns)).append(") ");
      values.append(option.arity().min() == 0 ? "optional=1 ;;\n" : ";;\n");
    }
  }

  private static void entry(StringBuilder text, String pattern, String action) {
    text.append("    ").append(pattern).append(") ").append(action).append(" ;;\n");
  }

  /** Bash takes a word apart at {@code =}, so that an option and its value are three words. */
  private static final String TEXT =
      """
      # Completion of ptoc in bash: source <(ptoc completion bash)
      _ptoc() {
        local current=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
        local words= only= optional= attached= value=1
        COMPREPLY=()
        if [[ $COMP_CWORD -eq 1 ]]; then
          COMPREPLY=($(compgen -W '@COMMANDS@' -- "$current"))
          return
        fi
        if [[ $current == '=' ]]; then
          current= attached=1
        elif [[ $option == '=' ]]; then
          option=${COMP_WORDS[COMP_CWORD-2]} attached=1
        fi
        case "$command $option" in
      @VALUES@    *) value= ;;
        esac
        if [[ -z $value || -n $optional && -z $attached ]]; then
          words= only=
          if [[ $current == -* ]]; then
            only=1
            case $command in
      @OPTIONS@    esac
          else
            case $command in
      @OPERANDS@    esac
          fi
        fi
        [[ -z $words ]] || COMPREPLY=($(compgen -W "$words" -- "$current"))
        # Where no file can stand bash does not fall back on files.
        [[ -z $only ]] || compopt +o default 2> /dev/null
        return 0
      }
      complete -o default -F _ptoc ptoc
      """;
}
