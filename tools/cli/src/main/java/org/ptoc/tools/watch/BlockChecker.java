package org.ptoc.tools.watch;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.IntFunction;
import org.ptoc.emulator.cube.Combination;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.CrossSignal;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.tools.watch.SynchronizationChecker.Findings;

/**
 * Finds bytes of GM that two cores of a launch touch and one of them writes: cores run in any order
 * or at the same time (spec/00, 1.6), so that the result is one of several. The checkers of all
 * cores share what is known. What a core did before it gave a signal is done for the core that
 * takes it; whether its pipes had done it is for {@link SynchronizationChecker} to see. Equal
 * values that several cores write to one place are let through: the result is the same in any
 * order. So are stores of several cores that combine with what memory holds in the same way ({@link
 * CombiningWords}); stores that combine otherwise and plain accesses of another core to the same
 * bytes are not.
 */
public final class BlockChecker implements ExecutionListener {
  private final Uses uses;
  private final CombiningWords combining;
  private final int core;
  private final Findings findings;
  private final Set<Long> reported = new HashSet<>();
  private final IntFunction<String> names;
  private final Clock clock = new Clock();
  private int part;
  private Optional<Core> state = Optional.empty();

  /**
   * What a core knows of the others: the last part of each that is done before what it does now.
   */
  private static final class Clock {
    private final Map<Integer, Integer> parts = new HashMap<>();

    void merge(Map<Integer, Integer> other) {
      other.forEach((core, part) -> parts.merge(core, part, Math::max));
    }

    boolean isDone(int core, int part) {
      return parts.getOrDefault(core, -1) >= part;
    }
  }

  /** What the cores of a launch did so far. */
  public static final class Uses {
    private static final int WORD_BITS = 27;
    private static final int CORE_BITS = 18;
    private static final int MOST_PARTS = (1 << Long.SIZE - 1 - WORD_BITS - CORE_BITS) - 1;
    private static final int PAGE = 512;

    private final ShadowMemory writes = new ShadowMemory();

    /** What was done when a core gave a signal to others. */
    private final Map<CrossSignal, Map<Integer, Integer>> signals = new WeakHashMap<>();

    private final SharedUse reads = new SharedUse();

    /** Stores that combine with what memory holds, by their operation where it is known. */
    private final Map<Optional<Combination>, SharedUse> combined = new HashMap<>();

    /** What was written last: pages of GM by their address. */
    private final Map<Long, byte[]> values = new HashMap<>();

    /** True if bytes hold again what another core had written. */
    private boolean isRepeated(Core core, long from, long end) {
      return visit(
          core,
          from,
          end - from,
          (page, at, now, length) -> Arrays.equals(page, at, at + length, now, 0, length));
    }

    private void keep(Core core, long address, long length) {
      visit(
          core,
          address,
          length,
          (page, at, now, bytes) -> {
            System.arraycopy(now, 0, page, at, bytes);
            return true;
          });
    }

    /** Uses that several cores may make of a byte: of the last core, and of the last other one. */
    private static final class SharedUse {
      private final ShadowMemory last = new ShadowMemory();
      private final ShadowMemory other = new ShadowMemory();

      void add(int core, int part, int word, long address, long length) {
        last.visit(
            address,
            length,
            (from, end, use) -> {
              if (Uses.core(use) != core) {
                other.fill(from, end - from, use);
              }
            });
        last.fill(address, length, packed(core, part, word));
      }
    }

    /** A part of a page and what GM holds there now. */
    private interface Part {
      boolean test(byte[] page, int at, byte[] now, int length);
    }

    private boolean visit(Core core, long address, long length, Part part) {
      byte[] now = new byte[PAGE];
      for (long at = address; at < address + length; ) {
        long start = at & -PAGE;
        int bytes = (int) (Math.min(address + length, start + PAGE) - at);
        byte[] page = values.computeIfAbsent(start, _ -> new byte[PAGE]);
        core.global.read(at, now, 0, bytes);
        if (!part.test(page, (int) (at - start), now, bytes)) {
          return false;
        }
        at += bytes;
      }
      return true;
    }

    private static long packed(int core, int part, int word) {
      return ((long) part << CORE_BITS | core + 1) << WORD_BITS | word;
    }

