package org.ptoc.ir.verify;

import org.ptoc.ir.Attribute;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.BuiltinVectorType;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.Type;

/** Operations of the arith dialect (spec/00, 5). */
final class ScalarRules {
  private ScalarRules() {}

  static void constant(Check check) {
    Type type = check.type(RoleName.RESULT);
    Attribute value = check.op().attributes().get(AttributeName.VALUE).orElse(Attribute.Unit.UNIT);
    boolean fits =
        switch (type) {
          case ElementType element -> isConstant(value, element);
          case BuiltinVectorType vector ->
              value instanceof Attribute.Array array
                  && array.elements().size() == vector.count()
                  && array.elements().stream().allMatch(e -> isConstant(e, vector.element()));
          default -> false;
        };
    check.require(
        fits,
        DiagnosticCode.TYPE_MISMATCH,
        "the value is not a constant of the result type " + type.spelling());
  }

  private static boolean isConstant(Attribute value, ElementType type) {
    return switch (value) {
      case Attribute.Int number ->
          number.type() == type && (type.isInteger() || type == ElementType.INDEX);
      case Attribute.Real number -> number.type() == type && type.isFloat();
      case Attribute.Flag ignored -> type == ElementType.I1;
      default -> false;
    };
  }

  static void integerBinary(Check check) {
    check.oneType(RoleName.LHS, RoleName.RHS, RoleName.RESULT);
    integer(check, RoleName.LHS);
  }

  private static void integer(Check check, RoleName role) {
    ElementType type = check.scalar(role);
    if (type.kind() != ElementType.Kind.SIGNLESS && type != ElementType.INDEX) {
      check.typeError(role, type, "i1, i8, i16, i32, i64 or index");
    }
  }

  static void floatBinary(Check check) {
    check.oneType(RoleName.LHS, RoleName.RHS, RoleName.RESULT);
    real(check, RoleName.LHS);
  }

  static void floatUnary(Check check) {
    check.oneType(RoleName.INPUT, RoleName.RESULT);
    real(check, RoleName.INPUT);
  }

  private static void real(Check check, RoleName role) {
    switch (check.scalar(role)) {
      case F16, BF16, F32 -> {}
      default -> check.typeError(role, check.scalar(role), "f16, bf16 or f32");
    }
  }

  static void integerCompare(Check check) {
    check.oneType(RoleName.LHS, RoleName.RHS);
    integer(check, RoleName.LHS);
  }

  static void floatCompare(Check check) {
    check.oneType(RoleName.LHS, RoleName.RHS);
    real(check, RoleName.LHS);
  }

  static void select(Check check) {
    check.oneType(RoleName.LHS, RoleName.RHS, RoleName.RESULT);
    check.require(
        check.type(RoleName.LHS) instanceof ElementType,
        DiagnosticCode.TYPE_MISMATCH,
        "chooses between scalars here, not "
            + check.type(RoleName.LHS).spelling()
            + "; scf.if yields values of any type");
  }

  static void cast(Check check) {
    check.legalPair(check.scalar(RoleName.INPUT), check.scalar(RoleName.RESULT));
  }

  /** Same bits, other signedness. */
  static void unrealizedCast(Check check) {
    int count = check.op().operandCount();
    if (!check.require(
        count == check.op().results().size(),
        DiagnosticCode.WRONG_OPERAND_COUNT,
        "has " + count + " operands, but " + check.op().results().size() + " results")) {
      return;
    }
    for (int i = 0; i < count; i++) {
      Value input = check.op().operandAt(i);
      Value output = check.op().result(i);
      boolean fits =
          input.type().equals(output.type())
              || input.type() instanceof ElementType from
                  && output.type() instanceof ElementType to
                  && from.isInteger()
                  && to.isInteger()
                  && from.bits() == to.bits();
      check.require(
          fits,
          DiagnosticCode.TYPE_MISMATCH,
          "does not cast "
              + input.type().spelling()
              + " to "
              + output.type().spelling()
              + "; legal: integers of one width");
    }
  }
}
