package org.ptoc.emulator.unit;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ptoc.emulator.numeric.Rounding;
import org.ptoc.ir.isa.DataType;

class ReductionsTest {
  private static final int ROUNDS = 60;

  /** Sum of a list as the tree of adjacent pairs, by recursion on its halves. */
  private static double tree(DataType type, List<Double> values) {
    if (values.size() == 1) {
      return values.getFirst();
    }
    int middle = values.size() / 2;
    double sum =
        tree(type, values.subList(0, middle)) + tree(type, values.subList(middle, values.size()));
    // Two floats add exactly enough in double for one more rounding: 53 bits are more than twice 24
    // plus 2.
    return TestState.number(
        type, ConversionsTest.encode(type, sum, Rounding.NEAREST_EVEN, false) & 0xFFFF_FFFFL);
  }

  private static long bits(DataType type, double value) {
    return ConversionsTest.encode(type, value, Rounding.NEAREST_EVEN, false);
  }

  private static List<Double> addends(
      TestState state, DataType type, int source, int mask, int first, int count) {
    List<Double> values = new ArrayList<>();
    for (int i = first; i < first + count; i++) {
      values.add(state.active(mask, i, type.bytes()) ? state.number(type, source, i) : 0.0);
    }
    return values;
  }

  private static BigInteger total(
      TestState state, DataType type, int source, int mask, int first, int count) {
    BigInteger total = BigInteger.ZERO;
    for (int i = first; i < first + count; i++) {
      if (state.active(mask, i, type.bytes())) {
        total = total.add(BigInteger.valueOf(state.integer(type, source, i)));
      }
    }
    return total;
  }

