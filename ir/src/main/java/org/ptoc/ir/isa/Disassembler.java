package org.ptoc.ir.isa;

/** Writes instructions as assembly text; the syntax is described at the package. */
public final class Disassembler {
  private final Instruction instruction;
  private final StringBuilder text = new StringBuilder(48);
  private String separator = " ";

  private Disassembler(Instruction instruction) {
    this.instruction = instruction;
  }

  /** The text of {@code instruction}; {@link Assembler#parse} turns it into the same word. */
  public static String text(Instruction instruction) {
    return new Disassembler(instruction).write();
  }

  private String write() {
    text.append(instruction.definition().mnemonic());
    for (OperandField operand : instruction.definition().operands()) {
      writeSuffix(operand);
    }
    boolean afterSelector = false;
    boolean inAddress = false;
    boolean firstOfAddress = false;
    for (TextElement element : instruction.definition().text()) {
      switch (element) {
        case TextElement.Punctuation.OPEN -> {
          text.append(separator).append('[');
          inAddress = true;
          firstOfAddress = true;
        }
        case TextElement.Punctuation.CLOSE -> {
          text.append(']');
          separator = ", ";
          inAddress = false;
        }
        case TextElement.Punctuation.ARROW -> separator = " -> ";
        case TextElement.OperandText(OperandField operand) -> {
          if (inAddress) {
            writeSummand(operand, firstOfAddress);
            firstOfAddress = false;
          } else if (!afterSelector) {
            writeOperand(operand);
          }
          afterSelector = operand.kind() == OperandKind.DYNAMIC;
        }
      }
    }
    return text.toString();
  }

  private void writeSuffix(OperandField operand) {
    long value = instruction.value(operand);
    switch (operand.kind()) {
      case SUFFIX -> text.append('.').append(name(operand, value));
      case OPTIONAL_SUFFIX -> {
        if (value != DataType.NONE.code()) {
          text.append('.').append(name(operand, value));
        }
      }
      case SIGN_SUFFIX -> text.append(value == 0 ? "" : "." + operand.keyword());
      default -> {}
    }
  }

  private void writeSummand(OperandField operand, boolean first) {
    long value = instruction.value(operand);
    if (operand.isRegister()) {
      if (first || value != RegisterClass.X.constantRegister()) {
        text.append(first ? "" : " + ").append(register(operand, value));
      }
    } else if (value != 0) {
      text.append(value < 0 ? " - " : " + ").append(Math.abs(value));
    }
  }

  private void writeOperand(OperandField operand) {
    long value = instruction.value(operand);
    switch (operand.kind()) {
      case REGISTER -> append(register(operand, value));
      case GOVERNING_PREDICATE -> {
        if (value != RegisterClass.P.constantRegister() || isFollowedByPredicateName()) {
          append(register(operand, value));
        }
      }
      case IMMEDIATE ->
          append(isDynamic() && operand.field().is(FieldName.ID) ? dynamicRegister() : "" + value);
      case BRANCH_TARGET, BODY -> append("" + value);
      case NAME -> append(name(operand, value));
      case OPTIONAL_NAME -> {
        if (value != 0) {
          append(name(operand, value));
        }
      }
      case FLAG -> {
        if (value != 0) {
          append(operand.keyword());
        }
      }
      case KEYWORD_REGISTER -> {
        if (value != RegisterClass.X.constantRegister()) {
          append(operand.keyword() + " " + register(operand, value));
        }
      }
      case KEYWORD_NUMBER -> append(operand.keyword() + " " + value);
      case DYNAMIC, SUFFIX, OPTIONAL_SUFFIX, SIGN_SUFFIX -> {}
    }
  }

  /** A part such as {@code P2} would be read as the governing predicate that was omitted. */
  private boolean isFollowedByPredicateName() {
    for (OperandField operand : instruction.definition().operands()) {
      long value = instruction.value(operand);
      boolean named =
          operand.kind() == OperandKind.NAME
              || operand.kind() == OperandKind.OPTIONAL_NAME && value != 0;
      if (named && RegisterClass.P.parse(name(operand, value)) >= 0) {
        return true;
      }
    }
    return false;
  }

  private boolean isDynamic() {
    return instruction.definition().operand(OperandRole.DYN).isPresent()
        && instruction.field(FieldName.DYN) != 0;
  }

  private String dynamicRegister() {
    return RegisterClass.X.spelling(instruction.code(FieldName.X));
  }

  private void append(String operand) {
    text.append(separator).append(operand);
    separator = ", ";
  }

  private static String register(OperandField operand, long value) {
    return operand.registerClass().orElseThrow().spelling((int) value);
  }

  private static String name(OperandField operand, long value) {
    return operand.vocabulary().orElseThrow().byCode(value).orElseThrow().spelling();
  }
}
