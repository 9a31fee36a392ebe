package org.ptoc.tools.toolchain;

import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.Optional;

/**
 * Memory that stays between launches, and which of its bytes were ever written. Launches read and
 * write it where it lies. Used by one thread at a time.
 */
public final class DeviceMemory {
  private final MemorySegment data;

  /** The bytes that were written; empty when all were. */
  private Optional<BitSet> written;

  /**
   * Memory of {@code data}.
   *
   * @param data less than 2 GiB, little-endian
   * @param isWritten whether its bytes have values; those of others have none until they are
   *     written
   */
  public DeviceMemory(MemorySegment data, boolean isWritten) {
    this.data = data;
    this.written = isWritten ? Optional.empty() : Optional.of(new BitSet());
  }

  /** Its bytes. */
  public MemorySegment data() {
    return data;
  }

  /**
   * The first byte of a range that was never written; -1 if all were.
   *
   * @param from the first byte, at least 0
   * @param end one past the last byte; bytes past the memory count as written
   */
  public long unwritten(long from, long end) {
    int first = written.map(bytes -> bytes.nextClearBit((int) from)).orElse(Integer.MAX_VALUE);
    return first < Math.min(end, data.byteSize()) ? first : -1;
  }

  /** Notes that a range was written, as far as the memory holds it. */
  public void write(long from, long end) {
    int last = (int) Math.min(end, data.byteSize());
    written.filter(_ -> from < last).ifPresent(bytes -> bytes.set((int) from, last));
  }

  /** Notes that any of its bytes may have been written. */
  public void writeAll() {
    written = Optional.empty();
  }
}
