package org.ptoc.emulator.timing.constant;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.cycles.RegionParameters;

/**
 * How to time a run.
 *
 * @param model the cycle model
 * @param region the pipeline of A5 vector regions
 * @param queueDepth instructions that may wait on one pipe before the scalar pipe stalls
 * @param changes numbers that differ from the standard ones, in the order in which they were
 *     changed
 * @param events most instructions on the timeline of the first block; block b keeps a (b + 1)th of
 *     that. 0 keeps none
 * @param window the cycles of the timeline that count for that and are kept
 * @param memoise whether repeated iterations and regions are timed once; the results are the same
 * @param whatIf another order of pipes than that of the executed words
 */
public record TimingOptions(
    TimingModel model,
    RegionParameters region,
    int queueDepth,
    List<Change> changes,
    int events,
    CycleWindow window,
    boolean memoise,
    WhatIf whatIf) {
  public TimingOptions {
    changes = List.copyOf(changes);
  }

  /**
   * A number of the user's.
   *
   * @param parameter which one
   * @param value not below {@link TimingParameter#least}
   */
  public record Change(TimingParameter parameter, int value) {
    /** {@code dma-in.startup=100}. */
    @Override
    public String toString() {
      return parameter.spelling() + "=" + value;
    }
  }

  /** The model with standard parameters, no timeline. */
  public static TimingOptions of(TimingModel model) {
    return new TimingOptions(
        model,
        RegionParameters.STANDARD,
        Integer.MAX_VALUE,
        List.of(),
        0,
        CycleWindow.ALL,
        true,
        WhatIf.NOTHING);
  }

  /**
   * The same with a timeline of {@code most} instructions.
   *
   * @param most at least 1
   * @param part the cycles that it shows
   */
  public TimingOptions withEvents(int most, CycleWindow part) {
    return new TimingOptions(model, region, queueDepth, changes, most, part, memoise, whatIf);
  }

  /** The same with every iteration timed by itself. */
  public TimingOptions withoutMemo() {
    return new TimingOptions(model, region, queueDepth, changes, events, window, false, whatIf);
  }

  /** The same with another region pipeline. */
  public TimingOptions withRegion(RegionParameters parameters) {
    return new TimingOptions(
        model, parameters, queueDepth, changes, events, window, memoise, whatIf);
  }

  /** The same with a limit for each pipe's queue, at least 1. */
  public TimingOptions withQueueDepth(int depth) {
    return new TimingOptions(model, region, depth, changes, events, window, memoise, whatIf);
  }

  /** The same with another order of pipes. */
  public TimingOptions withWhatIf(WhatIf order) {
    return new TimingOptions(model, region, queueDepth, changes, events, window, memoise, order);
  }

  /** The same with {@code change}, which reports then name. */
  public TimingOptions with(Change change) {
    List<Change> more = new ArrayList<>(changes);
    more.add(change);
    TimingOptions changed =
        new TimingOptions(model, region, queueDepth, more, events, window, memoise, whatIf);
    return change.parameter().change(changed, change.value());
  }
}
