package org.ptoc.passes.tile;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Function;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.Shape;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;

/**
 * Orders the pipes of a function that does not synchronise itself: a set and a wait for each dependence between two pipes
 * that is not already implied, and a pipe barrier for a dependence inside a pipe that needs one. Around structured control
 * flow all pipes meet.
 */
public final class Synchronization implements Pass {
  private static final int EVENTS = 8;

  private final boolean vectorPipeNeedsBarrier;

  /**
   * @param vectorPipeNeedsBarrier true when dependent operations of the vector pipe need a barrier between them (A2/A3,
   *     spec/21, 6.4)
   */
  public Synchronization(boolean vectorPipeNeedsBarrier) {
    this.vectorPipeNeedsBarrier = vectorPipeNeedsBarrier;
  }

  @Override
  public String name() {
    return "synchronization";
  }

  @Override
  public Function run(Function function, PassContext context) {
    if (function.body().isEmpty()) {
      return function;
    }
    Region body = function.body().get();
    boolean byHand = contains(body, Synchronization::isHandMade) && !context.options().insertSynchronization();
    if (byHand || !contains(body, op -> op.definition().isTileOperation())) {
      return function;
    }
    return function.withBody(block(body, new Accesses(function), false));
  }

  private static boolean isHandMade(Operation op) {
    return switch (op.definition().shape()) {
      case FLAG, BUFFER, EVENT_PAIR -> true;
      default -> false;
    };
  }

  private interface Condition {
    boolean holds(Operation op);
  }

  private static boolean contains(Region region, Condition condition) {
    for (Operation op : region.operations()) {
      if (condition.holds(op)) {
        return true;
      }
      for (Region inner : op.regions()) {
        if (contains(inner, condition)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Synchronises one block; {@code meetAtEnd} makes all pipes meet before its terminator. */
  private Region block(Region region, Accesses accesses, boolean meetAtEnd) {
    Schedule schedule = new Schedule(vectorPipeNeedsBarrier);
    for (Operation op : region.operations()) {
      accesses.define(op);
      if (isControl(op) && contains(op.region(), accesses::isPiped)) {
        schedule.meet(op.location());
        List<Region> regions = new ArrayList<>();
        for (Region inner : op.regions()) {
          regions.add(block(inner, accesses, true));
        }
        schedule.append(op.withRegions(regions));
      } else if (meetAtEnd && op.definition().shape() == Shape.YIELD) {
        schedule.meet(op.location());
        schedule.append(op);
      } else if (isMeeting(op)) {
        schedule.append(op);
        schedule.forget();
      } else {
        schedule.add(op, accesses.of(op));
      }
    }
    return new Region(region.arguments(), schedule.finish());
  }

  private static boolean isControl(Operation op) {
    return switch (op.definition().shape()) {
      case FOR, IF, WHILE -> true;
      default -> false;
    };
  }

  private static boolean isMeeting(Operation op) {
    return op.definition().shape() == Shape.PIPE_BARRIER
        && op.attributes().text("pipe").filter("PIPE_ALL"::equals).isPresent();
  }

  /** One block under construction: operations with what must stand before and after each. */
  private static final class Schedule {
    private static final int PIPES = Pipe.values().length;

    private final boolean vectorPipeNeedsBarrier;
    private final List<Step> steps = new ArrayList<>();
    private final List<Signal> signals = new ArrayList<>();
    /** For each pipe, the last step of each other pipe whose completion it has waited for. */
    private int[][] seen = new int[PIPES][PIPES];

    private int horizon;

    /** An operation with its memory accesses, empty for operations that no pipe executes. */
    private static final class Step {
      final Operation operation;
      final List<Accesses.Access> accesses;
      final List<Operation> before = new ArrayList<>();
      final List<Operation> after = new ArrayList<>();
      /** What the pipe knew when the step was issued; a consumer of the step inherits it. */
      int[] knowledge = new int[PIPES];

      Step(Operation operation, List<Accesses.Access> accesses) {
        this.operation = operation;
        this.accesses = accesses;
      }
    }

    private record Signal(Pipe from, Pipe to, int producer, int consumer, int event) {}

    Schedule(boolean vectorPipeNeedsBarrier) {
      this.vectorPipeNeedsBarrier = vectorPipeNeedsBarrier;
      forget();
    }

    void append(Operation operation) {
      steps.add(new Step(operation, List.of()));
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
        java.util.Arrays.fill(row, horizon - 1);
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
        consumer.before.add(barrier("PIPE_" + to, consumer.operation.location()));
        seen[to.ordinal()][to.ordinal()] = consumerIndex - 1;
        return;
      }
      int event = freeEvent(from, to, producerIndex, consumerIndex);
      if (event < 0) {
        consumer.before.add(barrier("PIPE_ALL", consumer.operation.location()));
        for (int[] row : seen) {
          java.util.Arrays.fill(row, consumerIndex - 1);
        }
        return;
      }
      signals.add(new Signal(from, to, producerIndex, consumerIndex, event));
      producer.after.add(flag("pto.set_flag", from, to, event, producer.operation.location()));
      consumer.before.add(flag("pto.wait_flag", from, to, event, consumer.operation.location()));
      for (int pipe = 0; pipe < PIPES; pipe++) {
        seen[to.ordinal()][pipe] = Math.max(seen[to.ordinal()][pipe], producer.knowledge[pipe]);
      }
    }

    /** An event number whose other uses between the two pipes do not overlap in time. */
    private int freeEvent(Pipe from, Pipe to, int producer, int consumer) {
      for (int event = 0; event < EVENTS; event++) {
        boolean free = true;
        for (Signal signal : signals) {
          if (signal.event == event && signal.from == from && signal.to == to) {
            free &= consumer <= signal.producer || signal.consumer <= producer;
          }
        }
        if (free) {
          return event;
        }
      }
      return -1;
    }

    List<Operation> finish() {
      List<Operation> operations = new ArrayList<>();
      for (Step step : steps) {
        operations.addAll(step.before);
        operations.add(step.operation);
        operations.addAll(step.after);
      }
      return operations;
    }
  }

  private static Operation barrier(String pipe, Location location) {
    Attributes attributes = Attributes.of("pipe", new Attribute.Text(pipe));
    return Operation.create(OpCatalog.get("pto.barrier"), List.of(), List.of(), attributes, List.of(), location);
  }

  private static Operation flag(String name, Pipe from, Pipe to, int event, Location location) {
    Attributes attributes =
        Attributes.of("src", new Attribute.Text("PIPE_" + from))
            .with("dst", new Attribute.Text("PIPE_" + to))
            .with("event", new Attribute.Text("EVENT_ID" + event));
    return Operation.create(
        OpCatalog.get(name), List.of(List.of()), List.of(), attributes, List.of(), location);
  }
}
