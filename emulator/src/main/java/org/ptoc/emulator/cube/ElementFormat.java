package org.ptoc.emulator.cube;

import org.ptoc.emulator.numeric.BFloat16;
import org.ptoc.emulator.numeric.ByteFloat;
import org.ptoc.emulator.numeric.Float16;
import org.ptoc.emulator.numeric.TableFormat;
import org.ptoc.emulator.unit.ByteFloats;
import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.ir.isa.DataType;

/**
 * How the elements of a matrix operand read as f32 numbers, which all types of spec/60, 1.5 fit
 * exactly; integers too.
 */
public final class ElementFormat {
  /** Bytes of a row of a fractal. */
  public static final int ROW_BYTES = 32;

  private static final float[] E2M1 = table(TableFormat.E2M1::decode);
  private static final float[] E1M2 = table(TableFormat.E1M2::decode);

  private interface Pattern {
    float value(int bits);
  }

  private ElementFormat() {}

  private static float[] table(Pattern pattern) {
    float[] values = new float[16];
    for (int bits = 0; bits < values.length; bits++) {
      values[bits] = pattern.value(bits);
    }
    return values;
  }

  /** Bits of an element; 4 for a type that holds two in a byte. */
  public static int bits(DataType type) {
    return type.kind() == DataType.Kind.PACKED ? type.bits() / 2 : type.bits();
  }

  /** Elements of a row of a fractal. */
  public static int elements(DataType type) {
    return ROW_BYTES * 8 / bits(type);
  }

  /** The largest finite number of a type with infinities, else the largest f32. */
  static float largest(DataType type) {
    return switch (type) {
      case FP16 -> Float16.decode(Float16.MAX_FINITE);
      case BF16 -> BFloat16.decode(BFloat16.MAX_FINITE);
      case HIF8, E4M3, E5M2 -> ByteFloats.of(type).largest();
      default -> Float.MAX_VALUE;
    };
  }

  /**
   * Reads element {@code index} of each of {@code count} rows of 32 bytes from byte {@code at} on;
   * the first becomes number {@code to} of the target.
   */
  static void decodeColumn(
      DataType type, byte[] memory, int at, int index, int count, float[] target, int to) {
    int first = at + index * bits(type) / 8;
    switch (type) {
      case FP32 -> {
        for (int i = 0; i < count; i++) {
          target[to + i] = Float.intBitsToFloat(LittleEndian.get32(memory, first + ROW_BYTES * i));
        }
      }
      case FP16 -> {
        for (int i = 0; i < count; i++) {
          target[to + i] = Float16.decode(LittleEndian.get16(memory, first + ROW_BYTES * i));
        }
      }
      case BF16 -> {
        for (int i = 0; i < count; i++) {
          target[to + i] = BFloat16.decode(LittleEndian.get16(memory, first + ROW_BYTES * i));
        }
      }
      case S8 -> {
        for (int i = 0; i < count; i++) {
          target[to + i] = memory[first + ROW_BYTES * i];
        }
      }
      case E2M1X2 -> lookUpColumn(E2M1, memory, first, 4 * (index & 1), count, target, to);
      case E1M2X2 -> lookUpColumn(E1M2, memory, first, 4 * (index & 1), count, target, to);
      default -> {
        ByteFloat format = ByteFloats.of(type);
        for (int i = 0; i < count; i++) {
          target[to + i] = format.decode(memory[first + ROW_BYTES * i]);
        }
      }
    }
  }

  private static void lookUpColumn(
      float[] table, byte[] memory, int first, int shift, int count, float[] target, int to) {
    for (int i = 0; i < count; i++) {
      target[to + i] = table[memory[first + ROW_BYTES * i] >> shift & 0xF];
    }
  }
}
