package org.ptoc.emulator.numeric;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SortKeyTest {
  /** Classes of the order in spec/10, section 10, from low to high. */
  private static int compare(float a, int aSign, float b, int bSign) {
    int classA = Float.isNaN(a) ? (aSign == 1 ? -1 : 1) : 0;
    int classB = Float.isNaN(b) ? (bSign == 1 ? -1 : 1) : 0;
    if (classA != classB || classA != 0) {
      return Integer.compare(classA, classB);
    }
    return a < b ? -1 : a > b ? 1 : 0;
  }

  @Test
  void ranksOfBinary16() {
    Random random = new Random(6);
    for (int a = 0; a < 0x10000; a++) {
      int b = random.nextBoolean() ? random.nextInt(0x10000) : a ^ 1 << random.nextInt(16);
      assertThat(Integer.compare(SortKey.rank16(a), SortKey.rank16(b)))
          .as("%x %x", a, b)
          .isEqualTo(compare(Float16.decode(a), a >> 15, Float16.decode(b), b >> 15));
    }
  }

  @Test
  void ranksOfBinary32() {
    int[] edges = {
      0,
      0x80000000,
      1,
      0x80000001,
      0x7F800000,
      0xFF800000,
      0x7F800001,
      0x7FC00000,
      0xFFC00000,
      0xFFFFFFFF,
      0x7FFFFFFF,
      0xFF800001,
      0x7F7FFFFF,
      0xFF7FFFFF,
      0x3F800000,
      0xBF800000
    };
    Random random = new Random(7);
    for (int i = 0; i < 30_000; i++) {
      int a = random.nextInt(3) == 0 ? edges[random.nextInt(edges.length)] : random.nextInt();
      int near = a ^ random.nextInt() >>> random.nextInt(32);
      int b = random.nextInt(3) == 0 ? edges[random.nextInt(edges.length)] : near;
      assertThat(Integer.compare(SortKey.rank32(a), SortKey.rank32(b)))
          .as("%x %x", a, b)
          .isEqualTo(compare(Float.intBitsToFloat(a), a >>> 31, Float.intBitsToFloat(b), b >>> 31));
    }
  }
}
