package org.ptoc.tools.debug;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.IntFunction;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.session.DebugSession;
import org.ptoc.emulator.session.Observer;
import org.ptoc.tools.toolchain.DebugTarget;

/**
 * The cycles of each core at each position. A second session, which only goes forward, times each
 * word once; what it found is kept.
 */
final class CycleClock {
  /** Positions that are kept; behind them no cycles are known. */
  private static final int MOST = 1 << 23;

  private static final int CORE_SHIFT = 44;

  private final DebugTarget target;
  private final DebugSession session;
  private final Map<Integer, Optional<DebugTarget.Clock>> clocks = new HashMap<>();

  /** Of each word that was timed its core and the cycles of that core behind it. */
  private long[] log = new long[1024];

  CycleClock(DebugTarget target, DebugSession debugged) {
    this.target = target;
    this.session = debugged.twin();
  }

  /** The last position that is known. */
  long end() {
    return session.position();
  }

  /** Cycles of a core at a position; empty where they are not counted. */
  OptionalLong at(int core, long position) {
    if (position > MOST || clock(core).isEmpty()) {
      return OptionalLong.empty();
    }
    while (session.position() < position && !session.isOver()) {
      session.run(position, new Timing());
    }
    for (int place = (int) Math.min(position, timed) - 1; place >= 0; place--) {
      if (log[place] >>> CORE_SHIFT == core) {
        return OptionalLong.of(log[place] & (1L << CORE_SHIFT) - 1);
      }
    }
    return OptionalLong.of(0);
  }

  private Optional<DebugTarget.Clock> clock(int core) {
    return clocks.computeIfAbsent(core, _ -> target.clock());
  }

  /** Times words and stops behind none. */
  private final class Timing implements Observer {
    private final Map<Integer, Optional<ExecutionListener>> listeners = CycleClock.this.listeners;

    @Override
    public boolean wantsEffects() {
      return true;
    }

    @Override
    public Optional<ExecutionListener> listener(int core) {
      return listeners.computeIfAbsent(
          core,
          number ->
              clock(number)
                  .map(DebugTarget.Clock::listeners)
                  .map((IntFunction<ExecutionListener> each) -> each.apply(number)));
    }

    @Override
    public boolean after(int core, int word) {
      int place = (int) timed++;
      if (place >= log.length) {
        log = Arrays.copyOf(log, 2 * log.length);
      }
      long cycles = clock(core).map(each -> each.cycles().getAsLong()).orElse(0L);
      log[place] = (long) core << CORE_SHIFT | cycles;
      return false;
    }
  }

  private final Map<Integer, Optional<ExecutionListener>> listeners = new HashMap<>();
  private long timed;
}
