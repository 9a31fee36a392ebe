package org.ptoc.tools.referee;

import org.ptoc.ir.isa.Condition;
import org.ptoc.ir.isa.ScalarOperation;
import org.ptoc.ir.isa.ScalarWidth;

/**
 * A closed interval of signed 64-bit integers that bounds the values of a scalar in all runs. An
 * interval with {@code least > greatest} has no value: no run comes there.
 */
record ScalarRange(long least, long greatest) {
  static final ScalarRange ALL = new ScalarRange(Long.MIN_VALUE, Long.MAX_VALUE);
  static final ScalarRange TRUTH = new ScalarRange(0, 1);

  static ScalarRange of(long number) {
    return new ScalarRange(number, number);
  }

  /** The values of a width, sign-extended as registers hold them; {@link #ALL} for floats. */
  static ScalarRange of(ScalarWidth width) {
    return switch (width) {
      case I1 -> TRUTH;
      case I8 -> new ScalarRange(Byte.MIN_VALUE, Byte.MAX_VALUE);
      case I16 -> new ScalarRange(Short.MIN_VALUE, Short.MAX_VALUE);
      case I32 -> new ScalarRange(Integer.MIN_VALUE, Integer.MAX_VALUE);
      case I64, F16, BF16, F32 -> ALL;
    };
  }

  /** The values of a width, zero-extended; {@link #ALL} for 64 bits and floats. */
  static ScalarRange unsigned(ScalarWidth width) {
    return switch (width) {
      case I1 -> TRUTH;
      case I8 -> new ScalarRange(0, 0xFF);
      case I16 -> new ScalarRange(0, 0xFFFF);
      case I32 -> new ScalarRange(0, 0xFFFF_FFFFL);
      case I64, F16, BF16, F32 -> ALL;
    };
  }

  boolean isEmpty() {
    return least > greatest;
  }

  boolean isNumber() {
    return least == greatest;
  }

  boolean isNatural() {
    return least >= 0;
  }

  boolean isWithin(ScalarRange other) {
    return other.least <= least && greatest <= other.greatest;
  }

  /** The number of values, {@link Long#MAX_VALUE} when it does not fit. */
  long size() {
    long size = greatest - least + 1;
    return isEmpty() ? 0 : size > 0 ? size : Long.MAX_VALUE;
  }

  ScalarRange and(ScalarRange other) {
    return new ScalarRange(Math.max(least, other.least), Math.min(greatest, other.greatest));
  }

  ScalarRange or(ScalarRange other) {
    return new ScalarRange(Math.min(least, other.least), Math.max(greatest, other.greatest));
  }

  ScalarRange plus(ScalarRange other) {
    return exact(
        (double) least + other.least,
        (double) greatest + other.greatest,
        least + other.least,
        greatest + other.greatest);
  }

  private ScalarRange negative() {
    return least == Long.MIN_VALUE
        ? new ScalarRange(-greatest, Long.MAX_VALUE)
        : new ScalarRange(-greatest, -least);
  }

  private static final double MOST = 0x1p62;

  /** Bounds without overflow; an end that does not fit is open. */
  private static ScalarRange exact(double low, double high, long least, long greatest) {
    return new ScalarRange(
        Math.abs(low) < MOST ? least : Long.MIN_VALUE,
        Math.abs(high) < MOST ? greatest : Long.MAX_VALUE);
  }

  private ScalarRange times(ScalarRange other) {
    return span(
        product(least, other.least),
        product(least, other.greatest),
        product(greatest, other.least),
        product(greatest, other.greatest));
  }

  /** A product, where it does not fit an open end. */
  private static long product(long one, long other) {
    double product = (double) one * other;
    return product >= MOST ? Long.MAX_VALUE : product <= -MOST ? Long.MIN_VALUE : one * other;
  }

  private static ScalarRange span(long a, long b, long c, long d) {
    return new ScalarRange(
        Math.min(Math.min(a, b), Math.min(c, d)), Math.max(Math.max(a, b), Math.max(c, d)));
  }

