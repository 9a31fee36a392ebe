package org.ptoc.ir.verify;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.MachineOperands;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.type.AlignType;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.Type;
import org.ptoc.ir.type.VectorRegisterType;

/** Operations {@code isa.<mnemonic>}: numbers that fit and registers of the right class. */
final class MachineRules {
  private MachineRules() {}

  static void check(Check check) {
    Operation op = check.op();
    Optional<InstructionDefinition> row =
        InstructionTable.of(check.profile()).byMnemonic(op.definition().shortName());
    // The row is there: an operation that the profile lacks is rejected before.
    row.ifPresent(
        definition -> {
          op.attributes().entries().forEach(entry -> number(check, definition, entry));
          registers(check, new MachineOperands(op, definition));
        });
  }

  private static void number(Check check, InstructionDefinition row, Attributes.Entry entry) {
    if (entry.name().indexOf('.') >= 0) {
      return;
    }
    Optional<OperandField> operand =
        row.operands().stream()
            .filter(found -> !found.isRegister())
            .filter(found -> found.role().spelling().equals(entry.name()))
            .findFirst();
    if (check.require(
        operand.isPresent(),
        DiagnosticCode.BAD_ATTRIBUTE,
        "has no number " + entry.name() + " in its instruction")) {
      boolean fits =
          switch (entry.value()) {
            case Attribute.Int number ->
                operand.get().field().fits(number.value()) && operand.get().accepts(number.value());
            case Attribute.Flag flag -> operand.get().field().width() == 1;
            default -> false;
          };
      check.require(
          fits,
          DiagnosticCode.BAD_ATTRIBUTE,
          "cannot hold what the attribute " + entry.name() + " says");
    }
  }

  private static void registers(Check check, MachineOperands mapping) {
    List<OperandField> registers = mapping.registers();
    same(
        check,
        "operand",
        registers.stream().filter(mapping::isRead).toList(),
        check.op().operands());
    same(
        check,
        "result",
        registers.stream().filter(mapping::isWritten).toList(),
        check.op().results());
  }

  private static void same(
      Check check, String what, List<OperandField> fields, List<Value> values) {
    if (!check.require(
        fields.size() == values.size(),
        DiagnosticCode.WRONG_OPERAND_COUNT,
        "has " + values.size() + " values as " + what + "s, its instruction " + fields.size())) {
      return;
    }
    for (int i = 0; i < fields.size(); i++) {
      Type type = values.get(i).type();
      RegisterClass expected = fields.get(i).registerClass().orElseThrow();
      check.require(
          classOf(type).filter(expected::equals).isPresent(),
          DiagnosticCode.TYPE_MISMATCH,
          what
              + " "
              + fields.get(i).role()
              + " is a register of class "
              + expected
              + ", not "
              + type.spelling());
    }
  }

  /** The register file that keeps values of a type; none for what only lowering knows. */
  private static Optional<RegisterClass> classOf(Type type) {
    return switch (type) {
      case VectorRegisterType vector -> Optional.of(RegisterClass.V);
      case MaskType mask -> Optional.of(RegisterClass.P);
      case AlignType align -> Optional.of(RegisterClass.AL);
      case ElementType element -> Optional.of(RegisterClass.X);
      case PointerType pointer -> Optional.of(RegisterClass.X);
      default -> Optional.empty();
    };
  }
}
