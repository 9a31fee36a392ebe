package org.ptoc.emulator.interpreter;

import java.util.Arrays;
import java.util.List;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.MachineTrap;
import org.ptoc.ir.isa.Condition;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.ScalarOperation;
import org.ptoc.ir.isa.ScalarWidth;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.WordFormat;

/**
 * One iteration of a loop whose scalars move by constants: finds how far each register steps, and
 * how many iterations its branches go the same way. A counter that has stepped past its bound goes
 * on until integers wrap, or for ever.
 *
 * <p>Registers are numbered as by {@link ControlSlice#register}.
 */
final class CountedIteration {
  /** Iterations that no run reaches. */
  private static final long NEVER = 1L << 48;

  private static final int LONGEST = 4096;

  /** What the iterations have in common of a value. */
  private enum Course {
    /** The value of the trial, and a step for each iteration. */
    STEPS,
    /** Steps of the lower 32 bits. */
    STEPS_NARROW,
    /** The same value in each iteration, which the trial does not have. */
    SAME,
    UNKNOWN
  }

  private final Program program;
  private final Interpreter interpreter;
  private final Core core;
  private final Core trial;
  private final long least;
  private final Course[] courses = new Course[ControlSlice.REGISTERS];
  private final long[] steps = new long[ControlSlice.REGISTERS];

  private CountedIteration(Program program, Interpreter interpreter, Core core) {
    this.program = program;
    this.interpreter = interpreter;
    this.core = core;
    this.trial = core.trial();
    this.least = Math.max(NEVER, core.instructionLimit - core.executed);
  }

  /**
   * True if the loop that a core has come round to the same word cannot leave its way within the
   * limit of work. Special registers, loops and signals have to repeat.
   */
  static boolean isEndless(Program program, Interpreter interpreter, Core core, int at) {
    return new CountedIteration(program, interpreter, core).isEndless(at);
  }

  /** Assumes steps until an iteration confirms them. */
  private boolean isEndless(int at) {
    Course[] assumed = new Course[ControlSlice.REGISTERS];
    long[] stepped = new long[ControlSlice.REGISTERS];
    Arrays.fill(assumed, Course.UNKNOWN);
    Arrays.fill(assumed, 0, ControlSlice.SCALARS, Course.STEPS);
    boolean isConfirmed = false;
    for (int round = 0; !isConfirmed; round++) {
      System.arraycopy(assumed, 0, courses, 0, courses.length);
      System.arraycopy(stepped, 0, steps, 0, steps.length);
      System.arraycopy(core.x, 0, trial.x, 0, core.x.length);
      if (!comesRound(at)) {
        return false;
      }
      isConfirmed = round > 0;
      for (int i = 0; i < ControlSlice.SCALARS; i++) {
        boolean isAsAssumed = courses[i] == assumed[i] && steps[i] == stepped[i];
        if (round == 0 && courses[i] == Course.STEPS) {
          stepped[i] = trial.x[i] - core.x[i];
        } else if (assumed[i] != Course.UNKNOWN && !isAsAssumed) {
          boolean isNarrower =
              assumed[i] == Course.STEPS
                  && courses[i] == Course.STEPS_NARROW
                  && steps[i] == (int) stepped[i];
          assumed[i] = isNarrower ? Course.STEPS_NARROW : Course.UNKNOWN;
          stepped[i] = (int) stepped[i];
          isConfirmed = false;
        }
      }
    }
    return true;
  }

  /** Follows the words of an iteration; false if one of them may do something else in another. */
  private boolean comesRound(int first) {
    int at = first;
    try {
      for (int words = 0; words < LONGEST; words++) {
        at = next(at);
        if (at == core.loopEnd) {
          return false;
        }
        if (at == first) {
          return true;
        }
      }
    } catch (MachineTrap | Unsteady leaves) {
      return false;
    }
    return false;
  }

