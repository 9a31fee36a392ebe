package org.ptoc.emulator.cube;

import org.ptoc.emulator.cube.MatrixProduct.Start;

/**
 * Where one product finds its operands and leaves its results (spec/60, 3.6); addresses in bytes
 * from the start of the memories of the core.
 *
 * @param shape its extents and types, in elements
 * @param left the address in L0A
 * @param right the address in L0B
 * @param result the address in L0C
 * @param start what the results begin with
 * @param biases the address in the bias table; it means something only for {@link Start#BIAS}
 * @param scaled whether groups of elements have scales, at the addresses divided by 16
 */
public record ProductPlaces(
    ProductShape shape,
    long left,
    long right,
    long result,
    Start start,
    long biases,
    boolean scaled) {
  private static final int GROUP = 32;
  private static final int ROWS = 16;
  private static final int PAIR = 2;

  /** Elements with one scale, in a row or a column. */
  public int groups() {
    return (shape.k() + GROUP - 1) / GROUP;
  }

  /** Bytes of a row or column in 32 bytes of an operand, those of the last element in full. */
  public int used(int piece) {
    long bits = shape.k() * (long) ElementFormat.bits(shape.left());
    return (int)
        Math.min(ElementFormat.ROW_BYTES, (bits + 7) / 8 - (long) piece * ElementFormat.ROW_BYTES);
  }

  /** The address of the scale of a group of a row of the left operand, which may be a vector. */
  public long leftScaleAt(int row, int group) {
    return left / ROWS + (shape.vector() ? group : scaleAt(row, group));
  }

  /** The address of the scale of a group of a column of the right operand. */
  public long rightScaleAt(int column, int group) {
    return right / ROWS + scaleAt(column, group);
  }

  private long scaleAt(int row, int group) {
    int pairs = (groups() + PAIR - 1) / PAIR;
    long block = (long) row / ROWS * pairs + group / PAIR;
    return block * ElementFormat.ROW_BYTES + (long) (row % ROWS) * PAIR + group % PAIR;
  }
}
