package org.ptoc.emulator.timing.region;

/**
 * The time of one execution of a vector region.
 *
 * @param cycles from launch to drained
 * @param counters what happened in it
 */
public record RegionTiming(long cycles, RegionCounters counters) {}
