package org.ptoc.emulator.timing;

import java.util.List;
import java.util.Map;

/**
 * The time of one block.
 *
 * @param cycles from the first fetch to the last completion
 * @param instructions executed instructions
 * @param pipes S, V, MTE2 and MTE3
 * @param stalls cycles by reason, over all pipes
 * @param dispatchStalls cycles in which vector regions dispatched nothing, by reason
 * @param storeLoadStalls cycles in which a load waited for a store to the same bytes
 * @param bytesIn bytes copied from global memory
 * @param bytesOut bytes copied to global memory
 * @param cyclesOfWord for each word of the text, the cycles for which its pipe belonged to it;
 *     those of a region are shared out to its words
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
    List<Long> cyclesOfWord,
    List<Long> executionsOfWord,
    List<TimingFault> faults,
    List<TimedEvent> events) {
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
