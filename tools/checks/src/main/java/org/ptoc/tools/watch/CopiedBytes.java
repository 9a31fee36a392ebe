package org.ptoc.tools.watch;

import java.util.BitSet;
import org.ptoc.emulator.machine.AccessPieces;

/**
 * A word that copies bytes: the bytes that it reads, in their order, are those that it writes.
 * Where it reads some of them several times, all that it writes counts as known.
 */
final class CopiedBytes {
  /** What was read and not written yet, as bits from 0 on. */
  private final BitSet known = new BitSet();

  private int read;
  private int written;

  /** Moves what is known of the bytes that a word copies. */
  void run(AccessPieces pieces, BitSet memory) {
    known.clear();
    read = 0;
    written = 0;
    pieces.visit((_, address, length, isWrite) -> take(memory, (int) address, length, isWrite));
    long[] writes = {0};
    pieces.visit((_, _, length, isWrite) -> writes[0] += isWrite ? length : 0);
    if (writes[0] == read) {
      pieces.visit((_, address, length, isWrite) -> put(memory, (int) address, length, isWrite));
    } else {
      pieces.visit((_, address, length, isWrite) -> set(memory, (int) address, length, isWrite));
    }
  }

  private void take(BitSet memory, int address, long length, boolean isWrite) {
    if (!isWrite) {
      for (int at = memory.nextSetBit(address); at >= 0 && at < address + length; ) {
        int end = (int) Math.min(memory.nextClearBit(at), address + length);
        known.set(read + at - address, read + end - address);
        at = memory.nextSetBit(end);
      }
      read += (int) length;
    }
  }

  private void put(BitSet memory, int address, long length, boolean isWrite) {
    if (isWrite) {
      memory.clear(address, (int) (address + length));
      int end = written + (int) length;
      for (int at = known.nextSetBit(written); at >= 0 && at < end; ) {
        int to = Math.min(known.nextClearBit(at), end);
        memory.set(address + at - written, address + to - written);
        at = known.nextSetBit(to);
      }
      written = end;
    }
  }

  private static void set(BitSet memory, int address, long length, boolean isWrite) {
    if (isWrite) {
      memory.set(address, (int) (address + length));
    }
  }
}
