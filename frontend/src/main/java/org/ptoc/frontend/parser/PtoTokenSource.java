package org.ptoc.frontend.parser;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.antlr.v4.runtime.CommonToken;
import org.antlr.v4.runtime.Token;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Fix;
import org.ptoc.ir.diagnostic.Limit;
import org.ptoc.ir.type.ElementType;

/**
 * The lexer with the few rules that a token rule cannot express; reports and skips invalid
 * characters.
 */
final class PtoTokenSource extends PtoLexer {
  private static final Pattern SHAPE = Pattern.compile("\\d+x\\d+x([a-z]\\w*)");

  private final TextStream stream;
  private final SyntaxErrors errors;
  private int endOfBadRun = -1;

  PtoTokenSource(TextStream stream, SyntaxErrors errors) {
    super(stream);
    this.stream = stream;
    this.errors = errors;
    removeErrorListeners();
  }

  @Override
  public Token nextToken() {
    while (true) {
      CommonToken token = (CommonToken) super.nextToken();
      switch (token.getType()) {
        case BINDING -> reread(token, token.getStartIndex() + 1);
        case TYPE, ATTRIBUTE -> {
          return endAtLine(token);
        }
        case VALUE, SYMBOL, BLOCK -> {
          return limited(beforeArrow(token));
        }
        case UNCLOSED_STRING -> {
          errors.report(
              DiagnosticCode.BAD_STRING,
              errors.location(token),
              "the string is not closed before the end of the line");
          errors.breakLine(token.getLine());
          if (endAfterWord(token)) {
            return token;
          }
        }
        case BAD_NUMBER -> {
          if (isShape(token)) {
            return token;
          }
          errors.report(
              DiagnosticCode.BAD_NUMBER,
              errors.location(token),
              "`" + token.getText() + "` is not a number");
          token.setType(INTEGER);
          token.setText("0"); // A number of any type, so that nothing more is said of it.
          return token;
        }
        case BAD_CHARACTER -> reportBadCharacter(token);
        case STRING, EOF -> {
          return token;
        }
        default -> {
          return limited(token);
        }
      }
    }
  }

  /** {@code 8x64xf32} where a tile type stands: read as that, and nothing more is said of it. */
  private boolean isShape(CommonToken token) {
    Matcher shape = SHAPE.matcher(token.getText());
    if (!shape.matches() || ElementType.bySpelling(shape.group(1)).isEmpty()) {
      return false;
    }
    Location place = errors.location(token);
    String type = "!pto.tile_buf<vec, " + token.getText() + ">";
    errors.report(
        Diagnostic.of(
                DiagnosticCode.BAD_NUMBER,
                place,
                "`" + token.getText() + "` is not a number; the type of a tile is `" + type + "`")
            .withFix(new Fix.Replace(place, token.getText(), type)));
    errors.breakLine(token.getLine());
    token.setType(TYPE);
    token.setText(type);
    return true;
  }

  /** Cuts a name that is too long, so that nothing is made of the rest. */
  private Token limited(CommonToken token) {
    int most = (int) Limit.NAME_BYTES.value();
    if (token.getStopIndex() - token.getStartIndex() > most) { // A sign and a name.
      errors.report(
          DiagnosticCode.TEXT_LIMIT,
          errors.location(token),
          "a name has more than " + most + " characters");
      token.setStopIndex(token.getStartIndex() + most);
    }
    return token;
  }

  /** A name may end with {@code -}, but not with that of an arrow: {@code %a->}. */
  private CommonToken beforeArrow(CommonToken token) {
    int last = token.getStopIndex();
    if (stream.LA(1) == '>' && stream.at(last) == '-') {
      token.setStopIndex(last - 1);
      reread(token, last);
    }
    return token;
  }

  /** A type without its closing bracket must not swallow the lines that follow. */
  private Token endAtLine(CommonToken token) {
    int depth = 0;
    int lineEnd = -1;
    boolean isComment = false;
    for (int i = token.getStartIndex(); i <= token.getStopIndex(); i++) {
      switch (stream.at(i)) {
        case '<' -> depth += isComment ? 0 : 1;
        case '>' -> depth -= isComment ? 0 : 1;
        case '/' -> isComment = true; // Nothing else in a type has one.
        case '\n', '\r' -> {
          isComment = false;
          lineEnd = lineEnd < 0 ? i : lineEnd;
        }
        default -> {}
      }
    }
    if (depth != 0 && lineEnd >= 0) {
      token.setStopIndex(lineEnd - 1);
      reread(token, lineEnd);
    }
    return token;
  }

  /**
   * Ends a string that is not closed after its first word, so that it does not swallow the rest of
   * its line; false when it begins with none.
   */
  private boolean endAfterWord(CommonToken token) {
    int end = token.getStartIndex() + 1;
    while (end <= token.getStopIndex() && isWordCharacter(stream.at(end))) {
      end++;
    }
    boolean empty = end == token.getStartIndex() + 1;
    if (end <= token.getStopIndex()) {
      token.setStopIndex(end - 1);
      reread(token, end);
    }
    token.setType(STRING);
    return !empty;
  }

  private static boolean isWordCharacter(char character) {
    return character == '_' || character == '.' || Character.isLetterOrDigit(character);
  }

  /** Goes back to a character on the line on which the token starts. */
  private void reread(Token token, int index) {
    stream.seek(index);
    getInterpreter().setLine(token.getLine());
    getInterpreter()
        .setCharPositionInLine(token.getCharPositionInLine() + index - token.getStartIndex());
    _hitEOF = false;
  }

  private void reportBadCharacter(Token token) {
    // One report for a run of them: binary input would otherwise bury everything else.
    if (token.getStartIndex() != endOfBadRun) {
      Location location = errors.location(token);
      char character = token.getText().charAt(0);
      Diagnostic found =
          Diagnostic.of(
              DiagnosticCode.BAD_CHARACTER,
              location,
              "unexpected character " + name(character) + advice(character, token));
      errors.report(character == ';' ? found.withFix(new Fix.Replace(location, ";", "")) : found);
      errors.breakLine(token.getLine());
    }
    endOfBadRun = token.getStopIndex() + 1;
  }

  /** Advice for characters of C or Python. */
  private String advice(char character, Token token) {
    int start = token.getStartIndex();
    if (character == '*' && start > 0 && Character.isLetterOrDigit(stream.at(start - 1))) {
      return "; a pointer is written `!pto.ptr<f32>`";
    }
    return switch (character) {
      case ';' -> "; nothing stands between statements";
      case '+', '-', '*', '/', '%' ->
          "; there are no operators: operations have names, such as `pto.tadd` and `arith.addi`";
      default -> "";
    };
  }

  private static String name(char character) {
    boolean printable = character > ' ' && character < 0x7f;
    return printable ? "`" + character + "`" : "U+" + hexadecimal(character);
  }

  private static String hexadecimal(char character) {
    String digits = Integer.toHexString(character).toUpperCase(Locale.ROOT);
    return "0".repeat(4 - digits.length()) + digits;
  }
}
