package org.ptoc.vector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.RunResult;
import org.ptoc.emulator.Trap;
import org.ptoc.ir.isa.TrapCode;

/**
 * Illegal programs name what is legal; accesses and words that only the run shows stop it with the
 * source line.
 */
class FaultTest {
  private static final String TYPES =
      "\\bP\\b=!pto.ptr<f32,"
          + " ub>;\\bV\\b=!pto.vreg<64xf32>;\\bH\\b=!pto.vreg<128xf16>;\\bM\\b=!pto.mask<b32>;\\bQ\\b=!pto.ptr<i32,"
          + " ub>";

  private static String typed(String text) {
    String result = text;
    for (String pair : TYPES.split(";")) {
      result =
          result.replaceAll(
              pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
    }
    return result;
  }

  private static final String VECSCOPE =
      """
          pto.vecscope {
            %m = pto.pset_b32 "PAT_ALL" : M
            %v = pto.vlds %in_ub[%c0] : P -> V
            STATEMENT
          }
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          %r = pto.vcvt %v, %m {rnd = "R", sat = "SAT", part = "P0"} : V, M -> H                     | EVEN, ODD
          %r = pto.vcvt %v, %m {rnd = "H", sat = "SAT", part = "EVEN"} : V, M -> H                   | R, A, F, C, Z, O
          %r = pto.vcvt %v, %m {rnd = "R", sat = "SAT"} : V, M -> !pto.vreg<256xsi8>                | f32 -> f16
          %r = pto.vaddreluconv %v, %v, %m : V, V, M -> !pto.vreg<256xi8>                            | f32 -> f16
          %r = pto.vmulconv %v, %v, %m : V, V, M -> H                                                | f16 -> ui8
          %r = pto.vnot %v, %m : V, M -> V                                                           | i8
          %b = pto.pset_b16 "PAT_ALL" : !pto.mask<b16> NL %r = pto.vadd %v, %v, %b : V, V, !pto.mask<b16> -> V | mask<b32>
          %r = pto.pset_b32 "PAT_VL12" : M                                                           | PAT_VL8
          %r = pto.vcmp %v, %v, %m, "lo" : V, V, M -> M                                              | eq, ne, lt, le, gt, ge
          %r = pto.vlds %in_ub[%c0] {dist = "BRC_B64"} : P -> V                                      | BRC_B32
          %r = pto.vlds %in_ub[%c0] {dist = "SPLT4CHN"} : P -> V                                     | not supported
          %r = pto.vlds %in_ub[%c1] : P -> V                                                         | 32
          %r = pto.vexpdif %v, %v, %m : V, V, M -> V                                                 | EVEN, ODD
          pto.barrier #pto.pipe<PIPE_ALL>                                                            | vecscope
          pto.vsts %v, %out_ub[%c0], %m {dist = "MRG2CHN_B8"} : V, P, M                              | not supported
          NL }NL %big = arith.constant 256 : indexNL pto.vbitsort %out_ub, %in_ub, %in_ub, %big : P, P, P, indexNL pto.vecscope { | 255
          pto.vbitsort %out_ub, %in_ub, %in_ub, %c1 : P, P, P, index                                 | must not stand inside a vecscope
          """)
  void verifierNamesWhatIsLegal(String statement, String message) {
    String body = VECSCOPE.replace("STATEMENT", statement.replace("NL", "\n"));
    A5.Compiled compiled = A5.compile(Kernel.floats("", typed(body)));
    assertThat(compiled.failed()).isPresent();
    assertThat(compiled.messages()).contains(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1      | %r = pto.vlds %in_ub[%i] : P -> V NL pto.vsts %r, %out_ub[%c0], %m : V, P, M             | 32
          65536  | %r = pto.vlds %in_ub[%i] : P -> V NL pto.vsts %r, %out_ub[%c0], %m : V, P, M             | UB
          -8     | %r = pto.vlds %in_ub[%i] : P -> V NL pto.vsts %r, %out_ub[%c0], %m : V, P, M             | UB
          49152  | pto.vsts %v, %out_ub[%i], %m : V, P, M                                                   | UB
          3      | pto.vsts %v, %out_ub[%i], %m : V, P, M                                                   | 32
          65536  | %s = pto.load_scalar %in_ub[%i] : P -> f32 NL pto.store_scalar %s, %out_ub[%c0] : P, f32 | UB
          """)
  void accessesTrapWithTheirLine(long offset, String statement, String message) {
    String index = "%i = arith.index_cast %where : i64 to index\n      ";
    String body = VECSCOPE.replace("STATEMENT", index + statement.replace("NL", "\n      "));
    check(
        Kernel.floats(", %where: i64", typed(body)),
        offset,
        message,
        "pto.vlds|pto.vsts|pto.load_scalar");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          33554433            | pto.vmrgsort4 %out_ub, %in_ub, %in_ub, %in_ub, %in_ub, %one, %where : P, P, P, P, P, i64, i64 | reserved
          1281                | pto.vmrgsort4 %out_ub, %in_ub, %in_ub, %in_ub, %in_ub, %one, %where : P, P, P, P, P, i64, i64 | mask
          1                   | pto.vsort32 %out_ub, %in_ub, %where : P, P, i64                                              | config
          """)
  void configurationWordsAreChecked(long word, String statement, String message) {
    check(Kernel.floats(", %where: i64", typed("    " + statement + "\n")), word, message, "pto.v");
  }

  @Test
  void waitWithoutSignalIsADeadlock() {
    String text =
        Kernel.floats("", "    pto.wait_flag[\"PIPE_MTE2\", \"PIPE_V\", \"EVENT_ID5\"]\n");
    RunResult result =
        A5.run(
            A5.compile(text).object(),
            List.of(new Argument.Buffer(new byte[1024]), new Argument.Buffer(new byte[1024])));
    assertThat(result)
        .isInstanceOfSatisfying(
            RunResult.Trapped.class,
            trapped -> assertThat(trapped.trap().code()).isEqualTo(TrapCode.DEADLOCK));
  }

  private static void check(String text, long argument, String message, String mnemonics) {
    A5.Compiled compiled = A5.compile(text);
    List<Argument> arguments =
        List.of(
            new Argument.Buffer(new byte[1024]),
            new Argument.Buffer(new byte[1024]),
            new Argument.Scalar(argument));
    RunResult result = A5.run(compiled.object(), arguments);
    assertThat(result).isInstanceOf(RunResult.Trapped.class);
    Trap trap = ((RunResult.Trapped) result).trap();
    assertThat(trap.message()).containsIgnoringCase(message);
    String line = text.lines().toList().get(trap.line().orElseThrow().line() - 1);
    assertThat(line).containsPattern(mnemonics);
  }
}
