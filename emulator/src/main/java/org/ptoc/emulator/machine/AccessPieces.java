package org.ptoc.emulator.machine;

import java.util.Arrays;
import org.ptoc.ir.isa.AddressSpace;

/**
 * Exactly which bytes an instruction touched, in the order in which it did: rows of equal length at
 * constant distances. Only for listeners that ask for it ({@link ExecutionListener#wantsPieces}).
 */
public final class AccessPieces {
  /** Pieces of one instruction; more of them make the last one of their kind a hull. */
  public static final int MOST = 1 << 16;

  private static final int FIRST_ROOM = 16;

  /** Hears of rows without gaps. */
  public interface Visitor {
    /**
     * Bytes of one memory were touched.
     *
     * @param length at least 1
     */
    void touched(AddressSpace space, long address, long length, boolean isWrite);
  }

  private AddressSpace[] spaces = new AddressSpace[0];
  private long[] addresses = new long[0];
  private long[] lengths = new long[0];
  private long[] strides = new long[0];
  private long[] rows = new long[0];
  private boolean[] written = new boolean[0];
  private int count;

  void clear() {
    count = 0;
  }

  /** Calls the visitor for each run of bytes without a gap. */
  public void visit(Visitor visitor) {
    for (int i = 0; i < count; i++) {
      if (strides[i] == lengths[i] || rows[i] == 1) {
        visitor.touched(spaces[i], addresses[i], lengths[i] * rows[i], written[i]);
      } else {
        for (long row = 0; row < rows[i]; row++) {
          visitor.touched(spaces[i], addresses[i] + row * strides[i], lengths[i], written[i]);
        }
      }
    }
  }

  /** Adds bytes; those that continue the last piece make it longer. */
  void add(AddressSpace space, long address, long length, boolean write) {
    add(space, address, length, length, 1, write);
  }

  /** Adds rows of {@code length} bytes whose first bytes are {@code stride} bytes apart. */
  void add(AddressSpace space, long address, long length, long stride, long number, boolean write) {
    if (length <= 0 || number <= 0) {
      return;
    }
    int last = count - 1;
    boolean alike = last >= 0 && spaces[last] == space && written[last] == write;
    if (stride == length && number > 1) {
      add(space, address, length * number, length * number, 1, write);
      return;
    }
    if (alike && rows[last] == 1 && number == 1) {
      if (address == addresses[last] + lengths[last]) {
        lengths[last] += length;
        strides[last] = lengths[last];
        return;
      }
      if (address == addresses[last] && length == lengths[last]) {
        return;
      }
    }
    if (count == MOST && alike) {
      long end = addresses[last] + (rows[last] - 1) * strides[last] + lengths[last];
      long from = Math.min(addresses[last], address);
      lengths[last] = Math.max(end, address + (number - 1) * stride + length) - from;
      addresses[last] = from;
      strides[last] = lengths[last];
      rows[last] = 1;
    } else if (count < 2 * MOST) {
      append(space, address, length, stride, number, write);
    }
  }

  private void append(
      AddressSpace space, long address, long length, long stride, long number, boolean write) {
    if (count == spaces.length) {
      int room = Math.max(FIRST_ROOM, 2 * count);
      spaces = Arrays.copyOf(spaces, room);
      addresses = Arrays.copyOf(addresses, room);
      lengths = Arrays.copyOf(lengths, room);
      strides = Arrays.copyOf(strides, room);
      rows = Arrays.copyOf(rows, room);
      written = Arrays.copyOf(written, room);
    }
    spaces[count] = space;
    addresses[count] = address;
    lengths[count] = length;
    strides[count] = stride;
    rows[count] = number;
    written[count] = write;
    count++;
  }
}
