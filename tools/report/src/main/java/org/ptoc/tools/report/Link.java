package org.ptoc.tools.report;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ptoc.emulator.timing.pipe.TimedEvent;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.Program;

/**
 * Two instructions of a timeline that belong together.
 *
 * @param from number of the first event
 * @param to number of the second event
 * @param kind how they belong together
 */
record Link(int from, int to, Kind kind) {

  /** The ways in which instructions belong together. */
  enum Kind {
    /** A signal and the wait that takes it. */
    FLAG("flag"),
    /** A buffer is taken and released by one pipe. */
    BUFFER("buffer"),
    /** A pipe gets a buffer that another one released. */
    HANDOVER("buffer handover");

    private final String spelling;

    Kind(String spelling) {
      this.spelling = spelling;
    }

    String spelling() {
      return spelling;
    }
  }

  private record Flag(long source, long destination, long number) {}

  /**
   * All links of a block, in the order of their second events. The timeline may be a part of the
   * run: what belongs to an instruction outside has no link.
   */
  static List<Link> of(Program program, List<TimedEvent> events) {
    Map<Flag, Deque<Integer>> signals = new HashMap<>();
    Map<Long, Map<Pipe, Integer>> taken = new HashMap<>();
    Map<Long, Map<Pipe, Integer>> released = new HashMap<>();
    List<Link> links = new ArrayList<>();
    for (int i = 0; i < events.size(); i++) {
      TimedEvent event = events.get(i);
      switch (event.kind()) {
        case SET_FLAG ->
            signals.computeIfAbsent(flag(program, event), key -> new ArrayDeque<>()).add(i);
        case WAIT_FLAG -> {
          Deque<Integer> waiting = signals.getOrDefault(flag(program, event), new ArrayDeque<>());
          // Older ones were taken by waits outside.
          while (!waiting.isEmpty() && events.get(waiting.element()).done() < event.signal()) {
            waiting.remove();
          }
          if (!waiting.isEmpty() && events.get(waiting.element()).done() == event.signal()) {
            links.add(new Link(waiting.remove(), i, Kind.FLAG));
          }
        }
        case GET_BUFFER -> {
          handover(events, i, released.getOrDefault(event.number(), Map.of()), links);
          taken
              .computeIfAbsent(event.number(), key -> new EnumMap<>(Pipe.class))
              .put(event.pipe(), i);
        }
        case RELEASE_BUFFER -> {
          Integer get =
              taken.getOrDefault(event.number(), new EnumMap<>(Pipe.class)).remove(event.pipe());
          if (get != null) {
            links.add(new Link(get, i, Kind.BUFFER));
          }
          released
              .computeIfAbsent(event.number(), key -> new EnumMap<>(Pipe.class))
              .put(event.pipe(), i);
        }
        case SCALAR, VECTOR, REGION, TRANSFER, PRODUCT, BARRIER -> {}
        case SET_CROSS_FLAG, WAIT_CROSS_FLAG, MEETING -> {} // Of two cores.
      }
    }
    return links;
  }

  private static Flag flag(Program program, TimedEvent event) {
    return new Flag(
        program.at(event.word()).field(FieldName.P1),
        program.at(event.word()).field(FieldName.P2),
        event.number());
  }

  /** The release that ended the wait for a buffer, if it had to wait. */
  private static void handover(
      List<TimedEvent> events, int get, Map<Pipe, Integer> released, List<Link> links) {
    TimedEvent event = events.get(get);
    if (event.start() == event.waitedFrom()) {
      return;
    }
    for (Map.Entry<Pipe, Integer> release : released.entrySet()) {
      if (release.getKey() != event.pipe()
          && events.get(release.getValue()).done() == event.start()) {
        links.add(new Link(release.getValue(), get, Kind.HANDOVER));
        return;
      }
    }
  }
}
