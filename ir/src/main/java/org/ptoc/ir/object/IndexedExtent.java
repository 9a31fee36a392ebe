package org.ptoc.ir.object;

import java.util.List;

/**
 * The bytes that the words of one operation may touch where they take addresses from indices: the
 * tile or view that a gather reads or a scatter writes. Words belong to an operation by their place
 * in the source; where several extents have one place, the operation was copied, and each is right
 * for one copy.
 *
 * @param line line of the operation, from 1
 * @param column column of the operation
 * @param write whether it is about what the words write, else about what they read
 * @param range the bytes
 */
public record IndexedExtent(int line, int column, boolean write, Range range) {
  /** Where the bytes lie. */
  public sealed interface Range {}

  /**
   * A tile in UB.
   *
   * @param start first byte of the tile
   * @param end one past its last byte
   */
  public record Tile(long start, long end) implements Range {
    public Tile {
      if (start < 0 || end <= start || end > Integer.MAX_VALUE) {
        throw new IllegalArgumentException("an extent of indexed words without bytes");
      }
    }
  }

  /**
   * A view of GM.
   *
   * @param argument number of the parameter that points into GM
   * @param start bytes from there to the first byte of the view
   * @param bytes how many bytes follow, times the values of {@code factors}
   * @param factors numbers of at most two scalar parameters that the extents of the view name
   */
  public record View(int argument, long start, long bytes, List<Integer> factors) implements Range {
    /** The most parameters that a view may have as extents. */
    public static final int MAX_FACTORS = 2;

    public View {
      factors = List.copyOf(factors);
      if (argument < 0 || start < 0 || bytes <= 0 || factors.size() > MAX_FACTORS) {
        throw new IllegalArgumentException("an extent of indexed words without bytes");
      }
    }
  }

  public IndexedExtent {
    if (line < 1 || column < 0) {
      throw new IllegalArgumentException("an extent of indexed words without a place");
    }
  }
}
