package org.ptoc.tools.data;

import java.util.Arrays;
import java.util.List;

/**
 * An immutable array: little-endian elements, last dimension fastest (C order). The elements of a
 * generated array are computed whenever they are read.
 */
public final class DataArray {
  /** Most bytes that one array may have; the Java limit with room for a file header. */
  public static final int MAX_BYTES = Integer.MAX_VALUE - 4096;

  private final DataFormat format;
  private final List<Integer> shape;
  private final int size;
  private final Elements elements;

  /** The elements of an array. */
  interface Elements {
    /** Writes {@code count} elements, from element {@code first} on, to an array. */
    void read(int first, byte[] to, int at, int count);
  }

  /** Elements in memory. */
  private record Stored(byte[] bytes, int width) implements Elements {
    @Override
    public void read(int first, byte[] to, int at, int count) {
      System.arraycopy(bytes, first * width, to, at, count * width);
    }
  }

  private DataArray(DataFormat format, List<Integer> shape, int size, Elements elements) {
    this.format = format;
    this.shape = List.copyOf(shape);
    this.size = size;
    this.elements = elements;
  }

  /** An array whose elements are computed; its shape is legal. */
  static DataArray of(DataFormat format, List<Integer> shape, Elements elements) {
    int size = (int) (byteCount(format, shape) / format.bytes());
    return new DataArray(format, shape, size, elements);
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

  /** As {@link #of}, but takes over bytes that the caller no longer uses. */
  public static DataArray adopt(DataFormat format, List<Integer> shape, byte[] bytes) {
    if (byteCount(format, shape) != bytes.length) {
      throw new IllegalArgumentException(
          "shape " + shape + " does not fit " + bytes.length + " bytes");
    }
    int size = bytes.length / format.bytes();
    return new DataArray(format, shape, size, new Stored(bytes, format.bytes()));
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
    return size;
  }

  /** A copy of the contents. */
  public byte[] toBytes() {
    byte[] bytes = new byte[byteSize()];
    elements.read(0, bytes, 0, size);
    return bytes;
  }

  /** Number of bytes. */
  public int byteSize() {
    return size * format.bytes();
  }

  /** True if the contents lie in memory. */
  public boolean isStored() {
    return elements instanceof Stored;
  }

  /**
   * Copies whole elements to an array.
   *
   * @param from place of the first in bytes
   * @param bytes number of bytes
   */
  public void read(long from, byte[] to, int at, int bytes) {
    elements.read((int) (from / format.bytes()), to, at, bytes / format.bytes());
  }

  /** The contents, which the caller does not change. */
  public byte[] shared() {
    return elements instanceof Stored(byte[] bytes, int _) ? bytes : toBytes();
  }

  /** The bits of an element, zero-extended. */
  public long bits(int index) {
    if (elements instanceof Stored(byte[] bytes, int width)) {
      return bits(bytes, index * width);
    }
    byte[] one = new byte[format.bytes()];
    elements.read(index, one, 0, 1);
    return bits(one, 0);
  }

  private long bits(byte[] bytes, int at) {
    long bits = 0;
    for (int i = format.bytes() - 1; i >= 0; i--) {
      bits = bits << 8 | bytes[at + i] & 0xFF;
    }
    return bits;
  }

  /** The same bytes read as another format of the same width. */
  public DataArray as(DataFormat other) {
    return new DataArray(other, shape, size, elements);
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
        && Arrays.equals(shared(), that.shared());
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(shared());
  }

  @Override
  public String toString() {
    return format.spelling() + ":" + shapeText();
  }
}
