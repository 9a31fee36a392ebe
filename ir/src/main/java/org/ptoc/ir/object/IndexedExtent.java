package org.ptoc.ir.object;

/**
 * The bytes of UB that the words of one operation may touch where they take addresses from indices:
 * the tile that a gather reads or a scatter writes. Words belong to an operation by their place in
 * the source; where several extents have one place, the operation was copied, and each is right for
 * one copy.
 *
 * @param line line of the operation, from 1
 * @param column column of the operation
 * @param write whether it is about what the words write, else about what they read
 * @param start first byte of the tile
 * @param end one past its last byte
 */
public record IndexedExtent(int line, int column, boolean write, long start, long end) {
  public IndexedExtent {
    if (line < 1 || column < 0 || start < 0 || end <= start || end > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("an extent of indexed words without place or bytes");
    }
  }
}
