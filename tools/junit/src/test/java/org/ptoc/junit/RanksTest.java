package org.ptoc.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;
import org.ptoc.ir.isa.Profile;
import org.ptoc.tools.data.DataFormat;
import org.ptoc.tools.toolchain.Device;
import org.ptoc.tools.toolchain.DeviceView;

/** Several devices that run a kernel together, compared with sums in plain Java. */
class RanksTest {
  private static final String SOURCE = "../../examples/ranks/ranks.pto";
  private static final int RANKS = 4;
  private static final int ELEMENTS = 128;

  private final Kernel ring;
  private final Kernel ringOfA2A3;
  private final Kernel allReduce;

  RanksTest(
      @PtoKernel(value = SOURCE, kernel = "ring") Kernel ring,
      @PtoKernel(value = SOURCE, kernel = "ring", profile = Profile.A2A3) Kernel ringOfA2A3,
      @PtoKernel(value = SOURCE, kernel = "allreduce") Kernel allReduce) {
    this.ring = ring;
    this.ringOfA2A3 = ringOfA2A3;
    this.allReduce = allReduce;
  }

  private static float[] values(int rank) {
    float[] values = new float[ELEMENTS];
    for (int i = 0; i < ELEMENTS; i++) {
      values[i] = 1f / (1 + 7 * rank + i);
    }
    return values;
  }

  /** The sums of the first ranks, one after the other. */
  private static float[] sums(int ranks) {
    float[] sums = values(0);
    for (int rank = 1; rank < ranks; rank++) {
      for (int i = 0; i < ELEMENTS; i++) {
        sums[i] += values(rank)[i];
      }
    }
    return sums;
  }

  @Test
  void a_token_goes_around_a_ring() {
    for (Kernel kernel : List.of(ring, ringOfA2A3)) {
      Execution run =
          kernel
              .launch()
              .ranks(RANKS)
              .ofEachRank((launch, rank) -> launch.buffer(values(rank)))
              .window()
              .zeros(DataFormat.F32, ELEMENTS)
              .zeros(DataFormat.F32, ELEMENTS)
              .window()
              .zeros(DataFormat.I32, 1)
              .context()
              .run();
      for (int rank = 0; rank < RANKS; rank++) {
        run.rank(rank).assertBuffer(2).isEqualTo(sums(rank + 1));
        run.rank((rank + 1) % RANKS).assertBuffer(1).isEqualTo(sums(rank + 1));
        assertThat(run.rank(rank).longs(4)[2]).isEqualTo((long) RANKS << 32 | rank);
      }
      run.assertBuffer(3).isEqualTo(1);
      assertThat(run.cycles()).isPositive().isEqualTo(run.rank(2).cycles());
      assertThatThrownBy(() -> run.rank(3).assertBuffer(3).isEqualTo(2))
          .isInstanceOf(AssertionFailedError.class)
          .hasMessageContaining("parameter 3 (bell) of @ring, rank 3");
    }
  }

  @Test
  void all_ranks_have_the_sum_of_all() {
    Execution run =
        allReduce
            .launch()
            .ranks(RANKS)
            .at("sum")
            .zeros(DataFormat.F32, ELEMENTS)
            .ofEachRank(
                (launch, rank) ->
                    launch
                        .at("x")
                        .buffer(values(rank))
                        .at("slots")
                        .window()
                        .zeros(DataFormat.F32, RANKS * ELEMENTS))
            .window()
            .buffer(0)
            .context()
            .run();
    for (int rank = 0; rank < RANKS; rank++) {
      run.rank(rank).assertBuffer(2).isEqualTo(sums(RANKS));
      assertThat(run.rank(rank).floats(1)[3 * ELEMENTS + 5]).isEqualTo(values(3)[5]);
    }
  }

  @Test
  void what_does_not_fit_is_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ring.launch().ranks(65))
        .withMessage("there are 1 to 64 ranks, not 65");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ring.launch().window().context())
        .withMessage(
            "parameter 0 (x) of @ring takes no window: that is an array which other ranks may"
                + " touch");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                ring.launch()
                    .ranks(2)
                    .ofEachRank((launch, rank) -> rank == 0 ? launch : launch.buffer(1f)))
        .withMessage("each rank takes arguments for the same parameters");
    Launch two =
        ring.launch()
            .ranks(2)
            .zeros(DataFormat.F32, ELEMENTS)
            .zeros(DataFormat.F32, ELEMENTS)
            .zeros(DataFormat.F32, ELEMENTS)
            .window()
            .buffer(0)
            .context();
    assertThatThrownBy(two::run)
        .isInstanceOf(KernelTrapError.class)
        .hasMessageContaining("memory of another rank outside of its windows");
    Execution alone = two.ranks(1).run();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> alone.rank(1))
        .withMessage("@ring (a5) ran on ranks 0 to 0, not on rank 1");
    try (Device device = new Device()) {
      DeviceView x = device.zeros(DataFormat.F32, List.of(ELEMENTS));
      assertThatThrownBy(two.at("x").buffer(x)::run)
          .isInstanceOf(AssertionFailedError.class)
          .hasMessageContaining("is of one device, not of ranks");
    }
  }
}
