package org.ptoc.emulator.timing.outoforder;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ptoc.emulator.timing.Kernels;
import org.ptoc.emulator.timing.constant.TimingModel;
import org.ptoc.emulator.timing.constant.TimingOptions;
import org.ptoc.emulator.timing.region.RegionCounters;
import org.ptoc.emulator.timing.region.RegionTiming;
import org.ptoc.ir.cycles.RegionParameters;

class RegionPipelineTest {
  private static final TimingOptions CALIBRATED = TimingOptions.of(TimingModel.CALIBRATED);
  private static final TimingOptions DOCUMENTED = TimingOptions.of(TimingModel.DOCUMENTED);
  private static final TimingOptions SCOREBOARD = TimingOptions.of(TimingModel.SCOREBOARD);

  static String binary(String operation) {
    return "vlds.f32 V0, [X2], NORM\nvlds.f32 V1, [X3], NORM\n"
        + operation
        + ".f32 V2, V0, V1\n"
        + "vsts.f32 V2, [X4], NORM_B32\n";
  }

  static String unary(String operation, String type, String more) {
    return "vlds."
        + type
        + " V0, [X2], NORM\n"
        + operation
        + "."
        + type
        + " V2, V0"
        + more
        + "\n"
        + "vsts."
        + type
        + " V2, [X4], NORM_B"
        + type.substring(1)
        + "\n";
  }

  @ParameterizedTest
  @EnumSource(
      value = TimingModel.class,
      names = {"DOCUMENTED", "CALIBRATED", "SCOREBOARD"})
  void oneIterationOfAddTakes55Cycles(TimingModel model) {
    assertThat(Kernels.loop(binary("vadd"), 1, TimingOptions.of(model)).cycles()).isEqualTo(55);
  }

  @ParameterizedTest
  @EnumSource(
      value = TimingModel.class,
      names = {"DOCUMENTED", "CALIBRATED", "SCOREBOARD"})
  void emptyRegionTakes35Cycles(TimingModel model) {
    assertThat(Kernels.loop("nop\n", 0, TimingOptions.of(model)).cycles()).isEqualTo(35);
  }

  @Test
  void documentedMaximumIsACycleLaterThanCalibrated() {
    assertThat(Kernels.loop(binary("vmax"), 1, DOCUMENTED).cycles()).isEqualTo(55);
    assertThat(Kernels.loop(binary("vmax"), 1, CALIBRATED).cycles()).isEqualTo(54);
  }

  @Test
  void predicateWorkAloneDoesNotLengthenTheRegion() {
    assertThat(Kernels.loop("pset.b32 P1, ALL\n", 1, CALIBRATED).cycles()).isEqualTo(35);
  }

  @Test
  void interleavingStoreTakesThreeCyclesMore() {
    String body = "vlds.f32 V0, [X2], NORM\n%s [X4], %s\n";
    long plain = Kernels.loop(body.formatted("vsts.f32 V0,", "NORM_B32"), 1, CALIBRATED).cycles();
    assertThat(
            Kernels.loop(body.formatted("vstsx2.f32 V0, V0,", "INTLV_B32"), 1, CALIBRATED).cycles())
        .isEqualTo(plain + 3);
  }

  @Test
  void gatherBlocksTheLoadSlots() {
    String gather = "vgather2.f32 V2, [X2], V1\nvgather2.f32 V3, [X2], V1\n";
    assertThat(Kernels.loop(gather, 1, CALIBRATED).cycles()).isEqualTo(23 + 10 + 28 + 12);
    assertThat(Kernels.loop(gather, 1, SCOREBOARD).cycles()).isEqualTo(23 + 10 + 28 + 12);
  }

  @ParameterizedTest
  @ValueSource(strings = {"CALIBRATED", "SCOREBOARD"})
  void gatherNeedsBothLoadSlots(String model) {
    String both = "vlds.f32 V0, [X2], NORM\nvgather2.f32 V2, [X2], V1\n";
    TimingOptions options = TimingOptions.of(TimingModel.valueOf(model));
    assertThat(Kernels.loop(both, 1, options).cycles()).isEqualTo(24 + 28 + 12);
  }

  @ParameterizedTest
  @ValueSource(strings = {"CALIBRATED", "SCOREBOARD"})
  void resultOfAGatherWaitsForItsLatency(String model) {
    String use = "vgather2.f32 V2, [X2], V1\nvadd.f32 V3, V2, V2\n";
    TimingOptions options = TimingOptions.of(TimingModel.valueOf(model));
    assertThat(Kernels.loop(use, 1, options).cycles()).isEqualTo(23 + 25 + 7 + 12);
  }

