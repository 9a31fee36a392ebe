package org.ptoc.tools.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NpyTest {
  @Test
  void writesTheBytesOfTheFormatDescription() {
    DataArray array =
        DataArray.of(DataFormat.F32, List.of(2), HexFormat.of().parseHex("0000803f000000c0"));
    String header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }";
    // 10 bytes of prefix, the header, spaces and a line feed make 128 bytes: 0x76 after the prefix.
    byte[] wanted =
        ("\u0093NUMPY\u0001\u0000\u0076\u0000" + header + " ".repeat(117 - header.length()) + "\n")
            .getBytes(StandardCharsets.ISO_8859_1);
    byte[] written = NpyWriter.write(array);
    assertThat(Arrays.copyOf(written, 128)).isEqualTo(wanted);
    assertThat(Arrays.copyOfRange(written, 128, 136)).isEqualTo(array.toBytes());
    assertThat(written).hasSize(136);
  }

  @ParameterizedTest
  @EnumSource(
      value = DataFormat.class,
      names = {"BF16", "HIF8", "E4M3", "E5M2", "E2M1X2", "E1M2X2", "E8M0"},
      mode = EnumSource.Mode.EXCLUDE)
  void everyFormatAndShapeComesBack(DataFormat format) {
    Random random = new Random(format.ordinal());
    for (List<Integer> shape :
        List.<List<Integer>>of(
            List.of(), List.of(0), List.of(5), List.of(3, 0, 2), List.of(2, 3, 4), List.of(1))) {
      byte[] bytes = new byte[shape.stream().reduce(format.bytes(), (a, b) -> a * b)];
      random.nextBytes(bytes);
      DataArray array = DataArray.of(format, shape, bytes);
      byte[] file = NpyWriter.write(array);
      assertThat(NpyReader.read(file)).isEqualTo(DataResult.of(array));
      assertThat((file.length - bytes.length) % 64).isZero();
    }
  }

  @Test
  void veryLongShapesUseVersionTwo() {
    byte[] file = npy(2, "{'descr':'|u1','fortran_order':False,'shape':(1,1,1),}", 7);
    assertThat(values(file)).containsExactly(7);
    byte[] third = npy(3, "{'descr':'|u1','fortran_order':False,'shape':(1,1,1),}", 7);
    assertThat(values(third)).containsExactly(7);
  }

  /** What numpy.save writes for the bfloat16 and 8-bit floats of extension packages. */
  @ParameterizedTest
  @CsvSource({"<V2, U16", "|V2, U16", "|V1, U8", "<f1, U8", "|V4, U32", "|V8, U64"})
  void opaqueTypesAreBitPatterns(String descriptor, DataFormat format) {
    int[] data = new int[2 * format.bytes()];
    data[0] = 0x40;
    data[format.bytes()] = 0x80;
    byte[] file =
        npy(1, "{'descr': '" + descriptor + "', 'fortran_order': False, 'shape': (2,)}", data);
    assertThat(values(file)).containsExactly(0x40, 0x80);
    assertThat(NpyReader.read(file))
        .isInstanceOfSatisfying(
            DataResult.Value.class,
            found -> assertThat(((DataArray) found.value()).format()).isEqualTo(format));
  }

  @Test
  void bigEndianElementsAreSwapped() {
    byte[] file =
        npy(
            1,
            "{'descr': '>i4', 'fortran_order': False, 'shape': (2,)}\n",
            0,
            0,
            1,
            2,
            255,
            255,
            255,
            254);
    assertThat(values(file)).containsExactly(258, 0xFFFFFFFEL);
  }

  @Test
  void fortranOrderIsTransposed() {
    // Column by column (0,0) (1,0) (0,1) (1,1) (0,2) (1,2).
    byte[] file =
        npy(1, "{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3)}", 1, 2, 3, 4, 5, 6);
    assertThat(values(file)).containsExactly(1, 3, 5, 2, 4, 6);
  }

  @Test
  void fortranOrderOfAnyRankAgreesWithIndexArithmetic() {
    int a = 3;
    int b = 4;
    int c = 5;
    int[] data = new int[a * b * c];
    for (int i = 0; i < a; i++) {
      for (int j = 0; j < b; j++) {
        for (int k = 0; k < c; k++) {
          data[i + a * (j + b * k)] = (i * b + j) * c + k;
        }
      }
    }
    byte[] file = npy(1, "{'descr': 'u1', 'fortran_order': True, 'shape': (3, 4, 5)}", data);
    long[] values = values(file);
    for (int i = 0; i < values.length; i++) {
      assertThat(values[i]).isEqualTo(i);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{'descr': '<c8', 'fortran_order': False, 'shape': (1,)}; the .npy type '<c8' is not"
            + " supported",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3,)}; the header announces 12 bytes of"
            + " data, the file has 1",
        "{'descr': '<f4', 'shape': (3,)}; malformed",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (99999,99999,99999)}; larger than 2 GiB",
        "{'descr': '<f4', 'fortran_order': 0, 'shape': (3,)}; malformed",
        "{'descr': [('a', '<f4'), ('b', '<i4', (2, 3))], 'fortran_order': False, 'shape': (3,)};"
            + " the .npy type [('a', '<f4'), ('b', '<i4', (2, 3))] is not supported",
        "{'descr': [('a[', [('b', '|u1')])], 'fortran_order': False, 'shape': ()};"
            + " the .npy type [('a[', [('b', '|u1')])] is not supported",
        "{'descr': [('a', '<f4'), 'fortran_order': False, 'shape': (3,)}; malformed",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (100000000000, 16)}; larger than 2 GiB",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}; larger than 2"
            + " GiB",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}; malformed",
      })
  void problemsAreNamed(String header, String message) {
    assertThat(NpyReader.read(npy(1, header, 0)))
        .isInstanceOfSatisfying(
            DataResult.Problem.class, p -> assertThat(p.message()).contains(message));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4, 9})
  void otherVersionsAreRefused(int version) {
    assertThat(NpyReader.read(npy(version, "{}", 0))).isInstanceOf(DataResult.Problem.class);
  }

  @Test
  void damagedFilesNeverThrow() {
    byte[] sound = npy(1, "{'descr': '<i2', 'fortran_order': True, 'shape': (2, 1), }", 1, 2, 3, 4);
    for (int size = 0; size < sound.length; size++) {
      assertThat(NpyReader.read(Arrays.copyOf(sound, size))).isInstanceOf(DataResult.Problem.class);
    }
    Random random = new Random(5);
    for (int run = 0; run < 20_000; run++) {
      byte[] damaged = sound.clone();
      for (int i = 0; i <= run % 3; i++) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      assertThat(NpyReader.read(damaged)).isNotNull();
    }
  }

  private static byte[] npy(int version, String header, int... data) {
    int prefix = version == 1 ? 10 : 12;
    byte[] file =
        Arrays.copyOf(
            "\u0093NUMPY".getBytes(StandardCharsets.ISO_8859_1),
            prefix + header.length() + data.length);
    file[6] = (byte) version;
    file[8] = (byte) header.length();
    byte[] text = header.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(text, 0, file, prefix, text.length);
    for (int i = 0; i < data.length; i++) {
      file[prefix + text.length + i] = (byte) data[i];
    }
    return file;
  }

  private static long[] values(byte[] file) {
    DataArray array = ((DataResult.Value<DataArray>) NpyReader.read(file)).value();
    long[] values = new long[array.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = array.bits(i);
    }
    return values;
  }
}
