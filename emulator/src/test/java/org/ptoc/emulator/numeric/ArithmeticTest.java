package org.ptoc.emulator.numeric;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Random;
import java.util.function.BinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.ptoc.emulator.lane.FloatFunctions;

/**
 * Half-precision arithmetic against exact decimal arithmetic rounded by {@link ReferenceFormat}.
 */
class ArithmeticTest {
  private static final MathContext LONG = new MathContext(60, RoundingMode.HALF_EVEN);
  private static final int[] EDGES = {
    0, 0x8000, 1, 0x8001, 0x3FF, 0x400, 0x83FF, 0x8400, 0x3C00, 0x3C01, 0xBC00, 0x7BFF, 0xFBFF,
    0x7C00, 0xFC00, 0x7C01, 0x7E00, 0xFE00, 0xFFFF, 0x7F7F, 0x7F80, 0xFF80, 0x7F81, 0x80, 0x7F,
    0x3F80, 0x3F81, 0x6C00, 0x0C00
  };
  private final Random random = new Random(3);

  private interface Operation {
    float apply(float x, float y);
  }

  /** A function as the loops over lanes compute it: on decoded operands, rounded to the format. */
  private static IntBinaryOperator half(Operation operation) {
    return (a, b) -> Float16.encode(operation.apply(Float16.decode(a), Float16.decode(b)));
  }

  private static IntBinaryOperator brain(Operation operation) {
    return (a, b) -> BFloat16.encode(operation.apply(BFloat16.decode(a), BFloat16.decode(b)));
  }

  private static int squareRoot(int a) {
    return Float16.encode(FloatFunctions.sqrt(Float16.decode(a)));
  }

  @Test
  void sumsDifferencesAndProductsAreRoundedOnce() {
    check(ReferenceFormat.BINARY16, Float16::add, BigDecimal::add, (a, b) -> a + b);
    check(
        ReferenceFormat.BINARY16, half(FloatFunctions::sub), BigDecimal::subtract, (a, b) -> a - b);
    check(
        ReferenceFormat.BINARY16, half(FloatFunctions::mul), BigDecimal::multiply, (a, b) -> a * b);
    check(ReferenceFormat.BFLOAT16, BFloat16::add, BigDecimal::add, (a, b) -> a + b);
    check(
        ReferenceFormat.BFLOAT16,
        brain(FloatFunctions::sub),
        BigDecimal::subtract,
        (a, b) -> a - b);
    check(
        ReferenceFormat.BFLOAT16,
        brain(FloatFunctions::mul),
        BigDecimal::multiply,
        (a, b) -> a * b);
  }

  @Test
  void quotientsAreRoundedOnce() {
    check(
        ReferenceFormat.BINARY16,
        half(FloatFunctions::div),
        (a, b) -> a.divide(b, LONG),
        (a, b) -> a / b);
  }

  @Test
  void fusedMultiplyAddIsRoundedOnce() {
    for (int i = 0; i < 20_000; i++) {
      int a = operand();
      int b = operand();
      int c = operand();
      checkFma(ReferenceFormat.BINARY16, a, b, c, Float16.fma(a, b, c));
      checkFma(ReferenceFormat.BFLOAT16, a, b, c, BFloat16.fma(a, b, c));
      int near =
          ReferenceFormat.BFLOAT16.encode(
              -ReferenceFormat.BFLOAT16.decode(a) * ReferenceFormat.BFLOAT16.decode(b),
              Rounding.NEAREST_EVEN,
              false);
      checkFma(ReferenceFormat.BFLOAT16, a, b, near, BFloat16.fma(a, b, near));
    }
    // 1.0078125 * 1.0078125 is half way between two bfloat16 values but for a summand far below
    // double precision.
    assertThat(BFloat16.fma(0x3F81, 0x3FC0, 0x0080))
        .isEqualTo(fma(ReferenceFormat.BFLOAT16, 0x3F81, 0x3FC0, 0x0080));
    assertThat(BFloat16.fma(0x3F81, 0x3FC0, 0x8080))
        .isEqualTo(fma(ReferenceFormat.BFLOAT16, 0x3F81, 0x3FC0, 0x8080));
    assertThat(fma(ReferenceFormat.BFLOAT16, 0x3F81, 0x3FC0, 0x0080))
        .isNotEqualTo(fma(ReferenceFormat.BFLOAT16, 0x3F81, 0x3FC0, 0x8080));
  }

  @Test
  void rootsAreCorrectlyRounded() {
    for (int a = 0; a < 0x7C00; a++) {
      BigDecimal exact = new BigDecimal(ReferenceFormat.BINARY16.decode(a)).sqrt(LONG);
      assertThat(squareRoot(a))
          .isEqualTo(ReferenceFormat.BINARY16.encode(exact, false, Rounding.NEAREST_EVEN, false));
    }
    assertThat(squareRoot(0x8000)).isEqualTo(0x8000);
    assertThat(squareRoot(0x8001)).isEqualTo(0x7E00);
    assertThat(squareRoot(0xFC00)).isEqualTo(0x7E00);
    assertThat(squareRoot(0x7C00)).isEqualTo(0x7C00);
    assertThat(FloatFunctions.sqrt(2f)).isEqualTo(new BigDecimal(2).sqrt(LONG).floatValue());
  }

