package org.ptoc.emulator.session;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.ptoc.emulator.RunResult;
import org.ptoc.emulator.SteppedLaunch;
import org.ptoc.emulator.SteppedLaunch.Ending;
import org.ptoc.emulator.SteppedLaunch.SteppedCore;
import org.ptoc.emulator.SteppedLaunch.SteppedGroup;
import org.ptoc.emulator.Trap;
import org.ptoc.emulator.interpreter.SteppedRun;
import org.ptoc.emulator.interpreter.SteppedRun.Pause;
import org.ptoc.emulator.machine.CoreGroup;
import org.ptoc.emulator.machine.EndlessLoop;
import org.ptoc.emulator.machine.MachineState;
import org.ptoc.emulator.machine.MachineTrap;
import org.ptoc.emulator.machine.StateVisitor;
import org.ptoc.emulator.print.Printout;

/**
 * A launch that stops between words and goes back. A position is the number of words that all cores
 * have executed together; what a run does is the same each time, so a position is one state. Going
 * back restores the nearest checkpoint and executes again. One thread uses a session; {@link
 * #interrupt} may come from another.
 */
public final class DebugSession implements MachineState {
  /** Words between two checks for interrupts and checkpoints. */
  private static final int SLICE = 1024;

  /** Work between two checkpoints at first. */
  private static final long FIRST_SPACING = 1 << 16;

  private final Supplier<SteppedLaunch> launches;
  private final SteppedLaunch launch;
  private final long budget;
  private final List<Edit> edits;
  private final List<Checkpoint> checkpoints = new ArrayList<>();
  private long spacing = FIRST_SPACING;
  private volatile boolean isInterrupted;

  private boolean hasRun;

  private long position;
  private long work;
  private int groupNumber;
  private SteppedGroup group;
  private List<Ending> endings = List.of();
  private int madeEdits;

  /** What its cores are in the midst of; a part of their state. */
  private final Turns turns = new Turns();

  /** A change that the user made at a position, made again by each replay. */
  private record Edit(long position, Consumer<DebugSession> change) {}

  /** Whose turn it is, and how cores ended. */
  private static final class Turns implements MachineState {
    private int current;
    private int[] ended = {};
    private int[] suspended = {};
    private Optional<Halt> failure = Optional.empty();

    private void begin(int cores) {
      current = 0;
      ended = new int[cores];
      suspended = new int[cores];
      failure = Optional.empty();
    }

    @Override
    public void visit(StateVisitor visitor) {
      current = (int) visitor.number(current);
      visitor.ints(ended);
      visitor.ints(suspended);
      failure = visitor.value(failure);
    }

    private boolean haveEnded() {
      return Arrays.stream(ended).allMatch(each -> each != 0);
    }
  }

  /**
   * A session at the begin of a launch.
   *
   * @param launches gives the same launch each time, in memory of its own
   * @param budget most bytes of checkpoints, beside one for each position that must not be lost
   */
  public DebugSession(Supplier<SteppedLaunch> launches, long budget) {
    this(launches, budget, new ArrayList<>());
  }

  private DebugSession(Supplier<SteppedLaunch> launches, long budget, List<Edit> edits) {
    this.launches = launches;
    this.launch = launches.get();
    this.budget = budget;
    this.edits = edits;
    this.group = launch.begin(launch.groups().getFirst());
    turns.begin(group.cores().size());
    keep(Optional.empty(), false);
    if (budget > 0) {
      keepState();
    }
  }

  /** A session where the first core fails, or at the end. */
  public static DebugSession untilFailure(Supplier<SteppedLaunch> launches) {
    DebugSession session = new DebugSession(launches, 0, new ArrayList<>());
    session.advance(Long.MAX_VALUE, Observer.NONE, false);
    return session;
  }

  /** The launch. */
  public SteppedLaunch launch() {
    return launch;
  }

  /** Words that all cores have executed. */
  public long position() {
    return position;
  }

  /** The cores that run together now, in the order of their turns. */
  public List<SteppedCore> cores() {
    return group.cores();
  }

  /** A core that runs now; empty for one that has ended with its group, or has not begun. */
  public Optional<SteppedCore> core(int number) {
    return group.cores().stream().filter(each -> each.number() == number).findFirst();
  }

  /** The core whose turn it is. */
  public SteppedCore current() {
    return group.cores().get(turns.current);
  }

