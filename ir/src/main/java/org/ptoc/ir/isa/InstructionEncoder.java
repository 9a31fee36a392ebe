package org.ptoc.ir.isa;

import java.util.Optional;

/** Builds one word operand by operand; fields that are not set keep their neutral value. */
public final class InstructionEncoder {
  private final Profile profile;
  private final InstructionDefinition definition;
  private long word;
  private Optional<IllegalWord> fault = Optional.empty();

  private InstructionEncoder(Profile profile, InstructionDefinition definition) {
    this.profile = profile;
    this.definition = definition;
    this.word = definition.emptyWord();
    for (OperandField operand : definition.operands()) {
      word =
          operand
              .field()
              .set(word, InstructionDefinition.neutral(definition.format(), operand.field()));
    }
  }

  /** An encoder for one word of {@code definition}. */
  public static InstructionEncoder of(Profile profile, InstructionDefinition definition) {
    return new InstructionEncoder(profile, definition);
  }

  /**
   * An encoder for one word of an instruction.
   *
   * @throws IllegalArgumentException when the profile has no such instruction
   */
  public static InstructionEncoder of(Profile profile, Mnemonic mnemonic) {
    return of(profile, InstructionTable.of(profile).get(mnemonic));
  }

  /**
   * An encoder for one word of the instruction called {@code mnemonic}.
   *
   * @throws IllegalArgumentException when the profile has no such instruction
   */
  public static InstructionEncoder of(Profile profile, String mnemonic) {
    return of(
        profile,
        InstructionTable.of(profile)
            .byMnemonic(mnemonic)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        profile.spelling() + " has no instruction " + mnemonic)));
  }

  /**
   * Sets an operand.
   *
   * @param role role of the operand in the row
   * @throws IllegalArgumentException when the row has no such operand
   */
  public InstructionEncoder set(OperandRole role, long value) {
    OperandField operand =
        definition
            .operand(role)
            .orElseThrow(
                () -> new IllegalArgumentException(definition + " has no operand " + role));
    return set(operand, value);
  }

  /** Sets an operand to a named code. */
  public InstructionEncoder set(OperandRole role, EncodedName name) {
    return set(role, name.code());
  }

  /**
   * Sets {@code operand}, which is one of the row. A value that does not fit makes {@link #encode}
   * fail.
   */
  public InstructionEncoder set(OperandField operand, long value) {
    if (!operand.field().fits(value) && fault.isEmpty()) {
      fault =
          Optional.of(
              IllegalWord.illegal(definition + ": " + operand.role() + " cannot hold " + value));
    }
    word = operand.field().set(word, value);
    return this;
  }

  /** The instruction, or why the fields make none. */
  public DecodedWord encode() {
    Optional<IllegalWord> problem =
        fault.isPresent() ? fault : InstructionValidator.check(profile, definition, word);
    return problem.isPresent() ? problem.get() : new Instruction(definition, word);
  }

  /**
   * The word of an instruction that is legal by construction.
   *
   * @throws IllegalStateException when it is not; a defect of the caller
   */
  public long word() {
    return switch (encode()) {
      case Instruction instruction -> instruction.word();
      case IllegalWord illegal -> throw new IllegalStateException(illegal.message());
    };
  }
}
