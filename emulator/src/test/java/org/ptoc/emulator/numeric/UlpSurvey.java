package org.ptoc.emulator.numeric;

import java.io.PrintStream;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.ptoc.emulator.lane.FloatFunctions;

/** Prints the largest error of exp, ln, sqrt and div in units in the last place; run by hand. */
final class UlpSurvey {
  private static final MathContext LONG = new MathContext(40, RoundingMode.HALF_EVEN);
  private static final BigDecimal LN_2 =
      new BigDecimal("0.6931471805599453094172321214581765680755001343602552541206800094933936");

  private UlpSurvey() {}

  public static void main(String[] arguments) {
    PrintStream out = System.out;
    out.println("f16 exp  " + survey16(Float16::exp, UlpSurvey::exp, -20, 12));
    out.println("f16 ln   " + survey16(Float16::ln, UlpSurvey::ln, 0, 70000));
    out.println("f16 sqrt " + survey16(UlpSurvey::squareRoot, x -> x.sqrt(LONG), 0, 70000));
    out.println("f32 exp  " + survey32(x -> Float32.exp(x), UlpSurvey::exp, true));
    out.println("f32 ln   " + survey32(x -> Float32.ln(x), UlpSurvey::ln, false));
    out.println("f32 sqrt " + survey32(x -> FloatFunctions.sqrt(x), x -> x.sqrt(LONG), false));
    out.println("f32 1/x  " + survey32(x -> 1 / x, x -> BigDecimal.ONE.divide(x, LONG), false));
  }

  private static int squareRoot(int bits) {
    return Float16.encode(FloatFunctions.sqrt(Float16.decode(bits)));
  }

  private interface Operation16 {
    int apply(int bits);
  }

  private interface Operation32 {
    float apply(float value);
  }

  private static double survey16(
      Operation16 actual, UnaryOperator<BigDecimal> exact, float low, float high) {
    double worst = 0;
    for (int bits = 0; bits < 0x10000; bits++) {
      float value = Float16.decode(bits);
      int result = actual.apply(bits);
      if (value > low && value < high && (result & 0x7FFF) < 0x7C00 && value != 0) {
        int magnitude = result & 0x7FFF;
        double unit = Math.scalb(1.0, Math.max(magnitude >> 10, 1) - 25);
        worst =
            Math.max(
                worst, error(exact.apply(new BigDecimal(value)), Float16.decode(result), unit));
      }
    }
    return worst;
  }

  private static double survey32(
      Operation32 actual, UnaryOperator<BigDecimal> exact, boolean small) {
    Random random = new Random(8);
    double worst = 0;
    for (int i = 0; i < 100_000; i++) {
      float value =
          small ? random.nextFloat() * 190 - 102 : Float.intBitsToFloat(random.nextInt(0x7F800000));
      float result = actual.apply(value);
      if (value != 0 && Float.isFinite(result)) {
        worst =
            Math.max(worst, error(exact.apply(new BigDecimal(value)), result, Math.ulp(result)));
      }
    }
    return worst;
  }

  private static double error(BigDecimal exact, double actual, double unit) {
    return exact
        .subtract(new BigDecimal(actual))
        .abs()
        .divide(new BigDecimal(unit), LONG)
        .doubleValue();
  }

  private static BigDecimal exp(BigDecimal x) {
    int halvings = 12;
    BigDecimal small = x.divide(new BigDecimal(1 << halvings), LONG);
    BigDecimal term = BigDecimal.ONE;
    BigDecimal sum = BigDecimal.ONE;
    for (int i = 1; i < 16; i++) {
      term = term.multiply(small, LONG).divide(new BigDecimal(i), LONG);
      sum = sum.add(term, LONG);
    }
    for (int i = 0; i < halvings; i++) {
      sum = sum.multiply(sum, LONG);
    }
    return sum;
  }

  private static BigDecimal ln(BigDecimal x) {
    int exponent = Math.getExponent(x.doubleValue());
    BigDecimal scaled = x.divide(new BigDecimal(Math.scalb(1.0, exponent)), LONG);
    BigDecimal ratio = scaled.subtract(BigDecimal.ONE).divide(scaled.add(BigDecimal.ONE), LONG);
    BigDecimal square = ratio.multiply(ratio, LONG);
    BigDecimal power = ratio;
    BigDecimal sum = BigDecimal.ZERO;
    for (int i = 1; i < 90; i += 2) {
      sum = sum.add(power.divide(new BigDecimal(i), LONG), LONG);
      power = power.multiply(square, LONG);
    }
    return sum.multiply(BigDecimal.TWO).add(LN_2.multiply(new BigDecimal(exponent)), LONG);
  }
}