  /** True if a core has come to its end. */
  public boolean hasEnded(int number) {
    int place = launch.groups().get(groupNumber).indexOf(number);
    return place >= 0
        ? turns.ended[place] != 0
        : launch.groups().subList(0, groupNumber).stream().anyMatch(each -> each.contains(number));
  }

  /** True if a core waits for others. */
  public boolean isWaiting(int number) {
    int place = launch.groups().get(groupNumber).indexOf(number);
    return place >= 0 && turns.suspended[place] != 0;
  }

  /** Why no core of the group goes on, though not all have ended. */
  public Optional<Halt> failure() {
    return turns.failure;
  }

  /** True if there is nothing left to execute. */
  public boolean isOver() {
    return isGroupOver()
        && (groupNumber == launch.groups().size() - 1
            || turns.failure.filter(Halt.Endless.class::isInstance).isPresent());
  }

  private boolean isGroupOver() {
    return turns.failure.isPresent() || turns.haveEnded();
  }

  /** Bytes of all checkpoints, shared ones once. */
  public long checkpointBytes() {
    Set<Object> known = Collections.newSetFromMap(new IdentityHashMap<>());
    return checkpoints.stream().mapToLong(each -> each.bytes(known)).sum();
  }

  /**
   * Stops the execution that goes on in another thread, or the next one, at one of its next words.
   */
  public void interrupt() {
    isInterrupted = true;
  }

  /** Forgets an interrupt that came after the end of an execution. */
  public void clearInterrupt() {
    isInterrupted = false;
  }

  /** The result as {@link org.ptoc.emulator.LoadedKernel#run} gives it, of the cores so far. */
  public RunResult result() {
    return launch.result(allEndings());
  }

  /** What was printed so far. */
  public Optional<Printout> printout() {
    return launch.printout(allEndings());
  }

  private List<Ending> allEndings() {
    List<Ending> all = new ArrayList<>(endings);
    for (SteppedCore each : group.cores()) {
      Optional<Trap> trap =
          turns.failure.flatMap(
              failure ->
                  failure instanceof Halt.Trapped(int core, Trap why) && core == each.number()
                      ? Optional.of(why)
                      : Optional.empty());
      Optional<EndlessLoop> loop =
          turns.failure.flatMap(
              failure ->
                  failure instanceof Halt.Endless(int core, EndlessLoop why)
                          && core == each.number()
                      ? Optional.of(why)
                      : Optional.empty());
      all.add(launch.ending(each, trap, loop));
    }
    return all;
  }

  /**
   * Another session of the same launch at its begin, with the same edits, also those to come. It
   * must not go where edits are made later.
   */
  public DebugSession twin() {
    return new DebugSession(launches, 0, edits);
  }

  /** Changes the state here; replays change it in the same way. What was ahead is forgotten. */
  public void edit(Consumer<DebugSession> change) {
    edits.subList(madeEdits, edits.size()).clear();
    checkpoints.removeIf(each -> each.position() > position);
    edits.add(new Edit(position, change));
    makeEdits();
    checkpoints.removeIf(each -> each.position() == position && each.cores().isPresent());
    keepState();
  }

  private void makeEdits() {
    while (madeEdits < edits.size() && edits.get(madeEdits).position() == position) {
      edits.get(madeEdits).change().accept(this);
      madeEdits++;
    }
  }

  /** Executes words up to a position, or less if the observer stops or the run ends. */
  public Halt run(long goal, Observer observer) {
    // Of the next word the observer has been asked, unless nothing was executed since the begin.
    boolean isNew = !hasRun;
    hasRun = true;
    return advance(goal, observer, !isNew);
  }

  /** Goes to a position, also when interrupted; one behind the end is the end. */
  public void goTo(long wanted) {
    if (wanted < position || before(wanted).position() > position) {
      restore(before(wanted));
    }
    boolean isInterruptedHere = false;
    do {
      isInterruptedHere |= isInterrupted;
      isInterrupted = false;
      advance(wanted, Observer.NONE, true);
    } while (position < wanted && !isOver());
    isInterrupted |= isInterruptedHere;
  }

