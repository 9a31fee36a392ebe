package org.ptoc.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.ptoc.ir.isa.Profile;
import org.ptoc.tools.data.DataFormat;

/** Parameters that the launch fills, and arguments by name. */
class BlockParametersTest {
  private final Kernel spmd;

  BlockParametersTest(@PtoKernel(value = "spmd.pto", profile = Profile.A2A3) Kernel spmd) {
    this.spmd = spmd;
  }

  @Test
  void each_block_gets_its_number() {
    Execution run = spmd.launch().zeros(DataFormat.I32, 9).scalar(7).blocks(3).run();
    assertThat(run.ints(0)).containsExactly(0, 3, 7, 1, 3, 7, 2, 3, 7);
    assertThat(spmd.launch().zeros(DataFormat.I32, 9).scalar(7).blocks(3).threads(2).run().ints(0))
        .isEqualTo(run.ints(0));
  }

  @Test
  void a_pinned_number_runs_one_block() {
    Execution run =
        spmd.launch()
            .at("__pypto_spmd_block_idx")
            .scalar(1)
            .at("__pypto_spmd_block_num")
            .scalar(24)
            .zeros(DataFormat.I32, 9)
            .scalar(7)
            .blocks(3)
            .run();
    assertThat(run.ints(0)).containsExactly(0, 0, 0, 1, 24, 7, 0, 0, 0);
  }

  @Test
  void arguments_by_name_come_in_any_order() {
    Execution run = spmd.launch().at("mark").scalar(5).at("out").buffer(1, 1, 1).run();
    assertThat(run.ints(0)).containsExactly(0, 1, 5);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> spmd.launch().at("marc"))
        .withMessageContaining(
            "has no parameter or view 'marc'; it has out, mark, __pypto_spmd_block_idx");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> spmd.launch().at("mark").scalar(1).run())
        .withMessageContaining("takes 2 arguments, not 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> spmd.launch().at("__pypto_spmd_block_idx").scalar(-1))
        .withMessageContaining("takes a number from 0 to 65535");
  }

  @Test
  void missing_arguments_are_chosen() {
    Execution run = spmd.launch().at("mark").scalar(5).blocks(2).auto(1).run();
    assertThat(run.ints(0)).containsExactly(0, 2, 5, 1, 2, 5);
    assertThat(spmd.launch().at("mark").scalar(5).blocks(2).auto(9).run().ints(0))
        .isEqualTo(run.ints(0));
  }
}
