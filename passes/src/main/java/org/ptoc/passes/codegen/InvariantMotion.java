package org.ptoc.passes.codegen;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.ScalarOperation;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.WordFormat;

/**
 * Moves scalar words that compute the same in each iteration in front of the loop, out of vector
 * regions in it too. The IR has moved its own operations; this is for words that selection makes of
 * one, such as the count of an inner loop, the bytes of an offset or an extended operand.
 */
public final class InvariantMotion {
  private final List<MachineNode> nodes;

  /** How many nodes write a register. */
  private final int[] writes;

  /** For each register the number of the last loop that was found to write it, from 1. */
  private final int[] inLoop;

  private int loops;

  /** For the node that begins a loop, the index behind its last one; else 0. */
  private final int[] ends;

  private final Map<Integer, Long> constants = new HashMap<>();

  /** Registers whose value another one has that was computed in front of the same loop. */
  private final Map<VirtualRegister, VirtualRegister> replacements = new HashMap<>();

  private InvariantMotion(MachineFunction function) {
    this.nodes = function.nodes();
    this.writes = new int[function.registerCount()];
    this.inLoop = new int[function.registerCount()];
    this.ends = new int[nodes.size()];
    Deque<Integer> open = new ArrayDeque<>();
    Map<MachineNode.Label, Integer> placed = new HashMap<>();
    for (int i = 0; i < nodes.size(); i++) {
      nodes.get(i).writes(this::countWrite);
      switch (nodes.get(i)) {
        case MachineNode.LoadConstant load -> constants.put(load.target().id(), load.value());
        case MachineNode.LoopBegin begin -> open.push(i);
        case MachineNode.LoopEnd end -> ends[open.pop()] = i + 1;
        case MachineNode.Label label -> placed.put(label, i);
        case MachineNode.Branch branch when placed.containsKey(branch.target()) ->
            ends[placed.get(branch.target())] = i + 1;
        case MachineInstruction _,
            MachineNode.Branch _,
            MachineNode.Copies _,
            MachineNode.Entry _,
            MachineNode.RegionBegin _,
            MachineNode.RegionEnd _ -> {}
      }
    }
  }

  private void countWrite(VirtualRegister register) {
    if (!register.isConstant()) {
      writes[register.id()]++;
    }
  }

  public static MachineFunction apply(MachineFunction function) {
    InvariantMotion motion = new InvariantMotion(function);
    List<MachineNode> moved = new ArrayList<>(motion.nodes.size());
    motion.copy(0, motion.nodes.size(), moved);
    if (!motion.replacements.isEmpty()) {
      moved.replaceAll(node -> node.mapRegisters(motion::current));
    }
    return function.withNodes(moved);
  }

  /** Copies some nodes, inner loops first. */
  private void copy(int from, int to, List<MachineNode> target) {
    int at = from;
    while (at < to) {
      int end = ends[at];
      if (end == 0) {
        target.add(nodes.get(at++));
      } else {
        List<MachineNode> body = new ArrayList<>();
        copy(at + 1, end, body);
        hoist(nodes.get(at), body, target);
        at = end;
      }
    }
  }

  private void hoist(MachineNode begin, List<MachineNode> body, List<MachineNode> target) {
    loops++;
    body.forEach(node -> node.writes(this::enter));
    Map<List<Object>, VirtualRegister> front = new HashMap<>();
    List<MachineNode> kept = new ArrayList<>(body.size());
    for (MachineNode node : body) {
      if (isInvariant(node)) {
        node.writes(
            register -> {
              inLoop[register.id()] = 0;
              place(node, register, front, target);
            });
      } else {
        kept.add(node);
      }
    }
    target.add(begin);
    target.addAll(kept);
  }

  private void enter(VirtualRegister register) {
    if (!register.isConstant()) {
      inLoop[register.id()] = loops;
    }
  }

  /** Puts a word before a loop, unless an equal word is there already. */
  private void place(
      MachineNode node,
      VirtualRegister result,
      Map<List<Object>, VirtualRegister> front,
      List<MachineNode> target) {
    List<Object> inputs =
        switch (node) {
          case MachineNode.LoadConstant load -> List.of(load.value());
          case MachineInstruction instruction -> instruction.inputs(this::current);
          case MachineNode.Label _,
              MachineNode.Branch _,
              MachineNode.Copies _,
              MachineNode.Entry _,
              MachineNode.LoopBegin _,
              MachineNode.LoopEnd _,
              MachineNode.RegionBegin _,
              MachineNode.RegionEnd _ ->
              throw new IllegalArgumentException("no scalar word: " + node);
        };
    VirtualRegister known = front.putIfAbsent(inputs, result);
    if (known == null) {
      target.add(node);
    } else {
      replacements.put(result, known);
    }
  }

  private VirtualRegister current(VirtualRegister register) {
    VirtualRegister known = replacements.get(register);
    return known == null ? register : current(known);
  }

  private boolean isWrittenHere(VirtualRegister register) {
    return !register.isConstant() && inLoop[register.id()] == loops;
  }

  private boolean isInvariant(MachineNode node) {
    boolean scalar =
        node instanceof MachineNode.LoadConstant
            || node instanceof MachineInstruction instruction && isHarmless(instruction);
    boolean[] invariant = {scalar};
    if (scalar) {
      node.writes(register -> invariant[0] &= !register.isConstant() && writes[register.id()] == 1);
      node.reads(register -> invariant[0] &= !isWrittenHere(current(register)));
    }
    return invariant[0];
  }

  /** True if a word depends on registers alone and may run where its result is not needed. */
  private boolean isHarmless(MachineInstruction instruction) {
    InstructionDefinition definition = instruction.definition();
    return definition.semantics() instanceof Semantics.Scalar(ScalarOperation operation)
        && switch (operation) {
          case DIVIDE, REMAINDER, CEILING_DIVIDE, FLOOR_DIVIDE -> dividesByPositive(instruction);
          // Distances in registers may be too long, which a run notes.
          case SHIFT_LEFT, SHIFT_RIGHT, SHIFT_RIGHT_UNSIGNED, SHIFT_RIGHT_SIGNED ->
              definition.format() == WordFormat.I;
          case ADD,
              SUBTRACT,
              MULTIPLY,
              AND,
              OR,
              XOR,
              MAXIMUM,
              MINIMUM,
              COMPARE,
              SELECT,
              MOVE,
              EXTEND ->
              true;
          case CONVERT, NEGATE, SET_BIT, MOVE_IMMEDIATE, MOVE_HIGH -> true;
          case LOAD, STORE, LOAD_PARAMETER, LOAD_CONSTANT, ATOMIC_ADD, RENEW -> false;
        };
  }

  private boolean dividesByPositive(MachineInstruction division) {
    List<OperandField> operands = division.definition().operands();
    int divisor = operands.indexOf(division.definition().operand(OperandRole.XB).orElseThrow());
    return division
        .register(divisor)
        .filter(register -> !register.isConstant() && writes[register.id()] == 1)
        .filter(register -> constants.getOrDefault(register.id(), 0L) > 0)
        .isPresent();
  }
}