  /**
   * Goes back to the last position, in front of this one, where the observer would have stopped in
   * front of a word, or in front of the word behind which it would have stopped.
   *
   * @param first least position that is searched
   */
  public Halt back(long first, Observer observer) {
    long from = position;
    long bound = from;
    while (bound > first) {
      Checkpoint begin = before(bound - 1);
      restore(begin);
      Optional<Found> last = Optional.empty();
      Halt halt;
      boolean passes = false;
      do {
        halt = advance(bound, observer, passes);
        passes = halt instanceof Halt.Observed && seenAt == position;
        if (halt instanceof Halt.Observed seen && seenAt >= first) {
          last = Optional.of(new Found(seenAt, seen));
        }
      } while (position < bound && !isOver() && !(halt instanceof Halt.Interrupted));
      if (halt instanceof Halt.Interrupted) {
        goTo(from);
        return halt;
      }
      if (last.isPresent()) {
        goTo(last.get().at());
        return last.get().halt();
      }
      bound = begin.position();
    }
    goTo(first);
    return first == 0 ? new Halt.Began() : new Halt.Reached();
  }

  /** A place where an observer stopped. */
  private record Found(long at, Halt.Observed halt) {}

  /** The position of the word that the observer stopped at last. */
  private long seenAt;

  /** The last checkpoint from which a position can be reached. */
  private Checkpoint before(long wanted) {
    Checkpoint last = checkpoints.getFirst();
    for (Checkpoint each : checkpoints) {
      // Where a group has trapped, the begin of the next one is at the same position.
      boolean reaches =
          each.isAfterFailure() ? each.position() < wanted : each.position() <= wanted;
      last = reaches ? each : last;
    }
    return last;
  }

  private void restore(Checkpoint checkpoint) {
    launch.memory().restore(checkpoint.memory());
    position = checkpoint.position();
    work = checkpoint.work();
    endings = checkpoint.endings();
    madeEdits = checkpoint.edits();
    if (checkpoint.cores().isPresent()) {
      checkpoint.cores().get().restore(machine());
    } else {
      begin(checkpoint.group());
    }
  }

  /** Begins with a group; checkpoints in the midst of another one need its cores. */
  private void begin(int number) {
    groupNumber = number;
    group = launch.begin(launch.groups().get(number));
    turns.begin(group.cores().size());
    checkpoints.removeIf(each -> each.cores().isPresent());
    if (budget > 0) {
      keepState();
    }
  }

  private MachineState machine() {
    return visitor -> {
      turns.visit(visitor);
      group.group().ifPresent(each -> each.visit(visitor));
      group.cores().forEach(each -> each.run().visit(visitor));
    };
  }

  /** The cores that run now and where they are; global memory and later positions are left out. */
  @Override
  public void visit(StateVisitor visitor) {
    int number = Math.clamp(visitor.number(groupNumber), 0, launch.groups().size() - 1);
    if (number != groupNumber) {
      begin(number);
    }
    position = visitor.number(position);
    machine().visit(visitor);
    group.cores().forEach(each -> visitor.bytes(each.run().core().parameters));
  }

  private void keepState() {
    Optional<SavedState> earlier =
        checkpoints.stream()
            .filter(each -> each.position() <= position)
            .reduce((_, last) -> last)
            .flatMap(Checkpoint::cores);
    keep(Optional.of(SavedState.of(machine(), earlier)), false);
  }

  /** Keeps a checkpoint; it follows others of the same position. */
  private void keep(Optional<SavedState> state, boolean isAfterFailure) {
    Checkpoint made =
        new Checkpoint(
            position,
            groupNumber,
            state,
            launch.memory().share(),
            endings,
            madeEdits,
            work,
            isAfterFailure);
    int place = 0;
    while (place < checkpoints.size() && checkpoints.get(place).position() <= position) {
      place++;
    }
    checkpoints.add(place, made);
    if (checkpoints.size() % 16 == 0 && budget > 0) {
      thin();
    }
  }

  /** Removes every second checkpoint while there are too many bytes. */
  private void thin() {
    while (checkpoints.size() > 2 && checkpointBytes() > budget) {
      for (int i = checkpoints.size() - 2; i > 0; i -= 2) {
        checkpoints.remove(i);
      }
      spacing *= 2;
    }
  }

  private boolean isDue() {
    if (budget == 0) {
      return false;
    }
    long nearest = 0;
    for (Checkpoint each : checkpoints) {
      nearest = each.position() <= position ? each.work() : nearest;
    }
    return work - nearest >= spacing;
  }

