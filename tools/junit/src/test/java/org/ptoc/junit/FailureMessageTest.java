package org.ptoc.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.MethodSelector;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.ptoc.emulator.Trap;
import org.ptoc.ir.isa.TrapCode;
import org.ptoc.tools.data.DataFormat;

/** Runs tests that must fail and looks at what they tell. */
class FailureMessageTest {

  /** Not discovered by itself: only the tests below run it. */
  static class Failing {
    @Test
    void compile_error(@PtoKernel("broken.pto") Kernel kernel) {}

    @Test
    void unknown_kernel(@PtoKernel(value = "relu.pto", kernel = "relux") Kernel kernel) {}

    @Test
    void several_kernels(@PtoKernel("../../examples/vadd/vadd.pto") Kernel kernel) {}

    @Test
    void missing_file(@PtoKernel("none.pto") Kernel kernel) {}

    @Test
    void wrong_parameter_type(@PtoKernel("relu.pto") String kernel) {}

    @Test
    void trap(@PtoKernel("relu.pto") Kernel relu) {
      relu.launch().buffer(new float[10]).zeros(DataFormat.F32, 10).scalar(20_000).run();
    }

    @Test
    void limit(@PtoKernel("relu.pto") Kernel relu) {
      relu.launch().buffer(1f).zeros(DataFormat.F32, 1).scalar(1).instructionLimit(3).run();
    }

    @Test
    void mismatch(@PtoKernel("relu.pto") Kernel relu) {
      Execution run = relu.launch().buffer(1, -2f, 3).zeros(DataFormat.F32, 3).scalar(3).run();
      run.assertBuffer(1).isWithinUlp(1, 1f, -0f, Math.nextUp(Math.nextUp(3f)));
    }

    @Test
    void cycles(@PtoKernel("relu.pto") Kernel relu) {
      relu.launch().buffer(1f).zeros(DataFormat.F32, 1).scalar(1).run().assertCycles().isAtMost(7);
    }
  }

  private static Throwable failure(String test) {
    List<Event> failed =
        EngineTestKit.engine("junit-jupiter")
            .selectors(method(test))
            .execute()
            .testEvents()
            .failed()
            .list();
    assertThat(failed).hasSize(1);
    return failed
        .getFirst()
        .getRequiredPayload(TestExecutionResult.class)
        .getThrowable()
        .orElseThrow();
  }

  private static MethodSelector method(String test) {
    for (var method : Failing.class.getDeclaredMethods()) {
      if (method.getName().equals(test)) {
        return selectMethod(Failing.class, method);
      }
    }
    throw new IllegalArgumentException(test);
  }

  @Test
  void compile_errors_are_diagnostics_without_a_stack_trace() {
    Throwable failure = failure("compile_error");
    assertThat(failure)
        .isInstanceOf(KernelCompilationException.class)
        .hasMessage(
            "kernel source 'broken.pto' does not compile for profile a5:\n"
                + "broken.pto:24:27: error[PTO2002]: `%mask` is !pto.mask<b32>, but `rhs` of"
                + " `pto.vmul` is a vector register; it could be `mask`")
        .hasNoCause();
    assertThat(failure.getStackTrace()).isEmpty();
  }

  @Test
  void unknown_kernels_are_told_with_the_known_ones() {
    assertThat(failure("unknown_kernel"))
        .isInstanceOf(KernelCompilationException.class)
        .hasMessageContaining("the file has no kernel @relux; it has @relu");
  }

  @Test
  void one_of_several_kernels_must_be_chosen() {
    assertThat(failure("several_kernels"))
        .isInstanceOf(KernelCompilationException.class)
        .hasMessageEndingWith(
            "has several kernels, choose one with kernel = \"...\": vadd, vadd_flags");
  }

  @Test
  void missing_files_are_told_with_the_places_looked_at() {
    assertThat(failure("missing_file"))
        .hasMessageContaining("there is no kernel source 'none.pto'")
        .hasMessageContaining(Failing.class.getName());
  }

  @Test
  void other_parameter_types_are_not_resolved() {
    assertThat(failure("wrong_parameter_type"))
        .hasMessageContaining("No ParameterResolver registered");
  }

  @Test
  void traps_are_values_too() {
    assertThat(failure("trap"))
        .isInstanceOfSatisfying(
            KernelTrapError.class,
            error -> {
              Trap trap = error.trap().orElseThrow();
              assertThat(trap.code()).isEqualTo(TrapCode.GM_ACCESS);
              assertThat(trap.kernel()).isEqualTo("relu");
              assertThat(trap.byteOffset()).isEqualTo(8L * trap.wordOffset());
              assertThat(trap.line().orElseThrow().line()).isEqualTo(17);
            });
    assertThat(failure("limit"))
        .isInstanceOfSatisfying(KernelTrapError.class, error -> assertThat(error.trap()).isEmpty());
  }

  @Test
  void traps_tell_word_offset_and_source_line() {
    assertThat(failure("trap"))
        .isInstanceOfSatisfying(
            KernelTrapError.class,
            trap -> assertThat(trap.diagnostic().location().line()).isEqualTo(17))
        .message()
        .matches("(?s)relu\\.pto:17:5: error\\[PTO\\d{4}]: trap 0x6 in @relu, block 0: .*")
        .containsPattern("\n  note: word \\d+ \\(byte offset 0x[0-9a-f]+, 0x[0-9a-f]{16}\\): ");
  }

  @Test
  void the_instruction_limit_fails_the_test() {
    assertThat(failure("limit"))
        .isInstanceOf(KernelTrapError.class)
        .hasMessageContaining("the work limit of 3 is reached");
  }

  @Test
  void mismatches_show_index_values_and_distance() {
    assertThat(failure("mismatch"))
        .isInstanceOf(AssertionError.class)
        .hasMessage(
            "parameter 1 (out) of @relu, f32: 1 of 3 elements are off by more than 1 ULP\n"
                + "  [2] got 3.0, expected 3.0000005 (2 ULP)");
  }

  @Test
  void exceeded_cycles_show_both_numbers() {
    assertThat(failure("cycles"))
        .isInstanceOf(AssertionError.class)
        .message()
        .matches("@relu \\(a5\\) took \\d+ cycles \\(calibrated\\), expected at most 7");
  }
}
