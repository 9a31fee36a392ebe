package org.ptoc.passes.synchronization;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Effect;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.isa.Pipe;

/** One block under construction: operations with the synchronisation before and after each. */
final class BlockSchedule {
  private static final int PIPES = Pipe.values().length;

  private final PipeOverlap order;
  private final SignalTable signals;
  private final List<Step> steps = new ArrayList<>();
  private final LastAccesses accesses = new LastAccesses();
  private final List<Signal> carried = new ArrayList<>();
  private final List<PipeOrder> orders = new ArrayList<>();

  /** For each pipe, the last step of each other pipe whose completion it has waited for. */
  private int[][] seen = new int[PIPES][PIPES];

  private int horizon;

  /** An operation with its memory accesses, or one side of control flow for one pipe. */
  static final class Step {
    /** Empty for the sides of control flow. */
    final Optional<Operation> operation;

    final Location location;

    /** What earlier steps must be done with; empty for operations that no pipe executes. */
    final List<Accesses.Access> needs;

    /** What later steps must wait for. */
    final List<Accesses.Access> leaves;

    private final List<Operation> barriers = new ArrayList<>();

    /** What the pipe knew when the step was issued; a consumer of the step inherits it. */
    int[] knowledge = new int[PIPES];

    /** True when all pipes meet before the step, or are made to by it. */
    boolean meets;

    /** True when its pipe finishes what it has before the step. */
    boolean drains;

    Step(
        Optional<Operation> operation,
        Location location,
        List<Accesses.Access> needs,
        List<Accesses.Access> leaves) {
      this.operation = operation;
      this.location = location;
      this.needs = needs;
      this.leaves = leaves;
    }

    /** True for an operation that only computes a scalar or names a tile or view. */
    boolean isName() {
      return !isPiped()
          && !meets
          && operation.isPresent()
          && operation.get().regions().isEmpty()
          && operation.get().definition().form().effect() == Effect.NONE;
    }

    /** True when a pipe takes part in the step. */
    boolean isPiped() {
      return !needs.isEmpty() || !leaves.isEmpty();
    }

    Pipe pipe() {
      return (needs.isEmpty() ? leaves : needs).getFirst().pipe();
    }
  }

  /**
   * @param order which pipes work in order
   * @param signals to hold the flags of the block
   */
  BlockSchedule(PipeOverlap order, SignalTable signals) {
    this.order = order;
    this.signals = signals;
    forget();
  }

  void append(Operation operation) {
    steps.add(new Step(Optional.of(operation), operation.location(), List.of(), List.of()));
  }

  /** A barrier of the program for all pipes. */
  void appendMeeting(Operation operation) {
    append(operation);
    steps.getLast().meets = true;
    forget();
  }

  /** All pipes wait for all pipes; nothing before is a hazard any more. */
  void meet(Location location) {
    if (hasPending()) {
      orders.add(PipeOrder.meeting(location));
      append(barrier("PIPE_ALL", location));
    }
    forget();
  }

  private boolean hasPending() {
    for (int i = horizon; i < steps.size(); i++) {
      if (!steps.get(i).leaves.isEmpty()) {
        return true;
      }
    }
    return false;
  }

  void forget() {
    horizon = steps.size();
    seen = new int[PIPES][PIPES];
    for (int[] row : seen) {
      Arrays.fill(row, horizon - 1);
    }
  }

  void add(Operation operation, List<Accesses.Access> accesses) {
    add(new Step(Optional.of(operation), operation.location(), accesses, accesses));
  }

  /**
   * Appends control flow as a whole.
   *
   * @param accesses what each pipe accesses inside; one list for each pipe
   * @param around the operation, with flags in front of and behind it
   * @param work where the last work of each pipe inside stands; its own place where there is none
   * @param events what it uses inside
   */
  void addControl(
      List<List<Accesses.Access>> accesses,
      List<Operation> around,
      Location location,
      Map<Pipe, Location> work,
      Set<Signal.Event> events) {
    accesses.forEach(ofPipe -> add(new Step(Optional.empty(), location, ofPipe, List.of())));
    signals.use(steps.size(), events);
    around.forEach(this::append);
    for (List<Accesses.Access> ofPipe : accesses) {
      Location last = work.getOrDefault(ofPipe.getFirst().pipe(), location);
      add(new Step(Optional.empty(), last, List.of(), ofPipe));
    }
  }

