package org.ptoc.emulator.timing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.Emulator;
import org.ptoc.emulator.KernelLaunch;
import org.ptoc.emulator.RunResult;
import org.ptoc.emulator.timing.constant.CycleWindow;
import org.ptoc.emulator.timing.constant.TimingModel;
import org.ptoc.emulator.timing.constant.TimingOptions;
import org.ptoc.emulator.timing.pipe.BlockTiming;
import org.ptoc.emulator.timing.pipe.PipeUsage;
import org.ptoc.emulator.timing.pipe.TimedEvent;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Program;

/** Whole programs through the emulator. */
class RunTimerTest {

  /** Four iterations of c = a + b over 256-byte vectors between copies; flags order the pipes. */
  private static final String A5_ADD =
      """
      movi X20, 16
      movhi X20, X20, 8
      movi X10, 0
      movi X11, 1024
      movi X12, 2048
      movi X13, 4
      gm_to_ub.f32 X10, X0, X20, XZR
      gm_to_ub.f32 X11, X1, X20, XZR
      set_flag MTE2, V, 0
      wait_flag MTE2, V, 0
      vf_begin 9
      loop 0, X13, 7
      vlds.f32 V0, [X10], NORM
      vlds.f32 V1, [X11], NORM
      vadd.f32 V2, V0, V1
      vsts.f32 V2, [X12], NORM_B32
      addi.i64 X10, X10, 256
      addi.i64 X11, X11, 256
      addi.i64 X12, X12, 256
      vf_end
      set_flag V, MTE3, 0
      wait_flag V, MTE3, 0
      movi X12, 2048
      ub_to_gm.f32 X2, X12, X20, XZR
      barrier ALL
      end
      """;

  private static KernelLaunch launch(Program program) {
    byte[] a = new byte[1024];
    Arrays.fill(a, (byte) 0x3F);
    return KernelLaunch.of(
        new TimedKernel(program, 3),
        List.of(
            new Argument.Buffer(a),
            new Argument.Buffer(a.clone()),
            new Argument.Buffer(new byte[1024])));
  }

  private static RunTiming time(Program program, int blocks, TimingOptions options) {
    RunTimer timer = RunTimer.of(program, options);
    RunResult result = Emulator.run(launch(program).withBlocks(blocks).withListeners(timer));
    assertThat(result).isInstanceOf(RunResult.Completed.class);
    return timer.results().getFirst();
  }

  /** A region drains the vector pipe: a sort behind it begins a group of its own. */
  @Test
  void regionEndsTheGroupOfSorts() {
    String sort = "vbitsort.f32 X3, X4, X5, X1\n";
    String begin = "movi X1, 0\nmovhi X1, X1, 16777216\nmovi X3, 65536\n" + sort;
    String apart = begin + "vf_begin 1\nvf_end\n" + sort + "end\n";
    String together = begin + sort + "end\n";
    TimingOptions options = TimingOptions.of(TimingModel.DOCUMENTED);
    long alone = time(Kernels.program(Profile.A5, together), 1, options).cycles();
    assertThat(time(Kernels.program(Profile.A5, apart), 1, options).cycles())
        .isEqualTo(alone + 35 + 14 + 14 + 18);
  }

  @Test
  void timesCopiesAndRegionOneAfterTheOther() {
    Program program = Kernels.program(Profile.A5, A5_ADD);
    RunTiming timing =
        time(
            program,
            1,
            TimingOptions.of(TimingModel.DOCUMENTED).withEvents(100_000, CycleWindow.ALL));
    BlockTiming block = timing.blocks().getFirst();
    // 6 scalar words end in cycle 12; two copies of 264 + 8 cycles from 13; signal, wait, region of
    // 58 cycles,
    // signal, wait, copy of 272, barrier, end
    long copied = 13 + 2 * 272;
    long added = copied + 1 + 1 + 58;
    long stored = added + 1 + 1 + 272;
    assertThat(timing.cycles()).isEqualTo(stored + 1 + 2);
    assertThat(block.bytesIn()).isEqualTo(2048);
    assertThat(block.bytesOut()).isEqualTo(1024);
    assertThat(block.faults()).isEmpty();
    assertThat(timing.isTransferTimingAssumed()).isTrue();
    assertThat(block.executionsOfWord().get(14)).isEqualTo(4);
    assertThat(block.events())
        .filteredOn(event -> event.kind() == TimedEvent.Kind.REGION)
        .singleElement()
        .satisfies(region -> assertThat(region.done() - region.start()).isEqualTo(58));
    PipeUsage vector = block.pipes().get(1);
    assertThat(vector.pipe()).isEqualTo(Pipe.V);
    assertThat(vector.busy()).isEqualTo(58 + 2);
    assertThat(block.cyclesOfWord().subList(10, 20).stream().mapToLong(Long::longValue).sum())
        .isEqualTo(58);
  }

