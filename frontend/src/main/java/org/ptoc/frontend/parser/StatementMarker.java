package org.ptoc.frontend.parser;

import static org.ptoc.frontend.parser.PtoLexer.*;

import org.antlr.v4.runtime.Token;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Fix;
import org.ptoc.ir.diagnostic.Limit;

/**
 * Marks where statements begin, in one pass over the tokens.
 *
 * <p>Newlines mean nothing in the language, so that a value name may be an operand of one statement
 * or the first result of the next, and a bare word a flag or the mnemonic of an assembly statement
 * (spec/00, 3.4). Both are decided here once, so that the parser needs one token of look-ahead:
 *
 * <ul>
 *   <li>a list of value names followed by {@code =} and the name of an operation are the results of
 *       a statement;
 *   <li>a bare word after that {@code =} is a mnemonic;
 *   <li>a string followed by {@code (} that is not part of a place begins an operation in the
 *       generic form;
 *   <li>a block name is a label unless an operation, a comma or a bracket precedes it;
 *   <li>a bare word that begins a line is a mnemonic when an operand follows on the same line: no
 *       clause or flag of the language is followed by a value, string, attribute reference or
 *       symbol.
 * </ul>
 */
final class StatementMarker {
  /** Deepest nesting of braces, brackets and parentheses. */
  static final int MAXIMUM_DEPTH = (int) Limit.NESTING.value();

  private final TokenBuffer tokens;
  private final SyntaxErrors errors;

  StatementMarker(TokenBuffer tokens, SyntaxErrors errors) {
    this.tokens = tokens;
    this.errors = errors;
  }

  void mark() {
    int depth = 0;
    int parentheses = 0;
    for (int i = 0; i < tokens.size(); i++) {
      parentheses = parentheses(i, parentheses);
      switch (tokens.type(i)) {
        case LEFT_BRACE, LEFT_PAREN, LEFT_BRACKET -> {
          if (++depth > MAXIMUM_DEPTH) {
            errors.report(
                DiagnosticCode.NESTED_TOO_DEEP,
                errors.location(tokens.get(i)),
                "more than " + MAXIMUM_DEPTH + " nested braces, brackets and parentheses");
            tokens.endBefore(i);
            return;
          }
        }
        case RIGHT_BRACE, RIGHT_PAREN, RIGHT_BRACKET -> depth = Math.max(0, depth - 1);
        case VALUE -> i = markResults(i);
        case BLOCK_SWITCH -> i = markTargets(i);
        case OPERATION -> markScope(i);
        case STRING -> markGeneric(i);
        case BLOCK -> markLabel(i);
        case WORD -> {
          if (!markCase(i) && !markForeign(i) && !markNameWithoutSign(i) && parentheses == 0) {
            markMnemonic(i);
          }
        }
        default -> {}
      }
    }
  }

  /** How many parentheses are open after a token; none where a region or statement begins. */
  private int parentheses(int index, int before) {
    return switch (tokens.type(index)) {
      case LEFT_PAREN -> before + 1;
      case RIGHT_PAREN -> Math.max(0, before - 1);
      case LEFT_BRACE, OPERATION, FOR, IF, WHILE, INDEX_SWITCH, SCOPE, FUNCTION -> 0;
      default -> before;
    };
  }

  /**
   * Marks the results in the list of values that starts here; returns the index of its last token.
   */
  private int markResults(int start) {
    int last = start;
    while (true) {
      if (tokens.type(last + 1) == COLON && tokens.type(last + 2) == INTEGER) {
        last += 2;
      }
      if (tokens.type(last + 1) != COMMA || tokens.type(last + 2) != VALUE) {
        break;
      }
      last += 2;
    }
    int next = tokens.type(last + 2);
    boolean operation = startsOperation(next) || next == STRING && beginsGeneric(last + 2);
    if (tokens.type(last + 1) == EQUALS && operation) {
      tokens.retype(start, RESULT);
      if (next == WORD) {
        tokens.retype(last + 2, BARE_OPERATION);
      } else if (next == STRING) {
        tokens.retype(last + 2, GENERIC_OPERATION);
      }
      return last + 1;
    }
    boolean number = next == INTEGER || next == FLOAT;
    if (tokens.type(last + 1) == EQUALS && number && tokens.startsLine(start)) {
      tokens.retype(start, RESULT); // The parser reports what is expected there.
      return last + 1;
    }
    if (isDefinitionWithoutEquals(start, last)) {
      tokens.retype(start, RESULT);
    }
    return last;
  }