  /** Where the last work of each pipe stands that later steps may have to wait for. */
  Map<Pipe, Location> lastWork() {
    Map<Pipe, Location> last = new EnumMap<>(Pipe.class);
    for (Step step : steps) {
      if (!step.leaves.isEmpty()) {
        last.put(step.pipe(), step.location);
      }
    }
    return last;
  }

  private void add(Step step) {
    int index = steps.size();
    if (step.isPiped()) {
      Pipe pipe = step.pipe();
      for (Pipe producer : Pipe.values()) {
        int latest = latestHazard(step.needs, pipe, producer);
        if (latest >= 0) {
          order(steps.get(latest), latest, producer, step, index, pipe);
        }
      }
      step.knowledge = seen[pipe.ordinal()].clone();
      step.knowledge[pipe.ordinal()] = index;
    }
    accesses.record(index, step.leaves);
    steps.add(step);
  }

  /** The last step on a pipe that conflicts with the accesses and is not known to be complete. */
  private int latestHazard(List<Accesses.Access> needs, Pipe consumer, Pipe producer) {
    boolean samePipe = producer == consumer;
    if (samePipe && !order.needsBarrier(consumer)) {
      return -1;
    }
    int known = Math.max(horizon - 1, seen[consumer.ordinal()][producer.ordinal()]);
    return accesses.latestConflict(producer, needs, known);
  }

  private void order(
      Step producer, int producerIndex, Pipe from, Step consumer, int consumerIndex, Pipe to) {
    if (from == to) {
      drain(consumer, producer, 0);
      seen[to.ordinal()][to.ordinal()] = consumerIndex - 1;
    } else if (joins(from, to, producerIndex, consumerIndex)
        || signals.connect(from, to, producerIndex, consumerIndex)) {
      for (int pipe = 0; pipe < PIPES; pipe++) {
        seen[to.ordinal()][pipe] = Math.max(seen[to.ordinal()][pipe], producer.knowledge[pipe]);
      }
    } else {
      orders.add(PipeOrder.meeting(from, producer.location, consumer.location));
      consumer.barriers.add(barrier("PIPE_ALL", consumer.location));
      consumer.meets = true;
      for (int[] row : seen) {
        Arrays.fill(row, consumerIndex - 1);
      }
    }
  }

  /** The flag of the steps in front of both serves them too, where nothing is lost by that. */
  private boolean joins(Pipe from, Pipe to, int producer, int consumer) {
    return producer > 0
        && order.isShort(steps.get(producer).leaves)
        && order.isShort(steps.get(consumer - 1).needs)
        && signals.joinPrevious(from, to, producer, consumer);
  }

  // Loops.

  List<Step> steps() {
    return steps;
  }

  SignalTable signals() {
    return signals;
  }

  /** Adds a flag between iterations. */
  void carry(Signal signal) {
    carried.add(signal);
  }

  /**
   * Makes the pipe of a step finish what it has before it.
   *
   * @param producer what it must finish
   * @param distance iterations between the two
   */
  void drain(Step step, Step producer, int distance) {
    orders.add(PipeOrder.drain(step.pipe(), producer.location, step.location, distance));
    step.barriers.add(barrier("PIPE_" + step.pipe(), step.location));
    step.drains = true;
  }

  /** True when two steps must not overlap in time although one pipe executes both. */
  boolean needsOrder(Pipe pipe) {
    return order.needsBarrier(pipe);
  }

