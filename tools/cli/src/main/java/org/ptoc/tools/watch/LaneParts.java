package org.ptoc.tools.watch;

import java.util.Arrays;
import org.ptoc.ir.isa.Access;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.UnitOperation;
import org.ptoc.tools.watch.SynchronizationChecker.Findings;

/**
 * Selections and logic in the words of a tile operation that mix elements: where narrow elements
 * are widened in parts, a lane of the even ones has nothing to do with the same lane of the odd
 * ones, so that a comparison of one part chooses nothing in the other. Also selections that repeat
 * an earlier one word for word, where another predicate was meant.
 *
 * <p>Forward, the part of the elements that each register holds, where it is known.
 */
final class LaneParts {
  private static final int VECTORS = RegisterClass.V.count();
  private static final int REGISTERS = VECTORS + RegisterClass.P.count();
  private static final int NONE = 0;

  private final VectorRegion region;
  private final Findings findings;

  private LaneParts(VectorRegion region, Findings findings) {
    this.region = region;
    this.findings = findings;
  }

  static void visit(VectorRegion region, Findings findings) {
    LaneParts parts = new LaneParts(region, findings);
    ForwardFlow<int[]> flow =
        ForwardFlow.of(
            region, new int[REGISTERS], new RegisterFlow(region, LaneParts::step, LaneParts::join));
    for (int word = region.first(); word < region.end(); word++) {
      int here = word;
      flow.before(word).ifPresent(known -> parts.judge(here, known));
    }
  }

  /** Where ways meet, what differs is not known. */
  private static int join(int one, int other) {
    return one == other ? one : NONE;
  }

  private static void step(Instruction instruction, int[] parts) {
    int result = result(instruction, parts);
    for (OperandField operand : instruction.definition().operands()) {
      int register = RegisterFlow.register(instruction, operand);
      if (register >= 0 && instruction.writes(operand)) {
        parts[register] = result;
      }
    }
  }

  private static int result(Instruction instruction, int[] parts) {
    boolean widens = instruction.type().bytes() < instruction.resultType().bytes();
    if (instruction.definition().semantics() instanceof Semantics.Lanes
        && instruction.definition().operand(OperandRole.PART).isPresent()
        && widens) {
      return 1 + (int) instruction.value(instruction.definition().operand(OperandRole.PART).get());
    }
    return isMixing(instruction) || VectorRegion.isLaneByLane(instruction)
        ? common(instruction, parts)
        : NONE;
  }

  /** The part of all operands that have one, or nothing when they differ. */
  private static int common(Instruction instruction, int[] parts) {
    int common = NONE;
    for (OperandField operand : instruction.definition().operands()) {
      int register =
          isRead(instruction, operand) ? RegisterFlow.register(instruction, operand) : -1;
      if (register >= 0 && parts[register] != NONE) {
        if (common != NONE && parts[register] != common) {
          return NONE;
        }
        common = parts[register];
      }
    }
    return common;
  }

  private static boolean isRead(Instruction instruction, OperandField operand) {
    return operand.access() != Access.WRITE
        && (operand.role() != OperandRole.PG || VectorRegion.isSelection(instruction));
  }

  /** Whether a word has nothing to do with operands of two parts. */
  private static boolean isMixing(Instruction instruction) {
    return VectorRegion.isSelection(instruction)
        || instruction.definition().semantics() instanceof Semantics.Unit(UnitOperation unit)
            && unit.predicates() == UnitOperation.PredicateSource.LOGIC;
  }

  private void judge(int word, int[] parts) {
    Instruction instruction = region.program().at(word);
    if (isMixing(instruction)) {
      int[] read =
          instruction.definition().operands().stream()
              .filter(operand -> isRead(instruction, operand))
              .mapToInt(operand -> RegisterFlow.register(instruction, operand))
              .filter(register -> register >= 0 && parts[register] != NONE)
              .map(register -> parts[register])
              .distinct()
              .toArray();
      if (read.length > 1) {
        findings.found(word, "mixes lanes of even and odd elements", word);
      }
    }
    if (VectorRegion.isSelection(instruction)) {
      repeats(word, instruction);
    }
  }

  /** Whether the same selection stands in front of a word and nothing has changed since. */
  private void repeats(int word, Instruction instruction) {
    FieldName[] roles = {FieldName.VA, FieldName.VB, FieldName.PG};
    for (int at = word - 1; at > region.first(); at--) {
      Instruction other = region.program().at(at);
      int here = at;
      boolean bounds =
          region.loops().stream().anyMatch(loop -> loop.head() == here + 1 || loop.last() == here);
      boolean writes =
          other.definition().operands().stream()
              .filter(operand -> other.writes(operand))
              .mapToInt(operand -> RegisterFlow.register(other, operand))
              .anyMatch(register -> register >= 0 && isOperand(instruction, register));
      if (bounds || writes) {
        return;
      }
      if (VectorRegion.isSelection(other)
          && other.type() == instruction.type()
          && Arrays.stream(roles).allMatch(role -> other.code(role) == instruction.code(role))) {
        findings.found(word, "selects once more what an earlier word has selected", at);
        return;
      }
    }
  }

  private static boolean isOperand(Instruction instruction, int register) {
    return register == instruction.code(FieldName.VA)
        || register == instruction.code(FieldName.VB)
        || register == VECTORS + instruction.code(FieldName.PG);
  }
}