  @ParameterizedTest
  @EnumSource(
      value = DataType.class,
      names = {"FP32", "FP16", "S32", "S16", "S8", "U32", "U16", "U8"})
  void sums(DataType type) {
    TestState state = new TestState(type.ordinal());
    int width = type.bytes();
    int lanes = 256 / width;
    for (int round = 0; round < ROUNDS; round++) {
      state.shuffle(type);
      int destination = state.register();
      int source = state.register();
      int mask = state.predicate();
      byte[] full = new byte[256];
      byte[] groups = new byte[256];
      if (type.isFloat()) {
        TestState.put(
            full, 0, width, bits(type, tree(type, addends(state, type, source, mask, 0, lanes))));
        for (int g = 0; g < 8; g++) {
          double sum = tree(type, addends(state, type, source, mask, g * lanes / 8, lanes / 8));
          TestState.put(groups, g * width, width, bits(type, sum));
        }
      } else {
        int wide = width == 4 ? 4 : 2 * width;
        TestState.put(full, 0, wide, total(state, type, source, mask, 0, lanes).longValue());
        for (int g = 0; g < 8; g++) {
          long sum = total(state, type, source, mask, g * lanes / 8, lanes / 8).longValue();
          TestState.put(groups, g * width, width, sum);
        }
      }
      Reductions.sum(
          state.registers, destination, source, type, state.predicates, mask, state.scratch);
      state.expectRegister("vcadd " + type, destination, full);
      System.arraycopy(state.registersBefore, 0, state.registers, 0, state.registers.length);
      Reductions.groupSum(
          state.registers, destination, source, type, state.predicates, mask, state.scratch);
      state.expectRegister("vcgadd " + type, destination, groups);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = DataType.class,
      names = {"FP32", "FP16", "BF16"})
  void pairSums(DataType type) {
    TestState state = new TestState(type.ordinal());
    int width = type.bytes();
    for (int round = 0; round < ROUNDS; round++) {
      state.shuffle(type);
      int destination = state.register();
      int source = state.register();
      int mask = state.predicate();
      byte[] expected = new byte[256];
      for (int i = 0; i < 128 / width; i++) {
        double sum = tree(type, addends(state, type, source, mask, 2 * i, 2));
        TestState.put(expected, i * width, width, bits(type, sum));
      }
      Reductions.pairSum(
          state.registers, destination, source, type, state.predicates, mask, state.scratch);
      state.expectRegister("vcpadd " + type, destination, expected);
    }
  }

  private record Extremum(long bits, int index) {}

  /** Sorts the active lanes of a range instead of folding them. */
  private static Extremum extremum(
      TestState state, DataType type, int source, int mask, int first, int count, boolean maximum) {
    List<Integer> lanes = new ArrayList<>();
    for (int i = first; i < first + count; i++) {
      if (state.active(mask, i, type.bytes())) {
        lanes.add(i);
      }
    }
    if (type.isFloat()) {
      for (int lane : lanes) {
        if (Double.isNaN(state.number(type, source, lane))) {
          return new Extremum(bits(type, Double.NaN), lane);
        }
      }
      List<Double> values =
          new ArrayList<>(lanes.stream().map(i -> state.number(type, source, i)).sorted().toList());
      double infinity = maximum ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
      double best = values.isEmpty() ? infinity : maximum ? values.getLast() : values.getFirst();
      int index =
          lanes.stream().filter(i -> state.number(type, source, i) == best).findFirst().orElse(0);
      return new Extremum(bits(type, best), index);
    }
    List<Long> values = lanes.stream().map(i -> state.integer(type, source, i)).sorted().toList();
    BigInteger top = BigInteger.ONE.shiftLeft(type.bits() - (type.name().startsWith("S") ? 1 : 0));
    long bottom = type.name().startsWith("S") ? top.negate().longValue() : 0;
    long none = maximum ? bottom : top.longValue() - 1;
    long best = values.isEmpty() ? none : maximum ? values.getLast() : values.getFirst();
    int index =
        lanes.stream().filter(i -> state.integer(type, source, i) == best).findFirst().orElse(0);
    return new Extremum(best, index);
  }

  @ParameterizedTest
  @EnumSource(
      value = DataType.class,
      names = {"FP32", "FP16", "S32", "S16", "S8", "U32", "U16", "U8"})
  void extrema(DataType type) {
    TestState state = new TestState(type.ordinal());
    int width = type.bytes();
    int lanes = 256 / width;
    for (int round = 0; round < ROUNDS; round++) {
      boolean maximum = round % 2 == 0;
      state.shuffle(type);
      int destination = state.register();
      int source = state.register();
      int mask = state.predicate();
      if (round % 4 < 2) {
        makeQuiet(state, type, source);
      }
      byte[] full = new byte[256];
      Extremum expected = extremum(state, type, source, mask, 0, lanes, maximum);
      TestState.put(full, 0, width, expected.bits);
      TestState.put(full, width, width, expected.index);
      byte[] groups = new byte[256];
      for (int g = 0; g < 8; g++) {
        long best = extremum(state, type, source, mask, g * lanes / 8, lanes / 8, maximum).bits;
        TestState.put(groups, g * width, width, best);
      }
      Reductions.extremum(
          state.registers, destination, source, type, maximum, state.predicates, mask);
      state.expectRegister("vcmax/vcmin " + type, destination, full);
      System.arraycopy(state.registersBefore, 0, state.registers, 0, state.registers.length);
      Reductions.groupExtremum(
          state.registers,
          destination,
          source,
          type,
          maximum,
          state.predicates,
          mask,
          state.scratch);
      state.expectRegister("vcgmax/vcgmin " + type, destination, groups);
    }
  }

  /**
   * Replaces the lanes by few distinct ordinary values and zeros of both signs, so that ties occur.
   */
  private static void makeQuiet(TestState state, DataType type, int source) {
    long[] few =
        switch (type) {
          case FP32 -> new long[] {0, 0x80000000L, 0x3F800000};
          case FP16 -> new long[] {0, 0x8000, 0x3C00};
          default -> new long[] {0, 1, -1};
        };
    int kinds = 1 + state.random.nextInt(3);
    for (int i = 0; i < 256 / type.bytes(); i++) {
      long bits = few[(state.random.nextInt(kinds) + kinds) % few.length];
      TestState.put(state.registers, source + i * type.bytes(), type.bytes(), bits);
    }
    state.snapshot();
  }

  @Test
  void zerosAreOrderedAndEqualForTheIndex() {
    TestState state = new TestState(3);
    for (int i = 0; i < 64; i++) {
      TestState.put(state.registers, 256 + 4 * i, 4, i < 5 ? 0x80000000L : 0);
    }
    java.util.Arrays.fill(state.predicates, -1);
    Reductions.extremum(state.registers, 0, 256, DataType.FP32, true, state.predicates, 0);
    assertThat(TestState.get(state.registers, 0, 8))
        .as("+0 at lane 0, where -0 equals it")
        .isZero();
    Reductions.extremum(state.registers, 0, 256, DataType.FP32, false, state.predicates, 0);
    assertThat(TestState.get(state.registers, 0, 8)).isEqualTo(0x80000000L);
  }
}