  @Test
  void exponentialAndLogarithmOfSpecials() {
    assertThat(
            new int[] {
              Float16.exp(0xFC00), Float16.exp(0x7C00), Float16.exp(0xFE01), Float16.exp(0x8000)
            })
        .containsExactly(0, 0x7C00, 0x7E00, 0x3C00);
    int[] arguments = {0, 0x8000, 0x8001, 0x7C00, 0xFC00};
    assertThat(IntStream.of(arguments).map(Float16::ln))
        .containsExactly(0xFC00, 0xFC00, 0x7E00, 0x7C00, 0x7E00);
    assertThat(Float16.exp(0x4C00)).as("e^16 overflows").isEqualTo(0x7C00);
    assertThat(Float16.exp(0xCC00)).as("e^-16 is subnormal").isEqualTo(2);
    assertThat(Float32.encode(Float32.ln(-1f))).isEqualTo(0x7FC00000);
    assertThat(Float32.exp(-100f))
        .as("subnormal")
        .isEqualTo((float) StrictMath.pow(Math.E, -100))
        .isPositive();
  }

  @Test
  void maximumAndMinimumOrderZerosAndSpreadNaN() {
    for (int a : EDGES) {
      for (int b : EDGES) {
        checkExtrema(ReferenceFormat.BINARY16, a, b, Float16.max(a, b), Float16.min(a, b));
        checkExtrema(ReferenceFormat.BFLOAT16, a, b, BFloat16.max(a, b), BFloat16.min(a, b));
      }
    }
  }

  private static void checkExtrema(ReferenceFormat format, int a, int b, int max, int min) {
    double x = format.decode(a);
    double y = format.decode(b);
    if (Double.isNaN(x) || Double.isNaN(y)) {
      assertThat(max).isEqualTo(format.nan);
      assertThat(min).isEqualTo(format.nan);
    } else {
      boolean aFirst = Double.compare(x, y) <= 0;
      assertThat(max).isEqualTo(aFirst ? b : a);
      assertThat(min).isEqualTo(aFirst ? a : b);
    }
  }

  private int operand() {
    return random.nextInt(4) == 0 ? EDGES[random.nextInt(EDGES.length)] : random.nextInt(0x10000);
  }

  private void check(
      ReferenceFormat format,
      IntBinaryOperator actual,
      BinaryOperator<BigDecimal> exact,
      DoubleOperation specials) {
    IntStream.range(0, 20_000)
        .forEach(
            i -> {
              int a = i < EDGES.length * EDGES.length ? EDGES[i / EDGES.length] : operand();
              int b = i < EDGES.length * EDGES.length ? EDGES[i % EDGES.length] : operand();
              int expected = expected(format, a, b, exact, specials);
              if (actual.applyAsInt(a, b) != expected) {
                assertThat(actual.applyAsInt(a, b)).as("%x %x", a, b).isEqualTo(expected);
              }
            });
  }

  @FunctionalInterface
  private interface DoubleOperation {
    double apply(double a, double b);
  }

  private static int expected(
      ReferenceFormat format,
      int a,
      int b,
      BinaryOperator<BigDecimal> exact,
      DoubleOperation specials) {
    double x = format.decode(a);
    double y = format.decode(b);
    double rough = specials.apply(x, y);
    if (Double.isNaN(rough) || Double.isInfinite(rough) || rough == 0) {
      return format.encode(rough, Rounding.NEAREST_EVEN, false);
    }
    if (Double.isInfinite(x) || Double.isInfinite(y)) {
      return format.encode(rough, Rounding.NEAREST_EVEN, false);
    }
    BigDecimal value = exact.apply(new BigDecimal(x), new BigDecimal(y));
    return format.encode(value, value.signum() < 0, Rounding.NEAREST_EVEN, false);
  }

  private static void checkFma(ReferenceFormat format, int a, int b, int c, int actual) {
    int expected = fma(format, a, b, c);
    if (actual != expected) {
      assertThat(actual).as("%x %x %x", a, b, c).isEqualTo(expected);
    }
  }

  private static int fma(ReferenceFormat format, int a, int b, int c) {
    double x = format.decode(a);
    double y = format.decode(b);
    double z = format.decode(c);
    double rough = x * y + z;
    if (Double.isNaN(rough) || Double.isInfinite(rough)) {
      return format.encode(rough, Rounding.NEAREST_EVEN, false);
    }
    BigDecimal value = new BigDecimal(x).multiply(new BigDecimal(y)).add(new BigDecimal(z));
    if (value.signum() == 0) {
      return format.encode(rough, Rounding.NEAREST_EVEN, false);
    }
    return format.encode(value, value.signum() < 0, Rounding.NEAREST_EVEN, false);
  }
}
