package org.ptoc.emulator.unit;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.emulator.numeric.SortKey;

/**
 * Sorts {@link #BLOCKS} blocks of 32 f16 scores at once: each comparator of a network works on the
 * keys of all blocks, in a loop that the JVM vectorises. That takes four fifths of the time of
 * single blocks; f32 gains nothing.
 *
 * <p>Key {@code k} of block {@code b} is in array {@code k % 16}, in its first half for the first
 * sixteen keys and in its second for the others, so that both are sorted by the same loops before
 * they are merged.
 */
final class BatchSort {
  /** Blocks that are sorted at once. */
  static final int BLOCKS = 32;

  private static final int HALF = BlockSort.RECORDS / 2;

  /** Pairs of arrays whose comparators sort sixteen keys. */
  private static final int[] SORT = sortingNetwork();

  /** Pairs that sort a bitonic sequence of sixteen. */
  private static final int[] MERGE = bitonicMerge();

  private final long[][] keys = new long[HALF][2 * BLOCKS];

  /** Odd-even merge sort of sixteen keys (Batcher). */
  private static int[] sortingNetwork() {
    List<Integer> pairs = new ArrayList<>();
    for (int sorted = 1; sorted < HALF; sorted *= 2) {
      for (int distance = sorted; distance >= 1; distance /= 2) {
        for (int from = distance % sorted; from + distance < HALF; from += 2 * distance) {
          for (int low = from; low < Math.min(from + distance, HALF - distance); low++) {
            if (low / (2 * sorted) == (low + distance) / (2 * sorted)) {
              pairs.add(low);
              pairs.add(low + distance);
            }
          }
        }
      }
    }
    return toArray(pairs);
  }

  private static int[] bitonicMerge() {
    List<Integer> pairs = new ArrayList<>();
    for (int distance = HALF / 2; distance >= 1; distance /= 2) {
      for (int low = 0; low < HALF; low++) {
        if ((low & distance) == 0) {
          pairs.add(low);
          pairs.add(low + distance);
        }
      }
    }
    return toArray(pairs);
  }

  private static int[] toArray(List<Integer> numbers) {
    return numbers.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Sorts blocks of 16-bit scores into records, as {@link BlockSort#sortRecords} does. */
  void sortRecords(byte[] ub, int destination, int scores, int indices, boolean smallerIndexFirst) {
    read(ub, scores, indices, smallerIndexFirst);
    sort();
    write(ub, destination, scores, indices);
  }

  private void read(byte[] ub, int scores, int indices, boolean smallerIndexFirst) {
    for (int k = 0; k < BlockSort.RECORDS; k++) {
      long[] column = keys[k % HALF];
      int first = k / HALF * BLOCKS;
      for (int b = 0; b < BLOCKS; b++) {
        int at = b * BlockSort.RECORDS + k;
        int index = smallerIndexFirst ? LittleEndian.get32(ub, indices + 4 * at) : 0;
        column[first + b] =
            BlockSort.halfKey(SortKey.rank16(LittleEndian.get16(ub, scores + 2 * at)), index, k);
      }
    }
  }

  private void sort() {
    for (int i = 0; i < SORT.length; i += 2) {
      compare(keys[SORT[i]], keys[SORT[i + 1]]);
    }
    for (int k = 0; k < HALF; k++) {
      compareHalves(keys[k], keys[HALF - 1 - k]);
    }
    for (int i = 0; i < MERGE.length; i += 2) {
      compare(keys[MERGE[i]], keys[MERGE[i + 1]]);
    }
  }

  private static void compare(long[] low, long[] high) {
    for (int i = 0; i < 2 * BLOCKS; i++) {
      long a = low[i];
      long b = high[i];
      low[i] = Math.min(a, b);
      high[i] = Math.max(a, b);
    }
  }

  /** The first half of an array with the second one of another. */
  private static void compareHalves(long[] low, long[] high) {
    for (int i = 0; i < BLOCKS; i++) {
      long a = low[i];
      long b = high[i + BLOCKS];
      low[i] = Math.min(a, b);
      high[i + BLOCKS] = Math.max(a, b);
    }
  }

  private void write(byte[] ub, int destination, int scores, int indices) {
    for (int k = 0; k < BlockSort.RECORDS; k++) {
      long[] column = keys[k % HALF];
      int first = k / HALF * BLOCKS;
      for (int b = 0; b < BLOCKS; b++) {
        int from = b * BlockSort.RECORDS + ((int) column[first + b] & BlockSort.RECORDS - 1);
        long record =
            LittleEndian.get16(ub, scores + 2 * from)
                | (long) LittleEndian.get32(ub, indices + 4 * from) << 32;
        LittleEndian.put64(
            ub, destination + BlockSort.RECORD_BYTES * (b * BlockSort.RECORDS + k), record);
      }
    }
  }
}
