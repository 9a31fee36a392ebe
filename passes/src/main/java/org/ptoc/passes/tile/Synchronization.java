package org.ptoc.passes.tile;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.catalog.Shape;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;

/**
 * Orders the pipes of a function that does not synchronise itself: a set and a wait for each dependence between two pipes
 * that is not already implied, and a pipe barrier for a dependence inside a pipe that needs one. Around structured control
 * flow all pipes meet; the iterations of a loop without control flow inside overlap as far as their memory allows.
 */
public final class Synchronization implements Pass {
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
    boolean hasOwn = contains(body, Synchronization::isHandMade) || context.options().synchronizedByHand();
    boolean byHand = hasOwn && !context.options().insertSynchronization();
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
      if (isControl(op) && op.regions().stream().anyMatch(inner -> contains(inner, accesses::isPiped))) {
        schedule.meet(op.location());
        if (isStraightLoop(op) && pipelined(op, accesses, schedule)) {
          continue;
        }
        List<Region> regions = new ArrayList<>();
        for (Region inner : op.regions()) {
          regions.add(block(inner, accesses, true));
        }
        schedule.append(op.withRegions(regions));
      } else if (meetAtEnd && op.definition().shape() == Shape.YIELD) {
        schedule.meet(op.location());
        schedule.append(op);
      } else if (isMeeting(op)) {
        schedule.appendMeeting(op);
      } else {
        schedule.add(op, accesses.of(op));
      }
    }
    return new Region(region.arguments(), schedule.finish());
  }

  /** True for a loop without control flow inside. */
  private static boolean isStraightLoop(Operation op) {
    return op.definition().shape() == Shape.FOR && !contains(op.region(), Synchronization::isControl);
  }

  /**
   * A loop whose iterations overlap: flags order an operation with those of the next iteration that it conflicts with. They are
   * set once before the loop and waited for once after it.
   *
   * @return false when there are too few events
   */
  private boolean pipelined(Operation loop, Accesses accesses, Schedule schedule) {
    return new TurningEvents(loop, accesses.constants()).arePossible() && pipelined(loop, accesses, schedule, true)
        || pipelined(loop, accesses, schedule, false);
  }

  /** @param turns slots of multi-tiles are places of their own */
  private boolean pipelined(Operation loop, Accesses accesses, Schedule schedule, boolean turns) {
    Schedule body = new Schedule(vectorPipeNeedsBarrier);
    for (Operation op : loop.region().operations()) {
      accesses.define(op);
      if (isMeeting(op)) {
        body.appendMeeting(op);
      } else {
        body.add(op, turns ? accesses.of(op) : Accesses.withoutRings(accesses.of(op)));
      }
    }
    LoopFlags flags = new LoopFlags(body, loop.region().arguments());
    if (turns && !flags.hasTurns() || !flags.order()) {
      return false;
    }
    TurningEvents events = new TurningEvents(loop, accesses.constants());
    List<Operation> operations = new ArrayList<>(events.number(flags.turning()));
    operations.addAll(body.finish());
    flags.before(loop.location()).forEach(schedule::append);
    schedule.append(loop.withRegions(List.of(new Region(loop.region().arguments(), operations))));
    events.drain(flags.carried()).forEach(schedule::append);
    schedule.appendMeeting(Schedule.barrier("PIPE_ALL", loop.location()));
    return true;
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
}
