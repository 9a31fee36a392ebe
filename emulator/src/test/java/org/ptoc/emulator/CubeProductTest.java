package org.ptoc.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.ptoc.ir.isa.Profile;

/**
 * Products from GM to GM against plain loops: every type, both profiles, straight and transposing
 * loads, tails of m, n and k (spec/60, 9.2). Sums are exact in every order.
 */
class CubeProductTest {
  private static final long ZERO = 1L << 63;
  private static final long ORDINARY = 1L << 61;
  private static final byte[] FILLS = {0, 0x7F, (byte) 0xA5, (byte) 0xFF};

  private static int up(int value, int unit) {
    return (value + unit - 1) / unit * unit;
  }

  /** One product and how its operands come to L0. */
  private record Case(
      Profile profile,
      CubeElement type,
      int m,
      int n,
      int k,
      boolean leftTransposed,
      boolean rightTransposed) {
    boolean a5() {
      return profile == Profile.A5;
    }

    /** Pieces of 32 bytes from one row of fractals of A to the next on A2/A3. */
    int rowPitch() {
      return type == CubeElement.F32 ? 2 * up(k, 16) / 16 : up(k, type.perRow()) / type.perRow();
    }

    TestKernel kernel() {
      CubeWords words = new CubeWords(profile);
      int unit = Math.max(16, type.perRow());
      int pieces = up(k, type.perRow()) / type.perRow();
      if (leftTransposed) {
        int rows = up(k, unit);
        int columns = up(m, unit);
        words.fractals(type.spelling, 0, 0, k, m, m * type.bytes, rows);
        int stride = a5() ? up(m, unit) / 16 : rowPitch();
        words.load(
            "l1_to_l0a_t",
            type.spelling,
            0,
            0,
            rows / 16,
            columns / type.perRow(),
            rows / 16,
            a5() ? up(m, 16) / 16 : stride);
      } else {
        int rows = up(m, 16);
        words.fractals(type.spelling, 0, 0, m, k, k * type.bytes, rows);
        words.load(
            "l1_to_l0a",
            type.spelling,
            0,
            0,
            rows / 16,
            pieces,
            rows / 16,
            a5() ? rows / 16 : rowPitch());
      }
      int l1 = 1 << 18;
      if (rightTransposed) {
        int rows = up(k, unit);
        words.fractals(type.spelling, 1, l1, k, n, n * type.bytes, rows);
        words.load(
            "l1_to_l0b_t",
            type.spelling,
            l1,
            0,
            rows / 16,
            up(n, unit) / type.perRow(),
            rows / 16,
            up(n, 16) / 16);
      } else {
        int rows = up(n, 16);
        words.fractals(type.spelling, 1, l1, n, k, k * type.bytes, rows);
        words.load("l1_to_l0b", type.spelling, l1, 0, rows / 16, pieces, rows / 16, rows / 16);
      }
      long flags = ZERO;
      flags |= a5() ? m == 1 ? ORDINARY : 0 : type == CubeElement.F32 ? ORDINARY : 0;
      String suffix = "." + type.spelling + "." + type.spelling + "." + type.accumulator;
      words.mad("mad" + suffix, m, n, k, flags, "");
      long rowsMode = 1L << 43;
      words.store(type.accumulator + "." + type.accumulator, 2, m, n, n, rowsMode | up(m, 16), "");
      return words.kernel(3);
    }
  }

  private static void check(Case each, Random random, byte fill, Engine engine) {
    int[][] a = each.type().matrix(random, each.m(), each.k());
    int[][] b = each.type().matrix(random, each.k(), each.n());
    int[][] left = each.leftTransposed() ? CubeElement.transposed(a) : a;
    int[][] right = each.rightTransposed() ? b : CubeElement.transposed(b);
    List<byte[]> buffers =
        CubeWords.run(
            each.kernel(),
            fill,
            engine,
            each.type().bytes(left, left[0].length * each.type().bytes),
            each.type().bytes(right, right[0].length * each.type().bytes),
            new byte[each.m() * each.n() * 4]);
    ByteBuffer result = ByteBuffer.wrap(buffers.get(2)).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < each.m(); i++) {
      for (int j = 0; j < each.n(); j++) {
        double sum = 0;
        for (int k = 0; k < each.k(); k++) {
          sum += each.type().value(a[i][k]) * each.type().value(b[k][j]);
        }
        int at = (i * each.n() + j) * 4;
        double actual = each.type() == CubeElement.I8 ? result.getInt(at) : result.getFloat(at);
        if (actual != sum) {
          assertThat(actual).as("%s (%d, %d)", each, i, j).isEqualTo(sum);
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "F16, 16, 16, 16", "F16, 40, 60, 50", "F16, 128, 256, 64", "F16, 1, 256, 128",
    "BF16, 16, 128, 128", "I8, 16, 256, 128", "I8, 16, 32, 33", "F32, 16, 32, 8",
    "F32, 120, 50, 110",
  })
  void shapesOfTheDocument(CubeElement type, int m, int n, int k) {
    Random random = new Random(1);
    for (Profile profile : Profile.values()) {
      int rows = profile == Profile.A2A3 ? Math.max(m, 2) : m;
      for (int loads = 0; loads < 4; loads++) {
        Case each = new Case(profile, type, rows, n, k, (loads & 1) != 0, (loads & 2) != 0);
        check(each, random, FILLS[loads], Engine.INTERPRET);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(CubeElement.class)
  void randomShapes(CubeElement type) {
    Random random = new Random(type.ordinal());
    for (int run = 0; run < 120; run++) {
      boolean narrow = type.ordinal() > CubeElement.I8.ordinal();
      Profile profile = narrow || random.nextBoolean() ? Profile.A5 : Profile.A2A3;
      int least = profile == Profile.A2A3 ? 2 : 1;
      Case each =
          new Case(
              profile,
              type,
              least + random.nextInt(70),
              1 + random.nextInt(70),
              1 + random.nextInt(150),
              random.nextBoolean(),
              random.nextBoolean());
      Engine engine = random.nextBoolean() ? Engine.AUTO : Engine.JIT;
      check(each, random, FILLS[run % FILLS.length], engine);
    }
  }

  @Test
  void longIntegerSumsWrap() {
    Random random = new Random(7);
    check(
        new Case(Profile.A5, CubeElement.I8, 3, 5, 2000, false, false),
        random,
        (byte) 0,
        Engine.AUTO);
    check(
        new Case(Profile.A2A3, CubeElement.I8, 3, 5, 1999, false, true),
        random,
        (byte) 0,
        Engine.AUTO);
  }
}
