package org.ptoc.emulator.unit;

import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.DataType;

/** Lane comparisons that give a predicate (spec/11, section 3). */
public final class Comparisons {
  private static final int LESS = 0;
  private static final int EQUAL = 1;
  private static final int GREATER = 2;
  private static final int UNORDERED = 3;

  private Comparisons() {}

  /**
   * pto.vcmp: bit {@code w * i} of the result tells whether active lane {@code i} of {@code a}
   * compares with that of {@code b}; all other bits are 0. With a NaN only NE holds; -0 equals +0.
   *
   * @param result index of the predicate that receives the image; may be {@code mask}
   */
  public static void compare(
      byte[] registers,
      int a,
      int b,
      DataType type,
      Comparison comparison,
      long[] predicates,
      int result,
      int mask) {
    compare(registers, a, registers, b, type.bytes(), type, comparison, predicates, result, mask);
  }

  /**
   * pto.vcmps: as {@link #compare}, with the low bits of {@code scalar} in the place of every lane
   * of {@code b}.
   */
  public static void compareScalar(
      byte[] registers,
      int a,
      long scalar,
      DataType type,
      Comparison comparison,
      long[] predicates,
      int result,
      int mask,
      UnitScratch scratch) {
    LittleEndian.put(scratch.vectors, 0, type.bytes(), scalar);
    compare(registers, a, scratch.vectors, 0, 0, type, comparison, predicates, result, mask);
  }

  private static void compare(
      byte[] registers,
      int a,
      byte[] right,
      int b,
      int stepOfB,
      DataType type,
      Comparison comparison,
      long[] predicates,
      int result,
      int mask) {
    int accepted = accepted(comparison);
    int bytes = 64 / type.bytes() * stepOfB;
    for (int word = 0; word < Predicates.WORDS; word++) {
      int fromA = a + 64 * word;
      int fromB = b + bytes * word;
      long image =
          type.isFloat()
              ? floatWord(registers, fromA, right, fromB, stepOfB, type, accepted)
              : integerWord(registers, fromA, right, fromB, stepOfB, type, accepted);
      predicates[result + word] = image & predicates[mask + word];
    }
  }

  private static long floatWord(
      byte[] registers, int a, byte[] right, int b, int stepOfB, DataType type, int accepted) {
    int width = type.bytes();
    long image = 0;
    for (int bit = 0, at = b; bit < 64; bit += width, at += stepOfB) {
      int order =
          order(Vectors.floatAt(type, registers, a + bit), Vectors.floatAt(type, right, at));
      image |= (long) (accepted >> order & 1) << bit;
    }
    return image;
  }

  private static long integerWord(
      byte[] registers, int a, byte[] right, int b, int stepOfB, DataType type, int accepted) {
    int width = type.bytes();
    // The flipped sign bit makes the signed order of U64 lanes the unsigned one.
    long flip = type == DataType.U64 ? Long.MIN_VALUE : 0;
    long image = 0;
    for (int bit = 0, at = b; bit < 64; bit += width, at += stepOfB) {
      long x = Vectors.integerAt(type, registers, a + bit) ^ flip;
      long y = Vectors.integerAt(type, right, at) ^ flip;
      int order = (x > y ? GREATER : 0) + (x == y ? EQUAL : 0);
      image |= (long) (accepted >> order & 1) << bit;
    }
    return image;
  }

  /** A set of the four outcomes, one bit each. */
  private static int accepted(Comparison comparison) {
    return switch (comparison) {
      case EQ -> 1 << EQUAL;
      case NE -> 1 << LESS | 1 << GREATER | 1 << UNORDERED;
      case LT -> 1 << LESS;
      case GT -> 1 << GREATER;
      case LE -> 1 << LESS | 1 << EQUAL;
      case GE -> 1 << GREATER | 1 << EQUAL;
    };
  }

  private static int order(float a, float b) {
    // At most one of the conditions holds; none for a NaN.
    return (a < b ? LESS : UNORDERED)
        - (a > b ? UNORDERED - GREATER : 0)
        - (a == b ? UNORDERED - EQUAL : 0);
  }
}