  /**
   * The results of an operation of the scalar unit on two operands; integers count as wide enough
   * for sums, products and shifts to the left.
   *
   * @param signed whether operands that the operation extends are signed
   */
  static ScalarRange apply(
      ScalarOperation operation,
      ScalarWidth width,
      boolean signed,
      ScalarRange first,
      ScalarRange second) {
    ScalarRange whole = of(width);
    boolean isMoved = operation == ScalarOperation.EXTEND || operation == ScalarOperation.MOVE;
    ScalarRange a = isMoved || first.isWithin(whole) ? first : whole;
    ScalarRange b = isMoved || second.isWithin(whole) ? second : whole;
    ScalarRange result =
        switch (operation) {
          case MOVE -> a;
          case EXTEND -> {
            ScalarRange extended = signed ? whole : unsigned(width);
            yield a.isWithin(extended) ? a : extended;
          }
          case ADD -> a.plus(b);
          case SUBTRACT -> a.plus(b.negative());
          case NEGATE -> a.negative();
          case MULTIPLY -> a.times(b);
          case SHIFT_LEFT ->
              b.isNumber() && b.least >= 0 && b.least < 62 ? a.times(of(1L << b.least)) : ALL;
          case SHIFT_RIGHT, SHIFT_RIGHT_UNSIGNED, SHIFT_RIGHT_SIGNED ->
              shift(a, b, signed || operation == ScalarOperation.SHIFT_RIGHT_SIGNED, width);
          case AND ->
              b.isNatural()
                  ? new ScalarRange(
                      0, a.isNatural() ? Math.min(a.greatest, b.greatest) : b.greatest)
                  : a.isNatural() ? new ScalarRange(0, a.greatest) : ALL;
          case OR, XOR ->
              a.isNatural() && b.isNatural()
                  ? new ScalarRange(0, ones(a.greatest | b.greatest))
                  : ALL;
          case MINIMUM ->
              signed || a.isNatural() && b.isNatural()
                  ? new ScalarRange(Math.min(a.least, b.least), Math.min(a.greatest, b.greatest))
                  : a.isNatural()
                      ? new ScalarRange(0, a.greatest)
                      : b.isNatural() ? new ScalarRange(0, b.greatest) : ALL;
          case MAXIMUM ->
              signed || a.isNatural() && b.isNatural()
                  ? new ScalarRange(Math.max(a.least, b.least), Math.max(a.greatest, b.greatest))
                  : ALL;
          case DIVIDE -> quotient(a, b, signed, width);
          case CEILING_DIVIDE -> quotient(a, b, signed, width).plus(TRUTH);
          case FLOOR_DIVIDE -> quotient(a, b, true, width).plus(new ScalarRange(-1, 0));
          case REMAINDER ->
              b.least <= 0
                  ? ALL
                  : new ScalarRange(
                      a.isNatural() || !signed ? 0 : 1 - b.greatest,
                      a.isNatural() ? Math.min(a.greatest, b.greatest - 1) : b.greatest - 1);
          case COMPARE -> TRUTH;
          case SELECT,
              CONVERT,
              SET_BIT,
              MOVE_IMMEDIATE,
              MOVE_HIGH,
              LOAD,
              STORE,
              LOAD_PARAMETER,
              LOAD_CONSTANT,
              ATOMIC_ADD,
              RENEW ->
              ALL;
        };
    return isMoved
        ? result
        : switch (width) {
          case I64 -> result;
          case I32 -> result.and(whole).isEmpty() ? whole : result.and(whole);
          case I1, I8, I16 -> result.isWithin(whole) ? result : whole;
          case F16, BF16, F32 -> ALL;
        };
  }

  private static long ones(long number) {
    return number == 0 ? 0 : -1L >>> Long.numberOfLeadingZeros(number);
  }

  private static ScalarRange shift(
      ScalarRange a, ScalarRange b, boolean signed, ScalarWidth width) {
    if (!b.isNumber() || b.least < 0 || b.least > 62) {
      return a.isNatural() ? new ScalarRange(0, a.greatest) : ALL;
    }
    if (a.isNatural() || signed) {
      return new ScalarRange(a.least >> b.least, a.greatest >> b.least);
    }
    return b.least == 0 || width != ScalarWidth.I64 ? ALL : new ScalarRange(0, -1L >>> b.least);
  }

  private static ScalarRange quotient(
      ScalarRange a, ScalarRange b, boolean signed, ScalarWidth width) {
    if (b.least <= 0) {
      return ALL;
    }
    if (a.isNatural() || signed) {
      return span(
          a.least / b.least, a.least / b.greatest, a.greatest / b.least, a.greatest / b.greatest);
    }
    return b.least == 1 || width != ScalarWidth.I64
        ? ALL
        : new ScalarRange(0, Long.divideUnsigned(-1, b.least));
  }

  /** What is left of this when a comparison of it with another value holds. */
  ScalarRange when(Condition condition, ScalarRange other) {
    return switch (condition) {
      case EQ -> and(other);
      case NE ->
          !other.isNumber()
              ? this
              : new ScalarRange(
                  least == other.least ? least + 1 : least,
                  greatest == other.least ? greatest - 1 : greatest);
      case SLT -> other.greatest == Long.MIN_VALUE ? this : and(upTo(other.greatest - 1));
      case SLE -> and(upTo(other.greatest));
      case SGT -> other.least == Long.MAX_VALUE ? this : and(from(other.least + 1));
      case SGE -> and(from(other.least));
      case ULT -> other.isNatural() ? and(new ScalarRange(0, other.greatest - 1)) : this;
      case ULE -> other.isNatural() ? and(new ScalarRange(0, other.greatest)) : this;
      case UGT -> isNatural() && other.isNatural() ? and(from(other.least + 1)) : this;
      case UGE -> isNatural() && other.isNatural() ? and(from(other.least)) : this;
      case OEQ, ONE, OLT, OLE, OGT, OGE -> this;
    };
  }

  private static ScalarRange upTo(long greatest) {
    return new ScalarRange(Long.MIN_VALUE, greatest);
  }

  private static ScalarRange from(long least) {
    return new ScalarRange(least, Long.MAX_VALUE);
  }

  /** True if a comparison of integers that fit 32 bits or have 64 holds for no values at all. */
  static boolean isImpossible(Condition condition, ScalarRange a, ScalarRange b) {
    return a.when(condition, b).isEmpty() || b.when(condition.swapped(), a).isEmpty();
  }

  /** The condition that holds exactly when another one of integers does not. */
  static Condition opposite(Condition condition) {
    return switch (condition) {
      case EQ -> Condition.NE;
      case NE -> Condition.EQ;
      case SLT -> Condition.SGE;
      case SLE -> Condition.SGT;
      case SGT -> Condition.SLE;
      case SGE -> Condition.SLT;
      case ULT -> Condition.UGE;
      case ULE -> Condition.UGT;
      case UGT -> Condition.ULE;
      case UGE -> Condition.ULT;
      case OEQ, ONE, OLT, OLE, OGT, OGE -> condition;
    };
  }

  static boolean isOfIntegers(Condition condition) {
    return switch (condition) {
      case EQ, NE, SLT, SLE, SGT, SGE, ULT, ULE, UGT, UGE -> true;
      case OEQ, ONE, OLT, OLE, OGT, OGE -> false;
    };
  }

  @Override
  public String toString() {
    return equals(ALL) ? "" : "[" + least + "," + greatest + "]";
  }
}
