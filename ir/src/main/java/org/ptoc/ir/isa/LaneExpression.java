package org.ptoc.ir.isa;

import java.util.List;

/**
 * The value of a result lane as a function of the operand lanes with the same number, as the row of
 * an instruction has it: types, modes and some functions are those that the word names. {@link
 * LaneTyping} gives what one word computes, which serves the interpreter and the code generator of
 * the emulator; the reference manual prints the row.
 */
public sealed interface LaneExpression {

  /** The operand that an {@link Operand} reads. */
  enum Slot {
    /** First source: {@code va}, {@code xn}. */
    FIRST("a"),
    /** Second source: {@code vb}, {@code xm} of two-source words. */
    SECOND("b"),
    /**
     * The third source: {@code vc}, or the old value of the destination where the row has no such
     * field.
     */
    ACCUMULATOR("c"),
    /** The low bits of the scalar register in every lane. */
    SCALAR("s"),
    /**
     * The scalar register as an unsigned number: the distance of a uniform shift (spec/11,
     * pto.vshls).
     */
    DISTANCE("n"),
    /** The low 16 bits of the scalar register: the distance of a shift that rounds. */
    ROUNDED_DISTANCE("n"),
    /** The number of the lane in its register, counted as the word says. */
    LANE("i"),
    /** The negative of that: lanes that are counted down. */
    NEGATIVE_LANE("-i"),
    /** The truth value that chooses between sources: {@code pg} of selections. */
    SELECTOR("p"),
    /** The truth value of the carry that comes in: {@code pc}. */
    CARRY("k");

    private final String symbol;

    Slot(String symbol) {
      this.symbol = symbol;
    }

    /** The name in pseudo code. */
    public String symbol() {
      return symbol;
    }

    /** True if the operand is a truth value: all ones or all zeros in a lane. */
    public boolean isTruth() {
      return this == SELECTOR || this == CARRY;
    }
  }

  /** A lane of an operand. */
  record Operand(Slot slot) implements LaneExpression {}

  /** A small number, converted to the element type. */
  record Constant(int value) implements LaneExpression {}

  /** A function applied to as many arguments as it has operands. */
  record Apply(LaneFunction function, List<LaneExpression> arguments) implements LaneExpression {
    public Apply {
      arguments = List.copyOf(arguments);
      if (arguments.size() != function.arity()) {
        throw new IllegalArgumentException(function + " has " + function.arity() + " operands");
      }
    }
  }

  /** Into what a {@link Convert} turns a value. */
  enum Conversion {
    /** The result type, rounded and saturated as the word says. */
    RESULT("convert"),
    /** The result type, rounded to the nearest and saturated. */
    SATURATED("saturate"),
    /**
     * The wider one of source and result type, 32 bits of integers: sums in it are the result's.
     */
    WIDE("wide"),
    /** f32, which products of narrower floats fit exactly. */
    SINGLE("f32"),
    /** An integral value of the same type, rounded as the word says. */
    INTEGRAL("round");

    private final String symbol;

    Conversion(String symbol) {
      this.symbol = symbol;
    }
  }

  /** A value in another type (spec/11, section 5). */
  record Convert(Conversion conversion, LaneExpression value) implements LaneExpression {}

  /** The comparison that the word names. */
  record Compare(LaneExpression first, LaneExpression second) implements LaneExpression {}

  /** True if the first is below the second as unsigned numbers, whatever the type of the word. */
  record Below(LaneExpression first, LaneExpression second) implements LaneExpression {}

  /** A borrow, as the polarity of the word has it: the truth value or its inverse. */
  record Borrow(LaneExpression truth) implements LaneExpression {}

  /** What the expression is made of. */
  default List<LaneExpression> arguments() {
    return switch (this) {
      case Operand operand -> List.of();
      case Constant constant -> List.of();
      case Apply apply -> apply.arguments;
      case Convert convert -> List.of(convert.value);
      case Compare(LaneExpression first, LaneExpression second) -> List.of(first, second);
      case Below(LaneExpression first, LaneExpression second) -> List.of(first, second);
      case Borrow(LaneExpression truth) -> List.of(truth);
    };
  }

  /** True if the value depends on an operand. */
  default boolean reads(Slot slot) {
    return equals(new Operand(slot)) || arguments().stream().anyMatch(each -> each.reads(slot));
  }

  /** The expression as pseudo code, such as {@code max(a + b, 0)}. */
  default String pseudoCode() {
    StringBuilder text = new StringBuilder();
    print(this, text, false);
    return text.toString();
  }

  private static void print(LaneExpression expression, StringBuilder text, boolean nested) {
    switch (expression) {
      case Operand operand -> text.append(operand.slot().symbol());
      case Constant constant -> text.append(constant.value());
      case Apply apply when apply.function() == LaneFunction.SELECT ->
          printInfix(apply, List.of(" ? ", " : "), text, nested);
      case Apply apply when apply.function().isInfix() ->
          printInfix(apply, List.of(" " + apply.function().symbol() + " "), text, nested);
      case Apply apply -> printCall(apply.function().symbol(), apply, text);
      case Convert convert -> printCall(convert.conversion().symbol, convert, text);
      case Compare compare -> printInfix(compare, List.of(" cmp "), text, nested);
      case Below below -> printCall("below", below, text);
      case Borrow borrow -> printCall("borrow", borrow, text);
    }
  }

  private static void printInfix(
      LaneExpression expression, List<String> symbols, StringBuilder text, boolean nested) {
    text.append(nested ? "(" : "");
    print(expression.arguments().getFirst(), text, true);
    for (int i = 0; i < symbols.size(); i++) {
      text.append(symbols.get(i));
      print(expression.arguments().get(i + 1), text, true);
    }
    text.append(nested ? ")" : "");
  }

  private static void printCall(String name, LaneExpression expression, StringBuilder text) {
    text.append(name).append('(');
    for (int i = 0; i < expression.arguments().size(); i++) {
      text.append(i == 0 ? "" : ", ");
      print(expression.arguments().get(i), text, false);
    }
    text.append(')');
  }
}
