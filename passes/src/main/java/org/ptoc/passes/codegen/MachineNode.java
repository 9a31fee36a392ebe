package org.ptoc.passes.codegen;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.ptoc.ir.Location;

/** One element of the linear code of a function, before registers are allocated. */
public sealed interface MachineNode
    permits MachineInstruction,
        MachineNode.Label,
        MachineNode.Branch,
        MachineNode.LoadConstant,
        MachineNode.Copies,
        MachineNode.Entry,
        MachineNode.LoopBegin,
        MachineNode.LoopEnd,
        MachineNode.RegionBegin,
        MachineNode.RegionEnd {

  /** Place in the source text. */
  Location location();

  /** Calls {@code action} for every register that is read, constant ones included. */
  default void reads(Consumer<VirtualRegister> action) {}

  /** Calls {@code action} for every register that is written; reads come before writes. */
  default void writes(Consumer<VirtualRegister> action) {}

  /** This node with other registers. */
  default MachineNode mapRegisters(UnaryOperator<VirtualRegister> mapping) {
    return this;
  }

  /** A branch target; identity is what counts. */
  final class Label implements MachineNode {
    private final Location location;

    public Label(Location location) {
      this.location = location;
    }

    @Override
    public Location location() {
      return location;
    }
  }

  /**
   * A branch.
   *
   * @param instruction a word of class B whose offset is not set
   * @param target where it goes
   * @param conditional whether control may also fall through
   */
  record Branch(MachineInstruction instruction, Label target, boolean conditional)
      implements MachineNode {
    @Override
    public Location location() {
      return instruction.location();
    }

    @Override
    public void reads(Consumer<VirtualRegister> action) {
      instruction.reads(action);
    }

    @Override
    public MachineNode mapRegisters(UnaryOperator<VirtualRegister> mapping) {
      return new Branch(instruction.mapRegisters(mapping), target, conditional);
    }
  }

  /**
   * A constant, one word or two.
   *
   * @param target X register
   * @param value 64-bit value
   */
  record LoadConstant(VirtualRegister target, long value, Location location)
      implements MachineNode {
    @Override
    public void writes(Consumer<VirtualRegister> action) {
      action.accept(target);
    }

    @Override
    public MachineNode mapRegisters(UnaryOperator<VirtualRegister> mapping) {
      return new LoadConstant(mapping.apply(target), value, location);
    }
  }

  /**
   * Copies that happen at once: all sources are read before any target is written. A pair has one
   * register class; its sides may be registers or spill slots.
   */
  record Copies(List<VirtualRegister> targets, List<VirtualRegister> sources, Location location)
      implements MachineNode {
    public Copies {
      targets = List.copyOf(targets);
      sources = List.copyOf(sources);
    }

    /** One copy. */
    public static Copies of(VirtualRegister target, VirtualRegister source, Location location) {
      return new Copies(List.of(target), List.of(source), location);
    }

    @Override
    public void reads(Consumer<VirtualRegister> action) {
      sources.forEach(action);
    }

    @Override
    public void writes(Consumer<VirtualRegister> action) {
      targets.forEach(action);
    }

    @Override
    public MachineNode mapRegisters(UnaryOperator<VirtualRegister> mapping) {
      return new Copies(
          targets.stream().map(mapping).toList(), sources.stream().map(mapping).toList(), location);
    }
  }

  /**
   * Kernel entry: defines the arguments that arrive in registers.
   *
   * @param arguments X registers
   * @param numbers physical number of each
   */
  record Entry(List<VirtualRegister> arguments, List<Integer> numbers, Location location)
      implements MachineNode {
    public Entry {
      arguments = List.copyOf(arguments);
      numbers = List.copyOf(numbers);
    }

    @Override
    public void writes(Consumer<VirtualRegister> action) {
      arguments.forEach(action);
    }

    @Override
    public MachineNode mapRegisters(UnaryOperator<VirtualRegister> mapping) {
      return new Entry(arguments.stream().map(mapping).toList(), numbers, location);
    }
  }

  /**
   * Start of a hardware loop.
   *
   * @param count X register with the number of iterations, at least 0
   * @param level nesting depth, 0 for the outermost
   */
  record LoopBegin(VirtualRegister count, int level, Location location) implements MachineNode {
    @Override
    public void reads(Consumer<VirtualRegister> action) {
      action.accept(count);
    }

    @Override
    public MachineNode mapRegisters(UnaryOperator<VirtualRegister> mapping) {
      return new LoopBegin(mapping.apply(count), level, location);
    }
  }

  /** End of the innermost hardware loop. */
  record LoopEnd(Location location) implements MachineNode {}

  /** Start of a vector region. */
  record RegionBegin(Location location) implements MachineNode {}

  /** End of the vector region. */
  record RegionEnd(Location location) implements MachineNode {}
}
