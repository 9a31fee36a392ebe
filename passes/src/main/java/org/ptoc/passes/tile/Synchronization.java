package org.ptoc.passes.tile;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Shape;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;

/**
 * Orders the pipes of a function that does not synchronise itself: a set and a wait for each dependence between two pipes
 * that is not already implied, and a pipe barrier for a dependence inside a pipe that needs one. A conditional or loop counts as a
 * whole: what a pipe does inside waits for what it needs from before, and later operations for what it leaves. The iterations of a
 * loop overlap as far as their memory allows. Around what is left, {@code scf.while} and loops with too few events, all pipes meet.
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
    boolean hasOwn =
        contains(body, Synchronization::isHandMade) || context.options().has(CodeSwitch.SYNCHRONIZED_BY_HAND);
    boolean byHand = hasOwn && !context.options().has(CodeSwitch.INSERT_SYNCHRONIZATION);
    if (byHand || !contains(body, op -> op.definition().isTileOperation())) {
      return function;
    }
    return function.withBody(new Region(body.arguments(), block(body, new Accesses(function), true).finish()));
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

  /** Synchronises one block; its end is no meeting of pipes. */
  private Schedule block(Region region, Accesses accesses, boolean turns) {
    Schedule schedule = new Schedule(vectorPipeNeedsBarrier);
    for (Operation op : region.operations()) {
      accesses.define(op);
      if (isControl(op) && op.regions().stream().anyMatch(inner -> contains(inner, accesses::isPiped))) {
        control(op, accesses, schedule);
      } else if (isMeeting(op)) {
        schedule.appendMeeting(op);
      } else {
        schedule.add(op, turns ? accesses.of(op) : Accesses.withoutRings(accesses.of(op)));
      }
    }
    return schedule;
  }

  private void control(Operation op, Accesses accesses, Schedule schedule) {
    boolean done =
        switch (op.definition().shape()) {
          case IF -> conditional(op, accesses, schedule);
          case FOR ->
              new TurningEvents(op, accesses.constants()).arePossible() && pipelined(op, accesses, schedule, true)
                  || pipelined(op, accesses, schedule, false);
          default -> false;
        };
    if (!done) {
      meeting(op, accesses, schedule);
    }
  }

  /** All pipes meet before control flow, and at the end of each of its regions. */
  private void meeting(Operation op, Accesses accesses, Schedule schedule) {
    schedule.meet(op.location());
    List<Region> regions = new ArrayList<>();
    Set<Signal.Event> events = new HashSet<>();
    for (Region inner : op.regions()) {
      Schedule body = block(inner, accesses, true);
      events.addAll(body.events());
      regions.add(new Region(inner.arguments(), body.finishMeeting()));
    }
    schedule.addControl(List.of(), List.of(op.withRegions(regions)), op.location(), events);
    schedule.forgetMet();
  }

  /** The branches of a conditional; neither waits for what the other does. */
  private boolean conditional(Operation op, Accesses accesses, Schedule schedule) {
    List<Region> regions = new ArrayList<>();
    Set<Signal.Event> events = new HashSet<>();
    Map<Pipe, Set<Accesses.Access>> touched = new EnumMap<>(Pipe.class);
    for (Region inner : op.regions()) {
      Schedule body = block(inner, accesses, true);
      events.addAll(body.events());
      body.accesses().forEach((pipe, all) -> touched.computeIfAbsent(pipe, key -> new LinkedHashSet<>()).addAll(all));
      regions.add(new Region(inner.arguments(), body.finish()));
    }
    schedule.addControl(lists(touched, List.of()), List.of(op.withRegions(regions)), op.location(), events);
    return true;
  }

  /**
   * A loop whose iterations overlap: flags order an operation with those of later iterations that it conflicts with. They are
   * set once before the loop and waited for once after it.
   *
   * @param turns slots of multi-tiles are places of their own
   * @return false when there are too few events
   */
  private boolean pipelined(Operation loop, Accesses accesses, Schedule schedule, boolean turns) {
    List<Value> arguments = loop.region().arguments();
    Schedule body = block(loop.region(), accesses, turns);
    LoopFlags flags = new LoopFlags(body, arguments);
    if (!flags.order()) {
      return false;
    }
    TurningEvents events = new TurningEvents(loop, accesses.constants());
    List<Operation> operations = new ArrayList<>(events.number(flags.turning()));
    operations.addAll(body.finish());
    List<Operation> around = new ArrayList<>(flags.before(loop.location()));
    around.add(loop.withRegions(List.of(new Region(arguments, operations))));
    around.addAll(events.drain(flags.carried()));
    schedule.addControl(lists(body.accesses(), arguments), around, loop.location(), flags.events());
    return true;
  }

  /** What each pipe touches, seen from outside: slots that go round inside may be any. */
  private static List<List<Accesses.Access>> lists(Map<Pipe, Set<Accesses.Access>> touched, List<Value> arguments) {
    return touched.values().stream().map(all -> Accesses.outside(List.copyOf(all), arguments)).toList();
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
