package org.ptoc.ir.isa;

/**
 * Functions of lane expressions. Operands and result have the element type of the word. Float
 * functions round once to nearest even and give the canonical NaN; integers wrap; the exact rules
 * are spec/10, 1.4 and 1.5.
 */
public enum LaneFunction {
  ADD(2, "+"),
  SUB(2, "-"),
  MUL(2, "*"),
  /** The upper half of the product of integers. */
  MUL_HIGH(2, "mulhi"),
  DIV(2, "/"),
  /** NaN when an operand is NaN; the maximum of zeros of both signs is +0. */
  MAX(2, "max"),
  /** NaN when an operand is NaN; the minimum of zeros of both signs is -0. */
  MIN(2, "min"),
  AND(2, "&"),
  OR(2, "|"),
  XOR(2, "^"),
  NOT(1, "~"),
  /** The count is unsigned; 0 when it is the width or more. */
  SHL(2, "<<"),
  /** Arithmetic for signed types; a count of the width or more gives 0 or the sign fill. */
  SHR(2, ">>"),
  /** A right shift after half a unit of the last bit that stays was added. */
  SHR_ROUNDED(2, "round_shift"),
  /** Clears the sign bit of a float, also of NaN. */
  ABS(1, "abs"),
  /** Flips the sign bit of a float, also of NaN. */
  NEG(1, "-"),
  EXP(1, "exp"),
  /** e to the power of the difference, which is rounded to f32 before. */
  EXP_DIFFERENCE(2, "expdif"),
  LN(1, "ln"),
  SQRT(1, "sqrt"),
  RECIPROCAL(1, "1 /"),
  RSQRT(1, "1 / sqrt"),
  /** First times second plus third, rounded once. */
  FMA(3, "fma"),
  /** Second when the first is nonzero, else third; bits are copied. */
  SELECT(3, "select"),
  GE(2, ">="),
  GT(2, ">"),
  LE(2, "<="),
  LT(2, "<"),
  EQ(2, "=="),
  NE(2, "!="),
  /** Number of one bits. */
  POPULATION_COUNT(1, "popcount"),
  /** Number of leading bits equal to the sign bit, which is not counted itself. */
  LEADING_SIGN_COUNT(1, "cls");

  private final int arity;
  private final String symbol;

  LaneFunction(int arity, String symbol) {
    this.arity = arity;
    this.symbol = symbol;
  }

  /** Number of operands. */
  public int arity() {
    return arity;
  }

  /** Operator or function name in pseudo code. */
  public String symbol() {
    return symbol;
  }

  /** True if the function works on bit patterns, alike for all element types. */
  public boolean isLogic() {
    return switch (this) {
      case AND, OR, XOR, NOT, SELECT -> true;
      case ADD,
          SUB,
          MUL,
          MUL_HIGH,
          DIV,
          MAX,
          MIN,
          SHL,
          SHR,
          SHR_ROUNDED,
          ABS,
          NEG,
          EXP,
          EXP_DIFFERENCE,
          LN,
          SQRT,
          RECIPROCAL,
          RSQRT,
          FMA ->
          false;
      case GE, GT, LE, LT, EQ, NE, POPULATION_COUNT, LEADING_SIGN_COUNT -> false;
    };
  }

  /** True if the value is a truth value: all ones or all zeros. */
  public boolean isComparison() {
    return switch (this) {
      case GE, GT, LE, LT, EQ, NE -> true;
      default -> false;
    };
  }

  /** True if the symbol is written between its two operands. */
  boolean isInfix() {
    return arity == 2 && !Character.isLetter(symbol.charAt(0));
  }
}
