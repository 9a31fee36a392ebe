package org.ptoc.tile;

import java.util.SplittableRandom;

/** UB as the test sees it: elements of tiles in bytes, little-endian. */
final class InPlaceImage {
  /** Bytes that a program loads, works in and stores. */
  static final int SIZE = 24576;

  /** Where the windows of {@code textract} and {@code tinsert} begin. */
  static final int WINDOW_ROW = 1;

  /** Their first column: 8, which is a whole block of i32 alone. */
  static final int WINDOW_COLUMN = 8;

  /** The valid part of a tile: rows of {@code pitch} elements from an address on. */
  record Place(String name, String type, int address, int rows, int columns, int pitch) {
    int bytes() {
      return InPlaceImage.bytes(type);
    }

    int at(int row, int column) {
      return address + (row * pitch + column) * bytes();
    }

    int extent() {
      return rows * pitch * bytes();
    }

    Place moved(int newAddress) {
      return new Place(name, type, newAddress, rows, columns, pitch);
    }

    String spelling() {
      String valid = columns == pitch ? "" : ", valid=" + rows + "x" + columns;
      return "!pto.tile_buf<vec, " + rows + "x" + pitch + "x" + type + valid + ">";
    }
  }

  private final byte[] bytes;

  private InPlaceImage(byte[] bytes) {
    this.bytes = bytes;
  }

  static InPlaceImage random(SplittableRandom random) {
    byte[] bytes = new byte[SIZE];
    random.nextBytes(bytes);
    return new InPlaceImage(bytes);
  }

  InPlaceImage copy() {
    return new InPlaceImage(bytes.clone());
  }

  byte[] contents() {
    return bytes;
  }

  static int bytes(String type) {
    return switch (type) {
      case "i8", "ui8" -> 1;
      case "i16", "f16", "bf16" -> 2;
      default -> 4;
    };
  }

  long get(Place place, int row, int column) {
    int at = place.at(row, column);
    return switch (place.bytes()) {
      case 1 -> bytes[at];
      case 2 -> (short) (bytes[at] & 0xFF | bytes[at + 1] << 8);
      default ->
          bytes[at] & 0xFF
              | (bytes[at + 1] & 0xFF) << 8
              | (bytes[at + 2] & 0xFF) << 16
              | bytes[at + 3] << 24;
    };
  }

  void put(Place place, int row, int column, long value) {
    int at = place.at(row, column);
    for (int i = 0; i < place.bytes(); i++) {
      bytes[at + i] = (byte) (value >> 8 * i);
    }
  }

  /** The value of an element. */
  double number(Place place, int row, int column) {
    long bits = get(place, row, column);
    return switch (place.type) {
      case "f32" -> Float.intBitsToFloat((int) bits);
      case "f16" -> Float.float16ToFloat((short) bits);
      default -> bits;
    };
  }

  boolean bit(Place mask, int row, int column) {
    return (bytes[mask.at(row, 0) + column / 8] >> column % 8 & 1) != 0;
  }

  /** A small whole number in the bits of a type. */
  static long encode(String type, int number) {
    return switch (type) {
      case "f32" -> Float.floatToRawIntBits(number);
      case "bf16" -> Float.floatToRawIntBits(number) >>> 16;
      case "f16" -> Float.floatToFloat16(number);
      default -> number;
    };
  }

  /** The other way. */
  static int decode(String type, long bits) {
    return switch (type) {
      case "f32" -> (int) Float.intBitsToFloat((int) bits);
      case "bf16" -> (int) Float.intBitsToFloat((int) bits << 16);
      case "f16" -> (int) Float.float16ToFloat((short) bits);
      default -> (int) bits;
    };
  }

  /** Small whole numbers, which all types have, everywhere in a place. */
  void fill(Place place, SplittableRandom random) {
    for (int i = 0; i < place.rows; i++) {
      for (int j = 0; j < place.columns; j++) {
        put(place, i, j, encode(place.type, random.nextInt(100)));
      }
    }
  }
}
