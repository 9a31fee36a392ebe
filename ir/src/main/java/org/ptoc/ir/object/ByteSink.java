package org.ptoc.ir.object;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing little-endian byte array. */
final class ByteSink {
  private byte[] bytes = new byte[256];
  private int size;

  int size() {
    return size;
  }

  ByteSink u8(int value) {
    if (size == bytes.length) {
      bytes = Arrays.copyOf(bytes, size * 2);
    }
    bytes[size++] = (byte) value;
    return this;
  }

  ByteSink u16(int value) {
    return u8(value).u8(value >> 8);
  }

  ByteSink u32(int value) {
    return u16(value).u16(value >> 16);
  }

  ByteSink u64(long value) {
    return u32((int) value).u32((int) (value >> 32));
  }

  ByteSink all(byte[] more) {
    int end = Math.addExact(size, more.length);
    if (end > bytes.length) {
      bytes =
          Arrays.copyOf(
              bytes, Math.max(end, (int) Math.min(Integer.MAX_VALUE - 8, bytes.length * 2L)));
    }
    System.arraycopy(more, 0, bytes, size, more.length);
    size = end;
    return this;
  }

  /** The text in UTF-8 and a zero byte. */
  ByteSink text(String text) {
    return all(text.getBytes(StandardCharsets.UTF_8)).u8(0);
  }

  /** Unsigned LEB128. */
  ByteSink unsigned(long value) {
    long rest = value;
    while (Long.compareUnsigned(rest, 0x7F) > 0) {
      u8((int) rest & 0x7F | 0x80);
      rest >>>= 7;
    }
    return u8((int) rest);
  }

  /** Signed LEB128. */
  ByteSink signed(long value) {
    long rest = value;
    while (rest < -64 || rest > 63) {
      u8((int) rest & 0x7F | 0x80);
      rest >>= 7;
    }
    return u8((int) rest & 0x7F);
  }

  /** Zero bytes up to a multiple of the alignment. */
  ByteSink pad(int alignment) {
    while (size % alignment != 0) {
      u8(0);
    }
    return this;
  }

  byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }
}
