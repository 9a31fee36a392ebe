package org.ptoc.tools.cli;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Calls as lines of text, a word a line; an empty line ends a call. In a word, a backslash and
 * every character other than printable ASCII are written as a backslash, {@code u} and the four
 * hexadecimal digits of a UTF-16 unit, so that no line end, encoding or half of a character changes
 * it; a backslash and {@code e} alone are the empty word.
 */
final class CallWords {
  private static final String EMPTY = "\\e";
  private static final String UNIT = "\\u";
  private static final int UNIT_DIGITS = 4;

  private CallWords() {}

  /** The calls of some lines. */
  static List<List<String>> parse(List<String> lines) {
    List<List<String>> calls = new ArrayList<>();
    List<String> words = new ArrayList<>();
    for (String line : lines) {
      if (line.isEmpty()) {
        calls.add(List.copyOf(words));
        words.clear();
      } else {
        words.add(word(line));
      }
    }
    return calls;
  }

  /** The word of a line. */
  static String word(String line) {
    if (line.equals(EMPTY)) {
      return "";
    }
    int first = line.indexOf('\\');
    if (first < 0) {
      return line;
    }
    StringBuilder word = new StringBuilder(line.length()).append(line, 0, first);
    for (int i = first; i < line.length(); i++) {
      int digits = i + UNIT.length();
      if (line.startsWith(UNIT, i) && isUnit(line, digits)) {
        word.append((char) Integer.parseInt(line, digits, digits + UNIT_DIGITS, 16));
        i = digits + UNIT_DIGITS - 1;
      } else {
        word.append(line.charAt(i));
      }
    }
    return word.toString();
  }

  private static boolean isUnit(String line, int at) {
    if (at + UNIT_DIGITS > line.length()) {
      return false;
    }
    for (int i = at; i < at + UNIT_DIGITS; i++) {
      if (!HexFormat.isHexDigit(line.charAt(i))) {
        return false;
      }
    }
    return true;
  }
}
