package org.ptoc.emulator.jit.code;

import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.numeric.Float32;
import org.ptoc.emulator.unit.Predicates;
import org.ptoc.ir.isa.AddressSpace;

/**
 * What generated code calls: lane functions without a bytecode of their own, and the checks in
 * front of a segment.
 */
public final class LaneMath {
  /**
   * Most iterations that become one loop: numbers of lanes and bytes stay within an {@code int}.
   */
  private static final long MOST_ITERATIONS = 1 << 16;

  private LaneMath() {}

  /** The bits of a result; every NaN becomes the canonical one. */
  public static int canonicalBits(float value) {
    int bits = Float.floatToRawIntBits(value);
    if (value != value) {
      bits = Float32.CANONICAL_NAN;
    }
    return bits;
  }

  /** The larger of two f32 numbers with canonical NaN: a NaN is above everything, +0 above -0. */
  public static int maximum(int a, int b) {
    int larger = Math.max(a ^ a >> 31 >>> 1, b ^ b >> 31 >>> 1);
    return larger ^ larger >> 31 >>> 1;
  }

  /** The larger of +0 and an f32 number with canonical NaN, which has no sign. */
  public static int rectified(int a) {
    return a & ~(a >> 31);
  }

  /**
   * The smaller of two f32 numbers: a NaN is below everything, -0 below +0. The result may be any
   * NaN.
   */
  public static float minimum(float a, float b) {
    int x = a == a ? Float.floatToRawIntBits(a) : -1;
    int y = b == b ? Float.floatToRawIntBits(b) : -1;
    int smaller = Math.min(x ^ x >> 31 >>> 1, y ^ y >> 31 >>> 1);
    return Float.intBitsToFloat(smaller ^ smaller >> 31 >>> 1);
  }

  /** The bits of {@code a} where the selector has ones, of {@code b} where it has zeros. */
  public static int select(int selector, int a, int b) {
    return a & selector | b & ~selector;
  }

  /** The same for lanes of eight bytes. */
  public static long select(long selector, long a, long b) {
    return a & selector | b & ~selector;
  }

  /** 1 when a bit of a predicate is set, else 0. */
  public static int testLane(long[] predicates, int predicate, int bit) {
    return (int) (predicates[predicate + (bit >> 6)] >>> bit) & 1;
  }

  /**
   * The bits of neighbouring lanes of {@code width} bytes, one for each, from that of the first one
   * on.
   */
  public static long testLanes(long[] predicates, int predicate, int bit, int width) {
    return Long.compress(predicates[predicate + (bit >> 6)] >>> bit, Predicates.laneBits(width));
  }

  /** Active lanes of {@code plt} for the count in a scalar register. */
  public static int lessThan(long count, int lanes) {
    return (int) Math.min(Integer.toUnsignedLong((int) count), lanes);
  }

  /** What {@code plt} leaves of the count, as it is written to a scalar register. */
  public static long remaining(long count, int lanes) {
    return (int) Math.max(0, Integer.toUnsignedLong((int) count) - lanes);
  }

  /** Active lanes of {@code pltm}. */
  public static int lessThanInLoop(long loop, long bound, int lanes) {
    long left = Integer.toUnsignedLong((int) bound) - (loop & 0xFFFF) * lanes;
    return (int) Math.max(0, Math.min(left, lanes));
  }

  /**
   * How many iterations have a mask that is full, or the beginning of the mask for all of them.
   *
   * @param iterations iterations that are asked for
   * @param first the count of the mask in the first iteration
   * @param second likewise in the second one
   * @param partial whether the last of the iterations may have a partial mask
   */
  public static long flatIterations(
      long iterations, long first, long second, int lanes, boolean partial) {
    if (first < lanes || first > Integer.MAX_VALUE || second != first && second != first - lanes) {
      return 0;
    }
    long most = Math.min(iterations, MOST_ITERATIONS);
    return second == first ? most : Math.min(most, (first + (partial ? lanes - 1 : 0)) / lanes);
  }

  /** So many iterations, or as many as one loop may have. */
  public static long limitIterations(long iterations) {
    return Math.min(iterations, MOST_ITERATIONS);
  }

  /** The active lanes of iterations with so many {@code lanes} together under such a mask. */
  public static int flatLanes(int lanes, long first, long second) {
    return second == first ? lanes : (int) Math.min(lanes, first);
  }

  /** A shift distance as the lanes see it (spec/11, pto.vshls). */
  public static long distance(long scalar) {
    return Long.compareUnsigned(scalar, Long.SIZE) < 0 ? scalar : Long.SIZE;
  }

  /** True if an access of a segment has to be left to the interpreter. */
  public static boolean isOutside(long address, int bytes, int alignment, int size) {
    return bytes != 0 && (address < 0 || address > size - bytes || (address & alignment - 1) != 0);
  }

  /** True if two accesses share bytes in another way than lane by lane. */
  public static boolean conflicts(long a, int bytesOfA, long b, int bytesOfB, boolean sameShape) {
    return a < b + bytesOfB && b < a + bytesOfA && !(sameShape && a == b);
  }

  /** Reports a word without memory access to the listener. */
  public static void note(Core core, int word) {
    core.record.clear();
    core.listener.orElseThrow().executed(word, core.record);
  }

  /** Reports a load or store to the listener; an access of no bytes touches nothing. */
  public static void noteAccess(Core core, int word, boolean store, long address, int bytes) {
    core.record.clear();
    if (store && bytes > 0) {
      core.record.writes(AddressSpace.UB, address, bytes);
    } else if (!store) {
      core.record.reads(AddressSpace.UB, address, bytes);
    }
    core.listener.orElseThrow().executed(word, core.record);
  }

  /** Sets the bit of a lane when {@code truth} is 1. */
  public static void setLane(long[] predicates, int predicate, int bit, int truth) {
    predicates[predicate + (bit >> 6)] |= (long) truth << bit;
  }

  /**
   * Sets the bits of neighbouring lanes of {@code width} bytes; {@code truths} has one bit for
   * each.
   */
  public static void setLanes(long[] predicates, int predicate, int bit, long truths, int width) {
    predicates[predicate + (bit >> 6)] |= Long.expand(truths, Predicates.laneBits(width)) << bit;
  }

  /** Deactivates all lanes; {@code predicate} is the index of the first word of the image. */
  public static void clear(long[] predicates, int predicate) {
    for (int word = 0; word < Predicates.WORDS; word++) {
      predicates[predicate + word] = 0;
    }
  }
}
