package org.ptoc.emulator.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class GlobalUseTest {
  private static final int BYTES = 4_000;

  /** Who touched each byte, written down byte by byte. */
  private static final class Bytes {
    private final int[] writers = new int[BYTES];
    private final int[] users = new int[BYTES];

    void touch(int core, int from, int length, boolean write) {
      for (int at = from; at < from + length; at++) {
        users[at] |= 1 << core;
        writers[at] |= write ? 1 << core : 0;
      }
    }

    boolean meet() {
      for (int at = 0; at < BYTES; at++) {
        if (writers[at] != 0 && Integer.bitCount(users[at]) > 1) {
          return true;
        }
      }
      return false;
    }
  }

  /** With few ranges the answer is exact; with a limit it is never no where cores have met. */
  @Test
  void coresMeetWhereOneWritesWhatAnotherTouches() {
    SplittableRandom random = new SplittableRandom(4);
    int met = 0;
    int missed = 0;
    for (int i = 0; i < 4_000; i++) {
      Bytes bytes = new Bytes();
      List<GlobalUse> cores = new ArrayList<>();
      List<GlobalUse> limited = new ArrayList<>();
      for (int core = 0; core < 3; core++) {
        cores.add(new GlobalUse());
        limited.add(new GlobalUse());
        for (int k = random.nextInt(12); k > 0; k--) {
          int from = random.nextInt(BYTES - 40);
          int length = random.nextInt(40);
          boolean write = random.nextInt(4) == 0;
          bytes.touch(core, from, length, write);
          for (GlobalUse use : List.of(cores.getLast(), limited.getLast())) {
            if (write) {
              use.writes(from, length);
            } else {
              use.reads(from, length);
            }
          }
        }
        limited.getLast().finish(2);
      }
      assertThat(GlobalUse.meet(cores)).isEqualTo(bytes.meet());
      assertThat(GlobalUse.meet(limited) || !bytes.meet()).isTrue();
      met += bytes.meet() ? 1 : 0;
      missed += bytes.meet() ? 0 : 1;
    }
    assertThat(met).isGreaterThan(500);
    assertThat(missed).isGreaterThan(500);
  }

  /** Rows far apart, more than are kept one by one. */
  @Test
  void manyRangesAreBounded() {
    GlobalUse rows = new GlobalUse();
    for (int i = 0; i < 300_000; i++) {
      rows.writes(1_000L * i, 10);
    }
    rows.finish(100);
    GlobalUse behind = new GlobalUse();
    behind.reads(1_000L * 300_000, 10);
    assertThat(GlobalUse.meet(List.of(rows, behind))).isFalse();
    GlobalUse last = new GlobalUse();
    last.reads(1_000L * 299_999 + 9, 1);
    assertThat(GlobalUse.meet(List.of(rows, last))).isTrue();
  }
}
