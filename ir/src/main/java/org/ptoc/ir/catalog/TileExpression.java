package org.ptoc.ir.catalog;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.ir.isa.LaneFunction;

/**
 * The value of an element of {@code dst} as a function of the elements of the operands at the same
 * place: the meaning of a tile operation in its row, and the rows of a profile for operations
 * without one instruction (spec/20, section 6). Types come from the operands: an operator works in
 * the type of its arguments, a number takes the type of the other operand.
 *
 * <p>The notation has the operators of C with {@code floor}, {@code trunc} and {@code round} to
 * integral values, {@code f32(x)} for conversions ({@code E} is the element type of {@code dst},
 * {@code U} and {@code S} its unsigned and signed bits), {@code sat(f16(x))} for saturating ones,
 * {@code as(U, x)} for the same bits, assignments, and loops with a constant number of iterations
 * whose states get their first values in front: {@code for W with q = a, r = 0 { q = q << 1; } q}.
 */
public sealed interface TileExpression {

  /** An operand, a variable, a type or a number that the element type gives. */
  record Name(String name) implements TileExpression {}

  /** A number; of floats an integral one. */
  record Number(long value) implements TileExpression {}

  /** An operator or a function; a {@code ?} has three arguments. */
  record Call(String function, List<TileExpression> arguments) implements TileExpression {
    public Call {
      arguments = List.copyOf(arguments);
    }
  }

  /** Statements, then the value. */
  record Block(List<Statement> statements, TileExpression value) implements TileExpression {
    public Block {
      statements = List.copyOf(statements);
    }
  }

  /** A statement before the value. */
  sealed interface Statement {}

  /** Gives a variable a value. */
  record Assignment(String variable, TileExpression value) implements Statement {}

  /**
   * A loop.
   *
   * @param count constant number of iterations
   * @param counter the variable of a loop that is written out; empty for a loop of the machine
   * @param states variables that keep their value from one iteration to the next
   */
  record Loop(
      TileExpression count, Optional<String> counter, List<Assignment> states, List<Statement> body)
      implements Statement {
    public Loop {
      states = List.copyOf(states);
      body = List.copyOf(body);
    }
  }

  /**
   * Reads the notation.
   *
   * @throws IllegalArgumentException with the place for text that does not follow it
   */
  static TileExpression parse(String text) {
    return new TileExpressionParser(text).parse();
  }

  /**
   * The lane function of an operator or a function with so many arguments; empty for conversions
   * and for names that only rows of a profile give a meaning.
   */
  static Optional<LaneFunction> laneFunction(String name, int arguments) {
    return Optional.ofNullable(Functions.BY_NAME.get(name))
        .filter(function -> function.arity() == arguments)
        .or(() -> "-".equals(name) ? Optional.of(LaneFunction.NEG) : Optional.empty());
  }

  /**
   * Matches a pattern. A name in it matches any expression, and the same one at each use.
   *
   * @param found gets the expression of each name
   */
  static boolean matches(
      TileExpression pattern, TileExpression expression, Map<String, TileExpression> found) {
    return switch (pattern) {
      case Name(String name) -> {
        TileExpression before = found.putIfAbsent(name, expression);
        yield before == null || before.equals(expression);
      }
      case Number number -> number.equals(expression);
      case Call(String function, List<TileExpression> arguments) -> {
        if (!(expression instanceof Call(String other, List<TileExpression> others))
            || !function.equals(other)
            || arguments.size() != others.size()) {
          yield false;
        }
        boolean same = true;
        for (int i = 0; same && i < arguments.size(); i++) {
          same = matches(arguments.get(i), others.get(i), found);
        }
        yield same;
      }
      case Block block -> false;
    };
  }

  /** Lane functions by operator or name. */
  final class Functions {
    private static final Map<String, LaneFunction> BY_NAME =
        Map.ofEntries(
            Map.entry("+", LaneFunction.ADD),
            Map.entry("-", LaneFunction.SUB),
            Map.entry("*", LaneFunction.MUL),
            Map.entry("/", LaneFunction.DIV),
            Map.entry("&", LaneFunction.AND),
            Map.entry("|", LaneFunction.OR),
            Map.entry("^", LaneFunction.XOR),
            Map.entry("~", LaneFunction.NOT),
            Map.entry("<<", LaneFunction.SHL),
            Map.entry(">>", LaneFunction.SHR),
            Map.entry("?", LaneFunction.SELECT),
            Map.entry("<", LaneFunction.LT),
            Map.entry("<=", LaneFunction.LE),
            Map.entry(">", LaneFunction.GT),
            Map.entry(">=", LaneFunction.GE),
            Map.entry("==", LaneFunction.EQ),
            Map.entry("!=", LaneFunction.NE),
            Map.entry("max", LaneFunction.MAX),
            Map.entry("min", LaneFunction.MIN),
            Map.entry("abs", LaneFunction.ABS),
            Map.entry("exp", LaneFunction.EXP),
            Map.entry("expdif", LaneFunction.EXP_DIFFERENCE),
            Map.entry("ln", LaneFunction.LN),
            Map.entry("sqrt", LaneFunction.SQRT),
            Map.entry("rec", LaneFunction.RECIPROCAL),
            Map.entry("rsqrt", LaneFunction.RSQRT),
            Map.entry("div", LaneFunction.DIV),
            Map.entry("fma", LaneFunction.FMA));

    private Functions() {}
  }
}
