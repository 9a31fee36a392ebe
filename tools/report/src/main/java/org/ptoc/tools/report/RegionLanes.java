package org.ptoc.tools.report;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ptoc.emulator.timing.region.MicroEvent;

/** Gives the micro-operations of vector regions lanes on which they do not overlap. */
final class RegionLanes {
  /** Lane numbers of one kind; the pipes have smaller ones. */
  private static final int FIRST = 100;

  private static final int STEP = 100;

  private final Map<MicroEvent.Lane, List<Long>> free = new EnumMap<>(MicroEvent.Lane.class);
  private final Map<Integer, String> names = new TreeMap<>();

  /** Loads and stores are shown while they hold their slot, everything else until it is done. */
  static long duration(MicroEvent event) {
    return switch (event.lane()) {
      case LOAD, STORE -> 1;
      case FIRST_UNIT, SECOND_UNIT, PREDICATE, BARRIER -> Math.max(1, event.done() - event.start());
    };
  }

  /** The number of the first lane of a kind that is free from {@code start} on. */
  int choose(MicroEvent.Lane kind, long start, long done) {
    List<Long> lanes = free.computeIfAbsent(kind, key -> new ArrayList<>());
    int index = 0;
    while (index < lanes.size() && lanes.get(index) > start) {
      index++;
    }
    if (index == lanes.size()) {
      lanes.add(done);
    } else {
      lanes.set(index, done);
    }
    int number = FIRST + STEP * kind.ordinal() + index;
    names.put(number, name(kind, index));
    return number;
  }

  private static String name(MicroEvent.Lane kind, int index) {
    return switch (kind) {
      case LOAD -> "V.LD" + index;
      case STORE -> index == 0 ? "V.ST" : "V.ST" + index;
      case FIRST_UNIT -> "V.EXU0." + index;
      case SECOND_UNIT -> "V.EXU1." + index;
      case PREDICATE -> "V.PRED." + index;
      case BARRIER -> "V.BAR." + index;
    };
  }

  /** Names of all lanes in use by number. */
  Map<Integer, String> names() {
    return names;
  }
}