  /** {@code "pto.trelu"(...)}; in {@code loc("name"("file":1:2))} a bracket or comma precedes. */
  private void markGeneric(int index) {
    if (!beginsGeneric(index)) {
      return;
    }
    boolean place =
        index > 0
            && switch (tokens.type(index - 1)) {
              case LEFT_PAREN, LEFT_BRACKET, COMMA, WORD, EQUALS -> true;
              default -> false;
            };
    if (!place) {
      tokens.retype(index, GENERIC_OPERATION);
    }
  }

  /**
   * A name in quotes with a parenthesis after it, or with an operand, which the parser then misses
   * the parenthesis before.
   */
  private boolean beginsGeneric(int index) {
    if (tokens.type(index + 1) != VALUE || tokens.startsLine(index + 1)) {
      return tokens.type(index + 1) == LEFT_PAREN;
    }
    boolean opens = tokens.startsLine(index) || index > 0 && tokens.type(index - 1) == EQUALS;
    if (!opens || tokens.get(index).getText().indexOf('.') < 0) {
      return false;
    }
    Token operand = tokens.get(index + 1);
    errors.report(
        DiagnosticCode.SYNTAX,
        errors.location(operand),
        "expected `(` before `"
            + operand.getText()
            + "`: the generic form is `"
            + tokens.get(index).getText()
            + "(%a, %b) : (type, type) -> ()`");
    errors.breakLine(operand.getLine());
    return true;
  }

  /**
   * Marks {@code default} in the targets of {@code cf.switch}, whose block names are no labels;
   * returns the index of their last token.
   */
  private int markTargets(int index) {
    int i = index;
    while (i + 1 < tokens.size() && tokens.type(i) != RIGHT_BRACKET) {
      if (tokens.type(i) == LEFT_BRACKET && tokens.get(i + 1).getText().equals("default")) {
        tokens.retype(i + 1, DEFAULT);
      }
      if (++i > index + 1 && tokens.startsLine(i) && tokens.type(i) == OPERATION) {
        return i - 1; // The bracket is missing.
      }
    }
    return i - 1;
  }

  /** Marks {@code case 3 {} and {@code default {} after a region or at the begin of a line. */
  private boolean markCase(int index) {
    boolean begins = tokens.startsLine(index) || index > 0 && tokens.type(index - 1) == RIGHT_BRACE;
    String word = tokens.get(index).getText();
    if (begins && word.equals("case") && tokens.type(index + 1) == INTEGER) {
      tokens.retype(index, CASE);
    } else if (begins && word.equals("default") && tokens.type(index + 1) == LEFT_BRACE) {
      tokens.retype(index, DEFAULT);
    } else {
      return false;
    }
    return true;
  }

  private void markLabel(int index) {
    boolean successor =
        index > 0
            && switch (tokens.type(index - 1)) {
              case OPERATION, COMMA, LEFT_BRACKET -> true;
              default -> false;
            };
    if (!successor) {
      tokens.retype(index, LABEL);
    }
  }

  /** An operation whose braces hold statements is a scope; one of a wrong name is said to be so. */
  private void markScope(int index) {
    int inner = index + 2;
    if (tokens.type(index + 1) != LEFT_BRACE) {
      return;
    }
    boolean statement =
        switch (tokens.type(inner)) {
          case VALUE, BLOCK, FOR, IF, WHILE, INDEX_SWITCH, SCOPE -> true;
          case OPERATION ->
              tokens.startsLine(inner)
                  && switch (tokens.type(inner + 1)) {
                    case EQUALS, COMMA, RIGHT_BRACE -> false;
                    default -> true;
                  };
          default -> false;
        };
    if (statement) {
      tokens.retype(index, SCOPE);
    }
  }

