package org.ptoc.emulator.timing.region;

import java.util.List;
import org.ptoc.emulator.timing.trace.RegionTrace;

/**
 * One way in which a vector region was executed, and what it costs; not changed any more.
 *
 * @param firstWord number of the word that begins the region
 * @param words words of the region
 * @param trace what was executed
 * @param executions how often each word behind the first was
 * @param timings the times under the models of a run, in their order
 */
public record RegionExecution(
    int firstWord, int words, RegionTrace trace, long[] executions, List<RegionTiming> timings) {
  public RegionExecution {
    timings = List.copyOf(timings);
  }
}
