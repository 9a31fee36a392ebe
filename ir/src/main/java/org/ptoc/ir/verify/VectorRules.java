package org.ptoc.ir.verify;

import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.VectorRegisterType;

/** Lane-wise operations on vector registers (spec/10, 2 to 9 and spec/11, 1 to 4). */
final class VectorRules {
  private VectorRules() {}

  /** All vectors have one legal type; the mask, where there is one, its granularity. */
  static void uniform(Check check, RoleName first, RoleName... others) {
    check.oneType(first, others);
    element(check, first);
  }

  private static void element(Check check, RoleName role) {
    check.legalElement(check.vector(role).element());
  }

  static void unary(Check check) {
    uniform(check, RoleName.INPUT, RoleName.RESULT);
    check.granularity(RoleName.MASK, check.vector(RoleName.INPUT).element());
  }

  static void binary(Check check) {
    uniform(check, RoleName.LHS, RoleName.RHS, RoleName.RESULT);
    check.granularity(RoleName.MASK, check.vector(RoleName.LHS).element());
  }

  /** Counts have the lanes and the width of the data. */
  static void shift(Check check) {
    VectorRegisterType data = check.vector(RoleName.LHS);
    check.oneType(RoleName.LHS, RoleName.RESULT);
    element(check, RoleName.LHS);
    VectorRegisterType counts = check.vector(RoleName.RHS);
    if (!canCount(counts.element(), data.element()) || counts.lanes() != data.lanes()) {
      check.typeError("rhs", counts, data.lanes() + countsOf(data.element(), " integers of "));
    }
    check.granularity(RoleName.MASK, data.element());
  }

  /** Counts of signed data are not unsigned; others have any signedness (spec/10, pto.vshl). */
  private static boolean canCount(ElementType count, ElementType data) {
    boolean contradicts =
        count.kind() == ElementType.Kind.UNSIGNED && data.kind() == ElementType.Kind.SIGNED;
    return count.isInteger() && count.bits() == data.bits() && !contradicts;
  }

  private static String countsOf(ElementType data, String integers) {
    boolean signed = data.kind() == ElementType.Kind.SIGNED;
    return integers + data.bits() + " bits, " + (signed ? "not unsigned" : "any signedness");
  }

  static void vectorScalar(Check check) {
    uniform(check, RoleName.INPUT, RoleName.RESULT);
    ElementType element = check.vector(RoleName.INPUT).element();
    compatible(check, "scalar", check.scalar(RoleName.SCALAR), element);
    check.granularity(RoleName.MASK, element);
  }

  /**
   * A scalar fits lanes when it is the element type or the signless integer of that width (spec/11,
   * pto.vadds).
   */
  static void compatible(Check check, String role, ElementType scalar, ElementType element) {
    boolean signless = element.isInteger() && scalar == ElementType.signless(element.bits());
    if (scalar != element && !signless) {
      boolean choice = element.isInteger() && element.kind() != ElementType.Kind.SIGNLESS;
      check.typeError(
          role,
          scalar,
          (choice ? ElementType.signless(element.bits()).spelling() + " or " : "")
              + element.spelling());
    }
  }

  static void shiftScalar(Check check) {
    uniform(check, RoleName.INPUT, RoleName.RESULT);
    ElementType element = check.vector(RoleName.INPUT).element();
    ElementType scalar = check.scalar(RoleName.SCALAR);
    if (scalar != ElementType.I16 && !canCount(scalar, element)) {
      check.typeError("scalar", scalar, "i16 or" + countsOf(element, " an integer of "));
    }
    check.granularity(RoleName.MASK, element);
  }

  static void carry(Check check) {
    uniform(check, RoleName.LHS, RoleName.RHS, RoleName.RESULT);
    for (RoleName mask : new RoleName[] {RoleName.MASK, RoleName.CARRY}) {
      check.granularity(mask, MaskType.B32, "carries");
    }
  }

  static void carryChain(Check check) {
    carry(check);
    check.granularity(RoleName.CARRY_IN, MaskType.B32, "carries");
  }

  static void multiplyAccumulate(Check check) {
    uniform(check, RoleName.ACC, RoleName.LHS, RoleName.RHS, RoleName.RESULT);
    check.granularity(RoleName.MASK, check.vector(RoleName.ACC).element());
  }

  static void axpy(Check check) {
    uniform(check, RoleName.SRC0, RoleName.SRC1, RoleName.RESULT);
    ElementType element = check.vector(RoleName.SRC0).element();
    compatible(check, "alpha", check.scalar(RoleName.ALPHA), element);
    check.granularity(RoleName.MASK, element);
  }

