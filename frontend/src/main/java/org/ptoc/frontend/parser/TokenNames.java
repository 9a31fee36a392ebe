package org.ptoc.frontend.parser;

import static org.ptoc.frontend.parser.PtoLexer.*;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.misc.IntervalSet;

/** What token types are called in messages. */
final class TokenNames {
  /** Maximum number of alternatives in a message. */
  private static final int MAXIMUM_NAMES = 6;

  private TokenNames() {}

  /** {@code a, b or c}; empty when there is nothing useful to say. */
  static String expected(IntervalSet types) {
    SequencedSet<String> names = new LinkedHashSet<>();
    boolean statement = types.contains(RETURN);
    boolean operand = types.contains(VALUE) && types.contains(STRING) && types.contains(INTEGER);
    boolean list = types.contains(COMMA) && types.contains(RIGHT_PAREN);
    for (int type : types.toList()) {
      if (list && operand && (isOperand(type) || type == LEFT_BRACE)) {
        continue; // After a comma only, or rare.
      }
      String name = operand && isOperand(type) ? "an operand" : name(type);
      if (!name.isEmpty()) {
        names.add(name);
      }
    }
    if (statement) {
      names.remove(name(OPERATION));
      names.add("a new statement");
    }
    return join(names.stream().limit(MAXIMUM_NAMES).toList());
  }

  private static boolean isOperand(int type) {
    return switch (type) {
      case VALUE,
          STRING,
          INTEGER,
          FLOAT,
          HEXADECIMAL,
          ATTRIBUTE,
          WORD,
          MULTIPLIER,
          SYMBOL,
          DENSE,
          BLOCK,
          ELEMENT,
          TYPE ->
          true;
      default -> false;
    };
  }

  private static String join(List<String> names) {
    if (names.isEmpty()) {
      return "";
    }
    String last = names.getLast();
    return names.size() == 1
        ? last
        : String.join(", ", names.subList(0, names.size() - 1)) + " or " + last;
  }

  private static String name(int type) {
    return switch (type) {
      case Token.EOF -> "the end of the text";
      case VALUE -> "a value name such as `%x`";
      case RESULT,
          OPERATION,
          BARE_OPERATION,
          GENERIC_OPERATION,
          RETURN,
          FOR,
          IF,
          WHILE,
          INDEX_SWITCH,
          BLOCK_SWITCH,
          SCOPE ->
          "an operation";
      case STRING -> "a string";
      case INTEGER, FLOAT, HEXADECIMAL -> "a number";
      case TYPE, ELEMENT -> "a type";
      case ATTRIBUTE -> "an attribute reference such as `#pto.pipe<PIPE_V>`";
      case SYMBOL -> "a symbol such as `@name`";
      case WORD -> "a word";
      case FUNCTION -> "`func.func`";
      case MODULE -> "`module`";
      case ATTRIBUTES -> "`attributes`";
      case ITERATION -> "`iter_args`";
      case TO -> "`to`";
      case STEP -> "`step`";
      case ELSE -> "`else`";
      case DO -> "`do`";
      case CASE -> "`case`";
      case DEFAULT -> "`default`";
      case INPUTS -> "`ins`";
      case OUTPUTS -> "`outs`";
      case ARROW -> "`->`";
      case LEFT_BRACE -> "`{`";
      case RIGHT_BRACE -> "`}`";
      case LEFT_PAREN -> "`(`";
      case RIGHT_PAREN -> "`)`";
      case LEFT_BRACKET -> "`[`";
      case RIGHT_BRACKET -> "`]`";
      case GREATER -> "`>`";
      case COLON -> "`:`";
      case COMMA -> "`,`";
      case EQUALS -> "`=`";
      // Rare alternatives would only lengthen the list.
      default -> "";
    };
  }
}
