package org.ptoc.emulator.unit;

import org.ptoc.emulator.numeric.BFloat16;
import org.ptoc.emulator.numeric.Float16;
import org.ptoc.emulator.numeric.Float32;
import org.ptoc.ir.isa.DataType;

/**
 * Reductions of a vector or of its 32-byte groups (spec/11, section 4). Inactive lanes take no
 * part; results stand in the low lanes, all others become 0. Legal types: FP32, FP16, BF16 and
 * integers up to 32 bits.
 */
public final class Reductions {
  private Reductions() {}

  /**
   * pto.vcadd: the sum of the active lanes in lane 0. Floats are added as a tree of adjacent pairs
   * with a rounding at each step; 8-bit and 16-bit integers sum up in an element of twice the
   * width.
   */
  public static void sum(
      byte[] registers,
      int destination,
      int source,
      DataType type,
      long[] predicates,
      int mask,
      UnitScratch scratch) {
    int width = type.isFloat() ? type.bytes() : Math.min(2 * type.bytes(), 4);
    sums(registers, destination, source, type, 1, width, predicates, mask, scratch);
  }

  /** Reads lanes as integers; an inactive one is 0. */
  private static void readActive(
      DataType type,
      byte[] registers,
      int source,
      int count,
      long[] predicates,
      int mask,
      long[] out) {
    int width = type.bytes();
    boolean all = Predicates.allActive(predicates, mask, width);
    for (int i = 0; i < count; i++) {
      boolean active = all || Predicates.test(predicates, mask, i * width);
      out[i] = active ? Vectors.integerAt(type, registers, source + i * width) : 0;
    }
  }

  /** pto.vcgadd: the sum of each group in lanes 0 to 7; integers wrap in the element width. */
  public static void groupSum(
      byte[] registers,
      int destination,
      int source,
      DataType type,
      long[] predicates,
      int mask,
      UnitScratch scratch) {
    int width = type.bytes();
    sums(registers, destination, source, type, Vectors.BLOCKS, width, predicates, mask, scratch);
  }

  /** The sums of {@code groups} groups in the low lanes of {@code width} bytes. */
  private static void sums(
      byte[] registers,
      int destination,
      int source,
      DataType type,
      int groups,
      int width,
      long[] predicates,
      int mask,
      UnitScratch scratch) {
    int lanes = Vectors.lanes(type);
    int group = lanes / groups;
    if (type.isFloat()) {
      readAddends(registers, source, type, predicates, mask, scratch);
    } else {
      readActive(type, registers, source, lanes, predicates, mask, scratch.integers);
    }
    Vectors.clear(registers, destination);
    for (int g = 0; g < groups; g++) {
      long bits =
          type.isFloat()
              ? encode(type, tree(scratch.floats, g * group, group, type))
              : total(scratch.integers, g * group, group);
      LittleEndian.put(registers, destination + g * width, width, bits);
    }
  }

  /** pto.vcpadd: sums of adjacent pairs in the low half of the lanes; float types. */
  public static void pairSum(
      byte[] registers,
      int destination,
      int source,
      DataType type,
      long[] predicates,
      int mask,
      UnitScratch scratch) {
    int pairs = Vectors.lanes(type) / 2;
    float[] lanes = scratch.floats;
    readAddends(registers, source, type, predicates, mask, scratch);
    Vectors.clear(registers, destination);
    for (int i = 0; i < pairs; i++) {
      LittleEndian.put(
          registers,
          destination + i * type.bytes(),
          type.bytes(),
          encode(type, lanes[2 * i] + lanes[2 * i + 1]));
    }
  }

  /**
   * pto.vcmax and pto.vcmin: the extremum in lane 0 and the lane number of its first occurrence in
   * lane 1, as an integer. A NaN among the active lanes is the result. Without an active lane the
   * neutral element and 0.
   */
  public static void extremum(
      byte[] registers,
      int destination,
      int source,
      DataType type,
      boolean maximum,
      long[] predicates,
      int mask) {
    int lanes = Vectors.lanes(type);
    int width = type.bytes();
    long bits;
    int index;
    if (type.isFloat()) {
      float best = extremumOfFloats(registers, source, type, maximum, 0, lanes, predicates, mask);
      bits = encode(type, best);
      index = firstEqual(registers, source, type, best, predicates, mask);
    } else {
      bits = extremumOfIntegers(registers, source, type, maximum, 0, lanes, predicates, mask);
      index = firstEqual(registers, source, type, bits, predicates, mask);
    }
    Vectors.clear(registers, destination);
    LittleEndian.put(registers, destination, width, bits);
    LittleEndian.put(registers, destination + width, width, index);
  }

