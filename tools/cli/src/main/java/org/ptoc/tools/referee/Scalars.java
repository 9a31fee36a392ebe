package org.ptoc.tools.referee;

import java.util.Optional;
import org.ptoc.emulator.interpreter.ScalarMath;
import org.ptoc.ir.isa.Condition;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.ScalarOperation;
import org.ptoc.ir.isa.ScalarWidth;
import org.ptoc.ir.isa.WordFormat;

/** Scalar operations on what is known; integers count as wide enough. */
final class Scalars {
  /** For each level: all iterations that a state stands for have one remainder by this. */
  private final long modulus;

  Scalars(long modulus) {
    this.modulus = modulus;
  }

  /**
   * The result of an operation on registers.
   *
   * @param remainders for each level what an iteration leaves when divided by the modulus
   */
  Quantity apply(
      Instruction instruction,
      ScalarOperation operation,
      Quantity a,
      Quantity b,
      long[] remainders) {
    boolean isImmediate = instruction.definition().format() == WordFormat.I;
    ScalarWidth width =
        ScalarWidth.byCode(instruction.field(isImmediate ? FieldName.W2 : FieldName.W))
            .orElseThrow();
    boolean signed = !isImmediate && instruction.field(FieldName.SG) != 0;
    if (a.isNumber() && b.isNumber()) {
      return numbers(instruction, operation, width, signed, a.number(), b.number());
    }
    Quantity result =
        switch (operation) {
          case MOVE -> a;
          case EXTEND -> isWide(width) ? a : Quantity.UNKNOWN;
          case ADD -> isWide(width) ? a.plus(b) : Quantity.UNKNOWN;
          case SUBTRACT -> isWide(width) ? a.minus(b) : Quantity.UNKNOWN;
          case MULTIPLY ->
              isWide(width) && b.isNumber()
                  ? a.times(b.number())
                  : isWide(width) && a.isNumber() ? b.times(a.number()) : Quantity.UNKNOWN;
          case SHIFT_LEFT ->
              isWide(width) && b.isNumber() && b.number() >= 0 && b.number() < 32
                  ? a.times(1L << b.number())
                  : Quantity.UNKNOWN;
          case AND ->
              b.isNumber() ? remainder(a, b.number() + 1, true, remainders) : Quantity.UNKNOWN;
          case REMAINDER ->
              b.isNumber() ? remainder(a, b.number(), false, remainders) : Quantity.UNKNOWN;
          default -> Quantity.UNKNOWN;
        };
    return result.isUnknown() ? opaque(operation.name() + width + signed, a, b) : result;
  }

  private static boolean isWide(ScalarWidth width) {
    return width == ScalarWidth.I64 || width == ScalarWidth.I32;
  }

  /** The same operation on the same values is the same value, in all iterations. */
  static Quantity opaque(String operation, Quantity a, Quantity b) {
    return a.isUnknown() || b.isUnknown() || !a.isFixed() || !b.isFixed()
        ? Quantity.UNKNOWN
        : Quantity.named("(" + operation + " " + a + " " + b + ")");
  }

  private static Quantity numbers(
      Instruction instruction,
      ScalarOperation operation,
      ScalarWidth width,
      boolean signed,
      long a,
      long b) {
    return switch (operation) {
      case MOVE_IMMEDIATE -> Quantity.of(b);
      case MOVE_HIGH -> Quantity.of(a & 0xFFFF_FFFFL | b << 32);
      case MOVE -> Quantity.of(a);
      case COMPARE -> Quantity.of(ScalarMath.compare(a, b, condition(instruction), width));
      case EXTEND ->
          Quantity.of(signed ? ScalarMath.signExtend(a, width) : ScalarMath.zeroExtend(a, width));
      case SET_BIT -> Quantity.of(ScalarMath.setBit(a, b, signed));
      case ADD,
          SUBTRACT,
          MULTIPLY,
          AND,
          OR,
          XOR,
          NEGATE,
          MAXIMUM,
          MINIMUM,
          SHIFT_LEFT,
          SHIFT_RIGHT,
          SHIFT_RIGHT_UNSIGNED,
          SHIFT_RIGHT_SIGNED ->
          Quantity.of(ScalarMath.apply(a, b, operation, width, signed));
      case DIVIDE, REMAINDER, CEILING_DIVIDE, FLOOR_DIVIDE ->
          b == 0 || b == -1
              ? Quantity.UNKNOWN
              : Quantity.of(ScalarMath.apply(a, b, operation, width, signed));
      case SELECT, CONVERT, LOAD, STORE, LOAD_PARAMETER, LOAD_CONSTANT, RENEW -> Quantity.UNKNOWN;
    };
  }

  static Condition condition(Instruction instruction) {
    return Condition.byCode(instruction.field(FieldName.COND)).orElseThrow();
  }

  /** What is left of a quantity that grows, where that is the same for all iterations meant. */
  private Quantity remainder(Quantity a, long divisor, boolean isMask, long[] remainders) {
    boolean isPower = divisor > 0 && (divisor & divisor - 1) == 0;
    if (!a.name().isEmpty()
        || divisor <= 0
        || isMask && !isPower
        || !a.onlyGrows()
        || a.number() < 0) {
      return Quantity.UNKNOWN;
    }
    long left = a.number();
    for (int level = 0; level < Quantity.LEVELS; level++) {
      if (a.growth()[level] * modulus % divisor != 0) {
        return Quantity.UNKNOWN;
      }
      left += a.growth()[level] * remainders[level];
    }
    return Quantity.of(left % divisor);
  }

  /** Whether a condition holds, where it is the same for all iterations meant. */
  static Optional<Boolean> decide(Condition condition, ScalarWidth width, Quantity a, Quantity b) {
    if (a.isNumber() && b.isNumber()) {
      return Optional.of(ScalarMath.compare(a.number(), b.number(), condition, width) != 0);
    }
    if (!isWide(width)
        || !a.name().isEmpty()
        || !b.isNumber()
        || !a.onlyGrows()
        || a.number() < 0
        || b.number() < 0) {
      return Optional.empty();
    }
    boolean above = a.number() > b.number();
    boolean atLeast = a.number() >= b.number();
    return switch (condition) {
      case SGT, UGT -> above ? Optional.of(true) : Optional.empty();
      case SGE, UGE -> atLeast ? Optional.of(true) : Optional.empty();
      case SLT, ULT -> atLeast ? Optional.of(false) : Optional.empty();
      case SLE, ULE -> above ? Optional.of(false) : Optional.empty();
      case EQ -> above ? Optional.of(false) : Optional.empty();
      case NE -> above ? Optional.of(true) : Optional.empty();
      case OEQ, ONE, OLT, OLE, OGT, OGE -> Optional.empty();
    };
  }
}
