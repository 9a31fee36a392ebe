package org.ptoc.passes.synchronization;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.ptoc.ir.isa.Pipe;

/**
 * The flags between the steps of a block. When more are under way at one place than there are
 * events, two share one: it is set where the later is, and waited for where the earlier is.
 */
final class SignalTable {
  /** Events between two pipes. */
  static final int EVENTS = 8;

  private final int limit;
  private final Set<Signal.Event> reserved;
  private final List<Signal> signals = new ArrayList<>();
  private final Map<List<Pipe>, List<List<Signal>>> byEvent = new HashMap<>();
  private final List<Inside> inside = new ArrayList<>();

  /** Events that control flow at a step uses inside. */
  private record Inside(int step, Set<Signal.Event> events) {}

  /**
   * @param limit how many events of each two pipes may be used
   * @param reserved events that the program uses itself
   */
  SignalTable(int limit, Set<Signal.Event> reserved) {
    this.limit = limit;
    this.reserved = reserved;
  }

  int limit() {
    return limit;
  }

  List<Signal> signals() {
    return signals;
  }

  /** Records control flow at a step. */
  void use(int step, Set<Signal.Event> events) {
    inside.add(new Inside(step, events));
  }

  /**
   * Adds a flag from one step to a later one, or to a place between them where an event is free.
   *
   * @return false when there is no event
   */
  boolean connect(Pipe from, Pipe to, int producer, int consumer) {
    return places(producer, consumer)
        .anyMatch(place -> connectAt(Signal.inside(from, to, producer, consumer, place)));
  }

  /**
   * Lets the flag between the steps in front of both serve them too.
   *
   * @return false when there is none
   */
  boolean joinPrevious(Pipe from, Pipe to, int producer, int consumer) {
    Signal added = Signal.inside(from, to, producer, consumer, consumer);
    Optional<Signal> previous =
        signals.reversed().stream()
            .takeWhile(each -> each.consumer() >= consumer - 1)
            .filter(each -> each.producer() == producer - 1 && each.consumer() == consumer - 1)
            .filter(each -> each.canMergeWith(added))
            .findFirst();
    previous.ifPresent(old -> replace(old, old.mergedWith(added, old.event())));
    return previous.isPresent();
  }

  /** The consumer itself, and control flow on the way to it, which may use all events inside. */
  private Stream<Integer> places(int producer, int consumer) {
    Stream<Integer> controls =
        inside.reversed().stream()
            .map(Inside::step)
            .takeWhile(step -> producer < step)
            .filter(step -> step < consumer);
    return Stream.concat(Stream.of(consumer), controls);
  }

  private boolean connectAt(Signal signal) {
    List<List<Signal>> byEvent = between(signal.from(), signal.to());
    for (int event = 0; event < limit; event++) {
      if (isFree(signal, new Signal.Event(signal.from(), signal.to(), event))) {
        signal.setEvents(event, 1);
        byEvent.get(event).add(place(signal, byEvent.get(event)), signal);
        signals.add(signal);
        return true;
      }
    }
    return share(signal, byEvent);
  }

  /** The flags between two pipes by event, in the order of time; those of one event lie apart. */
  private List<List<Signal>> between(Pipe from, Pipe to) {
    return byEvent.computeIfAbsent(
        List.of(from, to),
        pipes ->
            Stream.generate(() -> (List<Signal>) new ArrayList<Signal>()).limit(limit).toList());
  }

  /** Where a flag belongs among others of its event. */
  private static int place(Signal signal, List<Signal> others) {
    int place = others.size();
    while (place > 0 && signal.producer() < others.get(place - 1).producer()) {
      place--;
    }
    return place;
  }

  /** An event is free whose other uses between the two pipes do not overlap in time. */
  private boolean isFree(Signal signal, Signal.Event event) {
    if (reserved.contains(event)) {
      return false;
    }
    for (Inside control : inside.reversed()) {
      if (control.step <= signal.producer()) {
        break;
      }
      if (control.step < signal.consumer() && control.events.contains(event)) {
        return false;
      }
    }
    for (Signal other : between(event.from(), event.to()).get(event.number()).reversed()) {
      if (other.consumer() <= signal.producer()) {
        break;
      }
      if (other.producer() < signal.consumer()) {
        return false;
      }
    }
    return true;
  }

  /** The flag that is waited for last waits for the new one too. */
  private boolean share(Signal signal, List<List<Signal>> byEvent) {
    Optional<Signal> last = Optional.empty();
    for (List<Signal> others : byEvent) {
      for (Signal other : others.reversed()) {
        if (other.consumer() <= signal.producer()) {
          break;
        }
        boolean later = last.isEmpty() || other.consumer() > last.get().consumer();
        if (later && other.canMergeWith(signal)) {
          last = Optional.of(other);
        }
      }
    }
    last.ifPresent(serving -> replace(serving, serving.mergedWith(signal, serving.event())));
    return last.isPresent();
  }

  private void replace(Signal old, Signal merged) {
    List<Signal> sameEvent = between(old.from(), old.to()).get(old.event());
    sameEvent.set(sameEvent.lastIndexOf(old), merged);
    signals.set(signals.lastIndexOf(old), merged);
  }

  /**
   * Makes one flag of two that both lie between two pipes, of those whose ends are the nearest. It
   * takes the event of the later one, with whose producer it shares whether it needs several.
   *
   * @return false when no two are under way at the same time
   */
  boolean merge(Pipe from, Pipe to) {
    List<Signal> between = signals.stream().filter(each -> each.isBetween(from, to)).toList();
    if (between.size() > EVENTS * EVENTS) {
      return false; // No more than EVENTS lie over one place, so that too many would be left.
    }
    Optional<Signal> first = Optional.empty();
    Optional<Signal> second = Optional.empty();
    int least = Integer.MAX_VALUE;
    for (Signal earlier : between) {
      for (Signal later : between) {
        if (earlier.canMergeWith(later) && earlier.distanceTo(later) < least) {
          least = earlier.distanceTo(later);
          first = Optional.of(earlier);
          second = Optional.of(later);
        }
      }
    }
    if (first.isEmpty()) {
      return false;
    }
    signals.remove(second.get());
    Signal merged = first.get().mergedWith(second.get(), second.get().event());
    signals.set(signals.indexOf(first.get()), merged);
    return true;
  }

  /** Events that control flow of the block uses inside. */
  Set<Signal.Event> eventsInside() {
    Set<Signal.Event> events = new HashSet<>();
    inside.forEach(control -> events.addAll(control.events));
    return events;
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
}
