package org.ptoc.emulator.unit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Half;
import org.ptoc.ir.isa.PredicateLoadDistribution;
import org.ptoc.ir.isa.PredicatePattern;
import org.ptoc.ir.isa.PredicateStoreDistribution;

/** Predicate operations against images built bit by bit. */
class PredicatesTest {
  private static final int ROUNDS = 60;

  private static boolean[] image(IntPredicate bit) {
    boolean[] bits = new boolean[256];
    for (int k = 0; k < 256; k++) {
      bits[k] = bit.test(k);
    }
    return bits;
  }

  private static boolean[] lanes(int width, IntPredicate lane) {
    return image(k -> k % width == 0 && lane.test(k / width));
  }

  /** The table of spec/11, 9.1. */
  private static boolean inPattern(PredicatePattern pattern, int lane, int lanes) {
    String name = pattern.name();
    if (name.startsWith("VL")) {
      return lane < Integer.parseInt(name.substring(2));
    }
    return switch (pattern) {
      case ALL -> true;
      case M3 -> lane % 3 == 0;
      case M4 -> lane % 4 == 0;
      case H -> lane < lanes / 2;
      case Q -> lane < lanes / 4;
      default -> false;
    };
  }

  @ParameterizedTest
  @EnumSource(PredicatePattern.class)
  void patterns(PredicatePattern pattern) {
    TestState state = new TestState(30);
    for (int width : new int[] {1, 2, 4}) {
      state.shuffle(DataType.S32);
      int lanes = 256 / width;
      int destination = state.predicate();
      Predicates.pattern(state.predicates, destination, width, pattern);
      state.expectPredicate(
          pattern + " " + width, destination, lanes(width, i -> inPattern(pattern, i, lanes)));
    }
  }

