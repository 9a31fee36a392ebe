package org.ptoc.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.ptoc.tools.data.DataFormat;

class ReluExampleTest {
  private final Kernel relu;

  ReluExampleTest(@PtoKernel("relu.pto") Kernel relu) {
    this.relu = relu;
  }

  @Test
  void clears_negative_values() {
    Execution run =
        relu.launch().buffer(-1.5f, 0.0f, 2.5f).zeros(DataFormat.F32, 3).scalar(3).run();

    run.assertBuffer(1).isEqualTo(0.0f, 0.0f, 2.5f);
    run.assertCycles().isAtMost(1_000);
    assertEquals(2.5f, run.floats(1)[2]);
  }

  @Test
  void agrees_with_plain_code_on_all_lengths() {
    Property.forAll(
        0x5EED,
        20,
        data -> {
          int count = data.integer(1, 300);
          float[] x = data.floats(count, -10, 10);
          float[] expected = new float[count];
          for (int i = 0; i < count; i++) {
            expected[i] = Math.max(x[i], 0);
          }
          relu.launch()
              .buffer(x)
              .zeros(DataFormat.F32, count)
              .scalar(count)
              .run()
              .assertBuffer(1)
              .isWithinUlp(0, expected);
        });
  }
}
