package org.ptoc.tools.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentTextTest {
  @ParameterizedTest
  @CsvSource({
    "i32:5, I32, 5",
    "i64:-1, I64, ffffffffffffffff",
    "i8:-128, I8, 80",
    "si16:-2, I16, fffe",
    "ui32:4294967295, U32, ffffffff",
    "ui64:18446744073709551615, U64, ffffffffffffffff",
    "i32:0xFFFFFFFF, I32, ffffffff",
    "i32:4294967295, I32, ffffffff",
    "index:7, I64, 7",
    "i1:true, I1, 1",
    "f16:0x4200, F16, 4200",
    "f16:1.5, F16, 3e00",
    "f16:65504, F16, 7bff",
    "f16:-inf, F16, fc00",
    "f16:nan, F16, 7e00",
    "f16:5.96e-8, F16, 1",
    "bf16:1, BF16, 3f80",
    "bf16:-3.140625, BF16, c049",
    "f32:nan, F32, 7fc00000",
    "f32:-0, F32, 80000000",
    "f32:1e-45, F32, 1",
    "f64:0.1, F64, 3fb999999999999a",
    "f8E4M3FN:0x38, E4M3, 38",
    "f8E4M3FN:1.5, E4M3, 3c",
    "f8E4M3FN:-448, E4M3, fe",
    "f8E5M2:-0.375, E5M2, b6",
    "hif8:1, HIF8, 8",
    "f8E8M0:0.25, E8M0, 7d",
    // Just above and at the tie between 1 and the next half: 1 + 2^-11.
    "f16:1.00048828125000000000000000001, F16, 3c01",
    "f16:1.00048828125, F16, 3c00",
  })
  void literals(String text, DataFormat format, String bits) {
    assertThat(ArgumentText.load(text))
        .isEqualTo(DataResult.of(new KernelValue.Number(format, Long.parseUnsignedLong(bits, 16))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "i32:; is no integer; write it like 5, -1 or 0x2A",
        "i32:4294967296; does not fit i32, which holds -2147483648 to 4294967295",
        "i8:-129; does not fit i8, which holds -128 to 255",
        "ui8:-1; does not fit ui8, which holds 0 to 255",
        "i8:0x100; is no bit pattern of 8 bits",
        "i8:0x-1; is no bit pattern",
        "f16:65520; is too large for f16; write inf if that is meant",
        "f32:1.0f; is no number of type f32; write it like 1.5",
        "f32:NaN; is no number of type f32",
        "f32:1e99999999; is no number",
        "f4E2M1x2:1.0; as its bit pattern",
        "f8E4M3FN:500; does not fit f8E4M3FN",
        "f8E8M0:-1; does not fit",
        "f8E5M2:100000; is too large",
        "i1:2; is no truth value",
        "i37:1; there is no type 'i37'",
        "data.csv; says neither a file nor a number; write a file ending in .npy or .bin",
        "5; says neither a file nor a number",
        "zeros:f32; must be zeros:TYPE:SHAPE, for example zeros:f32:64x64",
        "fill:f32:4; must be fill:VALUE:TYPE:SHAPE",
        "fill:x:f32:4; is no number of type f32",
        "rand:x:f32:4; is no seed",
        "zeros:f33:4; there is no type 'f33'",
        "zeros:f32:4x; is no shape; write sizes like 64 or 64x64",
        "zeros:f32:-4; is no shape",
        "zeros:f64:65536x65536; larger than 2 GiB",
        "nowhere/no.npy; cannot read nowhere/no.npy: no such file or directory",
      })
  void problemsSayWhatWouldBeRight(String text, String message) {
    assertThat(ArgumentText.load(text))
        .isInstanceOfSatisfying(
            DataResult.Problem.class, p -> assertThat(p.message()).contains(message));
  }

  @Test
  void generators() {
    assertThat(array("zeros:f32:2x3"))
        .isEqualTo(DataArray.of(DataFormat.F32, List.of(2, 3), new byte[24]));
    assertThat(array("ones:f16:2").toBytes()).containsExactly(0, 0x3C, 0, 0x3C);
    assertThat(array("iota:i8:3").toBytes()).containsExactly(0, 1, 2);
    assertThat(array("fill:-1:i16:2").toBytes()).containsOnly(-1);
    assertThat(array("fill:0x7f80:bf16:1").bits(0)).isEqualTo(0x7F80);
    assertThat(array("iota:f32:0x4").size()).isZero();
    assertThat(array("ones:ui64:scalar").shape()).isEmpty();
    // 2049 needs 12 bits and is a tie in binary16.
    assertThat(array("iota:f16:2050").format().toDouble(array("iota:f16:2050").bits(2049)))
        .isEqualTo(2048);
  }

  @Test
  void randomIsTheDocumentedFormula() {
    // First outputs of SplitMix64 for seed 1234567, as its author's reference code prints them.
    DataArray longs = array("rand:1234567:ui64:2");
    assertThat(Long.toUnsignedString(longs.bits(0))).isEqualTo("6457827717110365317");
    assertThat(Long.toUnsignedString(longs.bits(1))).isEqualTo("3203168211198807973");
    DataArray floats = array("rand:1234567:f32:2");
    long top = longs.bits(0) >>> 40;
    assertThat(floats.format().toDouble(floats.bits(0))).isEqualTo(top / 8388608.0 - 1);
    assertThat(array("rand:7:f32:64x64")).isEqualTo(array("rand:7:f32:64x64"));
    assertThat(array("rand:7:f32:64x64")).isNotEqualTo(array("rand:8:f32:64x64"));
    DataArray halves = array("rand:3:f16:1000");
    for (int i = 0; i < halves.size(); i++) {
      assertThat(halves.format().toDouble(halves.bits(i))).isBetween(-1.0, 0.9995);
    }
  }

  @Test
  void filesAreReadByTheirEnding(@TempDir Path directory) throws IOException {
    Path raw = Files.write(directory.resolve("a.bin"), new byte[] {1, 2});
    assertThat(ArgumentText.load(raw.toString()))
        .isInstanceOfSatisfying(
            DataResult.Value.class,
            v -> assertThat(((KernelValue.Raw) v.value()).bytes()).containsExactly(1, 2));
    DataArray array = DataArray.of(DataFormat.I16, List.of(1), new byte[] {3, 4});
    Path npy = Files.write(directory.resolve("a.npy"), NpyWriter.write(array));
    assertThat(ArgumentText.load(npy.toString()))
        .isEqualTo(DataResult.of(new KernelValue.Array(array)));
    Path bad = Files.write(directory.resolve("bad.npy"), new byte[9]);
    assertThat(ArgumentText.load(bad.toString()))
        .isInstanceOfSatisfying(
            DataResult.Problem.class, p -> assertThat(p.message()).startsWith(bad + ": "));
  }

  @Test
  void noTextThrows() {
    Random random = new Random(11);
    String letters = "i3f16ubzeros:randfill:x:0123-.eEinf\u0000*?%";
    for (int run = 0; run < 20_000; run++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(14); i > 0; i--) {
        text.append(letters.charAt(random.nextInt(letters.length())));
      }
      String prefix = List.of("", "i32:", "f16:", "zeros:f32:", "rand:1:i8:").get(run % 5);
      // At most four digits in all, so that no generated shape is large.
      String argument = prefix + text.toString().replaceAll("[0-9]{3,}", "12");
      if (!argument.contains(":") || !argument.substring(argument.lastIndexOf(':')).contains("x")) {
        assertThat(ArgumentText.load(argument)).as(argument).isNotNull();
      }
    }
  }

  private static DataArray array(String text) {
    return switch (ArgumentText.load(text)) {
      case DataResult.Value<KernelValue>(KernelValue.Array(DataArray array)) -> array;
      default -> throw new AssertionError(text);
    };
  }
}
