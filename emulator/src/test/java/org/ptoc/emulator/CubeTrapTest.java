package org.ptoc.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.TrapCode;

/** Traps of the cube core (spec/60, 6.3 and 6.5); an on-chip range names its space. */
class CubeTrapTest {

  /** {@code m}, {@code n}, {@code k} of products are 16 in X1; X2 is a large address. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          A5   | const X1, 0xC000000010010010; mad.f16.f16.f32 XZR, XZR, XZR, X1 | CONFIGURATION_WORD | bias
          A5   | const X1, 0x8080000010010010; mad.f16.f16.f32 XZR, XZR, XZR, X1 | CONFIGURATION_WORD | unit flag
          A5   | const X1, 0x8000001010010010; mad.f16.f16.f32 XZR, XZR, XZR, X1 | CONFIGURATION_WORD | reserved
          A2A3 | const X1, 0x8000000010010010; mad.f32.f32.f32 XZR, XZR, XZR, X1 | CONFIGURATION_WORD | bit 61
          A2A3 | const X1, 0xA000000010010010; mad.f16.f16.f32 XZR, XZR, XZR, X1 | CONFIGURATION_WORD | bit 61
          A5   | const X1, 0x8000000010010010; const X2, 65536; mad.f16.f16.f32 XZR, X2, XZR, X1 | UB_ACCESS | L0A access
          A5   | const X1, 0x8000000010010010; const X2, 256; mad.f16.f16.f32 XZR, XZR, X2, X1 | UB_ACCESS | L0B access
          A5   | const X1, 0x8000000010010010; const X2, 512; mad.f16.f16.f32 X2, XZR, XZR, X1 | UB_ACCESS | L0C access
          A5   | const X1, 0x8000000010010010; const X2, -1024; mad.f16.f16.f32 X2, XZR, XZR, X1 | UB_ACCESS | out of range
          A5   | const X1, 0x4000000010010010; const X2, 4096; mad.f16.f16.f32 XZR, XZR, XZR, X1, bias X2 | UB_ACCESS | BT access
          A2A3 | const X1, 0x4000000010010010; const X2, 1024; mad.f16.f16.f32 XZR, XZR, XZR, X1, bias X2 | UB_ACCESS | BT access
          A2A3 | const X1, 0x8000000010010010; const X2, 131072; mad.f16.f16.f32 X2, XZR, XZR, X1 | UB_ACCESS | L0C access
          A5   | const X1, 0x0001000000000000; l1_to_l0a.f16 XZR, XZR, X1, XZR | CONFIGURATION_WORD | LD0
          A5   | const X1, 0x0000010100000000; const X2, 524288; l1_to_l0a.f16 XZR, X2, X1, XZR | UB_ACCESS | L1 access
          A5   | const X1, 0x0000010100000000; const X2, 32; l1_to_l0a.f16 X2, XZR, X1, XZR | UB_ACCESS | L0A access
          A5   | const X1, 0x0000010100000000; l1_to_l0b_t.i8 XZR, XZR, X1, XZR | CONFIGURATION_WORD | multiple of 32
          A5   | const X1, 0x0000010100000000; l1_to_l0a_t.f32 XZR, XZR, X1, XZR | CONFIGURATION_WORD | multiple of 16
          A5   | const X1, 0x0000010100010000; l1_to_l0a.e2m1x2 XZR, XZR, X1, XZR | CONFIGURATION_WORD | 4-bit
          A5   | const X1, 0x0000010100000000; const X2, 8; l1_to_l0a_mx.e8m0 X2, XZR, X1, XZR | UB_ACCESS | L0A_SCALE access
          A5   | const X1, 0x0000000000010010; const X2, 131072; l1_to_fb.u64 X2, XZR, X1 | UB_ACCESS | segment
          A5   | const X1, 0x0000000000010010; const X2, 65536; l1_to_fb.f16 X2, XZR, X1 | ILLEGAL_OPERAND_TYPE | segment 1
          A2A3 | const X1, 0x0000000000010010; l1_to_fb.f32 XZR, XZR, X1 | ILLEGAL_OPERAND_TYPE | segment 0
          A5   | const X1, 0x0000000000010018; l1_to_bt.f32 XZR, XZR, X1 | CONFIGURATION_WORD | conversion
          A5   | const X1, 0x0000000000010012; l1_to_ub XZR, XZR, X1 | CONFIGURATION_WORD | vector core 2
          A5   | const X1, 0x0000000000010001; const X2, 524288; l1_fill.i16 X2, X1, XZR | UB_ACCESS | L1 access
          A5   | const X1, 0x0000000100010010; const X2, 0x0000080000000010; l0c_to_gm.f32.f32 XZR, XZR, X1, X2 | GM_ACCESS | argument buffer
          A5   | const X1, 0x0000000100010010; const X2, 0x4000080000000010; l0c_to_gm.f32.f32 X0, XZR, X1, X2 | CONFIGURATION_WORD | rows or columns
          A5   | const X1, 0x0000000100010010; const X2, 0x0000081800000010; l0c_to_gm.f32.f32 X0, XZR, X1, X2 | CONFIGURATION_WORD | mode 6
          A5   | const X1, 0x0000000100010010; const X2, 0x0000080400000010; l0c_to_gm.f32.f32 X0, XZR, X1, X2 | ILLEGAL_OPERAND_TYPE | f32_f16
          A5   | const X1, 0x0000000100010010; const X2, 0x00000A0000000010; l0c_to_gm.f32.f32 X0, XZR, X1, X2 | CONFIGURATION_WORD | relu 4
          A5   | const X1, 0x0000000100010010; const X2, 0x0000080080000010; l0c_to_gm.f32.f32 X0, XZR, X1, X2 | CONFIGURATION_WORD | clip 2
          A5   | const X1, 0x0000000100010010; const X2, 0x0000080000000010; const X3, 262144; l0c_to_gm.f32.f32 X0, X3, X1, X2 | UB_ACCESS | L0C access
          A5   | const X1, 0x0000000900020010; const X2, 0x0000080000000010; l0c_to_l1.f32.f32 XZR, XZR, X1, X2 | CONFIGURATION_WORD | 32 bytes
          A5   | const X1, 0x0000000800030010; const X2, 0x0000080000010010; l0c_to_ub.f32.f32 XZR, XZR, X1, X2 | CONFIGURATION_WORD | halves
          A5   | const X1, 0x0000000100010010; const X2, 0x0000080000000010; const X3, 128; mov_spr_x CTRL, X3; l0c_to_gm.f32.f32 X0, XZR, X1, X2 | ILLEGAL_OPERAND_TYPE | atomic f16
          A5   | const X1, 0x0001000000000000; const X2, 5; const X3, 0x2000000000000005; gm_to_l1_nd2nz.f16 XZR, X0, X1, X3 | | small
          """)
  void traps(Profile profile, String text, TrapCode code, String message) {
    TestKernel kernel =
        TestKernel.of(
            profile,
            CoreKind.CUBE,
            "const X20, 0x0000000000010001\nmov_spr_x MTE2_NZ_PARA, X20\n"
                + text.replace(';', '\n')
                + "\nend",
            ParameterKind.POINTER);
    RunResult result =
        Emulator.run(KernelLaunch.of(kernel, List.of(new Argument.Buffer(new byte[4096]))));
    Trap trap = ((RunResult.Trapped) result).trap();
    assertThat(trap.code())
        .as(trap.message())
        .isEqualTo(code == null ? TrapCode.CONFIGURATION_WORD : code);
    assertThat(trap.message()).contains(message);
  }

  /** An extent of 0 is legal and does nothing (F24). */
  @ParameterizedTest
  @CsvSource({"0x8000000010010000", "0x8000000010000010", "0x8000000000010010", "0"})
  void productsOfNothingDoNothing(String word) {
    TestKernel kernel =
        TestKernel.of(
            Profile.A5,
            CoreKind.CUBE,
            "const X1, "
                + Long.parseUnsignedLong(word.replace("0x", ""), 16)
                + "\nconst X2, -1\nmad.f16.f16.f32 X2, X2, X2, X1\nend");
    assertThat(Emulator.run(KernelLaunch.of(kernel, List.of())))
        .isInstanceOf(RunResult.Completed.class);
  }

  /** The last block of L1 is 0x7FFE0; a cluster has one cube core, number 0. */
  @ParameterizedTest
  @CsvSource({
    "0x7FFE0, 0x10010, ''",
    "0x80000, 0x10010, out of range",
    "0x10, 0x10010, not aligned to 32 bytes",
    "0, 0x10011, one cube core"
  })
  void aVectorCoreChecksWhereItWritesLevelOne(String place, String word, String problem) {
    TestKernel kernel =
        TestKernel.a5("const X0, " + place + "\nconst X1, " + word + "\nub_to_l1 X0, XZR, X1\nend");
    RunResult result = Emulator.run(KernelLaunch.of(kernel, List.of()));
    assertThat(result instanceof RunResult.Trapped trapped ? trapped.trap().message() : "")
        .contains(problem)
        .matches(message -> message.isEmpty() == problem.isEmpty());
  }
}
