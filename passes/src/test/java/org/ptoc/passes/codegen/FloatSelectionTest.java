package org.ptoc.passes.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.codegen.emit.KernelCode;
import org.ptoc.passes.codegen.emit.MachineListing;

/** Float operations that are composed of several instructions (spec/00, 5). */
class FloatSelectionTest {
  private static final long OUT = 0x1000;
  private static final float[] NUMBERS = {
    0f,
    -0f,
    1f,
    -1f,
    2.5f,
    255.9f,
    4e9f,
    9.3e18f,
    1.9e19f,
    -3e9f,
    Float.POSITIVE_INFINITY,
    Float.NEGATIVE_INFINITY,
    Float.NaN
  };

  /** The i64 that a kernel stores for two arguments. */
  private static KernelCode kernel(ElementType type, BiFunction<TestIr, List<Value>, Value> body) {
    Value out = new Value(TestIr.GM_I64, "out");
    Value a = new Value(type, "a");
    Value b = new Value(type, "b");
    return Compiled.compile(
        TestIr.function(
            List.of(out, a, b),
            ir -> {
              Value result = body.apply(ir, List.of(a, b));
              ir.effect("pto.store_scalar", Attributes.EMPTY, widen(ir, result), out, ir.index(0));
            }));
  }

  private static Value widen(TestIr ir, Value value) {
    return switch ((ElementType) value.type()) {
      case F32 ->
          ir.value(
              "arith.extui", ElementType.I64, ir.value("arith.bitcast", ElementType.I32, value));
      case I64 -> value;
      default -> ir.value("arith.extui", ElementType.I64, value);
    };
  }

  private static long run(KernelCode code, float a, float b) {
    return run(code, bits(a), bits(b));
  }

  private static long bits(float number) {
    return Integer.toUnsignedLong(Float.floatToRawIntBits(number));
  }

  private static long run(KernelCode code, long a, long b) {
    Map<Long, Long> memory = WordInterpreter.run(code.words(), OUT, a, b);
    return memory.get(OUT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une",
        "uno", "true", "false"
      })
  void comparesWithEveryPredicate(String predicate) {
    Attributes attributes = Attributes.of(AttributeName.PREDICATE, new Attribute.Text(predicate));
    KernelCode code =
        kernel(
            ElementType.F32,
            (ir, in) -> ir.value("arith.cmpf", ElementType.I1, attributes, in.get(0), in.get(1)));
    for (float a : NUMBERS) {
      for (float b : NUMBERS) {
        assertThat(run(code, a, b) != 0)
            .as("%s %s %s", a, predicate, b)
            .isEqualTo(holds(predicate, a, b));
      }
    }
  }

  @Test
  void signExtendsComparisonsThatAlwaysHold() {
    Attributes always = Attributes.of(AttributeName.PREDICATE, new Attribute.Text("true"));
    KernelCode code =
        kernel(
            ElementType.F32,
            (ir, in) ->
                ir.value(
                    "arith.extsi",
                    ElementType.I64,
                    ir.value("arith.cmpf", ElementType.I1, always, in.get(0), in.get(1))));
    assertThat(run(code, 1f, 2f)).isEqualTo(-1);
  }

  private static boolean holds(String predicate, float a, float b) {
    boolean unordered = Float.isNaN(a) || Float.isNaN(b);
    return switch (predicate) {
      case "ord" -> !unordered;
      case "uno" -> unordered;
      case "true" -> true;
      case "false" -> false;
      default ->
          unordered
              ? predicate.startsWith("u")
              : switch (predicate.substring(1)) {
                case "eq" -> a == b;
                case "ne" -> a != b;
                case "gt" -> a > b;
                case "ge" -> a >= b;
                case "lt" -> a < b;
                default -> a <= b;
              };
    };
  }

