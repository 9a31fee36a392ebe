package org.ptoc.emulator.unit;

import java.util.Optional;

/** Temporary data of the kernels. One per emulated block; not to be shared between threads. */
public final class UnitScratch {
  /** Room for two vector registers, where results are built before they replace an operand. */
  final byte[] vectors = new byte[2 * Vectors.BYTES];

  final float[] floats = new float[Vectors.BYTES];
  final double[] doubles = new double[Vectors.BYTES];
  final long[] integers = new long[Vectors.BYTES];

  /** Room for two predicates. */
  final long[] predicates = new long[2 * Predicates.WORDS];

  /** Where a lane plan that is running has its operands, and its scratch slots. */
  public final int[] places = new int[5];

  final long[] sortKeys = new long[BlockSort.RECORDS];
  final long[] records = new long[BlockSort.RECORDS];
  final int[] sortOrder = new int[BlockSort.RECORDS];
  private float[][] stagedFloats = {};
  private short[][] stagedShorts = {};
  private int[][] stagedInts = {};
  private byte[] flow = {};

  private Optional<BatchSort> batch = Optional.empty();

  /** Room for sorts of many blocks, made when it is asked for the first time. */
  BatchSort batch() {
    if (batch.isEmpty()) {
      batch = Optional.of(new BatchSort());
    }
    return batch.get();
  }

  /** At least so many bytes, made when they are asked for the first time. */
  public byte[] flow(int bytes) {
    if (flow.length < bytes) {
      flow = new byte[bytes];
    }
    return flow;
  }

  /**
   * At least {@code count} arrays of at least {@code length} values, made when they are asked for
   * the first time.
   */
  public float[][] floats(int count, int length) {
    if (stagedFloats.length < count || stagedFloats[0].length < length) {
      stagedFloats = new float[count][length];
    }
    return stagedFloats;
  }

  /** The same of 16 bits each. */
  public short[][] shorts(int count, int length) {
    if (stagedShorts.length < count || stagedShorts[0].length < length) {
      stagedShorts = new short[count][length];
    }
    return stagedShorts;
  }

  /** The same of 32-bit integers. */
  public int[][] ints(int count, int length) {
    if (stagedInts.length < count || stagedInts[0].length < length) {
      stagedInts = new int[count][length];
    }
    return stagedInts;
  }
}
