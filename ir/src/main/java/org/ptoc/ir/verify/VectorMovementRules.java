package org.ptoc.ir.verify;

import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.VectorRegisterType;

/** Rearrangement within vector registers (spec/11, 6). */
final class VectorMovementRules {
  private VectorMovementRules() {}

  /** Indices are integers of the lanes' width, one per lane. */
  static void laneLookup(Check check) {
    VectorRules.uniform(check, RoleName.SRC, RoleName.RESULT);
    VectorRegisterType data = check.vector(RoleName.SRC);
    VectorRegisterType indices = check.vector(RoleName.IDX);
    if (!indices.element().isInteger()
        || indices.lanes() != data.lanes()
        || indices.element().bits() != data.element().bits()) {
      check.typeError(
          "idx",
          indices,
          data.lanes() + " integers of " + data.element().bits() + " bits, any signedness");
    }
  }

  static void interleave(Check check) {
    VectorRules.uniform(check, RoleName.LHS, RoleName.RHS, RoleName.LOW, RoleName.HIGH);
  }

  static void interleaveHalf(Check check) {
    VectorRules.uniform(check, RoleName.LHS, RoleName.RHS, RoleName.RESULT);
  }

  /** One source and a part, or two sources and a number. */
  static void pack(Check check) {
    if (check.legalPair(
        check.vector(RoleName.SRC).element(), check.vector(RoleName.RESULT).element())) {
      lanes(check, RoleName.RESULT, 2 * check.vector(RoleName.SRC).lanes());
    }
    boolean part = check.op().attributes().has(AttributeName.PART);
    if (check.has(RoleName.SRC1)) {
      check.oneType(RoleName.SRC, RoleName.SRC1);
      check.require(
          !part && check.has(RoleName.HALF),
          DiagnosticCode.WRONG_OPERAND_COUNT,
          "with two sources takes a number as third operand and no part");
    } else {
      check.require(
          part && !check.has(RoleName.HALF),
          DiagnosticCode.BAD_ATTRIBUTE,
          "with one source needs the part \"LOWER\" or \"HIGHER\" and no third operand");
    }
  }

  static void unpack(Check check) {
    if (check.legalPair(
        check.vector(RoleName.SRC).element(), check.vector(RoleName.RESULT).element())) {
      lanes(check, RoleName.RESULT, check.vector(RoleName.SRC).lanes() / 2);
    }
    check.range(RoleName.PART, 0, 1);
  }

  private static void lanes(Check check, RoleName role, int expected) {
    if (check.vector(role).lanes() != expected) {
      check.typeError(role, check.vector(role), "a vector of " + expected + " lanes");
    }
  }

  static void squeeze(Check check) {
    VectorRules.uniform(check, RoleName.SRC, RoleName.RESULT);
    check.granularity(RoleName.MASK, check.vector(RoleName.SRC).element());
  }

  static void prefixCount(Check check) {
    VectorRules.uniform(check, RoleName.RESULT, RoleName.SRC);
    check.granularity(RoleName.MASK, check.vector(RoleName.RESULT).element());
  }

  static void slide(Check check) {
    VectorRules.uniform(check, RoleName.SRC0, RoleName.SRC1, RoleName.RESULT);
  }

  static void laneShift(Check check) {
    VectorRules.uniform(check, RoleName.SRC, RoleName.RESULT);
  }
}