  @ParameterizedTest
  @CsvSource({"maxnumf", "minnumf", "maximumf", "minimumf"})
  void extremaTreatNanAsNamed(String name) {
    KernelCode code =
        kernel(
            ElementType.F32,
            (ir, in) -> ir.value("arith." + name, ElementType.F32, in.get(0), in.get(1)));
    for (float a : NUMBERS) {
      for (float b : NUMBERS) {
        float expected = name.startsWith("max") ? Math.max(a, b) : Math.min(a, b);
        if (name.endsWith("numf") && Float.isNaN(expected)) {
          expected = Float.isNaN(a) ? b : a;
        }
        float actual = Float.intBitsToFloat((int) run(code, a, b));
        assertThat(Float.compare(actual, expected))
            .as("%s(%s, %s) = %s", name, a, b, actual)
            .isZero();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"I8", "I16", "I32", "I64"})
  void floatsBecomeUnsignedNumbersWithSaturation(ElementType type) {
    KernelCode code =
        kernel(ElementType.F32, (ir, in) -> ir.value("arith.fptoui", type, in.get(0)));
    for (float a : NUMBERS) {
      if (!Float.isNaN(a)) {
        assertThat(run(code, a, 0)).as("%s to u%s", a, type).isEqualTo(unsigned(a, type.bits()));
      }
    }
  }

  private static long unsigned(float value, int bits) {
    if (bits == 64) {
      return new BigDecimal(Math.clamp((double) value, 0, 1.9e19))
          .toBigInteger()
          .min(BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE))
          .longValue();
    }
    return (long) Math.clamp((double) value, 0, (1L << bits) - 1);
  }

  @ParameterizedTest
  @CsvSource({"I8", "I16", "I32", "I64"})
  void unsignedNumbersBecomeFloats(ElementType type) {
    KernelCode code =
        kernel(type, (ir, in) -> ir.value("arith.uitofp", ElementType.F32, in.get(0)));
    long[] numbers = {
      0,
      1,
      127,
      128,
      255,
      65_535,
      0x7FFF_FFFF,
      0xFFFF_FFFFL,
      Long.MAX_VALUE,
      Long.MIN_VALUE,
      -1,
      -257
    };
    for (long number : numbers) {
      long unsigned = Reference.zeroExtend(number, type.bits());
      float expected = new BigInteger(Long.toUnsignedString(unsigned)).floatValue();
      long argument = Reference.signExtend(number, type.bits());
      assertThat(Float.intBitsToFloat((int) run(code, argument, 0)))
          .as("%s", unsigned)
          .isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @CsvSource({"I8", "I16", "I32", "I64"})
  void signedNumbersBecomeFloatsAndBack(ElementType type) {
    KernelCode code =
        kernel(
            type,
            (ir, in) ->
                ir.value(
                    "arith.fptosi", type, ir.value("arith.sitofp", ElementType.F32, in.get(0))));
    for (long number : new long[] {0, 1, -1, 100, -128}) {
      assertThat(Reference.signExtend(run(code, number, 0), type.bits())).isEqualTo(number);
    }
  }

  @ParameterizedTest
  @CsvSource({"F16, F32", "BF16, F32", "F32, F16", "F32, BF16"})
  void floatWidthsHaveConversionWords(ElementType from, ElementType to) {
    String name = from.bits() < to.bits() ? "arith.extf" : "arith.truncf";
    Value out = new Value(TestIr.GM_I64, "out");
    Value a = new Value(from, "a");
    KernelCode code =
        Compiled.compile(
            TestIr.function(
                List.of(out, a),
                ir -> {
                  Value converted = ir.value(name, to, a);
                  ElementType bits = ElementType.signless(to.bits());
                  Value stored = widen(ir, ir.value("arith.bitcast", bits, converted));
                  ir.effect("pto.store_scalar", Attributes.EMPTY, stored, out, ir.index(0));
                }));
    assertThat(MachineListing.text(code))
        .contains("cvt." + from.spelling() + "." + to.spelling() + " ");
  }
}
