package org.ptoc.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.ptoc.ir.isa.Profile;
import org.ptoc.tools.data.DataFormat;

/** Launches of a kernel for both kinds of cores: all cores of each block run. */
class MixedKernelTest {
  @Test
  void both_kinds_of_cores_take_part(
      @PtoKernel(value = "product_and_sum.pto", kernel = "product") Kernel a5,
      @PtoKernel(value = "product_and_sum.pto", kernel = "product_aic", profile = Profile.A2A3)
          Kernel a2a3) {
    for (Kernel kernel : new Kernel[] {a5, a2a3}) {
      float[] ones = new float[256];
      Arrays.fill(ones, 1);
      float[] sums = new float[512];
      Arrays.fill(sums, 17);
      Execution run =
          kernel
              .launch()
              .blocks(2)
              .halfs(ones)
              .zeros(DataFormat.F32, 512)
              .zeros(DataFormat.F32, 512)
              .scalar(16)
              .run();
      run.assertBuffer(2).isEqualTo(sums);
      assertThat(run.cycles()).isPositive();
      assertThat(kernel.launch().blocks(2).auto(1).run().floats(2)).hasSize(512);
    }
  }

  @Test
  void rules_of_the_cube_core_are_checked(
      @PtoKernel(value = "product_and_sum.pto", kernel = "product") Kernel kernel) {
    Launch rows =
        kernel
            .launch()
            .halfs(new float[512])
            .zeros(DataFormat.F32, 256)
            .zeros(DataFormat.F32, 256)
            .scalar(17);
    assertThatThrownBy(rows::run)
        .isInstanceOf(KernelTrapError.class)
        .hasMessageContainingAll("in @product, block 0, AIC: check R1");
  }
}
