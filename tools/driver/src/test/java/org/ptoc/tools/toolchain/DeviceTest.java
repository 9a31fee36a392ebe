package org.ptoc.tools.toolchain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.ptoc.tools.data.ArgumentText;
import org.ptoc.tools.data.DataArray;
import org.ptoc.tools.data.DataFormat;
import org.ptoc.tools.data.DataResult;
import org.ptoc.tools.data.KernelValue;

/** Arrays in the memory of a device, and which of their bytes were written. */
class DeviceTest {
  private static DataArray array(String text) {
    return switch (ArgumentText.load(text)) {
      case DataResult.Value<KernelValue>(KernelValue.Array(DataArray array)) -> array;
      default -> throw new AssertionError(text);
    };
  }

  @Test
  void arraysComeBackAsTheyWerePut() {
    try (Device device = new Device()) {
      // Longer than what is copied together, and no multiple of it.
      DataArray numbers = array("iota:i32:3x100003");
      DeviceView view = device.put(numbers);
      assertThat(view.get()).isEqualTo(numbers);
      assertThat(view.slice(1, 2).get().bits(5)).isEqualTo(100_008);
      view.slice(2, 3).put(array("fill:7:i32:100003"));
      assertThat(view.get().bits(200_006)).isEqualTo(7);
      assertThat(view.get().bits(200_005)).isEqualTo(200_005);
      assertThat(device.zeros(DataFormat.F16, List.of()).bytes()).isEqualTo(2);
    }
  }

  @Test
  void bytesOfEmptyArraysAreWrittenOneByOne() {
    try (Device device = new Device()) {
      DeviceView view = device.empty(DataFormat.F32, List.of(4, 2));
      DeviceMemory memory = view.memory();
      assertThat(memory.unwritten(0, 32)).isZero();
      view.slice(1, 3).put(array("ones:f32:2x2"));
      assertThat(memory.unwritten(8, 24)).isEqualTo(-1);
      assertThat(memory.unwritten(8, 25)).isEqualTo(24);
      assertThat(memory.unwritten(4, 24)).isEqualTo(4);
      memory.write(24, 1_000_000);
      assertThat(memory.unwritten(8, 1_000_000)).isEqualTo(-1);
      memory.writeAll();
      assertThat(memory.unwritten(0, 32)).isEqualTo(-1);
      assertThat(device.zeros(DataFormat.F32, List.of(8)).memory().unwritten(0, 32)).isEqualTo(-1);
    }
  }

  @Test
  void whatDoesNotFitIsRefused() {
    try (Device device = new Device()) {
      DeviceView view = device.zeros(DataFormat.F32, List.of(4));
      assertThatThrownBy(() -> view.slice(2, 5))
          .hasMessage("[2:5] is no part of an array of shape [4]");
      assertThatThrownBy(() -> new DeviceView(view.memory(), 4, DataFormat.F32, List.of(4)))
          .hasMessageContaining("an array of 16 bytes from byte 4 on does not fit 16 bytes");
      assertThatThrownBy(() -> device.zeros(DataFormat.F32, List.of(1 << 20, 1 << 10)))
          .hasMessageContaining("an array has at most");
      assertThatThrownBy(() -> view.put(array("ones:f32:5"))).hasMessageContaining("20 bytes");
    }
  }
}
