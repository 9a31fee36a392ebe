package org.ptoc.emulator.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ptoc.ir.isa.DataType.BF16;
import static org.ptoc.ir.isa.DataType.E4M3;
import static org.ptoc.ir.isa.DataType.E5M2;
import static org.ptoc.ir.isa.DataType.FP16;
import static org.ptoc.ir.isa.DataType.FP32;
import static org.ptoc.ir.isa.DataType.S16;
import static org.ptoc.ir.isa.DataType.S32;
import static org.ptoc.ir.isa.DataType.S64;
import static org.ptoc.ir.isa.DataType.S8;
import static org.ptoc.ir.isa.DataType.U16;
import static org.ptoc.ir.isa.DataType.U32;
import static org.ptoc.ir.isa.DataType.U8;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ptoc.emulator.interpreter.OneWord;
import org.ptoc.emulator.numeric.ReferenceFormat;
import org.ptoc.emulator.numeric.ReferenceInteger;
import org.ptoc.emulator.numeric.Rounding;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.Profile;

/** pto.vcvt for the pairs of spec/11, 5.4, and pto.vtrc. */
class ConversionsTest {
  record Pair(DataType from, DataType to) {}

  /**
   * The table of spec/11, 5.4 without the formats that are not defined publicly, and the A2/A3
   * pairs.
   */
  static List<Pair> pairs() {
    return List.of(
        new Pair(FP32, FP16),
        new Pair(FP32, BF16),
        new Pair(FP32, S16),
        new Pair(FP32, S64),
        new Pair(FP32, S32),
        new Pair(FP32, E4M3),
        new Pair(FP32, E5M2),
        new Pair(FP16, FP32),
        new Pair(FP16, S32),
        new Pair(FP16, S16),
        new Pair(FP16, S8),
        new Pair(FP16, U8),
        new Pair(FP16, E4M3),
        new Pair(FP16, E5M2),
        new Pair(BF16, FP32),
        new Pair(BF16, FP16),
        new Pair(BF16, S32),
        new Pair(BF16, E4M3),
        new Pair(BF16, E5M2),
        new Pair(U8, FP16),
        new Pair(U8, U16),
        new Pair(U8, U32),
        new Pair(S8, FP16),
        new Pair(S8, S16),
        new Pair(S8, S32),
        new Pair(U16, U8),
        new Pair(U16, U32),
        new Pair(S16, FP16),
        new Pair(S16, FP32),
        new Pair(S16, U8),
        new Pair(S16, U32),
        new Pair(S16, S32),
        new Pair(U32, U8),
        new Pair(U32, U16),
        new Pair(U32, S16),
        new Pair(S32, FP32),
        new Pair(S32, U8),
        new Pair(S32, U16),
        new Pair(S32, S16),
        new Pair(S32, S64),
        new Pair(S64, FP32),
        new Pair(S64, S32),
        new Pair(E4M3, FP32),
        new Pair(E5M2, FP32));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void convertsEveryPairInEveryMode(Pair pair) {
    TestState state = new TestState(pair.hashCode());
    int ratio =
        Math.max(pair.from.bytes(), pair.to.bytes()) / Math.min(pair.from.bytes(), pair.to.bytes());
    for (Rounding rounding : Rounding.values()) {
      for (int part = 0; part < ratio; part++) {
        for (int variant = 0; variant < 4; variant++) {
          check(state, pair, rounding, part, variant % 2 == 1, variant / 2 == 1);
        }
      }
    }
  }

  private static void check(
      TestState state, Pair pair, Rounding rounding, int part, boolean saturate, boolean merging) {
    state.shuffle(pair.from);
    int destination = state.register();
    int source = state.register();
    int mask = state.predicate();
    int from = pair.from.bytes();
    int to = pair.to.bytes();
    byte[] expected = new byte[256];
    for (int i = 0; i < 256 / to; i++) {
      // The source lane of target lane i, by the table of spec/11, 5.1; -1 when none addresses it.
      int lane =
          to > from
              ? i * (to / from) + part
              : to == from ? i : i % (from / to) == part ? i / (from / to) : -1;
      if (lane >= 0 && state.active(mask, lane, from)) {
        TestState.put(expected, i * to, to, convert(state, source, lane, pair, rounding, saturate));
      } else if (lane >= 0 && merging) {
        TestState.put(expected, i * to, to, state.lane(destination, i, to));
      }
    }
    Map<String, Integer> fields = fields(pair.from, pair.to, rounding, saturate);
    fields.put("vd", destination / 256);
    fields.put("va", source / 256);
    fields.put("pg", mask / 4);
    fields.put("part", part);
    fields.put("mrg", merging ? 1 : 0);
    state.execute("vcvt", fields, 0);
    state.expectRegister(
        pair + " " + rounding + " " + part + " " + saturate, destination, expected);
  }

  private static Map<String, Integer> fields(
      DataType from, DataType to, Rounding rounding, boolean saturate) {
    Map<String, Integer> fields = new HashMap<>();
    fields.put("dt", from.code());
    fields.put("dt2", to.code());
    fields.put("m3", code(rounding));
    fields.put("sat", saturate ? 1 : 0);
    return fields;
  }

  private static int code(Rounding rounding) {
    return switch (rounding) {
      case NEAREST_EVEN -> 1;
      case TO_ZERO -> 2;
      case DOWN -> 3;
      case UP -> 4;
      case NEAREST_AWAY -> 5;
      case NEAREST_TO_ZERO -> 7;
      case TO_ODD -> 6;
    };
  }

  private static long convert(
      TestState state, int source, int lane, Pair pair, Rounding rounding, boolean saturate) {
    boolean signed = pair.to.name().startsWith("S");
    if (pair.from.isFloat()) {
      double value = state.number(pair.from, source, lane);
      return pair.to.isFloat()
          ? encode(pair.to, value, rounding, saturate)
          : ReferenceInteger.fromFloat(value, rounding, saturate, pair.to.bits(), signed);
    }
    BigInteger value = BigInteger.valueOf(state.integer(pair.from, source, lane));
    return switch (pair.to) {
      case FP32 -> ReferenceInteger.toBinary32(value, rounding);
      case FP16 ->
          ReferenceFormat.BINARY16.encode(
              new BigDecimal(value), value.signum() < 0, rounding, saturate);
      default ->
          saturate
              ? ReferenceInteger.clamp(value, pair.to.bits(), signed)
              : ReferenceInteger.cut(value, pair.to.bits(), signed);
    };
  }

  static int encode(DataType type, double value, Rounding rounding, boolean saturate) {
    return switch (type) {
      case FP32 -> Double.isNaN(value) ? 0x7FC00000 : Float.floatToRawIntBits((float) value);
      case FP16 -> ReferenceFormat.BINARY16.encode(value, rounding, saturate);
      case BF16 -> ReferenceFormat.BFLOAT16.encode(value, rounding, saturate);
      case E4M3 -> ReferenceFormat.E4M3.encode(value, rounding, saturate);
      case E5M2 -> ReferenceFormat.E5M2.encode(value, rounding, saturate);
      default -> throw new IllegalArgumentException();
    };
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void convertsConsecutiveLanes(Pair pair) {
    TestState state = new TestState(pair.hashCode() + 1);
    for (Rounding rounding : Rounding.values()) {
      state.shuffle(pair.from);
      boolean saturate = state.random.nextBoolean();
      int destination = state.register();
      int source = state.register();
      byte[] expected = new byte[256];
      for (int i = 0; i < 256 / Math.max(pair.from.bytes(), pair.to.bytes()); i++) {
        long bits = convert(state, source, i, pair, rounding, saturate);
        TestState.put(expected, i * pair.to.bytes(), pair.to.bytes(), bits);
      }
      Instruction word =
          TestState.word(Profile.A2A3, "vconv", fields(pair.from, pair.to, rounding, saturate));
      OneWord.repeat(word, state.registers, destination, source, source);
      state.expectRegister(pair + " consecutive", destination, expected);
    }
  }

  @Test
  void roundingsOfWords() {
    for (org.ptoc.ir.isa.RoundingMode encoded : org.ptoc.ir.isa.RoundingMode.values()) {
      String expected =
          switch (encoded.spelling()) {
            case "DEFAULT", "R" -> "NEAREST_EVEN";
            case "H" -> "NEAREST_TO_ZERO";
            case "A" -> "NEAREST_AWAY";
            case "F" -> "DOWN";
            case "C" -> "UP";
            case "Z" -> "TO_ZERO";
            case "O" -> "TO_ODD";
            default -> "";
          };
      assertThat(NumberConversions.rounding(encoded, E4M3).name()).isEqualTo(expected);
    }
    assertThat(NumberConversions.rounding(org.ptoc.ir.isa.RoundingMode.HYBRID, DataType.HIF8))
        .isEqualTo(Rounding.NEAREST_EVEN);
  }

  @Test
  void theTableOfSaturation() {
    // float to integer, float to narrower float, integer to integer: SAT and NOSAT of spec/11, 5.3.
    assertThat(one(FP32, 0x7F800000L, S16, true)).isEqualTo(0x7FFF);
    assertThat(one(FP32, 0xFF800000L, S16, true)).isEqualTo(0x8000);
    assertThat(one(FP32, 0x7FC00000L, S16, true)).isZero();
    assertThat(one(FP32, 0x7F800000L, S16, false)).isEqualTo(0xFFFF);
    assertThat(one(FP32, 0xFF800000L, S16, false)).isZero();
    assertThat(one(FP32, 0x7F800000L, FP16, true)).isEqualTo(0x7BFF);
    assertThat(one(FP32, 0xFF800000L, FP16, true)).isEqualTo(0xFBFF);
    assertThat(one(FP32, 0xFFC00000L, FP16, true)).isZero();
    assertThat(one(FP32, 0x47800000L, FP16, false)).isEqualTo(0x7C00);
    assertThat(one(FP32, 0xFFC00001L, FP16, false)).isEqualTo(0x7E00);
    assertThat(one(S32, 0xFFFFFFFFL, U8, true)).isZero();
    assertThat(one(S32, 0xFFFFFFFFL, U8, false)).isEqualTo(0xFF);
    assertThat(one(FP32, 0x43E80001L, E4M3, false)).as("above 464").isEqualTo(0x7F);
    assertThat(one(FP32, 0xC3E80000L, E4M3, false)).as("464 ties to 448").isEqualTo(0xFE);
    assertThat(one(S16, 0xFFFFL, U32, false)).as("sign-extended").isEqualTo(0xFFFFFFFFL);
  }

  private static long one(DataType from, long bits, DataType to, boolean saturate) {
    TestState state = new TestState(1);
    TestState.put(state.registers, 256, from.bytes(), bits);
    state.predicates[0] = 1;
    Map<String, Integer> fields = fields(from, to, Rounding.NEAREST_EVEN, saturate);
    fields.put("va", 1);
    fields.put("pg", 0);
    state.execute("vcvt", fields, 0);
    return TestState.get(state.registers, 0, to.bytes());
  }

  @Test
  void roundsToIntegralValues() {
    TestState state = new TestState(2);
    for (DataType type : new DataType[] {FP32, FP16, BF16}) {
      for (Rounding rounding : Rounding.values()) {
        for (int variant = 0; variant < 4; variant++) {
          boolean merging = variant == 3;
          state.shuffle(type);
          int destination = state.register();
          int source = state.register();
          int mask = state.predicate();
          byte[] expected = new byte[256];
          for (int i = 0; i < Vectors.lanes(type); i++) {
            if (state.active(mask, i, type.bytes())) {
              double whole = integral(state.number(type, source, i), rounding);
              int bits = encode(type, whole, Rounding.NEAREST_EVEN, false);
              TestState.put(expected, i * type.bytes(), type.bytes(), bits);
            } else if (merging) {
              TestState.put(
                  expected,
                  i * type.bytes(),
                  type.bytes(),
                  state.lane(destination, i, type.bytes()));
            }
          }
          state.execute(
              "vtrc",
              Map.of(
                  "vd",
                  destination / 256,
                  "va",
                  source / 256,
                  "pg",
                  mask / 4,
                  "dt",
                  type.code(),
                  "m3",
                  code(rounding),
                  "mrg",
                  merging ? 1 : 0),
              0);
          state.expectRegister("vtrc " + type + rounding, destination, expected);
        }
      }
    }
  }

  private static double integral(double value, Rounding rounding) {
    if (Double.isNaN(value) || Double.isInfinite(value) || value == 0) {
      return value;
    }
    double whole = ReferenceInteger.round(new BigDecimal(value), rounding).doubleValue();
    return Math.copySign(whole, value);
  }

  @Test
  void knowsWhichTypesHaveCode() {
    assertThat(NumberConversions.hasLaneCode(DataType.HIF8)).isFalse();
    assertThat(NumberConversions.hasLaneCode(DataType.NONE)).isFalse();
    assertThat(NumberConversions.hasLaneCode(E4M3)).isTrue();
  }
}
