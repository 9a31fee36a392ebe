package org.ptoc.emulator.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ptoc.ir.isa.DataType.FP16;
import static org.ptoc.ir.isa.DataType.FP32;
import static org.ptoc.ir.isa.DataType.S16;
import static org.ptoc.ir.isa.DataType.S8;
import static org.ptoc.ir.isa.DataType.U8;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.ptoc.emulator.numeric.ReferenceFormat;
import org.ptoc.emulator.numeric.ReferenceInteger;
import org.ptoc.emulator.numeric.Rounding;
import org.ptoc.ir.isa.DataType;

class FusedConversionsTest {
  private static final int ROUNDS = 60;

  @Test
  void addReluConvert() {
    DataType[][] pairs = {{FP32, FP16}, {FP16, S8}, {S16, S8}, {FP16, FP32}};
    TestState state = new TestState(11);
    for (DataType[] pair : pairs) {
      for (int round = 0; round < ROUNDS; round++) {
        boolean subtract = round % 2 == 1;
        DataType from = pair[0];
        DataType to = pair[1];
        state.shuffle(from);
        int destination = state.register();
        int a = state.register();
        int b = state.register();
        int mask = state.predicate();
        byte[] expected = new byte[256];
        for (int i = 0; i < Math.min(256 / from.bytes(), 256 / to.bytes()); i++) {
          if (state.active(mask, i, from.bytes())) {
            TestState.put(
                expected,
                i * to.bytes(),
                to.bytes(),
                addReluConvert(state, from, to, a, b, i, subtract));
          }
        }
        FusedConversions.addReluConvert(
            state.registers,
            destination,
            a,
            b,
            from,
            to,
            subtract,
            state.predicates,
            mask,
            state.scratch);
        state.expectRegister(from + " " + to + " " + subtract, destination, expected);
      }
    }
  }

  private static long addReluConvert(
      TestState state, DataType from, DataType to, int a, int b, int lane, boolean subtract) {
    if (from == S16) {
      long right = state.integer(from, b, lane);
      long sum = state.integer(from, a, lane) + (subtract ? -right : right);
      return Math.clamp(sum, 0, 127);
    }
    double x = state.number(from, a, lane);
    double y = state.number(from, b, lane);
    double sum =
        subtract ? x - y : x + y; // exact or rounded far below f32 for these operands, see sumIn
    sum = sumIn(to.isInteger() ? FP16 : FP32, x, subtract ? -y : y, sum);
    if (Double.isNaN(sum)) {
      return to == FP32 ? 0x7FC00000 : 0;
    }
    double relu = sum > 0 ? sum : 0;
    return switch (to) {
      case FP32 -> Float.floatToRawIntBits((float) relu);
      case FP16 -> ReferenceFormat.BINARY16.encode(relu, Rounding.NEAREST_EVEN, true);
      default -> ReferenceInteger.fromFloat(relu, Rounding.NEAREST_EVEN, true, 8, true);
    };
  }

  /** The exact sum rounded once to a format. */
  private static double sumIn(DataType type, double x, double y, double rough) {
    if (Double.isNaN(rough) || Double.isInfinite(rough) || rough == 0) {
      return rough;
    }
    BigDecimal exact = new BigDecimal(x).add(new BigDecimal(y));
    return type == FP32
        ? exact.floatValue()
        : ReferenceFormat.BINARY16.decode(
            ReferenceFormat.BINARY16.encode(
                exact, exact.signum() < 0, Rounding.NEAREST_EVEN, false));
  }

  @Test
  void multiplyConvert() {
    TestState state = new TestState(12);
    for (DataType to : new DataType[] {S8, U8}) {
      for (int round = 0; round < ROUNDS; round++) {
        state.shuffle(FP16);
        int destination = state.register();
        int a = state.register();
        int b = state.register();
        int mask = state.predicate();
        byte[] expected = new byte[256];
        for (int i = 0; i < 128; i++) {
          if (state.active(mask, i, 2)) {
            double product = state.number(FP16, a, i) * state.number(FP16, b, i);
            long value =
                ReferenceInteger.fromFloat(product, Rounding.NEAREST_EVEN, true, 8, to == S8);
            TestState.put(expected, i, 1, value);
          }
        }
        FusedConversions.multiplyConvert(
            state.registers, destination, a, b, FP16, to, state.predicates, mask, state.scratch);
        state.expectRegister("vmulconv " + to, destination, expected);
      }
    }
  }

  @Test
  void theProductIsNotRoundedBeforeTheConversion() {
    TestState state = new TestState(13);
    // 1.0009765625 * 2.498046875 is 2.50048...; rounded to f16 it would be 2.5 and tie to 2.
    int b = ReferenceFormat.BINARY16.encode(2.498046875, Rounding.NEAREST_EVEN, false);
    TestState.put(state.registers, 256, 2, 0x3C01);
    TestState.put(state.registers, 512, 2, b);
    state.predicates[0] = 1;
    FusedConversions.multiplyConvert(
        state.registers, 0, 256, 512, FP16, S8, state.predicates, 0, state.scratch);
    assertThat(state.registers[0]).isEqualTo((byte) 3);
  }

  @Test
  void scaleConvert() {
    TestState state = new TestState(14);
    for (int round = 0; round < ROUNDS; round++) {
      state.shuffle(FP32);
      int destination = state.register();
      int source = state.register();
      int mask = state.predicate();
      int part = round % 2;
      float scalar = Float.intBitsToFloat((int) state.randomBits(FP32));
      byte[] expected = new byte[256];
      for (int i = 0; i < 64; i++) {
        if (state.active(mask, i, 4)) {
          float product = (float) (state.number(FP32, source, i) * scalar);
          int bits = ReferenceFormat.BINARY16.encode(product, Rounding.NEAREST_AWAY, false);
          TestState.put(expected, 4 * i + 2 * part, 2, bits);
        }
      }
      FusedConversions.scaleConvert(
          state.registers,
          destination,
          source,
          scalar,
          Rounding.NEAREST_AWAY,
          part,
          state.predicates,
          mask,
          state.scratch);
      state.expectRegister("vmulscvt", destination, expected);
    }
  }

  @Test
  void expDifference() {
    DataType[][] forms = {{FP32, FP32}, {FP16, FP32}, {FP16, FP16}};
    TestState state = new TestState(15);
    for (DataType[] form : forms) {
      for (int round = 0; round < ROUNDS; round++) {
        DataType from = form[0];
        DataType to = form[1];
        boolean merging = round % 3 == 0;
        int part = round % 2;
        state.shuffle(from);
        int destination = state.register();
        int a = state.register();
        int b = state.register();
        int mask = state.predicate();
        byte[] expected = new byte[256];
        for (int i = 0; i < 256 / to.bytes(); i++) {
          int j = from == to ? i : 2 * i + part;
          if (state.active(mask, j, from.bytes())) {
            float difference = (float) (state.number(from, a, j) - state.number(from, b, j));
            float power = (float) StrictMath.exp(difference);
            int bits = ConversionsTest.encode(to, power, Rounding.NEAREST_EVEN, false);
            TestState.put(expected, i * to.bytes(), to.bytes(), bits);
          } else if (merging) {
            TestState.put(
                expected, i * to.bytes(), to.bytes(), state.lane(destination, i, to.bytes()));
          }
        }
        FusedConversions.expDifference(
            state.registers,
            destination,
            a,
            b,
            from,
            to,
            part,
            state.predicates,
            mask,
            merging,
            state.scratch);
        state.expectRegister("vexpdif " + from + to, destination, expected);
      }
    }
  }
}
