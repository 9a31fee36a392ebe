package org.ptoc.emulator.timing.outoforder;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.ptoc.emulator.timing.constant.TimingModel;
import org.ptoc.emulator.timing.constant.TimingOptions;
import org.ptoc.emulator.timing.region.MicroEvent;
import org.ptoc.emulator.timing.region.RegionCounters;
import org.ptoc.emulator.timing.region.RegionTimeline;
import org.ptoc.emulator.timing.region.RegionTiming;
import org.ptoc.ir.cycles.RegionParameters;

/** Regions in detail agree with the totals and respect the limits of the pipeline. */
class RegionTimelineTest {
  private static final TimingOptions CALIBRATED = TimingOptions.of(TimingModel.CALIBRATED);
  private static final RegionParameters LIMITS = RegionParameters.STANDARD;

  @Test
  void randomRegions() {
    Random random = new Random(2030);
    for (int i = 0; i < 40; i++) {
      RandomRegion region = RandomRegion.of(random);
      RegionTimeline timeline = region.timeline(CALIBRATED);
      RegionTiming timing = region.time(CALIBRATED);
      assertThat(timeline.cycles()).as(region.toString()).isEqualTo(timing.cycles());
      assertThat(timeline.events())
          .hasSize((int) timing.counters().event(RegionCounters.MICRO_OPERATIONS));
      check(timeline);
    }
  }

  private static void check(RegionTimeline timeline) {
    Map<Integer, Integer> dispatches = new HashMap<>();
    Map<String, Integer> starts = new HashMap<>();
    MicroEvent before = new MicroEvent(0, MicroEvent.Lane.LOAD, 0, 0, 0, 0, 0, 0);
    for (MicroEvent event : timeline.events()) {
      assertThat(event.dispatched())
          .isGreaterThanOrEqualTo(Math.max(before.dispatched(), LIMITS.dispatchGate()));
      assertThat(event.renamed()).isEqualTo(event.dispatched() + 1);
      assertThat(event.entered()).isLessThanOrEqualTo(event.start());
      assertThat(event.done())
          .isGreaterThanOrEqualTo(event.start())
          .isLessThanOrEqualTo(event.retired());
      assertThat(event.retired()).isGreaterThanOrEqualTo(before.retired());
      dispatches.merge(event.dispatched(), 1, Integer::sum);
      starts.merge(event.lane() + " " + event.start(), 1, Integer::sum);
      before = event;
    }
    assertThat(dispatches.values()).allMatch(count -> count <= LIMITS.dispatchWidth());
    starts.forEach(
        (key, count) -> {
          int slots = key.startsWith("LOAD") ? 2 : 1;
          assertThat(key.startsWith("PREDICATE") || key.startsWith("BARRIER") || count <= slots)
              .as(key)
              .isTrue();
        });
  }
}