  /** A word that may do something else in another iteration. */
  private static final class Unsteady extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unsteady() {
      super("", null, false, false);
    }
  }

  private int next(int at) {
    Instruction word = program.at(at);
    switch (word.definition().semantics()) {
      case Semantics.Scalar(ScalarOperation operation) when !operation.accessesMemory() ->
          scalar(at, word, operation);
      case Semantics.Control(ControlOperation operation)
          when operation == ControlOperation.BRANCH || operation.isConditionalBranch() -> {
        return branch(at, word, operation);
      }
      case Semantics.Control(ControlOperation operation)
          when operation == ControlOperation.LOOP || operation == ControlOperation.REGION_BEGIN -> {
        int last = word.target(at);
        for (int inner = at; inner <= last; inner++) {
          repeated(program.at(inner));
        }
        return last + 1;
      }
      case Semantics.Control _, Semantics.Scalar _, Semantics.Lanes _, Semantics.Unit _ ->
          repeated(word);
    }
    return at + 1;
  }

  private int branch(int at, Instruction word, ControlOperation operation) {
    if (operation != ControlOperation.BRANCH) {
      Value a = value(word, FieldName.XA);
      boolean isComparison = operation == ControlOperation.BRANCH_COMPARE;
      Value b = isComparison ? value(word, FieldName.XB) : new Value(Course.STEPS, 0, 0);
      Condition condition = isComparison ? word.condition() : Condition.NE;
      if (!lasts(condition, isComparison ? word.width() : ScalarWidth.I64, a, b)) {
        throw new Unsteady();
      }
    }
    return interpreter.step(trial, at);
  }

  /** A word that has to do the same in each iteration, or has to do with data alone. */
  private void repeated(Instruction word) {
    boolean jumps =
        switch (word.flow()) {
          case NEXT, LOOP -> false;
          case JUMP, BRANCH, CALL, RETURN, END, TRAP -> true;
        };
    ControlSlice roots = new ControlSlice(List.of());
    if (jumps || !EndlessLoopFinder.addRoots(word, roots)) {
      throw new Unsteady();
    }
    boolean isSame = ControlSlice.followsFromRegisters(word);
    for (OperandField operand : word.definition().operands()) {
      int register = word.reads(operand) ? ControlSlice.register(operand, word) : -1;
      if (register >= 0 && !isSame(register)) {
        isSame = false;
        if (roots.contains(register)) {
          throw new Unsteady();
        }
      }
    }
    for (OperandField operand : word.definition().operands()) {
      int register = word.writes(operand) ? ControlSlice.register(operand, word) : -1;
      if (register >= 0) {
        courses[register] = isSame ? Course.SAME : Course.UNKNOWN;
      }
    }
  }

  private boolean isSame(int register) {
    return courses[register] == Course.SAME
        || courses[register] != Course.UNKNOWN && steps[register] == 0;
  }

  // Scalars.

  /**
   * What is known of an operand.
   *
   * @param number in the iteration of the trial, if its course has steps
   * @param step for each iteration
   */
  private record Value(Course course, long number, long step) {
    boolean isSteady() {
      return course == Course.SAME || course != Course.UNKNOWN && step == 0;
    }

    boolean isKnown() {
      return course == Course.STEPS || course == Course.STEPS_NARROW;
    }
  }

  private Value value(Instruction word, FieldName field) {
    int register = word.code(field);
    return register == RegisterClass.X.constantRegister()
        ? new Value(Course.STEPS, 0, 0)
        : new Value(courses[register], trial.x[register], steps[register]);
  }

  private void scalar(int at, Instruction word, ScalarOperation operation) {
    boolean isKnown = true;
    boolean isSteady = true;
    boolean isNarrow = false;
    for (OperandField operand : word.definition().operands()) {
      int register = word.reads(operand) ? ControlSlice.register(operand, word) : -1;
      if (register >= 0) {
        isSteady &= isSame(register);
        isNarrow |= courses[register] == Course.STEPS_NARROW;
        isKnown &= courses[register] == Course.STEPS || courses[register] == Course.STEPS_NARROW;
      }
    }
    if (operation.mayTrap() && !(isKnown && isSteady)) {
      throw new Unsteady();
    }
    Course course = isSteady ? Course.SAME : Course.UNKNOWN;
    long step = 0;
    if (isKnown && isSteady) {
      course = isNarrow ? Course.STEPS_NARROW : Course.STEPS;
    } else if (isKnown) {
      boolean isImmediate = word.definition().format() == WordFormat.I;
      boolean isUnary = word.definition().operand(OperandRole.XB).isEmpty();
      Value a = value(word, FieldName.XA);
      Value b =
          isImmediate || isUnary
              ? new Value(Course.STEPS, isImmediate ? word.field(FieldName.IMM32) : 0, 0)
              : value(word, FieldName.XB);
      ScalarWidth width = word.width();
      isNarrow |= width == ScalarWidth.I32;
      if (operation == ScalarOperation.COMPARE) {
        course = lasts(word.condition(), width, a, b) ? Course.STEPS : Course.UNKNOWN;
      } else if (width == ScalarWidth.I64 || width == ScalarWidth.I32) {
        course = isNarrow ? Course.STEPS_NARROW : Course.STEPS;
        switch (operation) {
          case ADD -> step = a.step() + b.step();
          case SUBTRACT -> step = a.step() - b.step();
          case MOVE, EXTEND -> step = a.step();
          default -> course = Course.UNKNOWN;
        }
        // Upper bits that carries reach may change although the lower ones do not.
        course = width == ScalarWidth.I64 && isNarrow && (int) step == 0 ? Course.UNKNOWN : course;
      }
    }
    int target = word.code(FieldName.XD);
    if (isKnown) {
      interpreter.step(trial, at);
    }
    if (target != RegisterClass.X.constantRegister()) {
      courses[target] = course;
      steps[target] = course == Course.STEPS_NARROW ? (int) step : step;
    }
  }

  /** True if a condition keeps its value for more iterations than the limit allows. */
  private boolean lasts(Condition condition, ScalarWidth width, Value a, Value b) {
    if (a.isSteady() && b.isSteady()) {
      return true;
    }
    if (!a.isKnown() || !b.isKnown()) {
      return false;
    }
    boolean isNarrow =
        width == ScalarWidth.I32
            || a.course() == Course.STEPS_NARROW
            || b.course() == Course.STEPS_NARROW;
    if (width != ScalarWidth.I64 && width != ScalarWidth.I32) {
      return false;
    }
    return switch (condition) {
      case EQ, NE -> iterationsUntilEqual(isNarrow ? Integer.SIZE : Long.SIZE, a, b) > least;
      case SLT, SLE, SGT, SGE -> !isNarrow && iterationsUntilCrossed(a, b) > least;
      case ULT, ULE, UGT, UGE, OEQ, ONE, OLT, OLE, OGT, OGE -> false;
    };
  }

  /** Iterations until the lower bits of two values are equal, or if they are, no longer so. */
  private static long iterationsUntilEqual(int bits, Value a, Value b) {
    long all = -1L >>> Long.SIZE - bits;
    long distance = b.number() - a.number() & all;
    long step = a.step() - b.step() & all;
    if (step == 0) {
      return Long.MAX_VALUE;
    }
    int zeros = Long.numberOfTrailingZeros(step);
    if ((distance & (1L << zeros) - 1) != 0) {
      return Long.MAX_VALUE;
    }
    long odd = step >>> zeros;
    long inverse = odd; // Newton's iteration doubles the bits that are right, three at first.
    for (int right = 3; right < Long.SIZE; right *= 2) {
      inverse *= 2 - odd * inverse;
    }
    long count = (distance >>> zeros) * inverse & all >>> zeros;
    return count < 0 ? Long.MAX_VALUE : count;
  }

  /** Iterations in which two values keep their order and do not wrap. */
  private static long iterationsUntilCrossed(Value a, Value b) {
    long whole = Math.min(iterationsUntilWrapped(a), iterationsUntilWrapped(b));
    boolean fits =
        Math.abs((double) a.number() - b.number()) < 0x1p62
            && Math.abs((double) a.step() - b.step()) < 0x1p62;
    long distance = a.number() - b.number();
    long step = a.step() - b.step();
    if (!fits || distance == 0) {
      return 0;
    }
    boolean parts = distance > 0 ? step >= 0 : step <= 0;
    return parts ? whole : Math.min(whole, (Math.abs(distance) - 1) / Math.abs(step));
  }

  private static long iterationsUntilWrapped(Value value) {
    return value.step() == 0
        ? Long.MAX_VALUE
        : ((value.step() > 0 ? Long.MAX_VALUE : Long.MIN_VALUE) / 2 - value.number() / 2)
            / value.step();
  }
}
