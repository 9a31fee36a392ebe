package org.ptoc.backend.a2a3;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;

/** A tile of a test program: its type and the bytes of its whole physical storage. */
record Tile(String element, int rows, int columns, int validRows, int validColumns, String extra, byte[] data) {

  static Tile of(String element, int rows, int columns, int validRows, int validColumns) {
    return new Tile(
        element, rows, columns, validRows, validColumns, "", new byte[rows * columns * bits(element) / 8]);
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
      setBits(i, switch (element) {
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
      case "bf16" -> 16;
      default -> Integer.parseInt(element.replaceAll("[^0-9]", ""));
    };
  }

  int bytes() {
    return bits(element) / 8;
  }

  boolean isFloat() {
    return element.contains("f");
  }

  String type() {
    String layout = extra.isEmpty() ? "" : ", " + extra;
    return "!pto.tile_buf<vec, " + rows + "x" + columns + "x" + element + ", valid=" + validRows + "x" + validColumns
        + layout + ">";
  }

  String flatType() {
    return "!pto.tile_buf<vec, 1x" + rows * columns + "x" + element + ">";
  }

  int at(int row, int column) {
    return extra.contains("col_major") ? column * rows + row : row * columns + column;
  }

  long bits(int index) {
    ByteBuffer buffer = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
    return switch (bytes()) {
      case 1 -> buffer.get(index);
      case 2 -> buffer.getShort(2 * index);
      case 4 -> buffer.getInt(4 * index);
      default -> buffer.getLong(8 * index);
    };
  }

  void setBits(int index, long bits) {
    ByteBuffer buffer = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
    switch (bytes()) {
      case 1 -> buffer.put(index, (byte) bits);
      case 2 -> buffer.putShort(2 * index, (short) bits);
      case 4 -> buffer.putInt(4 * index, (int) bits);
      default -> buffer.putLong(8 * index, bits);
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
    setBits(at(row, column), switch (element) {
      case "f32" -> Float.floatToRawIntBits((float) value);
      case "f16" -> Float.floatToFloat16((float) value);
      default -> (long) value;
    });
  }
}
