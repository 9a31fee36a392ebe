package org.ptoc.emulator.interpreter;

import java.util.List;
import java.util.Optional;
import org.ptoc.emulator.interpreter.step.ControlStep;
import org.ptoc.emulator.interpreter.step.DmaStep;
import org.ptoc.emulator.interpreter.step.FixpipeStep;
import org.ptoc.emulator.interpreter.step.FractalCopyStep;
import org.ptoc.emulator.interpreter.step.FractalLoadStep;
import org.ptoc.emulator.interpreter.step.LaneStep;
import org.ptoc.emulator.interpreter.step.MatrixStep;
import org.ptoc.emulator.interpreter.step.MemoryStep;
import org.ptoc.emulator.interpreter.step.PackedConversionStep;
import org.ptoc.emulator.interpreter.step.PredicateStep;
import org.ptoc.emulator.interpreter.step.ScalarStep;
import org.ptoc.emulator.interpreter.step.ShiftCounts;
import org.ptoc.emulator.interpreter.step.ShiftStep;
import org.ptoc.emulator.interpreter.step.SortStep;
import org.ptoc.emulator.interpreter.step.Step;
import org.ptoc.emulator.interpreter.step.TableLoadStep;
import org.ptoc.emulator.interpreter.step.VectorStep;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.LaneTyping;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.TypedExpression;
import org.ptoc.ir.isa.UnitOperation;
import org.ptoc.ir.isa.WordFormat;

/** Turns the instructions of a program into steps. */
final class StepCompiler {
  private StepCompiler() {}

  static Step[] compile(Program program, Interpreter interpreter, LoopEngine engine) {
    boolean[] returnTargets = returnTargets(program);
    Step[] steps = new Step[program.size()];
    for (int i = 0; i < steps.length; i++) {
      Step step = step(program, i, returnTargets, interpreter, engine);
      steps[i] =
          step instanceof ControlStep control
              ? withIterations(program, i, control, returnTargets, interpreter, engine)
              : step;
    }
    return steps;
  }

  /** A word that closes or opens a loop without jumps inside runs iterations of it by itself. */
  private static Step withIterations(
      Program program,
      int word,
      ControlStep control,
      boolean[] returnTargets,
      Interpreter interpreter,
      LoopEngine engine) {
    int words = straightBody(program, word);
    if (words > 0) {
      return new LoopStep(
          control, words, interpreter, engine, RegularBody.of(program, word + 1, word + 1 + words));
    }
    if (!control.isBranch()) {
      return control;
    }
    int target = program.at(word).target(word);
    if (target > word || target < 0) {
      return control;
    }
    return returnTargets[target]
            && isStraight(program, target, word)
            && RegularBody.of(program, target, word).filter(RegularBody::hasNoCounters).isPresent()
        ? new BackwardBranchStep(control, target, interpreter)
        : control;
  }

  /**
   * The number of words in the body of the loop at {@code word}; 0 when there is no loop or its
   * body has jumps.
   */
  static int straightBody(Program program, int word) {
    if (!program.at(word).performs(ControlOperation.LOOP)) {
      return 0;
    }
    int words = program.at(word).code(FieldName.IMM32);
    return isStraight(program, word + 1, word + 1 + words) ? words : 0;
  }

  private static boolean isStraight(Program program, int begin, int end) {
    for (int at = begin; at < end; at++) {
      if (mayJump(program.at(at))) {
        return false;
      }
    }
    return true;
  }

  private static boolean mayJump(Instruction instruction) {
    return switch (instruction.flow()) {
      case JUMP, BRANCH, CALL, RETURN, END, LOOP -> true;
      case NEXT, TRAP -> false;
    };
  }

  private static Step step(
      Program program,
      int word,
      boolean[] returnTargets,
      Interpreter interpreter,
      LoopEngine engine) {
    Instruction instruction = program.at(word);
    return switch (instruction.definition().semantics()) {
      case Semantics.Scalar(var operation) -> new ScalarStep(instruction, operation);
      case Semantics.Control(var operation) -> control(program, word, operation, returnTargets);
      case Semantics.Lanes _, Semantics.Unit _
          when instruction.definition().format() == WordFormat.V ->
          vector(instruction);
      case Semantics.Lanes lanes ->
          repeated(instruction, LaneTyping.of(instruction, lanes).getFirst(), interpreter, engine);
      case Semantics.Unit(UnitOperation operation) ->
          unit(program.profile(), instruction, operation);
    };
  }

