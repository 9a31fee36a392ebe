package org.ptoc.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.ir.isa.ConfigurationField;
import org.ptoc.ir.isa.ConfigurationWord;

/** When repeated A2/A3 words are compiled, and what the log tells of it. */
class RepeatEngineTest {
  private static final String LOAD =
      "const X20, "
          + (1L << 4 | 512L << 16)
          + "\ngm_to_ub.f32 XZR, X0, X20\nmovi X11, 16384\nmovi X12, 32768\n";
  private static final String STORE = "ub_to_gm.f32 X0, X12, X20\nend\n";

  private static LoadedKernel load(String body, Engine engine) {
    TestKernel kernel = TestKernel.a2a3(LOAD + body + STORE, ParameterKind.POINTER);
    if (!(LoadedKernel.load(kernel, engine) instanceof LoadedKernel.Loaded(LoadedKernel loaded))) {
      throw new AssertionError("not a program");
    }
    return loaded;
  }

  private static float[] run(LoadedKernel kernel) {
    KernelLaunch launch = kernel.launch(List.of(new Argument.Buffer(Data.iota(4096))));
    if (!(kernel.run(launch) instanceof RunResult.Completed completed)) {
      throw new AssertionError("has not completed");
    }
    return Data.floats(completed.buffers().getFirst());
  }

