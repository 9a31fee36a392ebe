package org.ptoc.passes.codegen;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import org.ptoc.ir.Location;
import org.ptoc.ir.isa.Access;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionEncoder;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Profile;

/**
 * One instruction on virtual registers. Operands that were not given keep the neutral value of
 * their field, which is PT for a governing predicate and XZR for an index.
 */
public final class MachineInstruction implements MachineNode {
  private final InstructionDefinition definition;
  private final VirtualRegister[] registers;
  private final Long[] values;
  private final Optional<SymbolUse> symbol;
  private final Location location;
  private final boolean post;
  private final boolean readsDestination;

  /**
   * Registers and values have the index of their operand; unused entries are null and never leave
   * this package.
   */
  MachineInstruction(
      InstructionDefinition definition,
      VirtualRegister[] registers,
      Long[] values,
      Optional<SymbolUse> symbol,
      Location location) {
    this.definition = definition;
    this.registers = registers;
    this.values = values;
    this.symbol = symbol;
    this.location = location;
    this.post = isSet(OperandRole.POST);
    this.readsDestination = isSet(OperandRole.MRG) && definition.accumulator().isEmpty();
  }

  private boolean isSet(OperandRole role) {
    List<OperandField> operands = definition.operands();
    for (int i = 0; i < values.length; i++) {
      if (values[i] != null && values[i] != 0 && operands.get(i).role() == role) {
        return true;
      }
    }
    return false;
  }

  public InstructionDefinition definition() {
    return definition;
  }

  @Override
  public Location location() {
    return location;
  }

  /**
   * The register of the operand at {@code index}; empty for a number and for an operand that was
   * not given.
   */
  public Optional<VirtualRegister> register(int index) {
    return Optional.ofNullable(registers[index]);
  }

  /** The number of the operand with {@code role}; empty when it was not given. */
  public Optional<Long> value(OperandRole role) {
    for (int i = 0; i < values.length; i++) {
      if (values[i] != null && definition.operands().get(i).role() == role) {
        return Optional.of(values[i]);
      }
    }
    return Optional.empty();
  }

  /** The symbol whose value a linker adds to one of the numbers. */
  public Optional<SymbolUse> symbol() {
    return symbol;
  }

  private boolean isRead(OperandField operand) {
    return operand.access() != Access.WRITE || readsDestination && operand.role() == OperandRole.VD;
  }

  private boolean isWritten(OperandField operand) {
    return switch (operand.access()) {
      case READ -> false;
      case WRITE, READ_WRITE -> true;
      case WRITE_IF_POST -> post;
    };
  }

  @Override
  public void reads(Consumer<VirtualRegister> action) {
    for (int i = 0; i < registers.length; i++) {
      if (registers[i] != null && isRead(definition.operands().get(i))) {
        action.accept(registers[i]);
      }
    }
  }

  @Override
  public void writes(Consumer<VirtualRegister> action) {
    for (int i = 0; i < registers.length; i++) {
      if (registers[i] != null && isWritten(definition.operands().get(i))) {
        action.accept(registers[i]);
      }
    }
  }

  @Override
  public MachineInstruction mapRegisters(UnaryOperator<VirtualRegister> mapping) {
    VirtualRegister[] mapped = registers.clone();
    boolean changed = false;
    for (int i = 0; i < mapped.length; i++) {
      if (mapped[i] != null && !mapped[i].isConstant()) {
        mapped[i] = mapping.apply(mapped[i]);
        changed |= mapped[i] != registers[i];
      }
    }
    return changed ? new MachineInstruction(definition, mapped, values, symbol, location) : this;
  }

  /**
   * Everything that decides what an instruction computes that only writes registers: two with equal
   * inputs have equal results.
   */
  List<Object> inputs(UnaryOperator<VirtualRegister> mapping) {
    List<Object> inputs = new ArrayList<>(List.of(definition, symbol));
    for (int i = 0; i < registers.length; i++) {
      Optional<Object> number = Optional.ofNullable(values[i]);
      boolean isInput = registers[i] != null && isRead(definition.operands().get(i));
      inputs.add(isInput ? mapping.apply(registers[i]) : number);
    }
    return inputs;
  }

  /** The encoder with every operand set. */
  public InstructionEncoder encoder(Profile profile, ToIntFunction<VirtualRegister> numbers) {
    InstructionEncoder encoder = InstructionEncoder.of(profile, definition);
    for (int i = 0; i < registers.length; i++) {
      if (registers[i] != null) {
        encoder.set(definition.operands().get(i), numbers.applyAsInt(registers[i]));
      } else if (values[i] != null) {
        encoder.set(definition.operands().get(i), values[i]);
      }
    }
    return encoder;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(definition.mnemonic());
    for (int i = 0; i < registers.length; i++) {
      Object operand = registers[i] != null ? registers[i] : values[i];
      if (operand != null) {
        text.append(' ').append(definition.operands().get(i).role()).append('=').append(operand);
      }
    }
    return text.toString();
  }
}
