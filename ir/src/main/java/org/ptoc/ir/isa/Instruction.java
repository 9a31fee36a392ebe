package org.ptoc.ir.isa;

import java.util.Optional;

/**
 * One canonical instruction word with its row.
 *
 * @param definition the row
 * @param word the 64 bits
 */
public record Instruction(InstructionDefinition definition, long word) implements DecodedWord {

  /** The value of {@code operand}, which is one of the row. */
  public long value(OperandField operand) {
    return operand.field().get(word);
  }

  /**
   * True if the word reads a register of the row: a register beside a number counts only where it
   * replaces the number.
   */
  public boolean reads(OperandField operand) {
    boolean isUnused =
        operand.role() == OperandRole.X
            && definition.operand(OperandRole.DYN).isPresent()
            && field(FieldName.DYN) == 0;
    return operand.isRegister() && operand.access() != Access.WRITE && !isUnused;
  }

  /** True if the word writes a register of the row. */
  public boolean writes(OperandField operand) {
    return operand.isRegister()
        && switch (operand.access()) {
          case READ -> false;
          case WRITE, READ_WRITE -> true;
          case WRITE_IF_POST -> field(FieldName.POST) != 0;
        };
  }

  /** The registers of a class that the word reads: bit n is register n. */
  public long read(RegisterClass registers) {
    long set = 0;
    for (OperandField operand : definition.operands()) {
      if (operand.isOf(registers) && reads(operand)) {
        set |= 1L << value(operand);
      }
    }
    return set;
  }

  /** The registers of a class that the word writes: bit n is register n. */
  public long written(RegisterClass registers) {
    long set = 0;
    for (OperandField operand : definition.operands()) {
      if (operand.isOf(registers) && writes(operand)) {
        set |= 1L << value(operand);
      }
    }
    return set;
  }

  /** True if the word reads register {@code number} of a class. */
  public boolean reads(RegisterClass registers, int number) {
    return (read(registers) >>> number & 1) != 0;
  }

  /** True if the word writes register {@code number} of a class. */
  public boolean writes(RegisterClass registers, int number) {
    return (written(registers) >>> number & 1) != 0;
  }

  /** True if the word performs an operation, whatever its operands are. */
  public boolean performs(Semantics.Operation operation) {
    return definition.semantics().is(operation);
  }

  /** True for a load or store of the scalar unit in a memory. */
  public boolean accesses(AddressSpace space) {
    return (performs(ScalarOperation.LOAD) || performs(ScalarOperation.STORE))
        && field(FieldName.SP) == space.code();
  }

  /** Which word comes next. */
  public ControlOperation.Flow flow() {
    return definition.semantics() instanceof Semantics.Control(ControlOperation operation)
        ? operation.flow()
        : ControlOperation.Flow.NEXT;
  }

  /**
   * The word at the distance that the word at {@code index} holds: where a branch or call goes, or
   * the last word of a body. It may be outside the text unless the program was checked.
   */
  public int target(int index) {
    return index + code(FieldName.IMM32);
  }

  /**
   * The value of a field, used by the row or not.
   *
   * @throws IllegalArgumentException when the format has no such field
   */
  public long field(FieldName name) {
    return definition.format().get(word, name);
  }

  /** The value of a field as a register number or small code. */
  public int code(FieldName name) {
    return (int) field(name);
  }

  /** The pipe in a field. */
  public Pipe pipe(FieldName name) {
    return Pipe.byCode(field(name)).orElse(Pipe.ALL);
  }

  /** The pipe whose queue takes the word: of a wait for a flag the one that waits. */
  public Pipe queue() {
    return definition.semantics() instanceof Semantics.Control(ControlOperation operation)
        ? switch (operation) {
          case SET_FLAG, BARRIER, GET_BUFFER, RELEASE_BUFFER -> pipe(FieldName.P1);
          case WAIT_FLAG -> pipe(FieldName.P2);
          default -> definition.pipe();
        }
        : definition.pipe();
  }

  /** The width of a scalar word or branch. */
  public ScalarWidth width() {
    boolean isShort = definition.format() == WordFormat.I || definition.format() == WordFormat.B;
    return ScalarWidth.byCode(field(isShort ? FieldName.W2 : FieldName.W)).orElseThrow();
  }

  /** The condition of a scalar comparison or branch. */
  public Condition condition() {
    return Condition.byCode(field(FieldName.COND)).orElseThrow();
  }

  /** The operation type: field {@code dt}, {@link DataType#NONE} when the word has none. */
  public DataType type() {
    return type(FieldName.DT);
  }

  /** The result type of a word that changes the type, else {@link #type()}. */
  public DataType resultType() {
    DataType result = type(FieldName.DT2);
    return result == DataType.NONE ? type() : result;
  }

  private DataType type(FieldName name) {
    Optional<BitField> field = definition.format().field(name);
    return field.isEmpty()
        ? DataType.NONE
        : DataType.byCode(field.get().get(word)).orElse(DataType.NONE);
  }

  /** The assembly text. */
  @Override
  public String toString() {
    return Disassembler.text(this);
  }
}
