package org.ptoc.emulator.timing.pipe;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.ptoc.emulator.timing.constant.RepeatCosts;

/**
 * Moves the clocks over iterations of a loop that execute the same words at the same costs.
 *
 * <p>An iteration makes new times out of old ones by {@code max} and by adding constants. On a line
 * through the times in front of two iterations, every time that an iteration computes is therefore
 * a convex function. When it grows by the same amount over two iterations, and again up to one
 * iteration far ahead on the line, then it does so in all iterations in between: a convex function
 * with three values on a line is that line. So these iterations are taken in one step, and what
 * they add to sums is a series. The result is exact. Where that does not hold, iterations are
 * computed one by one.
 */
final class RepeatedIterations {
  /** Fewer iterations are not worth a step. */
  private static final long WORTHWHILE = 16;

  /** Most iterations between two attempts where the loop is not steady. */
  private static final long MOST_PATIENCE = 1 << 12;

  /** Most signals that wait for a flag between two iterations. */
  private static final int MOST_SIGNALS = 64;

  private final BlockTimer timer;
  private final PipeClocks pipes;
  private final RepeatCosts repeats;
  private final int begin;
  private final int end;
  private final WordRecords records;

  /**
   * What one iteration hands to the next, and sums.
   *
   * @param signals those that wait for flags, by flag; more than {@link #MOST_SIGNALS} are left out
   */
  private record Boundary(long[] times, int group, Map<Integer, long[]> signals, long[] sums) {}

  /**
   * Three boundaries in a row, what the clocks went through in between, and flags of an iteration.
   */
  private record Line(
      Boundary before, Boundary middle, Boundary after, long[] first, ClockLog second) {

    boolean isSteady() {
      return before.group() == middle.group()
          && middle.group() == after.group()
          && isAhead(before.times(), middle.times(), after.times(), 1)
          && after.signals().keySet().containsAll(second.waited().stream().boxed().toList())
          && signalsAreAhead(before, middle, after, 1);
    }

    /** True if {@code steps} iterations behind {@code after} are on the line. */
    boolean meets(Boundary reached, ClockLog log, long steps) {
      return reached.group() == after.group()
          && isAhead(middle.times(), after.times(), reached.times(), steps)
          && isAhead(first, second.cycles(), log.cycles(), steps)
          && signalsAreAhead(middle, after, reached, steps);
    }

    private static boolean signalsAreAhead(
        Boundary first, Boundary second, Boundary third, long steps) {
      return third.signals().entrySet().stream()
          .allMatch(
              flag ->
                  first.signals().containsKey(flag.getKey())
                      && second.signals().containsKey(flag.getKey())
                      && isAhead(
                          first.signals().get(flag.getKey()),
                          second.signals().get(flag.getKey()),
                          flag.getValue(),
                          steps));
    }
  }

  RepeatedIterations(
      BlockTimer timer,
      PipeClocks pipes,
      RepeatCosts repeats,
      int begin,
      int end,
      WordRecords records) {
    this.timer = timer;
    this.pipes = pipes;
    this.repeats = repeats;
    this.begin = begin;
    this.end = end;
    this.records = records;
  }

  /**
   * Moves the clocks.
   *
   * @param iterations how many are to be taken
   * @param maySteady whether all that an iteration hands to the next are times and the group of
   *     vector words
   */
  void run(long iterations, boolean maySteady) {
    long left = iterations;
    long patience = 1;
    while (left > 0) {
      if (maySteady && left >= 2 * WORTHWHILE && pipes.keepsTimesOnly()) {
        left -= runSteady(left);
      }
      for (long i = 0; i < patience && left > 0; i++) {
        iteration();
        left--;
      }
      patience = Math.min(MOST_PATIENCE, 2 * patience);
    }
  }

  private void iteration() {
    for (int word = begin; word < end; word++) {
      timer.executed(word, records);
    }
  }

