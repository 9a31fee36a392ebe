package org.ptoc.passes.synchronization;

import java.util.Optional;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.Pipe;

/**
 * A flag or barrier that {@link Synchronization} put into a function, and the dependence it is for.
 *
 * @param waiting the pipe that waits; empty for all
 * @param working the pipe that it waits for; empty for all
 * @param producer where the work stands that must be done
 * @param consumer what waits
 * @param distance iterations between the two, at least 0
 */
record PipeOrder(
    Optional<Pipe> waiting,
    Optional<Pipe> working,
    Location producer,
    Location consumer,
    int distance) {

  /** A flag. */
  static PipeOrder flag(Signal signal, Location producer, Location consumer) {
    return new PipeOrder(
        Optional.of(signal.to()),
        Optional.of(signal.from()),
        producer,
        consumer,
        signal.distance());
  }

  /** A barrier inside one pipe. */
  static PipeOrder drain(Pipe pipe, Location producer, Location consumer, int distance) {
    return new PipeOrder(Optional.of(pipe), Optional.of(pipe), producer, consumer, distance);
  }

  /** A barrier of all pipes because no event is left for work of one of them. */
  static PipeOrder meeting(Pipe working, Location producer, Location consumer) {
    return new PipeOrder(Optional.empty(), Optional.of(working), producer, consumer, 0);
  }

  /** A barrier of all pipes before control flow, or at the end of it or of the kernel. */
  static PipeOrder meeting(Location place) {
    return new PipeOrder(Optional.empty(), Optional.empty(), place, place, 0);
  }

  Diagnostic remark() {
    return Diagnostic.of(DiagnosticCode.PIPE_ORDER, consumer, message());
  }

  private String message() {
    if (working.isEmpty()) {
      return "all pipes wait here for each other (a barrier)";
    }
    String work = "the work of PIPE_" + working.get() + " in " + place() + iterations();
    if (waiting.isEmpty()) {
      return "all pipes wait here for each other (a barrier): no event is free for " + work;
    }
    String kind = waiting.equals(working) ? " (a barrier)" : " (a flag)";
    return "PIPE_" + waiting.get() + " waits here for " + work + kind;
  }

  private String place() {
    boolean near = producer.file().equals(consumer.file());
    return near ? "line " + producer.line() : producer.file() + ":" + producer.line();
  }

  private String iterations() {
    return switch (distance) {
      case 0 -> "";
      case 1 -> " of the iteration before";
      default -> " " + distance + " iterations before";
    };
  }
}
