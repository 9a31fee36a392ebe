package org.ptoc.emulator.cube;

import org.ptoc.ir.isa.DataType;

/**
 * The matrices of one product and where they lie (spec/60, 1.3): every pitch follows from m, n and
 * k.
 *
 * @param rowsFirst whether rows of fractals of the left operand follow each other, as A2/A3 has
 *     them
 * @param vector whether the left operand is one contiguous row
 * @param padded whether rows of the left operand are padded to 16 columns (A2/A3 with f32)
 */
public record ProductShape(
    int m, int n, int k, DataType left, boolean rowsFirst, boolean vector, boolean padded) {
  private static final int ROWS = 16;
  private static final int FRACTAL = 512;

  /** {@code value} rounded up to whole fractals. */
  public static int up(int value) {
    return (value + ROWS - 1) & -ROWS;
  }

  /** Rows of 32 bytes that hold the {@code k} elements of a row of an operand. */
  public int pieces() {
    int elements = ElementFormat.elements(left);
    return (k + elements - 1) / elements;
  }

  /** Pieces from one row of fractals of the left operand to the next, where rows come first. */
  private int rowPitch() {
    return padded ? 2 * ((k + ROWS - 1) / ROWS) : pieces();
  }

  /** Bytes of the left operand. */
  public int leftBytes() {
    if (vector) {
      return pieces() * ElementFormat.ROW_BYTES;
    }
    return rowsFirst
        ? ((m - 1) / ROWS * rowPitch() + pieces()) * FRACTAL
        : pieces() * up(m) * ElementFormat.ROW_BYTES;
  }

  /** Bytes of the right operand. */
  public int rightBytes() {
    return pieces() * up(n) * ElementFormat.ROW_BYTES;
  }

  /** Bytes of the accumulators. */
  public int resultBytes() {
    return up(n) * up(m) * Float.BYTES;
  }

  /** The place of 32 bytes of row {@code row} of the left operand. */
  public int leftAt(int row, int piece) {
    if (vector) {
      return piece * ElementFormat.ROW_BYTES;
    }
    int inFractal = row % ROWS * ElementFormat.ROW_BYTES;
    return rowsFirst
        ? (row / ROWS * rowPitch() + piece) * FRACTAL + inFractal
        : (piece * up(m) + row) * ElementFormat.ROW_BYTES;
  }

  /** The place of 32 bytes of column {@code column} of the right operand. */
  public int rightAt(int column, int piece) {
    return (piece * up(n) + column) * ElementFormat.ROW_BYTES;
  }

  /** The place of the accumulators of columns {@code 16 block} to {@code 16 block + 15}. */
  public int resultAt(int row, int block) {
    return (block * up(m) + row) * ROWS * Float.BYTES;
  }
}
