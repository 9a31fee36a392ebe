package org.ptoc.emulator.jit.repeat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.ptoc.emulator.interpreter.step.RepeatOperand.Blocks;
import org.ptoc.emulator.interpreter.step.Repeats;
import org.ptoc.emulator.jit.EdgeValues;
import org.ptoc.emulator.lane.LanePlan;
import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.emulator.unit.UnitScratch;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionEncoder;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.TypedExpression;
import org.ptoc.ir.isa.WordFormat;

/**
 * The loops over typed arrays of every A2/A3 operation for every pair of edge values, against the
 * loops of the interpreter. Comparisons, selections and conversions have tests of their own.
 */
class CompiledRepeatTest {
  private static final int REPEAT = 256;
  private static final int OPERANDS = 3;

  private final byte[] registers = new byte[(OPERANDS + 1) * REPEAT + LanePlan.SCRATCH_BYTES];
  private final UnitScratch scratch = new UnitScratch();

  /** The operations whose results are lanes as wide as those of their operands. */
  private static Set<RepeatWork.Lanes> operations() {
    Set<RepeatWork.Lanes> operations = new LinkedHashSet<>();
    for (InstructionDefinition row : InstructionTable.of(Profile.A2A3).definitions()) {
      if (row.format() == WordFormat.U && row.semantics() instanceof Semantics.Lanes) {
        for (DataType type : row.types().singles()) {
          for (int rounded = 0; rounded < 2; rounded++) {
            InstructionEncoder encoder =
                InstructionEncoder.of(Profile.A2A3, row).set(OperandRole.DT, type);
            int round = rounded;
            row.operand(OperandRole.ROUND).ifPresent(operand -> encoder.set(operand, round));
            if (encoder.encode() instanceof Instruction word
                && RepeatWork.of(word) instanceof RepeatWork.Lanes lanes
                && isPlain(lanes.expression(), type)) {
              operations.add(lanes);
            }
          }
        }
      }
    }
    return operations;
  }

  private static boolean isPlain(TypedExpression expression, DataType type) {
    return expression.type().bytes() == type.bytes()
        && !expression.isTruth()
        && !expression.reads(Slot.SELECTOR)
        && expression.parts().noneMatch(TypedExpression.Convert.class::isInstance);
  }

  @Test
  void operationsGiveTheBitsOfTheInterpreter() {
    int checked = 0;
    for (RepeatWork.Lanes work : operations()) {
      check(work);
      checked++;
    }
    assertThat(checked).isGreaterThan(40);
  }

  private void check(RepeatWork.Lanes work) {
    DataType type = work.expression().type();
    long[] edges = EdgeValues.of(type);
    int width = type.bytes();
    LanePlan plan = LanePlan.of(List.of(work.expression()));
    boolean uniform =
        plan.reads(Slot.SCALAR) || plan.reads(Slot.DISTANCE) || plan.reads(Slot.ROUNDED_DISTANCE);
    CompiledRepeat compiled = new CompiledRepeat(work);
    int pairs = edges.length * edges.length;
    int count = (pairs * width + REPEAT - 1) / REPEAT;
    byte[] memory = new byte[(OPERANDS + 1) * count * REPEAT];
    for (int lane = 0; lane < count * REPEAT / width; lane++) {
      int pair = lane % pairs;
      put(memory, 0, count, lane, width, edges[pair % edges.length]);
      put(memory, 1, count, lane, width, edges[pair / edges.length]);
      put(memory, 2, count, lane, width, edges[pair * 7 % edges.length]);
    }
    for (long scalar : uniform ? edges : new long[1]) {
      byte[] expected = memory.clone();
      for (int repeat = 0; repeat < count; repeat++) {
        interpret(plan, expected, count, repeat, REPEAT / width, scalar);
      }
      byte[] actual = memory.clone();
      // The accumulator is the old value of the destination, which stands in the third place.
      compiled.run(actual, repeats(plan, count, width, scalar));
      byte[] result = Arrays.copyOfRange(actual, 2 * count * REPEAT, 3 * count * REPEAT);
      byte[] wanted = Arrays.copyOfRange(expected, 3 * count * REPEAT, 4 * count * REPEAT);
      if (!Arrays.equals(result, wanted)) {
        assertThat(result).as("%s, scalar %d", work, scalar).isEqualTo(wanted);
      }
    }
  }

  private static void put(byte[] memory, int operand, int count, int lane, int width, long value) {
    LittleEndian.put(memory, operand * count * REPEAT + lane * width, width, value);
  }

  /** Puts the result of a repeat behind the operands. */
  private void interpret(
      LanePlan plan, byte[] memory, int count, int repeat, int lanes, long scalar) {
    for (int operand = 0; operand < OPERANDS; operand++) {
      System.arraycopy(
          memory, (operand * count + repeat) * REPEAT, registers, operand * REPEAT, REPEAT);
    }
    int to = OPERANDS * REPEAT;
    plan.run(registers, to, 0, REPEAT, 2 * REPEAT, 0, scalar, to + REPEAT, lanes, scratch);
    System.arraycopy(registers, to, memory, (OPERANDS * count + repeat) * REPEAT, REPEAT);
  }

  private static Repeats repeats(LanePlan plan, int count, int width, long scalar) {
    int lanes = REPEAT / width;
    long bytes = (long) count * REPEAT;
    return new Repeats(
        count,
        lanes,
        lanes,
        lanes,
        -1,
        -1,
        new Blocks(2 * bytes, 1, 8, width),
        plan.reads(Slot.ACCUMULATOR),
        Optional.of(new Blocks(0, 1, 8, width)),
        Optional.of(new Blocks(bytes, 1, 8, width)),
        Optional.empty(),
        true,
        scalar);
  }
}
