package org.ptoc.ir.object;

import java.util.ArrayList;
import java.util.List;

/**
 * A pipe between the cores of a kernel, as reports name it (spec/70, 6.3); runs do not need it.
 *
 * @param id its number, from 0
 * @param directions 1 to the vector cores, 2 to the cube core, 3 both
 * @param slots slots of each ring, 1 to 15
 * @param firstFlag the first of its cross-core flags, 0 to 15: an entry is there, it is done, and
 *     the same of the second ring
 * @param isWhole whether entries go to one vector core as a whole
 */
public record PipeRecord(int id, int directions, int slots, int firstFlag, boolean isWhole) {
  static final int BYTES = 16;

  private static final int MOST = 15;

  public PipeRecord {
    if (id < 0
        || directions < 1
        || directions > 3
        || slots < 1
        || slots > MOST
        || firstFlag < 0
        || firstFlag > MOST) {
      throw new IllegalArgumentException("a pipe between cores has no such numbers");
    }
  }

  static void write(ByteSink out, int kernel, List<PipeRecord> pipes) {
    for (PipeRecord each : pipes) {
      out.u32(kernel).u32(each.id).u8(each.directions).u8(each.slots).u8(each.firstFlag);
      out.u8(each.isWhole ? 1 : 0).u32(0);
    }
  }

  /** The pipes of each of {@code kernels} kernels. */
  static List<List<PipeRecord>> read(ElfFile elf, int kernels) throws Malformed {
    List<List<PipeRecord>> pipes = new ArrayList<>();
    for (int i = 0; i < kernels; i++) {
      pipes.add(new ArrayList<>());
    }
    if (!elf.has(ElfLayout.PIPES)) {
      return pipes;
    }
    ByteView records = elf.section(ElfLayout.PIPES).content();
    for (int at = 0; at < records.size(); at += BYTES) {
      int kernel = records.u32(at);
      if (kernel < 0 || kernel >= kernels || records.u8(at + 11) > 1) {
        throw new Malformed(records.offset(at), "a record of a pipe makes no sense");
      }
      records.expect32(at + 12, 0, "reserved field of a pipe");
      try {
        pipes
            .get(kernel)
            .add(
                new PipeRecord(
                    records.u32(at + 4),
                    records.u8(at + 8),
                    records.u8(at + 9),
                    records.u8(at + 10),
                    records.u8(at + 11) == 1));
      } catch (IllegalArgumentException e) {
        throw new Malformed(records.offset(at), "a record of a pipe makes no sense");
      }
    }
    return pipes;
  }
}
