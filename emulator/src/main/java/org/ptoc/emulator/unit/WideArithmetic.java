package org.ptoc.emulator.unit;

import org.ptoc.ir.isa.BorrowPolarity;
import org.ptoc.ir.isa.DataType;

/**
 * 32-bit integer operations with a second result: carries and high products (spec/10, 5 and 8;
 * spec/11, 2).
 */
public final class WideArithmetic {
  private static final long LOW_32 = 0xFFFF_FFFFL;
  private static final int LANES_PER_WORD = 16;

  private WideArithmetic() {}

  /** pto.vmull: low and high halves of the product; signed for S32, unsigned for U32. */
  public static void multiplyLong(
      byte[] registers,
      int low,
      int high,
      int a,
      int b,
      DataType type,
      long[] predicates,
      int mask,
      UnitScratch scratch) {
    byte[] result = scratch.vectors;
    for (int offset = 0; offset < Vectors.BYTES; offset += 4) {
      long product =
          Predicates.test(predicates, mask, offset)
              ? Vectors.integerAt(type, registers, a + offset)
                  * Vectors.integerAt(type, registers, b + offset)
              : 0;
      LittleEndian.put32(result, offset, (int) product);
      LittleEndian.put32(result, Vectors.BYTES + offset, (int) (product >>> 32));
    }
    Vectors.store(scratch, 0, registers, low);
    Vectors.store(scratch, Vectors.BYTES, registers, high);
  }

  /** pto.vaddc: sum and carry of each lane. */
  public static void addCarry(
      byte[] registers, int destination, int a, int b, long[] predicates, int carry, int mask) {
    for (int word = 0; word < Predicates.WORDS; word++) {
      predicates[carry + word] =
          addWord(registers, destination, a, b, word, 0, predicates[mask + word]);
    }
  }

  /** pto.vaddcs: sum and carry of each lane with a carry added. */
  public static void addWithCarry(
      byte[] registers,
      int destination,
      int a,
      int b,
      long[] predicates,
      int carry,
      int carryIn,
      int mask) {
    for (int word = 0; word < Predicates.WORDS; word++) {
      predicates[carry + word] =
          addWord(
              registers,
              destination,
              a,
              b,
              word,
              predicates[carryIn + word],
              predicates[mask + word]);
    }
  }

  /** One predicate word, 16 lanes; returns the carries. */
  private static long addWord(
      byte[] registers, int destination, int a, int b, int word, long carryIn, long active) {
    long carries = 0;
    for (int i = 0; i < LANES_PER_WORD; i++) {
      int offset = 64 * word + 4 * i;
      long sum =
          (LittleEndian.get32(registers, a + offset) & LOW_32)
              + (LittleEndian.get32(registers, b + offset) & LOW_32)
              + (carryIn >>> 4 * i & 1);
      boolean on = (active >>> 4 * i & 1) != 0;
      LittleEndian.put32(registers, destination + offset, on ? (int) sum : 0);
      carries |= on ? (sum >>> 32) << 4 * i : 0;
    }
    return carries;
  }

  /**
   * pto.vsubc: difference and borrow of each lane; the polarity says which bit value means a
   * borrow.
   */
  public static void subtractBorrow(
      byte[] registers,
      int destination,
      int a,
      int b,
      BorrowPolarity polarity,
      long[] predicates,
      int borrow,
      int mask) {
    long flip = polarity == BorrowPolarity.NO_BORROW ? Predicates.laneBits(4) : 0;
    for (int word = 0; word < Predicates.WORDS; word++) {
      long active = predicates[mask + word];
      long borrows = subtractWord(registers, destination, a, b, word, 0, active);
      predicates[borrow + word] = borrows ^ flip & active;
    }
  }

  /**
   * pto.vsubcs: difference and borrow of each lane with a borrow subtracted; the polarity governs
   * both predicates.
   */
  public static void subtractWithBorrow(
      byte[] registers,
      int destination,
      int a,
      int b,
      BorrowPolarity polarity,
      long[] predicates,
      int borrow,
      int borrowIn,
      int mask) {
    long flip = polarity == BorrowPolarity.NO_BORROW ? Predicates.laneBits(4) : 0;
    for (int word = 0; word < Predicates.WORDS; word++) {
      long active = predicates[mask + word];
      long borrows =
          subtractWord(
              registers, destination, a, b, word, predicates[borrowIn + word] ^ flip, active);
      predicates[borrow + word] = borrows ^ flip & active;
    }
  }

  private static long subtractWord(
      byte[] registers, int destination, int a, int b, int word, long borrowIn, long active) {
    long borrows = 0;
    for (int i = 0; i < LANES_PER_WORD; i++) {
      int offset = 64 * word + 4 * i;
      long difference =
          (LittleEndian.get32(registers, a + offset) & LOW_32)
              - (LittleEndian.get32(registers, b + offset) & LOW_32)
              - (borrowIn >>> 4 * i & 1);
      boolean on = (active >>> 4 * i & 1) != 0;
      LittleEndian.put32(registers, destination + offset, on ? (int) difference : 0);
      borrows |= on ? (difference >>> 63) << 4 * i : 0;
    }
    return borrows;
  }
}
