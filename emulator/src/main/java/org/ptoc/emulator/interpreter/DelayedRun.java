package org.ptoc.emulator.interpreter;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.ptoc.emulator.interpreter.step.Step;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.EndlessLoop;
import org.ptoc.emulator.machine.MachineTrap;
import org.ptoc.emulator.machine.Schedule;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.TrapCode;

/**
 * Runs a block with pipes that work late: the scalar unit goes on while words wait in the queues of
 * their pipes, held back only by what the program makes them wait for. Words of a pipe that does
 * not work in order may overtake each other up to the next flag or barrier; but each reads before a
 * later one writes.
 *
 * <p>A random order of every other seed has one pipe that works only when nothing else can, another
 * one with each seed: what should wait for that pipe and does not is then ahead of it, which a
 * choice word by word rarely brings about.
 */
public final class DelayedRun {
  /** Words that may wait; then all are carried out. */
  private static final int MOST_PENDING = 20_000;

  private final Program program;
  private final Interpreter interpreter;
  private final Schedule schedule;
  private final SplittableRandom random;
  private final Core core;
  private final Core trial;
  private final Optional<Pipe> late;
  private final Map<Pipe, List<Pending>> queues = new EnumMap<>(Pipe.class);
  private final PendingSignals signals = new PendingSignals();
  private final PendingPlaces places;
  private long issued;
  private int pending;

  /**
   * @param core the state; {@code programCounter} is the word when {@link #run} throws
   */
  public DelayedRun(Program program, Interpreter interpreter, Schedule schedule, Core core) {
    this.program = program;
    this.interpreter = interpreter;
    this.schedule = schedule;
    this.random = new SplittableRandom(schedule.seed());
    this.late = latePipe(program, schedule);
    this.core = core;
    this.trial = core.trial(!program.profile().has(ProfileFeature.VECTOR_REGISTERS));
    this.places = new PendingPlaces(interpreter, core, trial);
  }

  private static Optional<Pipe> latePipe(Program program, Schedule schedule) {
    if (schedule.order() != Schedule.Order.RANDOM || schedule.seed() % 2 == 0) {
      return Optional.empty();
    }
    Set<Pipe> pipes = EnumSet.noneOf(Pipe.class);
    for (int word = 0; word < program.size(); word++) {
      pipes.add(program.at(word).definition().pipe());
    }
    pipes.remove(Pipe.S);
    long chosen = pipes.isEmpty() ? 0 : Math.floorMod(schedule.seed() / 2, pipes.size());
    return pipes.stream().skip(chosen).findFirst();
  }

  /**
   * Runs to the end of the block.
   *
   * @param limit most work, as for {@link Interpreter#run}
   * @return whether the end was reached before the limit
   * @throws MachineTrap when an instruction traps, or nothing can go on
   */
  public boolean run(long limit) {
    core.instructionLimit = limit;
    EndlessLoopFinder finder =
        new EndlessLoopFinder(program, interpreter, core, () -> pending == 0 ? issued : -1);
    int at = core.programCounter;
    while (core.executed < core.instructionLimit) {
      if (finder.isDue()) {
        observe(finder, at);
      }
      core.programCounter = at;
      Instruction instruction = program.at(at);
      int next = issue(instruction, at);
      if (next == Step.END) {
        finishAll();
        return true;
      }
      at = next == core.loopEnd ? core.closeIterations() : next;
      work();
    }
    core.programCounter = at;
    return false;
  }

  /** What waits may still trap, and then the program ends. */
  private void observe(EndlessLoopFinder finder, int at) {
    try {
      finder.observe(at);
    } catch (EndlessLoop loop) {
      finishAll();
      throw loop;
    }
  }

  /** The scalar unit takes one word, or a whole vector region. */
  private int issue(Instruction instruction, int at) {
    if (instruction.definition().semantics()
        instanceof Semantics.Control(ControlOperation operation)) {
      return control(operation, instruction, at);
    }
    Pipe pipe = instruction.definition().pipe();
    if (pipe == Pipe.S) {
      return interpreter.step(core, at);
    }
    enqueue(Pending.work(pipe, issued++, at, at, PendingState.of(core, 0)));
    return at + 1;
  }

