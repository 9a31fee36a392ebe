package org.ptoc.emulator.timing.pipe;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.ptoc.emulator.timing.constant.CycleWindow;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.SynchronizationKind;

/**
 * The in-order pipes of one core, joined by flags, buffers and barriers (spec/30, section 6).
 * Instructions come in program order; the scalar pipe fetches one per cycle.
 */
final class PipeClocks {
  private static final int PIPES = Pipe.values().length;
  private static final int EVENTS = 8;
  private static final List<Pipe> MEMORY_PIPES = List.of(Pipe.MTE2, Pipe.MTE3, Pipe.FIX);
  private static final List<Pipe> BUFFER_PIPES = List.of(Pipe.V, Pipe.MTE2, Pipe.MTE3);

  private final CoreKind core;
  private final long[] free = new long[PIPES];
  private final long[] lastDone = new long[PIPES];
  private final long[] busy = new long[PIPES];
  private final long[] instructions = new long[PIPES];
  private final SignalQueue[] flags = new SignalQueue[PIPES * PIPES * EVENTS];
  private final SortedMap<Integer, long[]> releases = new TreeMap<>();
  private final long[] stalls = new long[StallReason.values().length];
  private final List<TimingFault> faults = new ArrayList<>();
  private final List<TimedEvent> events = new ArrayList<>();
  private final int mostEvents;
  private final CycleWindow window;
  private final int queueDepth;
  private final List<Deque<Long>> waiting = new ArrayList<>();
  private final long[] cyclesOfWord;
  private Optional<ClockLog> log = Optional.empty();

  PipeClocks(CoreKind core, int words, int queueDepth, int mostEvents, CycleWindow window) {
    this.window = window;
    this.core = core;
    this.cyclesOfWord = new long[words];
    this.queueDepth = queueDepth;
    this.mostEvents = mostEvents;
    for (int i = 0; i < PIPES; i++) {
      waiting.add(new ArrayDeque<>());
    }
  }

  private long fetch() {
    busy[Pipe.S.ordinal()]++;
    return ++free[Pipe.S.ordinal()];
  }

  /**
   * Fetches an instruction for {@code pipe}; returns the first cycle at which the pipe can have it.
   */
  private long dispatch(Pipe pipe) {
    long fetched = fetch();
    if (pipe == Pipe.S || queueDepth == Integer.MAX_VALUE) {
      return fetched;
    }
    Deque<Long> starts = waiting.get(pipe.ordinal());
    if (starts.size() == queueDepth) {
      long room = starts.remove();
      if (room > fetched) {
        stall(StallReason.QUEUE, room - fetched);
        free[Pipe.S.ordinal()] = room;
        return room;
      }
    }
    return fetched;
  }

  /** An instruction of the scalar pipe. */
  void scalar(int word, long cost) {
    long before = free[Pipe.S.ordinal()];
    long fetched = fetch();
    finish(word, Pipe.S, TimedEvent.Kind.SCALAR, 0, before, fetched, fetched + cost);
  }

  /** An instruction of another pipe that takes {@code cycles}. */
  void work(int word, Pipe pipe, TimedEvent.Kind kind, long number, long cycles) {
    work(word, pipe, kind, number, cycles, 0);
  }

  /** As above; it does not start before cycle {@code first}, whenever its pipe is free. */
  void work(int word, Pipe pipe, TimedEvent.Kind kind, long number, long cycles, long first) {
    long ready = ready(pipe, dispatch(pipe));
    long start = Math.max(ready, first);
    stall(StallReason.FLAG, start - ready);
    finish(word, pipe, kind, number, ready, start, start + cycles);
  }

  /** The cycle at which the last instruction of a pipe is done. */
  long doneOf(Pipe pipe) {
    return lastDone[pipe.ordinal()];
  }

  /** The launch of a vector region: costs the scalar pipe {@code launch} cycles, then runs on V. */
  void region(int word, long launch, long cycles) {
    long dispatched = dispatch(Pipe.V);
    free[Pipe.S.ordinal()] = dispatched + launch;
    busy[Pipe.S.ordinal()] += launch;
    long ready = ready(Pipe.V, dispatched + launch);
    finish(word, Pipe.V, TimedEvent.Kind.REGION, 0, ready, ready, ready + cycles);
  }

