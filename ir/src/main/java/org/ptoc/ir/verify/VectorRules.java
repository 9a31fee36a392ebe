package org.ptoc.ir.verify;

import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.VectorRegisterType;

/** Lane-wise operations on vector registers (spec/10, 2 to 9 and spec/11, 1 to 4). */
final class VectorRules {
  private VectorRules() {}

  /** All vectors have one legal type; the mask, where there is one, its granularity. */
  static void uniform(Check check, String first, String... others) {
    check.oneType(first, others);
    element(check, first);
  }

  private static void element(Check check, String role) {
    check.legalElement(check.vector(role).element());
  }

  static void unary(Check check) {
    uniform(check, "input", "result");
    check.granularity("mask", check.vector("input").element());
  }

  static void binary(Check check) {
    uniform(check, "lhs", "rhs", "result");
    check.granularity("mask", check.vector("lhs").element());
  }

  /** Counts have the lanes and the width of the data and any signedness. */
  static void shift(Check check) {
    VectorRegisterType data = check.vector("lhs");
    check.oneType("lhs", "result");
    element(check, "lhs");
    VectorRegisterType counts = check.vector("rhs");
    if (!counts.element().isInteger()
        || counts.lanes() != data.lanes()
        || counts.element().bits() != data.element().bits()) {
      check.typeError(
          "rhs",
          counts,
          data.lanes() + " integers of " + data.element().bits() + " bits, any signedness");
    }
    check.granularity("mask", data.element());
  }

  static void vectorScalar(Check check) {
    uniform(check, "input", "result");
    ElementType element = check.vector("input").element();
    compatible(check, "scalar", check.scalar("scalar"), element);
    check.granularity("mask", element);
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
    uniform(check, "input", "result");
    ElementType element = check.vector("input").element();
    ElementType scalar = check.scalar("scalar");
    if (scalar != ElementType.I16 && !(scalar.isInteger() && scalar.bits() == element.bits())) {
      check.typeError("scalar", scalar, "i16 or an integer of " + element.bits() + " bits");
    }
    check.granularity("mask", element);
  }

  static void carry(Check check) {
    uniform(check, "lhs", "rhs", "result");
    for (String mask : new String[] {"mask", "carry"}) {
      check.granularity(mask, MaskType.B32, "carries");
    }
  }

  static void carryChain(Check check) {
    carry(check);
    check.granularity("carry_in", MaskType.B32, "carries");
  }

  static void multiplyAccumulate(Check check) {
    uniform(check, "acc", "lhs", "rhs", "result");
    check.granularity("mask", check.vector("acc").element());
  }

  static void axpy(Check check) {
    uniform(check, "src0", "src1", "result");
    ElementType element = check.vector("src0").element();
    compatible(check, "alpha", check.scalar("alpha"), element);
    check.granularity("mask", element);
  }

  static void wideMultiply(Check check) {
    uniform(check, "lhs", "rhs", "low", "high");
    check.granularity("mask", check.vector("lhs").element());
  }

  static void compare(Check check) {
    uniform(check, "src0", "src1");
    seedAndResult(check, check.vector("src0").element());
  }

  static void compareScalar(Check check) {
    element(check, "src");
    ElementType element = check.vector("src").element();
    compatible(check, "scalar", check.scalar("scalar"), element);
    seedAndResult(check, element);
  }

  private static void seedAndResult(Check check, ElementType element) {
    check.granularity("seed", element);
    check.granularity("result", element);
  }

  static void select(Check check) {
    uniform(check, "src0", "src1", "result");
    check.granularity("mask", check.vector("src0").element());
  }

  static void reduceSum(Check check) {
    VectorRegisterType input = check.vector("input");
    element(check, "input");
    ElementType element = input.element();
    boolean widens = element.isInteger() && element.bits() <= 16;
    VectorRegisterType expected =
        widens ? VectorRegisterType.full(element.withBits(2 * element.bits())) : input;
    if (!check.vector("result").equals(expected)) {
      check.typeError(
          "result",
          check.vector("result"),
          expected.spelling()
              + (widens ? ", because sums of " + element.spelling() + " are widened" : ""));
    }
    check.granularity("mask", element);
  }

  static void extremumWithMask(Check check) {
    uniform(check, "input", "value");
    ElementType element = check.vector("input").element();
    check.granularity("mask", element);
    check.granularity("pred", element);
  }

  static void histogram(Check check) {
    exactly(check, "acc", VectorRegisterType.full(ElementType.UI16));
    exactly(check, "result", VectorRegisterType.full(ElementType.UI16));
    exactly(check, "source", VectorRegisterType.full(ElementType.UI8));
    check.granularity("mask", ElementType.UI8);
  }

  static void exactly(Check check, String role, VectorRegisterType expected) {
    if (!check.vector(role).equals(expected)) {
      check.typeError(role, check.vector(role), expected.spelling());
    }
  }

  static void splat(Check check) {
    element(check, "result");
    compatible(check, "value", check.scalar("value"), check.vector("result").element());
  }

  /**
   * The start value has the lanes' width; floats are exact, integers signless or of the same sign.
   */
  static void indexVector(Check check) {
    element(check, "result");
    ElementType element = check.vector("result").element();
    ElementType index = check.scalar("index");
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
    VectorRegisterType result = check.vector("result");
    element(check, "result");
    check.granularity("mask", result.element());
    switch (check.type("input")) {
      case VectorRegisterType input -> check.oneType("result", "input");
      case ElementType scalar -> {
        compatible(check, "input", scalar, result.element());
        check.require(
            !check.op().attributes().has("position"),
            DiagnosticCode.BAD_ATTRIBUTE,
            "attribute position chooses a lane of a vector, but the input is a scalar");
      }
      default -> check.typeError("input", check.type("input"), "a scalar or " + result.spelling());
    }
  }
}
