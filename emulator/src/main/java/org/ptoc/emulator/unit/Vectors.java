package org.ptoc.emulator.unit;

import java.util.Arrays;
import org.ptoc.emulator.numeric.BFloat16;
import org.ptoc.emulator.numeric.Float16;
import org.ptoc.emulator.numeric.Float8;
import org.ptoc.ir.isa.DataType;

/** The shape of a vector register and the reading of its lanes as numbers. */
public final class Vectors {
  /** Bytes of a vector register (spec/00, 1.2). */
  public static final int BYTES = 256;
  /** Bytes of a block, the unit of UB strides and of group reductions. */
  public static final int BLOCK_BYTES = 32;
  /** Blocks of a vector register. */
  public static final int BLOCKS = BYTES / BLOCK_BYTES;

  private Vectors() {}

  /** Number of lanes of elements of a type. */
  public static int lanes(DataType type) {
    return BYTES / type.bytes();
  }

  /** One float lane; exact. */
  static float floatAt(DataType type, byte[] registers, int offset) {
    return switch (type) {
      case FP32 -> Float.intBitsToFloat(LittleEndian.get32(registers, offset));
      case FP16 -> Float16.decode(LittleEndian.get16(registers, offset));
      case BF16 -> BFloat16.decode(LittleEndian.get16(registers, offset));
      case E4M3 -> Float8.decodeE4M3(registers[offset]);
      case E5M2 -> Float8.decodeE5M2(registers[offset]);
      default -> throw new IllegalArgumentException(type.spelling());
    };
  }

  /** The value of a 16-bit float pattern. */
  static float decode16(DataType type, int bits) {
    return type == DataType.FP16 ? Float16.decode(bits) : BFloat16.decode(bits);
  }

  /** One integer lane, extended by the signedness of the type. */
  static long integerAt(DataType type, byte[] registers, int offset) {
    return switch (type) {
      case S8 -> registers[offset];
      case S16 -> (short) LittleEndian.get16(registers, offset);
      case S32 -> LittleEndian.get32(registers, offset);
      case U8, U16, U32, S64, U64 -> LittleEndian.get(registers, offset, type.bytes());
      default -> throw new IllegalArgumentException(type.spelling());
    };
  }

  /**
   * Reads every {@code step}-th lane from lane {@code first} as a float; an inactive lane reads as +0.
   *
   * @param out receives {@code count} values
   */
  static void readFloats(
      DataType type,
      byte[] registers,
      int source,
      int first,
      int step,
      int count,
      long[] predicates,
      int mask,
      double[] out) {
    int width = type.bytes();
    int bit = first * width;
    int stride = step * width;
    boolean all = Predicates.allActive(predicates, mask, width);
    switch (type) {
      case FP32 -> {
        for (int i = 0; i < count; i++, bit += stride) {
          boolean active = all || Predicates.test(predicates, mask, bit);
          out[i] = active ? Float.intBitsToFloat(LittleEndian.get32(registers, source + bit)) : 0;
        }
      }
      case FP16 -> {
        for (int i = 0; i < count; i++, bit += stride) {
          boolean active = all || Predicates.test(predicates, mask, bit);
          out[i] = active ? Float16.decode(LittleEndian.get16(registers, source + bit)) : 0;
        }
      }
      default -> {
        for (int i = 0; i < count; i++, bit += stride) {
          boolean active = all || Predicates.test(predicates, mask, bit);
          out[i] = active ? floatAt(type, registers, source + bit) : 0;
        }
      }
    }
  }

  /** As {@link #readFloats} for integer lanes. */
  static void readIntegers(
      DataType type,
      byte[] registers,
      int source,
      int first,
      int step,
      int count,
      long[] predicates,
      int mask,
      long[] out) {
    int width = type.bytes();
    int bit = first * width;
    int stride = step * width;
    boolean all = Predicates.allActive(predicates, mask, width);
    if (type == DataType.S32) {
      for (int i = 0; i < count; i++, bit += stride) {
        boolean active = all || Predicates.test(predicates, mask, bit);
        out[i] = active ? LittleEndian.get32(registers, source + bit) : 0;
      }
      return;
    }
    for (int i = 0; i < count; i++, bit += stride) {
      boolean active = all || Predicates.test(predicates, mask, bit);
      out[i] = active ? integerAt(type, registers, source + bit) : 0;
    }
  }

  /** The first half of the scratch vectors, cleared. */
  static byte[] clearedResult(UnitScratch scratch) {
    Arrays.fill(scratch.vectors, 0, BYTES, (byte) 0);
    return scratch.vectors;
  }

  /** Copies one scratch vector to a register. */
  static void store(UnitScratch scratch, int from, byte[] registers, int destination) {
    System.arraycopy(scratch.vectors, from, registers, destination, BYTES);
  }

  /** Clears a register. */
  static void clear(byte[] registers, int destination) {
    Arrays.fill(registers, destination, destination + BYTES, (byte) 0);
  }
}
