package org.ptoc.ir.verify;

import static org.ptoc.ir.type.ElementType.*;

import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.isa.QuantizationMode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.TileLayout;
import org.ptoc.ir.type.TileType;

/** What accumulators may become on their way to another memory (spec/60, 2.8 and 2.11, C11). */
final class FixpipeRules {
  /** Columns that two vector cores can halve. */
  private static final int SPLIT_COLUMNS = 32;

  private FixpipeRules() {}

  /** Parameters and modes stand with accumulators only. */
  static boolean absent(Check check) {
    boolean right = true;
    for (RoleName role : List.of(RoleName.FP, RoleName.QUANT)) {
      right &=
          check.require(
              !check.has(role),
              DiagnosticCode.TILE_CONSTRAINT,
              (role == RoleName.QUANT ? "a quantisation parameter" : "fp")
                  + " is for sources in acc, but src is "
                  + check.tile(RoleName.SRC).spelling());
    }
    for (AttributeName attribute :
        List.of(
            AttributeName.RELU_PRE_MODE, AttributeName.ACC_TO_VEC_MODE, AttributeName.ST_PHASE)) {
      right &=
          check.require(
              !check.op().attributes().has(attribute),
              DiagnosticCode.TILE_CONSTRAINT,
              attribute
                  + " is for sources in acc, but src is "
                  + check.tile(RoleName.SRC).spelling());
    }
    return right;
  }

  /** The source is in acc, the result has elements of a type. */
  static void check(Check check, ElementType result) {
    boolean fp = check.has(RoleName.FP);
    boolean quant = check.has(RoleName.QUANT);
    check.require(
        !(fp && quant),
        DiagnosticCode.TILE_CONSTRAINT,
        "has fp and a quantisation parameter; legal: one of them");
    if (fp) {
      parameters(check);
    }
    relu(check);
    conversion(check, check.tile(RoleName.SRC).element(), result, fp || quant);
    if (check.op().definition().form() != OperationForm.TILE_STORE) {
      split(check, fp || quant);
    } else if (fp) {
      String phase = check.op().attributes().text(AttributeName.ST_PHASE).orElse("unspecified");
      check.require(
          phase.equals("unspecified"),
          DiagnosticCode.TILE_CONSTRAINT,
          "has fp and stPhase " + phase + "; with fp the phase is unspecified");
    }
    if (check.op().definition().form() == OperationForm.TILE_STORE
        && !check.op().attributes().text(AttributeName.ATOMIC).orElse("none").equals("none")) {
      combined(check, result);
    }
  }

  /** The words combine signed integers and floats with what GM holds. */
  static void combined(Check check, ElementType stored) {
    boolean combines =
        switch (stored) {
          case F32, F16, BF16, I32, SI32, I16, SI16, I8, SI8 -> true;
          default -> false;
        };
    check.require(
        combines,
        DiagnosticCode.ILLEGAL_ELEMENT_TYPE,
        "combines no "
            + stored.spelling()
            + " elements with what GM holds; legal for atomic stores: f32, f16, bf16, i32, i16,"
            + " i8");
  }

