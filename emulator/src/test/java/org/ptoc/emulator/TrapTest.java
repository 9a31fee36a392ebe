package org.ptoc.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.TrapCode;
import org.ptoc.ir.object.SourcePosition;

/** Every run-time trap of spec/40, 10.1. */
class TrapTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          A5   | movi X1, 8; set_flag MTE2, V, X1; end                                   | ILLEGAL_INSTRUCTION
          A5   | movi X1, 32; get_buf V, X1, mode 0; end                                 | ILLEGAL_INSTRUCTION
          A5   | movi X1, 4; ret X1                                                      | PROGRAM_COUNTER
          A5   | movi X1, 16; ret X1                                                     | PROGRAM_COUNTER
          A5   | movi X1, -8; ret X1                                                     | PROGRAM_COUNTER
          A5   | movi X1, 24; movi X2, 1; loop 0, X2, 1; nop; ret X1                     | STRUCTURE
          A5   | vf_begin 3; movi X1, 4; vlds.f32 V0, [X1], NORM; vf_end; end            | UB_ACCESS
          A5   | vf_begin 3; movi X1, 262016; vlds.f32 V0, [X1], NORM; vf_end; end       | UB_ACCESS
          A5   | vf_begin 3; movi X1, -32; vsts.f32 V0, [X1], NORM_B32; vf_end; end      | UB_ACCESS
          A5   | vf_begin 3; movi X1, 2; vlds.f32 V0, [X1], BRC_B32; vf_end; end         | UB_ACCESS
          A5   | vf_begin 4; movi X1, -4; vbr.i32 V1, X1; vgather2.i32 V0, [XZR], V1; vf_end; end | UB_ACCESS
          A5   | ld.i32 X1, [XZR], GM; end                                               | GM_ACCESS
          A5   | movi X1, 262144; ld.i32 X2, [X1], UB; end                               | UB_ACCESS
          A5   | movi X1, 65536; st.i8 X2, [X1], LOCAL; end                              | UB_ACCESS
          A5   | ldc.i32 X1, 4; end                                                      | CONSTANT_ACCESS
          A5   | ldp.i64 X1, 0; end                                                      | CONSTANT_ACCESS
          A5   | movi X1, 2; vsort32.f32 X2, X3, X1; end                                 | CONFIGURATION_WORD
          A5   | movi X1, 1281; vmrgsort4.f32 X2, X3, X4, X1; end                        | CONFIGURATION_WORD
          A5   | wait_flag MTE2, V, 0; end                                               | DEADLOCK
          A5   | set_flag MTE2, V, 0; wait_flag MTE2, V, 0; wait_flag MTE2, V, 0; end    | DEADLOCK
          A5   | set_flag V, MTE2, 0; wait_flag MTE2, V, 0; end                          | DEADLOCK
          A5   | trap 5; end                                                             | SOFTWARE
          A2A3 | mov_spr_x MASK0, XZR; mov_spr_x MASK1, XZR; vabs.f32 X1, X2, X3; end    | CONFIGURATION_WORD
          A2A3 | movi X1, 4; movi X3, 1; shli.i64 X3, X3, 56; vabs.f32 X1, X2, X3; end   | UB_ACCESS
          """)
  void traps(Profile profile, String text, TrapCode code) {
    Trap trap = trap(TestKernel.of(profile, text.replace(';', '\n')));
    assertThat(trap.code()).as(trap.message()).isEqualTo(code);
  }

  private static Trap trap(TestKernel kernel) {
    return ((RunResult.Trapped) Emulator.run(KernelLaunch.of(kernel, List.of()))).trap();
  }

  @Test
  void legalProgramsOfTheSameShapeRun() {
    for (String text :
        List.of(
            "set_flag MTE2, V, 0; wait_flag MTE2, V, 0; end",
            "movi X1, 24; call 2; end; ret X30",
            "ldc.i32 X1, 0; end",
            "vf_begin 3; movi X1, 261888; vlds.f32 V0, [X1], NORM; vf_end; end")) {
      TestKernel kernel = TestKernel.a5(text.replace(';', '\n'));
      assertThat(Emulator.run(KernelLaunch.of(kernel, List.of())))
          .as(text)
          .isInstanceOf(RunResult.Completed.class);
    }
  }

  @Test
  void reportNamesWordOperandsPipeAndLine() {
    Trap trap =
        trap(
            TestKernel.a5(
                """
                movi X1, 3
                vf_begin 2
                vlds.f32 V7, [X1 + 1], NORM
                vf_end
                end
                """));
    assertThat(trap.wordOffset()).isEqualTo(2);
    assertThat(trap.byteOffset()).isEqualTo(16);
    assertThat(trap.instruction()).isEqualTo("vlds.f32 V7, [X1 + 1], NORM");
    assertThat(trap.pipe()).isEqualTo(Pipe.V);
    assertThat(trap.operands()).contains(new Trap.RegisterValue("X1", 3));
    assertThat(trap.line()).contains(new SourcePosition("kernel.pto", 3, 3));
    assertThat(trap.message()).contains("0x7");
  }

  @Test
  void softwareTrapsCarryTheirId() {
    assertThat(trap(TestKernel.a5("trap 5\nend")).number()).isEqualTo(0x15);
  }

  @Test
  void lowestBlockIsReportedWhateverTheThreads() {
    String text =
        """
        mov_x_spr X1, BLOCK_IDX
        cmpi.i64 X2, X1, sge, 3
        brz X2, 2
        trap 1
        end
        """;
    for (int threads : new int[] {1, 2, 4}) {
      KernelLaunch launch =
          KernelLaunch.of(TestKernel.a5(text), List.of()).withBlocks(8).withThreads(threads);
      assertThat(((RunResult.Trapped) Emulator.run(launch)).trap().block()).isEqualTo(3);
    }
  }

  @Test
  void badWordsNeverRun() {
    TestKernel good = TestKernel.a5("trap 1\nend");
    TestKernel bad =
        new TestKernel(
            Profile.A5, new long[] {good.words()[0], 0, good.words()[1]}, List.of(), new byte[0]);
    assertThat(Emulator.run(KernelLaunch.of(bad, List.of())))
        .isInstanceOf(RunResult.Rejected.class);
  }

  @Test
  void endlessLoopsStopAtTheLimit() {
    KernelLaunch launch =
        KernelLaunch.of(TestKernel.a5("nop\nbr -1"), List.of()).withInstructionLimit(1000);
    assertThat(Emulator.run(launch)).isInstanceOf(RunResult.LimitReached.class);
  }

  /** A minute of counting at least, if the loop ran. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void endlessLoopsAreNotRunToTheLimit(Engine engine) {
    for (String endless :
        List.of(
            "movi X2, 1\nbrz X2, 3\naddi.i64 X1, X1, 1\nbr -2\nend",
            "brz X2, 2\nnop\naddi.i64 X2, X2, 1\nbr -3",
            "muli.i64 X1, X1, 3\nbr -1",
            // Vectors, a mask and a loop that engines take over.
            "movi X1, 50\nloop 0, X1, 4\nvf_begin 2\nvadd.f32 V0, V0, V1, PT\nvf_end\nnop\nbr -6",
            // A signal more in each iteration.
            "set_flag V, MTE3, 1\nbr -1",
            // What follows from memory, which is the same each time.
            "ld.i64 X2, [XZR + 64], UB\nbrz X2, 2\nbr -2\nst.i64 X2, [XZR + 64], UB\nbr -4",
            // A function.
            "movi X1, 7\ncall 2\nbr -2\nret X30")) {
      KernelLaunch launch =
          KernelLaunch.of(TestKernel.a5(endless), List.of())
              .withEngine(engine)
              .withInstructionLimit(1L << 32);
      assertThat(Emulator.run(launch))
          .as(endless)
          .isInstanceOfSatisfying(
              RunResult.LimitReached.class, stopped -> assertThat(stopped.endless()).isPresent());
    }
  }

  /** Registers repeat for long, but what the end follows from does not. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void loopsThatEndLateAreRun(Engine engine) {
    for (String counted :
        List.of(
            // A counter in memory.
            "ld.i64 X1, [XZR + 64], UB\naddi.i64 X1, X1, 1\nst.i64 X1, [XZR + 64], UB\n"
                + "movhi X2, XZR, 0\naddi.i64 X2, X2, 200000\ncmp.i64 X3, X1, X2, slt\nmovi X1, 0\n"
                + "brnz X3, -7\nend",
            // An inner loop that does the same each time.
            "movi X2, 0\nmovi X1, 30\naddi.i64 X1, X1, -1\nbrnz X1, -1\naddi.i64 X2, X2, 1\n"
                + "cmpi.i64 X3, X2, ult, 20000\nbrnz X3, -5\nend")) {
      assertThat(
              Emulator.run(KernelLaunch.of(TestKernel.a5(counted), List.of()).withEngine(engine)))
          .as(counted)
          .isInstanceOf(RunResult.Completed.class);
    }
  }

  /** A word of the loop traps after many iterations. */
  @Test
  void loopsThatTrapLateAreRun() {
    for (String trapping :
        List.of(
            "set_flag V, MTE3, 1\naddi.i64 X1, X1, 1\ncmpi.i64 X3, X1, ult, 50000\nbrnz X3, -3\n"
                + "wait_flag V, MTE3, 1\nbr -1",
            "addi.i64 X1, X1, 1\nld.i8 X2, [X1], UB\nbr -2")) {
      assertThat(Emulator.run(KernelLaunch.of(TestKernel.a5(trapping), List.of())))
          .as(trapping)
          .isInstanceOf(RunResult.Trapped.class);
    }
  }

  @Test
  void loopsWhoseBodyDecidesTheirEndAreRun() {
    for (String counted :
        List.of(
            "addi.i64 X1, X1, 1\ncmpi.i64 X2, X1, ult, 1000\nbrz X2, 2\nbr -3\nend",
            "movi X1, 1000\nbrz X1, 3\naddi.i64 X1, X1, -1\nbr -2\nend")) {
      assertThat(Emulator.run(KernelLaunch.of(TestKernel.a5(counted), List.of())))
          .as(counted)
          .isInstanceOfSatisfying(
              RunResult.Completed.class,
              done -> assertThat(done.instructions()).isBetween(3000L, 4005L));
    }
  }

  @Test
  void argumentsMustFitTheParameters() {
    TestKernel kernel = TestKernel.a5("end", ParameterKind.POINTER);
    assertThat(Emulator.run(KernelLaunch.of(kernel, List.of())))
        .isInstanceOf(RunResult.InvalidLaunch.class);
    assertThat(Emulator.run(KernelLaunch.of(kernel, List.of(new Argument.Scalar(1)))))
        .isInstanceOf(RunResult.InvalidLaunch.class);
    assertThat(
            Emulator.run(
                KernelLaunch.of(kernel, List.of(new Argument.Buffer(new byte[1]))).withBlocks(0)))
        .isInstanceOf(RunResult.InvalidLaunch.class);
  }
}
