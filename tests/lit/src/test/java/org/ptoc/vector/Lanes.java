package org.ptoc.vector;

import java.util.Arrays;
import org.ptoc.ir.type.ElementType;

/** Lanes and mask bits in little-endian bytes. */
final class Lanes {
  static final int VECTOR_BYTES = 256;
  static final int MASK_BYTES = 32;

  private Lanes() {}

  static long get(byte[] data, int offset, int bytes) {
    long value = 0;
    for (int i = bytes - 1; i >= 0; i--) {
      value = value << 8 | data[offset + i] & 0xFF;
    }
    return value;
  }

  static void put(byte[] data, int offset, int bytes, long value) {
    for (int i = 0; i < bytes; i++) {
      data[offset + i] = (byte) (value >>> 8 * i);
    }
  }

  /** The raw bits of a lane. */
  static long lane(byte[] vector, ElementType type, int lane) {
    return get(vector, lane * type.bytes(), type.bytes());
  }

  static void setLane(byte[] vector, ElementType type, int lane, long bits) {
    put(vector, lane * type.bytes(), type.bytes(), bits);
  }

  static int count(ElementType type) {
    return VECTOR_BYTES / type.bytes();
  }

  static boolean bit(byte[] mask, int bit) {
    return (mask[bit / 8] >> bit % 8 & 1) != 0;
  }

  static void setBit(byte[] mask, int bit, boolean value) {
    int clear = mask[bit / 8] & ~(1 << bit % 8);
    mask[bit / 8] = (byte) (value ? clear | 1 << bit % 8 : clear);
  }

  /**
   * A lane of {@code bytes} bytes is active when the bit of its lowest byte is set (spec/10, 1.1).
   */
  static boolean active(byte[] mask, int lane, int bytes) {
    return bit(mask, lane * bytes);
  }

  /** The integer that lane bits mean. */
  static long integer(ElementType type, long bits) {
    int unused = 64 - type.bits();
    return type.isSigned() ? bits << unused >> unused : bits << unused >>> unused;
  }

  /** The low bits of a number as lane bits. */
  static long truncate(ElementType type, long value) {
    int unused = 64 - type.bits();
    return value << unused >>> unused;
  }

  static byte[] allTrue() {
    byte[] mask = new byte[MASK_BYTES];
    Arrays.fill(mask, (byte) 0xFF);
    return mask;
  }
}