  static void wideMultiply(Check check) {
    uniform(check, RoleName.LHS, RoleName.RHS, RoleName.LOW, RoleName.HIGH);
    check.granularity(RoleName.MASK, check.vector(RoleName.LHS).element());
  }

  static void compare(Check check) {
    uniform(check, RoleName.SRC0, RoleName.SRC1);
    seedAndResult(check, check.vector(RoleName.SRC0).element());
  }

  static void compareScalar(Check check) {
    element(check, RoleName.SRC);
    ElementType element = check.vector(RoleName.SRC).element();
    compatible(check, "scalar", check.scalar(RoleName.SCALAR), element);
    seedAndResult(check, element);
  }

  private static void seedAndResult(Check check, ElementType element) {
    check.granularity(RoleName.SEED, element);
    check.granularity(RoleName.RESULT, element);
  }

  static void select(Check check) {
    uniform(check, RoleName.SRC0, RoleName.SRC1, RoleName.RESULT);
    check.granularity(RoleName.MASK, check.vector(RoleName.SRC0).element());
  }

  static void reduceSum(Check check) {
    VectorRegisterType input = check.vector(RoleName.INPUT);
    element(check, RoleName.INPUT);
    ElementType element = input.element();
    boolean widens = element.isInteger() && element.bits() <= 16;
    VectorRegisterType expected =
        widens ? VectorRegisterType.full(element.withBits(2 * element.bits())) : input;
    if (!check.vector(RoleName.RESULT).equals(expected)) {
      check.typeError(
          "result",
          check.vector(RoleName.RESULT),
          expected.spelling()
              + (widens ? ", because sums of " + element.spelling() + " are widened" : ""));
    }
    check.granularity(RoleName.MASK, element);
  }

  static void extremumWithMask(Check check) {
    uniform(check, RoleName.INPUT, RoleName.VALUE);
    ElementType element = check.vector(RoleName.INPUT).element();
    check.granularity(RoleName.MASK, element);
    check.granularity(RoleName.PRED, element);
  }

  static void histogram(Check check) {
    exactly(check, RoleName.ACC, VectorRegisterType.full(ElementType.UI16));
    exactly(check, RoleName.RESULT, VectorRegisterType.full(ElementType.UI16));
    exactly(check, RoleName.SOURCE, VectorRegisterType.full(ElementType.UI8));
    check.granularity(RoleName.MASK, ElementType.UI8);
    check.range(RoleName.BIN, 0, 1);
  }

  static void exactly(Check check, RoleName role, VectorRegisterType expected) {
    if (!check.vector(role).equals(expected)) {
      check.typeError(role, check.vector(role), expected.spelling());
    }
  }

  static void splat(Check check) {
    element(check, RoleName.RESULT);
    compatible(
        check, "value", check.scalar(RoleName.VALUE), check.vector(RoleName.RESULT).element());
  }

  /**
   * The start value has the lanes' width; floats are exact, integers signless or of the same sign.
   */
  static void indexVector(Check check) {
    element(check, RoleName.RESULT);
    ElementType element = check.vector(RoleName.RESULT).element();
    ElementType index = check.scalar(RoleName.INDEX);
    boolean sameSign =
        index.kind() == ElementType.Kind.SIGNLESS || index.isSigned() == element.isSigned();
    boolean fits =
        index == element
            || element.isInteger()
                && index.isInteger()
                && index.bits() == element.bits()
                && sameSign;
    if (!fits) {
      String integers = "i" + element.bits() + " or " + element.spelling();
      check.typeError("index", index, element.isInteger() ? integers : element.spelling());
    }
  }

  static void duplicate(Check check) {
    VectorRegisterType result = check.vector(RoleName.RESULT);
    element(check, RoleName.RESULT);
    check.granularity(RoleName.MASK, result.element());
    switch (check.type(RoleName.INPUT)) {
      case VectorRegisterType input -> check.oneType(RoleName.RESULT, RoleName.INPUT);
      case ElementType scalar -> {
        compatible(check, "input", scalar, result.element());
        check.require(
            !check.op().attributes().has(AttributeName.POSITION),
            DiagnosticCode.BAD_ATTRIBUTE,
            "attribute position chooses a lane of a vector, but the input is a scalar");
      }
      default ->
          check.typeError("input", check.type(RoleName.INPUT), "a scalar or " + result.spelling());
    }
  }
}
