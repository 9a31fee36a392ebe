package org.ptoc.emulator.timing.region;

import java.util.Arrays;
import org.ptoc.emulator.timing.trace.MicroOperation;
import org.ptoc.emulator.timing.trace.RegionTrace;
import org.ptoc.emulator.timing.trace.TraceCursor;
import org.ptoc.ir.cycles.Forwarding;
import org.ptoc.ir.cycles.InitiationIntervals;
import org.ptoc.ir.cycles.IssueSlot;
import org.ptoc.ir.cycles.RegionParameters;

/**
 * The greedy list schedule of vector regions, one pass over the micro-operations (spec/30, section
 * 10).
 */
public final class ScoreboardPipeline implements RegionPipeline {
  private final MicroOperation[] operations;
  private final RegionParameters parameters;
  private final PairTable forwarding;
  private final PairTable intervals;

  /** A pipeline for the micro-operations of a program, by the number of the word. */
  public ScoreboardPipeline(MicroOperation[] operations, RegionParameters parameters) {
    this.operations = operations;
    this.parameters = parameters;
    this.forwarding = new PairTable(operations, Forwarding::distance);
    this.intervals = new PairTable(operations, InitiationIntervals::interval);
  }

  @Override
  public RegionTiming time(RegionTrace trace, int firstWord, int words) {
    RegionCounters counters = new RegionCounters(firstWord, words);
    return new RegionTiming(new Run(trace, counters).run(), counters);
  }

  private final class Run {
    private static final int LOOK_AROUND = 10;
    private static final int LOAD_SLOTS = 2;
    private static final int NOTHING = -1;
    private static final int LATE_STORE = 10;

    private final TraceCursor cursor;
    private final RegionCounters counters;
    private final CycleSlots loads = new CycleSlots(0);
    private final CycleSlots stores = new CycleSlots(0);
    private final CycleSlots[] units = {new CycleSlots(NOTHING), new CycleSlots(NOTHING)};
    private final int[] producer = new int[MicroOperation.REGISTERS];
    private final int[] producerStart = new int[MicroOperation.REGISTERS];
    private int cycle;
    private int used;
    private int row = NOTHING;
    private int open;
    private int base;
    private int lastDispatch;
    private int last;
    private int lastStoreDone;
    private int lastAccessDone;
    private int loadsFrom;
    private int storesFrom;

    Run(RegionTrace trace, RegionCounters counters) {
      this.cursor = new TraceCursor(trace.root());
      this.counters = counters;
      this.cycle = parameters.dispatchGate();
      Arrays.fill(producer, NOTHING);
    }

    long run() {
      while (cursor.next()) {
        counters.count(RegionCounters.MICRO_OPERATIONS);
        dispatch();
        int word = cursor.word();
        MicroOperation operation = operations[word];
        int before = Math.max(parameters.startup(), last);
        int start = place(word, operation);
        int done = start + latency(operation);
        for (int register : operation.destinations()) {
          producer[register] = word;
          producerStart[register] = start;
        }
        last = Math.max(last, done);
        counters.addCycles(word, Math.max(parameters.startup(), last) - before);
      }
      return (long) Math.max(parameters.startup(), last) + parameters.drain();
    }

    private void dispatch() {
      if (cursor.row() != row) {
        open =
            row == NOTHING
                ? parameters.firstLoopOpens() + Math.max(0, cursor.rowEntered() - 1)
                : Math.max(
                    lastDispatch + parameters.reentryGap(), open + parameters.reentryDistance());
        row = cursor.row();
        base = Math.max(parameters.dispatchGate(), open + parameters.bodyDelay());
      }
      int earliest = Math.max(cycle, base + cursor.iteration());
      if (earliest > cycle) {
        cycle = earliest;
        used = 0;
      }
      if (used == parameters.dispatchWidth()) {
        cycle++;
        used = 0;
      }
      used++;
      lastDispatch = cycle;
    }

    private int place(int word, MicroOperation operation) {
      int gate = cycle + 2;
      int sourcesReady = sourcesReady(word, operation);
      int ready = Math.max(Math.max(parameters.startup(), gate), sourcesReady);
      return switch (operation.slot()) {
        case LOAD -> placeLoad(operation, ready);
        case STORE -> placeStore(operation, ready);
        case PREDICATE -> Math.max(cycle, sourcesReady);
        case MEMORY_BARRIER -> placeBarrier(operation, ready);
        default -> placeCompute(word, operation, Math.max(ready, gate + 1));
      };
    }

