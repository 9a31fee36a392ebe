package org.ptoc.ir.object;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The records of memory that indexed instructions may touch; the section exists if a kernel has
 * some.
 */
final class ExtentRecords {
  private static final int WRITE = 1;
  private static final int VIEW = 2;

  private ExtentRecords() {}

  /** Appends the extents of a kernel. */
  static void write(ByteSink out, int kernel, List<IndexedExtent> extents) {
    for (IndexedExtent each : extents) {
      out.u32(kernel).u32(each.line()).u32(each.column());
      switch (each.range()) {
        case IndexedExtent.Tile(long start, long end) ->
            out.u32(each.write() ? WRITE : 0).u32(0).u64(start).u64(end - start).u64(0);
        case IndexedExtent.View(int argument, long start, long bytes, List<Integer> factors) -> {
          out.u32(VIEW + (each.write() ? WRITE : 0)).u32(argument).u64(start).u64(bytes);
          for (int i = 0; i < IndexedExtent.View.MAX_FACTORS; i++) {
            out.u32(i < factors.size() ? factors.get(i) + 1 : 0);
          }
        }
      }
    }
  }

  private static IndexedExtent.Range range(ByteView records, int at, boolean view)
      throws Malformed {
    long start = records.u64(at + 20);
    long bytes = records.u64(at + 28);
    List<Integer> factors = new ArrayList<>();
    for (int i = 0; i < IndexedExtent.View.MAX_FACTORS; i++) {
      int factor = records.u32(at + 36 + 4L * i);
      if (factor != 0 && (!view || factors.size() < i)) {
        throw new Malformed(records.offset(at), "a record of an extent has a stray argument");
      }
      if (factor != 0) {
        factors.add(factor - 1);
      }
    }
    if (!view) {
      records.expect32(at + 16, 0, "argument of the extent of a tile");
      return new IndexedExtent.Tile(start, start + bytes);
    }
    return new IndexedExtent.View(records.u32(at + 16), start, bytes, factors);
  }

  /** The extents of each of {@code kernels} kernels. */
  static List<List<IndexedExtent>> read(ElfFile elf, int kernels) throws Malformed {
    List<List<IndexedExtent>> extents = new ArrayList<>();
    for (int i = 0; i < kernels; i++) {
      extents.add(new ArrayList<>());
    }
    if (!elf.has(ElfLayout.EXTENTS)) {
      return extents;
    }
    ByteView records = elf.section(ElfLayout.EXTENTS).content();
    int last = 0;
    for (int at = 0; at < records.size(); at += ElfLayout.EXTENT_RECORD_BYTES) {
      int kernel = records.u32(at);
      int flags = records.u32(at + 12);
      if (kernel < last || kernel >= kernels || flags < 0 || flags > WRITE + VIEW) {
        throw new Malformed(records.offset(at), "a record of an extent is not in order");
      }
      last = kernel;
      try {
        extents
            .get(kernel)
            .add(
                new IndexedExtent(
                    records.u32(at + 4),
                    records.u32(at + 8),
                    (flags & WRITE) != 0,
                    range(records, at, (flags & VIEW) != 0)));
      } catch (IllegalArgumentException e) {
        throw new Malformed(records.offset(at), Objects.toString(e.getMessage()));
      }
    }
    if (records.size() == 0) {
      throw new Malformed(records.offset(0), "the section of extents is empty");
    }
    return extents;
  }
}
