package org.ptoc.emulator.unit;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ptoc.emulator.interpreter.OneWord;
import org.ptoc.emulator.numeric.Rounding;
import org.ptoc.ir.isa.BorrowPolarity;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.IndexOrder;

/** Carries, long products, comparisons and numbers of lanes in unbounded arithmetic. */
class WideArithmeticTest {
  private static final int ROUNDS = 60;
  private static final BigInteger TWO_32 = BigInteger.TWO.pow(32);

  @ParameterizedTest
  @EnumSource(
      value = DataType.class,
      names = {"S32", "U32"})
  void longProducts(DataType type) {
    TestState state = new TestState(40);
    for (int round = 0; round < ROUNDS; round++) {
      state.shuffle(type);
      int low = state.register();
      int high = state.registerExcept(low);
      int a = state.register();
      int b = state.register();
      int mask = state.predicate();
      byte[] lows = new byte[256];
      byte[] highs = new byte[256];
      for (int i = 0; i < 64; i++) {
        if (state.active(mask, i, 4)) {
          BigInteger product =
              BigInteger.valueOf(state.integer(type, a, i))
                  .multiply(BigInteger.valueOf(state.integer(type, b, i)));
          TestState.put(lows, 4 * i, 4, product.mod(TWO_32).longValue());
          TestState.put(highs, 4 * i, 4, product.shiftRight(32).longValue());
        }
      }
      state.execute(
          "vmull",
          Map.of(
              "vd",
              low / 256,
              "vc",
              high / 256,
              "va",
              a / 256,
              "vb",
              b / 256,
              "pg",
              mask / 4,
              "dt",
              type.code()),
          0);
      state.expectRegisters("vmull " + type, new int[] {low, high}, lows, highs);
    }
  }

  private static Map<String, Integer> carry(
      int destination, int out, int a, int b, int in, int mask, BorrowPolarity polarity) {
    Map<String, Integer> fields = new HashMap<>();
    fields.put("vd", destination / 256);
    fields.put("pd", out / 4);
    fields.put("va", a / 256);
    fields.put("vb", b / 256);
    fields.put("vc", in / 4);
    fields.put("pg", mask / 4);
    fields.put("dt", DataType.S32.code());
    fields.put("ord", polarity.code());
    return fields;
  }

  @ParameterizedTest
  @ValueSource(strings = {"vaddc", "vaddcs", "vsubc", "vsubcs"})
  void carries(String operation) {
    TestState state = new TestState(41);
    boolean subtract = operation.startsWith("vsub");
    boolean chained = operation.endsWith("s");
    for (int round = 0; round < ROUNDS; round++) {
      BorrowPolarity polarity = BorrowPolarity.values()[round % 2];
      boolean inverted = subtract && polarity == BorrowPolarity.NO_BORROW;
      state.shuffle(DataType.U32);
      int destination = state.register();
      int a = state.register();
      int b = state.register();
      int mask = state.predicate();
      int in = state.predicate();
      int out = state.predicate();
      byte[] expected = new byte[256];
      boolean[] carries = new boolean[256];
      for (int i = 0; i < 64; i++) {
        if (state.active(mask, i, 4)) {
          long carry = chained && state.active(in, i, 4) != inverted ? 1 : 0;
          long right = state.integer(DataType.U32, b, i) + carry;
          long result = state.integer(DataType.U32, a, i) + (subtract ? -right : right);
          TestState.put(expected, 4 * i, 4, result);
          carries[4 * i] = (result < 0 || result > 0xFFFF_FFFFL) != inverted;
        }
      }
      state.execute(operation, carry(destination, out, a, b, in, mask, polarity), 0);
      state.expectRegister(operation + " " + polarity, destination, expected);
      state.expectPredicate(operation + " " + polarity, out, carries);
    }
  }

