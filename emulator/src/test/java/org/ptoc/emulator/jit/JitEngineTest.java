package org.ptoc.emulator.jit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.ptoc.emulator.interpreter.CompiledLoop;
import org.ptoc.emulator.interpreter.Interpreter;
import org.ptoc.emulator.machine.Core;
import org.ptoc.ir.isa.Program;

/** When an engine compiles a loop, and that its iterations stay the same. */
class JitEngineTest {
  private static final List<String> BODY =
      List.of(
          "vlds.f32 V0, [X2 + 64], NORM, POST",
          "vmul.f32 V1, V0, V0",
          "vadd.f32 V1, V1, V0",
          "vsts.f32 V1, [X3 + 64], NORM_B32, POST");
  private static final Program PROGRAM = LoopProgram.of(BODY);
  private static final Interpreter INTERPRETER = Interpreter.of(PROGRAM);
  private static final String COMPILED =
      "loop at word 1: compiled, 4 of 4 words in lane loops, flattened";

  private final Core core = LoopState.random();

  private Optional<CompiledLoop> enter(JitEngine engine, long iterations) {
    return engine.enter(core, INTERPRETER, LoopProgram.LOOP, iterations);
  }

  private static void assertAgrees(CompiledLoop loop) {
    LoopState.assertAgrees(PROGRAM, LoopProgram.BODY + BODY.size(), loop);
  }

  @Test
  void eagerEnginesCompileALoopWhenItIsEnteredFirst() {
    for (JitEngine engine : List.of(JitEngine.eager(PROGRAM), JitEngine.vectors(PROGRAM))) {
      assertThat(engine.log()).isEmpty();
      CompiledLoop loop = enter(engine, 1).orElseThrow();
      assertAgrees(loop);
      assertThat(enter(engine, 1_000_000)).containsSame(loop);
      assertThat(engine.log()).singleElement().asString().startsWith(COMPILED);
    }
  }

  /**
   * The loop is looked at when it is entered after so many words, not one word earlier; it is
   * interpreted until it has been compiled and found faster.
   */
  @Test
  void aPatientEngineCompilesALoopThatIsHot() throws InterruptedException {
    JitEngine engine = JitEngine.patient(PROGRAM);
    long iterations = JitEngine.TIER_UP_WORDS / BODY.size();
    assertThat(enter(engine, iterations - 1)).isEmpty();
    assertNotHot(engine, JitEngine.TIER_UP_WORDS - BODY.size());
    assertThat(enter(engine, 1)).isEmpty();
    assertNotHot(engine, JitEngine.TIER_UP_WORDS);
    assertThat(enter(engine, 256)).isEmpty();
    assertThat(engine.log()).singleElement().asString().doesNotContain("not hot");
    for (int i = 0; i < 3000 && engine.log().getFirst().endsWith("not compiled yet"); i++) {
      Thread.sleep(10);
    }
    assertThat(engine.log()).singleElement().asString().startsWith(COMPILED);
    assertAgrees(enter(engine, 1).orElseThrow());
  }

  private static void assertNotHot(JitEngine engine, long words) {
    assertThat(engine.log())
        .containsExactly("loop at word 1: interpreted: " + words + " words are not hot");
  }

  /** The interpreter meets the trap at its iteration, whenever the loop is compiled. */
  @Test
  void aPatientEngineLeavesALoopThatTrapsToTheInterpreter() throws InterruptedException {
    core.x[3] = core.ub.length; // The first store is behind the memory.
    JitEngine engine = JitEngine.patient(PROGRAM);
    enter(engine, JitEngine.TIER_UP_WORDS);
    assertThat(enter(engine, 256)).isEmpty();
    for (int i = 0; i < 3000 && engine.log().getFirst().endsWith("not compiled yet"); i++) {
      Thread.sleep(10);
    }
    assertThat(engine.log())
        .singleElement()
        .asString()
        .startsWith("loop at word 1: interpreted: the body cannot be tried: ");
    assertThat(enter(engine, 256)).isEmpty();
  }
}
