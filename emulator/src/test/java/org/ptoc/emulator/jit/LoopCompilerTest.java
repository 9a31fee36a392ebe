package org.ptoc.emulator.jit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ptoc.emulator.jit.carrier.LaneTier;
import org.ptoc.ir.isa.Program;

/** Which loop bodies are compiled, how much of them, in which form; and why others are not. */
class LoopCompilerTest {
  private static final int PREDICATE_WORDS = 64;

  /** The note of the log; what was compiled does what the interpreter does. */
  private static String outcome(List<String> body) {
    Program program = LoopProgram.of(body);
    int end = LoopProgram.BODY + body.size();
    long[] predicates = new long[PREDICATE_WORDS];
    return switch (new LoopCompiler(program)
        .compile(LoopProgram.BODY, end, new LaneTier.Scalar(), predicates)) {
      case LoopCompiler.Result.Compiled(var loop, String note) -> {
        LoopState.assertAgrees(program, end, loop);
        yield note;
      }
      case LoopCompiler.Result.Refused(String reason) -> reason;
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // The iterations become one loop over lanes.
        "LOAD; vadd.f32 V1, V0, V0; STORE | 3 of 3 words in lane loops, flattened on floats",
        "LOAD; vexp.f32 V1, V0; STORE | 3 of 3 words in lane loops, flattened",
        "LOAD; vadd.i32 V1, V0, V0; STORE | 3 of 3 words in lane loops, flattened",
        "vadd.f32 V1, V0, V0 | 1 of 1 words in lane loops, flattened",
        "LOAD; vadd.f32 V1, V0, V0; STORE; addi.i64 X9, X9, 1"
            + " | 3 of 4 words in lane loops, flattened on floats",
        // Each width has a loop of its own.
        "LOAD; vadd.f32 V1, V0, V0; STORE; vlds.f16 V4, [X6 + 128], NORM, POST;"
            + " vadd.f16 V5, V4, V4; vsts.f16 V5, [X7 + 128], NORM_B16, POST"
            + " | 6 of 6 words in lane loops, flattened to 2 loops, 2 on arrays",
        // A count that goes down ends in the last iteration.
        "plt.b32 P1, X5 -> X5; LOAD; vadd.f32 V1, V0, V0, P1; STORE P1"
            + " | 3 of 4 words in lane loops, flattened on floats",
        // Iterations stay apart: other masks,
        "pltm.b32 P1, X5, X6; LOAD; vadd.f32 V1, V0, V0, P1; STORE P1"
            + " | 3 of 4 words in lane loops",
        "pset.b32 P1, VL3; LOAD; vadd.f32 V1, V0, V0, P1; STORE P1 | 3 of 4 words in lane loops",
        "pset.b32 P1, M3; LOAD; vadd.f32 V1, V0, V0, P1; STORE P1 | 3 of 4 words in lane loops",
        // a vector that goes from one to the next,
        "LOAD; vadd.f32 V1, V1, V0; STORE | 3 of 3 words in lane loops",
        // a scalar register that moves by other steps,
        "LOAD; vadd.f32 V1, V0, V0; STORE; add.i64 X9, X9, X9 | 3 of 4 words in lane loops",
        // words of the interpreter.
        "LOAD; vadd.f32 V1, V0, V0; vcadd.f32 V2, V1; vadd.f32 V1, V2, V1; STORE"
            + " | 4 of 5 words in lane loops",
        "vgather2.f32 V2, [X2], V1; vadd.f32 V1, V0, V0; vmul.f32 V3, V0, V0"
            + " | 2 of 3 words in lane loops"
      })
  void neighbouringWordsBecomeLaneLoops(String body, String form) {
    String words =
        body.replace("LOAD", "vlds.f32 V0, [X2 + 64], NORM, POST")
            .replace("STORE P1", "vsts.f32 V1, [X3 + 64], P1, NORM_B32, POST")
            .replace("STORE", "vsts.f32 V1, [X3 + 64], NORM_B32, POST");
    assertThat(outcome(List.of(words.split("; ")))).isEqualTo("compiled, " + form);
  }

  /** One word between words of the interpreter is not worth a loop. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "vcadd.f32 V1, V0; vcadd.f32 V2, V1",
        "vadd.f32 V1, V0, V0; vcadd.f32 V2, V1",
        "vlds.f32 V0, [X2 + 64], NORM, POST; vcadd.f32 V1, V0; vsts.f32 V1, [X3 + 64], NORM_B32,"
            + " POST",
        "addi.i64 X2, X2, 256"
      })
  void otherBodiesAreRefused(String body) {
    assertThat(outcome(List.of(body.split("; "))))
        .isEqualTo("no two neighbouring words work lane by lane");
  }

  /** A segment has at most 40 operations and 12 accesses; what is left begins another one. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "40 | vadd.f32 V1, V0, V0 | flattened",
        "41 | vadd.f32 V1, V0, V0 | flattened to 2 loops, 0 on arrays",
        "80 | vadd.f32 V1, V0, V0 | flattened to 2 loops, 0 on arrays",
        "81 | vadd.f32 V1, V0, V0 | flattened to 3 loops, 0 on arrays",
        "12 | vlds.f32 V0, [X2], NORM | flattened",
        "13 | vlds.f32 V0, [X2], NORM | flattened to 2 loops, 0 on arrays"
      })
  void longBodiesAreCutIntoSegments(int words, String word, String form) {
    assertThat(outcome(Collections.nCopies(words, word)))
        .isEqualTo("compiled, %1$d of %1$d words in lane loops, %2$s".formatted(words, form));
  }
}
