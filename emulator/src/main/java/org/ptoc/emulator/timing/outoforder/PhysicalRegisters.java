package org.ptoc.emulator.timing.outoforder;

import java.util.Arrays;
import org.ptoc.emulator.timing.trace.MicroOperation;
import org.ptoc.emulator.timing.trace.StateImage;

/**
 * The renamed registers of a vector region: vectors from a limited file, predicates and stream
 * states without limit (spec/30, 8.8 and 8.9). A register may be freed when nothing maps to it, no
 * pending micro-operation reads it and its producer has started.
 */
final class PhysicalRegisters {
  /** The value was there before the region began. */
  static final int PREPARED = -1;

  private static final int NOT_STARTED = Integer.MAX_VALUE / 2;
  private static final int HORIZON = 64;
  static final int NOBODY = -1;

  private final int limit;
  private final int[] mapping = new int[MicroOperation.REGISTERS];
  private final IntQueue freeVectors = new IntQueue();
  private final IntQueue freeOthers = new IntQueue();
  private final IntQueue freedNow = new IntQueue();
  private int[] producer;
  private int[] start;
  private int[] consumers;

  /**
   * The source that waits longest for the start of each; see {@link InFlight#operand}; -1 for none.
   */
  private int[] waiting;

  private boolean[] free;
  private boolean[] mapped;
  private int count;
  private int[] imageNames = {};
  private int named;

  PhysicalRegisters(int limit) {
    this.limit = limit;
    this.count = limit;
    int capacity = limit + 32;
    this.producer = new int[capacity];
    this.start = new int[capacity];
    this.consumers = new int[capacity];
    this.waiting = new int[capacity];
    this.free = new boolean[capacity];
    this.mapped = new boolean[capacity];
    Arrays.fill(mapping, PREPARED);
    Arrays.fill(free, true);
    for (int p = limit - 1; p >= 0; p--) {
      freeVectors.add(p);
    }
  }

  int freeVectors() {
    return freeVectors.size();
  }

  /** The physical register of {@code register} now. */
  int current(int register) {
    return mapping[register];
  }

  void addConsumer(int p) {
    consumers[p]++;
  }

  /**
   * Puts a source in front of those that wait for the start of {@code p}; returns the one that was
   * in front.
   */
  int await(int p, int operand) {
    int before = waiting[p];
    waiting[p] = operand;
    return before;
  }

  /** Maps {@code register} to a new physical register that {@code word} will write. */
  int rename(int register, int word) {
    int p = register < MicroOperation.VECTORS ? freeVectors.takeLast() : takeOther();
    int old = mapping[register];
    if (old != PREPARED) {
      mapped[old] = false;
    }
    mapping[register] = p;
    mapped[p] = true;
    free[p] = false;
    producer[p] = word;
    start[p] = NOT_STARTED;
    consumers[p] = 0;
    waiting[p] = NOBODY;
    return p;
  }

  private int takeOther() {
    if (!freeOthers.isEmpty()) {
      return freeOthers.takeLast();
    }
    if (count == producer.length) {
      int capacity = 2 * count;
      producer = Arrays.copyOf(producer, capacity);
      start = Arrays.copyOf(start, capacity);
      consumers = Arrays.copyOf(consumers, capacity);
      waiting = Arrays.copyOf(waiting, capacity);
      free = Arrays.copyOf(free, capacity);
      mapped = Arrays.copyOf(mapped, capacity);
    }
    return count++;
  }

  /** Notes the start of the producer; returns the first of the sources that wait for it. */
  int started(int p, int cycle) {
    start[p] = cycle;
    return waiting[p];
  }

  boolean isStarted(int p) {
    return start[p] != NOT_STARTED;
  }

  int start(int p) {
    return start[p];
  }

  /** The word that writes {@code p}. */
  int producer(int p) {
    return producer[p];
  }

  /** One reader less; whether it was the last. */
  boolean release(int p) {
    return --consumers[p] == 0;
  }

  /** Frees {@code p} if it may be; it can be taken again after {@link #endCycle}. */
  void tryFree(int p) {
    if (p != PREPARED && !free[p] && !mapped[p] && consumers[p] == 0 && isStarted(p)) {
      free[p] = true;
      freedNow.add(p);
    }
  }

  void endCycle() {
    for (int i = 0; i < freedNow.size(); i++) {
      int p = freedNow.get(i);
      (p < limit ? freeVectors : freeOthers).add(p);
    }
    freedNow.clear();
  }

  /**
   * Numbers registers in the order in which an image first names them; called before an image is
   * written.
   */
  void beginImage() {
    if (imageNames.length < count) {
      imageNames = new int[producer.length];
    }
    Arrays.fill(imageNames, 0, count, 0);
    named = 0;
  }

  /** Puts {@code p} with all that later cycles can see of it. */
  void describe(int p, StateImage image, int now) {
    if (p == PREPARED) {
      image.put(PREPARED);
      return;
    }
    if (imageNames[p] != 0) {
      image.put(imageNames[p]);
      return;
    }
    imageNames[p] = ++named;
    image.put(named);
    image.put(producer[p]);
    image.put(isStarted(p) ? Math.max(start[p] - now, -HORIZON) : NOT_STARTED);
    image.put(consumers[p]);
    image.put((free[p] ? 1 : 0) | (mapped[p] ? 2 : 0));
  }

  /**
   * Writes the mapped and the free registers, after all other registers are described. A free
   * register that was named counts with its place: a micro-operation that still names it may free
   * it again after it was given to another value.
   */
  void describeMapping(StateImage image, int now) {
    for (int p : mapping) {
      describe(p, image, now);
    }
    image.put(freeVectors.size());
    for (int i = freeVectors.size() - 1; i >= 0; i--) {
      image.put(imageNames[freeVectors.get(i)]);
    }
  }
}
