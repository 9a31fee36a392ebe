package org.ptoc.tools.assembly;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.diagnostic.Printable;

/** Quoted texts and the words of a directive. */
final class Quoted {
  private Quoted() {}

  private static final int CODE_DIGITS = 4;

  /** The text in quotes; quotes, backslashes and control characters are escaped. */
  static String of(String text) {
    return '"'
        + Printable.of(
                text.replace("\\", "\\\\")
                    .replace("\"", "\\\"")
                    .replace("\n", "\\n")
                    .replace("\r", "\\r"))
            .replace("\t", "\\u0009")
        + '"';
  }

  /** The text for a comment, which ends with its line. */
  static String plain(String text) {
    return Printable.of(text);
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

  /** True if four hexadecimal digits follow. */
  private static boolean isCode(String line, int at) {
    for (int i = at; i < at + CODE_DIGITS; i++) {
      if (i >= line.length() || Character.digit(line.charAt(i), 16) < 0) {
        return false;
      }
    }
    return true;
  }

  private static int quoted(String line, int start, StringBuilder word) {
    for (int at = start; at < line.length(); at++) {
      char each = line.charAt(at);
      if (each == '"') {
        return at + 1;
      }
      if (each == '\\' && line.startsWith("u", at + 1) && isCode(line, at + 2)) {
        each = (char) Integer.parseInt(line, at + 2, at + 2 + CODE_DIGITS, 16);
        at += 1 + CODE_DIGITS;
      } else if (each == '\\' && at + 1 < line.length()) {
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
