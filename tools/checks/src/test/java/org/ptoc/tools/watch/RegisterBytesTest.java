package org.ptoc.tools.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.ptoc.ir.isa.Half;

/** Sets of bytes of a register against plain sets of numbers. */
class RegisterBytesTest {
  private static final int BYTES = 256;
  private static final int ROUNDS = 500;

  private final SplittableRandom random = new SplittableRandom(5);

  @Test
  void activeLanesAreTheirBytesInWholeUnits() {
    for (int width : List.of(1, 2, 4, 8)) {
      for (int unit = width; unit <= 8; unit *= 2) {
        for (int round = 0; round < ROUNDS; round++) {
          BitSet bits = some();
          BitSet expected = new BitSet();
          for (int lane = 0; lane < BYTES / width; lane++) {
            if (bits.get(lane * width)) {
              int first = lane * width / unit * unit;
              expected.set(first, first + unit);
            }
          }
          // The predicate stands behind another one.
          long[] predicates = new long[8];
          System.arraycopy(words(bits), 0, predicates, 4, 4);
          assertThat(bytes(RegisterBytes.active(predicates, 4, width, unit))).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void aPrefixIsItsBytes() {
    for (int count = -1; count <= BYTES + 1; count++) {
      BitSet expected = new BitSet();
      expected.set(0, Math.clamp(count, 0, BYTES));
      assertThat(bytes(RegisterBytes.first(count))).isEqualTo(expected);
    }
    assertThat(RegisterBytes.first(BYTES)).isEqualTo(RegisterBytes.ALL);
  }

  @Test
  void wideningTakesOneHalfAndMakesTwoOfEach() {
    for (Half half : Half.values()) {
      int skipped = half == Half.LOWER ? 0 : BYTES / 2;
      for (int round = 0; round < ROUNDS; round++) {
        BitSet some = some();
        BitSet expected = new BitSet();
        for (int i = 0; i < BYTES; i++) {
          expected.set(i, some.get(skipped + i / 2));
        }
        assertThat(bytes(set(some).widened(half))).isEqualTo(expected);
      }
    }
  }

  @Test
  void narrowingMakesOneOfTwoInOneHalf() {
    for (Half half : Half.values()) {
      int skipped = half == Half.LOWER ? 0 : BYTES / 2;
      for (int round = 0; round < ROUNDS; round++) {
        BitSet some = some();
        BitSet expected = new BitSet();
        some.stream().forEach(i -> expected.set(skipped + i / 2));
        assertThat(bytes(set(some).narrowed(half))).isEqualTo(expected);
      }
    }
  }

  @Test
  void bothSetsHaveWhatIsInEach() {
    BitSet one = some();
    BitSet other = some();
    BitSet expected = (BitSet) one.clone();
    expected.and(other);
    assertThat(bytes(set(one).and(set(other)))).isEqualTo(expected);
  }

  /** Runs of any length, which end at the ends of words and within. */
  private BitSet some() {
    BitSet some = new BitSet();
    int longest = 1 << random.nextInt(8);
    boolean isIn = random.nextBoolean();
    for (int i = 0; i < BYTES; isIn = !isIn) {
      int end = Math.min(BYTES, i + 1 + random.nextInt(longest));
      some.set(i, end, isIn);
      i = end;
    }
    return some;
  }

  private static long[] words(BitSet bits) {
    long[] words = new long[4];
    long[] set = bits.toLongArray();
    System.arraycopy(set, 0, words, 0, set.length);
    return words;
  }

  private static RegisterBytes set(BitSet bits) {
    long[] words = words(bits);
    return new RegisterBytes(words[0], words[1], words[2], words[3]);
  }

  /** The bytes of the runs, of which no two meet. */
  private static BitSet bytes(RegisterBytes set) {
    BitSet bytes = new BitSet();
    set.runs(
        (begin, end) -> {
          assertThat(begin).isLessThan(end);
          assertThat(begin == 0 || !bytes.get(begin - 1)).isTrue();
          bytes.set(begin, end);
        });
    return bytes;
  }
}
