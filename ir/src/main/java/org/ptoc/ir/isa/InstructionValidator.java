package org.ptoc.ir.isa;

import java.util.Optional;

/** Decides whether a word of a known row is canonical (spec/40, 10.1 and 10.2). */
final class InstructionValidator {
  private InstructionValidator() {}

  static Optional<IllegalWord> check(Profile profile, InstructionDefinition definition, long word) {
    if ((word & definition.reservedMask()) != 0) {
      return Optional.of(IllegalWord.illegal(definition + ": reserved bit is set"));
    }
    Optional<IllegalWord> fault = checkCodes(profile, definition, word);
    if (fault.isEmpty()) {
      fault = checkUnused(definition, word);
    }
    if (fault.isEmpty()) {
      fault = checkTypes(definition, word);
    }
    return fault.isEmpty() ? checkConstraints(definition, word) : fault;
  }

  private static Optional<IllegalWord> checkCodes(
      Profile profile, InstructionDefinition definition, long word) {
    for (OperandField operand : definition.operands()) {
      long value = operand.field().get(word);
      if (!operand.accepts(value)) {
        return illegal(definition, operand, "has the reserved code " + value);
      }
      if (operand.access() != Access.READ
          && operand.registerClass().orElseThrow() == RegisterClass.P
          && value == RegisterClass.P.constantRegister()) {
        return illegal(definition, operand, "writes PT");
      }
      if (operand.role() == OperandRole.SPR
          && !SpecialRegister.byCode(value).orElseThrow().isIn(profile)) {
        return illegal(definition, operand, "is not in profile " + profile.spelling());
      }
    }
    return Optional.empty();
  }

  private static Optional<IllegalWord> illegal(
      InstructionDefinition definition, OperandField operand, String what) {
    return Optional.of(IllegalWord.illegal(definition + ": " + operand.role() + " " + what));
  }

  private static Optional<IllegalWord> checkUnused(InstructionDefinition definition, long word) {
    if ((word & definition.fixedMask()) == definition.fixedBits()) {
      return Optional.empty();
    }
    for (BitField field : definition.format().fields()) {
      if ((definition.fixedMask() & field.mask()) != 0
          && field.get(word) != field.get(definition.fixedBits())) {
        return Optional.of(
            IllegalWord.notCanonical(
                definition + ": unused field " + field.name() + " is not neutral"));
      }
    }
    throw new IllegalStateException("no field differs");
  }

  private static Optional<IllegalWord> checkTypes(InstructionDefinition definition, long word) {
    Optional<OperandField> width =
        definition.operandInField(
            definition.format() == WordFormat.S || definition.format() == WordFormat.M
                ? FieldName.W
                : FieldName.W2);
    if (width.isPresent()) {
      ScalarWidth type = ScalarWidth.byCode(width.get().field().get(word)).orElseThrow();
      return definition.types().accepts(type)
          ? Optional.empty()
          : operandType(definition, type.spelling());
    }
    Optional<OperandField> source = definition.operandInField(FieldName.DT);
    return source.isEmpty() ? Optional.empty() : checkDataTypes(definition, source.get(), word);
  }

  private static Optional<IllegalWord> checkDataTypes(
      InstructionDefinition definition, OperandField source, long word) {
    DataType type = DataType.byCode(source.field().get(word)).orElseThrow();
    Optional<OperandField> result = definition.operandInField(FieldName.DT2);
    DataType resultType =
        result.isEmpty()
            ? DataType.NONE
            : DataType.byCode(result.get().field().get(word)).orElseThrow();
    boolean operands = definition.format() == WordFormat.K || definition.format() == WordFormat.F;
    if (type == resultType && !operands) {
      return Optional.of(IllegalWord.notCanonical(definition + ": dt2 equals dt"));
    }
    Optional<ConversionPair> attributes = definition.types().attributes(type, resultType);
    if (attributes.isEmpty()) {
      String suffix = resultType == DataType.NONE ? "" : " to " + resultType.spelling();
      return operandType(definition, type.spelling() + suffix);
    }
    return checkAttributes(definition, attributes.get(), word);
  }

  private static Optional<IllegalWord> operandType(InstructionDefinition definition, String types) {
    return Optional.of(IllegalWord.operandType(definition + " has no form for " + types));
  }

  private static Optional<IllegalWord> checkAttributes(
      InstructionDefinition definition, ConversionPair attributes, long word) {
    for (OperandField operand : definition.operands()) {
      long value = operand.field().get(word);
      boolean legal =
          switch (operand.role()) {
            case RND -> attributes.acceptsRounding(value);
            case SAT -> value == 0 || attributes.saturates();
            case PART -> value < attributes.parts();
            default -> true;
          };
      if (!legal) {
        return Optional.of(
            IllegalWord.operandType(
                definition + ": " + operand.role() + " " + value + " is not legal for the types"));
      }
    }
    return Optional.empty();
  }

  private static Optional<IllegalWord> checkConstraints(
      InstructionDefinition definition, long word) {
    for (Constraint constraint : definition.constraints()) {
      Optional<IllegalWord> violation = constraint.violation(definition, word);
      if (violation.isPresent()) {
        IllegalWord illegal = violation.get();
        return Optional.of(new IllegalWord(illegal.code(), definition + ": " + illegal.message()));
      }
    }
    return Optional.empty();
  }
}
