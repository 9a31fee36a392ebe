package org.ptoc.ir.verify;

import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.VectorRegisterType;

/** Rearrangement within vector registers (spec/11, 6). */
final class VectorMovementRules {
  private VectorMovementRules() {}

  /** Indices are integers of the lanes' width, one per lane. */
  static void laneLookup(Check check) {
    VectorRules.uniform(check, "src", "result");
    VectorRegisterType data = check.vector("src");
    VectorRegisterType indices = check.vector("idx");
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
    VectorRules.uniform(check, "lhs", "rhs", "low", "high");
  }

  static void interleaveHalf(Check check) {
    VectorRules.uniform(check, "lhs", "rhs", "result");
  }

  /** One source and a part, or two sources and a number. */
  static void pack(Check check) {
    if (check.legalPair(check.vector("src").element(), check.vector("result").element())) {
      lanes(check, "result", 2 * check.vector("src").lanes());
    }
    boolean part = check.op().attributes().has("part");
    if (check.has("src1")) {
      check.oneType("src", "src1");
      check.require(
          !part && check.has("half"),
          DiagnosticCode.WRONG_OPERAND_COUNT,
          "with two sources takes a number as third operand and no part");
    } else {
      check.require(
          part && !check.has("half"),
          DiagnosticCode.BAD_ATTRIBUTE,
          "with one source needs the part \"LOWER\" or \"HIGHER\" and no third operand");
    }
  }

  static void unpack(Check check) {
    if (check.legalPair(check.vector("src").element(), check.vector("result").element())) {
      lanes(check, "result", check.vector("src").lanes() / 2);
    }
    check.range("part", 0, 1);
  }

  private static void lanes(Check check, String role, int expected) {
    if (check.vector(role).lanes() != expected) {
      check.typeError(role, check.vector(role), "a vector of " + expected + " lanes");
    }
  }

  static void squeeze(Check check) {
    VectorRules.uniform(check, "src", "result");
    check.granularity("mask", check.vector("src").element());
  }

  static void prefixCount(Check check) {
    VectorRules.uniform(check, "result", "src");
    check.granularity("mask", check.vector("result").element());
  }

  static void slide(Check check) {
    VectorRules.uniform(check, "src0", "src1", "result");
  }

  static void laneShift(Check check) {
    VectorRules.uniform(check, "src", "result");
  }
}
