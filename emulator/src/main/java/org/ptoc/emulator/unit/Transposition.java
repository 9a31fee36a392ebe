package org.ptoc.emulator.unit;

/**
 * pto.vtranspose: 16 x 16 matrices of 16-bit elements in the unified buffer (spec/10, section 10).
 */
public final class Transposition {
  /** Bytes of one matrix. */
  public static final int MATRIX_BYTES = 512;

  private static final int SIDE = 16;

  private Transposition() {}

  /**
   * Transposes {@code repeat} matrices; the destination may be the source.
   *
   * @param repeat 0 means 1
   * @param destinationStride distance between results in units of 512 bytes, 0 means 1
   * @param sourceStride distance between sources in units of 512 bytes, 0 means 1
   */
  public static void transpose(
      byte[] ub,
      int destination,
      int source,
      int repeat,
      int destinationStride,
      int sourceStride,
      UnitScratch scratch) {
    for (int block = 0; block < Math.max(repeat, 1); block++) {
      int from = source + block * Math.max(sourceStride, 1) * MATRIX_BYTES;
      int to = destination + block * Math.max(destinationStride, 1) * MATRIX_BYTES;
      for (int row = 0; row < SIDE; row++) {
        for (int column = 0; column < SIDE; column++) {
          int element = LittleEndian.get16(ub, from + 2 * (SIDE * row + column));
          LittleEndian.put16(scratch.vectors, 2 * (SIDE * column + row), element);
        }
      }
      System.arraycopy(scratch.vectors, 0, ub, to, MATRIX_BYTES);
    }
  }
}