  private static String binary(int repeats) {
    ConfigurationWord bin = ConfigurationWord.BIN;
    long word = ConfigurationValues.set(bin, 0, ConfigurationField.REPEAT, repeats);
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

  private static String unary(int repeats) {
    ConfigurationWord una = ConfigurationWord.UNA;
    long word = ConfigurationValues.set(una, 0, ConfigurationField.REPEAT, repeats);
    for (String operand : List.of("destination", "first")) {
      word =
          ConfigurationValues.set(
              una,
              ConfigurationValues.set(una, word, ConfigurationField.of(operand + "Block"), 1),
              ConfigurationField.of(operand + "Repeat"),
              8);
    }
    return "const X15, " + word + "\n";
  }

  @Test
  void wordsOfAnOperationShareItsCompiledForm() {
    LoadedKernel kernel =
        load(binary(64) + "vadd.f32 X12, XZR, XZR, X15\nvadd.f32 X12, XZR, X12, X15\n", Engine.JIT);
    float[] result = run(kernel);
    for (int i = 0; i < 4096; i++) {
      assertThat(result[i]).isEqualTo(3 * i);
    }
    assertThat(kernel.engineLog())
        .containsExactly("vadd.f32 at word 7: compiled, shared by all words of the operation");
  }

  /** The block in front of the first one that is accessed does not exist. */
  @Test
  void theLogTellsWhatIsLeftToTheInterpreter() {
    String mask = "movi X16, 0xFF00\nmov_spr_x MASK0, X16\nmov_spr_x MASK1, XZR\n";
    LoadedKernel outside =
        load(
            binary(1)
                + mask
                + "movi X13, -32\nvadd.f32 X12, X13, XZR, X15\nvcadd.f32 X12, X12, X15\n",
            Engine.JIT);
    assertThat(run(outside)[8]).isEqualTo(8);
    assertThat(outside.engineLog())
        .containsExactly(
            "vadd.f32 at word 11: interpreted: an address is illegal",
            "vcadd.f32 at word 12: interpreted: all lanes of a repeat become one result");
  }

  @Test
  void theLogTellsWhyFewDenseRepeatsAreInterpreted() {
    LoadedKernel kernel =
        load(binary(2) + "vadd.f32 X12, XZR, XZR, X15\nvshl.i32 X12, XZR, XZR, X15\n", Engine.JIT);
    run(kernel);
    assertThat(kernel.engineLog())
        .containsExactly(
            "vadd.f32 at word 7: interpreted: the copies for so few repeats would cost more",
            "vshl.i32 at word 8: interpreted: dense shifts by a count for each lane are not faster"
                + " compiled");
  }

  /** Each repeat reads what the one before has written. */
  @Test
  void repeatsThatDependOnEachOtherAreCompiledOneByOne() {
    String mask = "const X16, 0x5555555555555555\nmov_spr_x MASK0, X16\n";
    String full = "const X16, -1\nmov_spr_x MASK0, X16\n";
    LoadedKernel kernel =
        load(
            binary(31)
                + mask
                + "movi X13, 256\nvadd.f32 X13, XZR, X13, X15\n"
                + full
                + binary(64)
                + "vmax.f32 X12, XZR, XZR, X15\n",
            Engine.JIT);
    float[] result = run(kernel);
    for (int i = 64; i < 2048; i++) {
      assertThat(result[i]).isEqualTo(i % 2 == 0 ? result[i - 64] + i : i);
    }
    assertThat(kernel.engineLog())
        .containsExactly(
            "vadd.f32 at word 11: compiled, shared by all words of the operation",
            "vmax.f32 at word 17: compiled, shared by all words of the operation");
  }

  @Test
  void theLogTellsWhyDenseRepeatsThatDependOnEachOtherAreInterpreted() {
    LoadedKernel kernel =
        load(binary(31) + "movi X13, 256\nvadd.f32 X13, XZR, X13, X15\n", Engine.JIT);
    run(kernel);
    assertThat(kernel.engineLog())
        .containsExactly(
            "vadd.f32 at word 8: interpreted: repeats depend on each other, and copies of each"
                + " would cost more");
  }

  /**
   * Lanes in between, shifts by counts of lanes, and shifts with rounding are compiled like
   * everything else.
   */
  @Test
  void masksAndShiftsAreNoReasonForTheInterpreter() {
    String mask = "const X16, 0x5555555555555555\nmov_spr_x MASK0, X16\n";
    LoadedKernel kernel =
        load(
            binary(32)
                + mask
                + "vshl.i32 X12, XZR, XZR, X15\n"
                + unary(32)
                + "vshrs.i32 X12, XZR, X16, X15, ROUND\n",
            Engine.JIT);
    run(kernel);
    assertThat(kernel.engineLog())
        .containsExactly(
            "vshl.i32 at word 10: compiled, shared by all words of the operation",
            "vshrs.i32 at word 13: compiled, shared by all words of the operation");
  }

  @Test
  void aPatientEngineWaitsForHotOperations() throws InterruptedException {
    LoadedKernel kernel =
        load(unary(64) + "movi X3, 1000\nloop 0, X3, 1\nvrelu.f16 X12, XZR, X15\n", Engine.AUTO);
    float[] first = run(kernel);
    assertThat(kernel.engineLog())
        .contains("vrelu.f16 at word 9: interpreted: 64000 repeats are not hot");
    for (int i = 0; i < 8; i++) {
      assertThat(run(kernel)).isEqualTo(first);
    }
    for (int i = 0; i < 3000 && kernel.engineLog().getLast().endsWith("not compiled yet"); i++) {
      Thread.sleep(10);
    }
    // Which one it is depends on what else the machine does.
    assertThat(kernel.engineLog().getLast())
        .isIn(
            "vrelu.f16 at word 9: compiled, shared by all words of the operation",
            "vrelu.f16 at word 9: interpreted: the compiled form is not faster");
    assertThat(run(kernel)).isEqualTo(first);
  }

  /**
   * A dense multiply-add reads its destination, which checks of uninitialised memory have to know.
   */
  @Test
  void listenersHearThatAnAccumulatorIsRead() {
    LoadedKernel kernel = load(binary(2) + "vmadd.f32 X12, XZR, X11, X15\n", Engine.INTERPRET);
    List<String> ranges = new ArrayList<>();
    ExecutionListener listener =
        (word, record) -> {
          for (int i = 0; word == 7 && i < record.ranges(); i++) {
            ranges.add(
                (record.isWrite(i) ? "w " : "r ") + record.address(i) + "+" + record.length(i));
          }
        };
    KernelLaunch launch = kernel.launch(List.of(new Argument.Buffer(Data.iota(4096))));
    kernel.run(launch.withListeners(block -> listener));
    assertThat(ranges).containsExactly("r 0+512", "r 16384+512", "r 32768+512", "w 32768+512");
  }
}
