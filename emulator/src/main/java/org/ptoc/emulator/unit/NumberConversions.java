package org.ptoc.emulator.unit;

import java.util.Arrays;
import org.ptoc.emulator.numeric.BFloat16;
import org.ptoc.emulator.numeric.Float16;
import org.ptoc.emulator.numeric.Float32;
import org.ptoc.emulator.numeric.Integers;
import org.ptoc.emulator.numeric.Rounding;
import org.ptoc.emulator.numeric.TableFormat;
import org.ptoc.ir.isa.DataType;

/** Element conversions with the placement rules of spec/11, section 5. */
public final class NumberConversions {
  private NumberConversions() {}

  /** Lanes of a vector that hold two half-wide floats each. */
  private static final int PAIRS = Vectors.BYTES / Integer.BYTES;

  /** True if compiled code computes with a type; the values of others are in tables. */
  public static boolean hasLaneCode(DataType type) {
    return type.isArithmetic() || type == DataType.E4M3 || type == DataType.E5M2;
  }

  /**
   * Converts lanes at equal distances (spec/11, section 5). All are read before the first one is
   * written.
   *
   * @param step bytes from one source lane to the next
   * @param distance bytes from one result lane to the next; those between results become 0
   * @param to the same as {@code from} rounds to integral values
   * @param saturate SAT of spec/11, 5.3
   */
  public static void convert(
      byte[] registers,
      int destination,
      int distance,
      int place,
      int source,
      int step,
      int count,
      DataType from,
      DataType to,
      Rounding rounding,
      boolean saturate,
      UnitScratch scratch) {
    if (from.isFloat()) {
      Vectors.readFloats(from, registers, source, step, count, scratch.doubles);
    } else {
      Vectors.readIntegers(from, registers, source, step, count, scratch.integers);
    }
    if (distance > to.bytes()) {
      Arrays.fill(registers, destination, destination + count * distance, (byte) 0);
    }
    int first = destination + place;
    if (from == to) {
      Integers.roundToIntegral(scratch.doubles, count, rounding);
      writeFloats(registers, first, distance, count, to, Rounding.NEAREST_EVEN, false, scratch);
    } else if (from.isFloat()) {
      writeFloats(registers, first, distance, count, to, rounding, saturate, scratch);
    } else {
      writeIntegers(registers, first, distance, count, to, rounding, saturate, scratch);
    }
  }

  /**
   * BF16 to two packed floats of 4 bits, or back: lanes 2i and 2i + 1 share byte 4i + {@code part},
   * the first in its low half.
   */
  public static void convertPairs(
      byte[] registers,
      int destination,
      int source,
      DataType from,
      DataType to,
      Rounding rounding,
      int part,
      long[] predicates,
      int mask,
      boolean merging,
      UnitScratch scratch) {
    boolean packs = to.kind() == DataType.Kind.PACKED;
    TableFormat format = packed(packs ? to : from);
    byte[] result = Vectors.clearedResult(scratch);
    for (int i = 0; i < PAIRS; i++) {
      int pair = Integer.BYTES * i + part;
      for (int half = 0; half < 2; half++) {
        int lane = Short.BYTES * (2 * i + half);
        int shift = 4 * half;
        boolean active = Predicates.test(predicates, mask, packs ? lane : pair);
        if (packs) {
          float value = BFloat16.decode(LittleEndian.get16(registers, source + lane));
          int bits =
              active
                  ? format.encode(value, rounding, true)
                  : merging ? registers[destination + pair] >> shift & 0xF : 0;
          result[pair] |= (byte) (bits << shift);
        } else {
          float value = format.decode(registers[source + pair] >> shift & 0xF);
          int bits =
              active
                  ? BFloat16.encode(value)
                  : merging ? LittleEndian.get16(registers, destination + lane) : 0;
          LittleEndian.put16(result, lane, bits);
        }
      }
    }
    Vectors.store(scratch, 0, registers, destination);
  }

  private static TableFormat packed(DataType type) {
    return type == DataType.E2M1X2 ? TableFormat.E2M1 : TableFormat.E1M2;
  }

  /**
   * The rounding that a word names. Default is R. The hybrid mode rounds ties into HiF8 to even
   * (spec/60, 3.8) and into other floats toward zero (spec/80, 4.8).
   */
  public static Rounding rounding(org.ptoc.ir.isa.RoundingMode encoded, DataType to) {
    return switch (encoded) {
      case DEFAULT, NEAREST_EVEN -> Rounding.NEAREST_EVEN;
      case HYBRID -> to == DataType.HIF8 ? Rounding.NEAREST_EVEN : Rounding.NEAREST_TO_ZERO;
      case NEAREST_AWAY -> Rounding.NEAREST_AWAY;
      case DOWN -> Rounding.DOWN;
      case UP -> Rounding.UP;
      case TOWARD_ZERO -> Rounding.TO_ZERO;
      case TO_ODD -> Rounding.TO_ODD;
    };
  }

