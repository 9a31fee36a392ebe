package org.ptoc.emulator.jit.carrier;

import org.ptoc.emulator.numeric.Rounding;

/** Rounds f32 vectors to integral values, and integers to f32, in every mode (spec/11, 5.2). */
final class VectorRounding {
  /** From here on all numbers are integral. */
  private static final float INTEGRAL = 0x1p23f;

  private static final int ONE = 0x3F80_0000;

  private final VectorArithmetic vector;
  private final VectorLaneCode code;

  VectorRounding(VectorArithmetic vector) {
    this.vector = vector;
    this.code = vector.code;
  }

  /**
   * Pushes the integral bits for numbers in a local variable; the sign stays, and a NaN stays some
   * NaN.
   */
  void pushIntegralBits(int number, Rounding rounding) {
    int bits = vector.bitsOf(number);
    vector.signOf(bits);
    int sign = vector.store();
    vector.magnitudeOf(bits);
    int magnitude = vector.store();
    int large = vector.whereBits(magnitude, "GE", Float.floatToRawIntBits(INTEGRAL));
    if (rounding == Rounding.NEAREST_EVEN) {
      nearest(number, sign);
    } else {
      vector.push(number);
      vector.toIntegers();
      vector.toNumbers();
      code.bits();
    }
    vector.blend(bits, large);
    vector.bitsWith("OR", sign);
    if (rounding != Rounding.NEAREST_EVEN && rounding != Rounding.TO_ZERO) {
      int truncated = vector.store();
      step(number, truncated, sign, rounding);
    }
  }

  /** The sum with 2^23 has no place for a fraction. */
  private void nearest(int number, int sign) {
    vector.push(sign);
    vector.bits("OR", Float.floatToRawIntBits(INTEGRAL));
    code.number();
    int large = vector.store();
    vector.push(number);
    vector.numbersWith("ADD", large);
    vector.numbersWith("SUB", large);
    code.bits();
  }

  /**
   * Pushes the truncated number, or the next integral one away from zero where the mode asks for
   * that.
   */
  private void step(int number, int truncatedBits, int sign, Rounding rounding) {
    vector.push(truncatedBits);
    code.number();
    int truncated = vector.store();
    int where =
        switch (rounding) {
          case DOWN -> vector.whereNumbers(number, "LT", truncated);
          case UP -> vector.whereNumbers(number, "GT", truncated);
          case NEAREST_AWAY -> atLeastHalf(number, truncated);
          default -> inexactAndEven(number, truncated);
        };
    vector.push(sign);
    vector.bits("OR", ONE);
    code.number();
    int one = vector.store();
    vector.push(truncated);
    vector.numbersWith("ADD", one);
    code.bits();
    int next = vector.store();
    vector.push(truncatedBits);
    vector.blend(next, where);
  }

  private int atLeastHalf(int number, int truncated) {
    vector.push(number);
    vector.numbersWith("SUB", truncated);
    code.bits();
    int fraction = vector.store();
    vector.magnitudeOf(fraction);
    code.number();
    int size = vector.store();
    return vector.whereNumbers(size, "GE", vector.constantNumber(0.5f));
  }

  private int inexactAndEven(int number, int truncated) {
    vector.push(number);
    vector.toIntegers();
    vector.bits("AND", 1);
    int low = vector.store();
    vector.push(vector.whereBits(low, "EQ", 0));
    vector.push(vector.whereNumbers(number, "NE", truncated));
    code.combineTruths(org.ptoc.ir.isa.LaneFunction.AND);
    return vector.store();
  }

  /** Pushes the bits of the numbers that integers in a local variable become. */
  void pushBitsOfIntegers(int integers, Rounding rounding) {
    vector.push(integers);
    vector.toNumbers();
    int nearest = vector.store();
    int bits = vector.bitsOf(nearest);
    if (rounding == Rounding.NEAREST_EVEN) {
      vector.push(bits);
      return;
    }
    int error = error(integers, nearest);
    vector.push(bits);
    vector.bits("ASHR", Integer.SIZE - 1);
    vector.bits("OR", 1);
    int direction = vector.store(); // What is added to the bits to get the next number above.
    int zero = vector.constantNumber(0);
    switch (rounding) {
      case DOWN -> stepWhere(bits, "SUB", direction, vector.whereNumbers(error, "LT", zero));
      case UP -> stepWhere(bits, "ADD", direction, vector.whereNumbers(error, "GT", zero));
      default -> stepMagnitude(nearest, bits, error, rounding);
    }
  }

  /**
   * Integers less the nearest numbers, exact: the upper 24 bits and the lower 8 are numbers, and so
   * is the rest.
   */
  private int error(int integers, int nearest) {
    vector.push(integers);
    vector.bits("AND", ~0xFF);
    vector.toNumbers();
    int high = vector.store();
    vector.push(nearest);
    vector.numbersWith("SUB", high);
    int below = vector.store();
    vector.push(integers);
    vector.bits("AND", 0xFF);
    vector.toNumbers();
    vector.numbersWith("SUB", below);
    return vector.store();
  }

  private void stepMagnitude(int nearest, int bits, int error, Rounding rounding) {
    vector.signOf(bits);
    int sign = vector.store();
    vector.push(vector.bitsOf(error));
    vector.bitsWith("XOR", sign);
    code.number();
    int outward = vector.store(); // Positive where the magnitude of the integer is larger.
    int zero = vector.constantNumber(0);
    int above = vector.whereNumbers(outward, "GT", zero);
    int below = vector.whereNumbers(outward, "LT", zero);
    code.pushConstant(1);
    int one = vector.store();
    switch (rounding) {
      case TO_ZERO -> stepWhere(bits, "SUB", one, below);
      case NEAREST_AWAY -> stepWhere(bits, "ADD", one, both(above, tie(nearest, error)));
      default -> {
        vector.push(bits);
        vector.bits("AND", 1);
        int even = vector.whereBits(vector.store(), "EQ", 0);
        stepWhere(bits, "ADD", one, both(above, even));
        int raised = vector.store();
        vector.push(bits);
        vector.bits("SUB", 1);
        int lowered = vector.store();
        vector.push(raised);
        vector.blend(lowered, both(below, even));
      }
    }
  }

  /**
   * Where twice the error leads to a number, which of errors in the direction of larger magnitudes
   * only ties do.
   */
  private int tie(int nearest, int error) {
    vector.push(error);
    vector.numbersWith("ADD", error);
    int twice = vector.store();
    vector.push(nearest);
    vector.numbersWith("ADD", twice);
    vector.numbersWith("SUB", nearest);
    int reached = vector.store();
    return vector.whereNumbers(reached, "EQ", twice);
  }

  private int both(int mask, int other) {
    vector.push(mask);
    vector.push(other);
    code.combineTruths(org.ptoc.ir.isa.LaneFunction.AND);
    return vector.store();
  }

  private void stepWhere(int bits, String operator, int step, int where) {
    vector.push(bits);
    vector.bitsWith(operator, step);
    int stepped = vector.store();
    vector.push(bits);
    vector.blend(stepped, where);
  }
}