  private ClockLog loggedIteration() {
    ClockLog log = new ClockLog();
    pipes.log(Optional.of(log));
    iteration();
    pipes.log(Optional.empty());
    return log;
  }

  /** Computes some iterations and takes a step when they agree; returns how many that were. */
  private long runSteady(long left) {
    BitSet waited = loggedIteration().waited();
    Boundary before = boundary(waited);
    ClockLog first = loggedIteration();
    Boundary middle = boundary(waited);
    ClockLog second = loggedIteration();
    Line line = new Line(before, middle, boundary(waited), first.cycles(), second);
    long steps = left - 3;
    if (!second.repeatsSignals() && line.isSteady()) {
      while (steps >= WORTHWHILE) {
        if (step(line, steps)) {
          return 3 + steps;
        }
        steps /= 2;
      }
    }
    return 3;
  }

  private Boundary boundary(BitSet waited) {
    Map<Integer, long[]> signals = new HashMap<>();
    waited.stream()
        .filter(flag -> pipes.signals(flag).size() <= MOST_SIGNALS)
        .forEach(flag -> signals.put(flag, pipes.signals(flag).cycles()));
    return new Boundary(pipes.times(), repeats.state(), signals, pipes.sums(begin, end));
  }

  /**
   * Tries to take {@code steps} iterations at once, the last of which is computed; leaves all as it
   * was when they are not alike.
   */
  private boolean step(Line line, long steps) {
    Map<Integer, SignalQueue> unheard = new HashMap<>();
    line.second().unheardSignals().keySet().forEach(f -> unheard.put(f, pipes.signals(f).copy()));
    Boundary middle = line.middle();
    Boundary after = line.after();
    pipes.setTimes(ahead(middle.times(), after.times(), steps - 1));
    after
        .signals()
        .forEach(
            (flag, cycles) -> {
              long[] earlier = Objects.requireNonNull(middle.signals().get(flag));
              pipes.setSignals(flag, SignalQueue.of(ahead(earlier, cycles, steps - 1)));
            });
    ClockLog log = loggedIteration();
    Boundary reached = boundary(log.waited());
    long[] once = difference(middle.sums(), after.sums());
    long[] more = difference(difference(line.before().sums(), middle.sums()), once);
    boolean alike =
        line.meets(reached, log, steps)
            && Arrays.equals(difference(after.sums(), reached.sums()), plus(once, 1, more, steps));
    unheard.forEach(pipes::setSignals);
    if (!alike) {
      pipes.setTimes(after.times());
      pipes.setSums(begin, end, after.sums());
      after.signals().forEach((flag, all) -> pipes.setSignals(flag, SignalQueue.of(all)));
      repeats.setState(after.group());
      return false;
    }
    long[] added = plus(once, steps, more, steps * (steps + 1) / 2);
    pipes.setSums(begin, end, plus(after.sums(), 1, added, 1));
    addSignals(line, steps);
    return true;
  }

  /** Adds the signals of {@code steps} iterations to flags that nothing in the loop waits for. */
  private void addSignals(Line line, long steps) {
    long[] last = line.second().cycles();
    line.second()
        .unheardSignals()
        .forEach(
            (flag, place) -> {
              long distance = last[place] - line.first()[place];
              pipes.signals(flag).add(last[place] + distance, distance, steps);
            });
  }

  /** True if {@code third} is as far from {@code second} as {@code steps} times that from first. */
  private static boolean isAhead(long[] first, long[] second, long[] third, long steps) {
    return first.length == second.length && Arrays.equals(ahead(first, second, steps), third);
  }

  private static long[] ahead(long[] first, long[] second, long steps) {
    return plus(second, 1, difference(first, second), steps);
  }

  private static long[] difference(long[] from, long[] to) {
    return plus(to, 1, from, -1);
  }

  private static long[] plus(long[] a, long timesA, long[] b, long timesB) {
    long[] sum = new long[a.length];
    for (int i = 0; i < sum.length; i++) {
      sum[i] = a[i] * timesA + b[i] * timesB;
    }
    return sum;
  }
}
