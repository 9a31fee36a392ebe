package org.ptoc.tools.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The dictionary in an {@code .npy} header, a small subset of Python literals.
 *
 * @param shape sizes as the file has them, none negative
 */
record NpyHeader(DataFormat format, boolean bigEndian, boolean fortranOrder, List<Long> shape) {

  static DataResult<NpyHeader> parse(String text) {
    return new Parser(text).header();
  }

  /** Reads the three keys in any order. Failure is a message in {@code problem}. */
  private static final class Parser {
    private static final int MAX_RANK = 64;

    /** Most letters of a type that a message shows. */
    private static final int SHOWN = 60;

    private final String text;
    private int at;
    private Optional<String> descriptor = Optional.empty();
    private Optional<Boolean> fortranOrder = Optional.empty();
    private Optional<List<Long>> shape = Optional.empty();

    Parser(String text) {
      this.text = text;
    }

    DataResult<NpyHeader> header() {
      if (!dictionary()) {
        return DataResult.problem(
            "the .npy header is malformed near byte "
                + at
                + "; it must be a dictionary of 'descr', 'fortran_order' and 'shape'");
      }
      String name = descriptor.orElseThrow();
      char order = name.isEmpty() ? ' ' : name.charAt(0);
      boolean hasOrder = order == '<' || order == '>' || order == '|' || order == '=';
      Optional<DataFormat> format = DataFormat.byNumpyName(hasOrder ? name.substring(1) : name);
      if (format.isEmpty()) {
        return DataResult.problem(
            "the .npy type "
                + shown(name)
                + " is not supported; f2 f4 f8 i1 i2 i4 i8 u1 u2 u4 u8 and b1 are");
      }
      return DataResult.of(
          new NpyHeader(
              format.get(), order == '>', fortranOrder.orElseThrow(), shape.orElseThrow()));
    }

    /** A type as the file spells it: one that is not a name is quoted already. */
    private static String shown(String type) {
      boolean composed = type.startsWith("[") || type.startsWith("(");
      String start = type.length() > SHOWN ? type.substring(0, SHOWN) + "..." : type;
      return composed ? start : "'" + start + "'";
    }

    private boolean dictionary() {
      if (!accept('{')) {
        return false;
      }
      while (!accept('}')) {
        if (!entry() || !accept(',') && !next('}')) {
          return false;
        }
      }
      skipSpace();
      return at == text.length()
          && descriptor.isPresent()
          && fortranOrder.isPresent()
          && shape.isPresent();
    }

    private boolean entry() {
      Optional<String> key = string();
      if (key.isEmpty() || !accept(':')) {
        return false;
      }
      return switch (key.get()) {
        case "descr" -> descriptor.isEmpty() && (descriptor = type()).isPresent();
        case "fortran_order" -> fortranOrder.isEmpty() && (fortranOrder = truth()).isPresent();
        case "shape" -> shape.isEmpty() && (shape = tuple()).isPresent();
        default -> false;
      };
    }

    /** The name of a type, or the text of the list that describes records. */
    private Optional<String> type() {
      return next('[') || next('(') ? brackets() : string();
    }

    /** A list or tuple of names, numbers, lists and tuples, of which only the end is looked for. */
    private Optional<String> brackets() {
      int start = at;
      int depth = 0;
      do {
        skipSpace();
        if (next('\'') || next('"')) {
          if (string().isEmpty()) {
            return Optional.empty();
          }
        } else if (at >= text.length() || "{}:".indexOf(text.charAt(at)) >= 0) {
          return Optional.empty();
        } else {
          char found = text.charAt(at++);
          depth += "[(".indexOf(found) >= 0 ? 1 : "])".indexOf(found) >= 0 ? -1 : 0;
        }
      } while (depth > 0);
      return Optional.of(text.substring(start, at));
    }

    private Optional<String> string() {
      skipSpace();
      if (at >= text.length() || text.charAt(at) != '\'' && text.charAt(at) != '"') {
        return Optional.empty();
      }
      int end = text.indexOf(text.charAt(at), at + 1);
      if (end < 0) {
        return Optional.empty();
      }
      String content = text.substring(at + 1, end);
      at = end + 1;
      return Optional.of(content);
    }

    private Optional<Boolean> truth() {
      skipSpace();
      for (boolean value : new boolean[] {true, false}) {
        String word = value ? "True" : "False";
        if (text.startsWith(word, at)) {
          at += word.length();
          return Optional.of(value);
        }
      }
      return Optional.empty();
    }

    private Optional<List<Long>> tuple() {
      List<Long> sizes = new ArrayList<>();
      if (!accept('(')) {
        return Optional.empty();
      }
      while (!accept(')')) {
        long size = number();
        if (size < 0 || sizes.size() == MAX_RANK) {
          return Optional.empty();
        }
        sizes.add(size);
        if (!accept(',') && !next(')')) {
          return Optional.empty();
        }
      }
      return Optional.of(List.copyOf(sizes));
    }

    /** A number without sign, the largest for all that are larger; -1 when there is none. */
    private long number() {
      skipSpace();
      int start = at;
      long value = 0;
      while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
        int digit = text.charAt(at++) - '0';
        value = value > (Long.MAX_VALUE - digit) / 10 ? Long.MAX_VALUE : value * 10 + digit;
      }
      return at == start ? -1 : value;
    }

    private boolean accept(char wanted) {
      if (!next(wanted)) {
        return false;
      }
      at++;
      return true;
    }

    private boolean next(char wanted) {
      skipSpace();
      return at < text.length() && text.charAt(at) == wanted;
    }

    private void skipSpace() {
      while (at < text.length() && " \n\t\r".indexOf(text.charAt(at)) >= 0) {
        at++;
      }
    }
  }
}
