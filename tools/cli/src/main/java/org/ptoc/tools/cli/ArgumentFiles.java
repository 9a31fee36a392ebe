package org.ptoc.tools.cli;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.tools.data.DataFiles;
import org.ptoc.tools.data.DataResult;

/**
 * Replaces each argument {@code @FILE} by the words of the file: separated by white space, quoted
 * with {@code '} or {@code "} to hold white space, {@code \} before a literal character, {@code #}
 * to the end of the line for comments. A file may name other files. As in other compilers, an
 * argument whose file does not exist stays as it is.
 */
final class ArgumentFiles {
  /** Files that name files, at most this deep; a deeper chain names itself. */
  private static final int DEEPEST = 16;

  private ArgumentFiles() {}

  static List<String> expand(List<String> args) throws CommandFailure {
    List<String> words = new ArrayList<>();
    for (String arg : args) {
      expand(arg, 0, words);
    }
    return words;
  }

  private static void expand(String arg, int depth, List<String> words) throws CommandFailure {
    if (!isFile(arg)) {
      words.add(arg);
      return;
    }
    String name = arg.substring(1);
    if (depth == DEEPEST) {
      throw CommandFailure.usage(
          "argument files are nested deeper than " + DEEPEST + " at '" + arg + "'");
    }
    for (String word : split(name, read(name))) {
      expand(word, depth + 1, words);
    }
  }

  private static boolean isFile(String arg) {
    try {
      return arg.length() > 1
          && arg.charAt(0) == '@'
          && Files.isRegularFile(Path.of(arg.substring(1)));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static String read(String name) throws CommandFailure {
    return switch (DataFiles.read(Path.of(name))) {
      case DataResult.Value<byte[]>(byte[] bytes) -> new String(bytes, StandardCharsets.UTF_8);
      case DataResult.Problem<byte[]>(String message, var _) ->
          throw CommandFailure.of(DiagnosticCode.CANNOT_READ, message);
    };
  }

  private static List<String> split(String name, String text) throws CommandFailure {
    List<String> words = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      if (Character.isWhitespace(text.charAt(at))) {
        at++;
      } else if (text.charAt(at) == '#') {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
      } else {
        StringBuilder word = new StringBuilder();
        at = word(name, text, at, word);
        words.add(word.toString());
      }
    }
    return words;
  }

  /** Reads one word and returns where it ends. */
  private static int word(String name, String text, int start, StringBuilder word)
      throws CommandFailure {
    char quote = 0;
    int at = start;
    for (; at < text.length(); at++) {
      char each = text.charAt(at);
      if (quote == 0 && Character.isWhitespace(each)) {
        return at;
      }
      if (each == '\\' && at + 1 < text.length()) {
        word.append(text.charAt(++at));
      } else if (quote == 0 && (each == '\'' || each == '"')) {
        quote = each;
      } else if (each == quote) {
        quote = 0;
      } else {
        word.append(each);
      }
    }
    if (quote != 0) {
      throw CommandFailure.usage(name + ": a quotation mark " + quote + " is not closed");
    }
    return at;
  }
}