    private int sourcesReady(int word, MicroOperation operation) {
      int ready = 0;
      for (int register : operation.sources()) {
        if (producer[register] != NOTHING) {
          int distance =
              register >= MicroOperation.FIRST_ALIGN
                  ? Forwarding.alignDistance(operations[producer[register]].primesStream())
                  : forwarding.get(producer[register], word);
          ready = Math.max(ready, producerStart[register] + distance);
        }
      }
      return ready;
    }

    private int placeLoad(MicroOperation operation, int ready) {
      int at = Math.max(ready, loadsFrom);
      while (!loadFits(operation, at)) {
        at++;
      }
      loads.set(at, loads.get(at) + 1);
      for (int i = 0; i < operation.blocked(); i++) {
        loads.set(at + i, LOAD_SLOTS);
      }
      lastAccessDone = Math.max(lastAccessDone, at + operation.latency());
      counters.count(RegionCounters.LOADS);
      return at;
    }

    /**
     * True if the slots that a load takes, a gather both for some cycles, are free from {@code at}
     * on.
     */
    private boolean loadFits(MicroOperation operation, int at) {
      boolean gather = operation.blocked() > 0;
      for (int taken = at; taken < at + Math.max(1, operation.blocked()); taken++) {
        int now = loads.get(taken) + (gather ? LOAD_SLOTS : 1);
        if (now > LOAD_SLOTS
            || parameters.exclusion() && now == LOAD_SLOTS && stores.get(taken) == 1) {
          return false;
        }
      }
      return true;
    }

    private int placeStore(MicroOperation operation, int ready) {
      int at = Math.max(ready, storesFrom);
      while (!storeFits(operation, at)) {
        at++;
      }
      for (int i = 0; i < Math.max(1, operation.blocked()); i++) {
        stores.set(at + i, 1);
      }
      lastStoreDone = Math.max(lastStoreDone, at + latency(operation));
      lastAccessDone = Math.max(lastAccessDone, lastStoreDone);
      counters.count(RegionCounters.STORES);
      return at;
    }

    /**
     * True if the slot that a store takes, a scatter for some cycles, is free from {@code at} on.
     */
    private boolean storeFits(MicroOperation operation, int at) {
      for (int taken = at; taken < at + Math.max(1, operation.blocked()); taken++) {
        if (stores.get(taken) == 1 || parameters.exclusion() && loads.get(taken) == LOAD_SLOTS) {
          return false;
        }
      }
      return true;
    }

    private int placeBarrier(MicroOperation operation, int ready) {
      if (operation.delaysLoads()) {
        loadsFrom = Math.max(loadsFrom, lastStoreDone);
      }
      if (operation.delaysStores()) {
        storesFrom = Math.max(storesFrom, lastAccessDone);
      }
      return ready;
    }

    private int placeCompute(int word, MicroOperation operation, int ready) {
      int allowed = operation.slot().isAnyUnit() ? units.length : 1;
      for (int at = ready; ; at++) {
        for (int unit = 0; unit < allowed; unit++) {
          if (fits(units[unit], word, at)) {
            units[unit].set(at, word);
            counters.count(RegionCounters.FIRST_UNIT + unit);
            return at;
          }
        }
      }
    }

    /** True if {@code word} can start at {@code at} between what the unit does before and after. */
    private boolean fits(CycleSlots unit, int word, int at) {
      if (unit.get(at) != NOTHING) {
        return false;
      }
      for (int back = 1; back <= LOOK_AROUND && back <= at; back++) {
        int earlier = unit.get(at - back);
        if (earlier != NOTHING) {
          if (back < intervals.get(earlier, word)) {
            return false;
          }
          break;
        }
      }
      for (int ahead = 1; ahead <= LOOK_AROUND; ahead++) {
        int later = unit.get(at + ahead);
        if (later != NOTHING) {
          return ahead >= intervals.get(word, later);
        }
      }
      return true;
    }

    private int latency(MicroOperation operation) {
      if (operation.slot() == IssueSlot.MEMORY_BARRIER) {
        return 0;
      }
      if (operation.slot() == IssueSlot.STORE) {
        for (int register : operation.sources()) {
          if (producer[register] != NOTHING
              && operations[producer[register]].delaysStoreOfResult()) {
            return LATE_STORE;
          }
        }
      }
      return operation.latency();
    }
  }

  /** One number for each cycle. */
  private static final class CycleSlots {
    private final int empty;
    private int[] values = {};

    CycleSlots(int empty) {
      this.empty = empty;
    }

    int get(int cycle) {
      return cycle < values.length ? values[cycle] : empty;
    }

    void set(int cycle, int value) {
      if (cycle >= values.length) {
        int old = values.length;
        values = Arrays.copyOf(values, Math.max(256, 2 * cycle));
        Arrays.fill(values, old, values.length, empty);
      }
      values[cycle] = value;
    }
  }
}
