package org.ptoc.backend.a2a3;

import java.util.Random;

/** A tile of a test program: its type and the bytes of its whole physical storage. */
record Tile(
    String element,
    int rows,
    int columns,
    int validRows,
    int validColumns,
    String extra,
    byte[] data) {

  static Tile of(String element, int rows, int columns, int validRows, int validColumns) {
    return new Tile(
        element,
        rows,
        columns,
        validRows,
        validColumns,
        "",
        new byte[rows * columns * bits(element) / 8]);
  }

  Tile with(String newExtra) {
    return new Tile(element, rows, columns, validRows, validColumns, newExtra, data);
  }

  /** The same shape with other elements. */
  Tile like(String other) {
    return of(other, rows, columns, validRows, validColumns);
  }

  /** Random bits everywhere, also in the padding; floats are finite and of moderate size. */
  Tile random(Random random) {
    for (int i = 0; i < rows * columns; i++) {
      setBits(
          i,
          switch (element) {
            case "f32" -> Float.floatToRawIntBits((random.nextInt(2001) - 1000) / 8f);
            case "f16" -> Float.floatToFloat16((random.nextInt(401) - 200) / 16f);
            case "bf16" -> Float.floatToRawIntBits((random.nextInt(401) - 200) / 16f) >>> 16;
            default -> random.nextLong();
          });
    }
    return this;
  }

  static int bits(String element) {
    return switch (element) {
      case "i8", "ui8" -> 8;
      case "i16", "ui16", "f16", "bf16" -> 16;
      case "i32", "ui32", "f32" -> 32;
      default -> 64;
    };
  }

  /**
   * Tiles of one row or column and scratch keep their static extents in programs with dynamic ones.
   */
  boolean isDynamic() {
    return !extra.contains("static");
  }

  int bytes() {
    return bits(element) / 8;
  }

  boolean isFloat() {
    return element.contains("f");
  }

  String type() {
    String layout = extra.isEmpty() || extra.equals("static") ? "" : ", " + extra;
    return "!pto.tile_buf<vec, "
        + rows
        + "x"
        + columns
        + "x"
        + element
        + ", valid="
        + validRows
        + "x"
        + validColumns
        + layout
        + ">";
  }

  String flatType() {
    return "!pto.tile_buf<vec, 1x" + rows * columns + "x" + element + ">";
  }

  int at(int row, int column) {
    return extra.contains("col_major") ? column * rows + row : row * columns + column;
  }

  long bits(int index) {
    int bytes = bytes();
    long value = data[index * bytes + bytes - 1];
    for (int i = bytes - 2; i >= 0; i--) {
      value = value << 8 | data[index * bytes + i] & 0xFF;
    }
    return value;
  }

  void setBits(int index, long bits) {
    int bytes = bytes();
    for (int i = 0; i < bytes; i++) {
      data[index * bytes + i] = (byte) (bits >> 8 * i);
    }
  }

  /** An integer element with its sign. */
  long whole(int row, int column) {
    long bits = bits(at(row, column));
    return element.startsWith("u") ? bits & -1L >>> 64 - bits(element) : bits;
  }

  double number(int row, int column) {
    long bits = bits(at(row, column));
    return switch (element) {
      case "f32" -> Float.intBitsToFloat((int) bits);
      case "f16" -> Float.float16ToFloat((short) bits);
      case "bf16" -> Float.intBitsToFloat((int) bits << 16);
      default -> whole(row, column);
    };
  }

  void set(int row, int column, double value) {
    setBits(
        at(row, column),
        switch (element) {
          case "f32" -> Float.floatToRawIntBits((float) value);
          case "f16" -> Float.floatToFloat16((float) value);
          default -> (long) value;
        });
  }
}
