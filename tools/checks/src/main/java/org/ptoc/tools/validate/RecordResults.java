package org.ptoc.tools.validate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.ptoc.emulator.numeric.SortKey;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.CodeSwitch;

/** Results of sorts and merges of records of eight bytes (spec/20, 5.1 and 5.2). */
final class RecordResults {
  private static final int BLOCK = 32;
  private static final int LISTS = 4;

  private RecordResults() {}

  /**
   * A record.
   *
   * @param rank of the score, larger ones first
   */
  private record Entry(int rank, long bits) {
    static Entry of(ElementType type, long bits) {
      return new Entry(
          type == ElementType.F16 ? SortKey.rank16((int) bits) : SortKey.rank32((int) bits), bits);
    }
  }

  static void sort(Execution run) {
    Tile source = run.tile(RoleName.SRC);
    Tile indices = run.tile(RoleName.IDX);
    ElementType type = source.type().element();
    Expectation expected = run.expect(RoleName.DST);
    Comparator<Entry> order = Comparator.comparingInt(Entry::rank).reversed();
    if (!run.has(CodeSwitch.POSITION_TIES)) {
      order = order.thenComparing(entry -> entry.bits >>> Integer.SIZE);
    }
    for (long row = 0; row < expected.tile().rows(); row++) {
      for (long first = 0; first < source.columns(); first += BLOCK) {
        List<Entry> entries = new ArrayList<>();
        for (long i = first; i < Math.min(first + BLOCK, source.columns()); i++) {
          long index = run.element(indices, indices.rows() == 1 ? 0 : row, i);
          entries.add(Entry.of(type, run.element(source, row, i) | index << Integer.SIZE));
        }
        entries.sort(order);
        put(expected, row, first, entries);
      }
    }
  }

  private static void put(Expectation expected, long row, long first, List<Entry> entries) {
    int bytes = expected.tile().elementBytes();
    int width = Long.BYTES / bytes;
    for (int i = 0; i < entries.size(); i++) {
      for (int part = 0; part < width; part++) {
        long bits = entries.get(i).bits >>> Byte.SIZE * bytes * part;
        expected.add(row, (first + i) * width + part, bits & -1L >>> Long.SIZE - Byte.SIZE * bytes);
      }
    }
  }

  /** Four neighbouring lists become one; what is not in order has no defined result. */
  static void mergeBlocks(Execution run) {
    Tile source = run.tile(RoleName.SRCS);
    ElementType type = source.type().element();
    int bytes = source.elementBytes();
    int width = Long.BYTES / bytes;
    int length = (int) run.scalar(RoleName.BLOCK_LENGTH) / width;
    Expectation expected = run.expect(RoleName.DST);
    for (long first = 0; first < source.columns() / width; first += (long) LISTS * length) {
      List<Entry> entries = new ArrayList<>();
      boolean isOrdered = true;
      for (int i = 0; i < LISTS * length; i++) {
        Entry entry = Entry.of(type, run.bytes(source.place(0, (first + i) * width), Long.BYTES));
        isOrdered &= i % length == 0 || entries.getLast().rank >= entry.rank;
        entries.add(entry);
      }
      if (isOrdered) {
        entries.sort(Comparator.comparingInt(Entry::rank).reversed());
        put(expected, 0, first, entries);
      }
    }
  }
}
