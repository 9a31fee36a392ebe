package org.ptoc.emulator.timing;

/**
 * How to time a run.
 *
 * @param model the cycle model
 * @param region the pipeline of A5 vector regions
 * @param queueDepth instructions that may wait on one pipe before the scalar pipe stalls
 * @param events whether the timeline is kept
 * @param memoise whether repeated passes and regions are timed once; the results are the same
 */
public record TimingOptions(
    TimingModel model, RegionParameters region, int queueDepth, boolean events, boolean memoise) {

  /** The model with standard parameters, no timeline. */
  public static TimingOptions of(TimingModel model) {
    return new TimingOptions(model, RegionParameters.STANDARD, Integer.MAX_VALUE, false, true);
  }

  /** The same with the timeline. */
  public TimingOptions withEvents() {
    return new TimingOptions(model, region, queueDepth, true, memoise);
  }

  /** The same with every pass timed by itself. */
  public TimingOptions withoutMemo() {
    return new TimingOptions(model, region, queueDepth, events, false);
  }

  /** The same with another region pipeline. */
  public TimingOptions withRegion(RegionParameters parameters) {
    return new TimingOptions(model, parameters, queueDepth, events, memoise);
  }

  /** The same with a limit for each pipe's queue, at least 1. */
  public TimingOptions withQueueDepth(int depth) {
    return new TimingOptions(model, region, depth, events, memoise);
  }
}
