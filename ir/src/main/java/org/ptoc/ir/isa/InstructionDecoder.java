package org.ptoc.ir.isa;

import java.util.Optional;

/**
 * Turns 64-bit words into instructions; rejects everything that is not canonical (spec/40, section
 * 10).
 */
public final class InstructionDecoder {
  private InstructionDecoder() {}

  /** The instruction that {@code word} is in {@code profile}, or the reason why it is none. */
  public static DecodedWord decode(Profile profile, long word) {
    Optional<WordFormat> format = WordFormat.byNumber((int) WordFormat.CLASS.get(word));
    if (format.isEmpty()) {
      return IllegalWord.illegal("reserved format class " + WordFormat.CLASS.get(word));
    }
    int operation = (int) WordFormat.OPERATION.get(word);
    Optional<InstructionDefinition> definition =
        InstructionTable.of(profile).byNumber(format.get(), operation);
    if (definition.isEmpty()) {
      return IllegalWord.illegal(
          "class "
              + format.get()
              + " has no operation 0x"
              + Integer.toHexString(operation)
              + " in profile "
              + profile.spelling());
    }
    Optional<IllegalWord> fault = InstructionValidator.check(profile, definition.get(), word);
    return fault.isPresent() ? fault.get() : new Instruction(definition.get(), word);
  }
}
