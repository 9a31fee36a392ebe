package org.ptoc.emulator;

import java.util.EnumSet;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.ir.isa.AddressSpace;

/** Where the vector words of a run on A5 read and write the unified buffer. */
final class VectorPlaces implements ExecutionListener {
  /** What is easily missed, and what random addresses seldom are. */
  enum Place {
    FIRST_BYTE,
    LAST_BYTE,
    /** A word goes from its first to its last block over more than the two vectors of a pair. */
    STRIDED,
    /** A vector is written over the end or the beginning of one that was read. */
    OVERLAPPING
  }

  private final Set<Place> seen = EnumSet.noneOf(Place.class);
  private final NavigableSet<Long> reads = new TreeSet<>();

  Set<Place> seen() {
    return seen;
  }

  @Override
  public void executed(int word, ExecutionRecord record) {
    for (int i = 0; i < record.ranges() && record.bytes() == 0; i++) {
      if (record.space(i) == AddressSpace.UB && record.length(i) > 0) {
        access(record, i);
      }
    }
  }

  private void access(ExecutionRecord record, int range) {
    long at = record.address(range);
    if (at == 0) {
      seen.add(Place.FIRST_BYTE);
    }
    if (at + record.length(range) == RandomLoop.MEMORY_BYTES) {
      seen.add(Place.LAST_BYTE);
    }
    if (record.length(range) > 512) {
      seen.add(Place.STRIDED);
    }
    if (!record.isWrite(range)) {
      reads.add(at);
    } else if (!reads.subSet(at - 255, at).isEmpty() || !reads.subSet(at + 1, at + 256).isEmpty()) {
      seen.add(Place.OVERLAPPING);
    }
  }
}
