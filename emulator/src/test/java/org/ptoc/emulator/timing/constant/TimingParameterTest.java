package org.ptoc.emulator.timing.constant;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.ptoc.emulator.timing.Kernels;
import org.ptoc.emulator.timing.outoforder.RandomRegion;
import org.ptoc.emulator.timing.region.RegionTiming;
import org.ptoc.ir.cycles.TimingConstant;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.Profile;

/** The numbers that a user may change. */
class TimingParameterTest {
  private static final TimingOptions STANDARD = TimingOptions.of(TimingModel.CALIBRATED);
  private static final String ADD =
      "vlds.f32 V0, [X2], NORM\n"
          + "vlds.f32 V1, [X3], NORM\n"
          + "vadd.f32 V2, V0, V1\n"
          + "vsts.f32 V2, [X4], NORM_B32\n";

  static List<TimingParameter> parameters() {
    return TimingParameter.all();
  }

  private static TimingOptions with(TimingParameter parameter, int value) {
    return STANDARD.with(new TimingOptions.Change(parameter, value));
  }

  @ParameterizedTest
  @MethodSource("parameters")
  void namesAreUnique(TimingParameter parameter) {
    assertThat(TimingParameter.named(parameter.spelling())).containsSame(parameter);
  }

  /** Extreme values neither hang nor part the memo from the plain simulation. */
  @ParameterizedTest
  @MethodSource("parameters")
  void leastValuesTerminate(TimingParameter parameter) {
    Random random = new Random(7);
    for (int value : new int[] {parameter.least(), parameter.least() + 1, 1 << 12}) {
      TimingOptions options = with(parameter, value);
      for (int i = 0; i < 5; i++) {
        RandomRegion region = RandomRegion.of(random);
        RegionTiming timing = region.time(options);
        assertThat(timing.cycles())
            .as(parameter.spelling() + "=" + value + "\n" + region)
            .isPositive()
            .isEqualTo(region.time(options.withoutMemo()).cycles());
      }
    }
  }

  /** Cycles of 64 iterations of an addition; the standard pipeline takes 152. */
  @ParameterizedTest
  @CsvSource({
    "region.startup, 33, 10",
    "region.dispatch-gate, 31, 10",
    "region.first-loop-opens, 29, 10",
    "region.body-delay, 12, 10",
    "region.drain, 22, 10",
    "region.drain, 0, -12",
  })
  void fixedPartsShiftTheWholeRegion(String name, int value, long difference) {
    TimingParameter parameter = TimingParameter.named(name).orElseThrow();
    assertThat(Kernels.loop(ADD, 64, with(parameter, value)).cycles())
        .isEqualTo(Kernels.loop(ADD, 64, STANDARD).cycles() + difference);
  }

  @ParameterizedTest
  @CsvSource({
    "region.dispatch-width, 1",
    "region.window, 1",
    "region.compute-queue, 1",
    "region.unit-in-flight, 1"
  })
  void narrowPipelinesAreSlower(String name, int value) {
    TimingParameter parameter = TimingParameter.named(name).orElseThrow();
    assertThat(Kernels.loop(ADD, 256, with(parameter, value)).cycles())
        .isGreaterThan(Kernels.loop(ADD, 256, STANDARD).cycles());
  }

  @Test
  void copiesTakeTheUsersNumbersAndSayThatTheyAreHis() {
    TimingOptions options =
        with(TimingParameter.named("dma-in.startup").orElseThrow(), 100)
            .with(
                new TimingOptions.Change(
                    TimingParameter.named("dma-in.bandwidth").orElseThrow(), 64));
    for (Profile profile : Profile.values()) {
      TimingSet set = TimingSet.of(profile, options);
      InstructionDefinition copy =
          InstructionTable.of(profile).byMnemonic("gm_to_ub").orElseThrow();
      assertThat(set.explain(copy, DataType.NONE, DataType.NONE).subList(0, 2))
          .extracting(TimingConstant::toString)
          .containsExactly("startup 100 [U]", "bytes per cycle 64 [U]");
      assertThat(set.changes())
          .extracting(Object::toString)
          .containsExactly("dma-in.startup=100", "dma-in.bandwidth=64");
    }
    assertThat(TimingSet.of(Profile.A5, STANDARD).changes()).isEmpty();
  }

  @Test
  void regionParametersAreThoseOfA5Only() {
    TimingParameter registers = TimingParameter.named("region.registers").orElseThrow();
    assertThat(registers.isIn(Profile.A5)).isTrue();
    assertThat(registers.isIn(Profile.A2A3)).isFalse();
    assertThat(TimingParameter.named("queue-depth").orElseThrow().isIn(Profile.A2A3)).isTrue();
  }
}