  /** Signals an event when everything before it on {@code source} is done. */
  void setFlag(int word, Pipe source, Pipe destination, int event, long cost) {
    long ready = ready(source, dispatch(source));
    long start = Math.max(ready, lastDone[source.ordinal()]);
    int flag = flag(source, destination, event);
    finish(word, source, TimedEvent.Kind.SET_FLAG, event, ready, start, start + cost);
    if (log.isPresent()) {
      log.get().sets(flag);
    }
    signals(flag).add(start + cost);
  }

  /** Signals an event before the first instruction. */
  void signalEarly(Pipe source, Pipe destination, int event) {
    signals(flag(source, destination, event)).add(0);
  }

  /** Holds {@code destination} until the oldest signal of the event. */
  void waitFlag(int word, Pipe source, Pipe destination, int event, long cost) {
    long ready = ready(destination, dispatch(destination));
    int number = flag(source, destination, event);
    SignalQueue signals = signals(number);
    long start = ready;
    long signal = TimedEvent.NO_SIGNAL;
    if (signals.isEmpty()) {
      String flag = source.spelling() + " to " + destination.spelling() + " event " + event;
      faults.add(new TimingFault(word, "deadlock: nothing sets the flag from " + flag));
    } else {
      signal = signals.remove();
      start = Math.max(ready, signal);
    }
    stall(StallReason.FLAG, start - ready);
    TimedEvent.Kind kind = TimedEvent.Kind.WAIT_FLAG;
    finish(word, destination, kind, event, ready, start, start + cost, signal);
    if (log.isPresent()) {
      log.get().waits(number);
    }
  }

  /**
   * Signals another core when everything before it on {@code pipe} is done.
   *
   * @return the cycle at which the signal is there
   */
  long setCrossFlag(int word, Pipe pipe, long cost) {
    long ready = ready(pipe, dispatch(pipe));
    long start = Math.max(ready, lastDone[pipe.ordinal()]);
    finish(word, pipe, TimedEvent.Kind.SET_CROSS_FLAG, 0, ready, start, start + cost);
    return start + cost;
  }

  /**
   * Holds {@code pipe} until cycle {@code signal}.
   *
   * @param giver who gave the signal, as {@link TimedEvent#giver} says it
   * @param stopsCore whether nothing is issued before
   */
  void waitCrossFlag(int word, Pipe pipe, long signal, long giver, long cost, boolean stopsCore) {
    long ready = ready(pipe, dispatch(pipe));
    long start = Math.max(ready, signal);
    stall(StallReason.CORE, start - ready);
    TimedEvent.Kind kind = TimedEvent.Kind.WAIT_CROSS_FLAG;
    finish(word, pipe, kind, giver, ready, start, start + cost, signal);
    if (stopsCore) {
      free[Pipe.S.ordinal()] = Math.max(free[Pipe.S.ordinal()], start + cost);
    }
  }

  /**
   * All pipes go on together at {@code cost} cycles behind the last arrival of a core, {@code
   * giver}.
   */
  void meet(int word, long last, long giver, long cost) {
    long before = dispatch(Pipe.S);
    long start = Math.max(latest(), last);
    stall(StallReason.CORE, start - before);
    finish(word, Pipe.S, TimedEvent.Kind.MEETING, giver, before, start, start + cost, last);
    Arrays.fill(free, start + cost);
  }

  /** Holds {@code pipe} until its own work is done; ALL holds every pipe until all work is done. */
  void barrier(int word, Pipe pipe, long cost) {
    if (pipe == Pipe.ALL) {
      long before = dispatch(Pipe.S);
      long all = latest();
      stall(StallReason.BARRIER, all - before);
      finish(word, Pipe.S, TimedEvent.Kind.BARRIER, 0, before, all, all + cost);
      Arrays.fill(free, all + cost);
      return;
    }
    long ready = ready(pipe, dispatch(pipe));
    long start = Math.max(ready, lastDone[pipe.ordinal()]);
    stall(StallReason.BARRIER, start - ready);
    finish(word, pipe, TimedEvent.Kind.BARRIER, 0, ready, start, start + cost);
  }

