package org.ptoc.emulator.unit;

import org.ptoc.emulator.numeric.SortKey;
import org.ptoc.ir.isa.DataType;

/**
 * Descending sorts of 32-element blocks in the unified buffer (spec/10, section 10). Values are
 * copied bit for bit; the order is that of {@link SortKey}. Addresses are checked by the caller,
 * and so are overlaps.
 */
public final class BlockSort {
  /** Elements of a block. */
  public static final int RECORDS = 32;

  /** Bytes of a sort record: the value in the low bytes, the index in the upper four. */
  public static final int RECORD_BYTES = 8;

  /** Bits of an index that fit between a rank and a position in one key. */
  private static final int INDEX_BITS = 27;

  /** Place of the rank above 32 bits of index and 5 of position. */
  private static final int HALF_RANK_SHIFT = 37;

  private BlockSort() {}

  /**
   * pto.vbitsort: sorts scores with their indices into records.
   *
   * @param type FP32 or FP16, the type of the scores
   * @param repeat number of blocks, 0 to 255; 0 does nothing
   * @param smallerIndexFirst the tie rule, bit 0 of the configuration word: equal scores by
   *     unsigned index and then position instead of position alone
   */
  public static void sortRecords(
      byte[] ub,
      int destination,
      int scores,
      int indices,
      int repeat,
      DataType type,
      boolean smallerIndexFirst,
      UnitScratch scratch) {
    int width = type.bytes();
    for (int from = 0; from < repeat; from += BatchSort.BLOCKS) {
      int blocks = Math.min(BatchSort.BLOCKS, repeat - from);
      int record = destination + from * RECORDS * RECORD_BYTES;
      int score = scores + from * RECORDS * width;
      int index = indices + from * RECORDS * 4;
      if (blocks == BatchSort.BLOCKS && type == DataType.FP16) {
        scratch.batch().sortRecords(ub, record, score, index, smallerIndexFirst);
      } else {
        sortOneByOne(ub, record, score, index, blocks, width, smallerIndexFirst, scratch);
      }
    }
  }

  private static void sortOneByOne(
      byte[] ub,
      int destination,
      int scores,
      int indices,
      int blocks,
      int width,
      boolean smallerIndexFirst,
      UnitScratch scratch) {
    for (int block = 0; block < blocks; block++) {
      int score = scores + block * RECORDS * width;
      int index = indices + block * RECORDS * 4;
      if (smallerIndexFirst) {
        sortBlockWithIndices(ub, score, index, width, scratch);
      } else {
        sortBlock(ub, score, width, scratch);
      }
      writeRecords(ub, destination + block * RECORDS * RECORD_BYTES, score, index, width, scratch);
    }
  }

  /**
   * pto.vsort32: sorts scores alone. The destination may be the source.
   *
   * @param repeat number of blocks, 0 to 255; 0 means 1
   */
  public static void sortValues(
      byte[] ub, int destination, int source, int repeat, DataType type, UnitScratch scratch) {
    int width = type.bytes();
    int bytes = RECORDS * width;
    for (int block = 0; block < Math.max(repeat, 1); block++) {
      int from = source + block * bytes;
      sortBlock(ub, from, width, scratch);
      for (int j = 0; j < RECORDS; j++) {
        int k = (int) scratch.sortKeys[j];
        LittleEndian.put(
            scratch.vectors, j * width, width, LittleEndian.get(ub, from + k * width, width));
      }
      System.arraycopy(scratch.vectors, 0, ub, destination + block * bytes, bytes);
    }
  }

  /** Leaves in the keys: negated rank in the upper half, position in the lower half, ascending. */
  private static void sortBlock(byte[] ub, int scores, int width, UnitScratch scratch) {
    long[] keys = scratch.sortKeys;
    if (width == 4) {
      for (int k = 0; k < RECORDS; k++) {
        keys[k] = key(SortKey.rank32(LittleEndian.get32(ub, scores + 4 * k)), k);
      }
    } else {
      for (int k = 0; k < RECORDS; k++) {
        keys[k] = key(SortKey.rank16(LittleEndian.get16(ub, scores + 2 * k)), k);
      }
    }
    SortNetwork.sort(keys);
  }