  private static void parameters(Check check) {
    TileType fp = check.tile(RoleName.FP);
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
          words || numbers && check.has(ProfileFeature.TABLE_CONVERSIONS),
          DiagnosticCode.ILLEGAL_ELEMENT_TYPE,
          "fp has "
              + fp.element().spelling()
              + " elements; legal on "
              + check.profile().spelling()
              + ": i64, ui64"
              + (!check.has(ProfileFeature.TABLE_CONVERSIONS) ? "" : ", f16, bf16, f32"));
      RoleName part = moved(check);
      int columns = check.tile(part).validColumns();
      check.require(
          fp.columns() >= columns,
          DiagnosticCode.TILE_SHAPE_MISMATCH,
          "fp has "
              + fp.columns()
              + " columns, fewer than the "
              + columns
              + " valid ones of "
              + part);
    }
  }

  /** The tile whose valid region is converted: an extract takes as much as dst asks for. */
  private static RoleName moved(Check check) {
    return check.op().definition().form() == OperationForm.TILE_EXTRACT
        ? RoleName.DST
        : RoleName.SRC;
  }

  private static void relu(Check check) {
    String mode = check.op().attributes().text(AttributeName.RELU_PRE_MODE).orElse("no_relu");
    check.require(
        mode.equals("no_relu") || mode.equals("normal_relu"),
        DiagnosticCode.TILE_CONSTRAINT,
        "reluPreMode is "
            + mode
            + ", whose factor no operand of a tile operation gives; legal: no_relu, normal_relu");
  }

  private static void conversion(Check check, ElementType from, ElementType to, boolean quantised) {
    boolean legal = converts(check.profile(), from, to, quantised);
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
            + conversions(check.profile(), from));
  }

  private static boolean converts(
      Profile profile, ElementType from, ElementType to, boolean quantised) {
    Optional<DataType> accumulator = AccumulatorRules.type(from);
    Optional<DataType> result = AccumulatorRules.type(to);
    return accumulator.isPresent()
        && result.isPresent()
        && QuantizationMode.ofTiles(profile, accumulator.get(), result.get(), quantised)
            .isPresent();
  }

  /** What accumulators become, without a parameter first. */
  private static String conversions(Profile profile, ElementType from) {
    StringJoiner text = new StringJoiner(", ");
    for (boolean quantised : new boolean[] {false, true}) {
      AccumulatorRules.RESULTS.stream()
          .filter(to -> converts(profile, from, to, quantised))
          .forEach(to -> text.add(to.spelling() + (quantised ? " with a parameter" : "")));
    }
    return text.toString();
  }

  /** Which vector cores the result goes to. */
  private static void split(Check check, boolean quantised) {
    String mode = check.op().attributes().text(AttributeName.ACC_TO_VEC_MODE).orElse("");
    if (mode.isEmpty()) {
      return;
    }
    check.require(
        check.tile(RoleName.DST).location() == MemorySpace.UB,
        DiagnosticCode.TILE_CONSTRAINT,
        "accToVecMode says which vector cores take the result, but dst is "
            + check.tile(RoleName.DST).spelling());
    check.require(
        check.has(ProfileFeature.CONNECTED_CORES),
        DiagnosticCode.TILE_CONSTRAINT,
        "accToVecMode is for a5: on a2a3 accumulators reach vec through GM");
    boolean relu =
        !check
            .op()
            .attributes()
            .text(AttributeName.RELU_PRE_MODE)
            .orElse("no_relu")
            .equals("no_relu");
    check.require(
        !(mode.startsWith("dual") && (quantised || relu)),
        DiagnosticCode.TILE_CONSTRAINT,
        "accToVecMode "
            + mode
            + " splits plain copies only; legal with a parameter or relu: single_mode_vec0,"
            + " single_mode_vec1");
    if (mode.startsWith("dual")) {
      halves(check, mode);
    }
  }

  /** Halves are as large as each other, and columns begin at whole boxes (spec/60, 3.8). */
  private static void halves(Check check, String mode) {
    check.require(
        check.tile(RoleName.DST).layout().order() != TileLayout.Order.DN,
        DiagnosticCode.TILE_CONSTRAINT,
        "accToVecMode "
            + mode
            + " halves rows and NZ boxes, but dst is "
            + check.tile(RoleName.DST).spelling());
    boolean rows = mode.endsWith("_m");
    TileType moved = check.known().type(check.value(moved(check)));
    int extent = TileScratch.known(rows ? moved.validRows() : moved.validColumns(), 0);
    int unit = rows ? 2 : SPLIT_COLUMNS;
    check.require(
        extent % unit == 0,
        DiagnosticCode.TILE_CONSTRAINT,
        "accToVecMode "
            + mode
            + " halves "
            + extent
            + (rows ? " rows" : " columns")
            + "; legal: a multiple of "
            + unit);
  }
}