  /**
   * Holds {@code pipe} until the other pipes have released the buffer; without {@code blocking} it
   * does not wait.
   */
  void getBuffer(int word, Pipe pipe, int buffer, boolean blocking, long cost) {
    long ready = ready(pipe, dispatch(pipe));
    long start = blocking ? Math.max(ready, releasedByOthers(pipe, buffer)) : ready;
    stall(StallReason.BUFFER, start - ready);
    finish(word, pipe, TimedEvent.Kind.GET_BUFFER, buffer, ready, start, start + cost);
  }

  /**
   * Releases the buffer when the work of {@code pipe} is done; with {@code waiting} also that of
   * its other users.
   */
  void releaseBuffer(int word, Pipe pipe, int buffer, boolean waiting, long cost) {
    long ready = ready(pipe, dispatch(pipe));
    long start = Math.max(ready, lastDone[pipe.ordinal()]);
    if (waiting) {
      start = Math.max(start, releasedByOthers(pipe, buffer));
      stall(StallReason.BUFFER, start - ready);
    }
    finish(word, pipe, TimedEvent.Kind.RELEASE_BUFFER, buffer, ready, start, start + cost);
    releases.computeIfAbsent(buffer, key -> new long[PIPES])[pipe.ordinal()] = start + cost;
  }

  private long releasedByOthers(Pipe pipe, int buffer) {
    long latest = 0;
    long[] times = releases.getOrDefault(buffer, new long[PIPES]);
    for (int other = 0; other < PIPES; other++) {
      latest = other == pipe.ordinal() ? latest : Math.max(latest, times[other]);
    }
    return latest;
  }

  /** Holds the scalar pipe until the pipes that touch the named memory are drained. */
  void drain(int word, SynchronizationKind kind, long cost) {
    long before = dispatch(Pipe.S);
    long start = before;
    List<Pipe> pipes =
        switch (kind) {
          case ALL -> List.of(Pipe.values());
          case DDR -> MEMORY_PIPES;
          case UB -> BUFFER_PIPES;
          case SEQ -> List.of();
        };
    for (Pipe pipe : pipes) {
      start = Math.max(start, lastDone[pipe.ordinal()]);
    }
    stall(StallReason.BARRIER, start - before);
    finish(word, Pipe.S, TimedEvent.Kind.BARRIER, 0, before, start, start + cost);
  }

  private long ready(Pipe pipe, long dispatched) {
    long pipeFree = free[pipe.ordinal()];
    if (pipe != Pipe.S && dispatched > pipeFree) {
      stall(StallReason.DISPATCH, dispatched - pipeFree);
    }
    return Math.max(pipeFree, dispatched);
  }

  private void finish(
      int word, Pipe pipe, TimedEvent.Kind kind, long number, long ready, long start, long done) {
    finish(word, pipe, kind, number, ready, start, done, TimedEvent.NO_SIGNAL);
  }

  private void finish(
      int word,
      Pipe pipe,
      TimedEvent.Kind kind,
      long number,
      long ready,
      long start,
      long done,
      long signal) {
    int index = pipe.ordinal();
    long idle = free[index];
    free[index] = Math.max(free[index], done);
    lastDone[index] = Math.max(lastDone[index], done);
    busy[index] += done - start;
    instructions[index]++;
    cyclesOfWord[word] += done - ready;
    if (queueDepth != Integer.MAX_VALUE && pipe != Pipe.S) {
      waiting.get(index).add(start);
    }
    if (log.isPresent()) {
      log.get().add(ready, start, done);
    }
    if (events.size() < mostEvents && window.shows(ready, done)) {
      events.add(new TimedEvent(word, pipe, kind, number, idle, ready, start, done, signal));
    }
  }

  private void stall(StallReason reason, long cycles) {
    if (cycles > 0) {
      stalls[reason.ordinal()] += cycles;
    }
  }

