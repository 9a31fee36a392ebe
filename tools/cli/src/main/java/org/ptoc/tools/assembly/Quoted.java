package org.ptoc.tools.assembly;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Quoted texts and the words of a directive. */
final class Quoted {
  private Quoted() {}

  /** The text in quotes; quotes, backslashes and line ends are escaped. */
  static String of(String text) {
    return '"'
        + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n").replace("\r", "\\r")
        + '"';
  }

  /** The text for a comment, which ends with its line: control characters are question marks. */
  static String plain(String text) {
    return text.replaceAll("\\p{Cntrl}", "?");
  }

  /**
   * The words of a line without its comment; a quoted one loses its quotes. Empty when a quote is
   * not closed.
   */
  static Optional<List<String>> words(String line) {
    List<String> words = new ArrayList<>();
    int at = 0;
    while (true) {
      while (at < line.length() && line.charAt(at) <= ' ') {
        at++;
      }
      if (at == line.length() || Labels.isBlank(line.substring(at))) {
        return Optional.of(words);
      }
      StringBuilder word = new StringBuilder();
      if (line.charAt(at) == '"') {
        at = quoted(line, at + 1, word);
        if (at < 0) {
          return Optional.empty();
        }
      } else {
        while (at < line.length() && line.charAt(at) > ' ' && line.charAt(at) != ';') {
          word.append(line.charAt(at++));
        }
      }
      words.add(word.toString());
    }
  }

  private static int quoted(String line, int start, StringBuilder word) {
    for (int at = start; at < line.length(); at++) {
      char each = line.charAt(at);
      if (each == '"') {
        return at + 1;
      }
      if (each == '\\' && at + 1 < line.length()) {
        each =
            switch (line.charAt(++at)) {
              case 'n' -> '\n';
              case 'r' -> '\r';
              default -> line.charAt(at);
            };
      }
      word.append(each);
    }
    return -1;
  }
}
