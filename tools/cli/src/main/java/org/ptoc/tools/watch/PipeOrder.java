package org.ptoc.tools.watch;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.Profile;

/**
 * Which work of the pipes of a core is done when other work starts (spec/00, 1.5): a vector clock
 * for each pipe, moved on by flags, buffers and barriers. Times count the accesses of a pipe.
 *
 * <p>The scalar unit issues everything: what it did, and what it has waited for, is done before all
 * that it issues later.
 */
final class PipeOrder {
  private static final int PIPES = Pipe.values().length;

  /** Whether dependent words of one pipe need a barrier, by pipe. */
  private final boolean[] overlaps = new boolean[PIPES];

  private final long[][] seen = new long[PIPES][PIPES];
  private final long[] issued = new long[PIPES];
  private final Map<Flag, Deque<Signal>> flags = new HashMap<>();
  private final Map<Long, Buffer> buffers = new HashMap<>();

  /** An event between two pipes. */
  record Flag(Pipe source, Pipe destination, long event) {
    String text() {
      return "event " + event + " from " + source + " to " + destination;
    }
  }

  /** A flag that was set by a word, and what was done then. */
  record Signal(Flag flag, int word, long[] done) {}

  /** A buffer number: who has it, and what was done when each pipe last released it. */
  private static final class Buffer {
    private final int[] takers = new int[PIPES];
    private final boolean[] users = new boolean[PIPES];
    private final long[][] released = new long[PIPES][PIPES];

    private Buffer() {
      Arrays.fill(takers, -1);
    }
  }

  PipeOrder(Profile profile) {
    overlaps[Pipe.MTE2.ordinal()] = true;
    overlaps[Pipe.MTE3.ordinal()] = true;
    overlaps[Pipe.V.ordinal()] = profile == Profile.A2A3;
  }

  /** The time of an access of a pipe that begins now. */
  long issue(Pipe pipe) {
    return ++issued[pipe.ordinal()];
  }

  /** The time of the last access of a pipe. */
  long now(Pipe pipe) {
    return issued[pipe.ordinal()];
  }

  /** Whether an access of {@code earlier} at {@code time} is done when {@code later} works now. */
  boolean isDone(Pipe earlier, long time, Pipe later) {
    return earlier == Pipe.S
        || earlier == later && !overlaps[later.ordinal()]
        || seen[later.ordinal()][earlier.ordinal()] >= time;
  }

  /** The word that has set a flag that nobody has waited for yet, or -1; then it is set. */
  int set(Flag flag, int word) {
    Deque<Signal> signals = flags.computeIfAbsent(flag, _ -> new ArrayDeque<>());
    int before = signals.isEmpty() ? -1 : signals.peekLast().word();
    signals.add(new Signal(flag, word, done(flag.source())));
    return before;
  }

  void await(Flag flag) {
    Deque<Signal> signals = flags.get(flag);
    if (signals != null && !signals.isEmpty()) {
      learn(flag.destination(), signals.poll().done());
    }
  }

  /** Flags that nobody has waited for, in the order of their words. */
  List<Signal> open() {
    Stream<Signal> all = flags.values().stream().flatMap(Deque::stream);
    return all.sorted((left, right) -> Integer.compare(left.word(), right.word())).toList();
  }

  void barrier(Pipe pipe) {
    if (pipe == Pipe.ALL) {
      for (long[] each : seen) {
        System.arraycopy(issued, 0, each, 0, PIPES);
      }
    } else {
      seen[pipe.ordinal()][pipe.ordinal()] = issued[pipe.ordinal()];
    }
  }

  /**
   * A pipe takes a buffer; it waits for the others that have released it unless the mode says no.
   *
   * @return the word that took the buffer for the pipe and has not released it, or -1
   */
  int take(Pipe pipe, long number, boolean waits, int word) {
    Buffer buffer = buffer(number);
    int before = buffer.takers[pipe.ordinal()];
    buffer.takers[pipe.ordinal()] = word;
    buffer.users[pipe.ordinal()] = true;
    for (int other = 0; waits && other < PIPES; other++) {
      if (other != pipe.ordinal()) {
        learn(pipe, buffer.released[other]);
      }
    }
    return before;
  }

  /**
   * A pipe releases a buffer; in the mode that waits it first waits for all that use it.
   *
   * @return whether the pipe had it
   */
  boolean release(Pipe pipe, long number, boolean waits) {
    Buffer buffer = buffer(number);
    boolean had = buffer.takers[pipe.ordinal()] >= 0;
    buffer.takers[pipe.ordinal()] = -1;
    for (Pipe other : Pipe.values()) {
      if (waits && other != pipe && buffer.users[other.ordinal()]) {
        learn(pipe, done(other));
      }
    }
    buffer.released[pipe.ordinal()] = done(pipe);
    return had;
  }

  /** Hears of buffers that were not released. */
  interface Taken {
    void taken(Pipe pipe, long number, int word);
  }

  void visitTaken(Taken visitor) {
    buffers.keySet().stream()
        .sorted()
        .forEach(
            number -> {
              for (Pipe pipe : Pipe.values()) {
                int word = buffer(number).takers[pipe.ordinal()];
                if (word >= 0) {
                  visitor.taken(pipe, number, word);
                }
              }
            });
  }

  private Buffer buffer(long number) {
    return buffers.computeIfAbsent(number, _ -> new Buffer());
  }

  /** All that is done when a pipe has done everything up to now. */
  private long[] done(Pipe pipe) {
    long[] done = seen[pipe.ordinal()].clone();
    done[pipe.ordinal()] = issued[pipe.ordinal()];
    return done;
  }

  private void learn(Pipe pipe, long[] done) {
    if (pipe == Pipe.S) {
      for (long[] each : seen) {
        merge(each, done);
      }
    } else {
      merge(seen[pipe.ordinal()], done);
    }
  }

  private static void merge(long[] into, long[] from) {
    for (int i = 0; i < PIPES; i++) {
      into[i] = Math.max(into[i], from[i]);
    }
  }
}
