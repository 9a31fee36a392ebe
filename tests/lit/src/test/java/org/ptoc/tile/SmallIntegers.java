package org.ptoc.tile;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** How the element types of the cube core and of vectors write the integers from -3 to 3. */
enum SmallIntegers {
  F16("f16", 16),
  BF16("bf16", 16),
  F32("f32", 32),
  I8("i8", 8),
  UI8("ui8", 8),
  I16("i16", 16),
  I32("i32", 32),
  I64("i64", 64),
  E4M3("f8E4M3FN", 8),
  E5M2("f8E5M2", 8),
  HIF8("!pto.hif8", 8),
  E2M1("!pto.f4E2M1x2", 4),
  /** Values are integers, the bits count quarters. */
  E1M2("!pto.f4E1M2x2", 4),
  E8M0("!pto.f8E8M0", 8);

  private static final int[] SMALL_E4M3 = {0, 0x38, 0x40, 0x44};
  private static final int[] SMALL_E5M2 = {0, 0x3C, 0x40, 0x42};
  private static final int[] SMALL_E2M1 = {0, 2, 4, 5};
  private static final int[] SMALL_HIF8 = {0, 0x08, 0x10, 0x14};

  private final String spelling;
  private final int bits;

  SmallIntegers(String spelling, int bits) {
    this.spelling = spelling;
    this.bits = bits;
  }

  String spelling() {
    return spelling;
  }

  int bytes(int elements) {
    return elements * bits / 8;
  }

  /** Elements in 32 bytes. */
  int block() {
    return 256 / bits;
  }

  boolean isInteger() {
    return spelling.startsWith("i") || this == UI8;
  }

  void put(byte[] bytes, int index, int value) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    switch (this) {
      case F16 -> buffer.putShort(2 * index, Float.floatToFloat16(value));
      case BF16 ->
          buffer.putShort(2 * index, (short) (nearest(Float.floatToRawIntBits(value)) >>> 16));
      case F32 -> buffer.putFloat(4 * index, value);
      case I8, UI8 -> buffer.put(index, (byte) value);
      case I16 -> buffer.putShort(2 * index, (short) value);
      case I32 -> buffer.putInt(4 * index, value);
      case I64 -> buffer.putLong(8 * index, value);
      case E4M3 -> buffer.put(index, small(SMALL_E4M3, value));
      case E5M2 -> buffer.put(index, small(SMALL_E5M2, value));
      case HIF8 -> buffer.put(index, small(SMALL_HIF8, value));
      case E2M1, E1M2 -> {
        int magnitude = this == E2M1 ? SMALL_E2M1[Math.abs(value)] : Math.abs(value);
        int code = magnitude | (value < 0 ? 8 : 0);
        bytes[index / 2] |= (byte) (code << index % 2 * 4);
      }
      case E8M0 -> buffer.put(index, (byte) (127 + value));
    }
  }

  /** A number that a float type has exactly. */
  void put(byte[] bytes, int index, float value) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    switch (this) {
      case F16 -> buffer.putShort(2 * index, Float.floatToFloat16(value));
      case BF16 -> buffer.putShort(2 * index, (short) (Float.floatToRawIntBits(value) >>> 16));
      case F32 -> buffer.putFloat(4 * index, value);
      default -> throw new IllegalArgumentException(spelling);
    }
  }

  /** A word of 64 bits. */
  void put(byte[] bytes, int index, long value) {
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(8 * index, value);
  }

  private static int nearest(int bits) {
    return bits + 0x7FFF + (bits >>> 16 & 1);
  }

  private static byte small(int[] codes, int value) {
    return (byte) (codes[Math.abs(value)] | (value < 0 ? 0x80 : 0));
  }
}