  @Test
  void publicGoldenOfSubtractWithCarry() {
    // All-true carry-in under the no-borrow polarity: lhs - rhs, and 1 where nothing was borrowed.
    TestState state = new TestState(42);
    TestState.put(state.registers, 256, 8, 5L | 3L << 32);
    TestState.put(state.registers, 512, 8, 3L | 5L << 32);
    Arrays.fill(state.predicates, 0x1111_1111_1111_1111L);
    state.execute("vsubcs", carry(0, 4, 256, 512, 0, 8, BorrowPolarity.NO_BORROW), 0);
    assertThat(TestState.get(state.registers, 0, 8)).isEqualTo(2L | 0xFFFF_FFFEL << 32);
    assertThat(state.predicates[4] & 0xFF).isEqualTo(0x01);
  }

  @ParameterizedTest
  @EnumSource(
      value = DataType.class,
      names = {"FP32", "FP16", "BF16", "S32", "S16", "S8", "U32", "U16", "U8"})
  void comparisons(DataType type) {
    TestState state = new TestState(43);
    int width = type.bytes();
    for (int round = 0; round < ROUNDS; round++) {
      Comparison comparison = Comparison.values()[round % 6];
      boolean scalar = round % 2 == 0;
      state.shuffle(type);
      int a = state.register();
      int b = state.register();
      int mask = state.predicate();
      int result = state.predicate();
      long bits = state.lane(a, state.random.nextInt(256 / width), width);
      long noise = width == 4 ? state.random.nextLong() << 32 : 0;
      boolean[] expected = new boolean[256];
      for (int i = 0; i < 256 / width; i++) {
        long right = scalar ? bits : state.lane(b, i, width);
        expected[i * width] =
            state.active(mask, i, width) && holds(type, comparison, state.lane(a, i, width), right);
      }
      state.execute(
          scalar ? "vcmps" : "vcmp",
          Map.of(
              "pd",
              result / 4,
              "va",
              a / 256,
              "vb",
              scalar ? OneWord.SCALAR : b / 256,
              "pg",
              mask / 4,
              "dt",
              type.code(),
              "m3",
              comparison.code()),
          bits | noise);
      state.expectPredicate(type + " " + comparison, result, expected);
      assertThat(state.registers).isEqualTo(state.registersBefore);
    }
  }

  private static boolean holds(DataType type, Comparison comparison, long a, long b) {
    double x = number(type, a);
    double y = number(type, b);
    return switch (comparison) {
      case EQ -> x == y;
      case NE -> x != y;
      case LT -> x < y;
      case GT -> x > y;
      case LE -> x <= y;
      case GE -> x >= y;
    };
  }

  /** 32-bit integers are exact in double. */
  private static double number(DataType type, long bits) {
    if (type.isFloat()) {
      return TestState.number(type, bits);
    }
    boolean negative = type.name().startsWith("S") && bits >> type.bits() - 1 == 1;
    return negative ? bits - Math.pow(2, type.bits()) : bits;
  }

  @ParameterizedTest
  @EnumSource(
      value = DataType.class,
      names = {"FP32", "FP16", "BF16", "S32", "S16", "S8", "U32", "U16", "U8"})
  void indices(DataType type) {
    TestState state = new TestState(21);
    int width = type.bytes();
    for (int round = 0; round < ROUNDS; round++) {
      for (IndexOrder order : IndexOrder.values()) {
        state.shuffle(type);
        int destination = state.register();
        long base = state.randomBits(type) & -1L >>> 64 - type.bits();
        byte[] expected = new byte[256];
        for (int i = 0; i < 256 / width; i++) {
          int step = order == IndexOrder.ASC ? i : -i;
          TestState.put(
              expected,
              i * width,
              width,
              type.isFloat()
                  ? ConversionsTest.encode(
                      type, TestState.number(type, base) + step, Rounding.NEAREST_EVEN, false)
                  : base + step);
        }
        state.execute(
            "vci",
            Map.of(
                "vd",
                destination / 256,
                "vb",
                OneWord.SCALAR,
                "dt",
                type.code(),
                "ord",
                order.code()),
            base);
        state.expectRegister("vci " + type + " " + Long.toHexString(base), destination, expected);
      }
    }
  }

  @Test
  void indicesOfSignedBytesWrap() {
    TestState state = new TestState(22);
    state.execute("vci", Map.of("vb", OneWord.SCALAR, "dt", DataType.S8.code()), 0);
    assertThat(new byte[] {state.registers[127], state.registers[128], state.registers[255]})
        .containsExactly(127, -128, -1);
  }
}
