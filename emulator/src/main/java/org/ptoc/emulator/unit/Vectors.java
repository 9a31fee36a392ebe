package org.ptoc.emulator.unit;

import java.util.Arrays;
import org.ptoc.emulator.numeric.BFloat16;
import org.ptoc.emulator.numeric.Float16;
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

  /**
   * One float lane; exact. Comparisons rather than a switch, so that loops over lanes are
   * specialised per type.
   */
  static float floatAt(DataType type, byte[] registers, int offset) {
    if (type == DataType.FP32) {
      return Float.intBitsToFloat(LittleEndian.get32(registers, offset));
    }
    if (type == DataType.FP16) {
      return Float16.decode(LittleEndian.get16(registers, offset));
    }
    if (type == DataType.BF16) {
      return BFloat16.decode(LittleEndian.get16(registers, offset));
    }
    return ByteFloats.of(type).decode(registers[offset]);
  }

  /** One integer lane, extended by the signedness of the type. */
  static long integerAt(DataType type, byte[] registers, int offset) {
    if (type == DataType.S32) {
      return LittleEndian.get32(registers, offset);
    }
    if (type == DataType.U32) {
      return LittleEndian.get32(registers, offset) & 0xFFFF_FFFFL;
    }
    if (type == DataType.S16) {
      return (short) LittleEndian.get16(registers, offset);
    }
    if (type == DataType.U16) {
      return LittleEndian.get16(registers, offset);
    }
    if (type == DataType.S8) {
      return registers[offset];
    }
    if (type == DataType.U8) {
      return LittleEndian.get8(registers, offset);
    }
    if (type == DataType.S64 || type == DataType.U64) {
      return LittleEndian.get64(registers, offset);
    }
    throw new IllegalArgumentException(type.spelling());
  }

  /**
   * Reads {@code count} lanes, {@code step} bytes apart, as floats.
   *
   * @param out receives the values
   */
  static void readFloats(
      DataType type, byte[] registers, int source, int step, int count, double[] out) {
    for (int i = 0, at = source; i < count; i++, at += step) {
      out[i] = floatAt(type, registers, at);
    }
  }

  /** As {@link #readFloats} for integer lanes. */
  static void readIntegers(
      DataType type, byte[] registers, int source, int step, int count, long[] out) {
    for (int i = 0, at = source; i < count; i++, at += step) {
      out[i] = integerAt(type, registers, at);
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

  /** Puts the low {@code width} bytes of {@code value} into every lane of a register. */
  public static void fill(byte[] r, int slot, long value, int width) {
    long pattern =
        switch (width) {
          case 1 -> (value & 0xFF) * 0x0101_0101_0101_0101L;
          case 2 -> (value & 0xFFFF) * 0x0001_0001_0001_0001L;
          case 4 -> (value & 0xFFFF_FFFFL) * 0x0000_0001_0000_0001L;
          default -> value;
        };
    for (int i = 0; i < BYTES; i += 8) {
      LittleEndian.put64(r, slot + i, pattern);
    }
  }

  /**
   * Eight bits as eight bytes of zeros or ones: each byte keeps its own bit, which is then smeared.
   */
  public static long spread(long bits) {
    long own = bits * 0x0101_0101_0101_0101L & 0x8040_2010_0804_0201L;
    return (own + 0x7F7F_7F7F_7F7F_7F7FL >>> 7 & 0x0101_0101_0101_0101L) * 0xFF;
  }
}
