package org.ptoc.passes.codegen.allocate;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.passes.codegen.Bank;
import org.ptoc.passes.codegen.MachineFunction;
import org.ptoc.passes.codegen.MachineNode;
import org.ptoc.passes.codegen.VirtualRegister;

/** Code with a place for every register. */
public final class Allocation {
  private final MachineFunction function;
  private final RegisterGroups groups;
  private final int[] numbers;
  private final Map<Bank, Integer> slots;
  private final Map<Bank, Integer> cycleSlots = new EnumMap<>(Bank.class);
  private int moveSlot = -1;

  Allocation(
      MachineFunction function, RegisterGroups groups, int[] numbers, Map<Bank, Integer> slots) {
    this.function = function;
    this.groups = groups;
    this.numbers = numbers;
    this.slots = new EnumMap<>(slots);
  }

  /** The code, spills included. */
  public MachineFunction function() {
    return function;
  }

  /** Where a register is. */
  public Place place(VirtualRegister register) {
    return register.isConstant()
        ? new Place(register.bank(), register.registerClass().constantRegister())
        : new Place(register.bank(), numbers[groups.representative(register.id())]);
  }

  /** Physical number of a register. */
  public int number(VirtualRegister register) {
    return register.isConstant()
        ? register.registerClass().constantRegister()
        : numbers[groups.representative(register.id())];
  }

  /** The moves that do what the copies say, in order. */
  public List<Move> moves(MachineNode.Copies copies) {
    return CopyResolver.resolve(copies, this);
  }

  /** A slot that only cycles of copies use. */
  int cycleSlot(Bank bank) {
    return cycleSlots.computeIfAbsent(bank, this::extraSlot);
  }

  /** A slot that only copies of aligns use. */
  int moveSlot() {
    if (moveSlot < 0) {
      moveSlot = extraSlot(Bank.AL_SLOT);
    }
    return moveSlot;
  }

  private int extraSlot(Bank bank) {
    int number = slots.getOrDefault(bank, 0);
    slots.put(bank, number + 1);
    return number;
  }

  /** Spill slots of a class that the code uses. */
  public int slots(RegisterClass registerClass) {
    return slots.getOrDefault(Bank.of(registerClass).slots(), 0);
  }
}
