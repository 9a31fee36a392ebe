package org.ptoc.emulator.lane;

import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.ir.isa.LaneFunction;

/**
 * Functions of bit patterns, the same for all element types. Eight bytes at a time; a whole
 * register is always safe.
 */
final class BitLanes {
  private BitLanes() {}

  static boolean has(LaneFunction function) {
    return switch (function) {
      case AND, OR, XOR, NOT, SELECT -> true;
      default -> false;
    };
  }

  /** The loop of {@code function}; its count is in bytes and rounded up to eight. */
  static LaneLoop loop(LaneFunction function) {
    return switch (function) {
      case AND -> BitLanes::and;
      case OR -> BitLanes::or;
      case XOR -> BitLanes::xor;
      case NOT -> BitLanes::not;
      case SELECT -> BitLanes::select;
      default -> throw new IllegalArgumentException(function + " is no function of bits");
    };
  }

  private static void and(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < count; i += 8) {
      LittleEndian.put64(r, d + i, LittleEndian.get64(r, a + i) & LittleEndian.get64(r, b + i));
    }
  }

  private static void or(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < count; i += 8) {
      LittleEndian.put64(r, d + i, LittleEndian.get64(r, a + i) | LittleEndian.get64(r, b + i));
    }
  }

  private static void xor(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < count; i += 8) {
      LittleEndian.put64(r, d + i, LittleEndian.get64(r, a + i) ^ LittleEndian.get64(r, b + i));
    }
  }

  private static void not(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < count; i += 8) {
      LittleEndian.put64(r, d + i, ~LittleEndian.get64(r, a + i));
    }
  }

  /**
   * The selector lanes are all ones or all zeros, as the comparisons of this package write them.
   */
  private static void select(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < count; i += 8) {
      long selector = LittleEndian.get64(r, a + i);
      long value =
          LittleEndian.get64(r, b + i) & selector | LittleEndian.get64(r, c + i) & ~selector;
      LittleEndian.put64(r, d + i, value);
    }
  }
}
