package org.ptoc.passes.synchronization;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ptoc.ir.Location;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.isa.Pipe;

/**
 * Orders the iterations of a loop. Wherever a step of an iteration conflicts with a step of one
 * before and does not know it complete, a flag between the two pipes, or a barrier inside one, is
 * added, until nothing is missing.
 */
final class LoopFlags {
  private static final int PIPES = Pipe.values().length;

  private final BlockSchedule body;
  private final List<BlockSchedule.Step> steps;
  private final Iterations iterations;

  /** How many events of each two pipes an iteration may use, with those between iterations. */
  private final int limit;

  /** Steps of the last, incomplete iteration. */
  private final int last;

  /** Iterations after which slots come back; 1 without slots. */
  private final int window;

  private final List<Signal> carried = new ArrayList<>();

  /**
   * @param body the steps of an iteration, in order among themselves
   * @param arguments the induction variable and what the loop carries
   * @param limit how many events of each two pipes an iteration may use, with those between
   *     iterations
   * @param last how many steps run once more after the last whole iteration, as before the
   *     condition of {@code scf.while}
   */
  LoopFlags(BlockSchedule body, List<Value> arguments, int limit, int last) {
    this.body = body;
    this.limit = limit;
    this.last = last;
    this.steps = body.steps();
    this.window = window(arguments);
    this.iterations = new Iterations(body, arguments, window);
  }

  private int window(List<Value> arguments) {
    int most = 1;
    for (BlockSchedule.Step step : steps) {
      for (Accesses.Access access : step.needs) {
        if (access.part().orElse(null) instanceof Accesses.Ring ring
            && arguments.contains(ring.turn().base())) {
          most = Math.max(most, ring.slots());
        }
      }
    }
    return most;
  }

  /** True when multi-tiles rotate. */
  boolean hasTurns() {
    return window > 1;
  }

  /**
   * The flags that are set when the loop ends: flags between iterations, unless the step that sets
   * them is left out of the last iteration, and flags of the last iteration whose waiting steps are
   * left out.
   */
  List<Signal> pending() {
    List<Signal> pending = new ArrayList<>(carried);
    pending.removeIf(signal -> signal.consumer() < last && last <= signal.producer());
    body.signals().signals().stream()
        .filter(signal -> signal.producer() < last && last <= signal.consumer())
        .forEach(pending::add);
    return pending;
  }

  /** All flags of an iteration that take several events in turn. */
  List<Signal> turning() {
    List<Signal> turning = new ArrayList<>(body.signals().signals());
    turning.addAll(carried);
    turning.removeIf(signal -> signal.events() == 1);
    return turning;
  }

  /** Adds what is missing. @return false when events run out; the body is then of no use */
  boolean order() {
    for (int round = 0; round <= window * PIPES * PIPES + steps.size(); round++) {
      Optional<Iterations.Missing> missing = iterations.firstMissing(carried);
      if (missing.isEmpty()) {
        return giveEvents();
      }
      BlockSchedule.Step consumer = steps.get(missing.get().consumer());
      Pipe to = consumer.pipe();
      BlockSchedule.Step producer = steps.get(missing.get().producer());
      if (producer.pipe() == to) {
        body.drain(consumer, producer, missing.get().distance());
      } else if (!carry(missing.get())) {
        return false;
      }
    }
    return false;
  }

  /**
   * A flag from the last step of one pipe that meets one of the other pipe, to the first that needs
   * it.
   */
  private boolean carry(Iterations.Missing missing) {
    Pipe from = steps.get(missing.producer()).pipe();
    Pipe to = steps.get(missing.consumer()).pipe();
    int distance = missing.distance();
    if (carried.stream()
        .anyMatch(flag -> flag.isBetween(from, to) && flag.distance() == distance)) {
      return false;
    }
    int producer = steps.size() - 1;
    while (producer > missing.producer() && !mustPrecede(producer, missing, from, to)) {
      producer--;
    }
    if (producer < last && last <= missing.consumer()) {
      return false; // It would be set twice; steps of one iteration are ordered inside it.
    }
    Signal signal = new Signal(from, to, producer, missing.consumer(), distance, 0);
    carried.add(signal);
    body.carry(signal);
    return true;
  }

  /** True when a step conflicts with the consumer or one behind it, as far apart as they are. */
  private boolean mustPrecede(int producer, Iterations.Missing missing, Pipe from, Pipe to) {
    if (!isOn(producer, from)) {
      return false;
    }
    for (int second = missing.consumer(); second < steps.size(); second++) {
      if (isOn(second, to) && iterations.conflictFirstAt(producer, second, missing.distance())) {
        return true;
      }
    }
    return false;
  }

  // Events.

  /**
   * Gives all flags their events; flags of the body are merged when there are too few events.
   * Events of carried flags come from the top. A producer that only slots hold back may be some
   * iterations ahead of its consumer: its flag takes as many events in turn, so that none is set
   * twice. Control flow inside keeps its events for itself.
   */
  private boolean giveEvents() {
    Optional<Signal> unserved = serve();
    while (unserved.isPresent()) {
      if (!body.signals().merge(unserved.get().from(), unserved.get().to())) {
        return false;
      }
      unserved = serve();
    }
    return true;
  }

  /** Gives all signals their events. @return one for which there are too few */
  private Optional<Signal> serve() {
    List<Signal> ofBody = body.signals().signals();
    Set<Signal.Event> used = body.signals().eventsTaken();
    ofBody.stream()
        .filter(signal -> !runsAhead(signal))
        .forEach(signal -> used.addAll(signal.allEvents()));
    for (Signal signal : ofBody) {
      if (runsAhead(signal) && !give(signal, window, used)) {
        return Optional.of(signal);
      }
    }
    for (Signal signal : carried) {
      int count = signal.consumer() < signal.producer() ? signal.distance() : window;
      if (!give(signal, count, used)) {
        return Optional.of(signal);
      }
    }
    return Optional.empty();
  }

  /** Gives a signal the highest events that are free. */
  private boolean give(Signal signal, int count, Set<Signal.Event> used) {
    for (int first = limit - count; first >= 0; first--) {
      signal.setEvents(first, count);
      if (signal.allEvents().stream().noneMatch(used::contains)) {
        used.addAll(signal.allEvents());
        return true;
      }
    }
    return false;
  }

  /** All events of an iteration. */
  Set<Signal.Event> events() {
    Set<Signal.Event> events = body.signals().events();
    carried.forEach(signal -> events.addAll(signal.allEvents()));
    return events;
  }

  /** True when the producer of the next iteration does not wait for the consumer of this one. */
  private boolean runsAhead(Signal signal) {
    return hasTurns() && !iterations.conflict(signal.producer(), signal.holder(), 1);
  }

  /** The flags as they are set before the first iteration. */
  List<Operation> before(Location location) {
    List<Operation> flags = new ArrayList<>();
    for (Signal signal : carried) {
      for (int iteration = -signal.distance(); iteration < 0; iteration++) {
        int event = signal.event() + Math.floorMod(iteration, signal.events());
        flags.add(signal.flag(Op.SET_FLAG, event, location));
      }
    }
    return flags;
  }

  private boolean isOn(int step, Pipe pipe) {
    return steps.get(step).isPiped() && steps.get(step).pipe() == pipe;
  }
}
