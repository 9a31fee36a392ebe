package org.ptoc.emulator.timing;

import java.util.List;

/**
 * One way in which a vector region was executed, and what it costs; not changed any more.
 *
 * @param firstWord number of the word that begins the region
 * @param words words of the region
 * @param trace what was executed
 * @param executions how often each word behind the first was
 * @param timings the times under the models of a run, in their order
 */
record RegionExecution(
    int firstWord, int words, RegionTrace trace, long[] executions, List<RegionTiming> timings) {
  RegionExecution {
    timings = List.copyOf(timings);
  }
}
