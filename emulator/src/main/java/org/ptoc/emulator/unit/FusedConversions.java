package org.ptoc.emulator.unit;

import org.ptoc.emulator.numeric.Float16;
import org.ptoc.emulator.numeric.Float32;
import org.ptoc.emulator.numeric.Rounding;
import org.ptoc.ir.isa.DataType;

/**
 * Arithmetic followed by a conversion in one instruction (spec/10, sections 6 and 7; spec/11,
 * section 11).
 */
public final class FusedConversions {
  private FusedConversions() {}

  /**
   * pto.vaddreluconv, and with {@code subtract} the vsubreluconv of A2/A3: the sum, its maximum
   * with 0, saturated to the target type. Result lanes are consecutive from lane 0, the rest is 0.
   *
   * @param from FP32 with FP16, FP16 with S8 or FP32, S16 with S8 as {@code to}
   */
  public static void addReluConvert(
      byte[] registers,
      int destination,
      int a,
      int b,
      DataType from,
      DataType to,
      boolean subtract,
      long[] predicates,
      int mask,
      UnitScratch scratch) {
    int count = Math.min(Vectors.lanes(from), Vectors.lanes(to));
    double[] values = scratch.doubles;
    for (int i = 0; i < count; i++) {
      int offset = i * from.bytes();
      values[i] =
          Predicates.test(predicates, mask, offset)
              ? Math.max(sum(registers, a + offset, b + offset, from, to, subtract), 0)
              : 0;
    }
    boolean saturate = to != DataType.FP32;
    writeConsecutive(registers, destination, count, to, saturate, scratch);
  }

  /**
   * The sum in the type in which the instruction forms it: f32, or f16 before an integer target, or
   * an exact integer.
   */
  private static double sum(
      byte[] registers, int a, int b, DataType from, DataType to, boolean subtract) {
    if (from.isInteger()) {
      long right = Vectors.integerAt(from, registers, b);
      return Vectors.integerAt(from, registers, a) + (subtract ? -right : right);
    }
    float right = Vectors.floatAt(from, registers, b);
    float sum = Vectors.floatAt(from, registers, a) + (subtract ? -right : right);
    return from == DataType.FP16 && to.isInteger() ? Float16.decode(Float16.encode(sum)) : sum;
  }

  /**
   * pto.vmulconv: the exact product of FP16 lanes, rounded once to S8 or U8; consecutive result
   * lanes.
   */
  public static void multiplyConvert(
      byte[] registers,
      int destination,
      int a,
      int b,
      DataType from,
      DataType to,
      long[] predicates,
      int mask,
      UnitScratch scratch) {
    int count = Math.min(Vectors.lanes(from), Vectors.lanes(to));
    double[] values = scratch.doubles;
    for (int i = 0; i < count; i++) {
      int offset = i * from.bytes();
      values[i] =
          Predicates.test(predicates, mask, offset)
              ? (double) Vectors.floatAt(from, registers, a + offset)
                  * Vectors.floatAt(from, registers, b + offset)
              : 0;
    }
    writeConsecutive(registers, destination, count, to, true, scratch);
  }

  private static void writeConsecutive(
      byte[] registers,
      int destination,
      int count,
      DataType to,
      boolean saturate,
      UnitScratch scratch) {
    byte[] result = Vectors.clearedResult(scratch);
    NumberConversions.writeFloats(
        result, 0, to.bytes(), count, to, Rounding.NEAREST_EVEN, saturate, scratch);
    Vectors.store(scratch, 0, registers, destination);
  }

  /**
   * pto.vmulscvt: FP32 lanes times a scalar, each product rounded to FP32 and then to FP16 without
   * saturation, placed in every second lane from lane {@code part}; the other lanes are 0.
   */
  public static void scaleConvert(
      byte[] registers,
      int destination,
      int source,
      float scalar,
      Rounding rounding,
      int part,
      long[] predicates,
      int mask,
      UnitScratch scratch) {
    int lanes = Vectors.lanes(DataType.FP32);
    double[] values = scratch.doubles;
    for (int i = 0; i < lanes; i++) {
      int offset = 4 * i;
      boolean active = Predicates.test(predicates, mask, offset);
      values[i] = active ? Vectors.floatAt(DataType.FP32, registers, source + offset) * scalar : 0;
    }
    byte[] result = Vectors.clearedResult(scratch);
    NumberConversions.writeFloats(
        result, 2 * part, 4, lanes, DataType.FP16, rounding, false, scratch);
    Vectors.store(scratch, 0, registers, destination);
  }

  /**
   * pto.vexpdif: e^(a - b), the difference rounded to f32 and the power rounded from double to f32.
   *
   * <p>{@code from} FP32 gives 64 FP32 lanes and ignores {@code part}. FP16 with {@code to} FP32
   * takes every second lane from lane {@code part}. FP16 with {@code to} FP16 rounds each f32
   * result to FP16.
   *
   * @param merging whether an inactive source lane keeps the old target lane
   */
  public static void expDifference(
      byte[] registers,
      int destination,
      int a,
      int b,
      DataType from,
      DataType to,
      int part,
      long[] predicates,
      int mask,
      boolean merging,
      UnitScratch scratch) {
    boolean widening = to.bytes() > from.bytes();
    int step = widening ? 2 * from.bytes() : from.bytes();
    int first = widening ? part * from.bytes() : 0;
    byte[] result = Vectors.clearedResult(scratch);
    for (int at = 0, offset = first; at < Vectors.BYTES; at += to.bytes(), offset += step) {
      if (Predicates.test(predicates, mask, offset)) {
        float difference =
            Vectors.floatAt(from, registers, a + offset)
                - Vectors.floatAt(from, registers, b + offset);
        float power = Float32.exp(difference);
        int bits = to == DataType.FP32 ? Float32.encode(power) : Float16.encode(power);
        LittleEndian.put(result, at, to.bytes(), bits);
      } else if (merging) {
        System.arraycopy(registers, destination + at, result, at, to.bytes());
      }
    }
    Vectors.store(scratch, 0, registers, destination);
  }
}