  private int control(ControlOperation operation, Instruction instruction, int at) {
    return switch (operation) {
      case SET_FLAG -> {
        Pending set = Pending.order(instruction.queue(), issued++, at);
        enqueue(set);
        signals.set(flag(instruction), set);
        interpreter.countSignal(core, at, 1);
        yield at + 1;
      }
      case WAIT_FLAG -> {
        Pending wait = Pending.order(instruction.queue(), issued++, at);
        signals.await(flag(instruction), wait);
        enqueue(wait);
        interpreter.countSignal(core, at, -1);
        if (wait.pipe() == Pipe.S) {
          finish(wait);
        }
        yield at + 1;
      }
      case BARRIER -> {
        Pipe pipe = instruction.queue();
        if (pipe == Pipe.ALL || pipe == Pipe.S) {
          finishAll();
        } else {
          enqueue(Pending.order(pipe, issued++, at));
        }
        yield at + 1;
      }
      case GET_BUFFER, RELEASE_BUFFER -> {
        Pending token = Pending.order(instruction.queue(), issued++, at);
        boolean mode = instruction.field(FieldName.MODE) != 0;
        if (operation == ControlOperation.GET_BUFFER) {
          signals.take(interpreter.number(core, at), token, !mode);
        } else {
          signals.release(interpreter.number(core, at), token, mode, this::lastOf);
        }
        enqueue(token);
        yield at + 1;
      }
      case REGION_BEGIN -> region(instruction, at);
      case SET_CROSS_FLAG -> {
        enqueue(
            Pending.cross(
                instruction.pipe(FieldName.P1), issued++, at, interpreter.crossFlag(core, at)));
        yield at + 1;
      }
      case WAIT_CROSS_FLAG -> {
        // Where cores are not connected the scalar unit stands still; what is issued works on.
        Pipe pipe =
            program.profile().has(ProfileFeature.CONNECTED_CORES)
                ? instruction.pipe(FieldName.P1)
                : Pipe.S;
        Pending wait = Pending.cross(pipe, issued++, at, interpreter.crossFlag(core, at));
        enqueue(wait);
        if (pipe == Pipe.S) {
          finish(wait);
        }
        yield at + 1;
      }
      case FENCE, MEET_CORES, MEET_COUNTED_CORES, WAIT_MEMORY, END -> {
        finishAll();
        yield interpreter.step(core, at);
      }
      case BRANCH,
          BRANCH_COMPARE,
          BRANCH_ZERO,
          BRANCH_NONZERO,
          CALL,
          RETURN,
          NO_OPERATION,
          TRAP,
          PRINT_VALUE,
          PRINT,
          MEMORY_BARRIER,
          DATA_BARRIER,
          CACHE,
          WRITE_SPECIAL,
          READ_SPECIAL,
          SET_SPECIAL_BIT,
          SET_SPECIAL_HIGH_BIT,
          LOOP,
          REGION_END ->
          interpreter.step(core, at);
    };
  }

  /**
   * A vector region waits as a whole; the scalars that it leaves, in registers and in LOCAL memory,
   * are found out beside it. Indices that earlier work of its pipe has yet to write may trap there:
   * then that work is carried out first.
   */
  private int region(Instruction instruction, int at) {
    int last = instruction.target(at);
    int localBytes = localBytes(at, last);
    Pending region = Pending.work(Pipe.V, issued++, at, last, PendingState.of(core, localBytes));
    List<Pending> before = lastOf(Pipe.V);
    try {
      runBeside(at, last);
    } catch (MachineTrap trap) {
      before.forEach(this::finish);
      runBeside(at, last);
    }
    enqueue(region);
    PendingState.of(trial, localBytes).restoreScalars(core);
    return last + 1;
  }

  /** From the lowest scalar in LOCAL memory that a region uses to the end of that memory. */
  private int localBytes(int first, int last) {
    int zero = RegisterClass.X.constantRegister();
    long lowest = Core.LOCAL_BYTES;
    for (int word = first; word <= last; word++) {
      Instruction instruction = program.at(word);
      if (instruction.accesses(AddressSpace.LOCAL)) {
        boolean isFixed =
            instruction.code(FieldName.XB) == zero && instruction.code(FieldName.XO) == zero;
        lowest = isFixed ? Math.min(lowest, instruction.field(FieldName.IMM24)) : 0;
      }
    }
    return (int) (Core.LOCAL_BYTES - Math.max(lowest, 0));
  }

  private void runBeside(int at, int last) {
    core.renew(trial);
    try {
      interpreter.runRegion(trial, at, last);
    } catch (MachineTrap trap) {
      core.programCounter = trial.programCounter;
      throw trap;
    }
  }

  private PendingSignals.Flag flag(Instruction instruction) {
    return new PendingSignals.Flag(
        instruction.pipe(FieldName.P1),
        instruction.pipe(FieldName.P2),
        interpreter.number(core, core.programCounter));
  }

  private List<Pending> queue(Pipe pipe) {
    return queues.computeIfAbsent(pipe, none -> new ArrayList<>());
  }

  private List<Pending> lastOf(Pipe pipe) {
    List<Pending> queue = queue(pipe);
    return queue.isEmpty() ? List.of() : List.of(queue.getLast());
  }

  private void enqueue(Pending item) {
    queue(item.pipe()).add(item);
    pending++;
  }

  /** What the schedule carries out while the scalar unit goes on. */
  private void work() {
    switch (schedule.order()) {
      case PROGRAM, EAGER -> {
        while (step(this::isAny)) {
          // Until nothing can begin.
        }
      }
      case LAZY -> {
        if (pending > MOST_PENDING) {
          finishAll();
        }
      }
      case RANDOM -> {
        for (int n = late.isPresent() ? Integer.MAX_VALUE : random.nextInt(3);
            n > 0 && step(this::isEarly);
            n--) {
          // Some of them, or all but those of one pipe.
        }
        if (pending > MOST_PENDING) {
          finishAll();
        }
      }
    }
  }

