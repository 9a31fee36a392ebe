package org.ptoc.ir.isa;

/**
 * The reason why a word is not an instruction of a profile.
 *
 * @param code {@link TrapCode#ILLEGAL_INSTRUCTION}, {@link TrapCode#ILLEGAL_OPERAND_TYPE} or {@link
 *     TrapCode#NOT_CANONICAL}
 * @param message what is wrong, for people
 */
public record IllegalWord(TrapCode code, String message) implements DecodedWord {

  static IllegalWord illegal(String message) {
    return new IllegalWord(TrapCode.ILLEGAL_INSTRUCTION, message);
  }

  static IllegalWord operandType(String message) {
    return new IllegalWord(TrapCode.ILLEGAL_OPERAND_TYPE, message);
  }

  static IllegalWord notCanonical(String message) {
    return new IllegalWord(TrapCode.NOT_CANONICAL, message);
  }
}
