package org.ptoc.passes.synchronization;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Effect;
import org.ptoc.ir.catalog.RegionRule;
import org.ptoc.ir.isa.Pipe;

/**
 * Orders the pipes in the blocks of a function. A conditional or loop counts as a whole: what a
 * pipe does inside waits for what it needs from before, and later operations for what it leaves.
 * The iterations of a loop overlap as far as their memory allows. Around what is left, loops with
 * too few events, all pipes meet.
 */
final class BlockOrder {
  private final PipeOverlap order;
  private final Accesses accesses;
  private final Set<Signal.Event> reserved;

  /**
   * @param order which pipes work in order
   * @param accesses what the operations of the function touch
   * @param reserved events that the program uses itself
   */
  BlockOrder(PipeOverlap order, Accesses accesses, Set<Signal.Event> reserved) {
    this.order = order;
    this.accesses = accesses;
    this.reserved = reserved;
  }

  /**
   * Synchronises one block; pipes do not synchronise at its end.
   *
   * @param turns slots of multi-tiles are places of their own
   */
  BlockSchedule block(Region region, boolean turns) {
    return block(region, turns, SignalTable.EVENTS);
  }

  private BlockSchedule block(Region region, boolean turns, int limit) {
    BlockSchedule schedule = schedule(limit);
    append(region, schedule, turns);
    return schedule;
  }

  /** A block that may use events below {@code limit}. */
  private BlockSchedule schedule(int limit) {
    return new BlockSchedule(order, new SignalTable(limit, reserved));
  }

  private void append(Region region, BlockSchedule schedule, boolean turns) {
    for (Operation op : region.operations()) {
      accesses.define(op);
      boolean isControl = op.definition().form().effect() == Effect.CONTROL;
      if (isControl && op.regions().stream().anyMatch(accesses::anyPiped)) {
        control(op, schedule);
      } else if (isMeeting(op)) {
        schedule.appendMeeting(op);
      } else {
        schedule.add(op, turns ? accesses.of(op) : Accesses.withoutRings(accesses.of(op)));
      }
    }
  }

  private void control(Operation op, BlockSchedule schedule) {
    boolean done =
        switch (op.definition().form().regionRule()) {
          case BRANCHES -> conditional(op, schedule);
          case COUNTED_LOOP ->
              new TurningEvents(op, accesses.constants()).arePossible()
                      && pipelined(op, schedule, true)
                  || pipelined(op, schedule, false);
          case CONDITIONAL_LOOP -> pipelined(op, schedule, false);
          case NONE, ONCE -> false; // All pipes meet, which is right whatever the regions do.
        };
    if (!done) {
      meeting(op, schedule);
    }
  }

  /** All pipes meet before control flow, and at the end of each of its regions. */
  private void meeting(Operation op, BlockSchedule schedule) {
    schedule.meet(op.location());
    List<Region> regions = new ArrayList<>();
    Set<Signal.Event> events = new HashSet<>();
    for (Region inner : op.regions()) {
      BlockSchedule body = block(inner, true, schedule.signals().limit());
      events.addAll(body.signals().events());
      regions.add(new Region(inner.arguments(), body.finishMeeting()));
      schedule.include(body);
    }
    schedule.addControl(
        List.of(), List.of(op.withRegions(regions)), op.location(), Map.of(), events);
    schedule.forgetMet();
  }

  /** The branches of a conditional; neither waits for what the other does. */
  private boolean conditional(Operation op, BlockSchedule schedule) {
    List<Region> regions = new ArrayList<>();
    Set<Signal.Event> events = new HashSet<>();
    Map<Pipe, Set<Accesses.Access>> touched = new EnumMap<>(Pipe.class);
    Map<Pipe, Location> work = new EnumMap<>(Pipe.class);
    for (Region inner : op.regions()) {
      BlockSchedule body = block(inner, true, schedule.signals().limit());
      events.addAll(body.signals().events());
      body.accesses()
          .forEach(
              (pipe, all) ->
                  touched.computeIfAbsent(pipe, key -> new LinkedHashSet<>()).addAll(all));
      work.putAll(body.lastWork());
      regions.add(new Region(inner.arguments(), body.finish()));
      schedule.include(body);
    }
    schedule.addControl(
        lists(touched, List.of()), List.of(op.withRegions(regions)), op.location(), work, events);
    return true;
  }

