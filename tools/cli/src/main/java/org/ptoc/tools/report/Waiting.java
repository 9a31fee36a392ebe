package org.ptoc.tools.report;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.emulator.timing.pipe.StallReason;
import org.ptoc.emulator.timing.pipe.TimedEvent;
import org.ptoc.ir.isa.Pipe;

/**
 * Why a pipe stood still before an instruction.
 *
 * @param reason what it waited for; empty when it did not wait
 * @param cycles how long
 */
record Waiting(Optional<StallReason> reason, long cycles) {
  private static final Waiting NONE = new Waiting(Optional.empty(), 0);

  /** One for each event. */
  static List<Waiting> of(List<TimedEvent> events) {
    Map<Pipe, Long> free = new EnumMap<>(Pipe.class);
    List<Waiting> all = new ArrayList<>();
    for (TimedEvent event : events) {
      all.add(of(event, free.getOrDefault(event.pipe(), 0L)));
      free.put(event.pipe(), event.done());
    }
    return all;
  }

  private static Waiting of(TimedEvent event, long free) {
    Optional<StallReason> reason =
        switch (event.kind()) {
          // A transfer that waits follows a product with a unit flag.
          case WAIT_FLAG, TRANSFER -> Optional.of(StallReason.FLAG);
          case GET_BUFFER, RELEASE_BUFFER -> Optional.of(StallReason.BUFFER);
          case BARRIER -> Optional.of(StallReason.BARRIER);
          case SCALAR, VECTOR, REGION, PRODUCT, SET_FLAG -> Optional.empty();
        };
    if (reason.isPresent() && event.start() > event.waitedFrom()) {
      return new Waiting(reason, event.start() - event.waitedFrom());
    }
    if (event.pipe() != Pipe.S && event.waitedFrom() > free) {
      return new Waiting(Optional.of(StallReason.DISPATCH), event.waitedFrom() - free);
    }
    return NONE;
  }

  String description() {
    return reason.map(StallReason::description).orElse("none");
  }
}
