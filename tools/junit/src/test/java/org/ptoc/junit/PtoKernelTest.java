package org.ptoc.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.Profile;

/** Where kernels come from and how they get into tests. */
class PtoKernelTest {
  private static final String VADD = "../../examples/vadd/vadd.pto";
  private static final AtomicReference<Kernel> FIRST = new AtomicReference<>();

  @BeforeEach
  void remember(@PtoKernel("relu.pto") Kernel relu) {
    FIRST.compareAndSet(null, relu);
  }

  @Test
  void file_next_to_the_class(@PtoKernel("relu.pto") Kernel relu) {
    assertThat(relu.name()).isEqualTo("relu");
    assertThat(relu.profile()).isEqualTo(Profile.A5);
    assertThat(relu.parameters()).hasSize(3);
    assertThat(relu.wordCount()).isPositive();
  }

  @Test
  void file_at_the_root_of_the_class_path(@PtoKernel("scale.pto") Kernel scale) {
    assertThat(scale).hasToString("@scale (a5)");
  }

  @Test
  void file_in_the_working_directory_and_a_kernel_by_name(
      @PtoKernel(value = VADD, kernel = "vadd_flags") Kernel add) {
    Execution run = add.launch().buffer(1f, 2f).buffer(10f, 20f).buffer(0f, 0f).scalar(2).run();
    run.assertBuffer(2).isEqualTo(11f, 22f);
  }

  @Test
  void the_other_profile(
      @PtoKernel(value = "../../examples/shift/shift.pto", profile = Profile.A2A3) Kernel shift) {
    int[] values = RandomData.of(1).ints(1024, -1000, 1000);
    int[] counts = RandomData.of(2).ints(1024, 0, 16);
    int[] expected = new int[1024];
    for (int i = 0; i < expected.length; i++) {
      expected[i] = values[i] << counts[i];
    }
    Execution run = shift.launch().buffer(values).buffer(counts).buffer(new int[1024]).run();
    run.assertBuffer(2).isEqualTo(expected);
    assertThat(run.ints(2)).isEqualTo(expected);
  }

  @Test
  void a_kernel_is_compiled_once(
      @PtoKernel("relu.pto") Kernel again, @PtoKernel("/org/ptoc/junit/relu.pto") Kernel other) {
    assertThat(again).isSameAs(FIRST.get());
    assertThat(other).isNotSameAs(again);
  }

  @Test
  void extents_of_a_launch_are_checked_unless_the_test_says_otherwise(
      @PtoKernel("rows.pto") Kernel checked,
      @PtoKernel(value = "rows.pto", runtimeChecks = false) Kernel unchecked) {
    assertThatThrownBy(() -> checked.launch().buffer(new float[20 * 64]).scalar(20).run())
        .isInstanceOf(KernelTrapError.class)
        .hasMessageContaining("check R1");
    Execution run = unchecked.launch().buffer(new float[20 * 64]).scalar(20).run();
    assertThat(run.floats(0)[20 * 64 - 1]).isEqualTo(1f);
    Launch launch = checked.launch().buffer(new float[20 * 64]).scalar(20);
    assertThat(launch.runtimeChecks(false).run().floats(0)[20 * 64 - 1]).isEqualTo(1f);
    assertThat(unchecked.wordCount()).isEqualTo(checked.wordCount());
  }

  @Test
  void remarks_of_the_compiler_are_among_the_warnings_where_a_test_wants_them(
      @PtoKernel(value = "scratch.pto", profile = Profile.A2A3) Kernel silent,
      @PtoKernel(value = "scratch.pto", profile = Profile.A2A3, remarks = true) Kernel remarked) {
    assertThat(silent.warnings()).isEmpty();
    assertThat(remarked.warnings())
        .extracting(Diagnostic::code)
        .contains(DiagnosticCode.OWN_MEMORY, DiagnosticCode.PIPE_ORDER)
        .containsOnly(DiagnosticCode.OWN_MEMORY, DiagnosticCode.PIPE_ORDER);
  }

  @Nested
  class Inner {
    @Test
    void nested_classes_see_the_same_files(@PtoKernel("relu.pto") Kernel relu) {
      assertThat(relu).isSameAs(FIRST.get());
    }
  }

  @Test
  void no_file_of_that_name() {
    assertThat(SourceFile.find("none.pto", PtoKernelTest.class)).isEmpty();
    assertThat(SourceFile.find("", PtoKernelTest.class)).isEmpty();
    assertThat(SourceFile.find("\0.pto", PtoKernelTest.class)).isEmpty();
    assertThatThrownBy(() -> new SourceFile("gone.pto", Path.of("gone.pto").toUri()).text())
        .hasMessageStartingWith("cannot read the kernel source 'gone.pto'");
  }

  @Test
  void sources_are_utf_8(@TempDir Path directory) throws IOException {
    Path file = Files.write(directory.resolve("k.pto"), new byte[] {'/', '/', (byte) 0xE4, '\n'});
    assertThatThrownBy(() -> new SourceFile("k.pto", file.toUri()).text())
        .hasMessage("cannot read the kernel source 'k.pto': not valid UTF-8");
  }
}
