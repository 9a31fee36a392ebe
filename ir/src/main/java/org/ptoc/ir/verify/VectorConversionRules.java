package org.ptoc.ir.verify;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Conversions;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.VectorRegisterType;

/** Conversions and operations that convert (spec/11, 5 and spec/10, 6 and 7). */
final class VectorConversionRules {
  private VectorConversionRules() {}

  /**
   * Without a mask the result has the type of the input; with one it is f32 and a part says which
   * lanes.
   */
  static void expDifference(Check check) {
    VectorRules.uniform(check, RoleName.INPUT, RoleName.MAX);
    ElementType element = check.vector(RoleName.INPUT).element();
    boolean part = check.op().attributes().has(AttributeName.PART);
    if (check.has(RoleName.MASK)) {
      check.granularity(RoleName.MASK, element);
      VectorRules.exactly(check, RoleName.RESULT, VectorRegisterType.full(ElementType.F32));
      if (!part) {
        check.missing(
            DiagnosticCode.BAD_ATTRIBUTE,
            "with a mask needs the part; legal: EVEN, ODD",
            "part",
            List.of("EVEN", "ODD"));
      }
    } else {
      check.oneType(RoleName.INPUT, RoleName.RESULT);
      check.require(!part, DiagnosticCode.BAD_ATTRIBUTE, "with a part needs a mask too");
    }
  }

  static void truncate(Check check) {
    VectorRules.uniform(check, RoleName.INPUT, RoleName.RESULT);
    check.granularity(RoleName.MASK, check.vector(RoleName.INPUT).element());
  }

  static void convert(Check check) {
    ElementType source = check.vector(RoleName.INPUT).element();
    ElementType result = check.vector(RoleName.RESULT).element();
    check.granularity(RoleName.MASK, source);
    if (check.legalPair(source, result) && check.has(ProfileFeature.VECTOR_REGISTERS)) {
      Conversions.find(source, result).ifPresent(pair -> conversionAttributes(check, pair));
    }
  }

  private static void conversionAttributes(Check check, Conversions.Pair pair) {
    Optional<String> rounding = check.op().attributes().text(AttributeName.RND);
    if (expected(check, pair, "rnd", rounding, !pair.roundings().isEmpty(), "R")
        && rounding.isPresent()) {
      check.require(
          pair.roundings().contains(rounding.get()),
          DiagnosticCode.BAD_ATTRIBUTE,
          "rounding "
              + rounding.get()
              + " does not exist for "
              + name(pair)
              + "; legal: "
              + String.join(", ", pair.roundings().split("")));
    }
    expected(
        check,
        pair,
        "sat",
        check.op().attributes().text(AttributeName.SAT),
        pair.saturates(),
        "NOSAT");
    part(check, pair);
  }

  /**
   * False, and an error, when the pair does not take the attribute; a missing one is only worth a
   * warning.
   */
  private static boolean expected(
      Check check,
      Conversions.Pair pair,
      String name,
      Optional<String> value,
      boolean takes,
      String byDefault) {
    if (!takes) {
      return check.require(
          value.isEmpty(),
          DiagnosticCode.BAD_ATTRIBUTE,
          name(pair) + " takes no attribute " + name);
    }
    if (value.isEmpty()) {
      check.missing(
          DiagnosticCode.MISSING_CONVERSION_ATTRIBUTE,
          name(pair) + " needs the attribute " + name + "; \"" + byDefault + "\" is assumed",
          name,
          List.of(byDefault));
    }
    return true;
  }

  private static void part(Check check, Conversions.Pair pair) {
    Optional<String> part = check.op().attributes().text(AttributeName.PART);
    String legal =
        switch (pair.part()) {
          case NONE -> "";
          case EVEN_ODD -> "EVEN, ODD";
          case P0_TO_P3 -> "P0, P1, P2, P3";
        };
    if (legal.isEmpty()) {
      check.require(
          part.isEmpty(), DiagnosticCode.BAD_ATTRIBUTE, name(pair) + " takes no attribute part");
    } else if (part.isEmpty()) {
      check.missing(
          DiagnosticCode.BAD_ATTRIBUTE,
          name(pair) + " needs the attribute part; legal: " + legal,
          "part",
          List.of(legal.split(", ")));
    } else {
      boolean quarter = part.get().startsWith("P");
      check.require(
          quarter == (pair.part() == Conversions.PartRule.P0_TO_P3),
          DiagnosticCode.BAD_ATTRIBUTE,
          "part " + part.get() + " does not exist for " + name(pair) + "; legal: " + legal);
    }
  }

  private static String name(Conversions.Pair pair) {
    return pair.source().spelling() + " -> " + pair.result().spelling();
  }

  /** The result has the lanes of the sources, or fills its register. */
  static void fusedConvert(Check check) {
    check.oneType(RoleName.LHS, RoleName.RHS);
    VectorRegisterType source = check.vector(RoleName.LHS);
    VectorRegisterType result = check.vector(RoleName.RESULT);
    check.granularity(RoleName.MASK, source.element());
    if (check.legalPair(source.element(), result.element())
        && !result.isFull()
        && result.lanes() != source.lanes()) {
      check.typeError(
          "result",
          result,
          VectorRegisterType.full(result.element()).spelling()
              + " or a vector of "
              + source.lanes()
              + " lanes");
    }
  }

  static void scaleConvert(Check check) {
    check.legalElement(check.vector(RoleName.INPUT).element());
    ElementType element = check.vector(RoleName.INPUT).element();
    VectorRules.compatible(check, "scalar", check.scalar(RoleName.SCALAR), element);
    VectorRules.exactly(check, RoleName.RESULT, VectorRegisterType.full(ElementType.F16));
    check.granularity(RoleName.MASK, element);
  }
}