  private static int flag(Pipe source, Pipe destination, int event) {
    return (source.ordinal() * PIPES + destination.ordinal()) * EVENTS + event;
  }

  private long latest() {
    long latest = 0;
    for (int i = 0; i < PIPES; i++) {
      latest = Math.max(latest, Math.max(free[i], lastDone[i]));
    }
    return latest;
  }

  /** The cycle behind everything so far. */
  long cycles() {
    return latest();
  }

  List<PipeUsage> usage() {
    List<PipeUsage> usage = new ArrayList<>();
    long total = latest();
    for (Pipe pipe : core.pipes()) {
      int i = pipe.ordinal();
      usage.add(new PipeUsage(pipe, busy[i], total - busy[i], instructions[i]));
    }
    return usage;
  }

  /** Cycles by reason; reasons that did not occur are left out. */
  Map<StallReason, Long> stalls() {
    Map<StallReason, Long> cycles = new EnumMap<>(StallReason.class);
    for (StallReason reason : StallReason.values()) {
      if (stalls[reason.ordinal()] > 0) {
        cycles.put(reason, stalls[reason.ordinal()]);
      }
    }
    return cycles;
  }

  List<TimingFault> faults() {
    return faults;
  }

  List<TimedEvent> events() {
    return events;
  }

  /** Cycles charged to each word; callers add what happened inside regions. */
  long[] cyclesOfWord() {
    return cyclesOfWord;
  }

  /**
   * True if nothing but times is left to keep: the timeline is full or its window is over, since
   * nothing starts before the scalar unit has issued it, and no queue in front of a pipe is
   * limited.
   */
  boolean keepsTimesOnly() {
    boolean isFull = events.size() >= mostEvents || free[Pipe.S.ordinal()] >= window.to();
    return isFull && queueDepth == Integer.MAX_VALUE;
  }

  /** From now on {@code to} observes every instruction. */
  void log(Optional<ClockLog> to) {
    log = to;
  }

  /** The signals that nothing has waited for yet. */
  SignalQueue signals(int flag) {
    if (flags[flag] == null) {
      flags[flag] = new SignalQueue();
    }
    return flags[flag];
  }

  void setSignals(int flag, SignalQueue signals) {
    flags[flag] = signals;
  }

  /** The times that later ones depend on, signals apart. */
  long[] times() {
    long[] times = new long[(2 + releases.size()) * PIPES];
    int at = 0;
    for (long[] each : clocks()) {
      System.arraycopy(each, 0, times, at, PIPES);
      at += PIPES;
    }
    return times;
  }

  /** Restores the result of {@link #times}. */
  void setTimes(long[] times) {
    int at = 0;
    for (long[] each : clocks()) {
      System.arraycopy(times, at, each, 0, PIPES);
      at += PIPES;
    }
  }

  private List<long[]> clocks() {
    List<long[]> clocks = new ArrayList<>(List.of(free, lastDone));
    clocks.addAll(releases.values());
    return clocks;
  }

  /** The sums that instructions from {@code begin} to {@code end} add to. */
  long[] sums(int begin, int end) {
    int stalled = 2 * PIPES + stalls.length;
    long[] sums = new long[stalled + end - begin];
    System.arraycopy(busy, 0, sums, 0, PIPES);
    System.arraycopy(instructions, 0, sums, PIPES, PIPES);
    System.arraycopy(stalls, 0, sums, 2 * PIPES, stalls.length);
    System.arraycopy(cyclesOfWord, begin, sums, stalled, end - begin);
    return sums;
  }

  /** Restores the result of {@link #sums}. */
  void setSums(int begin, int end, long[] sums) {
    int stalled = 2 * PIPES + stalls.length;
    System.arraycopy(sums, 0, busy, 0, PIPES);
    System.arraycopy(sums, PIPES, instructions, 0, PIPES);
    System.arraycopy(sums, 2 * PIPES, stalls, 0, stalls.length);
    System.arraycopy(sums, stalled, cyclesOfWord, begin, end - begin);
  }
}
