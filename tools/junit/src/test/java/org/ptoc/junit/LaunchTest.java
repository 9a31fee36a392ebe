package org.ptoc.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.ptoc.tools.data.DataFormat;

/** What a launch takes and gives back. */
class LaunchTest {
  private final Kernel relu;
  private final Kernel scale;

  LaunchTest(@PtoKernel("relu.pto") Kernel relu, @PtoKernel("scale.pto") Kernel scale) {
    this.relu = relu;
    this.scale = scale;
  }

  @Test
  void half_precision_buffers_and_scalars_are_rounded() {
    Execution run =
        scale.launch().halfs(1, 0.1f, 65_504).zeros(DataFormat.F16, 3).scalar(3).scalar(0.5f).run();
    assertThat(run.halfs(0)).containsExactly(1, 0.099975586f, 65_504);
    assertThat(run.halfs(1)).containsExactly(0.5f, 0.049987793f, 32_752);
    assertThat(run.bytes(1)).startsWith(0x00, 0x38);
    run.assertBuffer(1).isEqualTo(0.5f, 0.05f, 32_752);
  }

  @Test
  void a_launch_does_not_change() {
    Launch start = relu.launch().buffer(-1f, 2f).zeros(DataFormat.F32, 2);
    Execution two = start.scalar(2).run();
    Execution one = start.scalar(1).poison(0).blocks(1).threads(2).run();
    two.assertBuffer(1).isEqualTo(0f, 2f);
    one.assertBuffer(1).isEqualTo(0f, 0f);
  }

  @Test
  void results_do_not_change() {
    Execution run = relu.launch().buffer(3f).zeros(DataFormat.F32, 1).scalar(1).run();
    run.floats(1)[0] = 9;
    run.bytes(1)[0] = 9;
    assertThat(run.floats(1)).containsExactly(3f);
  }

  @Test
  void cycles_by_model() {
    Execution run = relu.launch().buffer(3f).zeros(DataFormat.F32, 1).scalar(1).run();
    assertThat(run.cycles()).isPositive().isEqualTo(run.cycles("calibrated"));
    run.assertCycles("calibrated").isEqualTo(run.cycles("calibrated"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> run.cycles("exact"))
        .withMessage("there is no timing model 'exact', only calibrated and documented");
  }

  @Test
  void accesses_past_the_end_of_the_data_end_the_run() {
    assertThat(relu.launch().buffer(3f).zeros(DataFormat.F32, 1).scalar(1).run().warnings())
        .isEmpty();
    Launch past = relu.launch().buffer(3f).zeros(DataFormat.F32, 2).scalar(2);
    assertThatThrownBy(past::run)
        .hasMessageContainingAll(
            "relu.pto:", "PTO6008", "bytes 0 to 7 of parameter 0 (x)", "4 bytes past its end");
  }

  @Test
  void accesses_past_the_end_of_the_data_are_warnings_where_they_are_allowed() {
    Launch past = relu.launch().buffer(3f).zeros(DataFormat.F32, 2).scalar(2).allowOutOfRange(true);
    assertThat(past.run().warnings())
        .singleElement()
        .asString()
        .contains("relu.pto:", "bytes 0 to 7 of parameter 0 (x), which holds 4 bytes");
  }

  @Test
  void raw_bytes_fit_every_element_type() {
    Execution run =
        relu.launch()
            .buffer(new byte[] {0, 0, (byte) 0x80, (byte) 0xBF})
            .buffer(new byte[4])
            .scalar(1)
            .run();
    assertThat(run.floats(0)).containsExactly(-1f);
    rejects(() -> relu.launch().buffer(new byte[5]), "5 bytes are no multiple");
  }

  @Test
  void arguments_that_do_not_fit() {
    rejects(
        () -> relu.launch().buffer(1, 2),
        "parameter 0 (x) of @relu points to elements of type f32, not i32");
    rejects(() -> relu.launch().halfs(1), "points to elements of type f32, not f16");
    rejects(() -> relu.launch().scalar(1), "is a buffer, not a number");
    rejects(() -> relu.launch().zeros(DataFormat.F32, -1), "no -1 elements");
    Launch two = relu.launch().buffer(1f).buffer(1f);
    rejects(() -> two.buffer(1f), "is a number, not a buffer");
    rejects(() -> two.scalar(1f), "has type i32, not a float");
    rejects(() -> two.scalar(1L << 32), "has type i32, which has no 4294967296");
    rejects(two::run, "takes 3 arguments, not 2");
    rejects(() -> two.scalar(1).scalar(1), "takes only 3 arguments");
    rejects(
        () -> scale.launch().halfs(1).halfs(1).scalar(1).scalar(1),
        "has type f16, give it a float");
  }

  @Test
  void settings_out_of_range() {
    rejects(() -> relu.launch().blocks(0), "1 to 65535 blocks");
    rejects(() -> relu.launch().threads(0), "at least 1 block");
    rejects(() -> relu.launch().poison(256), "256 is no byte");
    rejects(() -> relu.launch().instructionLimit(0), "at least 1");
  }

  @Test
  void results_that_are_no_buffer_or_of_another_type() {
    Execution run = relu.launch().buffer(3f).zeros(DataFormat.F32, 1).scalar(1).run();
    rejects(() -> run.floats(2), "parameter 2 (count) of @relu is no buffer");
    rejects(() -> run.floats(3), "there is no 3");
    rejects(() -> run.ints(1), "has elements of type f32, not i32");
    rejects(() -> run.longs(1), "has elements of type f32, not i64");
  }

  private static void rejects(Runnable action, String message) {
    assertThatIllegalArgumentException().isThrownBy(action::run).withMessageContaining(message);
  }
}
