package org.ptoc.ir.isa;

import java.util.Optional;

/**
 * One operand of an instruction: a role, the bit field that holds it, and what the instruction does
 * with it.
 *
 * @param role what the operand is to the instruction, unique in its row; often named like the field
 * @param field where the word holds it
 * @param kind what the bits are
 * @param access use of the register; {@link Access#READ} for everything other than registers
 * @param registerClass class of the register, when it is one
 * @param vocabulary legal names, when it is a name
 * @param keyword fixed word of the assembly text, empty for most kinds
 * @param limit largest legal value of a number or register
 */
public record OperandField(
    OperandRole role,
    BitField field,
    OperandKind kind,
    Access access,
    Optional<RegisterClass> registerClass,
    Optional<FieldVocabulary> vocabulary,
    String keyword,
    long limit) {

  static OperandField of(OperandRole role, BitField field, Access access) {
    return new OperandField(
        role.played(),
        field,
        role.kind(),
        access,
        role.registerClass(),
        role.vocabulary(),
        role.keyword(),
        role.limit());
  }

  /** True if the field holds a register number. */
  public boolean isRegister() {
    return registerClass.isPresent();
  }

  /** True if the field holds the number of a register of {@code registers}. */
  public boolean isOf(RegisterClass registers) {
    return registerClass.isPresent() && registerClass.get() == registers;
  }

  /** True if {@code value} is an assigned code, an existing register or a number in range. */
  public boolean accepts(long value) {
    if (vocabulary.isPresent()) {
      return vocabulary.get().contains(value);
    }
    return limit == Long.MAX_VALUE || value >= 0 && value <= limit;
  }
}
