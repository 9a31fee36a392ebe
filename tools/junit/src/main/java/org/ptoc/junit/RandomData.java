package org.ptoc.junit;

import java.util.SplittableRandom;

/**
 * A source of test data that a seed determines. Each call continues the sequence. Ranges include
 * their lower and exclude their upper bound; an empty range or negative count throws {@link
 * IllegalArgumentException}.
 */
public final class RandomData {
  private final long seed;
  private final SplittableRandom random;

  private RandomData(long seed) {
    this.seed = seed;
    this.random = new SplittableRandom(seed);
  }

  /** The start of the sequence of a seed. */
  public static RandomData of(long seed) {
    return new RandomData(seed);
  }

  /** The seed that the sequence started from. */
  public long seed() {
    return seed;
  }

  /** One integer, as for a size. */
  public int integer(int low, int high) {
    return random.nextInt(low, high);
  }

  /** Evenly distributed floats; bounds finite. */
  public float[] floats(int count, float low, float high) {
    float[] values = new float[checked(count)];
    for (int i = 0; i < count; i++) {
      values[i] = (float) Math.min(random.nextDouble(low, high), Math.nextDown(high));
    }
    return values;
  }

  /**
   * Floats of all sizes and kinds, evenly distributed bit patterns: subnormals, infinities and NaNs
   * too.
   */
  public float[] anyFloats(int count) {
    float[] values = new float[checked(count)];
    for (int i = 0; i < count; i++) {
      values[i] = Float.intBitsToFloat(random.nextInt());
    }
    return values;
  }

  /**
   * Evenly distributed floats, each rounded to the nearest f16; rounding may reach the upper bound.
   */
  public float[] halfs(int count, float low, float high) {
    float[] values = floats(count, low, high);
    for (int i = 0; i < count; i++) {
      values[i] = Float.float16ToFloat(Float.floatToFloat16(values[i]));
    }
    return values;
  }

  /** Evenly distributed integers. */
  public int[] ints(int count, int low, int high) {
    int[] values = new int[checked(count)];
    for (int i = 0; i < count; i++) {
      values[i] = random.nextInt(low, high);
    }
    return values;
  }

  /** Evenly distributed integers. */
  public long[] longs(int count, long low, long high) {
    long[] values = new long[checked(count)];
    for (int i = 0; i < count; i++) {
      values[i] = random.nextLong(low, high);
    }
    return values;
  }

  /** Evenly distributed integers of all values. */
  public short[] shorts(int count) {
    short[] values = new short[checked(count)];
    for (int i = 0; i < count; i++) {
      values[i] = (short) random.nextInt();
    }
    return values;
  }

  /** Evenly distributed bytes of all values. */
  public byte[] bytes(int count) {
    byte[] values = new byte[checked(count)];
    random.nextBytes(values);
    return values;
  }

  private static int checked(int count) {
    if (count < 0) {
      throw new IllegalArgumentException("an array has no " + count + " elements");
    }
    return count;
  }
}