  private static Step control(
      Program program, int word, ControlOperation operation, boolean[] returnTargets) {
    Instruction instruction = program.at(word);
    return Optional.of(operation)
        .filter(each -> each == ControlOperation.REGION_BEGIN)
        .flatMap(each -> RegionInputs.of(program, word))
        .<Step>map(inputs -> new RegionStep(inputs, instruction.code(FieldName.IMM32)))
        .orElseGet(() -> new ControlStep(instruction, operation, returnTargets));
  }

  /** The step of a word of class V. */
  static Step vector(Instruction instruction) {
    return switch (instruction.definition().semantics()) {
      case Semantics.Lanes _
          when isPacked(instruction.type()) || isPacked(instruction.resultType()) ->
          new PackedConversionStep(instruction);
      case Semantics.Lanes lanes -> {
        List<TypedExpression> results = LaneTyping.of(instruction, lanes);
        yield ShiftCounts.slot(results.getFirst())
            .<Step>map(slot -> new ShiftStep(instruction, results, slot))
            .orElseGet(() -> new LaneStep(instruction, results, lanes.layout()));
      }
      case Semantics.Unit(UnitOperation operation) -> new VectorStep(instruction, operation);
      case Semantics.Scalar _, Semantics.Control _ ->
          throw new IllegalArgumentException(instruction + " is no vector word");
    };
  }

  private static Step repeated(
      Instruction instruction,
      TypedExpression expression,
      Interpreter interpreter,
      LoopEngine engine) {
    if (expression.isTruth()) {
      return new RepeatedCompareStep(instruction, expression, interpreter, engine);
    }
    if (expression.reads(Slot.SELECTOR)) {
      return new RepeatedSelectStep(instruction, interpreter, engine);
    }
    if (instruction.type().bytes() == 1 && instruction.resultType().bytes() == 1) {
      return new RepeatedByteStep(instruction, expression);
    }
    return new RepeatedLaneStep(instruction, expression, interpreter, engine);
  }

  private static boolean isPacked(DataType type) {
    return type.kind() == DataType.Kind.PACKED;
  }

  private static Step unit(Profile profile, Instruction instruction, UnitOperation operation) {
    return switch (instruction.definition().format()) {
      case D -> copy(profile, instruction, operation);
      case K -> new MatrixStep(instruction, operation, profile);
      case F -> new FixpipeStep(instruction, operation);
      case L -> MemoryStep.of(instruction, operation);
      case P -> new PredicateStep(instruction, operation);
      case U ->
          switch (operation) {
            case BIT_SORT, SORT_BLOCK, MERGE_SORT, TRANSPOSE ->
                new SortStep(instruction, operation);
            default -> new RepeatedUnitStep(instruction, operation);
          };
      case V, S, I, M, B, C, R -> throw new IllegalStateException("no unit for " + instruction);
    };
  }

  private static Step copy(Profile profile, Instruction instruction, UnitOperation operation) {
    return switch (operation) {
      case COPY_ROWS_TO_FRACTALS, COPY_COLUMNS_TO_FRACTALS ->
          new FractalCopyStep(instruction, operation);
      case LOAD_L0A,
          LOAD_L0A_TRANSPOSED,
          LOAD_L0B,
          LOAD_L0B_TRANSPOSED,
          LOAD_L0A_SCALES,
          LOAD_L0B_SCALES ->
          new FractalLoadStep(instruction, operation, profile);
      case LOAD_BIAS, LOAD_PARAMETERS, FILL_L1 ->
          new TableLoadStep(instruction, operation, profile);
      case COPY_GM_TO_UB,
          COPY_UB_TO_GM,
          COPY_UB_TO_UB,
          COPY_GM_TO_UB_ALIGN,
          COPY_UB_TO_GM_ALIGN,
          COPY_GM_TO_L1,
          COPY_L1_TO_GM,
          COPY_L1_TO_UB,
          COPY_UB_TO_L1 ->
          new DmaStep(instruction, operation, profile);
      default -> throw new IllegalStateException("no copy " + operation);
    };
  }

  /** Words outside of all loop bodies and regions. */
  private static boolean[] returnTargets(Program program) {
    boolean[] targets = new boolean[program.size()];
    int bodyEnd = 0;
    for (int i = 0; i < targets.length; i++) {
      targets[i] = i >= bodyEnd;
      if (program.at(i).definition().format() == WordFormat.R) {
        bodyEnd = Math.max(bodyEnd, program.at(i).target(i) + 1);
      }
    }
    return targets;
  }
}
