package org.ptoc.tools.toolchain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.SourceDigest;
import org.ptoc.tools.assembly.AssemblyReader;

/** Repeats are told where the code fixes them, and nowhere else. */
class StaticRepeatsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # the repeat count is the highest byte of the configuration word
          a2a3 | movi X4, 1; movhi X4, X4, 117440520; vabs.f32 XZR, XZR, X4                     | 7 vabs
          a2a3 | movi X5, 3; loop 0, X5, 2; movi X4, 1; movi X6, 2; vabs.f32 XZR, XZR, XZR      | 0 vabs
          a2a3 | movi X4, 1; movhi X4, X4, 117440520; movi X5, 3; loop 0, X5, 1; vabs.f32 XZR, XZR, X4 | 21 vabs
          # the count of passes, or the configuration, comes from outside
          a2a3 | movi X4, 1; movhi X4, X4, 117440520; loop 0, X0, 1; vabs.f32 XZR, XZR, X4      | ? vabs
          a2a3 | vabs.f32 XZR, XZR, X0                                                          | ? vabs
          a2a3 | movi X4, 1; add.i64 X4, X0, X4; vabs.f32 XZR, XZR, X4                          | ? vabs
          # a loop that may run no pass leaves the register as it was
          a2a3 | movi X4, 0; loop 0, X0, 1; movi X4, 5; vabs.f32 XZR, XZR, X4                   | ? vabs
          # a word behind a branch may not run at all
          a2a3 | movi X4, 0; brz X0, 2; vabs.f32 XZR, XZR, X4; vabs.f32 XZR, XZR, XZR           | ? vabs, 0 vabs
          # in count mode the vector mask holds the number of elements: 130 of f32 are three times 64 lanes
          a2a3 | movi X4, 130; mov_spr_x MASK0, X4; spr_bit_hi CTRL, 24, 1; vabs.f32 XZR, XZR, X0; spr_bit_hi CTRL, 24, 0; vabs.f32 XZR, XZR, X0 | 3 vabs, ? vabs
          a5   | movi X1, 6; vf_begin 5; movi X2, 4; loop 0, X1, 3; loop 1, X2, 1; vadd.f32 V0, V0, V0; vabs.f32 V0, V0; vf_end | 24 vadd, 6 vabs
          """)
  void repeatsAreThoseOfTheCode(String profile, String code, String expected) {
    Diagnostics diagnostics = new Diagnostics();
    String text =
        ".profile " + profile + "\n.kernel \"k\"\n" + code.replace("; ", "\n") + "\nend\n";
    KernelObject kernel =
        AssemblyReader.read("k.s", text, "test", Optional.empty(), SourceDigest.of(0), diagnostics)
            .orElseThrow(() -> new AssertionError(diagnostics.all().toString()))
            .kernels()
            .getFirst();
    long[] words = IntStream.range(0, kernel.wordCount()).mapToLong(kernel::word).toArray();
    String found =
        StaticRepeats.of(Profile.bySpelling(profile).orElseThrow(), words).stream()
            .map(
                word ->
                    (word.repeats().isPresent() ? word.repeats().getAsLong() + " " : "? ")
                        + word.mnemonic())
            .collect(Collectors.joining(", "));
    assertThat(found).isEqualTo(expected);
  }
}