  private Halt advance(long goal, Observer observer, boolean passesFirst) {
    boolean passes = passesFirst;
    Map<Integer, boolean[]> marks = new HashMap<>();
    makeEdits();
    observer.started();
    while (position < goal && !isOver()) {
      if (isInterrupted) {
        isInterrupted = false;
        return new Halt.Interrupted();
      }
      if (isGroupOver()) {
        follow();
        passes = false;
      }
      SteppedCore core = current();
      int number = core.number();
      int word = core.run().core().programCounter;
      boolean[] marked =
          marks.computeIfAbsent(number, _ -> observer.marks(number, launch.program(number).size()));
      if (marked[word] && !isPassing(passes) && observer.before(number, word)) {
        return observed(number, word, position);
      }
      passes = false;
      Optional<Halt> halt = slice(core, marked, observer, goal);
      if (halt.isPresent()) {
        return halt.get();
      }
      makeEdits();
    }
    return isOver() ? turns.failure.orElseGet(Halt.Ended::new) : new Halt.Reached();
  }

  /** True if the observer was asked about the next word before. */
  private boolean isPassing(boolean passes) {
    return passes || turns.suspended[turns.current] != 0;
  }

  private Halt observed(int core, int word, long at) {
    seenAt = at;
    return new Halt.Observed(core, word);
  }

  /** Executes words of a core. */
  private Optional<Halt> slice(SteppedCore core, boolean[] marked, Observer observer, long goal) {
    SteppedRun run = core.run();
    long most = Math.min(goal - position, SLICE);
    if (madeEdits < edits.size()) {
      most = Math.min(most, edits.get(madeEdits).position() - position);
    }
    long executed = run.core().executed;
    long units = run.core().instructionLimit;
    Words words = new Words(core.number(), marked, observer);
    Optional<Halt> failure = Optional.empty();
    Pause pause = Pause.MARK;
    try {
      if (turns.suspended[turns.current] != 0) {
        core.member().orElseThrow().resume();
        turns.suspended[turns.current] = 0;
      }
      pause =
          observer.wantsEffects()
              ? run.run(words, observer.listener(core.number()), executed + most, true)
              : run.run(marked, executed + most, true);
    } catch (MachineTrap trap) {
      Trap described = launch.trap(trap, core, group.group());
      failure = Optional.of(new Halt.Trapped(core.number(), described));
      // A wait that cannot end counts as executed.
      position += run.core().executed == executed ? 1 : 0;
    } catch (EndlessLoop loop) {
      failure = Optional.of(new Halt.Endless(core.number(), loop));
      position++;
    }
    position += run.core().executed - executed;
    work += run.core().executed - executed + units - run.core().instructionLimit;
    if (failure.isPresent()) {
      turns.failure = failure;
      return failure;
    }
    return ended(core, pause, words);
  }

  /** Passes the turn on, and keeps a checkpoint, as it may be due. */
  private Optional<Halt> ended(SteppedCore core, Pause pause, Words words) {
    int last = core.run().previous();
    boolean stops =
        words.isStopped
            || pause == Pause.END
                && words.observer.wantsEffects()
                && words.observer.after(core.number(), last);
    switch (pause) {
      // In front of a marked word the observer is asked by the caller.
      case MARK -> {}
      case COUNT -> {
        if (isDue()) {
          keepState();
        }
      }
      case SUSPENDED -> {
        turns.suspended[turns.current] = 1;
        pass(core);
      }
      case END -> {
        turns.ended[turns.current] = 1;
        core.member().ifPresent(CoreGroup.Member::leave);
        if (!turns.haveEnded()) {
          pass(core);
        } else if (!isOver()) {
          follow();
        }
      }
    }
    return stops ? Optional.of(observed(core.number(), last, position - 1)) : Optional.empty();
  }

  private void pass(SteppedCore core) {
    int next = core.member().orElseThrow().next().orElseThrow().number();
    turns.current = launch.groups().get(groupNumber).indexOf(next);
  }

  /** Begins with the next group. */
  private void follow() {
    endings = List.copyOf(allEndings());
    boolean fails = turns.failure.isPresent();
    groupNumber++;
    if (checkpoints.getLast().position() < position) {
      keep(Optional.empty(), fails);
    }
    begin(groupNumber);
  }

  /** Asks an observer about the words of a core. */
  private static final class Words implements SteppedRun.WordObserver {
    private final int core;
    private final boolean[] marked;
    private final Observer observer;
    private boolean isStopped;

    private Words(int core, boolean[] marked, Observer observer) {
      this.core = core;
      this.marked = marked;
      this.observer = observer;
    }

    @Override
    public boolean before(int word) {
      return marked[word];
    }

    @Override
    public boolean after(int word) {
      isStopped = observer.after(core, word);
      return isStopped;
    }
  }
}
