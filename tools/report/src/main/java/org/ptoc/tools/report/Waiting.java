package org.ptoc.tools.report;

import java.util.List;
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
    return events.stream().map(Waiting::of).toList();
  }

  private static Waiting of(TimedEvent event) {
    Optional<StallReason> reason =
        switch (event.kind()) {
          // A transfer that waits follows a product with a unit flag.
          case WAIT_FLAG, TRANSFER -> Optional.of(StallReason.FLAG);
          case GET_BUFFER, RELEASE_BUFFER -> Optional.of(StallReason.BUFFER);
          case BARRIER -> Optional.of(StallReason.BARRIER);
          case WAIT_CROSS_FLAG, MEETING -> Optional.of(StallReason.CORE);
          case SCALAR, VECTOR, REGION, PRODUCT, SET_FLAG, SET_CROSS_FLAG -> Optional.empty();
        };
    if (reason.isPresent() && event.start() > event.waitedFrom()) {
      return new Waiting(reason, event.start() - event.waitedFrom());
    }
    if (event.pipe() != Pipe.S && event.waitedFrom() > event.idleFrom()) {
      return new Waiting(Optional.of(StallReason.DISPATCH), event.waitedFrom() - event.idleFrom());
    }
    return NONE;
  }

  String description() {
    return reason.map(StallReason::description).orElse("none");
  }
}