  /** pto.vcgmax and pto.vcgmin: the extremum of each group in lanes 0 to 7. */
  public static void groupExtremum(
      byte[] registers,
      int destination,
      int source,
      DataType type,
      boolean maximum,
      long[] predicates,
      int mask,
      UnitScratch scratch) {
    int width = type.bytes();
    int group = Vectors.BLOCK_BYTES / width;
    long[] results = scratch.integers;
    for (int g = 0; g < Vectors.BLOCKS; g++) {
      results[g] =
          type.isFloat()
              ? encode(
                  type,
                  extremumOfFloats(
                      registers, source, type, maximum, g * group, group, predicates, mask))
              : extremumOfIntegers(
                  registers, source, type, maximum, g * group, group, predicates, mask);
    }
    Vectors.clear(registers, destination);
    for (int g = 0; g < Vectors.BLOCKS; g++) {
      LittleEndian.put(registers, destination + g * width, width, results[g]);
    }
  }

  private static void readAddends(
      byte[] registers,
      int source,
      DataType type,
      long[] predicates,
      int mask,
      UnitScratch scratch) {
    int width = type.bytes();
    float[] out = scratch.floats;
    boolean all = Predicates.allActive(predicates, mask, width);
    for (int i = 0, offset = 0; offset < Vectors.BYTES; i++, offset += width) {
      boolean active = all || Predicates.test(predicates, mask, offset);
      out[i] = active ? Vectors.floatAt(type, registers, source + offset) : 0;
    }
  }

  /** Adds neighbours until one value is left, in place. */
  private static float tree(float[] values, int first, int count, DataType type) {
    for (int left = count / 2; left > 0; left /= 2) {
      for (int i = 0; i < left; i++) {
        values[first + i] = rounded(type, values[first + 2 * i] + values[first + 2 * i + 1]);
      }
    }
    return values[first];
  }

  private static float rounded(DataType type, float sum) {
    if (type == DataType.FP32) {
      return sum;
    }
    return type == DataType.FP16
        ? Float16.decode(Float16.encode(sum))
        : BFloat16.decode(BFloat16.encode(sum));
  }

  private static int encode(DataType type, float value) {
    return switch (type) {
      case FP32 -> Float32.encode(value);
      case FP16 -> Float16.encode(value);
      case BF16 -> BFloat16.encode(value);
      default -> throw new IllegalArgumentException(type.spelling());
    };
  }

  private static long total(long[] values, int first, int count) {
    long total = 0;
    for (int i = 0; i < count; i++) {
      total += values[first + i];
    }
    return total;
  }

  private static float extremumOfFloats(
      byte[] registers,
      int source,
      DataType type,
      boolean maximum,
      int first,
      int count,
      long[] predicates,
      int mask) {
    int width = type.bytes();
    float best = maximum ? Float.NEGATIVE_INFINITY : Float.POSITIVE_INFINITY;
    for (int i = 0, offset = first * width; i < count; i++, offset += width) {
      if (Predicates.test(predicates, mask, offset)) {
        float value = Vectors.floatAt(type, registers, source + offset);
        best = maximum ? Math.max(best, value) : Math.min(best, value);
      }
    }
    return best;
  }

  private static long extremumOfIntegers(
      byte[] registers,
      int source,
      DataType type,
      boolean maximum,
      int first,
      int count,
      long[] predicates,
      int mask) {
    int width = type.bytes();
    boolean signed = type.kind() == DataType.Kind.SIGNED;
    long largest = (1L << type.bits() - (signed ? 1 : 0)) - 1;
    long smallest = signed ? -largest - 1 : 0;
    long best = maximum ? smallest : largest;
    for (int i = 0, offset = first * width; i < count; i++, offset += width) {
      if (Predicates.test(predicates, mask, offset)) {
        long value = Vectors.integerAt(type, registers, source + offset);
        best = maximum ? Math.max(best, value) : Math.min(best, value);
      }
    }
    return best;
  }

  /**
   * First active lane equal to {@code value}, or the first NaN for NaN; -0 equals +0; 0 when there
   * is none.
   */
  private static int firstEqual(
      byte[] registers, int source, DataType type, float value, long[] predicates, int mask) {
    int width = type.bytes();
    for (int i = 0, offset = 0; offset < Vectors.BYTES; i++, offset += width) {
      if (Predicates.test(predicates, mask, offset)) {
        float lane = Vectors.floatAt(type, registers, source + offset);
        if (lane == value || lane != lane && value != value) {
          return i;
        }
      }
    }
    return 0;
  }

  private static int firstEqual(
      byte[] registers, int source, DataType type, long value, long[] predicates, int mask) {
    int width = type.bytes();
    for (int i = 0, offset = 0; offset < Vectors.BYTES; i++, offset += width) {
      if (Predicates.test(predicates, mask, offset)
          && Vectors.integerAt(type, registers, source + offset) == value) {
        return i;
      }
    }
    return 0;
  }
}
