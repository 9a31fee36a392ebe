package org.ptoc.emulator.jit.carrier;

import org.ptoc.emulator.jit.carrier.VectorValues.Bits;
import org.ptoc.emulator.jit.carrier.VectorValues.Numbers;
import org.ptoc.emulator.jit.carrier.VectorValues.Truths;
import org.ptoc.emulator.numeric.Rounding;

/** Rounds f32 vectors to integral values, and integers to f32, in every mode (spec/11, 5.2). */
record VectorRounding(VectorLaneCode code, Rounding rounding) {
  /** From here on all numbers are integral. */
  private static final int INTEGRAL = Float.floatToRawIntBits(0x1p23f);

  private static final int ONE = Float.floatToRawIntBits(1);

  /** Integral numbers; the sign stays, and a NaN stays some NaN. */
  Numbers integral(Numbers number) {
    Bits bits = number.asBits();
    Bits sign = bits.sign();
    Truths large = bits.magnitude().compare("GE", INTEGRAL);
    Numbers small =
        rounding == Rounding.NEAREST_EVEN ? nearest(number, sign) : number.toIntegers().toNumbers();
    Numbers result = small.asBits().blend(bits, large).with("OR", sign).asNumbers();
    return rounding == Rounding.NEAREST_EVEN || rounding == Rounding.TO_ZERO
        ? result
        : step(number, result, sign);
  }

  /** The sum with 2^23 has no place for a fraction. */
  private static Numbers nearest(Numbers number, Bits sign) {
    Numbers large = sign.with("OR", INTEGRAL).asNumbers();
    return number.with("ADD", large).with("SUB", large);
  }

  /** The truncated number, or the next integral one away from zero where the mode asks for that. */
  private Numbers step(Numbers number, Numbers truncated, Bits sign) {
    Truths where =
        switch (rounding) {
          case DOWN -> number.compare("LT", truncated);
          case UP -> number.compare("GT", truncated);
          case NEAREST_AWAY -> {
            Bits fraction = number.with("SUB", truncated).asBits();
            yield fraction.magnitude().asNumbers().compare("GE", code.numbers(0.5f));
          }
          default -> {
            Truths even = number.toIntegers().with("AND", 1).compare("EQ", 0);
            yield even.and(number.compare("NE", truncated));
          }
        };
    Bits next = truncated.with("ADD", sign.with("OR", ONE).asNumbers()).asBits();
    return truncated.asBits().blend(next, where).asNumbers();
  }

  /** The bits of the numbers that integers become. */
  Bits ofIntegers(Bits integers) {
    Numbers nearest = integers.toNumbers();
    Bits bits = nearest.asBits();
    if (rounding == Rounding.NEAREST_EVEN) {
      return bits;
    }
    Numbers error = error(integers, nearest);
    Numbers zero = code.numbers(0);
    // What is added to the bits to get the next number above.
    Bits direction = bits.with("ASHR", Integer.SIZE - 1).with("OR", 1);
    return switch (rounding) {
      case DOWN -> bits.blend(bits.with("SUB", direction), error.compare("LT", zero));
      case UP -> bits.blend(bits.with("ADD", direction), error.compare("GT", zero));
      default -> stepMagnitude(nearest, bits, error);
    };
  }

  /**
   * Integers less the nearest numbers, exact: the upper 24 bits and the lower 8 are numbers, and so
   * is the rest.
   */
  private static Numbers error(Bits integers, Numbers nearest) {
    Numbers below = nearest.with("SUB", integers.with("AND", ~0xFF).toNumbers());
    return integers.with("AND", 0xFF).toNumbers().with("SUB", below);
  }

  private Bits stepMagnitude(Numbers nearest, Bits bits, Numbers error) {
    // Positive where the magnitude of the integer is larger.
    Numbers outward = error.asBits().with("XOR", bits.sign()).asNumbers();
    Numbers zero = code.numbers(0);
    Truths above = outward.compare("GT", zero);
    Truths below = outward.compare("LT", zero);
    return switch (rounding) {
      case TO_ZERO -> bits.blend(bits.with("SUB", 1), below);
      case NEAREST_AWAY -> bits.blend(bits.with("ADD", 1), above.and(tie(nearest, error)));
      default -> {
        Truths even = bits.with("AND", 1).compare("EQ", 0);
        Bits raised = bits.blend(bits.with("ADD", 1), above.and(even));
        yield raised.blend(bits.with("SUB", 1), below.and(even));
      }
    };
  }

  /**
   * Where twice the error leads to a number, which of errors in the direction of larger magnitudes
   * only ties do.
   */
  private static Truths tie(Numbers nearest, Numbers error) {
    Numbers twice = error.with("ADD", error);
    return nearest.with("ADD", twice).with("SUB", nearest).compare("EQ", twice);
  }
}
