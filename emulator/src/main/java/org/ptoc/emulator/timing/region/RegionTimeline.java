package org.ptoc.emulator.timing.region;

import java.util.List;

/**
 * One execution of a vector region in detail.
 *
 * @param firstWord number of the word that begins the region
 * @param cycles from launch to drained
 * @param events the micro-operations in program order
 */
public record RegionTimeline(int firstWord, long cycles, List<MicroEvent> events) {
  public RegionTimeline {
    events = List.copyOf(events);
  }
}