  /**
   * A loop whose iterations overlap: flags order an operation with those of later iterations that
   * it conflicts with. They are set once before the loop and waited for once after it. An iteration
   * of an {@code scf.while} goes through both regions; the last one ends at the condition.
   *
   * @param turns slots of multi-tiles are places of their own
   * @return false when there are too few events
   */
  private boolean pipelined(Operation loop, BlockSchedule schedule, boolean turns) {
    if (nesting(loop) >= schedule.signals().limit()) {
      return false; // The loops inside it would be left without events.
    }
    List<Value> arguments =
        loop.regions().stream().flatMap(region -> region.arguments().stream()).toList();
    int limit = schedule.signals().limit();
    BlockSchedule body = schedule(limit - 1); // One is left for what later iterations wait for.
    List<Integer> ends = new ArrayList<>();
    for (Region region : loop.regions()) {
      append(region, body, turns);
      ends.add(body.steps().size());
    }
    LoopFlags flags =
        new LoopFlags(body, arguments, limit, isConditional(loop) ? ends.getFirst() : 0);
    if (!flags.order()) {
      return false;
    }
    TurningEvents events = new TurningEvents(loop, accesses.constants());
    List<Operation> around = new ArrayList<>(flags.before(loop.location()));
    around.add(loop.withRegions(regions(loop, body, ends, flags, events)));
    around.addAll(events.drain(flags.pending()));
    schedule.include(body);
    schedule.addControl(
        lists(body.accesses(), arguments),
        around,
        loop.location(),
        body.lastWork(),
        flags.events());
    return true;
  }

  private static boolean isConditional(Operation loop) {
    return loop.definition().form().regionRule() == RegionRule.CONDITIONAL_LOOP;
  }

  /** The depth of nested loops, including this one. */
  private int nesting(Operation loop) {
    int deepest = 0;
    for (Region region : loop.regions()) {
      for (Operation op : region.operations()) {
        deepest = Math.max(deepest, op.regions().isEmpty() ? 0 : nesting(op));
      }
    }
    return deepest + (loop.definition().form().regionRule() == RegionRule.BRANCHES ? 0 : 1);
  }

  /** The regions of a loop with what was put between their operations. */
  private static List<Region> regions(
      Operation loop,
      BlockSchedule body,
      List<Integer> ends,
      LoopFlags flags,
      TurningEvents events) {
    List<Operation> head = events.number(flags.turning());
    List<Region> regions = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < ends.size(); i++) {
      List<Operation> operations = new ArrayList<>(i == 0 ? head : List.of());
      operations.addAll(body.finish(start, ends.get(i), flags.hasTurns()));
      regions.add(new Region(loop.regions().get(i).arguments(), operations));
      start = ends.get(i);
    }
    return regions;
  }

  /** The accesses of each pipe as seen from outside: slots that rotate inside may be any. */
  private static List<List<Accesses.Access>> lists(
      Map<Pipe, Set<Accesses.Access>> touched, List<Value> arguments) {
    return touched.values().stream()
        .map(all -> Accesses.outside(List.copyOf(all), arguments))
        .toList();
  }

  private static boolean isMeeting(Operation op) {
    return switch (op.definition().form().pipeRule()) {
      case MEETING, MEETING_V -> true;
      case BARRIER ->
          op.attributes().text(AttributeName.PIPE).filter("PIPE_ALL"::equals).isPresent();
      case NONE,
          ORDERS_PIPES,
          IN_SCOPE,
          S,
          V,
          M,
          MTE1,
          MTE2,
          MTE3,
          FIX,
          BY_MEMORY,
          LOWERED,
          BY_NAME ->
          false;
    };
  }
}
