package org.ptoc.emulator.interpreter.step;

import java.util.Arrays;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.emulator.unit.Predicates;
import org.ptoc.emulator.unit.Vectors;

/** Puts masked results together. */
public final class Blend {
  private Blend() {}

  /** Lane by lane {@code a} where the mask is set, else {@code b}; the result may be an operand. */
  public static void select(byte[] r, int d, int a, int b, int width, long[] predicates, int mask) {
    for (int word = 0; word < Predicates.WORDS; word++) {
      long bits = byteBits(predicates[mask + word], width);
      for (int i = word * Long.SIZE; i < (word + 1) * Long.SIZE; i += Long.BYTES) {
        long chosen = Vectors.spread(bits & 0xFF);
        long value = LittleEndian.get64(r, a + i) & chosen | LittleEndian.get64(r, b + i) & ~chosen;
        LittleEndian.put64(r, d + i, value);
        bits >>>= Byte.SIZE;
      }
    }
  }

  /** Clears the lanes of {@code d} that the mask leaves out. */
  static void clearInactive(byte[] r, int d, int width, long[] predicates, int mask) {
    for (int word = 0; word < Predicates.WORDS; word++) {
      long bits = byteBits(predicates[mask + word], width);
      for (int i = word * Long.SIZE; i < (word + 1) * Long.SIZE; i += Long.BYTES) {
        LittleEndian.put64(r, d + i, LittleEndian.get64(r, d + i) & Vectors.spread(bits & 0xFF));
        bits >>>= Byte.SIZE;
      }
    }
  }

  /** Clears what is not {@code bytes} bytes from {@code place} on of each lane. */
  static void clearOthers(byte[] r, int d, int width, int place, int bytes) {
    for (int i = d; i < d + Core.VECTOR_BYTES; i += width) {
      long kept = LittleEndian.get(r, i + place, bytes);
      LittleEndian.put(r, i, width, kept << place * Byte.SIZE);
    }
  }

  /** Lanes of {@code d} that are all ones where a predicate is set, else all zeros. */
  static void expand(byte[] r, int d, int width, long[] predicates, int predicate) {
    for (int word = 0; word < Predicates.WORDS; word++) {
      long bits = byteBits(predicates[predicate + word], width);
      for (int i = word * Long.SIZE; i < (word + 1) * Long.SIZE; i += Long.BYTES) {
        LittleEndian.put64(r, d + i, Vectors.spread(bits & 0xFF));
        bits >>>= Byte.SIZE;
      }
    }
  }

  /** One bit for each byte of an active lane, from the bit of its first byte. */
  private static long byteBits(long image, int width) {
    return (image & Predicates.laneBits(width)) * ((1L << width) - 1);
  }

  /** Clears the bytes of a register from {@code from} on. */
  static void clearTail(byte[] r, int d, int from) {
    Arrays.fill(r, d + from, d + Core.VECTOR_BYTES, (byte) 0);
  }
}