  private boolean isAny(Pending item) {
    return true;
  }

  private boolean isEarly(Pending item) {
    return late.filter(item.pipe()::equals).isEmpty();
  }

  private void finishAll() {
    int at = core.programCounter;
    while (pending > 0) {
      if (!step(this::isEarly) && !step(this::isAny) && !waitForOthers()) {
        throw deadlock();
      }
    }
    core.programCounter = at;
  }

  /** Carries out what an item needs, and the item. */
  private void finish(Pending item) {
    int at = core.programCounter;
    PendingClosure needed = PendingClosure.of(item, this::queue);
    while (!item.isDone()) {
      if (!step(needed::contains) && !step(this::isAny) && !waitForOthers()) {
        throw deadlock();
      }
    }
    core.programCounter = at;
  }

  /** Lets other cores signal the flags that pipes wait for; false when none does. */
  private boolean waitForOthers() {
    List<Pending> waits =
        queues.values().stream()
            .filter(queue -> !queue.isEmpty())
            .map(List::getFirst)
            .filter(this::lacksCrossSignal)
            .sorted(Comparator.comparingLong(Pending::number))
            .toList();
    if (waits.isEmpty()) {
      return false;
    }
    Pending first = waits.getFirst(); // Later waits may follow from it.
    core.programCounter = first.word();
    core.member()
        .await(
            () -> waits.stream().anyMatch(each -> !lacksCrossSignal(each)),
            interpreter.crossWait(first.word(), first.crossFlag().getAsInt()));
    return true;
  }

  /** True for a wait for a cross-core flag that no other core has signalled yet. */
  private boolean lacksCrossSignal(Pending item) {
    return isCrossWait(item)
        && !interpreter.hasCrossSignal(core, item.word(), item.crossFlag().getAsInt());
  }

  private boolean isCrossWait(Pending item) {
    return item.crossFlag().isPresent()
        && program.at(item.word()).definition().semantics()
            instanceof Semantics.Control(ControlOperation operation)
        && operation == ControlOperation.WAIT_CROSS_FLAG;
  }

  private MachineTrap deadlock() {
    queues.values().stream()
        .filter(queue -> !queue.isEmpty())
        .findFirst()
        .ifPresent(queue -> core.programCounter = queue.getFirst().word());
    return MachineTrap.of(TrapCode.DEADLOCK, "no pipe can go on: a wait has no signal");
  }

  /** Carries out one item that can begin, of those that are wanted; false when there is none. */
  private boolean step(Predicate<Pending> wanted) {
    List<Pending> ready = new ArrayList<>();
    for (List<Pending> queue : queues.values()) {
      addReady(queue, wanted, ready);
    }
    if (ready.isEmpty()) {
      return false;
    }
    Pending chosen =
        switch (schedule.order()) {
          case PROGRAM, EAGER -> ready.stream().min(Pending.BY_ISSUE).orElseThrow();
          case LAZY -> ready.stream().max(Pending.BY_ISSUE).orElseThrow();
          case RANDOM -> ready.get(random.nextInt(ready.size()));
        };
    queue(chosen.pipe()).remove(chosen);
    pending--;
    carryOut(chosen);
    chosen.finish();
    places.forget(chosen);
    return true;
  }

  /** The first item of a queue, and work that may overtake work in front of it. */
  private void addReady(List<Pending> queue, Predicate<Pending> wanted, List<Pending> ready) {
    if (queue.size() > 1 && overtakes(queue, 1) && queue.getFirst().pipe() == Pipe.V) {
      places.keepReadsInFront(queue);
    }
    for (int i = 0; i < queue.size() && (i == 0 || overtakes(queue, i)); i++) {
      Pending item = queue.get(i);
      if (item.isReady() && wanted.test(item) && !lacksCrossSignal(item)) {
        ready.add(item);
      }
    }
  }

  private boolean overtakes(List<Pending> queue, int index) {
    boolean ordered =
        switch (queue.get(index).pipe()) {
          case MTE2, MTE3 -> false;
          case V -> program.profile().has(ProfileFeature.ORDERED_VECTOR_PIPE);
          case S, M, MTE1, MTE4, MTE5, V2, FIX, ALL -> true;
        };
    return !ordered && queue.get(index).isWork() && queue.get(index - 1).isWork();
  }

  private void carryOut(Pending item) {
    if (item.crossFlag().isPresent()) {
      core.programCounter = item.word();
      interpreter.carryOutCross(core, item.word(), item.crossFlag().getAsInt(), isCrossWait(item));
    }
    if (!item.isWork()) {
      return;
    }
    PendingState now = PendingState.of(core, item.state().local().length);
    item.state().restore(core);
    core.programCounter = item.word();
    if (item.last() == item.word()) {
      interpreter.step(core, item.word());
    } else {
      interpreter.runRegion(core, item.word(), item.last());
    }
    now.restoreExceptChanges(core, item.state());
  }
}
