package org.ptoc.frontend.type;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.catalog.UnsupportedFamily;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.NearestName;

/** Reads the parts of a type's text one after the other. */
final class TypeScanner {
  /** Leaves {@link TypeParser#parse}; user errors never get further. */
  static final class Problem extends Exception {
    private final transient TypeResult.Failed failure;

    Problem(TypeResult.Failed failure) {
      super(failure.message(), null, false, false);
      this.failure = failure;
    }

    TypeResult.Failed failure() {
      return failure;
    }
  }

  private final String text;
  private int position;

  TypeScanner(String text) {
    this.text = text;
  }

  int position() {
    return position;
  }

  /** Passes over space and over comments, which end with their lines. */
  private void skipSpace() {
    boolean isComment = false;
    while (position < text.length()) {
      char next = text.charAt(position);
      isComment = next != '\n' && next != '\r' && (isComment || text.startsWith("//", position));
      if (!isComment && next > ' ') {
        return;
      }
      position++;
    }
  }

  boolean atEnd() {
    skipSpace();
    return position == text.length();
  }

  /** The next character other than space, 0 at the end. */
  char peek() {
    skipSpace();
    return position < text.length() ? text.charAt(position) : 0;
  }

  boolean accept(char character) {
    if (peek() != character) {
      return false;
    }
    position++;
    return true;
  }

  void expect(char character, String where) throws Problem {
    if (!accept(character)) {
      throw bad("expected `" + character + "` " + where + ", found " + found());
    }
  }

  /** A name with its dots and a leading {@code !}; empty when none starts here. */
  String name() {
    skipSpace();
    int start = position;
    if (position < text.length() && text.charAt(position) == '!') {
      position++;
    }
    while (position < text.length() && isNamePart(text.charAt(position))) {
      position++;
    }
    return text.substring(start, position);
  }

  private static boolean isNamePart(char character) {
    return character >= 'a' && character <= 'z'
        || character >= 'A' && character <= 'Z'
        || character >= '0' && character <= '9'
        || character == '_'
        || character == '.'
        || character == '$';
  }

  boolean atDigit() {
    char next = peek();
    return next >= '0' && next <= '9';
  }

  /** A non-negative decimal number that fits an int. */
  int number(String what) throws Problem {
    skipSpace();
    int start = position;
    long value = 0;
    while (position < text.length()
        && text.charAt(position) >= '0'
        && text.charAt(position) <= '9') {
      value = Math.min(value * 10 + text.charAt(position) - '0', Integer.MAX_VALUE + 1L);
      position++;
    }
    if (position == start) {
      throw bad("expected " + what + ", found " + found());
    }
    if (value > Integer.MAX_VALUE) {
      throw problem(DiagnosticCode.BAD_NUMBER, what + " is too large", start, position - start);
    }
    return (int) value;
  }

  /** The text from a position on up to here. */
  String since(int start) {
    return text.substring(start, position);
  }

  void seek(int newPosition) {
    position = newPosition;
  }

  private String found() {
    return atEnd() ? "the end of the type" : "`" + text.charAt(position) + "`";
  }

  /** The sign between extents; a comma in its place is replaced by it. */
  void expectX(String where) throws Problem {
    int end = position;
    if (!accept(',')) {
      expect('x', where);
      return;
    }
    peek();
    throw new Problem(
        new TypeResult.Failed(
            DiagnosticCode.BAD_TYPE,
            "expected `x` " + where + ", found `,`",
            end,
            position - end,
            Optional.of("x")));
  }

  Problem bad(String message) {
    skipSpace();
    return problem(DiagnosticCode.BAD_TYPE, message, position, position < text.length() ? 1 : 0);
  }

  Problem badSince(int start, String message) {
    return problem(DiagnosticCode.BAD_TYPE, message, start, position - start);
  }

  Problem unknownSince(int start, String message) {
    return problem(DiagnosticCode.UNKNOWN_TYPE, message, start, position - start);
  }

  /**
   * The word that was read from a position on is none of the legal ones, which the message lists;
   * the nearest is a fix.
   */
  Problem badWord(int start, String message, List<String> legal) {
    return badWord(start, position, message, legal);
  }

  /** The same of a word that ends before this position. */
  Problem badWord(int start, int end, String message, List<String> legal) {
    Optional<String> near = NearestName.meant(text.substring(start, end), legal);
    String hint = near.map(right -> "; did you mean `" + right + "`?").orElse("");
    return new Problem(
        new TypeResult.Failed(DiagnosticCode.BAD_TYPE, message + hint, start, end - start, near));
  }

  /** The name that was read from a position on is none of the legal ones. */
  Problem misspelt(int start, String what, List<String> legal) {
    String name = since(start);
    Optional<UnsupportedFamily> family = UnsupportedFamily.byName(name.replaceFirst("^!", ""));
    if (family.isPresent()) {
      return problem(DiagnosticCode.NOT_SUPPORTED, family.get().refusal(), start, position - start);
    }
    Optional<String> near =
        TypeName.ofOtherLanguages(name)
            .filter(legal::contains)
            .or(() -> NearestName.meant(name, legal));
    String other =
        name.equals("tensor")
            ? "; a kernel gets a buffer, `!pto.ptr<f32>`, and makes a `!pto.tensor_view` of it"
            : "";
    String hint = near.map(right -> "; did you mean `" + right + "`?").orElse(other);
    return new Problem(
        new TypeResult.Failed(
            DiagnosticCode.UNKNOWN_TYPE,
            "no " + what + " is called `" + name + "`" + hint,
            start,
            position - start,
            near));
  }

  private static Problem problem(DiagnosticCode code, String message, int offset, int length) {
    return new Problem(new TypeResult.Failed(code, message, offset, length, Optional.empty()));
  }
}
