package org.ptoc.emulator.timing.pipe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Signals come out in the order and at the cycles in which they came. */
class SignalQueueTest {
  @Test
  void itIsAQueue() {
    Random random = new Random(11);
    for (int round = 0; round < 200; round++) {
      SignalQueue queue = new SignalQueue();
      Deque<Long> expected = new ArrayDeque<>();
      long cycle = 0;
      long step = 1;
      for (int i = 0; i < 500; i++) {
        if (!expected.isEmpty() && random.nextInt(3) == 0) {
          assertThat(queue.remove()).isEqualTo(expected.remove());
        } else {
          step = random.nextInt(6) == 0 ? random.nextInt(9) : step;
          cycle += step;
          queue.add(cycle);
          expected.add(cycle);
        }
        assertThat(queue.isEmpty()).isEqualTo(expected.isEmpty());
      }
    }
  }

  /** More than any heap would hold one by one. */
  @Test
  void manySignalsAtEqualDistancesAreOneRun() {
    SignalQueue queue = new SignalQueue();
    for (long i = 0; i < 100_000_000; i++) {
      queue.add(7 + 3 * i);
    }
    for (long i = 0; i < 1000; i++) {
      assertThat(queue.remove()).isEqualTo(7 + 3 * i);
    }
  }
}
