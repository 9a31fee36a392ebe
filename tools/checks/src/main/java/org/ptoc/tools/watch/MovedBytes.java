package org.ptoc.tools.watch;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.Function;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.emulator.machine.Movement;
import org.ptoc.ir.isa.AddressSpace;

/**
 * A word that moves boxes of L1 to the memories of products, in order or transposed. Uninitialised
 * bytes stay uninitialised at their destination. The movements of the word run once more, on arrays
 * that hold for each byte whether it is known.
 */
final class MovedBytes {
  private static final byte KNOWN = -1;

  private byte[] source = {};
  private byte[] target = {};

  /** Moves what is known of the bytes that a word has moved. */
  void run(ExecutionRecord record, Function<AddressSpace, BitSet> known) {
    record
        .pieces()
        .visit(
            (space, address, length, isWrite) -> {
              int end = (int) (address + length);
              if (isWrite) {
                target = spread(known.apply(space), target, (int) address, end);
              } else {
                source = spread(known.apply(space), source, (int) address, end);
              }
            });
    for (Movement movement : record.movements()) {
      movement.run(source, target);
    }
    record
        .pieces()
        .visit(
            (space, address, length, isWrite) -> {
              if (isWrite) {
                keep(known.apply(space), (int) address, (int) (address + length));
              }
            });
  }

  private static byte[] spread(BitSet known, byte[] bytes, int from, int end) {
    byte[] result = end > bytes.length ? Arrays.copyOf(bytes, end) : bytes;
    Arrays.fill(result, from, end, (byte) 0);
    for (int at = known.nextSetBit(from); at >= 0 && at < end; ) {
      int to = Math.min(known.nextClearBit(at), end);
      Arrays.fill(result, at, to, KNOWN);
      at = known.nextSetBit(to);
    }
    return result;
  }

  /** A byte of which one half is known counts as known. */
  private void keep(BitSet known, int from, int end) {
    known.clear(from, end);
    for (int at = from; at < end; ) {
      int to = at;
      while (to < end && target[to] != 0) {
        to++;
      }
      known.set(at, to);
      at = to;
      while (at < end && target[at] == 0) {
        at++;
      }
    }
  }
}
