package org.ptoc.emulator.machine;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.ptoc.ir.isa.TrapCode;

/**
 * Global memory: the argument buffers of a launch, each in an address window of its own. Behind the
 * data of a buffer lie zero bytes, which kernels may touch where the launch allows it (spec/00,
 * 1.1); every other access traps. Shared by all blocks.
 */
public final class GlobalMemory {
  /** Zero bytes behind the data of a buffer. */
  public static final int SLACK_BYTES = 65_536;

  private static final int WINDOW_SHIFT = 36;

  private final byte[][] buffers;
  private final int[] sizes;
  private final boolean slack;

  /** Copies {@code contents} into buffers whose zero bytes may be touched. */
  public GlobalMemory(List<byte[]> contents) {
    this(contents.stream().map(MemorySegment::ofArray).toList(), size -> new byte[size], true);
  }

  /**
   * As above, in arrays from {@code arrays}, which may hold anything and have exactly the size that
   * is asked for.
   *
   * @param slack whether the zero bytes behind the data may be touched
   */
  public GlobalMemory(List<MemorySegment> contents, IntFunction<byte[]> arrays, boolean slack) {
    this.slack = slack;
    buffers = new byte[contents.size()][];
    sizes = new int[contents.size()];
    for (int i = 0; i < buffers.length; i++) {
      sizes[i] = Math.toIntExact(contents.get(i).byteSize());
      buffers[i] = arrays.apply(Math.addExact(sizes[i], SLACK_BYTES));
      MemorySegment.copy(contents.get(i), ValueLayout.JAVA_BYTE, 0, buffers[i], 0, sizes[i]);
      Arrays.fill(buffers[i], sizes[i], buffers[i].length, (byte) 0);
    }
  }

  /** The arrays of the buffers, for use by another memory when this one is not needed any more. */
  public List<byte[]> arrays() {
    return List.of(buffers);
  }

  /** The address of the first byte of buffer {@code index}. */
  public static long address(int index) {
    return (index + 1L) << WINDOW_SHIFT;
  }

  /** A copy of the data of buffer {@code index}, without the slack. */
  public byte[] contents(int index) {
    return Arrays.copyOf(buffers[index], sizes[index]);
  }

  /** Whether the data of buffer {@code index} is not what {@code other}, of its size, holds. */
  public boolean differs(int index, MemorySegment other) {
    return data(index).mismatch(other) >= 0;
  }

  /** Copies the data of buffer {@code index} to memory of its size. */
  public void copyTo(int index, MemorySegment target) {
    target.copyFrom(data(index));
  }

  private MemorySegment data(int index) {
    return MemorySegment.ofArray(buffers[index]).asSlice(0, sizes[index]);
  }

  /** The bytes of the buffer that holds {@code bytes} bytes from {@code address} on. */
  public byte[] buffer(long address, long bytes) {
    long index = (address >>> WINDOW_SHIFT) - 1;
    if (index < 0
        || index >= buffers.length
        || bytes < 0
        || (long) offset(address) + bytes > end((int) index, bytes)) {
      throw outside(address, bytes);
    }
    return buffers[(int) index];
  }

  /** One past the last legal byte of a buffer; an access of no bytes touches none. */
  private int end(int index, long bytes) {
    return slack || bytes == 0 ? buffers[index].length : sizes[index];
  }

  /** The trap of an access outside of the buffers, with the buffer that lies nearest. */
  private MachineTrap outside(long address, long bytes) {
    String message =
        "GM access of "
            + bytes
            + " bytes at 0x"
            + Long.toHexString(address)
            + " is outside every argument buffer";
    long nearest = (address + (1L << WINDOW_SHIFT - 1) >> WINDOW_SHIFT) - 1;
    return bytes > 0 && nearest >= 0 && nearest < buffers.length
        ? MachineTrap.outOfRange(message, (int) nearest, address - address((int) nearest), bytes)
        : MachineTrap.of(TrapCode.GM_ACCESS, message);
  }

  /** The number of the buffer of a checked address. */
  public static int index(long address) {
    return (int) (address >>> WINDOW_SHIFT) - 1;
  }

  /** The data bytes of buffer {@code index}, without the slack. */
  public int size(int index) {
    return sizes[index];
  }

  /** The number of buffers. */
  int count() {
    return buffers.length;
  }

  /** The place of {@code address} in its buffer. */
  public static int offset(long address) {
    long offset = address & (1L << WINDOW_SHIFT) - 1;
    return offset > Integer.MAX_VALUE ? Integer.MAX_VALUE : (int) offset;
  }
}
