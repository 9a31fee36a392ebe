package org.ptoc.passes.tile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.isa.Pipe;

/** One block under construction: operations with what must stand before and after each. */
final class Schedule {
  private static final int EVENTS = 8;
  private static final int PIPES = Pipe.values().length;

  private final boolean vectorPipeNeedsBarrier;
  private final List<Step> steps = new ArrayList<>();
  private final List<Signal> signals = new ArrayList<>();
  /** For each pipe, the last step of each other pipe whose completion it has waited for. */
  private int[][] seen = new int[PIPES][PIPES];

  private int horizon;

  /** An operation with its memory accesses, empty for operations that no pipe executes. */
  static final class Step {
    final Operation operation;
    final List<Accesses.Access> accesses;
    final List<Supplier<Operation>> before = new ArrayList<>();
    final List<Supplier<Operation>> after = new ArrayList<>();
    /** What the pipe knew when the step was issued; a consumer of the step inherits it. */
    int[] knowledge = new int[PIPES];
    /** True when all pipes meet before the step, or are made to by it. */
    boolean meets;
    /** True when its pipe finishes what it has before the step. */
    boolean drains;

    Step(Operation operation, List<Accesses.Access> accesses) {
      this.operation = operation;
      this.accesses = accesses;
    }
  }


  Schedule(boolean vectorPipeNeedsBarrier) {
    this.vectorPipeNeedsBarrier = vectorPipeNeedsBarrier;
    forget();
  }

  void append(Operation operation) {
    steps.add(new Step(operation, List.of()));
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
      if (!steps.get(i).accesses.isEmpty()) {
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
    Step step = new Step(operation, accesses);
    int index = steps.size();
    if (!accesses.isEmpty()) {
      Pipe pipe = accesses.getFirst().pipe();
      for (Pipe producer : Pipe.values()) {
        int latest = latestHazard(accesses, producer);
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
  private int latestHazard(List<Accesses.Access> accesses, Pipe producer) {
    Pipe consumer = accesses.getFirst().pipe();
    boolean samePipe = producer == consumer;
    if (samePipe && !needsBarrier(consumer)) {
      return -1;
    }
    int known = Math.max(horizon - 1, seen[consumer.ordinal()][producer.ordinal()]);
    for (int i = steps.size() - 1; i > known; i--) {
      Step earlier = steps.get(i);
      if (!earlier.accesses.isEmpty()
          && earlier.accesses.getFirst().pipe() == producer
          && Accesses.conflict(earlier.accesses, accesses)) {
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

  private void order(Step producer, int producerIndex, Pipe from, Step consumer, int consumerIndex, Pipe to) {
    if (from == to) {
      Operation drain = barrier("PIPE_" + to, consumer.operation.location());
      consumer.before.add(() -> drain);
      consumer.drains = true;
      seen[to.ordinal()][to.ordinal()] = consumerIndex - 1;
      return;
    }
    int event = freeEvent(from, to, producerIndex, consumerIndex);
    if (event < 0) {
      Operation meeting = barrier("PIPE_ALL", consumer.operation.location());
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
    producer.after.add(() -> signal.set(producer.operation.location()));
    consumer.before.add(() -> signal.await(consumer.operation.location()));
  }

  /** An event number whose other uses between the two pipes do not overlap in time. */
  private int freeEvent(Pipe from, Pipe to, int producer, int consumer) {
    for (int event = 0; event < EVENTS; event++) {
      boolean free = true;
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

  /** An event number that no signal between two pipes uses, or -1. */
  int unusedEvent(Pipe from, Pipe to) {
    for (int event = EVENTS - 1; event >= 0; event--) {
      int candidate = event;
      if (signals.stream().noneMatch(signal -> signal.event() == candidate && signal.isBetween(from, to))) {
        return event;
      }
    }
    return -1;
  }

  List<Operation> finish() {
    List<Operation> operations = new ArrayList<>();
    for (Step step : steps) {
      step.before.forEach(operation -> operations.add(operation.get()));
      operations.add(step.operation);
      step.after.forEach(operation -> operations.add(operation.get()));
    }
    return operations;
  }

  static Operation barrier(String pipe, Location location) {
    Attributes attributes = Attributes.of("pipe", new Attribute.Text(pipe));
    return Operation.create(OpCatalog.get("pto.barrier"), List.of(), List.of(), attributes, List.of(), location);
  }
}