  /**
   * Encodes the scratch doubles at {@code place}, {@code place + distance}, ... Values for an
   * integer target are exact in double, for a float target in float.
   *
   * @param saturate has no effect on an FP32 target, which nothing overflows
   */
  private static void writeFloats(
      byte[] out,
      int place,
      int distance,
      int count,
      DataType to,
      Rounding rounding,
      boolean saturate,
      UnitScratch scratch) {
    double[] values = scratch.doubles;
    if (to.isInteger()) {
      Integers.roundToIntegral(values, count, rounding);
      for (int i = 0; i < count; i++) {
        scratch.integers[i] = (long) values[i];
      }
      // Without saturation the result goes through 32 bits, or 64 for a 64-bit target (spec/11,
      // 5.3).
      DataType range = saturate || to.bits() == 64 ? to : DataType.S32;
      clamp(scratch.integers, count, range);
      storeLowBytes(out, place, distance, count, to.bytes(), scratch.integers);
    } else if (rounding == Rounding.NEAREST_EVEN && to.bytes() > 1) {
      writeNearest(out, place, distance, count, to, saturate, values);
    } else {
      int at = place;
      for (int i = 0; i < count; i++, at += distance) {
        LittleEndian.put(out, at, to.bytes(), encode(to, values[i], rounding, saturate));
      }
    }
  }

  /** Clamps signed numbers to the range of an integer type. */
  private static void clamp(long[] values, int count, DataType type) {
    boolean signed = type.kind() == DataType.Kind.SIGNED;
    long min = Integers.clamp(Long.MIN_VALUE, type.bits(), signed);
    long max = Integers.clamp(Long.MAX_VALUE, type.bits(), signed);
    for (int i = 0; i < count; i++) {
      values[i] = Math.max(min, Math.min(max, values[i]));
    }
  }

  private static void storeLowBytes(
      byte[] out, int place, int distance, int count, int width, long[] values) {
    int at = place;
    switch (width) {
      case 1 -> {
        for (int i = 0; i < count; i++, at += distance) {
          LittleEndian.put8(out, at, (int) values[i]);
        }
      }
      case 2 -> {
        for (int i = 0; i < count; i++, at += distance) {
          LittleEndian.put16(out, at, (int) values[i]);
        }
      }
      case 4 -> {
        for (int i = 0; i < count; i++, at += distance) {
          LittleEndian.put32(out, at, (int) values[i]);
        }
      }
      default -> {
        for (int i = 0; i < count; i++, at += distance) {
          LittleEndian.put64(out, at, values[i]);
        }
      }
    }
  }

  private static int encode(DataType to, double value, Rounding rounding, boolean saturate) {
    return switch (to) {
      case FP32 -> Float32.encode(value, rounding);
      case FP16 -> Float16.encode(value, rounding, saturate);
      case BF16 -> BFloat16.encode(value, rounding, saturate);
      default -> ByteFloats.of(to).encode(value, rounding, saturate);
    };
  }

  /** The frequent mode of the frequent targets: straight loops. */
  private static void writeNearest(
      byte[] out,
      int place,
      int distance,
      int count,
      DataType to,
      boolean saturate,
      double[] values) {
    int at = place;
    if (to == DataType.FP32) {
      for (int i = 0; i < count; i++, at += distance) {
        LittleEndian.put32(out, at, Float32.encode((float) values[i]));
      }
    } else if (to == DataType.FP16) {
      for (int i = 0; i < count; i++, at += distance) {
        int bits = Float16.encode((float) values[i]);
        LittleEndian.put16(out, at, saturate ? Float16.saturate(bits) : bits);
      }
    } else {
      for (int i = 0; i < count; i++, at += distance) {
        int bits = BFloat16.encode((float) values[i]);
        LittleEndian.put16(out, at, saturate ? BFloat16.saturate(bits) : bits);
      }
    }
  }

  private static void writeIntegers(
      byte[] out,
      int place,
      int distance,
      int count,
      DataType to,
      Rounding rounding,
      boolean saturate,
      UnitScratch scratch) {
    long[] values = scratch.integers;
    if (to.isInteger()) {
      if (saturate) {
        clamp(values, count, to);
      }
      storeLowBytes(out, place, distance, count, to.bytes(), values);
      return;
    }
    int at = place;
    for (int i = 0; i < count; i++, at += distance) {
      switch (to) {
        case FP32 -> LittleEndian.put32(out, at, Float32.encode(values[i], rounding));
        // Exact in double up to 53 bits, which is beyond the range of the format.
        case FP16 ->
            LittleEndian.put16(out, at, Float16.encode((double) values[i], rounding, saturate));
        default -> throw new IllegalArgumentException(to.spelling());
      }
    }
  }
}