  /** A later scatter that is ready earlier goes where its slot is free for all of its cycles. */
  @Test
  void scatterDoesNotOverlapAStoreThatIsPlacedAlready() {
    String late = "vlds.f32 V0, [X2], NORM\nvsts.f32 V0, [X4], NORM_B32\n";
    String scatter = "vscatter.f32 V1, [X3], V2\n";
    assertThat(Kernels.loop(late + scatter, 1, SCOREBOARD).cycles()).isEqualTo(30 + 17 + 12);
  }

  /** Sources that are there do not delay a predicate: it is ready two cycles behind dispatch. */
  @ParameterizedTest
  @ValueSource(strings = {"CALIBRATED", "SCOREBOARD"})
  void predicatesAreReadyTwoCyclesBehindDispatch(String model) {
    TimingOptions options = TimingOptions.of(TimingModel.valueOf(model));
    String store = "vsts.f32 V0, [X2], P1, NORM_B32\n";
    for (String predicate : List.of("pset.b32 P1, ALL\n", "pnot P1, P2, P3\n")) {
      assertThat(Kernels.loop(predicate + store, 1, options).cycles()).isEqualTo(23 + 9 + 12);
    }
  }

  @Test
  void memoryBarrierHoldsLoadsUntilStoresAreDone() {
    String free = "vsts.f32 V1, [X4], NORM_B32\nvlds.f32 V0, [X2], NORM\n";
    String held = "vsts.f32 V1, [X4], NORM_B32\nmem_bar VST_VLD\nvlds.f32 V0, [X2], NORM\n";
    assertThat(Kernels.loop(free, 1, CALIBRATED).cycles()).isEqualTo(23 + 9 + 12);
    assertThat(Kernels.loop(held, 1, CALIBRATED).cycles()).isEqualTo(23 + 9 + 9 + 12);
    assertThat(Kernels.loop(held, 1, SCOREBOARD).cycles()).isEqualTo(23 + 9 + 9 + 12);
  }

  @Test
  void oneUnitTakesAllReductions() {
    String one = "vcmax.f32 V1, V0\nvcmax.f32 V2, V0\nvcmax.f32 V3, V0\n";
    assertThat(Kernels.loop(one, 1, CALIBRATED).cycles()).isEqualTo(24 + 2 + 16 + 12);
  }

  @Test
  void exclusionSlowsTwoInputLoopsOnly() {
    TimingOptions compatible = CALIBRATED.withRegion(RegionParameters.COMPATIBLE);
    assertThat(Kernels.loop(binary("vadd"), 256, compatible).cycles())
        .isLessThan(Kernels.loop(binary("vadd"), 256, CALIBRATED).cycles());
    assertThat(Kernels.loop(unary("vneg", "f32", ""), 256, compatible).cycles())
        .isEqualTo(Kernels.loop(unary("vneg", "f32", ""), 256, CALIBRATED).cycles());
  }

  /**
   * Cycles per iteration in a long loop: two loads and a store near 1.9, one per iteration at best,
   * SFU at its interval.
   */
  @ParameterizedTest
  @CsvSource({"vadd, 1.8, 1.95", "vmul, 1.8, 1.95"})
  void slopeOfTwoInputLoops(String operation, double low, double high) {
    long iterations = 1024;
    long cycles =
        Kernels.loop(binary(operation), 2048, CALIBRATED).cycles()
            - Kernels.loop(binary(operation), 1024, CALIBRATED).cycles();
    assertThat((double) cycles / iterations).isBetween(low, high);
  }

  /**
   * Closed forms of spec/30, section 12, for one loop of n iterations: a * n + b. Those of two
   * inputs have a slope below what load and store slots allow in a long loop, so that they hold for
   * short loops only.
   */
  @ParameterizedTest
  @CsvSource({
    "vadd,  binary, f32, '', 1.247, 55.07, 16",
    "vsub,  binary, f32, '', 1.247, 55.07, 16",
    "vmul,  binary, f32, '', 1.194, 56.29, 16",
    "vmins, unary,  f32, ', X5', 1.059, 53.14, 256",
    "vneg,  unary,  f32, '', 1.059, 55.14, 256",
    "vexp,  unary,  f32, '', 1.967, 62.66, 512",
    "vsqrt, unary,  f32, '', 1.967, 63.66, 512",
    "vexp,  unary,  f16, '', 3.762, 65.93, 256",
    "vsqrt, unary,  f16, '', 3.762, 66.93, 256",
  })
  void streamingKernelsMeetTheClosedForms(
      String operation,
      String kind,
      String type,
      String more,
      double slope,
      double start,
      int mostIterations) {
    String body = kind.equals("binary") ? binary(operation) : unary(operation, type, more);
    List<Double> errors = new ArrayList<>();
    for (int iterations = 1;
        iterations <= mostIterations;
        iterations += Math.max(1, iterations / 4)) {
      double form = slope * iterations + start;
      errors.add(Math.abs(Kernels.loop(body, iterations, CALIBRATED).cycles() - form) / form);
    }
    double mean = errors.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    double most = errors.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    assertThat(mean).as("mean error").isLessThanOrEqualTo(0.04);
    assertThat(most).as("largest error").isLessThanOrEqualTo(0.06);
  }

