package org.ptoc.emulator.timing.outoforder;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.emulator.timing.Kernels;
import org.ptoc.emulator.timing.constant.TimingModel;
import org.ptoc.emulator.timing.constant.TimingOptions;

/** The sets, calendars and guesses of the region pipeline against plain collections. */
class PipelineStructuresTest {
  private static final TimingOptions CALIBRATED = TimingOptions.of(TimingModel.CALIBRATED);

  /** A window of sequence numbers slides over the ring and now and then needs a larger one. */
  @Test
  void setKeepsTheOrderOfSequenceNumbersWhileItsRingTurnsAndGrows() {
    Random random = new Random(5);
    SlotSet set = new SlotSet(64);
    TreeSet<Integer> expected = new TreeSet<>();
    int slots = 64;
    int first = 0;
    int end = 0;
    for (int step = 0; step < 20_000; step++) {
      if (end - first == slots - 1) {
        if (slots < 1024 && random.nextInt(200) == 0) {
          slots *= 2;
          set.grow(slots, first, end);
        } else {
          first = drop(set, expected, first);
        }
      } else if (random.nextInt(3) > 0) {
        if (random.nextBoolean()) {
          set.add(end);
          expected.add(end);
        }
        end++;
      } else if (first < end) {
        first = drop(set, expected, first);
      }
      int from = first + random.nextInt(end - first + 1);
      Integer next = expected.ceiling(from);
      assertThat(set.next(from, end)).isEqualTo(next == null ? end : next);
      int to = from + random.nextInt(end - from + 1);
      assertThat(set.count(from, to)).isEqualTo(expected.subSet(from, to).size());
    }
  }

  private static int drop(SlotSet set, TreeSet<Integer> expected, int first) {
    set.remove(first);
    expected.remove(first);
    return first + 1;
  }

  @Test
  void hashOfASetDependsOnDistancesOnly() {
    SlotSet low = new SlotSet(128);
    SlotSet high = new SlotSet(128);
    SlotSet other = new SlotSet(128);
    for (int distance : new int[] {0, 3, 63, 64, 100}) {
      low.add(7 + distance);
      high.add(1000 + distance);
      other.add(1000 + distance + (distance == 100 ? 1 : 0));
    }
    assertThat(low.hash(7)).isEqualTo(high.hash(1000)).isNotEqualTo(other.hash(1000));
  }

  @Test
  void calendarGivesBackWhatIsDueInOrderHoweverFarAhead() {
    Random random = new Random(6);
    Calendar calendar = new Calendar();
    TreeMap<Integer, List<Integer>> expected = new TreeMap<>();
    for (int cycle = 0; cycle < 5000; cycle++) {
      for (int i = random.nextInt(4); i > 0; i--) {
        int at = cycle + random.nextInt(random.nextInt(50) == 0 ? 700 : 40);
        calendar.add(100 * cycle + i, at, cycle);
        expected.computeIfAbsent(at, key -> new ArrayList<>()).add(100 * cycle + i);
      }
      List<Integer> found = new ArrayList<>();
      for (int i = 0; i < calendar.size(cycle); i++) {
        found.add(calendar.get(cycle, i));
      }
      calendar.clear(cycle);
      assertThat(found).isEqualTo(expected.getOrDefault(cycle, List.of()));
      Integer next = expected.higherKey(cycle);
      assertThat(calendar.next(cycle)).isEqualTo(next == null ? Calendar.NEVER : next);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 20", "3, 0", "8, 50", "30, 161"})
  void periodShowsAfterOneRepetitionAndEightIterations(int period, int from) {
    Random random = new Random(7);
    int[] states = random.ints(from + period).toArray();
    IterationPeriod guess = new IterationPeriod();
    guess.begin();
    int iteration = 0;
    while (guess.add(
            iteration, states[iteration < from ? iteration : from + (iteration - from) % period])
        == 0) {
      iteration++;
    }
    assertThat(iteration).isEqualTo(from + period + 7);
  }

  @Test
  void noPeriodShowsWhereNoIterationReturns() {
    IterationPeriod guess = new IterationPeriod();
    guess.begin();
    Random random = new Random(8);
    for (int iteration = 0; iteration < 5000; iteration++) {
      assertThat(guess.add(iteration, random.nextInt())).isZero();
    }
  }

  /**
   * Dispatch takes five words a cycle and two loads start, so that hundreds are in flight: more
   * than the first rings hold.
   */
  @Test
  void hundredsOfWordsInFlightStartTwoACycle() {
    int words = 900;
    String body = "pld P1, [X2], NORM\n".repeat(words);
    assertThat(Kernels.loop(body, 1, CALIBRATED).cycles()).isEqualTo(23 + words / 2 - 1 + 9 + 12);
  }
}
