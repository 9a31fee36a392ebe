package org.ptoc.tools.referee;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.ScalarOperation;
import org.ptoc.ir.isa.ScalarWidth;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.isa.UnitOperation;
import org.ptoc.ir.isa.WordFormat;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.ir.object.KernelObject;

/**
 * Decides whether launches of a kernel can differ in the actions of its pipes: by a scalar
 * argument, a scalar from memory or the block number, or by words whose addresses depend on data.
 * If they cannot differ, one launch shows everything.
 */
public final class LaunchChoices {
  private final Program program;
  private final KernelObject kernel;

  private LaunchChoices(Program program, KernelObject kernel) {
    this.program = program;
    this.kernel = kernel;
  }

  /** True if some launch may do what another does not. */
  public static boolean exist(Program program, KernelObject kernel) {
    LaunchChoices choices = new LaunchChoices(program, kernel);
    return choices.usesArgument()
        || Trial.readsScalars(program)
        || program.instructions().stream().anyMatch(choices::isChosen)
        || choices.hasMasksOfData();
  }

  /** True if a scalar argument is used from the register in which it arrives. */
  private boolean usesArgument() {
    BitSet live = LiveScalars.of(program).getFirst();
    return kernel.arguments().stream()
        .filter(each -> each.kind() == KernelArgument.Kind.SCALAR)
        .anyMatch(
            each -> each.register() != KernelArgument.NO_REGISTER && live.get(each.register()));
  }

  /** True if data comes into scalar registers, or says which bytes are touched. */
  static boolean dependOnData(Program program) {
    return Trial.readsScalars(program)
        || program.instructions().stream().anyMatch(LaunchChoices::dependsOnData);
  }

  private static boolean dependsOnData(Instruction instruction) {
    return switch (instruction.definition().semantics()) {
      case Semantics.Scalar _, Semantics.Control _ -> false;
      case Semantics.Lanes _ -> makesScalar(instruction);
      case Semantics.Unit(var operation) -> hasPlacesOfData(operation) || makesScalar(instruction);
    };
  }

  private boolean isChosen(Instruction instruction) {
    return switch (instruction.definition().semantics()) {
      case Semantics.Scalar(var operation) ->
          operation == ScalarOperation.LOAD_PARAMETER && !isPointer(instruction);
      case Semantics.Control(var operation) ->
          operation == ControlOperation.READ_SPECIAL
              && SpecialRegister.byCode(instruction.field(FieldName.SPR))
                  .map(each -> each.isAboutLaunch() || each.changesByItself())
                  .orElse(true);
      case Semantics.Lanes _, Semantics.Unit _ -> dependsOnData(instruction);
    };
  }

  /** True if a word loads a whole pointer from the parameter block. */
  private boolean isPointer(Instruction instruction) {
    long offset = instruction.field(FieldName.IMM24);
    return ScalarWidth.byCode(instruction.field(FieldName.W)).equals(Optional.of(ScalarWidth.I64))
        && kernel.arguments().stream()
            .anyMatch(
                each ->
                    each.parameterOffset() == offset
                        && each.kind() == KernelArgument.Kind.GM_POINTER);
  }

  private static boolean makesScalar(Instruction instruction) {
    return !WordAccesses.follows(instruction) && instruction.written(RegisterClass.X) != 0;
  }

  /** True if bytes are touched at places, or as many, as data say. */
  static boolean hasPlacesOfData(UnitOperation operation) {
    return switch (operation.places()) {
      case LANES, COUNT -> true;
      case SCALARS, MASKS, STREAM -> false; // Masks are checked in their vecscope.
    };
  }

  /** Lanes that a mask of data leaves out are not touched. */
  private boolean hasMasksOfData() {
    for (int word = 0; word < program.size(); word++) {
      if (program.at(word).performs(ControlOperation.REGION_BEGIN)
          && hasMasksOfData(program.instructions().subList(word, program.at(word).target(word)))) {
        return true;
      }
    }
    return false;
  }

  /** Ignores the order of the words of a vecscope, which may have loops. */
  private static boolean hasMasksOfData(List<Instruction> scope) {
    long data = 0;
    long before;
    do {
      before = data;
      for (Instruction each : scope) {
        if (!isOfPredicates(each) || (each.read(RegisterClass.P) & data) != 0) {
          data |= each.written(RegisterClass.P);
        }
      }
    } while (data != before);
    long all = data;
    return scope.stream()
        .anyMatch(each -> !isOfPredicates(each) && (each.read(RegisterClass.P) & all) != 0);
  }

  /** True if what a word writes follows from scalars and the predicates that it reads. */
  private static boolean isOfPredicates(Instruction instruction) {
    return instruction.definition().format() == WordFormat.P
        && instruction.definition().semantics() instanceof Semantics.Unit(UnitOperation unit)
        && unit.predicates() != UnitOperation.PredicateSource.DATA;
  }
}
