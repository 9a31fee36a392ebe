package org.ptoc.emulator.machine;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The little-endian data that a buffer in global memory holds at launch. Launches copy what a
 * kernel touches, so that the data must not change while a launch runs and its results are read.
 */
public interface Contents {
  /** Number of bytes. */
  long size();

  /**
   * Copies {@code bytes} bytes of the data, from byte {@code from} on, to an array.
   *
   * @param from a multiple of 8
   * @param bytes a multiple of 8, or what is left of the data
   */
  void read(long from, byte[] to, int at, int bytes);

  /** A copy of the data. */
  default byte[] toBytes() {
    byte[] all = new byte[Math.toIntExact(size())];
    read(0, all, 0, all.length);
    return all;
  }

  /** Data in an array, which may be read from any byte on. */
  static Contents of(byte[] data) {
    return new Bytes(data);
  }

  /** Data in memory of any kind, which may be read from any byte on. */
  static Contents of(MemorySegment data) {
    return new Segment(data);
  }

  /** True if the data lies in memory, so that no copy is needed to read any part of it again. */
  default boolean isStored() {
    return false;
  }

  /** Data in an array. */
  record Bytes(byte[] data) implements Contents {
    @Override
    public long size() {
      return data.length;
    }

    @Override
    public void read(long from, byte[] to, int at, int bytes) {
      System.arraycopy(data, (int) from, to, at, bytes);
    }

    @Override
    public boolean isStored() {
      return true;
    }
  }

  /** Data in a segment. */
  record Segment(MemorySegment data) implements Contents {
    @Override
    public long size() {
      return data.byteSize();
    }

    @Override
    public void read(long from, byte[] to, int at, int bytes) {
      MemorySegment.copy(data, ValueLayout.JAVA_BYTE, from, to, at, bytes);
    }

    @Override
    public boolean isStored() {
      return true;
    }
  }
}
