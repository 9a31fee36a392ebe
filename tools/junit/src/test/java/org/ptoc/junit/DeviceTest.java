package org.ptoc.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.ptoc.tools.data.DataArray;
import org.ptoc.tools.data.DataFormat;
import org.ptoc.tools.toolchain.Device;
import org.ptoc.tools.toolchain.DeviceView;

/** Arrays that stay in the memory of a device between launches. */
class DeviceTest {
  private final Kernel relu;

  DeviceTest(@PtoKernel("relu.pto") Kernel relu) {
    this.relu = relu;
  }

  private static DataArray floats(float... values) {
    return Elements.of(DataFormat.F32, values);
  }

  @Test
  void launches_work_on_the_same_memory() {
    try (Device device = new Device()) {
      DeviceView x = device.put(floats(-1f, 2f, -3f, 4f));
      DeviceView y = device.zeros(DataFormat.F32, List.of(4));
      Execution run = relu.launch().buffer(x).buffer(y).scalar(4).run();
      run.assertBuffer(1).isEqualTo(0f, 2f, 0f, 4f);
      // The result of the first launch, one element further, is what the second one takes.
      relu.launch().buffer(y.slice(1, 4)).buffer(x.slice(0, 3)).scalar(3).run();
      assertThat(x.get()).isEqualTo(floats(2f, 0f, 4f, 4f));
      y.put(floats(9f, 9f, 9f, 9f));
      run.assertBuffer(1).isEqualTo(9f, 9f, 9f, 9f);
    }
  }

  @Test
  void a_grid_launches_once_for_each_number() {
    try (Device device = new Device()) {
      DeviceView x = device.put(floats(1f, 2f, 3f, 4f));
      DeviceView y = device.zeros(DataFormat.F32, List.of(4));
      Execution run = relu.launch().buffer(x).buffer(y).grid(1, 3, 2).threads(2).run();
      run.assertBuffer(1).isEqualTo(1f, 2f, 3f, 0f);
      assertThat(run.cycles())
          .isEqualTo(relu.launch().buffer(x).buffer(y).scalar(3).run().cycles());
    }
  }

  @Test
  void what_does_not_fit_is_refused() {
    try (Device device = new Device()) {
      DeviceView halfs = device.zeros(DataFormat.F16, List.of(4, 2));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> relu.launch().buffer(halfs))
          .withMessage("parameter 0 (x) of @relu points to elements of type f32, not f16");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> halfs.put(Elements.of(DataFormat.F16, new byte[2])))
          .withMessage("an array of 2 bytes does not fit 16 bytes");
      assertThat(halfs.slice(1, 3).shape()).containsExactly(2, 2);
      assertThat(halfs.slice(1, 3).offset()).isEqualTo(4);
    }
  }
}