  @Test
  void reentryOfAnInnerLoopCostsAtLeastSevenCycles() {
    String body = unary("vneg", "f32", "");
    long two = Kernels.nest(body, 2, 2, CALIBRATED).cycles();
    long three = Kernels.nest(body, 3, 2, CALIBRATED).cycles();
    assertThat(three - two).isEqualTo(7);
    long longTwo = Kernels.nest(body, 2, 16, CALIBRATED).cycles();
    assertThat(Kernels.nest(body, 3, 16, CALIBRATED).cycles() - longTwo).isEqualTo(15 + 4 + 2);
  }

  @Test
  void loopOfOneIterationCostsNothing() {
    String body = binary("vadd");
    assertThat(Kernels.nest(body, 8, 1, CALIBRATED).cycles())
        .isEqualTo(Kernels.loop(body, 8, CALIBRATED).cycles());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void memoChangesNothing(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 25; i++) {
      RandomRegion region = RandomRegion.of(random);
      for (TimingOptions options :
          List.of(CALIBRATED, DOCUMENTED.withRegion(RegionParameters.COMPATIBLE))) {
        RegionTiming with = region.time(options);
        RegionTiming without = region.time(options.withoutMemo());
        assertThat(with.cycles()).as(region.toString()).isEqualTo(without.cycles());
        assertThat(with.counters()).as(region.toString()).isEqualTo(without.counters());
      }
    }
  }

  /**
   * Registers that are free twice: which one is taken next decides when another one becomes free.
   */
  @Test
  void memoKnowsTheOrderOfFreeRegisters() {
    RegionTiming with = RandomRegion.of(new Random(21_571_369)).time(DOCUMENTED);
    RegionTiming without = RandomRegion.of(new Random(21_571_369)).time(DOCUMENTED.withoutMemo());
    assertThat(with.cycles()).isEqualTo(without.cycles());
    assertThat(with.counters()).isEqualTo(without.counters());
  }

  @Test
  void cyclesOfWordsAddUpToTheRegion() {
    Random random = new Random(99);
    for (int i = 0; i < 25; i++) {
      RegionTiming timing = RandomRegion.of(random).time(CALIBRATED);
      RegionCounters counters = timing.counters();
      long sum = 0;
      for (int word = 1; word <= counters.words(); word++) {
        sum += counters.cycles(word);
      }
      assertThat(sum).isEqualTo(timing.cycles() - 23 - 12);
    }
  }

  @Test
  void longLoopsAreTimedWithoutSimulatingEveryIteration() {
    for (String body :
        List.of(binary("vadd"), unary("vexp", "f16", ""), unary("vmins", "f32", ", X5"))) {
      assertThat(simulatedCycles(body, 4096)).isLessThan(600);
    }
  }

  private static int simulatedCycles(String body, int iterations) {
    RandomRegion region = RandomRegion.loop(body, iterations);
    return region.simulatedCycles(CALIBRATED);
  }

  @Test
  void loadWaitsForTheStoreToTheSameBytes() {
    String body = "vlds.f32 V0, [X2], NORM\nvneg.f32 V0, V0\nvsts.f32 V0, [X2], NORM_B32\n";
    RegionTiming apart = RandomRegion.loop(body, 32, 256).time(CALIBRATED);
    RegionTiming same = RandomRegion.loop(body, 32, 0).time(CALIBRATED);
    assertThat(apart.counters().event(RegionCounters.STORE_LOAD_STALLS)).isZero();
    assertThat(same.counters().event(RegionCounters.STORE_LOAD_STALLS)).isPositive();
    // each iteration: load, 6 cycles, negate, 6 cycles, store, 9 cycles
    assertThat(same.cycles() - RandomRegion.loop(body, 31, 0).time(CALIBRATED).cycles())
        .isEqualTo(21);
  }
}
