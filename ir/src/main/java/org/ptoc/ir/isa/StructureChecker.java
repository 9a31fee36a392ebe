package org.ptoc.ir.isa;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Checks loops, regions, branches and the place of each word; a linear pass with a stack of open
 * bodies.
 */
final class StructureChecker {
  private static final Body WHOLE_TEXT = new Body(-1, Integer.MAX_VALUE, false, -1);

  private final Profile profile;
  private final CoreKind core;
  private final List<Instruction> program;
  private final List<DecodedProgram.Fault> faults;
  private final int[] bodyOfWord;
  private final Deque<Body> open = new ArrayDeque<>();

  /**
   * The words after a loop or region word up to {@code last}; {@code level} is that of the
   * innermost loop.
   */
  private record Body(int begin, int last, boolean region, int level) {}

  StructureChecker(
      Profile profile,
      CoreKind core,
      List<Instruction> program,
      List<DecodedProgram.Fault> faults) {
    this.profile = profile;
    this.core = core;
    this.program = program;
    this.faults = faults;
    this.bodyOfWord = new int[program.size()];
  }

  void check() {
    for (int i = 0; i < program.size(); i++) {
      while (!open.isEmpty() && open.peek().last() < i) {
        open.pop();
      }
      bodyOfWord[i] = innermost().begin();
      checkPlace(i);
      if (program.get(i).definition().semantics()
          instanceof Semantics.Control(ControlOperation operation)) {
        checkStructure(i, operation);
      }
    }
    for (int i = 0; i < program.size(); i++) {
      if (program.get(i).definition().format() == WordFormat.B) {
        checkBranch(i);
      }
    }
    checkEnd();
  }

  private Body innermost() {
    return open.isEmpty() ? WHOLE_TEXT : open.peek();
  }

  private boolean inRegion() {
    for (Body body : open) {
      if (body.region()) {
        return true;
      }
    }
    return false;
  }

  private void checkPlace(int index) {
    checkCore(index);
    if (!profile.has(ProfileFeature.VECTOR_REGISTERS)) {
      return;
    }
    Instruction instruction = program.get(index);
    boolean inside = inRegion();
    switch (instruction.definition().format()) {
      case V, L, P -> {
        if (!inside) {
          fault(
              index,
              TrapCode.ILLEGAL_INSTRUCTION,
              instruction.definition() + " stands outside a vector region");
        }
      }
      case D, U, K, F -> {
        if (inside) {
          fault(
              index,
              TrapCode.ILLEGAL_INSTRUCTION,
              instruction.definition() + " stands inside a vector region");
        }
      }
      case C -> {
        if (inside && !isLegalInRegion(instruction)) {
          fault(
              index, TrapCode.ILLEGAL_INSTRUCTION, instruction + " stands inside a vector region");
        }
      }
      case S, I, M, B, R -> {}
    }
  }

  /** Each kind of core has instructions of its own, and a cube core no UB (spec/60, 6.5). */
  private void checkCore(int index) {
    Instruction instruction = program.get(index);
    if (!instruction.definition().isFor(core)) {
      fault(
          index,
          TrapCode.ILLEGAL_INSTRUCTION,
          instruction.definition() + " stands in a kernel of a " + core.spelling() + " core");
    } else if (core == CoreKind.CUBE
        && instruction.definition().operand(OperandRole.SP).isPresent()
        && instruction.code(FieldName.SP) == AddressSpace.UB.code()) {
      fault(
          index,
          TrapCode.ILLEGAL_INSTRUCTION,
          instruction.definition() + " names UB in a kernel of a cube core");
    }
  }

  private static boolean isLegalInRegion(Instruction instruction) {
    if (!(instruction.definition().semantics()
        instanceof Semantics.Control(ControlOperation operation))) {
      return false;
    }
    return switch (operation.subject()) {
      case NOTHING -> true;
      case BARRIER -> operation == ControlOperation.MEMORY_BARRIER;
      case SPECIAL ->
          instruction.code(FieldName.SPR) == SpecialRegister.AR.code()
              && (operation == ControlOperation.READ_SPECIAL
                  || operation == ControlOperation.WRITE_SPECIAL);
      case FLOW -> operation == ControlOperation.TRAP;
      case PRINT, FLAG, BUFFER, DATA, CORES, REGION -> false;
    };
  }

  private void checkStructure(int index, ControlOperation operation) {
    boolean stands =
        switch (operation.flow()) {
          case LOOP -> {
            openLoop(index);
            yield true;
          }
          case CALL, RETURN, END -> open.isEmpty();
          case JUMP, BRANCH, TRAP -> true;
          case NEXT -> {
            if (operation == ControlOperation.REGION_BEGIN) {
              openRegion(index);
            }
            yield operation != ControlOperation.REGION_END
                || innermost().region() && innermost().last() == index;
          }
        };
    if (!stands) {
      String message =
          operation == ControlOperation.REGION_END
              ? "vf_end is not the last word of a vector region"
              : program.get(index) + " leaves a loop body or vector region";
      fault(index, TrapCode.STRUCTURE, message);
    }
  }

  private void openLoop(int index) {
    Instruction loop = program.get(index);
    int level = loop.code(FieldName.LVL);
    if (level <= innermost().level()) {
      fault(
          index,
          TrapCode.STRUCTURE,
          "loop level " + level + " inside level " + innermost().level());
    }
    long last = last(index);
    if (isBody(index, last) && !(innermost().region() && last == innermost().last())) {
      open.push(new Body(index, (int) last, false, level));
    } else {
      fault(index, TrapCode.STRUCTURE, "loop body does not nest");
    }
  }

  private void openRegion(int index) {
    long last = last(index);
    if (inRegion()) {
      fault(index, TrapCode.STRUCTURE, "vector regions do not nest");
    } else if (!isBody(index, last)) {
      fault(index, TrapCode.STRUCTURE, "vector region does not nest");
    } else if (!program.get((int) last).performs(ControlOperation.REGION_END)) {
      fault(index, TrapCode.STRUCTURE, "vector region does not end with vf_end");
    } else {
      open.push(new Body(index, (int) last, true, innermost().level()));
    }
  }

  private long last(int index) {
    return index + program.get(index).field(FieldName.IMM32);
  }

  /**
   * True if the words after {@code index} up to {@code last} exist and stay inside the innermost
   * open body.
   */
  private boolean isBody(int index, long last) {
    return last > index && last < program.size() && last <= innermost().last();
  }

  private void checkBranch(int index) {
    if (program.get(index).definition().operand(OperandRole.IMM32).isEmpty()) {
      return;
    }
    long target = last(index);
    if (target < 0 || target >= program.size()) {
      fault(index, TrapCode.PROGRAM_COUNTER, "branch target " + target + " is outside the text");
    } else if (bodyOfWord[(int) target] != bodyOfWord[index]) {
      fault(index, TrapCode.STRUCTURE, "branch crosses the border of a loop body or vector region");
    }
  }

  /** Control must not run off the text: the last word is {@code end} or an unconditional branch. */
  private void checkEnd() {
    boolean ends =
        !program.isEmpty()
            && switch (program.getLast().flow()) {
              case END, JUMP, RETURN -> true;
              case NEXT, BRANCH, LOOP, CALL, TRAP -> false;
            };
    if (ends) {
      return;
    }
    fault(
        Math.max(0, program.size() - 1),
        TrapCode.PROGRAM_COUNTER,
        "the text does not finish with end or br");
  }

  private void fault(int index, TrapCode code, String message) {
    long word = index < program.size() ? program.get(index).word() : 0;
    faults.add(new DecodedProgram.Fault(index, word, code, message));
  }
}
