package org.ptoc.tile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Sorting as spec/20, 5.1 says, on records of score and index. */
final class Records {
  private Records() {}

  /**
   * A value with its index.
   *
   * @param score bit pattern
   * @param index unsigned 32 bits
   */
  record Entry(long score, long index) {}

  /** Not-a-numbers with a sign, numbers, not-a-numbers without; both zeros are equal. */
  static int compareScores(Dtype type, long a, long b) {
    int byRank = Integer.compare(rank(type, a), rank(type, b));
    return byRank != 0 || rank(type, a) != 0
        ? byRank
        : Double.compare(type.real(a) + 0.0, type.real(b) + 0.0);
  }

  private static int rank(Dtype type, long pattern) {
    return !type.isNan(pattern) ? 0 : (pattern >>> type.bits() - 1) != 0 ? -1 : 1;
  }

  /** Descending by score, equal scores by smaller index, then in order. */
  static List<Entry> sorted(Dtype type, List<Entry> entries) {
    List<Entry> result = new ArrayList<>(entries);
    result.sort(
        Comparator.comparing((Entry entry) -> entry.score, (a, b) -> compareScores(type, b, a))
            .thenComparing(Entry::index, Long::compareUnsigned));
    return result;
  }

  /**
   * Merges lists; equal scores keep the order of the lists. Stops when a list is empty if asked to.
   */
  static List<Entry> merged(
      Dtype type, List<List<Entry>> lists, boolean untilExhausted, int[] taken) {
    List<Entry> result = new ArrayList<>();
    while (true) {
      int best = -1;
      for (int list = 0; list < lists.size(); list++) {
        if (taken[list] == lists.get(list).size()) {
          if (untilExhausted) {
            return result;
          }
          continue;
        }
        Entry candidate = lists.get(list).get(taken[list]);
        if (best < 0
            || compareScores(type, candidate.score, lists.get(best).get(taken[best]).score) > 0) {
          best = list;
        }
      }
      if (best < 0) {
        return result;
      }
      result.add(lists.get(best).get(taken[best]++));
    }
  }

  /** Columns of a record. */
  static int columns(Dtype type) {
    return 8 / type.bytes();
  }

  /** Writes a record into a row. */
  static void put(Grid grid, int row, int record, Entry entry) {
    int column = record * columns(grid.type());
    grid.set(row, column, entry.score);
    if (grid.type() == Dtype.F32) {
      grid.set(row, column + 1, entry.index);
    } else {
      grid.set(row, column + 1, 0);
      grid.set(row, column + 2, entry.index & 0xFFFF);
      grid.set(row, column + 3, entry.index >>> 16);
    }
  }

  /** The result of tsort32; columns behind the records are free. */
  static Grid sortedBlocks(Tile output, Grid scores, Grid indices) {
    Grid result = Grid.of(output);
    Dtype type = scores.type();
    for (int i = 0; i < result.rows(); i++) {
      for (int j = scores.columns() * columns(type); j < result.columns(); j++) {
        result.release(i, j);
      }
      for (int block = 0; block < scores.columns(); block += 32) {
        List<Entry> entries = new ArrayList<>();
        for (int k = block; k < Math.min(block + 32, scores.columns()); k++) {
          entries.add(new Entry(scores.get(i, k), indices.get(indices.rows() == 1 ? 0 : i, k)));
        }
        List<Entry> ordered = sorted(type, entries);
        for (int k = 0; k < ordered.size(); k++) {
          put(result, i, block + k, ordered.get(k));
        }
      }
    }
    return result;
  }
}
