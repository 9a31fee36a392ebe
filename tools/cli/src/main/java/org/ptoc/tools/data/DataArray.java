package org.ptoc.tools.data;

import java.util.Arrays;
import java.util.List;

/** An immutable array: little-endian elements, last dimension fastest (C order). */
public final class DataArray {
  /** Most bytes that one array may have; the Java limit with room for a file header. */
  public static final int MAX_BYTES = Integer.MAX_VALUE - 4096;

  private final DataFormat format;
  private final List<Integer> shape;
  private final byte[] bytes;

  private DataArray(DataFormat format, List<Integer> shape, byte[] bytes) {
    this.format = format;
    this.shape = List.copyOf(shape);
    this.bytes = bytes;
  }

  /**
   * Makes an array of a copy of the bytes.
   *
   * @param shape sizes, none negative; empty for a single number
   * @throws IllegalArgumentException when the shape does not fit the bytes
   */
  public static DataArray of(DataFormat format, List<Integer> shape, byte[] bytes) {
    return adopt(format, shape, bytes.clone());
  }

  /** As {@link #of}, but takes over bytes that nobody else holds. */
  static DataArray adopt(DataFormat format, List<Integer> shape, byte[] bytes) {
    if (byteCount(format, shape) != bytes.length) {
      throw new IllegalArgumentException(
          "shape " + shape + " does not fit " + bytes.length + " bytes");
    }
    return new DataArray(format, shape, bytes);
  }

  /** Bytes of an array, -1 when a size is negative or there are more than {@link #MAX_BYTES}. */
  static long byteCount(DataFormat format, List<Integer> shape) {
    boolean empty = false;
    long total = format.bytes();
    for (int size : shape) {
      if (size < 0) {
        return -1;
      }
      empty |= size == 0;
      total = size == 0 || total > MAX_BYTES ? total : total * size;
    }
    if (empty) {
      return 0;
    }
    return total > MAX_BYTES ? -1 : total;
  }

  public DataFormat format() {
    return format;
  }

  public List<Integer> shape() {
    return shape;
  }

  /** Number of elements. */
  public int size() {
    return bytes.length / format.bytes();
  }

  /** A copy of the contents. */
  public byte[] toBytes() {
    return bytes.clone();
  }

  /** Number of bytes. */
  public int byteSize() {
    return bytes.length;
  }

  /** The contents themselves, which the caller does not change. */
  byte[] shared() {
    return bytes;
  }

  /** The bits of an element, zero-extended. */
  public long bits(int index) {
    long bits = 0;
    for (int i = format.bytes() - 1; i >= 0; i--) {
      bits = bits << 8 | bytes[index * format.bytes() + i] & 0xFF;
    }
    return bits;
  }

  /** The same bytes read as another format of the same width. */
  public DataArray as(DataFormat other) {
    return adopt(other, shape, bytes);
  }

  /** The shape as literals and generators write it, {@code 64x64}. */
  public String shapeText() {
    StringBuilder text = new StringBuilder();
    for (int size : shape) {
      text.append(text.isEmpty() ? "" : "x").append(size);
    }
    return text.isEmpty() ? "scalar" : text.toString();
  }

  /**
   * The place of an element in every dimension, {@code 3,17}; its number when there is one
   * dimension or none.
   */
  public String indexText(int index) {
    StringBuilder text = new StringBuilder();
    int rest = index;
    for (int dimension = shape.size() - 1; dimension > 0; dimension--) {
      int extent = shape.get(dimension);
      text.insert(0, "," + rest % extent);
      rest /= extent;
    }
    return rest + text.toString();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DataArray that
        && format == that.format
        && shape.equals(that.shape)
        && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return format.spelling() + ":" + shapeText();
  }
}
