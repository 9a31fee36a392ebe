package org.ptoc.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Loops in vectors of the JVM, and what happens without the module that has them. */
class VectorEngineTest {
  private static final String MODULE = "jdk.incubator.vector";

  /** Five iterations over 1,280 bytes, the last one under a mask of a few lanes. */
  private static String loop(String type, int width, String... words) {
    String token = "b" + 8 * width;
    return """
    const X20, 0x2800000010
    movi X4, 5
    gm_to_ub.TYPE XZR, X0, X20, XZR
    vf_begin 10
    movi X10, 0
    movi X8, COUNT
    loop 0, X4, 6
    plt.TOKEN P0, X8 -> X8
    vlds.TYPE V0, [X10], NORM
    FIRST
    SECOND
    vsts.TYPE V2, [X10], P0, NORM_SIZE
    addi.i64 X10, X10, 256
    vf_end
    ub_to_gm.TYPE X0, XZR, X20, XZR
    end
    """
        .replace("TYPE", type)
        .replace("TOKEN", token)
        .replace("SIZE", token.toUpperCase(java.util.Locale.ROOT))
        .replace("COUNT", String.valueOf(4 * 256 / width + 3))
        .replace("FIRST", words[0])
        .replace("SECOND", words[1]);
  }

  private static LoadedKernel load(String text, Engine engine) {
    if (LoadedKernel.load(TestKernel.a5(text, ParameterKind.POINTER), engine)
        instanceof LoadedKernel.Loaded(LoadedKernel kernel)) {
      return kernel;
    }
    throw new AssertionError("not a program");
  }

  private static byte[] run(LoadedKernel kernel) {
    byte[] data = new byte[1280];
    for (int i = 0; i < data.length; i++) {
      data[i] = (byte) (i * 37);
    }
    RunResult result = kernel.run(kernel.launch(List.of(new Argument.Buffer(data))));
    assertThat(result).isInstanceOf(RunResult.Completed.class);
    return ((RunResult.Completed) result).buffers().getFirst();
  }

  private static boolean hasModule() {
    return ModuleLayer.boot().findModule(MODULE).isPresent();
  }

  @ParameterizedTest
  @CsvSource({"f32, 4", "i32, 4", "u32, 4", "i16, 2", "u16, 2", "i8, 1", "u8, 1", "bf16, 2"})
  void loopsOfAllTypesRunInVectors(String type, int width) {
    String text =
        loop(type, width, "vadd." + type + " V1, V0, V0, P0", "vmax." + type + " V2, V1, V0, P0");
    LoadedKernel kernel = load(text, Engine.VECTOR);
    assertThat(run(kernel)).isEqualTo(run(load(text, Engine.INTERPRET)));
    String expected =
        hasModule()
            ? ", flattened, 4 in vectors of \\d+ bytes"
            : ", flattened.*; no vectors: the JVM runs without --add-modules " + MODULE;
    assertThat(kernel.engineLog()).hasSize(1);
    assertThat(kernel.engineLog().getFirst())
        .matches("loop at word 7: compiled, 4 of 6 words in lane loops" + expected);
  }

  @Test
  void loopsWithoutVectorFormSayWhy() {
    String text = loop("f32", 4, "vadd.f32 V1, V0, V0, P0", "vexp.f32 V2, V1, P0");
    LoadedKernel kernel = load(text, Engine.VECTOR);
    assertThat(run(kernel)).isEqualTo(run(load(text, Engine.INTERPRET)));
    assertThat(kernel.engineLog().getFirst())
        .endsWith(
            hasModule()
                ? ", 0 in vectors of " + bytes(kernel) + " bytes; without vectors: no exp of f32"
                : MODULE);
  }

  /** Arithmetic on bf16 makes long code: a loop with much of it goes lane by lane. */
  @Test
  void loopsTooLongForVectorsAreCompiledAllTheSame() {
    String words = "vmin.bf16 V2, V0, V1, P0\n".repeat(30);
    String text =
        loop("bf16", 2, "vadd.bf16 V1, V0, V0, P0", words)
            .replace("vf_begin 10", "vf_begin 39")
            .replace("loop 0, X4, 6", "loop 0, X4, 35");
    LoadedKernel kernel = load(text, Engine.VECTOR);
    assertThat(run(kernel)).isEqualTo(run(load(text, Engine.INTERPRET)));
    assertThat(kernel.engineLog().getFirst()).contains("compiled, 33 of 35 words in lane loops");
  }

  private static String bytes(LoadedKernel kernel) {
    return kernel.engineLog().getFirst().replaceAll(".*vectors of (\\d+) bytes.*", "$1");
  }

  /**
   * In a process of its own, whose virtual machine lacks the module: it works and says why there
   * are no vectors.
   */
  @Test
  void everythingWorksWithoutTheModule() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Without.class.getName())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(output)
        .contains("no vectors: the JVM runs without --add-modules " + MODULE)
        .contains("the same as the interpreter");
  }

  /** What the other process runs. */
  static final class Without {
    private Without() {}

    public static void main(String[] arguments) {
      String text = loop("f32", 4, "vadd.f32 V1, V0, V0, P0", "vmax.f32 V2, V1, V0, P0");
      LoadedKernel kernel = load(text, Engine.VECTOR);
      assertThat(run(kernel)).isEqualTo(run(load(text, Engine.INTERPRET)));
      System.out.println(kernel.engineLog() + " the same as the interpreter");
    }
  }
}
