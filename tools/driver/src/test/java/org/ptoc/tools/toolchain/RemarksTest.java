package org.ptoc.tools.toolchain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.Profile;
import org.ptoc.passes.CompileOptions;

/** Remarks on the order of pipes are as many as the operations that the pass inserted. */
class RemarksTest {
  private static final String HEAD =
      """
      func.func @k(%x: !pto.ptr<f32>) {
        %v = pto.make_tensor_view %x, shape = [8, 64], strides = [64, 1] : !pto.tensor_view<8x64xf32>
        %w = pto.partition_view %v, offsets = [0, 0], sizes = [8, 64] : !pto.tensor_view<8x64xf32> -> !pto.partition_tensor_view<8x64xf32>
        %t = pto.alloc_tile : !pto.tile_buf<vec, 8x64xf32>
      """;

  private static final String GROUP =
      """
        pto.tload ins(%w) outs(%t)
        pto.texp ins(%t) outs(%t)
        pto.tstore ins(%t) outs(%w)
      """;

  @ParameterizedTest
  @CsvSource({"A5, 1", "A5, 7", "A2A3, 7", "A5, 40", "A2A3, 200"})
  void there_is_one_for_each_inserted_wait_and_barrier_up_to_a_bound(Profile profile, int groups) {
    String text = HEAD + GROUP.repeat(groups) + "  return\n}\n";
    var outcome =
        new PtoToolchain()
            .compile(
                new Toolchain.Source("k.pto", text),
                new Toolchain.Request(
                    Optional.of(profile),
                    Optional.empty(),
                    CompileOptions.defaults(),
                    new Toolchain.Reports(
                        List.of("synchronization"),
                        false,
                        Optional.empty(),
                        false,
                        false,
                        false,
                        true)));
    long inserted =
        outcome
            .report()
            .lines()
            .filter(line -> line.contains("pto.wait_flag") || line.contains("pto.barrier"))
            .count();
    List<String> remarks =
        outcome.diagnostics().stream()
            .filter(each -> each.code() == DiagnosticCode.PIPE_ORDER)
            .map(Diagnostic::message)
            .toList();
    assertThat(inserted).isPositive();
    if (inserted <= 50) {
      assertThat(remarks).hasSize((int) inserted);
    } else {
      assertThat(remarks).hasSize(51);
      assertThat(remarks.getLast()).startsWith("@k has " + (inserted - 50) + " more ");
    }
  }
}
