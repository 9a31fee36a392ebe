package org.ptoc.passes.codegen.allocate;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.LaneExpression;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.ScalarOperation;
import org.ptoc.ir.isa.ScalarWidth;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.UnitOperation;
import org.ptoc.passes.codegen.Bank;
import org.ptoc.passes.codegen.InstructionBuilder;
import org.ptoc.passes.codegen.MachineFunction;
import org.ptoc.passes.codegen.MachineInstruction;
import org.ptoc.passes.codegen.MachineNode;
import org.ptoc.passes.codegen.VirtualRegister;

/**
 * Values that are cheaper to recompute than to keep: constants, predicates of a pattern, a constant
 * in all lanes, and kernel arguments, which are also in the parameter block (spec/40, 5.4 and
 * 11.2).
 */
final class Rematerialization {
  private final MachineFunction function;
  private final RegisterGroups groups;
  private final Liveness liveness;
  private final Map<Integer, MachineNode> origins = new HashMap<>();

  Rematerialization(MachineFunction function, RegisterGroups groups, Liveness liveness) {
    this.function = function;
    this.groups = groups;
    this.liveness = liveness;
    for (MachineNode node : function.nodes()) {
      switch (node) {
        case MachineNode.LoadConstant load -> origins.put(group(load.target()), load);
        case MachineNode.Entry entry -> addArguments(entry);
        case MachineInstruction instruction when isRepeatable(instruction) ->
            instruction.writes(target -> origins.put(group(target), instruction));
        default -> {}
      }
    }
  }

  private int group(VirtualRegister register) {
    return groups.representative(register.id());
  }

  private void addArguments(MachineNode.Entry entry) {
    for (int i = 0; i < entry.arguments().size(); i++) {
      VirtualRegister argument = entry.arguments().get(i);
      origins.put(
          group(argument),
          builder(Mnemonic.LDP, entry)
              .reg(OperandRole.XD, argument)
              .imm(OperandRole.IMM24, 8L * entry.numbers().get(i))
              .imm(OperandRole.W, ScalarWidth.I64)
              .build());
    }
  }

  private InstructionBuilder builder(Mnemonic mnemonic, MachineNode node) {
    InstructionDefinition definition = function.table().get(mnemonic);
    return new InstructionBuilder(ignored -> {}, definition, node.location());
  }

  /**
   * True if the instruction reads no memory that can change and has no effect but the register it
   * writes. The same semantics written to memory, such as a vector instruction from UB to UB, is an
   * effect.
   */
  static boolean isRepeatable(MachineInstruction instruction) {
    boolean[] writesRegister = {false};
    instruction.writes(_ -> writesRegister[0] = true);
    return writesRegister[0] && isConstantResult(instruction.definition());
  }

  private static boolean isConstantResult(InstructionDefinition definition) {
    return switch (definition.semantics()) {
      case Semantics.Lanes lanes ->
          lanes.results().equals(List.of(new LaneExpression.Operand(LaneExpression.Slot.SCALAR)));
      case Semantics.Unit(UnitOperation operation) -> operation == UnitOperation.PREDICATE_PATTERN;
      case Semantics.Scalar(ScalarOperation operation) ->
          operation == ScalarOperation.LOAD_PARAMETER;
      case Semantics.Control _ -> false;
    };
  }

  /** The only place that computes the group, when it can be repeated anywhere. */
  Optional<MachineNode> origin(int group) {
    MachineNode origin = origins.get(group);
    return origin != null && liveness.definitions(group) == 1 && hasSteadyInputs(origin)
        ? Optional.of(origin)
        : Optional.empty();
  }

  /**
   * True if the inputs still hold what the origin read wherever its result is used. A register that
   * one node writes does: on the way from there to a use stands the origin, for it comes before
   * each use, and so does the node before it.
   */
  private boolean hasSteadyInputs(MachineNode origin) {
    boolean[] steady = {true};
    origin.reads(
        register ->
            steady[0] &=
                register.isConstant()
                    || register.bank() == Bank.X && liveness.definitions(group(register)) == 1);
    return steady[0];
  }
}
