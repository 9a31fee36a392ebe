package org.ptoc.emulator.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ptoc.ir.isa.AddressSpace;

/** Words that touch more pieces of memory than a record has places for. */
class ExecutionRecordTest {
  private final ExecutionRecord record = new ExecutionRecord(true);

  @Test
  void piecesThatFollowEachOtherAreOne() {
    note(256);
    assertThat(ranges()).containsExactly("r 0+2560", "r 65536+2560", "w 131072+2560");
  }

  @Test
  void lastRangesGrowTowardsTheNearestPiece() {
    note(512);
    assertThat(ranges())
        .containsExactly(
            "r 0+256",
            "r 65536+256",
            "w 131072+256",
            "r 512+256",
            "r 66048+256",
            "w 131584+4352",
            "r 1024+3840",
            "r 66560+3840");
  }

  /** Ten pieces of 256 bytes of two sources and of a destination. */
  private void note(long distance) {
    for (int i = 0; i < 10; i++) {
      record.reads(AddressSpace.UB, distance * i, 256);
      record.reads(AddressSpace.UB, 0x10000 + distance * i, 256);
      record.writes(AddressSpace.UB, 0x20000 + distance * i, 256);
    }
  }

  @Test
  void aPlaceIsKeptForTheFirstWrite() {
    for (int i = 0; i < 20; i++) {
      record.reads(AddressSpace.UB, 512L * i, 256);
    }
    record.writes(AddressSpace.UB, 0x20000, 32);
    assertThat(ranges())
        .hasSize(ExecutionRecord.MOST_RANGES)
        .endsWith("r 3072+6912", "w 131072+32");
  }

  @Test
  void nothingIsNotedWhenNobodyListens() {
    ExecutionRecord idle = new ExecutionRecord(false);
    idle.writes(AddressSpace.UB, 0, 32);
    assertThat(idle.ranges()).isZero();
  }

  private List<String> ranges() {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < record.ranges(); i++) {
      texts.add((record.isWrite(i) ? "w " : "r ") + record.address(i) + "+" + record.length(i));
    }
    return texts;
  }
}
