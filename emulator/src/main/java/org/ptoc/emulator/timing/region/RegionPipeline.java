package org.ptoc.emulator.timing.region;

import org.ptoc.emulator.timing.trace.RegionTrace;

/** A way to time vector regions of one program. Thread-safe. */
public interface RegionPipeline {

  /** The time of {@code trace}, a region of {@code words} words from {@code firstWord}. */
  RegionTiming time(RegionTrace trace, int firstWord, int words);
}
