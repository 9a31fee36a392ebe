package org.ptoc.ir.isa;

import java.util.List;

/**
 * The value of an active result lane as a function of the operand lanes with the same number. One
 * tree serves the interpreter, the code generator of the emulator and the reference manual.
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
    DISTANCE("n");

    private final String symbol;

    Slot(String symbol) {
      this.symbol = symbol;
    }

    /** The name in pseudo code. */
    public String symbol() {
      return symbol;
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
          printSelect(apply, text, nested);
      case Apply apply when apply.function().isInfix() -> printInfix(apply, text, nested);
      case Apply apply -> printCall(apply, text);
    }
  }

  private static void printInfix(Apply apply, StringBuilder text, boolean nested) {
    text.append(nested ? "(" : "");
    print(apply.arguments().get(0), text, true);
    text.append(' ').append(apply.function().symbol()).append(' ');
    print(apply.arguments().get(1), text, true);
    text.append(nested ? ")" : "");
  }

  private static void printSelect(Apply apply, StringBuilder text, boolean nested) {
    text.append(nested ? "(" : "");
    print(apply.arguments().get(0), text, true);
    text.append(" ? ");
    print(apply.arguments().get(1), text, true);
    text.append(" : ");
    print(apply.arguments().get(2), text, true);
    text.append(nested ? ")" : "");
  }

  private static void printCall(Apply apply, StringBuilder text) {
    text.append(apply.function().symbol()).append('(');
    for (int i = 0; i < apply.arguments().size(); i++) {
      text.append(i == 0 ? "" : ", ");
      print(apply.arguments().get(i), text, false);
    }
    text.append(')');
  }
}
