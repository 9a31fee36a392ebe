package org.ptoc.ir.verify;

import static org.ptoc.ir.type.ElementType.*;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.TileType;

/** What accumulators may become on their way to another memory (spec/60, 2.8 and 2.11, C11). */
final class FixpipeRules {
  /**
   * A conversion of tiles.
   *
   * @param quantised true when it takes a parameter
   */
  private record Conversion(
      ElementType accumulator, ElementType result, boolean quantised, Set<Profile> profiles) {}

  private static final Set<Profile> BOTH = Set.of(Profile.A5, Profile.A2A3);
  private static final Set<Profile> A5 = Set.of(Profile.A5);
  private static final List<Conversion> CONVERSIONS =
      List.of(
          new Conversion(F32, F32, false, BOTH),
          new Conversion(F32, F16, false, BOTH),
          new Conversion(F32, BF16, false, BOTH),
          new Conversion(I32, I32, false, BOTH),
          new Conversion(F32, I8, true, BOTH),
          new Conversion(F32, UI8, true, BOTH),
          new Conversion(F32, F16, true, A5),
          new Conversion(F32, BF16, true, A5),
          new Conversion(F32, F32, true, A5),
          new Conversion(F32, F8E4M3FN, true, A5),
          new Conversion(F32, HIF8, true, A5),
          new Conversion(I32, I8, true, BOTH),
          new Conversion(I32, UI8, true, BOTH),
          new Conversion(I32, F16, true, BOTH),
          new Conversion(I32, BF16, true, A5),
          new Conversion(I32, I16, true, Set.of(Profile.A2A3)));

  private FixpipeRules() {}

  /** Parameters and modes stand with accumulators only. */
  static boolean absent(Check check) {
    boolean right = true;
    for (String role : List.of("parameters", "quant")) {
      right &=
          check.require(
              !check.has(role),
              DiagnosticCode.TILE_CONSTRAINT,
              (role.equals("quant") ? "a quantisation parameter" : "fp")
                  + " is for sources in acc, but src is "
                  + check.tile("src").spelling());
    }
    for (String attribute : List.of("reluPreMode", "accToVecMode", "stPhase")) {
      right &=
          check.require(
              !check.op().attributes().has(attribute),
              DiagnosticCode.TILE_CONSTRAINT,
              attribute + " is for sources in acc, but src is " + check.tile("src").spelling());
    }
    return right;
  }

  /** The source is in acc, the result has elements of a type. */
  static void check(Check check, ElementType result) {
    boolean fp = check.has("parameters");
    boolean quant = check.has("quant");
    check.require(
        !(fp && quant),
        DiagnosticCode.TILE_CONSTRAINT,
        "has fp and a quantisation parameter; legal: one of them");
    if (fp) {
      parameters(check);
    }
    relu(check);
    conversion(check, check.tile("src").element(), result, fp || quant);
    if (check.op().definition().form() != OperationForm.TILE_STORE) {
      split(check, fp || quant);
    } else if (fp) {
      String phase = check.op().attributes().text("stPhase").orElse("unspecified");
      check.require(
          phase.equals("unspecified"),
          DiagnosticCode.TILE_CONSTRAINT,
          "has fp and stPhase " + phase + "; with fp the phase is unspecified");
    }
  }

  private static void parameters(Check check) {
    TileType fp = check.tile("parameters");
    boolean scaling =
        check.require(
            fp.location() == MemorySpace.FB && fp.element() != F8E8M0,
            DiagnosticCode.TILE_CONSTRAINT,
            "fp is "
                + fp.spelling()
                + ", but must be one row of parameters in scaling; tmov from mat or tload moves"
                + " them there");
    if (scaling) {
      boolean words = fp.element().isInteger() && fp.element().bits() == 64;
      boolean numbers = fp.element() == F32 || fp.element() == F16 || fp.element() == BF16;
      check.require(
          words || numbers && !check.isA2A3(),
          DiagnosticCode.ILLEGAL_ELEMENT_TYPE,
          "fp has "
              + fp.element().spelling()
              + " elements; legal on "
              + check.profile().spelling()
              + ": i64, ui64"
              + (check.isA2A3() ? "" : ", f16, bf16, f32"));
      int columns = check.tile("src").validColumns();
      check.require(
          fp.columns() >= columns,
          DiagnosticCode.TILE_SHAPE_MISMATCH,
          "fp has " + fp.columns() + " columns, fewer than the " + columns + " valid ones of src");
    }
  }

  private static void relu(Check check) {
    String mode = check.op().attributes().text("reluPreMode").orElse("no_relu");
    check.require(
        mode.equals("no_relu") || mode.equals("normal_relu"),
        DiagnosticCode.TILE_CONSTRAINT,
        "reluPreMode is "
            + mode
            + ", whose factor no operand of a tile operation gives; legal: no_relu, normal_relu");
  }

  private static void conversion(Check check, ElementType from, ElementType to, boolean quantised) {
    boolean legal =
        CONVERSIONS.stream()
            .anyMatch(
                each ->
                    each.quantised == quantised
                        && each.accumulator.agreesWith(from)
                        && each.result.agreesWith(to)
                        && each.profiles.contains(check.profile()));
    String others =
        CONVERSIONS.stream()
            .filter(each -> each.accumulator.agreesWith(from))
            .filter(each -> each.profiles.contains(check.profile()))
            .map(each -> each.result.spelling() + (each.quantised ? " with a parameter" : ""))
            .collect(Collectors.joining(", "));
    check.require(
        legal,
        DiagnosticCode.ILLEGAL_ELEMENT_TYPE,
        "accumulators of "
            + from.spelling()
            + " do not become "
            + to.spelling()
            + (quantised ? " with a parameter" : "")
            + " on "
            + check.profile().spelling()
            + "; legal: "
            + others);
  }

  /** Which vector cores the result goes to. */
  private static void split(Check check, boolean quantised) {
    String mode = check.op().attributes().text("accToVecMode").orElse("");
    if (mode.isEmpty()) {
      return;
    }
    check.require(
        check.tile("dst").location() == MemorySpace.UB,
        DiagnosticCode.TILE_CONSTRAINT,
        "accToVecMode says which vector cores take the result, but dst is "
            + check.tile("dst").spelling());
    check.require(
        !check.isA2A3(),
        DiagnosticCode.TILE_CONSTRAINT,
        "accToVecMode is for a5: on a2a3 accumulators reach vec through GM");
    boolean relu = !check.op().attributes().text("reluPreMode").orElse("no_relu").equals("no_relu");
    check.require(
        !(mode.startsWith("dual") && (quantised || relu)),
        DiagnosticCode.TILE_CONSTRAINT,
        "accToVecMode "
            + mode
            + " splits plain copies only; legal with a parameter or relu: single_mode_vec0,"
            + " single_mode_vec1");
  }
}
