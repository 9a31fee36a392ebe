package org.ptoc.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Flat loops on arrays of the element types give the bits of the interpreter. */
class ArrayLoopTest {
  private static final int ITERATIONS = 20;
  private static final int RESULT = 32_768;

  /**
   * The loads, the words and the store of a loop; operands are V0 and V1, the result is V3, the
   * mask P0.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "f32 f16: vcvt.f32.f16 V3, V0, P0, R, EVEN",
        "f16 f32: vcvt.f16.f32 V3, V0, EVEN",
        "f32 i32: vcvt.f32.i32 V3, V0, P0, R, SAT, EVEN",
        "f32 i32: vcvt.f32.i32 V3, V0, P0, F, EVEN",
        "f32 i32: vcvt.f32.i32 V3, V0, P0, C, SAT, EVEN",
        "f32 i32: vcvt.f32.i32 V3, V0, P0, Z, EVEN",
        "i32 f32: vcvt.i32.f32 V3, V0, P0, R, EVEN",
        "f32 f32: vtrc.f32 V3, V0, P0, R",
        "f32 f32: vtrc.f32 V3, V0, P0, F",
        "f32 f32: vtrc.f32 V3, V0, P0, C",
        "f32 f32: vadd.f32 V2, V0, V1, P0; vcvt.f32.i32 V2, V2, P0, R, SAT, EVEN; vcvt.i32.f32 V3,"
            + " V2, P0, R, EVEN",
        "f16 f16: vcvt.f16.f32 V2, V0, EVEN; vmuls.f32 V2, V2, X2, P0; vcvt.f32.f16 V3, V2, P0, R,"
            + " EVEN",
        "f16 f16: vcvt.f16.f32 V2, V0, EVEN; vcvt.f16.f32 V4, V1, EVEN; vadd.f32 V2, V2, V4;"
            + " vcvt.f32.f16 V3, V2, EVEN",
        "h f16: vadd.f16 V3, V0, V1, P0",
        "h f16: vsub.f16 V3, V0, V1, P0",
        "h f16: vmul.f16 V2, V0, V1, P0; vadd.f16 V3, V2, V1, P0",
        "h f16: vdiv.f16 V2, V0, V1, P0; vmul.f16 V3, V2, V2, P0",
        "h f16: vmax.f16 V2, V0, V1, P0; vmin.f16 V3, V2, V0, P0",
        "h f16: vadds.f16 V2, V0, X2, P0; vrelu.f16 V3, V2, P0",
        "h f16: vsqrt.f16 V2, V0, P0; vrec.f16 V3, V2, P0",
        "h f16: vaddrelu.f16 V2, V0, V1, P0; vsub.f16 V3, V2, V0, P0"
      })
  void arraysGiveTheSameBits(String loop) {
    String types = loop.substring(0, loop.indexOf(':'));
    String from = types.substring(0, types.indexOf(' ')).replace("h", "f16");
    String to = types.substring(types.indexOf(' ') + 1);
    boolean halves = types.startsWith("h ");
    int lanes = halves ? 128 : 64;
    List<String> words = List.of(loop.substring(loop.indexOf(':') + 2).split("; "));
    boolean two = words.stream().anyMatch(word -> word.contains("V1"));
    for (int count :
        List.of(
            lanes * ITERATIONS,
            lanes * (ITERATIONS - 1) + 1,
            lanes * (ITERATIONS - 1) + lanes / 2 + 3)) {
      String text = text(words, from, to, lanes, count, two);
      LoadedKernel compiled = load(text, Engine.JIT);
      LoadedKernel interpreted = load(text, Engine.INTERPRET);
      for (int seed = 0; seed < 4; seed++) {
        byte[] data = data(new Random(seed), from);
        assertThat(run(compiled, data)).as(text).isEqualTo(run(interpreted, data));
      }
      assertThat(compiled.engineLog()).as(text).allMatch(line -> line.contains("flattened on "));
    }
  }

  private static String text(
      List<String> words, String from, String to, int lanes, int count, boolean two) {
    boolean halves = lanes == 128;
    String load = from.equals("f16") && !halves ? "UNPK_B16" : "NORM";
    String store = halves ? "NORM_B16" : to.equals("f16") ? "PK_B32" : "NORM_B32";
    String second = two ? "vlds." + from + " V1, [X11 + " + lanes + "], " + load + ", POST\n" : "";
    return "const X20, "
        + (0x10L | 16_384L << 25)
        + "\n"
        + "const X21, "
        + (0x10L | 16_384L << 25)
        + "\n"
        + "gm_to_ub.f32 XZR, X0, X20, XZR\n"
        + "movi X2, 1069563802\nmovi X3, "
        + ITERATIONS
        + "\nmovi X8, "
        + count
        + "\nmovi X10, 0\nmovi X11, 4096\n"
        + "movi X12, "
        + RESULT
        + "\n"
        + "vf_begin "
        + (words.size() + (two ? 6 : 5))
        + "\n"
        + "loop 0, X3, "
        + (words.size() + (two ? 4 : 3))
        + "\n"
        + "plt."
        + (halves ? "b16" : "b32")
        + " P0, X8 -> X8\n"
        + "vlds."
        + from
        + " V0, [X10 + "
        + lanes
        + "], "
        + load
        + ", POST\n"
        + second
        + String.join("\n", words)
        + "\n"
        + "vsts."
        + to
        + " V3, [X12 + "
        + lanes
        + "], P0, "
        + store
        + ", POST\n"
        + "vf_end\n"
        + "movi X13, "
        + RESULT
        + "\nub_to_gm.f32 X1, X13, X21, XZR\n"
        + "end\n";
  }

  private static LoadedKernel load(String text, Engine engine) {
    if (LoadedKernel.load(TestKernel.a5(text, ParameterKind.POINTER, ParameterKind.POINTER), engine)
        instanceof LoadedKernel.Loaded(LoadedKernel kernel)) {
      return kernel;
    }
    throw new AssertionError("not a program");
  }

  private static byte[] run(LoadedKernel kernel, byte[] data) {
    RunResult result =
        kernel.run(
            kernel.launch(
                List.of(new Argument.Buffer(data), new Argument.Buffer(new byte[16_384]))));
    assertThat(result).isInstanceOf(RunResult.Completed.class);
    return ((RunResult.Completed) result).buffers().get(1);
  }

  /** Plain numbers, ties, limits and NaN of several patterns. */
  private static byte[] data(Random random, String type) {
    ByteBuffer data = ByteBuffer.allocate(16_384).order(ByteOrder.LITTLE_ENDIAN);
    while (data.hasRemaining()) {
      float number =
          random.nextInt(3) == 0
              ? random.nextInt(40) / 2f - 10
              : Float.intBitsToFloat(
                  random.nextInt() & (random.nextInt(4) == 0 ? -1 : 0x8FFF_FFFF) | 0x3000_0000);
      switch (type) {
        case "f16" ->
            data.putShort(
                random.nextInt(3) == 0 ? (short) random.nextInt() : Float.floatToFloat16(number));
        case "i32" -> data.putInt(random.nextInt() >> random.nextInt(31));
        default -> data.putFloat(random.nextInt(8) == 0 ? Math.scalb(number, 20) : number);
      }
    }
    return data.array();
  }
}
