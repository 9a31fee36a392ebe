package org.ptoc.emulator.unit;

import org.ptoc.ir.isa.Half;
import org.ptoc.ir.isa.LanePosition;

/**
 * Movement of lanes inside and between registers, and index generation (spec/11, 3, 6 and 8;
 * spec/10, 9). Bits are copied, never converted. {@code width} is the element width in bytes.
 */
public final class Rearrangements {
  private static final int HALF = Vectors.BYTES / 2;

  private Rearrangements() {}

  /** pto.vintlv: lanes of {@code a} and {@code b} in turn, in two registers. */
  public static void interleave(
      byte[] registers, int low, int high, int a, int b, int width, UnitScratch scratch) {
    interleaveBytes(registers, a, b, width, scratch.vectors, 0);
    Vectors.store(scratch, 0, registers, low);
    Vectors.store(scratch, Vectors.BYTES, registers, high);
  }

  /** Writes 512 bytes: elements of the two registers in turn. */
  static void interleaveBytes(byte[] registers, int a, int b, int width, byte[] out, int at) {
    switch (width) {
      case 1 -> {
        for (int i = 0; i < 256; i++) {
          out[at + 2 * i] = registers[a + i];
          out[at + 2 * i + 1] = registers[b + i];
        }
      }
      case 2 -> {
        for (int i = 0; i < 128; i++) {
          int pair =
              LittleEndian.get16(registers, a + 2 * i)
                  | LittleEndian.get16(registers, b + 2 * i) << 16;
          LittleEndian.put32(out, at + 4 * i, pair);
        }
      }
      default -> {
        for (int i = 0; i < 64; i++) {
          LittleEndian.put32(out, at + 8 * i, LittleEndian.get32(registers, a + 4 * i));
          LittleEndian.put32(out, at + 8 * i + 4, LittleEndian.get32(registers, b + 4 * i));
        }
      }
    }
  }

  /** pto.vdintlv: even and odd lanes of {@code a} followed by {@code b}. */
  public static void deinterleave(
      byte[] registers, int low, int high, int a, int b, int width, UnitScratch scratch) {
    deinterleaveBytes(registers, a, width, scratch.vectors, 0, Vectors.BYTES);
    deinterleaveBytes(registers, b, width, scratch.vectors, HALF, Vectors.BYTES + HALF);
    Vectors.store(scratch, 0, registers, low);
    Vectors.store(scratch, Vectors.BYTES, registers, high);
  }

  /** Splits 256 bytes from {@code from} into 128 bytes of even and 128 bytes of odd elements. */
  static void deinterleaveBytes(byte[] in, int from, int width, byte[] out, int even, int odd) {
    switch (width) {
      case 1 -> {
        for (int i = 0; i < 128; i++) {
          out[even + i] = in[from + 2 * i];
          out[odd + i] = in[from + 2 * i + 1];
        }
      }
      case 2 -> {
        for (int i = 0; i < 64; i++) {
          int pair = LittleEndian.get32(in, from + 4 * i);
          LittleEndian.put16(out, even + 2 * i, pair);
          LittleEndian.put16(out, odd + 2 * i, pair >>> 16);
        }
      }
      default -> {
        for (int i = 0; i < 32; i++) {
          LittleEndian.put32(out, even + 4 * i, LittleEndian.get32(in, from + 8 * i));
          LittleEndian.put32(out, odd + 4 * i, LittleEndian.get32(in, from + 8 * i + 4));
        }
      }
    }
  }

  /**
   * pto.vpack: the low half of each element, side by side in one half of the register; the other
   * half is 0.
   *
   * @param width bytes of a source element, 2 or 4
   */
  public static void pack(
      byte[] registers, int destination, int source, int width, Half half, UnitScratch scratch) {
    byte[] result = Vectors.clearedResult(scratch);
    int at = half == Half.LOWER ? 0 : HALF;
    for (int offset = 0; offset < Vectors.BYTES; offset += width, at += width / 2) {
      System.arraycopy(registers, source + offset, result, at, width / 2);
    }
    Vectors.store(scratch, 0, registers, destination);
  }

  /**
   * pto.vsunpack and pto.vzunpack: the elements of one half, extended to twice their width.
   *
   * @param width bytes of a source element, 1 or 2
   * @param signed whether the extension copies the sign bit
   */
  public static void unpack(
      byte[] registers,
      int destination,
      int source,
      int width,
      Half half,
      boolean signed,
      UnitScratch scratch) {
    int unused = 64 - 8 * width;
    int from = source + (half == Half.LOWER ? 0 : HALF);
    for (int offset = 0; offset < HALF; offset += width) {
      long bits = LittleEndian.get(registers, from + offset, width);
      long value = signed ? bits << unused >> unused : bits;
      LittleEndian.put(scratch.vectors, 2 * offset, 2 * width, value);
    }
    Vectors.store(scratch, 0, registers, destination);
  }

  /**
   * pto.vsqz: the active lanes moved together from lane 0, the rest 0.
   *
   * @return the bytes kept, the new value of SQZN
   */
  public static int squeeze(
      byte[] registers,
      int destination,
      int source,
      int width,
      long[] predicates,
      int mask,
      UnitScratch scratch) {
    byte[] result = Vectors.clearedResult(scratch);
    int kept = 0;
    for (int offset = 0; offset < Vectors.BYTES; offset += width) {
      if (Predicates.test(predicates, mask, offset)) {
        LittleEndian.put(result, kept, width, LittleEndian.get(registers, source + offset, width));
        kept += width;
      }
    }
    Vectors.store(scratch, 0, registers, destination);
    return kept;
  }

  /** pto.vusqz: each lane receives the number of active lanes below it. */
  public static void countBelow(
      byte[] registers, int destination, int width, long[] predicates, int mask) {
    int count = 0;
    for (int offset = 0; offset < Vectors.BYTES; offset += width) {
      LittleEndian.put(registers, destination + offset, width, count);
      count += Predicates.test(predicates, mask, offset) ? 1 : 0;
    }
  }

  /**
   * pto.vselr: lane {@code i} becomes the source lane whose number, modulo the lane count, is in
   * index lane {@code i}.
   */
  public static void lookUp(
      byte[] registers, int destination, int source, int indices, int width, UnitScratch scratch) {
    int lanes = Vectors.BYTES / width;
    for (int offset = 0; offset < Vectors.BYTES; offset += width) {
      int lane = (int) LittleEndian.get(registers, indices + offset, width) & lanes - 1;
      long bits = LittleEndian.get(registers, source + lane * width, width);
      LittleEndian.put(scratch.vectors, offset, width, bits);
    }
    Vectors.store(scratch, 0, registers, destination);
  }

  /**
   * pto.vdup of a vector: one lane in every active lane; an inactive lane is 0, or kept when
   * merging.
   */
  public static void duplicateLane(
      byte[] registers,
      int destination,
      int source,
      int width,
      LanePosition position,
      long[] predicates,
      int mask,
      boolean merging) {
    int from = source + (position == LanePosition.LOWEST ? 0 : Vectors.BYTES - width);
    long bits = LittleEndian.get(registers, from, width);
    for (int offset = 0; offset < Vectors.BYTES; offset += width) {
      if (Predicates.test(predicates, mask, offset)) {
        LittleEndian.put(registers, destination + offset, width, bits);
      } else if (!merging) {
        LittleEndian.put(registers, destination + offset, width, 0);
      }
    }
  }
}
