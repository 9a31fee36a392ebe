package org.ptoc.tools.report;

import org.ptoc.emulator.timing.pipe.BlockTiming;
import org.ptoc.emulator.timing.pipe.TimedEvent;

/** Counts 256-byte steps of repeated vector words (spec/30, section 1). */
final class RepeatCount {
  private RepeatCount() {}

  static long of(BlockTiming block) {
    long repeats = 0;
    for (TimedEvent event : block.events()) {
      repeats += event.kind() == TimedEvent.Kind.VECTOR ? event.number() : 0;
    }
    return repeats;
  }
}
