package org.ptoc.emulator.timing.pipe;

import java.util.List;
import java.util.Map;
import org.ptoc.emulator.timing.constant.CubeTables;
import org.ptoc.emulator.timing.region.DispatchStall;

/**
 * The time of one block.
 *
 * @param cycles from the first fetch to the last completion
 * @param instructions executed instructions
 * @param pipes the pipes of the kind of core
 * @param stalls cycles by reason, over all pipes
 * @param dispatchStalls cycles in which vector regions dispatched nothing, by reason
 * @param storeLoadStalls cycles in which a load waited for a store to the same bytes
 * @param bytesIn bytes copied from global memory
 * @param bytesOut bytes copied to global memory
 * @param products multiplications of matrix elements
 * @param idealProductCycles what these take at the peak of the cube core, in units of {@link
 *     #PEAK_UNIT} of a cycle
 * @param cyclesOfWord for each word of the text, the cycles for which its pipe belonged to it;
 *     cycles of a region are distributed over its words
 * @param executionsOfWord for each word how often it was executed
 * @param faults waits that nothing ends
 * @param events the timeline; empty unless asked for
 */
public record BlockTiming(
    long cycles,
    long instructions,
    List<PipeUsage> pipes,
    Map<StallReason, Long> stalls,
    Map<DispatchStall, Long> dispatchStalls,
    long storeLoadStalls,
    long bytesIn,
    long bytesOut,
    long products,
    long idealProductCycles,
    List<Long> cyclesOfWord,
    List<Long> executionsOfWord,
    List<TimingFault> faults,
    List<TimedEvent> events) {
  /** Parts of a cycle in which the time of products at the peak is counted. */
  public static final int PEAK_UNIT = CubeTables.PEAK_UNIT;

  public BlockTiming {
    pipes = List.copyOf(pipes);
    stalls = Map.copyOf(stalls);
    dispatchStalls = Map.copyOf(dispatchStalls);
    cyclesOfWord = List.copyOf(cyclesOfWord);
    executionsOfWord = List.copyOf(executionsOfWord);
    faults = List.copyOf(faults);
    events = List.copyOf(events);
  }
}
