package org.ptoc.emulator.machine;

import java.util.Arrays;
import org.ptoc.ir.isa.AddressSpace;

/**
 * Exactly which bytes an instruction touched, in the order in which it did: rows of equal length at
 * constant distances. Only for listeners that ask for it ({@link ExecutionListener#wantsPieces}).
 */
public final class AccessPieces {
  /** Pieces of one instruction; more of them grow the last one of their kind to bounds. */
  public static final int MOST = 1 << 16;

  private static final int FIRST_ROOM = 16;

  /** Number of last pieces that may be extended: a word has at most this many operands. */
  private static final int LAST = 6;

  /** Receives rows without gaps. */
  public interface Visitor {
    /**
     * Bytes of one memory were touched.
     *
     * @param length at least 1
     */
    void touched(AddressSpace space, long address, long length, boolean isWrite);
  }

  /** Receives rows as they were recorded. */
  public interface RowVisitor {
    /**
     * Bytes of one memory were touched.
     *
     * @param length bytes of a row, at least 1
     * @param stride bytes from the beginning of a row to that of the next one; may be negative
     * @param rows at least 1
     */
    void touched(
        AddressSpace space, long address, long length, long stride, long rows, boolean isWrite);
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
    visitRows(
        (space, address, length, stride, number, isWrite) -> {
          if (stride == length || number == 1) {
            visitor.touched(space, address, length * number, isWrite);
          } else {
            for (long row = 0; row < number; row++) {
              visitor.touched(space, address + row * stride, length, isWrite);
            }
          }
        });
  }

  /** Calls the visitor for rows of equal length at constant distances. */
  public void visitRows(RowVisitor visitor) {
    for (int i = 0; i < count; i++) {
      visitor.touched(spaces[i], addresses[i], lengths[i], strides[i], rows[i], written[i]);
    }
  }

  /** Adds bytes; those that continue one of the last pieces make it longer. */
  void add(AddressSpace space, long address, long length, boolean write) {
    if (length > 0 && !continues(space, address, length, write)) {
      append(space, address, length, length, 1, write);
    }
  }

  /** Adds rows of {@code length} bytes whose first bytes are {@code stride} bytes apart. */
  void add(AddressSpace space, long address, long length, long stride, long number, boolean write) {
    if (length <= 0 || number <= 0) {
      return;
    }
    if (stride >= 0 && stride <= length) {
      add(space, address, (number - 1) * stride + length, write);
    } else {
      append(space, address, length, stride, number, write);
    }
  }

  /**
   * True if bytes are in one of the last pieces, or behind it. Nothing may have been touched in
   * between in the other direction: what a word reads may be what it wrote just before.
   */
  private boolean continues(AddressSpace space, long address, long length, boolean write) {
    long end = address + length;
    for (int i = count - 1; i >= Math.max(0, count - LAST); i--) {
      boolean alike = spaces[i] == space && written[i] == write && rows[i] == 1;
      if (alike && address >= addresses[i] && address <= addresses[i] + lengths[i]) {
        lengths[i] = Math.max(lengths[i], end - addresses[i]);
        strides[i] = lengths[i];
        return true;
      }
      if (written[i] != write && spaces[i] == space && address < end(i) && addresses[i] < end) {
        return false;
      }
    }
    return false;
  }

  /** One past the last byte of a piece. */
  private long end(int piece) {
    return addresses[piece] + (rows[piece] - 1) * Math.max(0, strides[piece]) + lengths[piece];
  }

  private void append(
      AddressSpace space, long address, long length, long stride, long number, boolean write) {
    if (count >= MOST
        && joins(space, address, length + (number - 1) * Math.max(0, stride), write)) {
      return;
    }
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

  /** Grows the last piece of a kind to bounds; false when the last ones are all of other kinds. */
  private boolean joins(AddressSpace space, long address, long length, boolean write) {
    for (int i = count - 1; i >= count - LAST; i--) {
      if (spaces[i] == space && written[i] == write) {
        long end = Math.max(end(i), address + length);
        addresses[i] = Math.min(addresses[i], address);
        lengths[i] = end - addresses[i];
        strides[i] = lengths[i];
        rows[i] = 1;
        return true;
      }
    }
    return false;
  }
}
