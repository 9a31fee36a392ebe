package org.ptoc.ir.object;

import java.util.ArrayList;
import java.util.List;

/** The records of what indexed words may touch; the section is there when a kernel has some. */
final class ExtentRecords {
  private ExtentRecords() {}

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
      int line = records.u32(at + 4);
      int column = records.u32(at + 8);
      int direction = records.u32(at + 12);
      int start = records.u32(at + 16);
      int end = records.u32(at + 20);
      boolean legal = kernel >= last && kernel < kernels && line >= 1 && column >= 0;
      if (!legal || direction < 0 || direction > 1 || start < 0 || end <= start) {
        throw new Malformed(records.offset(at), "a record of an extent is not in order or empty");
      }
      last = kernel;
      extents.get(kernel).add(new IndexedExtent(line, column, direction == 1, start, end));
    }
    if (records.size() == 0) {
      throw new Malformed(records.offset(0), "the section of extents is empty");
    }
    return extents;
  }
}
