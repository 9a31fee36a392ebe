package org.ptoc.vector;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.RunResult;
import org.ptoc.ir.object.KernelObject;

/** Hand-written kernels: text helpers, buffers of numbers, and runs that must end well. */
final class Kernel {
  private Kernel() {}

  private static final String CONSTANTS =
      """
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %c4 = arith.constant 4 : index
          %c64 = arith.constant 64 : index
          %c256 = arith.constant 256 : index
          %zero = arith.constant 0 : i64
          %one = arith.constant 1 : i64
          %kib = arith.constant 1024 : i64
          %far = arith.constant 65536 : i64
          %in_ub = pto.castptr %zero : i64 -> !pto.ptr<f32, ub>
          %out_ub = pto.castptr %far : i64 -> !pto.ptr<f32, ub>
      """;

  /**
   * A kernel of one input and one output buffer of 256 floats; {@code body} works between UB 0 and
   * UB 65536.
   */
  static String floats(String parameters, String body) {
    return "module attributes {pto.target_arch = \"a5\", pto.kernel_kind ="
        + " #pto.kernel_kind<vector>} {\n"
        + "  func.func @kernel(%in: !pto.ptr<f32, gm>, %out: !pto.ptr<f32, gm>"
        + parameters
        + ") attributes {pto.aicore} {\n"
        + CONSTANTS
        + "    pto.mte_gm_ub %in, %in_ub, %zero, %kib nburst(%one, %zero, %zero) : !pto.ptr<f32,"
        + " gm>, !pto.ptr<f32, ub>, i64, i64, i64, i64, i64\n"
        + "    pto.barrier #pto.pipe<PIPE_ALL>\n"
        + body
        + "    pto.barrier #pto.pipe<PIPE_ALL>\n"
        + "    pto.mte_ub_gm %out_ub, %out, %kib nburst(%one, %zero, %zero) : !pto.ptr<f32, ub>,"
        + " !pto.ptr<f32, gm>, i64, i64, i64, i64\n"
        + "    pto.barrier #pto.pipe<PIPE_ALL>\n"
        + "    return\n"
        + "  }\n"
        + "}\n";
  }

  static byte[] bytes(float... values) {
    ByteBuffer buffer = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (float value : values) {
      buffer.putFloat(value);
    }
    return buffer.array();
  }

  static byte[] bytes(int... values) {
    ByteBuffer buffer = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    Arrays.stream(values).forEach(buffer::putInt);
    return buffer.array();
  }

  static float[] floats(byte[] data) {
    float[] values = new float[data.length / 4];
    ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values);
    return values;
  }

  static int[] ints(byte[] data) {
    int[] values = new int[data.length / 4];
    ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(values);
    return values;
  }

  /** 256 different numbers. */
  static float[] ramp() {
    float[] values = new float[256];
    for (int i = 0; i < values.length; i++) {
      values[i] = i - 100.5f;
    }
    return values;
  }

  /** Runs one block and returns the buffers. */
  static List<byte[]> run(String text, Argument... arguments) {
    return run(A5.compile(text).object(), 1, arguments);
  }

  static List<byte[]> run(KernelObject kernel, int blocks, Argument... arguments) {
    return switch (A5.run(kernel, List.of(arguments), launch -> launch.withBlocks(blocks))) {
      case RunResult.Completed completed -> completed.buffers();
      case RunResult other -> throw new AssertionError(other.toString());
    };
  }

  /** The output of a kernel of {@link #floats} for the ramp. */
  static float[] onRamp(String text, Argument... more) {
    Argument[] all = new Argument[2 + more.length];
    all[0] = new Argument.Buffer(bytes(ramp()));
    all[1] = new Argument.Buffer(new byte[1024]);
    System.arraycopy(more, 0, all, 2, more.length);
    return floats(run(text, all).get(1));
  }
}
