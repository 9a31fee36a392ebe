package org.ptoc.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ExecutionRecord;
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
    boolean completed = false;
    for (boolean observed : new boolean[] {false, true}) {
      Events wanted = new Events();
      Events events = new Events();
      RunResult expected = run(observed ? launch.withListeners(block -> wanted) : launch, Engine.INTERPRET);
      RunResult actual = run(observed ? launch.withListeners(block -> events) : launch, Engine.JIT);
      String name = "seed " + seed + ", observed: " + observed + "\n" + text(kernel);
      assertThat(text(actual)).as(name).isEqualTo(text(expected));
      assertThat(events.text.toString()).as(name).isEqualTo(wanted.text.toString());
      completed = expected instanceof RunResult.Completed;
    }
    return completed;
  }

  private static RunResult run(Launch launch, Engine engine) {
    if (!(PtoKernel.load(launch.kernel(), engine) instanceof PtoKernel.Loaded(PtoKernel kernel))) {
      throw new AssertionError("not a program");
    }
    RunResult result = kernel.run(launch);
    assertThat(kernel.engineLog()).noneMatch(line -> line.contains("cannot be compiled"));
    return result;
  }

  /** Everything that a listener hears. */
  private static final class Events implements ExecutionListener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public void executed(int word, ExecutionRecord record) {
      text.append(word).append(' ').append(record.repeats()).append(' ').append(record.bytes()).append(' ');
      text.append(record.number());
      for (int i = 0; i < record.ranges(); i++) {
        text.append(record.isWrite(i) ? " w " : " r ").append(record.space(i)).append(record.address(i));
        text.append('+').append(record.length(i));
      }
      text.append('\n');
    }
  }

  private static String text(RunResult result) {
    return switch (result) {
      case RunResult.Completed(List<byte[]> buffers, long instructions, var _) -> instructions + digest(buffers);
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
