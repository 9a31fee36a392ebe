package org.ptoc.emulator.timing;

/**
 * The time of one execution of a vector region.
 *
 * @param cycles from launch to drained
 * @param counters what happened in it
 */
record RegionTiming(long cycles, RegionCounters counters) {}
