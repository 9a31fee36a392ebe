package org.ptoc.emulator.unit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Half;
import org.ptoc.ir.isa.LanePosition;

/** Lane movement against lists of lanes. */
class RearrangementsTest {
  private static final int ROUNDS = 40;

  private static List<Long> lanes(TestState state, int register, int width) {
    List<Long> lanes = new ArrayList<>();
    for (int i = 0; i < 256 / width; i++) {
      lanes.add(state.lane(register, i, width));
    }
    return lanes;
  }

  /** A register image of the lanes, padded with zeros. */
  private static byte[] image(List<Long> lanes, int width) {
    byte[] image = new byte[256];
    for (int i = 0; i < lanes.size(); i++) {
      TestState.put(image, i * width, width, lanes.get(i));
    }
    return image;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void interleavesAndDeinterleaves(int width) {
    TestState state = new TestState(width);
    int lanes = 256 / width;
    for (int round = 0; round < ROUNDS; round++) {
      state.shuffle(DataType.S32);
      int low = state.register();
      int high = state.registerExcept(low);
      int a = state.register();
      int b = state.register();
      List<Long> zipped = new ArrayList<>();
      for (int i = 0; i < lanes; i++) {
        zipped.add(lanes(state, a, width).get(i));
        zipped.add(lanes(state, b, width).get(i));
      }
      Rearrangements.interleave(state.registers, low, high, a, b, width, state.scratch);
      state.expectRegisters(
          "vintlv",
          new int[] {low, high},
          image(zipped.subList(0, lanes), width),
          image(zipped.subList(lanes, 2 * lanes), width));

      state.shuffle(DataType.S32);
      List<Long> row = lanes(state, a, width);
      row.addAll(lanes(state, b, width));
      List<Long> even = new ArrayList<>();
      List<Long> odd = new ArrayList<>();
      for (int i = 0; i < row.size(); i++) {
        (i % 2 == 0 ? even : odd).add(row.get(i));
      }
      Rearrangements.deinterleave(state.registers, low, high, a, b, width, state.scratch);
      state.expectRegisters(
          "vdintlv", new int[] {low, high}, image(even, width), image(odd, width));
    }
  }

  @ParameterizedTest
  @EnumSource(Half.class)
  void packsAndUnpacks(Half half) {
    TestState state = new TestState(half.ordinal());
    for (int round = 0; round < ROUNDS; round++) {
      int destination = state.register();
      int source = state.register();
      for (int width : new int[] {2, 4}) {
        state.shuffle(DataType.S32);
        List<Long> packed = new ArrayList<>();
        if (half == Half.HIGHER) {
          for (int i = 0; i < 256 / width; i++) {
            packed.add(0L);
          }
        }
        packed.addAll(lanes(state, source, width));
        Rearrangements.pack(state.registers, destination, source, width, half, state.scratch);
        state.expectRegister("vpack", destination, image(packed, width / 2));
      }
      for (int width : new int[] {1, 2}) {
        int count = 256 / width / 2;
        for (boolean signed : new boolean[] {true, false}) {
          state.shuffle(DataType.S32);
          List<Long> from = lanes(state, source, width);
          List<Long> extended = new ArrayList<>();
          for (long bits :
              half == Half.LOWER ? from.subList(0, count) : from.subList(count, 2 * count)) {
            boolean negative = signed && bits >= 1L << 8 * width - 1;
            extended.add(negative ? bits - (1L << 8 * width) : bits);
          }
          Rearrangements.unpack(
              state.registers, destination, source, width, half, signed, state.scratch);
          state.expectRegister("unpack", destination, image(extended, 2 * width));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void squeezesCountsAndLooksUp(int width) {
    TestState state = new TestState(width + 10);
    for (int round = 0; round < ROUNDS; round++) {
      state.shuffle(DataType.S32);
      int destination = state.register();
      int source = state.register();
      int indices = state.register();
      int mask = state.predicate();
      List<Long> lanes = lanes(state, source, width);
      List<Long> kept = new ArrayList<>();
      List<Long> counts = new ArrayList<>();
      for (int i = 0; i < lanes.size(); i++) {
        counts.add((long) kept.size());
        if (state.active(mask, i, width)) {
          kept.add(lanes.get(i));
        }
      }
      int bytes =
          Rearrangements.squeeze(
              state.registers, destination, source, width, state.predicates, mask, state.scratch);
      assertThat(bytes).isEqualTo(kept.size() * width);
      state.expectRegister("vsqz", destination, image(kept, width));

      state.shuffle(DataType.S32);
      System.arraycopy(state.predicatesBefore, 0, state.predicates, 0, state.predicates.length);
      counts.clear();
      int count = 0;
      for (int i = 0; i < 256 / width; i++) {
        counts.add((long) count);
        count += state.active(mask, i, width) ? 1 : 0;
      }
      Rearrangements.countBelow(state.registers, destination, width, state.predicates, mask);
      state.expectRegister("vusqz", destination, image(counts, width));

      state.shuffle(DataType.S32);
      List<Long> found = new ArrayList<>();
      for (long index : lanes(state, indices, width)) {
        found.add(
            lanes(state, source, width).get((int) Long.remainderUnsigned(index, 256 / width)));
      }
      Rearrangements.lookUp(state.registers, destination, source, indices, width, state.scratch);
      state.expectRegister("vselr", destination, image(found, width));
    }
  }

  @ParameterizedTest
  @EnumSource(LanePosition.class)
  void duplicatesALane(LanePosition position) {
    TestState state = new TestState(20);
    for (int round = 0; round < ROUNDS; round++) {
      for (int width : new int[] {1, 2, 4}) {
        boolean merging = round % 2 == 0;
        state.shuffle(DataType.S32);
        int destination = state.register();
        int source = state.register();
        int mask = state.predicate();
        List<Long> from = lanes(state, source, width);
        long value = position == LanePosition.LOWEST ? from.getFirst() : from.getLast();
        List<Long> expected = new ArrayList<>();
        for (int i = 0; i < 256 / width; i++) {
          long inactive = merging ? state.lane(destination, i, width) : 0;
          expected.add(state.active(mask, i, width) ? value : inactive);
        }
        Rearrangements.duplicateLane(
            state.registers, destination, source, width, position, state.predicates, mask, merging);
        state.expectRegister("vdup", destination, image(expected, width));
      }
    }
  }
}
