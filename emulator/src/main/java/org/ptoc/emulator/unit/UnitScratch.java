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
  private float[][] stage = {};
  private short[][] shortStage = {};
  private int[][] integerStage = {};
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
  public float[][] stage(int count, int length) {
    if (stage.length < count || stage[0].length < length) {
      stage = new float[count][length];
    }
    return stage;
  }

  /** The same of 16 bits each. */
  public short[][] stageShorts(int count, int length) {
    if (shortStage.length < count || shortStage[0].length < length) {
      shortStage = new short[count][length];
    }
    return shortStage;
  }

  /** The same of 32-bit integers. */
  public int[][] stageIntegers(int count, int length) {
    if (integerStage.length < count || integerStage[0].length < length) {
      integerStage = new int[count][length];
    }
    return integerStage;
  }
}
