package org.ptoc.emulator.unit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Little-endian access to byte arrays at any alignment. */
public final class LittleEndian {
  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN)
          .withInvokeExactBehavior();
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN)
          .withInvokeExactBehavior();
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN)
          .withInvokeExactBehavior();

  private LittleEndian() {}

  /** The byte at {@code offset}, zero-extended. */
  public static int get8(byte[] bytes, int offset) {
    return bytes[offset] & 0xFF;
  }

  /** Two bytes from {@code offset}, zero-extended. */
  public static int get16(byte[] bytes, int offset) {
    return (short) SHORTS.get(bytes, offset) & 0xFFFF;
  }

  /** Four bytes from {@code offset}. */
  public static int get32(byte[] bytes, int offset) {
    return (int) INTS.get(bytes, offset);
  }

  /** Eight bytes from {@code offset}. */
  public static long get64(byte[] bytes, int offset) {
    return (long) LONGS.get(bytes, offset);
  }

  /** {@code width} bytes (1, 2, 4 or 8) from {@code offset}, zero-extended. */
  public static long get(byte[] bytes, int offset, int width) {
    return switch (width) {
      case 1 -> get8(bytes, offset);
      case 2 -> get16(bytes, offset);
      case 4 -> get32(bytes, offset) & 0xFFFF_FFFFL;
      default -> get64(bytes, offset);
    };
  }

  /** Stores the low byte. */
  public static void put8(byte[] bytes, int offset, int value) {
    bytes[offset] = (byte) value;
  }

  /** Stores the low two bytes. */
  public static void put16(byte[] bytes, int offset, int value) {
    SHORTS.set(bytes, offset, (short) value);
  }

  /** Stores four bytes. */
  public static void put32(byte[] bytes, int offset, int value) {
    INTS.set(bytes, offset, value);
  }

  /** Stores eight bytes. */
  public static void put64(byte[] bytes, int offset, long value) {
    LONGS.set(bytes, offset, value);
  }

  /** Stores the low {@code width} bytes (1, 2, 4 or 8). */
  public static void put(byte[] bytes, int offset, int width, long value) {
    switch (width) {
      case 1 -> put8(bytes, offset, (int) value);
      case 2 -> put16(bytes, offset, (int) value);
      case 4 -> put32(bytes, offset, (int) value);
      default -> put64(bytes, offset, value);
    }
  }
}
