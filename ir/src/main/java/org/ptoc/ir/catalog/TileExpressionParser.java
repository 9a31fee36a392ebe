package org.ptoc.ir.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.catalog.TileExpression.Assignment;
import org.ptoc.ir.catalog.TileExpression.Block;
import org.ptoc.ir.catalog.TileExpression.Call;
import org.ptoc.ir.catalog.TileExpression.Loop;
import org.ptoc.ir.catalog.TileExpression.Name;
import org.ptoc.ir.catalog.TileExpression.Statement;

/** Reads tile expressions; operators bind as in C, but comparisons bind tighter than bits. */
final class TileExpressionParser {
  /** Binary operators from the weakest level to the strongest. */
  private static final List<List<String>> LEVELS =
      List.of(
          List.of("|"),
          List.of("^"),
          List.of("&"),
          List.of("==", "!=", "<=", ">=", "<", ">"),
          List.of("<<", ">>"),
          List.of("+", "-"),
          List.of("*", "/"));

  private final String text;
  private int at;

  TileExpressionParser(String text) {
    this.text = text;
  }

  TileExpression parse() {
    TileExpression expression = block();
    if (at < text.length()) {
      throw error("the end");
    }
    return expression;
  }

  private TileExpression block() {
    List<Statement> statements = statements();
    TileExpression value = expression();
    return statements.isEmpty() ? value : new Block(statements, value);
  }

  private List<Statement> statements() {
    List<Statement> statements = new ArrayList<>();
    for (Optional<Statement> next = statement(); next.isPresent(); next = statement()) {
      statements.add(next.get());
    }
    return statements;
  }

  /** A statement; nothing, and the place as it was, where a value or the end of a body follows. */
  private Optional<Statement> statement() {
    int start = at;
    String name = word();
    if (name.equals("for")) {
      return Optional.of(loop(Optional.empty()));
    }
    if (name.equals("each")) {
      return Optional.of(loop(Optional.of(word())));
    }
    if (!name.isEmpty() && !startsWith("==") && accept("=")) {
      TileExpression value = expression();
      expect(";");
      return Optional.of(new Assignment(name, value));
    }
    at = start;
    return Optional.empty();
  }

  private Loop loop(Optional<String> counter) {
    TileExpression count = primary();
    expect("with");
    List<Assignment> states = new ArrayList<>();
    do {
      String name = word();
      expect("=");
      states.add(new Assignment(name, expression()));
    } while (accept(","));
    expect("{");
    List<Statement> body = statements();
    expect("}");
    return new Loop(count, counter, states, body);
  }

  private TileExpression expression() {
    TileExpression condition = binary(0);
    if (!accept("?")) {
      return condition;
    }
    TileExpression whenTrue = expression();
    expect(":");
    return new Call("?", List.of(condition, whenTrue, expression()));
  }

  private TileExpression binary(int level) {
    if (level == LEVELS.size()) {
      return unary();
    }
    TileExpression left = binary(level + 1);
    for (Optional<String> operator = operator(level);
        operator.isPresent();
        operator = operator(level)) {
      left = new Call(operator.get(), List.of(left, binary(level + 1)));
    }
    return left;
  }

  private Optional<String> operator(int level) {
    for (String operator : LEVELS.get(level)) {
      boolean isShift = operator.length() == 1 && startsWith(operator + operator);
      if (!isShift && accept(operator)) {
        return Optional.of(operator);
      }
    }
    return Optional.empty();
  }

  private TileExpression unary() {
    for (String operator : List.of("-", "~")) {
      if (accept(operator)) {
        TileExpression value = unary();
        return operator.equals("-") && value instanceof TileExpression.Number(long number)
            ? new TileExpression.Number(-number)
            : new Call(operator, List.of(value));
      }
    }
    return primary();
  }

  private TileExpression primary() {
    if (accept("(")) {
      TileExpression inner = expression();
      expect(")");
      return inner;
    }
    String word = word();
    if (word.isEmpty()) {
      throw error("a value");
    }
    if (Character.isDigit(word.charAt(0))) {
      return new TileExpression.Number(Long.decode(word));
    }
    if (!accept("(")) {
      return new Name(word);
    }
    List<TileExpression> arguments = new ArrayList<>();
    do {
      arguments.add(expression());
    } while (accept(","));
    expect(")");
    return new Call(word, arguments);
  }

  private String word() {
    skipBlanks();
    int start = at;
    while (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
      at++;
    }
    return text.substring(start, at);
  }

  private boolean startsWith(String symbol) {
    skipBlanks();
    return text.startsWith(symbol, at);
  }

  private boolean accept(String symbol) {
    boolean found = startsWith(symbol);
    at += found ? symbol.length() : 0;
    return found;
  }

  private void expect(String symbol) {
    if (!accept(symbol)) {
      throw error("'" + symbol + "'");
    }
  }

  private void skipBlanks() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private IllegalArgumentException error(String expected) {
    return new IllegalArgumentException(
        "expected " + expected + " at '" + text.substring(at) + "' in: " + text);
  }
}
