package org.ptoc.emulator.interpreter;

import java.util.Optional;
import org.ptoc.emulator.interpreter.step.Step;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.CoreGroup;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.MachineState;
import org.ptoc.emulator.machine.StateVisitor;
import org.ptoc.ir.isa.Program;

/**
 * The run of one core that stops between any two words. It executes what {@link Interpreter#run}
 * does, with the same traps and the same search for endless loops. One thread uses it.
 */
public final class SteppedRun implements MachineState {
  private static final int NONE = -1;
  private final Interpreter interpreter;
  private final Core core;
  private final EndlessLoopFinder finder;

  /** True if the search for endless loops has seen the next word. */
  private boolean isObserved;

  private int previous = NONE;

  /** Why words were not executed further. */
  public enum Pause {
    /** As many words as wanted were executed. */
    COUNT,
    /** The next word is marked, or the observer wanted to stop. */
    MARK,
    /** The core waits for others, or lets them go on. */
    SUSPENDED,
    /** The kernel came to its end. */
    END
  }

  /** Observes each word. */
  public interface WordObserver {
    /** True if the run stops in front of the next word. */
    boolean before(int word);

    /** True if the run stops behind a word that was executed. */
    boolean after(int word);
  }

  /**
   * A core at the entry of its kernel.
   *
   * @param core not recording, or with a paused record
   */
  public SteppedRun(Program program, Interpreter interpreter, Core core) {
    this.interpreter = interpreter;
    this.core = core;
    this.finder = new EndlessLoopFinder(program, interpreter, core, () -> 0);
  }

  /** The state of the core. */
  public Core core() {
    return core;
  }

  /** The word that was executed last; -1 at the entry. */
  public int previous() {
    return previous;
  }

  @Override
  public void visit(StateVisitor visitor) {
    core.visit(visitor);
    finder.visit(visitor);
    isObserved = visitor.truth(isObserved);
    previous = (int) visitor.number(previous);
  }

  /**
   * Executes words without recording them.
   *
   * @param marks for each word whether the run stops in front of it
   * @param end value of {@link Core#executed} at which it stops
   * @param passes whether the first word is executed even if it is marked
   * @throws org.ptoc.emulator.machine.MachineTrap when an instruction traps
   * @throws org.ptoc.emulator.machine.EndlessLoop in a loop that cannot end
   */
  public Pause run(boolean[] marks, long end, boolean passes) {
    int at = core.programCounter;
    int last = previous;
    long units = core.instructionLimit;
    long executed = core.executed;
    boolean stops = !passes;
    try {
      while (core.executed < end) {
        executed = core.executed;
        if (stops && marks[at]) {
          return Pause.MARK;
        }
        stops = true;
        if (!isObserved && finder.isDue()) {
          isObserved = true;
          finder.observe(at);
        }
        units = core.instructionLimit;
        int word = at;
        at = interpreter.step(core, at);
        last = word;
        isObserved = false;
        if (at == core.loopEnd) {
          at = core.closeIterations();
        }
        if (at == Step.END) {
          return Pause.END;
        }
        core.programCounter = at;
      }
      return Pause.COUNT;
    } catch (CoreGroup.Suspended suspended) {
      suspend(units, executed);
      return Pause.SUSPENDED;
    } finally {
      previous = last;
    }
  }

  /**
   * Executes words under an observer.
   *
   * @param listener gets the record of each word, if present; the core must be made to record
   * @param end value of {@link Core#executed} at which it stops
   * @param passes whether the observer is not asked in front of the first word
   * @throws org.ptoc.emulator.machine.MachineTrap when an instruction traps
   * @throws org.ptoc.emulator.machine.EndlessLoop in a loop that cannot end
   */
  public Pause run(
      WordObserver observer, Optional<ExecutionListener> listener, long end, boolean passes) {
    boolean stops = !passes;
    while (core.executed < end) {
      int at = core.programCounter;
      if (stops && observer.before(at)) {
        return Pause.MARK;
      }
      stops = true;
      if (!isObserved && finder.isDue()) {
        isObserved = true;
        finder.observe(at);
      }
      long units = core.instructionLimit;
      long before = core.executed;
      core.listener = listener;
      listener.ifPresent(_ -> core.record.resume());
      core.record.clear();
      int next;
      try {
        next = interpreter.step(core, at);
        listener.ifPresent(each -> each.executed(at, core.record));
      } catch (CoreGroup.Suspended suspended) {
        suspend(units, before);
        return Pause.SUSPENDED;
      } finally {
        core.record.pause();
        core.listener = Optional.empty();
      }
      previous = at;
      isObserved = false;
      next = next == core.loopEnd ? core.closeIterations() : next;
      if (next == Step.END) {
        listener.ifPresent(ExecutionListener::finished);
        return Pause.END;
      }
      core.programCounter = next;
      if (observer.after(at)) {
        return Pause.MARK;
      }
    }
    return Pause.COUNT;
  }

  /** What a word took before it was unwound, it takes again. */
  private void suspend(long units, long executed) {
    core.instructionLimit = units;
    core.executed = executed;
  }
}