  @Test
  void regionsAreShownInDetail() {
    Program program = Kernels.program(Profile.A5, A5_ADD);
    RunTimer timer =
        RunTimer.of(
            program, TimingOptions.of(TimingModel.DOCUMENTED).withEvents(100_000, CycleWindow.ALL));
    Emulator.run(launch(program).withListeners(timer));
    assertThat(timer.regions(0, 0, 0, 5))
        .singleElement()
        .satisfies(
            region -> {
              assertThat(region.firstWord()).isEqualTo(10);
              assertThat(region.cycles()).isEqualTo(58);
              assertThat(region.events()).hasSize(4 * 4);
            });
    assertThat(timer.regions(0, 0, 1, 5)).isEmpty();
  }

  @Test
  void cyclesOfWordsAreThoseOfTheirPipes() {
    Program program = Kernels.program(Profile.A5, A5_ADD);
    BlockTiming block =
        time(
                program,
                1,
                TimingOptions.of(TimingModel.DOCUMENTED).withEvents(100_000, CycleWindow.ALL))
            .blocks()
            .getFirst();
    long words = block.cyclesOfWord().stream().mapToLong(Long::longValue).sum();
    long events =
        block.events().stream().mapToLong(event -> event.done() - event.waitedFrom()).sum();
    assertThat(words).isEqualTo(events);
  }

  @Test
  void blocksAreIndependentAndResultsDoNotDependOnThreads() {
    Program program = Kernels.program(Profile.A5, A5_ADD);
    TimingOptions options = TimingOptions.of(TimingModel.CALIBRATED);
    RunTiming one = time(program, 1, options);
    RunTiming three = time(program, 3, options);
    assertThat(three.blocks()).hasSize(3).allMatch(block -> block.equals(one.blocks().getFirst()));
    assertThat(three.cycles()).isEqualTo(one.cycles());
    RunTimer parallel = RunTimer.of(program, options);
    Emulator.run(launch(program).withBlocks(3).withThreads(3).withListeners(parallel));
    assertThat(parallel.results().getFirst().blocks()).isEqualTo(three.blocks());
  }

  @Test
  void functionalResultsDoNotDependOnTheModel() {
    Program program = Kernels.program(Profile.A5, A5_ADD);
    List<byte[]> plain = ((RunResult.Completed) Emulator.run(launch(program))).buffers();
    for (TimingModel model : TimingModel.values()) {
      if (model.isIn(Profile.A5)) {
        RunTimer timer =
            RunTimer.of(program, TimingOptions.of(model), TimingOptions.of(TimingModel.NONE));
        RunResult result = Emulator.run(launch(program).withListeners(timer));
        assertThat(((RunResult.Completed) result).buffers())
            .usingElementComparator(Arrays::compare)
            .isEqualTo(plain);
        assertThat(timer.results()).hasSize(2);
      }
    }
  }

  @Test
  void withoutAModelEveryInstructionIsACycle() {
    Program program = Kernels.program(Profile.A5, A5_ADD);
    RunTiming timing = time(program, 1, TimingOptions.of(TimingModel.NONE));
    assertThat(timing.cycles())
        .isEqualTo(timing.blocks().getFirst().instructions())
        .isEqualTo(10 + 2 + 4 * 7 + 7);
  }

  private static final String A2A3_ADD =
      """
      movi X20, 16
      movhi X20, X20, 32
      movi X10, 0
      movi X11, 1024
      movi X12, 2048
      movi X21, 65793
      movhi X21, X21, 67110920
      barrier V
      vadd.f32 X12, X10, X11, X21
      vadd.f32 X12, X10, X11, X21
      end
      """;

  @Test
  void repeatedVectorWordsCostTheFormula() {
    Program program = Kernels.program(Profile.A2A3, A2A3_ADD);
    assertThat(vectorCycles(program, TimingModel.DOCUMENTED)).containsExactly(95L, 95L);
    assertThat(vectorCycles(program, TimingModel.GROUPED)).containsExactly(41L, 8L);
    assertThat(vectorCycles(program, TimingModel.CALIBRATED)).containsExactly(32L, 8L);
  }

  private static List<Long> vectorCycles(Program program, TimingModel model) {
    return time(program, 1, TimingOptions.of(model).withEvents(100_000, CycleWindow.ALL))
        .blocks()
        .getFirst()
        .events()
        .stream()
        .filter(event -> event.kind() == TimedEvent.Kind.VECTOR)
        .map(event -> event.done() - event.start())
        .toList();
  }

  @Test
  void partialMaskCostsOnceMoreWhenCalibrated() {
    String masked =
        A2A3_ADD.replace("barrier V\n", "movi X22, 7\nmov_spr_x MASK0, X22\nbarrier V\n");
    Program program = Kernels.program(Profile.A2A3, masked);
    assertThat(vectorCycles(program, TimingModel.CALIBRATED)).containsExactly(48L, 24L);
    assertThat(vectorCycles(program, TimingModel.DOCUMENTED)).containsExactly(95L, 95L);
  }
}
