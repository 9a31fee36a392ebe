package org.ptoc.emulator.unit;

import org.ptoc.emulator.numeric.SortKey;
import org.ptoc.ir.isa.DataType;

/**
 * pto.vmrgsort4: merges up to four lists of sort records in descending order (spec/10, section 10).
 */
public final class RecordMerge {
  private static final int RECORD_BYTES = BlockSort.RECORD_BYTES;

  /** Below the key of every record. */
  private static final long EXHAUSTED = Long.MIN_VALUE;

  private RecordMerge() {}

  /** Number of records of list {@code k} in a packed count word. */
  public static int count(long counts, int k) {
    return (int) (counts >>> 16 * k) & 0xFFFF;
  }

  /** Byte address of list {@code k} in a packed address word. */
  public static int address(long addresses, int k) {
    return ((int) (addresses >>> 16 * k) & 0xFFFF) * RECORD_BYTES;
  }

  /** Records of the four lists together, the distance between repeats. */
  public static int total(long counts) {
    return count(counts, 0) + count(counts, 1) + count(counts, 2) + count(counts, 3);
  }

  /**
   * Merges.
   *
   * @param addresses four 16-bit fields, list 0 lowest: UB byte address divided by 8
   * @param counts four 16-bit record counts
   * @param config repeat in bits 7..0, list mask in 11..8, stop at the first exhausted list in bit
   *     12
   * @param type FP32 or FP16, the type of the scores
   * @return the new value of VMS4_SR, the records taken from each list in the last repeat; 0 for
   *     repeat 0
   */
  public static long merge(
      byte[] ub, int destination, long addresses, long counts, long config, DataType type) {
    int repeat = (int) config & 0xFF;
    int lists = (int) (config >>> 8) & 0xF;
    boolean stopAtExhausted = (config >>> 12 & 1) != 0;
    int distance = total(counts) * RECORD_BYTES;
    long taken = 0;
    for (int r = 0; r < repeat; r++) {
      taken =
          mergeOnce(ub, destination, r * distance, addresses, counts, lists, stopAtExhausted, type);
    }
    return taken;
  }

  private static long mergeOnce(
      byte[] ub,
      int destination,
      int base,
      long addresses,
      long counts,
      int lists,
      boolean stopAtExhausted,
      DataType type) {
    boolean wide = type == DataType.FP32;
    long taken = 0;
    int out = destination + base;
    long key0 = headKey(ub, base, addresses, counts, taken, lists, 0, wide);
    long key1 = headKey(ub, base, addresses, counts, taken, lists, 1, wide);
    long key2 = headKey(ub, base, addresses, counts, taken, lists, 2, wide);
    long key3 = headKey(ub, base, addresses, counts, taken, lists, 3, wide);
    if (stopAtExhausted && hasEmptyList(counts, lists)) {
      return taken;
    }
    while (true) {
      long best = Math.max(Math.max(key0, key1), Math.max(key2, key3));
      if (best == EXHAUSTED) {
        return taken;
      }
      int list = 3 - (int) (best & 3);
      int from = address(addresses, list) + base + count(taken, list) * RECORD_BYTES;
      LittleEndian.put64(ub, out, LittleEndian.get64(ub, from));
      out += RECORD_BYTES;
      taken += 1L << 16 * list;
      long next = headKey(ub, base, addresses, counts, taken, lists, list, wide);
      if (stopAtExhausted && next == EXHAUSTED) {
        return taken;
      }
      switch (list) {
        case 0 -> key0 = next;
        case 1 -> key1 = next;
        case 2 -> key2 = next;
        default -> key3 = next;
      }
    }
  }

  private static boolean hasEmptyList(long counts, int lists) {
    for (int k = 0; k < 4; k++) {
      if ((lists >>> k & 1) != 0 && count(counts, k) == 0) {
        return true;
      }
    }
    return false;
  }

  /** Rank of the next record of a list, with the list number so that the lower list wins a tie. */
  private static long headKey(
      byte[] ub,
      int base,
      long addresses,
      long counts,
      long taken,
      int lists,
      int list,
      boolean wide) {
    int next = count(taken, list);
    if ((lists >>> list & 1) == 0 || next >= count(counts, list)) {
      return EXHAUSTED;
    }
    int record = address(addresses, list) + base + next * RECORD_BYTES;
    int rank =
        wide
            ? SortKey.rank32(LittleEndian.get32(ub, record))
            : SortKey.rank16(LittleEndian.get16(ub, record));
    return (long) rank << 2 | 3 - list;
  }
}
