package org.ptoc.passes.codegen;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.isa.InstructionTable;

/** The code of one function over virtual registers. */
public final class MachineFunction {
  private final InstructionTable table;
  private final List<MachineNode> nodes;
  private final List<VirtualRegister> registers;
  private final byte[] constants;

  MachineFunction(
      InstructionTable table,
      List<MachineNode> nodes,
      List<VirtualRegister> registers,
      byte[] constants) {
    this.constants = constants.clone();
    this.table = table;
    this.nodes = List.copyOf(nodes);
    this.registers = new ArrayList<>(registers);
  }

  public InstructionTable table() {
    return table;
  }

  /** The constant section. */
  public byte[] constants() {
    return constants.clone();
  }

  /** The code in order. */
  public List<MachineNode> nodes() {
    return nodes;
  }

  /** Number of registers; their ids are below. */
  public int registerCount() {
    return registers.size();
  }

  /** The register with an id. */
  public VirtualRegister register(int id) {
    return registers.get(id);
  }

  /** A new register or spill slot, for code that replaces this one. */
  public VirtualRegister newRegister(Bank bank) {
    VirtualRegister register = new VirtualRegister(bank, registers.size());
    registers.add(register);
    return register;
  }

  /** The same function with other code. */
  public MachineFunction withNodes(List<MachineNode> newNodes) {
    return new MachineFunction(table, newNodes, registers, constants);
  }
}
