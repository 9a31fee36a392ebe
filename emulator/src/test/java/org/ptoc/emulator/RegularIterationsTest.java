package org.ptoc.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionEncoder;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;

/** Listeners that take iterations at once hear of most of them that way, with every engine. */
class RegularIterationsTest {

  /**
   * Fifteen iterations, the last under a partial mask: it and the first two are heard, the others
   * told at once.
   */
  @Test
  void regularIterationsAreToldAtOnce() {
    if (!(InstructionEncoder.of(
                Profile.A5, InstructionTable.of(Profile.A5).byMnemonic("vadd").orElseThrow())
            .set(OperandRole.DT, DataType.FP32.code())
            .set(OperandRole.PG, 1)
            .encode()
        instanceof Instruction add)) {
      throw new AssertionError("no vadd");
    }
    TestKernel kernel = WordLoop.around(add.word(), DataType.FP32, 14 * 64 + 5);
    Argument in = new Argument.Buffer(new byte[RandomLoop.DATA_BYTES]);
    KernelLaunch launch =
        KernelLaunch.of(kernel, List.of(in, new Argument.Buffer(new byte[65_536])));
    for (Engine engine : List.of(Engine.INTERPRET, Engine.JIT, Engine.VECTOR)) {
      Told told = new Told();
      RunResult result = run(kernel, launch.withListeners(block -> told), engine);
      assertThat(told.iterations).as("passes told at once by " + engine).isEqualTo(12);
      assertThat(told.heard + told.iterations * told.bodyWords)
          .isEqualTo(((RunResult.Completed) result).instructions());
    }
  }

  /** Takes all iterations that it can get. */
  private static final class Told implements ExecutionListener {
    private long heard;
    private long iterations;
    private long bodyWords;

    @Override
    public void executed(int word, ExecutionRecord record) {
      heard++;
    }

    @Override
    public boolean takesRepeatedIterations() {
      return true;
    }

    @Override
    public void repeated(int begin, int end, long count) {
      iterations += count;
      bodyWords = end - begin;
    }
  }

  private static RunResult run(TestKernel kernel, KernelLaunch launch, Engine engine) {
    if (!(LoadedKernel.load(kernel, engine) instanceof LoadedKernel.Loaded(LoadedKernel loaded))) {
      throw new AssertionError("not a program");
    }
    return loaded.run(launch);
  }
}
