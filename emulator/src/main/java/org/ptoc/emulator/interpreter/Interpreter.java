package org.ptoc.emulator.interpreter;

import java.util.Optional;
import org.ptoc.emulator.interpreter.step.ControlStep;
import org.ptoc.emulator.interpreter.step.Step;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.CoreWait;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.WorkLimit;
import org.ptoc.ir.isa.Program;

/** Executes a decoded program; one object serves all blocks of a launch at the same time. */
public final class Interpreter {
  private static final int UNFINISHED = -2;

  private final Program program;
  private final Step[] steps;

  private Interpreter(Program program, LoopEngine engine) {
    this.program = program;
    this.steps = StepCompiler.compile(program, this, engine);
  }

  /** Predecodes {@code program}. */
  public static Interpreter of(Program program) {
    return of(program, LoopEngine.NONE);
  }

  /** Predecodes {@code program}; {@code engine} may take over innermost loops. */
  public static Interpreter of(Program program, LoopEngine engine) {
    return new Interpreter(program, engine);
  }

  /**
   * Executes words that are free of jumps one after the other, as compiled code does with those
   * that it has no code for.
   *
   * @throws org.ptoc.emulator.machine.MachineTrap when an instruction traps
   */
  public void runWords(Core core, int from, int to) {
    Step[] program = steps;
    boolean heard = core.record.isActive();
    for (int at = from; at < to; at++) {
      core.programCounter = at;
      core.executed++;
      if (heard) {
        core.record.clear();
      }
      program[at].execute(core, at);
      if (heard) {
        core.listener.orElseThrow().executed(at, core.record);
      }
    }
  }

  /** Executes one word and returns the one that follows in program order. */
  int step(Core core, int at) {
    core.programCounter = at;
    core.executed++;
    return steps[at].execute(core, at);
  }

  /** Executes a vector region from its first word to its last. */
  void runRegion(Core core, int first, int last) {
    if (run(core, first, last) == UNFINISHED) {
      throw new WorkLimit();
    }
  }

  /** The number of the event or buffer that a word names now. */
  long number(Core core, int at) {
    return ((ControlStep) steps[at]).number(core);
  }

  /** The number of the cross-core flag that a word names now. */
  int crossFlag(Core core, int at) {
    return ((ControlStep) steps[at]).crossFlag(core);
  }

  /** True if the cross-core flag of a word has a signal. */
  boolean hasCrossSignal(Core core, int at, int flag) {
    return ((ControlStep) steps[at]).isSet(core, flag);
  }

  /** A wait for the cross-core flag of a word, in words. */
  CoreWait crossWait(int at, int flag) {
    return ((ControlStep) steps[at]).crossWait(flag);
  }

  /** Signals a cross-core flag, or takes a signal that is there. */
  void carryOutCross(Core core, int at, int flag, boolean takes) {
    if (takes) {
      ((ControlStep) steps[at]).takeCrossFlag(core, flag);
    } else {
      ((ControlStep) steps[at]).setCrossFlag(core, at, flag);
    }
  }

  /** Counts a signal, or with -1 a wait, that is issued and not executed. */
  void countSignal(Core core, int at, int change) {
    ((ControlStep) steps[at]).countSignal(core, change);
  }

  /**
   * Runs a block from the entry to {@code end}.
   *
   * @param core the state; {@code programCounter} is the word when this method throws
   * @param limit most work: instructions, and what {@link Core#spend} counts beside them
   * @return whether the end was reached before the limit
   * @throws org.ptoc.emulator.machine.MachineTrap when an instruction traps
   * @throws org.ptoc.emulator.machine.EndlessLoop in a loop that cannot end
   */
  public boolean run(Core core, long limit, Optional<ExecutionListener> listener) {
    core.instructionLimit = limit;
    core.listener = listener;
    if (listener.isPresent() && listener.get().wantsPieces()) {
      core.record.notePieces();
    }
    listener.ifPresent(each -> each.started(core));
    return listener.isPresent() ? runObserved(core, listener.get()) : run(core);
  }

  private boolean run(Core core) {
    Step[] program = steps;
    EndlessLoopFinder finder = new EndlessLoopFinder(this.program, this, core, () -> 0);
    int at = core.programCounter;
    while (core.executed < core.instructionLimit) {
      if (finder.isDue()) {
        finder.observe(at);
      }
      core.programCounter = at;
      core.executed++;
      at = program[at].execute(core, at);
      if (at == core.loopEnd) {
        at = core.closeIterations();
      }
      if (at == Step.END) {
        return true;
      }
    }
    core.programCounter = at;
    return false;
  }

  /**
   * Runs the rest of a region that the listener knows; returns what follows its last word, or
   * {@link #UNFINISHED} at the limit.
   */
  private int runUnheard(Core core, int first, int last) {
    core.record.pause();
    try {
      return run(core, first, last);
    } finally {
      core.record.resume();
    }
  }

  private int run(Core core, int first, int last) {
    Step[] program = steps;
    int at = first;
    while (core.executed < core.instructionLimit) {
      core.programCounter = at;
      core.executed++;
      int next = program[at].execute(core, at);
      if (at == last) {
        return next;
      }
      at = next == core.loopEnd ? core.closeIterations() : next;
    }
    core.programCounter = at;
    return UNFINISHED;
  }

  private boolean runObserved(Core core, ExecutionListener listener) {
    EndlessLoopFinder finder = new EndlessLoopFinder(program, this, core, () -> 0);
    int at = core.programCounter;
    while (core.executed < core.instructionLimit) {
      if (finder.isDue()) {
        finder.observe(at);
      }
      core.programCounter = at;
      core.executed++;
      core.record.clear();
      Step step = steps[at];
      int next = step.execute(core, at);
      listener.executed(at, core.record);
      if (step instanceof LoopStep loop) {
        next = loop.runBody(core, at, next);
      } else if (step instanceof BackwardBranchStep branch) {
        next = branch.runBody(core, at, next);
      } else if (step instanceof RegionStep region
          && listener.knowsRegion(at, region.inputs(core))) {
        next = runUnheard(core, next, region.lastWord(at));
        if (next == UNFINISHED) {
          return false;
        }
        listener.repeatedRegion();
      }
      at = next == core.loopEnd ? core.closeIterations() : next;
      if (at == Step.END) {
        listener.finished();
        return true;
      }
    }
    core.programCounter = at;
    return false;
  }
}