  /** {@code %x arith.constant 1 : i32}: the parser misses the sign, and the name is known. */
  private boolean isDefinitionWithoutEquals(int start, int last) {
    return tokens.startsLine(start)
        && (start == 0 || tokens.type(start - 1) != COMMA)
        && tokens.type(last + 1) == OPERATION
        && !tokens.startsLine(last + 1);
  }

  /**
   * Marks {@code for i in range(8):} and other control flow of other languages: one error, and the
   * content of its braces is read as the region of the intended operation.
   */
  private boolean markForeign(int index) {
    if (!tokens.startsLine(index) || tokens.type(index + 1) == EQUALS) {
      return false;
    }
    String word = tokens.get(index).getText();
    return switch (word) {
      case "for" ->
          foreign(
              index,
              FOR,
              "a loop is `scf.for %i = %from to %to step %step {`, each bound of type `index` with"
                  + " a name, as of `%from = arith.constant 0 : index`",
              tokens.type(index + 1) == VALUE
                  && tokens.type(index + 2) == EQUALS
                  && tokens.type(index + 3) == VALUE);
      case "while" ->
          foreign(
              index,
              FOR,
              "a loop is `scf.for %i = %from to %to step %step {`, or `scf.while` where no number"
                  + " counts it",
              false);
      case "if" ->
          foreign(
              index,
              IF,
              "a branch is `scf.if %condition {`, with a condition as of `arith.cmpi slt, %a, %b`",
              tokens.type(index + 1) == VALUE && tokens.type(index + 2) == LEFT_BRACE);
      default -> false;
    };
  }

  /**
   * @param nameOnly true when nothing but the name is wrong
   */
  private boolean foreign(int index, int type, String advice, boolean nameOnly) {
    Token token = tokens.get(index);
    Location place = errors.location(token);
    Diagnostic found =
        Diagnostic.of(
            DiagnosticCode.SYNTAX, place, "`" + token.getText() + "` is no operation: " + advice);
    String right = "scf." + token.getText();
    errors.reportLine(
        nameOnly ? found.withFix(new Fix.Replace(place, token.getText(), right)) : found);
    tokens.retype(index, type);
    return true;
  }

  /** Marks {@code x = arith.constant 1 : i32}: only a result precedes an operation. */
  private boolean markNameWithoutSign(int index) {
    if (!tokens.startsLine(index)
        || tokens.type(index + 1) != EQUALS
        || tokens.type(index + 2) != OPERATION) {
      return false;
    }
    Location place = errors.location(tokens.get(index));
    String name = tokens.get(index).getText();
    errors.report(
        Diagnostic.of(
                DiagnosticCode.SYNTAX, place, "expected `%" + name + "`, found `" + name + "`")
            .withFix(new Fix.Replace(place, name, "%" + name)));
    tokens.get(index).setText("%" + name);
    tokens.retype(index, RESULT);
    return true;
  }

  private static boolean startsOperation(int type) {
    return switch (type) {
      case OPERATION, WORD, FOR, IF, WHILE, INDEX_SWITCH, SCOPE -> true;
      default -> false;
    };
  }

  private void markMnemonic(int index) {
    if (!tokens.startsLine(index) || index + 1 >= tokens.size() || tokens.startsLine(index + 1)) {
      return;
    }
    boolean operandFollows =
        switch (tokens.type(index + 1)) {
          case VALUE, STRING, ATTRIBUTE, SYMBOL, INPUTS -> true;
          // `set_flag["PIPE_V", ...]`, but not `sizes [16, 16]`.
          case LEFT_BRACKET -> tokens.type(index + 2) == STRING || tokens.type(index + 2) == LESS;
          default -> false;
        };
    if (operandFollows) {
      tokens.retype(index, BARE_OPERATION);
    }
  }
}
