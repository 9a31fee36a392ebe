package org.ptoc.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.function.BiPredicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;

/**
 * Results of A2/A3 words that are compiled, against what Java gives for the same numbers, on each
 * engine.
 */
class RepeatValueTest {
  private static final float[] NUMBERS = {
    0,
    -0f,
    1,
    -1,
    Float.NaN,
    Float.POSITIVE_INFINITY,
    Float.NEGATIVE_INFINITY,
    Float.MIN_VALUE,
    -Float.MIN_VALUE,
    Float.MAX_VALUE,
    -Float.MAX_VALUE,
    1.5f,
    2,
    -2,
    65504,
    0x1p-24f
  };
  private static final int REPEATS = 8;
  private static final int BYTES = REPEATS * 256;

  /**
   * Runs a word with X10 and X11 at the inputs and X12 at the result, and gives the bytes from
   * there on.
   */
  private static byte[] run(Engine engine, String words, byte[] first, byte[] second) {
    String text =
        "movi X10, 0\nmovi X11, 8192\nmovi X12, 16384\nconst X20, "
            + (1L << 4 | (long) BYTES / 32 << 16)
            + "\n"
            + "gm_to_ub.f32 X10, X0, X20\ngm_to_ub.f32 X11, X1, X20\n"
            + words
            + "\nub_to_gm.f32 X2, X12, X20\nend\n";
    TestKernel kernel =
        TestKernel.a2a3(text, ParameterKind.POINTER, ParameterKind.POINTER, ParameterKind.POINTER);
    if (!(LoadedKernel.load(kernel, engine) instanceof LoadedKernel.Loaded(LoadedKernel loaded))) {
      throw new AssertionError(words + " is no program");
    }
    List<Argument> arguments =
        List.of(
            new Argument.Buffer(first),
            new Argument.Buffer(second),
            new Argument.Buffer(new byte[BYTES]));
    if (!(loaded.run(loaded.launch(arguments)) instanceof RunResult.Completed completed)) {
      throw new AssertionError(words + " has not completed");
    }
    if (engine != Engine.INTERPRET) {
      assertThat(loaded.engineLog()).anyMatch(line -> line.contains(": compiled"));
    }
    return completed.buffers().get(2);
  }

  private static String binary() {
    ConfigurationWord bin = ConfigurationWord.BIN;
    long word = ConfigurationValues.set(bin, 0, ConfigurationField.REPEAT, REPEATS);
    for (String operand : List.of("destination", "first", "second")) {
      word =
          ConfigurationValues.set(
              bin,
              ConfigurationValues.set(bin, word, ConfigurationField.of(operand + "Block"), 1),
              ConfigurationField.of(operand + "Repeat"),
              8);
    }
    return "const X15, " + word + "\n";
  }

  private static String unary(int destinationRepeat) {
    ConfigurationWord una = ConfigurationWord.UNA;
    long word =
        ConfigurationValues.set(
            una,
            ConfigurationValues.set(
                una,
                ConfigurationValues.set(una, 0, ConfigurationField.REPEAT, REPEATS),
                ConfigurationField.DESTINATION_BLOCK,
                1),
            ConfigurationField.FIRST_BLOCK,
            1);
    word =
        ConfigurationValues.set(
            una,
            ConfigurationValues.set(
                una, word, ConfigurationField.DESTINATION_REPEAT, destinationRepeat),
            ConfigurationField.FIRST_REPEAT,
            8);
    return "const X15, " + word + "\n";
  }

  private static BiPredicate<Float, Float> predicate(Comparison comparison) {
    return switch (comparison) {
      case EQ -> (a, b) -> a.floatValue() == b.floatValue();
      case NE -> (a, b) -> a.floatValue() != b.floatValue();
      case LT -> (a, b) -> a < b;
      case LE -> (a, b) -> a <= b;
      case GT -> (a, b) -> a > b;
      case GE -> (a, b) -> a >= b;
    };
  }

  private static float number(int i) {
    return NUMBERS[i % NUMBERS.length];
  }

