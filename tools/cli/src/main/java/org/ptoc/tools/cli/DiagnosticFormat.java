package org.ptoc.tools.cli;

import java.util.List;
import java.util.stream.Stream;

/** How diagnostics are written. */
enum DiagnosticFormat {
  TEXT("text"),
  JSON("json"),
  SARIF("sarif");

  /** The name of the option, known without the rows of options, which a start may not need. */
  static final String OPTION = "--diagnostic-format";

  private final String spelling;

  DiagnosticFormat(String spelling) {
    this.spelling = spelling;
  }

  String spelling() {
    return spelling;
  }

  /**
   * Takes the format from words before they are parsed, so that a mistake in the command line
   * itself is reported in it too. A wrong value is left for {@link MessageOptions#apply} to
   * complain about.
   */
  static void applyEarly(List<String> words, Reporter reporter) {
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (word.startsWith(OPTION + "=")) {
        apply(word.substring(OPTION.length() + 1), reporter);
      } else if (word.equals(OPTION) && i + 1 < words.size()) {
        apply(words.get(i + 1), reporter);
      }
    }
  }

  private static void apply(String name, Reporter reporter) {
    Stream.of(values())
        .filter(each -> each.spelling.equals(name))
        .findFirst()
        .ifPresent(reporter::setFormat);
  }
}
