package org.ptoc.passes.tile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.isa.Pipe;

/** One block under construction: operations with what must stand before and after each. */
final class Schedule {
  /** Events between two pipes. */
  static final int EVENTS = 8;

  private static final int PIPES = Pipe.values().length;

  private final boolean vectorPipeNeedsBarrier;
  private final Set<Signal.Event> reserved;
  private final List<Step> steps = new ArrayList<>();
  private final List<Signal> signals = new ArrayList<>();
  private final List<Inside> inside = new ArrayList<>();

  /** For each pipe, the last step of each other pipe whose completion it has waited for. */
  private int[][] seen = new int[PIPES][PIPES];

  private int horizon;

  /** Events that control flow uses inside. */
  private record Inside(int step, Set<Signal.Event> events) {}

  /** An operation with its memory accesses, or one side of control flow for one pipe. */
  static final class Step {
    /** Empty for the sides of control flow. */
    final Optional<Operation> operation;

    final Location location;

    /** What earlier steps must be done with; empty for operations that no pipe executes. */
    final List<Accesses.Access> needs;

    /** What later steps must wait for. */
    final List<Accesses.Access> leaves;

    final List<Supplier<Operation>> before = new ArrayList<>();
    final List<Supplier<Operation>> after = new ArrayList<>();

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

    /** True when a pipe takes part in the step. */
    boolean isPiped() {
      return !needs.isEmpty() || !leaves.isEmpty();
    }

    Pipe pipe() {
      return (needs.isEmpty() ? leaves : needs).getFirst().pipe();
    }
  }

  /**
   * @param vectorPipeNeedsBarrier true when dependent operations of the vector pipe need a barrier
   *     between them
   * @param reserved events that the program uses itself
   */
  Schedule(boolean vectorPipeNeedsBarrier, Set<Signal.Event> reserved) {
    this.vectorPipeNeedsBarrier = vectorPipeNeedsBarrier;
    this.reserved = reserved;
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
   * @param events what it uses inside
   */
  void addControl(
      List<List<Accesses.Access>> accesses,
      List<Operation> around,
      Location location,
      Set<Signal.Event> events) {
    accesses.forEach(ofPipe -> add(new Step(Optional.empty(), location, ofPipe, List.of())));
    inside.add(new Inside(steps.size(), events));
    around.forEach(this::append);
    accesses.forEach(ofPipe -> add(new Step(Optional.empty(), location, List.of(), ofPipe)));
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
    steps.add(step);
  }

  /** The last step on a pipe that conflicts with the accesses and is not known to be complete. */
  private int latestHazard(List<Accesses.Access> needs, Pipe consumer, Pipe producer) {
    boolean samePipe = producer == consumer;
    if (samePipe && !needsBarrier(consumer)) {
      return -1;
    }
    int known = Math.max(horizon - 1, seen[consumer.ordinal()][producer.ordinal()]);
    for (int i = steps.size() - 1; i > known; i--) {
      Step earlier = steps.get(i);
      if (earlier.isPiped()
          && earlier.pipe() == producer
          && Accesses.conflict(earlier.leaves, needs)) {
        return i;
      }
    }
    return -1;
  }

  private boolean needsBarrier(Pipe pipe) {
    return switch (pipe) {
      case S -> false;
      case V -> vectorPipeNeedsBarrier;
      default -> true;
    };
  }

  private void order(
      Step producer, int producerIndex, Pipe from, Step consumer, int consumerIndex, Pipe to) {
    if (from == to) {
      Operation drain = barrier("PIPE_" + to, consumer.location);
      consumer.before.add(() -> drain);
      consumer.drains = true;
      seen[to.ordinal()][to.ordinal()] = consumerIndex - 1;
      return;
    }
    int event = freeEvent(from, to, producerIndex, consumerIndex);
    if (event < 0) {
      Operation meeting = barrier("PIPE_ALL", consumer.location);
      consumer.before.add(() -> meeting);
      consumer.meets = true;
      for (int[] row : seen) {
        Arrays.fill(row, consumerIndex - 1);
      }
      return;
    }
    Signal signal = new Signal(from, to, producerIndex, consumerIndex, 0, event);
    signals.add(signal);
    attach(signal, producer, consumer);
    for (int pipe = 0; pipe < PIPES; pipe++) {
      seen[to.ordinal()][pipe] = Math.max(seen[to.ordinal()][pipe], producer.knowledge[pipe]);
    }
  }

  /** Puts the flags of a signal behind its producer and in front of its consumer. */
  static void attach(Signal signal, Step producer, Step consumer) {
    producer.after.add(() -> signal.set(producer.location));
    consumer.before.add(() -> signal.await(consumer.location));
  }

  /** An event number whose other uses between the two pipes do not overlap in time. */
  private int freeEvent(Pipe from, Pipe to, int producer, int consumer) {
    for (int event = 0; event < EVENTS; event++) {
      Signal.Event candidate = new Signal.Event(from, to, event);
      boolean free =
          !reserved.contains(candidate)
              && inside.stream()
                  .noneMatch(
                      control ->
                          producer < control.step
                              && control.step < consumer
                              && control.events.contains(candidate));
      for (Signal signal : signals) {
        if (signal.event() == event && signal.from() == from && signal.to() == to) {
          free &= consumer <= signal.producer() || signal.consumer() <= producer;
        }
      }
      if (free) {
        return event;
      }
    }
    return -1;
  }

  // Loops.

  List<Step> steps() {
    return steps;
  }

  List<Signal> signals() {
    return signals;
  }

  /** True when two steps must not overlap in time although one pipe executes both. */
  boolean needsOrder(Pipe pipe) {
    return needsBarrier(pipe);
  }

  /** All events of the block. */
  Set<Signal.Event> events() {
    Set<Signal.Event> events = eventsInside();
    signals.forEach(signal -> events.addAll(signal.allEvents()));
    return events;
  }

  /**
   * Events that flags of the block cannot take: the program's own, and those that control flow uses
   * inside.
   */
  Set<Signal.Event> eventsTaken() {
    Set<Signal.Event> taken = eventsInside();
    taken.addAll(reserved);
    return taken;
  }

  /** Events that control flow of the block uses inside. */
  Set<Signal.Event> eventsInside() {
    Set<Signal.Event> events = new HashSet<>();
    inside.forEach(control -> events.addAll(control.events));
    return events;
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

  List<Operation> finish() {
    return finish(0, steps.size());
  }

  /** The operations of the steps from {@code start} to before {@code end}. */
  List<Operation> finish(int start, int end) {
    List<Operation> operations = new ArrayList<>();
    for (Step step : steps.subList(start, end)) {
      step.before.forEach(operation -> operations.add(operation.get()));
      step.operation.ifPresent(operations::add);
      step.after.forEach(operation -> operations.add(operation.get()));
    }
    return operations;
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

  static Operation barrier(String pipe, Location location) {
    Attributes attributes = Attributes.of("pipe", new Attribute.Text(pipe));
    return Operation.create(
        OpCatalog.get("pto.barrier"), List.of(), List.of(), attributes, List.of(), location);
  }
}