    private static int core(long use) {
      return (int) (use >>> WORD_BITS & (1 << CORE_BITS) - 1) - 1;
    }

    /** The number of signals that the core had given before. */
    private static int part(long use) {
      return (int) (use >>> WORD_BITS + CORE_BITS);
    }

    private static int word(long use) {
      return (int) use & (1 << WORD_BITS) - 1;
    }
  }

  /**
   * A checker of one core.
   *
   * @param core its number among all cores of the launch
   * @param names how findings name cores
   */
  public BlockChecker(
      Uses uses, CombiningWords combining, int core, IntFunction<String> names, Findings findings) {
    this.names = names;
    this.uses = uses;
    this.combining = combining;
    this.core = core;
    this.findings = findings;
  }

  @Override
  public void started(Core begun) {
    state = Optional.of(begun);
  }

  @Override
  public boolean wantsPieces() {
    return true;
  }

  @Override
  public void arrived(int word, CrossSignal arrival) {
    give(arrival);
  }

  private void give(CrossSignal signal) {
    clock.parts.put(core, part);
    uses.signals.put(signal, Map.copyOf(clock.parts));
    part = Math.min(part + 1, Uses.MOST_PARTS);
  }

  @Override
  public void executed(int word, ExecutionRecord record) {
    for (CrossSignal signal : record.signals()) {
      Map<Integer, Integer> known = uses.signals.get(signal);
      if (known == null) {
        give(signal);
      } else {
        clock.merge(known);
      }
    }
    boolean combines = combining.contains(word, record);
    Optional<Combination> operation =
        combines ? combining.operation(word, record) : Optional.empty();
    record
        .pieces()
        .visit(
            (space, address, length, isWrite) -> {
              // A read for an atomic combination belongs to the write.
              if (space == AddressSpace.GM && (isWrite || !combines)) {
                if (combines) {
                  combined(word, address, length, operation);
                } else {
                  touched(word, address, length, isWrite);
                }
              }
            });
  }

  private void touched(int word, long address, long length, boolean isWrite) {
    check(uses.writes, word, address, length, isWrite, "written");
    uses.combined
        .values()
        .forEach(use -> check(use, word, address, length, isWrite, "combined with its own"));
    if (isWrite) {
      check(uses.reads, word, address, length, true, "read");
      state.ifPresent(memory -> uses.keep(memory, address, length));
      uses.writes.fill(address, length, Uses.packed(core, part, word));
    } else {
      uses.reads.add(core, part, word, address, length);
    }
  }

  private void combined(int word, long address, long length, Optional<Combination> operation) {
    check(uses.writes, word, address, length, true, "written");
    uses.combined.forEach(
        (other, use) -> {
          if (operation.isPresent() && other.isPresent() && !operation.equals(other)) {
            check(use, word, address, length, true, "combined by another operation");
          }
        });
    check(uses.reads, word, address, length, true, "read");
    state.ifPresent(memory -> uses.keep(memory, address, length));
    uses.combined
        .computeIfAbsent(operation, _ -> new Uses.SharedUse())
        .add(core, part, word, address, length);
  }

  private void check(
      Uses.SharedUse earlier, int word, long address, long length, boolean isWrite, String what) {
    check(earlier.last, word, address, length, isWrite, what);
    check(earlier.other, word, address, length, isWrite, what);
  }

  private void check(
      ShadowMemory earlier, int word, long address, long length, boolean isWrite, String what) {
    earlier.visit(
        address,
        length,
        (from, end, use) -> {
          boolean repeats =
              isWrite
                  && earlier == uses.writes
                  && state.filter(memory -> uses.isRepeated(memory, from, end)).isPresent();
          if (Uses.core(use) != core
              && !clock.isDone(Uses.core(use), Uses.part(use))
              && !repeats
              && reported.add((long) word << 32 | Uses.word(use))) {
            findings.found(
                word,
                (isWrite ? "overwrites" : "reads")
                    + " GM bytes that "
                    + names.apply(Uses.core(use))
                    + " has "
                    + what
                    + ": nothing orders the two",
                Uses.word(use));
          }
        });
  }
}
