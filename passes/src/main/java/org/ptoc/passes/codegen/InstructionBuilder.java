package org.ptoc.passes.codegen;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.ptoc.ir.Location;
import org.ptoc.ir.isa.EncodedName;
import org.ptoc.ir.isa.FieldVocabulary;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.OperandRole;

/**
 * Sets the operands of one instruction by their roles in the row. Nothing is appended before {@link
 * #append}, so operands may be computed while the builder is open.
 */
public final class InstructionBuilder {
  private final Consumer<MachineNode> sink;
  private final InstructionDefinition definition;
  private final VirtualRegister[] registers;
  private final Long[] values;
  private final Location location;
  private final List<MachineNode> before = new ArrayList<>(1);
  private Optional<SymbolUse> symbol = Optional.empty();

  /**
   * A builder for one instruction.
   *
   * @param sink receives the instruction and the copies in front of it
   */
  public InstructionBuilder(
      Consumer<MachineNode> sink, InstructionDefinition definition, Location location) {
    this.sink = sink;
    this.definition = definition;
    this.location = location;
    this.registers = new VirtualRegister[definition.operands().size()];
    this.values = new Long[registers.length];
  }

  /**
   * Sets a register operand.
   *
   * @throws IllegalArgumentException when the row has no such operand or the register has another
   *     class
   */
  public InstructionBuilder reg(OperandRole role, VirtualRegister register) {
    int index = index(role);
    Optional<?> expected = definition.operands().get(index).registerClass();
    if (expected.isEmpty()
        || expected.get() != register.registerClass()
        || register.bank().isSlot()) {
      throw new IllegalArgumentException(definition + ": " + role + " cannot be " + register);
    }
    registers[index] = register;
    return this;
  }

  /**
   * Sets a register operand that the instruction reads and writes: it reads the value of {@code in}
   * and leaves {@code out}; {@code in} keeps its value.
   */
  public InstructionBuilder reg(OperandRole role, VirtualRegister out, VirtualRegister in) {
    before.add(MachineNode.Copies.of(out, in, location));
    return reg(role, out);
  }

  /** Sets a number, code or flag. */
  public InstructionBuilder imm(OperandRole role, long value) {
    int index = index(role);
    if (definition.operands().get(index).isRegister()) {
      throw new IllegalArgumentException(definition + ": " + role + " is a register");
    }
    values[index] = value;
    return this;
  }

  /** Adds the value of a symbol, which only a linker knows, to the number of an operand. */
  public InstructionBuilder plus(OperandRole role, String name) {
    symbol = Optional.of(new SymbolUse(role, name));
    return this;
  }

  /** Sets a named code. */
  public InstructionBuilder imm(OperandRole role, EncodedName name) {
    return imm(role, name.code());
  }

  /**
   * Sets a code by its spelling in assembly text.
   *
   * @throws IllegalArgumentException when the operand has no such name
   */
  public InstructionBuilder name(OperandRole role, String spelling) {
    OperandField operand = definition.operands().get(index(role));
    FieldVocabulary names = operand.vocabulary().orElseThrow();
    return imm(
        role,
        names
            .bySpelling(spelling)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        definition + ": " + role + " has no name " + spelling)));
  }

  /** True when the row has an operand of this role. */
  public boolean has(OperandRole role) {
    return definition.operand(role).isPresent();
  }

  /**
   * Appends the instruction. The accumulator of a merging word is copied to the destination first;
   * a plain copy becomes one that the register allocator may remove.
   */
  public void append() {
    MachineInstruction instruction = build();
    before.forEach(sink);
    sink.accept(
        isPlainCopy() ? MachineNode.Copies.of(registers[0], registers[1], location) : instruction);
  }

  private boolean isPlainCopy() {
    if (!definition.isCopy() || registers[0] == null || registers[1] == null) {
      return false;
    }
    for (int i = 2; i < registers.length; i++) {
      if (registers[i] != null && registers[i] != VirtualRegister.ALL) {
        return false;
      }
    }
    return !isSet(OperandRole.MRG);
  }

  private boolean isSet(OperandRole role) {
    return has(role) && values[index(role)] != null && values[index(role)] != 0;
  }

  /** The instruction alone, for code that has no ties. */
  public MachineInstruction build() {
    tieAccumulator();
    return new MachineInstruction(definition, registers, values, symbol, location);
  }

  private void tieAccumulator() {
    Optional<OperandField> accumulator = definition.accumulator();
    if (accumulator.isEmpty() || !isSet(OperandRole.MRG)) {
      return;
    }
    int source = definition.operands().indexOf(accumulator.get());
    int target = index(OperandRole.VD);
    if (registers[source] != registers[target]) {
      before.add(MachineNode.Copies.of(registers[target], registers[source], location));
      registers[source] = registers[target];
    }
  }

  private int index(OperandRole role) {
    List<OperandField> operands = definition.operands();
    for (int i = 0; i < operands.size(); i++) {
      if (operands.get(i).role() == role) {
        return i;
      }
    }
    throw new IllegalArgumentException(definition + " has no operand " + role);
  }
}
