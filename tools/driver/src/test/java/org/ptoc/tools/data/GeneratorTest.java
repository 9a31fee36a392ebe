package org.ptoc.tools.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Generated arrays against one element after the other, as the manual defines them. */
class GeneratorTest {
  /** More than a page of memory, and no whole number of any unit. */
  private static final int SIZE = 20_011;

  private static final long SEED = -77;

  static Stream<Arguments> kinds() {
    return Arrays.stream(DataFormat.values())
        .flatMap(
            format ->
                Stream.of("zeros", "ones", "iota", "fill", "rand", "uniform")
                    .map(kind -> Arguments.of(format, kind)));
  }

  @ParameterizedTest(name = "{1} {0}")
  @MethodSource("kinds")
  void elementsAreAsDefined(DataFormat format, String kind) {
    byte[] expected =
        switch (kind) {
          case "zeros" -> bits(format, i -> 0);
          case "ones" -> numbers(format, i -> 1);
          case "iota" -> numbers(format, i -> i);
          case "fill" -> bits(format, i -> pattern(format));
          case "rand" -> random(format);
          default -> uniform(format, -20, 300);
        };

    assertThat(made(format, kind).toBytes()).isEqualTo(expected);
  }

  /** The bytes that all versions have made so far: a sum over all formats. */
  @ParameterizedTest
  @MethodSource("sums")
  void bytesStayAsTheyWere(String kind, long sum) {
    CRC32 all = new CRC32();
    for (DataFormat format : DataFormat.values()) {
      all.update(made(format, kind).toBytes());
    }

    assertThat(all.getValue()).isEqualTo(sum);
  }

  static Stream<Arguments> sums() {
    return Stream.of(
        Arguments.of("zeros", 1_462_890_657L),
        Arguments.of("ones", 3_775_515_530L),
        Arguments.of("iota", 1_852_481_981L),
        Arguments.of("fill", 1_517_683_438L),
        Arguments.of("rand", 4_147_381_536L),
        Arguments.of("uniform", 456_665_742L));
  }

  private static DataArray made(DataFormat format, String kind) {
    String parameters =
        switch (kind) {
          case "fill" -> ":0x" + Long.toHexString(pattern(format));
          case "rand" -> ":" + SEED;
          case "uniform" -> ":" + SEED + ":-20:300";
          default -> "";
        };
    String text = kind + parameters + ":" + format.spelling() + ":" + SIZE;
    return switch (ArgumentText.load(text)) {
      case DataResult.Value<KernelValue>(KernelValue.Array(DataArray array)) -> array;
      case DataResult<KernelValue> other -> throw new AssertionError(other);
    };
  }

  private static long pattern(DataFormat format) {
    return 0x8123_4567_89AB_CDEFL >>> 64 - format.bits();
  }

  private static byte[] random(DataFormat format) {
    SplittableRandom random = new SplittableRandom(SEED);
    int precision =
        switch (format) {
          case E5M2 -> 3;
          case E4M3, HIF8 -> 4;
          case BF16 -> 8;
          case F16 -> 11;
          case F32 -> 24;
          case F64 -> 53;
          default -> 0;
        };
    if (precision > 0) {
      double half = Math.pow(2, precision - 1);
      return numbers(format, i -> (random.nextLong() >>> 64 - precision) / half - 1);
    }
    if (format == DataFormat.E8M0) {
      return numbers(format, i -> Math.pow(2, (random.nextLong() >>> 61) - 4));
    }
    return bits(
        format, i -> random.nextLong() >>> (format == DataFormat.I1 ? 63 : 64 - format.bits()));
  }

  private static byte[] uniform(DataFormat format, int low, int high) {
    SplittableRandom random = new SplittableRandom(SEED);
    return numbers(
        format,
        i -> {
          double value = low + (random.nextLong() >>> 11) * 0x1p-53 * (high - low);
          return format.kind() == DataFormat.Kind.FLOAT ? value : Math.floor(value);
        });
  }

  private static byte[] numbers(DataFormat format, IntToDoubleFunction value) {
    return bits(format, i -> Literal.fromDouble(format, value.applyAsDouble(i)));
  }

  private static byte[] bits(DataFormat format, IntToLongFunction element) {
    ByteBuffer bytes = ByteBuffer.allocate(SIZE * format.bytes()).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < SIZE; i++) {
      long bits = element.applyAsLong(i);
      switch (format.bytes()) {
        case 1 -> bytes.put((byte) bits);
        case 2 -> bytes.putShort((short) bits);
        case 4 -> bytes.putInt((int) bits);
        default -> bytes.putLong(bits);
      }
    }
    return bytes.array();
  }
}
