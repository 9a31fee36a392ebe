package org.ptoc.ir.isa;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The test words of spec/40, 13.1, and of spec/60, 6.6, in both directions. */
class TestWordsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0000000000000005 | A5   | nop
          0000000000000045 | A5   | end
          0000004000050002 | A5   | movi X5, 64
          FFFFFFFF00060002 | A5   | movi X6, -1
          000000400C630082 | A5   | addi.i64 X3, X3, 64
          0000012008290341 | A5   | cmp.i32 X9, X1, X2, slt
          FFFFFFFAD8830044 | A5   | brc.i64 X3, X4, ult, -6
          0000000000140205 | A5   | set_flag MTE2, V, 0
          0000000000140245 | A5   | wait_flag MTE2, V, 0
          0000000002010305 | A5   | get_buf V, 2, mode 0
          0000000000060285 | A5   | barrier ALL
          000000162C0A0006 | A5   | gm_to_ub.f32 X10, X0, X11, X12
          000000070000000B | A5   | vf_begin 7
          000E702F0000008A | A5   | plt.b32 P0, X7 -> X7
          000001F1A8000009 | A5   | vlds.f32 V0, [X10 + X3], NORM
          0003E10004020008 | A5   | vadd.f32 V2, V0, V1, P0
          0003F10004020248 | A5   | vshl.i32 V2, V0, V1, P0
          002481F004032088 | A5   | vaddreluconv.f32.f16 V3, V0, V1, R, SAT, EVEN
          040FE10004000348 | A5   | vcmp.f32 P1, V0, V1, P0, GT
          00004101A8020809 | A5   | vsts.f32 V2, [X10 + X3], P0, NORM_B32
          00003E17B94D1B07 | A5   | vbitsort.f32 X13, X10, X14, X15
          00003E19460D1B47 | A5   | vmrgsort4.f32 X13, X16, X17, X18
          00003E17B94D0007 | A2A3 | vadd.f32 X13, X10, X14, X15
          00008817814D06C7 | A2A3 | vconv.f32.f16 X13, X10, X15, Z
          000909F6B16A000D | A5   | mad.f16.f16.f32 X10, X11, X12, X13
          000909F6B16A000D | A2A3 | mad.f16.f16.f32 X10, X11, X12, X13
          120908E6B16A000D | A5   | mad.f16.f16.f32 X10, X11, X12, X13, bias X14, NOSAT, N_DIR
          0109CFF6B16A004D | A5   | mad_mx.e4m3.e4m3.f32 X10, X11, X12, X13, SAT
          008CE7F6B16A000D | A5   | mad.i8.i8.i32 X10, X11, X12, X13
          040843F6B16A000D | A5   | mad.f32.f32.f32 X10, X11, X12, X13, TF32_EVEN
          010FFFF62D40000E | A5   | l0c_to_gm.f32.f32 X0, X10, X11, X12
          240FFEE62D4D008E | A5   | l0c_to_ub.f32.f16 X13, X10, X11, X12, quant X14, SAT
          000000462C0A0406 | A5   | gm_to_l1.f16 X10, X0, X11, X12
          000000462C0A0446 | A5   | gm_to_l1_nd2nz.f16 X10, X0, X11, X12
          000000462D4D0806 | A5   | l1_to_l0a.f16 X13, X10, X11, X12
          000000462D4D08C6 | A5   | l1_to_l0b_t.f16 X13, X10, X11, X12
          000000D62D4D0906 | A5   | l1_to_l0a_mx.e8m0 X13, X10, X11, X12
          0000004FAD4D0586 | A5   | l1_to_bt.f16 X13, X10, X11
          000000462C1F0446 | A5   | gm_to_l1_nd2nz.f16 XZR, X0, X11, X12
          000000483DDF08C6 | A5   | l1_to_l0b_t.f16 XZR, X14, X15, X16
          000909F8FFFF000D | A5   | mad.f16.f16.f32 XZR, XZR, XZR, X17
          010FFFF9CBE2000E | A5   | l0c_to_gm.f32.f32 X2, XZR, X18, X19
          """)
  void wordAndTextAgree(String hex, Profile profile, String text) {
    long word = Long.parseUnsignedLong(hex, 16);
    assertThat(InstructionDecoder.decode(profile, word))
        .isInstanceOfSatisfying(
            Instruction.class, it -> assertThat(Disassembler.text(it)).isEqualTo(text));
    assertThat(Assembler.parse(profile, text))
        .isInstanceOfSatisfying(
            ParsedLine.Assembled.class, it -> assertThat(it.instruction().word()).isEqualTo(word));
  }

  @ParameterizedTest
  @CsvSource({
    "BIN, 0400080808010101, repeat=4 destinationBlock=1 firstBlock=1 secondBlock=1 "
        + "destinationRepeat=8 firstRepeat=8 secondRepeat=8",
    "UNA, 0400080800010001, repeat=4 destinationBlock=1 firstBlock=1 destinationRepeat=8"
        + " firstRepeat=8",
    "UNA, 0110000100010001, repeat=1 destinationBlock=1 firstBlock=1 destinationRepeat=257",
    "SRT, 0D00000000000000, repeat=13",
    "MRG, 0000000000001F01, repeat=1 lists=15 stopWhenExhausted=1",
    "DMA5_IN_0, 0000000100000200, bursts=32 length=128",
    "MAD, 800000003C032028, m=40 n=60 k=50 zero=1",
    "MAD, 2000000100040080, m=128 k=64 n=256 ordinary=1",
    "MAD, 6180000010010010, m=16 n=16 k=16 bias=1 unitFlag=3 ordinary=1",
    "MAD, A000000010008010, m=16 n=16 k=8 zero=1 ordinary=1",
    "LD0, 0000040300000000, rows=3 columns=4",
    "LD1, 0000000000030003, sourceStride=3 destinationStride=3",
    "LD0, 0000040400000000, rows=4 columns=4",
    "ND0, 0028000000000640, sourceStride=100 rows=40",
    "ND1, 0000000000000032, columns=50",
    "ND2, 0000003000010001, groups=1 rowStride=1 columnStride=48",
    "FIXM, 0000003C002803C0, n=60 m=40 destinationStride=60",
    "FIXT_GM, 0000080000000030, sourceStride=48 rows=1",
    "FIXT_GM, 0000090020000030, sourceStride=48 quant=32 relu=2 rows=1",
    "BT, 0000000000010018, convert=1 bursts=1 length=1",
  })
  void configurationWords(ConfigurationWord layout, String hex, String fields) {
    long word = Long.parseUnsignedLong(hex, 16);
    Map<String, Long> values = new HashMap<>();
    for (BitField field : layout.fields()) {
      if (!field.name().equals("z") && !field.name().endsWith("High")) {
        values.put(field.name(), layout.get(word, ConfigurationField.of(field.name())));
      }
    }
    values.values().removeIf(value -> value == 0);
    Map<String, Long> expected = new HashMap<>();
    for (String field : fields.split(" ")) {
      String[] sides = field.split("=");
      expected.put(sides[0], Long.parseLong(sides[1]));
    }
    assertThat(values).isEqualTo(expected);
    assertThat(layout.isValid(word)).isTrue();
  }
}