  /**
   * Leaves keys in the same order with the index between rank and position, where the three fit
   * into one long: ranks of 16-bit scores always, others when no index of the block needs more than
   * 27 bits.
   */
  private static void sortBlockWithIndices(
      byte[] ub, int scores, int indices, int width, UnitScratch scratch) {
    long[] keys = scratch.sortKeys;
    if (width == 2) {
      for (int k = 0; k < RECORDS; k++) {
        int rank = SortKey.rank16(LittleEndian.get16(ub, scores + 2 * k));
        keys[k] = halfKey(rank, LittleEndian.get32(ub, indices + 4 * k), k);
      }
      SortNetwork.sort(keys);
      return;
    }
    int used = 0;
    for (int k = 0; k < RECORDS; k++) {
      int index = LittleEndian.get32(ub, indices + 4 * k);
      used |= index;
      keys[k] = key(SortKey.rank32(LittleEndian.get32(ub, scores + 4 * k)), index << 5 | k);
    }
    if (used >>> INDEX_BITS == 0) {
      SortNetwork.sort(keys);
      return;
    }
    sortBlock(ub, scores, width, scratch);
    if (hasUnorderedTie(ub, indices, keys)) {
      sortBlockByIndex(ub, scores, indices, width, scratch);
    }
  }

  private static long key(int rank, int position) {
    return (long) -rank << 32 | position & 0xFFFF_FFFFL;
  }

  /** A key of a 16-bit score with all of an index. */
  static long halfKey(int rank, int index, int position) {
    return (long) -rank << HALF_RANK_SHIFT | (index & 0xFFFF_FFFFL) << 5 | position;
  }

  /** True if two neighbours of equal rank stand with the larger index first. */
  private static boolean hasUnorderedTie(byte[] ub, int indices, long[] keys) {
    for (int j = 1; j < RECORDS; j++) {
      if (keys[j - 1] >> 32 == keys[j] >> 32
          && Integer.compareUnsigned(index(ub, indices, keys[j - 1]), index(ub, indices, keys[j]))
              > 0) {
        return true;
      }
    }
    return false;
  }

  private static int index(byte[] ub, int indices, long key) {
    return LittleEndian.get32(ub, indices + 4 * (int) key);
  }

  /**
   * First by index and position, then stably by rank: two keys that do not fit one long together.
   */
  private static void sortBlockByIndex(
      byte[] ub, int scores, int indices, int width, UnitScratch scratch) {
    long[] keys = scratch.sortKeys;
    int[] order = scratch.sortOrder;
    for (int k = 0; k < RECORDS; k++) {
      // The flipped sign bit makes the signed order of keys the unsigned order of indices.
      keys[k] = (long) (LittleEndian.get32(ub, indices + 4 * k) ^ Integer.MIN_VALUE) << 32 | k;
    }
    SortNetwork.sort(keys);
    for (int j = 0; j < RECORDS; j++) {
      order[j] = (int) keys[j];
      int bits = (int) LittleEndian.get(ub, scores + order[j] * width, width);
      keys[j] = key(width == 4 ? SortKey.rank32(bits) : SortKey.rank16(bits), j);
    }
    SortNetwork.sort(keys);
    for (int j = 0; j < RECORDS; j++) {
      keys[j] = order[(int) keys[j]];
    }
  }

  private static void writeRecords(
      byte[] ub, int destination, int scores, int indices, int width, UnitScratch scratch) {
    long[] keys = scratch.sortKeys;
    long[] records = scratch.records;
    if (width == 4) {
      for (int k = 0; k < RECORDS; k++) {
        records[k] =
            LittleEndian.get32(ub, scores + 4 * k) & 0xFFFF_FFFFL
                | (long) LittleEndian.get32(ub, indices + 4 * k) << 32;
      }
    } else {
      for (int k = 0; k < RECORDS; k++) {
        records[k] =
            LittleEndian.get16(ub, scores + 2 * k)
                | (long) LittleEndian.get32(ub, indices + 4 * k) << 32;
      }
    }
    for (int j = 0; j < RECORDS; j++) {
      LittleEndian.put64(ub, destination + j * RECORD_BYTES, records[(int) keys[j] & RECORDS - 1]);
    }
  }
}
