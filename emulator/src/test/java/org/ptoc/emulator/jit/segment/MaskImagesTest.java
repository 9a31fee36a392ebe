package org.ptoc.emulator.jit.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.emulator.jit.LoopProgram;
import org.ptoc.ir.isa.Program;

/** Which predicates a loop may expect to be prefixes, against a walk over their bits. */
class MaskImagesTest {
  private static final int PREDICATES = 16;
  private static final int BITS = 256;
  private static final int WORDS = BITS / Long.SIZE;
  private static final int[] WIDTHS = {1, 2, 4, 8};

  private static MaskImages images(long[] entry, String... body) {
    Program program = LoopProgram.of(List.of(body));
    return MaskImages.of(program, LoopProgram.BODY, LoopProgram.BODY + body.length, entry);
  }

  /** Whether an active lane stands behind one that is not. */
  private static boolean hasGap(boolean[] image, int width, int offset) {
    boolean ended = false;
    for (int bit = offset; bit < BITS; bit += width) {
      if (ended && image[bit]) {
        return true;
      }
      ended |= !image[bit];
    }
    return false;
  }

  /** A prefix of lanes with noise between their bits, or nearly one, or anything. */
  private static boolean[] image(Random random, int width, int offset) {
    int kind = random.nextInt(4);
    int active = random.nextInt(BITS / width + 1);
    int changed = random.nextInt(BITS);
    boolean[] image = new boolean[BITS];
    for (int bit = 0; bit < BITS; bit++) {
      boolean ofLane = bit % width == offset;
      image[bit] = ofLane && kind > 0 ? bit / width < active : random.nextBoolean();
      image[bit] ^= kind == 1 && bit == changed;
    }
    return image;
  }

  @Test
  void registersThatTheLoopOnlyReadsAreSparseWhenTheyHaveAGap() {
    Random random = new Random(1);
    int sparse = 0;
    for (int round = 0; round < 400; round++) {
      int width = WIDTHS[random.nextInt(WIDTHS.length)];
      int offset = random.nextInt(width);
      long[] entry = random.longs(PREDICATES * WORDS).toArray();
      boolean[] image = image(random, width, offset);
      int predicate = random.nextInt(PREDICATES);
      for (int bit = 0; bit < BITS; bit++) {
        int word = predicate * WORDS + bit / Long.SIZE;
        entry[word] =
            entry[word] & ~(1L << bit % Long.SIZE) | (image[bit] ? 1L : 0) << bit % Long.SIZE;
      }
      MaskImages images = images(entry, "vadd.f32 V2, V0, V1, P1");
      entry[predicate * WORDS] ^= -1; // What comes later does not count.
      boolean expected = hasGap(image, width, offset);
      assertThat(images.isSparse(predicate, width, offset))
          .as("P%d, lanes of %d bytes, bit %d", predicate, width, offset)
          .isEqualTo(expected);
      sparse += expected ? 1 : 0;
    }
    assertThat(sparse).isBetween(100, 300);
  }

  /**
   * What words of the loop write is a prefix of lanes that are as wide as theirs or wider, whatever
   * stood there before; of the narrower ones only every second lane or less is governed.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "plt.b8 P1, X5 -> X5 | 1",
        "plt.b16 P1, X5 -> X5 | 2",
        "plt.b32 P1, X5 -> X5 | 4",
        "pltm.b16 P1, X5, X6 | 2",
        "pset.b8 P1, ALL | 1",
        "pset.b16 P1, VL8 | 2",
        "pset.b32 P1, H | 4",
        "pset.b32 P1, M3 | 16",
        "pset.b8 P1, M4 | 16",
        "pmov P1, P2 | 1",
        "pnot P1, P2, P3 | 16",
        "pand P1, P2, P2, P3 | 16",
        "vcmp.f32 P1, V0, V1, LT | 16",
        "plt.b8 P1, X5 -> X5; plt.b32 P1, X6 -> X6 | 4",
        "plt.b32 P1, X6 -> X6; plt.b8 P1, X5 -> X5 | 4",
        "plt.b8 P1, X5 -> X5; vcmp.f32 P1, V0, V1, LT | 16"
      })
  void writtenRegistersAreExpectedToBePrefixesOfTheirLanes(String body, int narrowest) {
    long[] gaps = new long[PREDICATES * WORDS];
    Arrays.fill(gaps, 0x0F0F_0F0F_0F0F_0F0FL);
    for (long[] entry : List.of(gaps, new long[PREDICATES * WORDS])) {
      MaskImages images = images(entry, body.split("; "));
      for (int width : WIDTHS) {
        assertThat(images.isSparse(1, width, 0))
            .as("lanes of %d bytes", width)
            .isEqualTo(width < narrowest);
      }
    }
  }
}
