package org.ptoc.emulator.jit.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.emulator.jit.LoopProgram;
import org.ptoc.emulator.jit.segment.CountSource;
import org.ptoc.emulator.jit.segment.LaneOperation;
import org.ptoc.emulator.jit.segment.Segment;
import org.ptoc.ir.isa.PredicatePattern;

/** Masks that are full wherever their counts are, against the bits that words write. */
class FlatMasksTest {
  private static final int BITS = 256;
  private static final int[] WIDTHS = {1, 2, 4};

  private static FlatMasks masks(List<String> body) {
    return new FlatMasks(LoopProgram.of(body), LoopProgram.BODY, LoopProgram.BODY + body.size());
  }

  /** A segment with one count, which begins behind so many words of the body. */
  private static Segment segment(
      int behind, int width, CountSource count, LaneOperation... operations) {
    int from = LoopProgram.BODY + behind;
    return new Segment(
        from,
        from + 1,
        width,
        1,
        List.of(operations),
        List.of(),
        List.of(),
        List.of(count),
        Set.of(0),
        0,
        0,
        List.of());
  }

  private static CountSource register(int predicate) {
    return new CountSource.Register(predicate, 0);
  }

  /** Lanes that a pattern activates; those with gaps have none in front of a gap that count. */
  private static int lanes(PredicatePattern pattern, int all) {
    return switch (pattern) {
      case ALL -> all;
      case H -> all / 2;
      case Q -> all / 4;
      case VL1, VL2, VL3, VL4, VL8, VL16, VL32, VL64, VL128 ->
          Math.min(all, Integer.parseInt(pattern.name().substring(2)));
      case M3, M4, ALLF -> 0;
    };
  }

  /** Every pattern, granularity, lane width and place of the bit that governs a lane. */
  @Test
  void patternsAreUsableWhenTheyActivateAllLanesOfTheSegment() {
    List<String> wrong = new ArrayList<>();
    int usable = 0;
    for (PredicatePattern pattern : EnumSet.allOf(PredicatePattern.class)) {
      for (int granularity : WIDTHS) {
        String word = "pset.b%d P1, %s".formatted(8 * granularity, pattern.spelling());
        FlatMasks masks = masks(List.of(word, "vadd.f32 V2, V0, V1, P1"));
        int active = lanes(pattern, BITS / granularity);
        for (int width : new int[] {1, 2, 4, 8}) {
          for (int offset = 0; offset < width; offset++) {
            boolean full =
                IntStream.iterate(offset, bit -> bit < BITS, bit -> bit + width)
                    .allMatch(bit -> bit % granularity == 0 && bit / granularity < active);
            boolean is = masks.areUsable(segment(1, width, new CountSource.Register(1, offset)));
            if (is != full) {
              wrong.add("%s for lanes of %d bytes, bit %d: %s".formatted(word, width, offset, is));
            }
            usable += is ? 1 : 0;
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(usable).isGreaterThan(20);
  }

  /** The register is P1 of lanes of four bytes; the segment begins behind the words. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "vadd.f32 V2, V0, V1, P1 | true", // Invariant: full or not, it stays.
        "plt.b32 P2, X5 -> X5 | true",
        "plt.b32 P1, X5 -> X5 | true",
        "plt.b16 P1, X5 -> X5 | true",
        "pltm.b32 P1, X5, X6 | false",
        "vcmp.f32 P1, V0, V1, LT | false",
        "pand P1, P2, P2, P3 | false",
        "vcmp.f32 P1, V0, V1, LT; pset.b32 P1, ALL | true", // The last word counts.
        "pset.b32 P1, ALL; vcmp.f32 P1, V0, V1, LT | false",
        "pset.b32 P1, ALL; pset.b32 P1, VL3 | false",
        "pset.b32 P1, VL3; plt.b32 P1, X5 -> X5 | true"
      })
  void registersAreUsableByTheWordThatWroteThemLast(String body, boolean usable) {
    List<String> words = List.of(body.split("; "));
    assertThat(masks(words).areUsable(segment(words.size(), 4, register(1)))).isEqualTo(usable);
  }

  /** What a later word writes is there in the next iteration. */
  @Test
  void registersThatALaterWordWritesAreNotUsable() {
    FlatMasks masks = masks(List.of("vadd.f32 V2, V0, V1, P1", "pset.b32 P1, ALL"));
    assertThat(masks.areUsable(segment(0, 4, register(1)))).isFalse();
    assertThat(masks.areUsable(segment(0, 4, register(2)))).isTrue();
  }

  @Test
  void countsOfTheSegmentAreUsableWhenTheyCountDown() {
    FlatMasks masks = masks(List.of("plt.b32 P1, X5 -> X5", "pltm.b32 P2, X5, X6"));
    int word = LoopProgram.BODY;
    assertThat(masks.areUsable(segment(0, 4, new CountSource.LessThan(word)))).isTrue();
    assertThat(masks.areUsable(segment(0, 4, new CountSource.LessThan(word + 1)))).isFalse();
    assertThat(masks.areUsable(segment(0, 4, new CountSource.Constant(64)))).isFalse();
    assertThat(masks.areUsable(segment(0, 4, new CountSource.Part(0, 2, 1)))).isTrue();
  }

  /** An image that is tested lane by lane must be the same in all iterations. */
  @Test
  void testedImagesAreUsableWhenNoWordWritesThem() {
    FlatMasks masks = masks(List.of("vadd.f32 V2, V0, V1, P1", "pset.b32 P1, ALL"));
    for (int predicate = 0; predicate < 3; predicate++) {
      LaneOperation test = new LaneOperation.Test(0, predicate, 0);
      assertThat(masks.areUsable(segment(0, 4, register(3), test)))
          .as("P%d", predicate)
          .isEqualTo(predicate != 1);
      assertThat(masks.isInvariant(predicate)).as("P%d", predicate).isEqualTo(predicate != 1);
    }
  }
}
