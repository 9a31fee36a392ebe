package org.ptoc.emulator.timing;

/** A way to time vector regions of one program. Thread-safe. */
interface RegionPipeline {

  /** The time of {@code trace}, a region of {@code words} words from {@code firstWord}. */
  RegionTiming time(RegionTrace trace, int firstWord, int words);
}
