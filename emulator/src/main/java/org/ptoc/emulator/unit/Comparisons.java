package org.ptoc.emulator.unit;

import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.DataType;

/** Lane comparisons that give a predicate (spec/11, section 3). */
public final class Comparisons {
  private static final int LESS = 1;
  private static final int EQUAL = 2;
  private static final int GREATER = 4;
  private static final int UNORDERED = 8;

  private Comparisons() {}

  /**
   * pto.vcmp: bit {@code w * i} of the result tells whether active lane {@code i} of {@code a} compares with that of
   * {@code b}; all other bits are 0. With a NaN only NE holds; -0 equals +0.
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

  /** pto.vcmps: as {@link #compare}, with the low bits of {@code scalar} in the place of every lane of {@code b}. */
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
    int width = type.bytes();
    int accepted = accepted(comparison);
    int atB = b;
    for (int word = 0; word < Predicates.WORDS; word++) {
      long image = 0;
      for (int bit = 0; bit < 64; bit += width, atB += stepOfB) {
        int order = type.isFloat()
            ? order(Vectors.floatAt(type, registers, a + 64 * word + bit), Vectors.floatAt(type, right, atB))
            : order(type, Vectors.integerAt(type, registers, a + 64 * word + bit), Vectors.integerAt(type, right, atB));
        image |= (order & accepted) != 0 ? 1L << bit : 0;
      }
      predicates[result + word] = image & predicates[mask + word];
    }
  }

  private static int accepted(Comparison comparison) {
    return switch (comparison) {
      case EQ -> EQUAL;
      case NE -> LESS | GREATER | UNORDERED;
      case LT -> LESS;
      case GT -> GREATER;
      case LE -> LESS | EQUAL;
      case GE -> GREATER | EQUAL;
    };
  }

  private static int order(float a, float b) {
    return a < b ? LESS : a > b ? GREATER : a == b ? EQUAL : UNORDERED;
  }

  private static int order(DataType type, long a, long b) {
    int order = type == DataType.U64 ? Long.compareUnsigned(a, b) : Long.compare(a, b);
    return order < 0 ? LESS : order > 0 ? GREATER : EQUAL;
  }
}
