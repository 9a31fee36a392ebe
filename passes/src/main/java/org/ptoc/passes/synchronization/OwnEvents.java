package org.ptoc.passes.synchronization;

import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.build.EventUse;

/** The events that the flags of a program use, which flags of the compiler must leave alone. */
final class OwnEvents {
  private OwnEvents() {}

  /**
   * The events of a region; a number that only the run knows represents all events of its two
   * pipes.
   */
  static Set<Signal.Event> of(Region region, Constants constants) {
    Set<Signal.Event> events = new HashSet<>();
    collect(region, constants, events);
    return events;
  }

  private static void collect(Region region, Constants constants, Set<Signal.Event> events) {
    for (Operation op : region.operations()) {
      EventUse.of(op).ifPresent(use -> add(use, constants, events));
      op.regions().forEach(inner -> collect(inner, constants, events));
    }
  }

  private static void add(EventUse use, Constants constants, Set<Signal.Event> events) {
    OptionalLong known = use.value().map(constants::integer).orElse(use.number());
    for (int number = 0; number < SignalTable.EVENTS; number++) {
      if (known.isEmpty() || known.getAsLong() == number) {
        events.add(new Signal.Event(use.from(), use.to(), number));
      }
    }
  }
}