  @Test
  void documentedImages() {
    long[] p = new long[4];
    Predicates.pattern(p, 0, 4, PredicatePattern.ALL);
    assertThat(p).containsOnly(0x1111_1111_1111_1111L);
    Predicates.pattern(p, 0, 2, PredicatePattern.VL8);
    assertThat(p).containsExactly(0x5555, 0, 0, 0);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void countsBecomePrefixes(int width) {
    TestState state = new TestState(31);
    int lanes = 256 / width;
    int[] counts = {
      0,
      1,
      2,
      15,
      16,
      17,
      31,
      32,
      33,
      63,
      64,
      65,
      127,
      128,
      129,
      255,
      256,
      257,
      1000,
      -1,
      Integer.MIN_VALUE
    };
    for (int count : counts) {
      state.shuffle(DataType.S32);
      int destination = state.predicate();
      long unsigned = count & 0xFFFF_FFFFL;
      int rest = Predicates.lessThan(state.predicates, destination, width, count);
      assertThat(rest & 0xFFFF_FFFFL).isEqualTo(unsigned < lanes ? 0 : unsigned - lanes);
      state.expectPredicate("plt " + count, destination, lanes(width, i -> i < unsigned));
      for (int loop : new int[] {0, 1, 2, 100, 0xFFFF, -1}) {
        state.shuffle(DataType.S32);
        long done = (long) (loop & 0xFFFF) * lanes;
        Predicates.lessThanInLoop(state.predicates, destination, width, loop, count);
        state.expectPredicate(
            "pltm " + loop + " " + count, destination, lanes(width, i -> i + done < unsigned));
      }
    }
  }

  @Test
  void denseMasks() {
    TestState state = new TestState(38);
    for (int round = 0; round < ROUNDS; round++) {
      for (int width : new int[] {1, 2, 4, 8}) {
        state.shuffle(DataType.S32);
        long low = state.random.nextLong();
        long high = state.random.nextLong();
        int destination = state.predicate();
        Predicates.fromDense(state.predicates, destination, width, low, high);
        state.expectPredicate(
            "width " + width,
            destination,
            lanes(width, i -> i < 128 && ((i < 64 ? low : high) >> i % 64 & 1) == 1));
      }
    }
  }

  @Test
  void logic() {
    TestState state = new TestState(32);
    for (int round = 0; round < ROUNDS; round++) {
      int d = state.predicate();
      int a = state.predicate();
      int b = state.predicate();
      int m = state.predicate();
      state.shuffle(DataType.S32);
      Predicates.and(state.predicates, d, a, b, m);
      state.expectPredicate(
          "pand", d, image(k -> state.bit(a, k) && state.bit(b, k) && state.bit(m, k)));
      state.shuffle(DataType.S32);
      Predicates.or(state.predicates, d, a, b, m);
      state.expectPredicate(
          "por", d, image(k -> (state.bit(a, k) || state.bit(b, k)) && state.bit(m, k)));
      state.shuffle(DataType.S32);
      Predicates.xor(state.predicates, d, a, b, m);
      state.expectPredicate(
          "pxor", d, image(k -> state.bit(a, k) != state.bit(b, k) && state.bit(m, k)));
      state.shuffle(DataType.S32);
      Predicates.not(state.predicates, d, a, m);
      state.expectPredicate("pnot", d, image(k -> !state.bit(a, k) && state.bit(m, k)));
      state.shuffle(DataType.S32);
      Predicates.select(state.predicates, d, a, b, m);
      state.expectPredicate(
          "psel", d, image(k -> state.bit(m, k) ? state.bit(a, k) : state.bit(b, k)));
    }
  }

  @ParameterizedTest
  @EnumSource(Half.class)
  void packsAndUnpacks(Half half) {
    TestState state = new TestState(33);
    int off = half == Half.LOWER ? 0 : 128;
    for (int round = 0; round < ROUNDS; round++) {
      int d = state.predicate();
      int a = state.predicate();
      state.shuffle(DataType.S32);
      Predicates.pack(state.predicates, d, a, half);
      state.expectPredicate(
          "ppack", d, image(k -> k >= off && k < off + 128 && state.bit(a, 2 * (k - off))));
      state.shuffle(DataType.S32);
      Predicates.unpack(state.predicates, d, a, half);
      state.expectPredicate("punpack", d, image(k -> k % 2 == 0 && state.bit(a, off + k / 2)));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void interleavesAndDeinterleaves(int width) {
    TestState state = new TestState(34);
    int lanes = 256 / width;
    for (int round = 0; round < ROUNDS; round++) {
      int a = state.predicate();
      int b = state.predicate();
      int low = state.predicate();
      int high = low == 0 ? 4 : 0;
      state.shuffle(DataType.S32);
      Predicates.interleave(state.predicates, low, high, a, b, width, state.scratch);
      long[] expected = state.predicatesBefore.clone();
      TestState.setBits(expected, low, image(k -> zipped(state, a, b, width, k)));
      TestState.setBits(expected, high, image(k -> zipped(state, a, b, width, 256 + k)));
      assertThat(state.predicates).isEqualTo(expected);

      state.shuffle(DataType.S32);
      Predicates.deinterleave(state.predicates, low, high, a, b, width, state.scratch);
      expected = state.predicatesBefore.clone();
      TestState.setBits(
          expected, low, image(k -> joined(state, a, b, k / width * 2 * width + k % width)));
      TestState.setBits(
          expected, high, image(k -> joined(state, a, b, (k / width * 2 + 1) * width + k % width)));
      assertThat(state.predicates).as("%d lanes", lanes).isEqualTo(expected);
    }
  }

  private static boolean zipped(TestState state, int a, int b, int width, int k) {
    int lane = k / width;
    return state.bit(lane % 2 == 0 ? a : b, lane / 2 * width + k % width);
  }

  private static boolean joined(TestState state, int a, int b, int k) {
    return k < 256 ? state.bit(a, k) : state.bit(b, k - 256);
  }

  private static boolean memoryBit(TestState state, int address, int bit) {
    return (state.ubBefore[address + bit / 8] >> bit % 8 & 1) == 1;
  }

  @ParameterizedTest
  @EnumSource(PredicateLoadDistribution.class)
  void loads(PredicateLoadDistribution distribution) {
    TestState state = new TestState(35);
    for (int round = 0; round < ROUNDS; round++) {
      state.shuffle(DataType.S32);
      int destination = state.predicate();
      int address = 16 * state.random.nextInt(64);
      Predicates.load(state.predicates, destination, state.ub, address, distribution);
      state.expectPredicate(
          "plds " + distribution,
          destination,
          image(
              k ->
                  memoryBit(
                      state,
                      address,
                      switch (distribution) {
                        case NORM -> k;
                        case US -> k / 2;
                        case DS -> 2 * k;
                      })));
      assertThat(state.ub).isEqualTo(state.ubBefore);
    }
  }

  @Test
  void stores() {
    TestState state = new TestState(36);
    for (int round = 0; round < ROUNDS; round++) {
      state.shuffle(DataType.S32);
      int source = state.predicate();
      int address = 16 * state.random.nextInt(64);
      for (PredicateStoreDistribution distribution : PredicateStoreDistribution.values()) {
        int step = distribution == PredicateStoreDistribution.NORM ? 1 : 2;
        state.snapshot();
        Predicates.store(state.predicates, source, state.ub, address, distribution);
        checkBits(state, address, 256 / step, source, step);
      }
      for (int width : new int[] {2, 4}) {
        state.snapshot();
        int bytes = Predicates.storeDense(state.predicates, source, state.ub, address, width);
        assertThat(bytes).isEqualTo(256 / width / 8);
        checkBits(state, address, 256 / width, source, width);
      }
    }
  }

  private static void checkBits(TestState state, int address, int count, int source, int step) {
    byte[] expected = state.ubBefore.clone();
    for (int j = 0; j < count; j++) {
      int at = address + j / 8;
      int one = 1 << j % 8;
      expected[at] = (byte) (expected[at] & ~one | (state.bit(source, j * step) ? one : 0));
    }
    assertThat(state.ub).isEqualTo(expected);
    assertThat(state.predicates).isEqualTo(state.predicatesBefore);
  }

  @Test
  void questions() {
    TestState state = new TestState(37);
    for (int round = 0; round < 200; round++) {
      state.shuffle(DataType.S32);
      int p = state.predicate();
      for (int width : new int[] {1, 2, 4, 8}) {
        int end = 0;
        boolean all = true;
        for (int i = 0; i < 256 / width; i++) {
          all &= state.active(p, i, width);
          end = state.active(p, i, width) ? i + 1 : end;
        }
        assertThat(Predicates.allActive(state.predicates, p, width)).isEqualTo(all);
        assertThat(Predicates.endOfActive(state.predicates, p, width)).isEqualTo(end);
      }
    }
  }
}
