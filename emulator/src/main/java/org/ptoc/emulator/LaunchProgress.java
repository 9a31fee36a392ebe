package org.ptoc.emulator;

import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.ptoc.emulator.machine.Core;

/**
 * The progress of a launch, to be read from another thread. It costs the run nothing: the state of
 * running cores is read while they run, and may be slightly stale.
 */
public final class LaunchProgress {
  private final Set<Core> working = ConcurrentHashMap.newKeySet();
  private final AtomicInteger ended = new AtomicInteger();
  private final AtomicLong instructionsOfEnded = new AtomicLong();
  private volatile int cores;
  private volatile LongSupplier cycles = () -> 0;

  /** Begins with none of {@code count} cores. */
  void begin(int count) {
    cores = count;
    ended.set(0);
    instructionsOfEnded.set(0);
  }

  void started(Core core) {
    working.add(core);
  }

  void ended(Core core) {
    instructionsOfEnded.addAndGet(core.executed);
    ended.incrementAndGet();
    working.remove(core);
  }

  /**
   * Says who knows the cycles.
   *
   * @param clock gives 0 while it knows none
   */
  public void setClock(LongSupplier clock) {
    cycles = clock;
  }

  /** The cores of the launch, one or two for each block; 0 before it begins. */
  public int cores() {
    return cores;
  }

  /** Cores that have come to their end, also by a trap. */
  public int coresEnded() {
    return ended.get();
  }

  /** Instructions that all cores have executed. */
  public long instructions() {
    return instructionsOfEnded.get() + working.stream().mapToLong(core -> core.executed).sum();
  }

  /** Cycles of the slowest core so far; empty when unknown. */
  public OptionalLong cycles() {
    long known = cycles.getAsLong();
    return known > 0 ? OptionalLong.of(known) : OptionalLong.empty();
  }
}
