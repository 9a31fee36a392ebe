package org.ptoc.ir.object;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A bounds-checked little-endian window of a file; all positions are relative to the window. */
final class ByteView {
  private final byte[] file;
  private final int start;
  private final int size;

  private ByteView(byte[] file, int start, int size) {
    this.file = file;
    this.start = start;
    this.size = size;
  }

  static ByteView of(byte[] file) {
    return new ByteView(file, 0, file.length);
  }

  int size() {
    return size;
  }

  /** The place in the file of a position in this window. */
  long offset(long at) {
    return start + at;
  }

  /** True if a range lies in this window; both numbers are unsigned 64 bits. */
  boolean contains(long at, long bytes) {
    return at >= 0 && bytes >= 0 && at <= size && bytes <= size - at;
  }

  ByteView slice(long at, long bytes, String what) throws Malformed {
    if (!contains(at, bytes)) {
      throw new Malformed(start, what + " lies outside the file");
    }
    return new ByteView(file, start + (int) at, (int) bytes);
  }

  int u8(long at) throws Malformed {
    if (!contains(at, 1)) {
      throw new Malformed(offset(size), "the data ends too early");
    }
    return file[start + (int) at] & 0xFF;
  }

  int u16(long at) throws Malformed {
    return u8(at) | u8(at + 1) << 8;
  }

  int u32(long at) throws Malformed {
    return u16(at) | u16(at + 2) << 16;
  }

  long u64(long at) throws Malformed {
    return u32(at) & 0xFFFF_FFFFL | (long) u32(at + 4) << 32;
  }

  byte[] toBytes() {
    return Arrays.copyOfRange(file, start, start + size);
  }

  /** The zero-terminated UTF-8 text at a position. */
  String text(long at, String what) throws Malformed {
    if (!contains(at, 1)) {
      throw new Malformed(start, "the " + what + " lies outside its table");
    }
    int end = (int) at;
    int limit = (int) Math.min(size, at + Text.MAX_BYTES + 1);
    while (end < limit && file[start + end] != 0) {
      end++;
    }
    if (end == limit) {
      throw new Malformed(
          offset(at),
          "the " + what + " is not terminated or longer than " + Text.MAX_BYTES + " bytes");
    }
    try {
      ByteBuffer bytes = ByteBuffer.wrap(file, start + (int) at, end - (int) at);
      return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException e) {
      throw new Malformed(offset(at), "the " + what + " is not UTF-8");
    }
  }

  /** Rejects anything but the one legal value. */
  void expect32(long at, int wanted, String what) throws Malformed {
    expect(at, u32(at) & 0xFFFF_FFFFL, wanted & 0xFFFF_FFFFL, what);
  }

  void expect16(long at, int wanted, String what) throws Malformed {
    expect(at, u16(at), wanted, what);
  }

  void expect8(long at, int wanted, String what) throws Malformed {
    expect(at, u8(at), wanted, what);
  }

  void expect64(long at, long wanted, String what) throws Malformed {
    expect(at, u64(at), wanted, what);
  }

  private void expect(long at, long found, long wanted, String what) throws Malformed {
    if (found != wanted) {
      throw new Malformed(
          offset(at), "the " + what + " is " + number(found) + ", not " + number(wanted));
    }
  }

  private static String number(long value) {
    return value >= 0 && value < 10 ? Long.toString(value) : "0x" + Long.toHexString(value);
  }
}
