package org.ptoc.emulator.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ptoc.ir.isa.DataType.FP16;
import static org.ptoc.ir.isa.DataType.FP32;
import static org.ptoc.ir.isa.DataType.S16;
import static org.ptoc.ir.isa.DataType.S8;
import static org.ptoc.ir.isa.DataType.U8;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.ptoc.emulator.interpreter.OneWord;
import org.ptoc.emulator.numeric.ReferenceFormat;
import org.ptoc.emulator.numeric.ReferenceInteger;
import org.ptoc.emulator.numeric.Rounding;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.Profile;

/** Arithmetic followed by a conversion in one word (spec/10, sections 6 and 7). */
class FusedConversionsTest {
  private static final int ROUNDS = 60;

  @Test
  void addReluConvert() {
    DataType[][] pairs = {{FP32, FP16}, {FP16, S8}, {S16, S8}, {FP16, FP32}};
    TestState state = new TestState(11);
    for (DataType[] pair : pairs) {
      for (int round = 0; round < ROUNDS; round++) {
        // A word of A2/A3, whose masks are a matter of the store.
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
          if (subtract || state.active(mask, i, from.bytes())) {
            TestState.put(
                expected,
                i * to.bytes(),
                to.bytes(),
                addReluConvert(state, from, to, a, b, i, subtract));
          }
        }
        if (subtract) {
          Map<String, Integer> types = Map.of("dt", from.code(), "dt2", to.code());
          Instruction word = TestState.word(Profile.A2A3, "vsubreluconv", types);
          OneWord.repeat(word, state.registers, destination, a, b);
        } else {
          state.execute("vaddreluconv", fields(from, to, destination, a, b, mask), 0);
        }
        state.expectRegister(from + " " + to + " " + subtract, destination, expected);
      }
    }
  }

  private static Map<String, Integer> fields(
      DataType from, DataType to, int destination, int a, int b, int mask) {
    Map<String, Integer> fields = new HashMap<>();
    fields.put("vd", destination / 256);
    fields.put("va", a / 256);
    fields.put("vb", b / 256);
    fields.put("pg", mask / 4);
    fields.put("dt", from.code());
    fields.put("dt2", to.code());
    return fields;
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
        state.execute("vmulconv", fields(FP16, to, destination, a, b, mask), 0);
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
    state.execute("vmulconv", fields(FP16, S8, 0, 256, 512, 0), 0);
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
      Map<String, Integer> fields = fields(FP32, FP16, destination, source, 0, mask);
      fields.put("vb", OneWord.SCALAR);
      fields.put("m3", org.ptoc.ir.isa.RoundingMode.NEAREST_AWAY.code());
      fields.put("part", part);
      state.execute("vmulscvt", fields, Float.floatToRawIntBits(scalar));
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
        Map<String, Integer> fields = fields(from, to, destination, a, b, mask);
        fields.put("part", part);
        fields.put("mrg", merging ? 1 : 0);
        state.execute("vexpdif", fields, 0);
        state.expectRegister("vexpdif " + from + to, destination, expected);
      }
    }
  }
}
