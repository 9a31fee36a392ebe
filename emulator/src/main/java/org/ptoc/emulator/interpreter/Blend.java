package org.ptoc.emulator.interpreter;

import java.util.Arrays;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.emulator.unit.Predicates;

/** Puts masked results together. */
final class Blend {
  private Blend() {}

  /** Lane by lane {@code a} where the mask is set, else {@code b}; the result may be an operand. */
  static void select(byte[] r, int d, int a, int b, int width, long[] predicates, int mask) {
    switch (width) {
      case 4 -> {
        for (int i = 0; i < Core.VECTOR_BYTES; i += 4) {
          int from = Predicates.test(predicates, mask, i) ? a : b;
          LittleEndian.put32(r, d + i, LittleEndian.get32(r, from + i));
        }
      }
      case 2 -> {
        for (int i = 0; i < Core.VECTOR_BYTES; i += 2) {
          int from = Predicates.test(predicates, mask, i) ? a : b;
          LittleEndian.put16(r, d + i, LittleEndian.get16(r, from + i));
        }
      }
      default -> {
        for (int i = 0; i < Core.VECTOR_BYTES; i += width) {
          int from = Predicates.test(predicates, mask, i) ? a : b;
          LittleEndian.put(r, d + i, width, LittleEndian.get(r, from + i, width));
        }
      }
    }
  }

  /** Clears the lanes of {@code d} that the mask leaves out. */
  static void clearInactive(byte[] r, int d, int width, long[] predicates, int mask) {
    for (int i = 0; i < Core.VECTOR_BYTES; i += width) {
      if (!Predicates.test(predicates, mask, i)) {
        LittleEndian.put(r, d + i, width, 0);
      }
    }
  }

  /** Clears the bytes of a register from {@code from} on. */
  static void clearTail(byte[] r, int d, int from) {
    Arrays.fill(r, d + from, d + Core.VECTOR_BYTES, (byte) 0);
  }

  /** The number of active lanes when they are a prefix of all lanes, else -1. */
  static int prefix(long[] predicates, int mask, int width) {
    long lanes = Predicates.laneBits(width);
    int active = 0;
    for (int word = 0; word < Predicates.WORDS; word++) {
      active += Long.bitCount(predicates[mask + word] & lanes);
    }
    return Predicates.endOfActive(predicates, mask, width) == active ? active : -1;
  }
}
