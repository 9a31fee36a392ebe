package org.ptoc.emulator.interpreter;

import java.util.Arrays;
import java.util.List;
import org.ptoc.emulator.lane.LanePlan;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.GlobalMemory;
import org.ptoc.emulator.unit.UnitScratch;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.LaneTyping;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Semantics;

/** Single words of the interpreter on registers that a test has filled. */
public final class OneWord {
  /** The scalar register of {@link #execute}. */
  public static final int SCALAR = 20;

  private OneWord() {}

  /**
   * Executes a word of class V.
   *
   * @param registers the first vector registers
   * @param predicates the first predicates, four words each
   * @param scalar X20
   */
  public static void execute(
      Instruction instruction, byte[] registers, long[] predicates, long scalar) {
    Core core =
        new Core(
            Profile.A5, new GlobalMemory(List.of()), new byte[0], new byte[0], (byte) 0, false);
    System.arraycopy(registers, 0, core.vectors, 0, registers.length);
    System.arraycopy(predicates, 0, core.predicates, 0, predicates.length);
    core.x[SCALAR] = scalar;
    StepCompiler.vector(instruction).execute(core, 0);
    System.arraycopy(core.vectors, 0, registers, 0, registers.length);
    System.arraycopy(core.predicates, 0, predicates, 0, predicates.length);
  }

  /** What a word of class U makes of the lanes of a repeat; the rest of the result becomes 0. */
  public static void repeat(
      Instruction instruction, byte[] registers, int destination, int a, int b) {
    LanePlan plan =
        LanePlan.of(
            LaneTyping.of(instruction, (Semantics.Lanes) instruction.definition().semantics()));
    byte[] r = Arrays.copyOf(registers, registers.length + LanePlan.SCRATCH_BYTES);
    int lanes = 256 / Math.max(instruction.type().bytes(), instruction.resultType().bytes());
    plan.run(r, destination, a, b, 0, 0, 0, registers.length, lanes, new UnitScratch());
    System.arraycopy(r, 0, registers, 0, registers.length);
    int end = lanes * instruction.resultType().bytes();
    Arrays.fill(registers, destination + end, destination + 256, (byte) 0);
  }
}
