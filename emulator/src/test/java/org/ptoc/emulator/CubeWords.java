package org.ptoc.emulator;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.Profile;

/** Writes kernels of the cube core; configuration words are put together by hand. */
final class CubeWords {
  private final Profile profile;
  private final StringBuilder text = new StringBuilder();

  CubeWords(Profile profile) {
    this.profile = profile;
  }

  /** A line of assembly text. */
  CubeWords line(String line) {
    text.append(line).append('\n');
    return this;
  }

  /** A constant in a register. */
  CubeWords set(int register, long value) {
    return line("const X" + register + ", " + value);
  }

  /** A constant in a special register. */
  CubeWords special(String name, long value) {
    return set(20, value).line("mov_spr_x " + name + ", X20");
  }

  /** A matrix of {@code rows} x {@code columns} at GM register {@code gm} into L1, as NZ. */
  CubeWords fractals(
      String type, int gm, long l1, int rows, int columns, int stride, int physicalRows) {
    return special("MTE2_NZ_PARA", 1 | 1 << 16 | (long) physicalRows << 32)
        .set(21, l1)
        .set(22, (long) stride << 4 | (long) rows << 48)
        .set(23, columns)
        .line("gm_to_l1_nd2nz." + type + " X21, X" + gm + ", X22, X23");
  }

  /** A window of fractals of L1 into L0. */
  CubeWords load(
      String word,
      String type,
      long l1,
      long l0,
      int rows,
      int columns,
      int sourceStride,
      int stride) {
    return set(21, l1)
        .set(22, l0)
        .set(23, (long) rows << 32 | (long) columns << 40)
        .set(24, sourceStride | (long) stride << 16)
        .line(word + "." + type + " X22, X21, X23, X24");
  }

  /** A product of operands at 0 into accumulators at 0; {@code flags} are bits 55 to 63. */
  CubeWords mad(String word, int m, int n, int k, long flags, String rest) {
    return set(25, m | (long) k << 12 | (long) n << 24 | flags)
        .line(word + " XZR, XZR, XZR, X25" + rest);
  }

  /** Accumulators at 0 to GM register {@code gm}. */
  CubeWords store(String types, int gm, int m, int n, long stride, long mode, String rest) {
    return set(26, (long) n << 4 | (long) m << 16 | stride << 32)
        .set(27, mode)
        .line("l0c_to_gm." + types + " X" + gm + ", XZR, X26, X27" + rest);
  }

  TestKernel kernel(int buffers) {
    List<ParameterKind> parameters = new ArrayList<>();
    for (int i = 0; i < buffers; i++) {
      parameters.add(ParameterKind.POINTER);
    }
    return TestKernel.of(
        profile, CoreKind.CUBE, text + "end\n", parameters.toArray(ParameterKind[]::new));
  }

  /** The buffers behind a run; other endings are failures. */
  static List<byte[]> run(TestKernel kernel, byte fill, Engine engine, byte[]... buffers) {
    List<Argument> arguments = new ArrayList<>();
    for (byte[] buffer : buffers) {
      arguments.add(new Argument.Buffer(buffer));
    }
    KernelLaunch launch =
        KernelLaunch.of(kernel, arguments).withUnifiedBufferFill(fill).withEngine(engine);
    return switch (Emulator.run(launch)) {
      case RunResult.Completed completed -> completed.buffers();
      case RunResult.Trapped(Trap trap, var _, var _) ->
          throw new AssertionError(trap.instruction() + ": " + trap.message());
      case RunResult other -> throw new AssertionError(other);
    };
  }
}