  /** All accesses of the block, by pipe. */
  Map<Pipe, Set<Accesses.Access>> accesses() {
    Map<Pipe, Set<Accesses.Access>> byPipe = new EnumMap<>(Pipe.class);
    for (Step step : steps) {
      for (Accesses.Access access : step.leaves) {
        byPipe.computeIfAbsent(access.pipe(), pipe -> new LinkedHashSet<>()).add(access);
      }
    }
    return byPipe;
  }

  /** Control flow of the block is ordered inside as another block says. */
  void include(BlockSchedule inner) {
    orders.addAll(inner.orders());
  }

  /** All flags and barriers, those inside control flow too; of a finished block. */
  List<PipeOrder> orders() {
    List<PipeOrder> all = new ArrayList<>(orders);
    for (Signal signal : allSignals()) {
      Location producer = steps.get(signal.producer()).location;
      all.add(PipeOrder.flag(signal, producer, steps.get(signal.consumer()).location));
    }
    return all;
  }

  List<Operation> finish() {
    return finish(0, steps.size(), false);
  }

  /**
   * The operations of the steps from {@code start} to before {@code end}.
   *
   * @param overlaps true if other iterations keep the pipes busy, so that one loop for several
   *     steps is worth more than an early start of the first and of the steps behind them
   */
  List<Operation> finish(int start, int end, boolean overlaps) {
    Map<Integer, List<Operation>> waits = new HashMap<>();
    Map<Integer, List<Operation>> sets = new HashMap<>();
    int[] first = firstOfLoops(start, overlaps ? end : start);
    int[] last = new int[steps.size()];
    for (int i = 0; i < last.length; i++) {
      last[first[i]] = i;
    }
    for (Signal signal : allSignals()) {
      int producer = signal.producer();
      int consumer = signal.consumer();
      add(sets, last[first[producer]], signal.set(steps.get(producer).location));
      add(waits, first[consumer], signal.await(steps.get(consumer).location));
    }
    List<Operation> operations = new ArrayList<>();
    for (int i = start; i < end; i++) {
      Step step = steps.get(i);
      operations.addAll(step.barriers);
      operations.addAll(waits.getOrDefault(i, List.of()));
      step.operation.ifPresent(operations::add);
      operations.addAll(sets.getOrDefault(i, List.of()));
    }
    return operations;
  }

  /**
   * For each step, the first of those that share a loop with it: the flags of all are put around
   * the loop. Between the steps are only names and scalars, so no other pipe can wait for a flag in
   * the middle to give what a later one needs.
   */
  private int[] firstOfLoops(int start, int end) {
    int[] first = IntStream.range(0, steps.size()).toArray();
    int previous = -1;
    for (int i = start; i < end; i++) {
      Step step = steps.get(i);
      if (step.isPiped() && step.operation.isPresent() && step.barriers.isEmpty()) {
        boolean joins =
            previous >= 0
                && order.sharesLoop(
                    steps.get(previous).operation.orElseThrow(), step.operation.get());
        first[i] = joins ? first[previous] : i;
        previous = i;
      } else if (!step.isName()) {
        previous = -1;
      }
    }
    return first;
  }

  private List<Signal> allSignals() {
    List<Signal> all = new ArrayList<>(signals.signals());
    all.addAll(carried);
    return all;
  }

  private static void add(Map<Integer, List<Operation>> byStep, int step, Operation operation) {
    byStep.computeIfAbsent(step, key -> new ArrayList<>()).add(operation);
  }

  /** The same with a meeting of all pipes in front of the terminator. */
  List<Operation> finishMeeting() {
    Step end = steps.removeLast();
    meet(end.location);
    steps.add(end);
    return finish();
  }

  /** Control flow at whose end all pipes met was appended last. */
  void forgetMet() {
    steps.getLast().meets = true;
    forget();
  }

  private static Operation barrier(String pipe, Location location) {
    Attributes attributes = Attributes.of(AttributeName.PIPE, new Attribute.Text(pipe));
    return Operation.create(
        Op.BARRIER.definition(), List.of(), List.of(), attributes, List.of(), location);
  }
}