  @ParameterizedTest
  @EnumSource(names = {"INTERPRET", "JIT", "VECTOR"})
  void comparesOfFloats(Engine engine) {
    float[] a = new float[BYTES / 4];
    float[] b = new float[BYTES / 4];
    for (int i = 0; i < a.length; i++) {
      a[i] = number(i);
      b[i] = number(i / NUMBERS.length);
    }
    for (Comparison comparison : Comparison.values()) {
      byte[] bits =
          run(
              engine,
              binary() + "vcmpv.f32 X12, X10, X11, X15, " + comparison.name(),
              Data.floats(a),
              Data.floats(b));
      for (int i = 0; i < a.length; i++) {
        assertThat(bits[i / 8] >>> i % 8 & 1)
            .as(a[i] + " " + comparison + " " + b[i])
            .isEqualTo(predicate(comparison).test(a[i], b[i]) ? 1 : 0);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"INTERPRET", "JIT", "VECTOR"})
  void comparesOfHalvesWithAScalar(Engine engine) {
    byte[] a = new byte[BYTES];
    for (int i = 0; i < a.length / 2; i++) {
      int bits = Float.floatToFloat16(number(i)) & 0xFFFF;
      a[2 * i] = (byte) bits;
      a[2 * i + 1] = (byte) (bits >> 8);
    }
    for (Comparison comparison : Comparison.values()) {
      for (float number : NUMBERS) {
        float scalar = Float.float16ToFloat(Float.floatToFloat16(number));
        String words =
            "movi X11, "
                + (Float.floatToFloat16(number) & 0xFFFF)
                + "\n"
                + unary(8)
                + "vcmpvs.f16 X12, X10, X11, X15, "
                + comparison.name();
        byte[] bits = run(engine, words, a, new byte[BYTES]);
        for (int i = 0; i < a.length / 2; i++) {
          float lane = Float.float16ToFloat(Float.floatToFloat16(number(i)));
          assertThat(bits[i / 8] >>> i % 8 & 1)
              .as(lane + " " + comparison + " " + scalar)
              .isEqualTo(predicate(comparison).test(lane, scalar) ? 1 : 0);
        }
      }
    }
  }

  /**
   * A tie goes to the even neighbour; what is above the range becomes infinite, or with saturation
   * stays finite.
   */
  @ParameterizedTest
  @EnumSource(names = {"INTERPRET", "JIT", "VECTOR"})
  void floatsBecomeBfloat16(Engine engine) {
    int[] bits = {
      0x3F80_0000,
      0x3F80_8000,
      0x3F81_8000,
      0x3F80_8001,
      0xBF80_8000,
      0x7F7F_FFFF,
      0xFF80_0000,
      0x7F80_0001,
      0x8000_0000,
      0x0000_8001,
      0xFFFF_FFFF
    };
    int[] nearest = {
      0x3F80, 0x3F80, 0x3F82, 0x3F81, 0xBF80, 0x7F80, 0xFF80, 0x7FC0, 0x8000, 0x0001, 0x7FC0
    };
    int[] saturated = {
      0x3F80, 0x3F80, 0x3F82, 0x3F81, 0xBF80, 0x7F7F, 0xFF7F, 0, 0x8000, 0x0001, 0
    };
    byte[] data = Arrays.copyOf(Data.ints(bits), BYTES);
    assertHalves(run(engine, unary(4) + "vconv.f32.bf16 X12, X10, X15, R", data, data), nearest);
    assertHalves(
        run(engine, unary(4) + "vconv.f32.bf16 X12, X10, X15, R, SAT", data, data), saturated);
  }

  /**
   * The low bits are kept unless the word saturates; CTRL bits 60 and 59 override what the word
   * says.
   */
  @ParameterizedTest
  @EnumSource(names = {"INTERPRET", "JIT", "VECTOR"})
  void integersSaturateAsTheWordOrTheControlRegisterSays(Engine engine) {
    byte[] data = Arrays.copyOf(Data.ints(new int[] {1, -1, 32768, -32769, 0x12345678}), BYTES);
    int[] cut = {1, 0xFFFF, 0x8000, 0x7FFF, 0x5678};
    int[] saturated = {1, 0xFFFF, 0x7FFF, 0x8000, 0x7FFF};
    String word = "vconv.i32.i16 X12, X10, X15";
    assertHalves(run(engine, unary(4) + word, data, data), cut);
    assertHalves(run(engine, unary(4) + word + ", SAT", data, data), saturated);
    String override = "spr_bit_hi CTRL, 28, 1\n";
    assertHalves(run(engine, override + unary(4) + word, data, data), saturated);
    assertHalves(
        run(engine, override + "spr_bit_hi CTRL, 27, 1\n" + unary(4) + word + ", SAT", data, data),
        cut);
  }

  private static void assertHalves(byte[] result, int[] expected) {
    for (int i = 0; i < expected.length; i++) {
      assertThat(result[2 * i] & 0xFF | (result[2 * i + 1] & 0xFF) << 8)
          .as("lane " + i)
          .isEqualTo(expected[i]);
    }
  }
}
