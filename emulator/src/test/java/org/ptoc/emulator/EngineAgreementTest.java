package org.ptoc.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.ProgramDecoder;

/** Compiled loops and the interpreter do the same, bit by bit and trap by trap. */
class EngineAgreementTest {
  private static final int PROGRAMS = Integer.getInteger("ptoc.programs", 4000);

  @Test
  void randomLoopsGiveTheSameResultsAndTraps() {
    int completed = 0;
    for (int seed = 0; seed < PROGRAMS; seed++) {
      if (agrees(seed)) {
        completed++;
      }
    }
    assertThat(completed).as("programs without a trap").isGreaterThan(PROGRAMS / 10);
  }

  static boolean agrees(int seed) {
    Random random = new Random(seed);
    TestKernel kernel = RandomLoop.kernel(random);
    byte[] data = RandomLoop.data(random);
    Launch launch =
        Launch.of(kernel, List.of(new Argument.Buffer(data), new Argument.Buffer(new byte[65_536])))
            .withUnifiedBufferFill((byte) 0x5A);
    RunResult expected = Emulator.run(launch.withEngine(Engine.INTERPRET));
    RunResult actual = Emulator.run(launch.withEngine(Engine.JIT));
    assertThat(text(actual)).as("seed %d\n%s", seed, text(kernel)).isEqualTo(text(expected));
    return expected instanceof RunResult.Completed;
  }

  private static String text(RunResult result) {
    return switch (result) {
      case RunResult.Completed(List<byte[]> buffers, long instructions) -> instructions + digest(buffers);
      case RunResult.Trapped(Trap trap, List<byte[]> buffers) -> trap + digest(buffers);
      default -> result.toString();
    };
  }

  private static String digest(List<byte[]> buffers) {
    StringBuilder text = new StringBuilder();
    byte[] output = buffers.get(1);
    for (int i = 0; i < output.length; i += 32) {
      int hash = 1;
      for (int k = 0; k < 32; k++) {
        hash = 31 * hash + output[i + k];
      }
      text.append(i % 256 == 0 ? "\n" + i + ":" : " ").append(Integer.toHexString(hash));
    }
    return text.toString();
  }

  private static String text(TestKernel kernel) {
    StringBuilder text = new StringBuilder();
    if (ProgramDecoder.decode(kernel.profile(), kernel.words()) instanceof Program program) {
      for (int i = 0; i < program.size(); i++) {
        text.append(i).append(' ').append(program.at(i)).append('\n');
      }
    }
    return text.toString();
  }
}
