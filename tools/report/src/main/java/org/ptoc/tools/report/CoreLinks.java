package org.ptoc.tools.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.emulator.timing.pipe.TimedEvent;

/** Which instruction of another core ended a wait (spec/70, 7.1). */
final class CoreLinks {
  /** What arrows in pictures are called. */
  static final String KIND = "signal of a core";

  /** An instruction on a timeline. */
  record Place(TimedCore core, int event) {
    TimedEvent timed() {
      return core.timing().events().get(event);
    }
  }

  /** A signal, or the last arrival where cores meet, and a wait that it ended. */
  record HandOver(Place from, Place to) {}

  /** A word that signals or meets, and the cycle at which others know of it. */
  private record Given(int word, long cycle) {}

  private final List<TimedCore> cores;

  /** What the cores give that were asked for. */
  private final Map<TimedCore, Map<Given, Integer>> given = new HashMap<>();

  /** The links between all cores of a run, in the order of their numbers. */
  CoreLinks(List<TimedCore> cores) {
    this.cores = List.copyOf(cores);
  }

  /** What another core did that a wait took; empty for other instructions. */
  Optional<Place> giver(TimedEvent event) {
    if (event.kind() != TimedEvent.Kind.WAIT_CROSS_FLAG
        && event.kind() != TimedEvent.Kind.MEETING) {
      return Optional.empty();
    }
    return cores.stream()
        .filter(core -> core.number() == event.givingCore())
        .findFirst()
        .flatMap(
            core ->
                Optional.ofNullable(
                        given
                            .computeIfAbsent(core, CoreLinks::given)
                            .get(new Given(event.givingWord(), event.signal())))
                    .map(index -> new Place(core, index)))
        .filter(place -> place.timed() != event);
  }

  private static Map<Given, Integer> given(TimedCore core) {
    Map<Given, Integer> found = new HashMap<>();
    List<TimedEvent> events = core.timing().events();
    for (int i = 0; i < events.size(); i++) {
      TimedEvent event = events.get(i);
      if (event.kind() == TimedEvent.Kind.SET_CROSS_FLAG) {
        found.put(new Given(event.word(), event.done()), i);
      } else if (event.kind() == TimedEvent.Kind.MEETING) {
        found.put(new Given(event.word(), event.start()), i);
      }
    }
    return found;
  }

  /** All links to waits of some cores, core by core. */
  List<HandOver> to(List<TimedCore> some) {
    List<HandOver> links = new ArrayList<>();
    for (TimedCore core : some) {
      List<TimedEvent> events = core.timing().events();
      for (int i = 0; i < events.size(); i++) {
        Place to = new Place(core, i);
        giver(events.get(i)).ifPresent(from -> links.add(new HandOver(from, to)));
      }
    }
    return links;
  }
}
