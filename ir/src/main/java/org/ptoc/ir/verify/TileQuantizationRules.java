package org.ptoc.ir.verify;

import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.ElementType;

/** Quantisation with a scale, and perhaps an offset, for each row (spec/50, 2.9). */
final class TileQuantizationRules {
  private TileQuantizationRules() {}

  /** Symmetric: signed and without offset; asymmetric: unsigned with one. */
  static void quantize(Check check) {
    common(check);
    boolean symmetric =
        check.op().attributes().text(AttributeName.QUANT_TYPE).orElse("").equals("INT8_SYM");
    String name = symmetric ? "INT8_SYM" : "INT8_ASYM";
    ElementType element = check.tile(RoleName.DST).element();
    check.require(
        !element.isInteger() || element.isSigned() == symmetric,
        DiagnosticCode.TYPE_MISMATCH,
        "dst has "
            + element.spelling()
            + " elements, but "
            + name
            + " makes "
            + (symmetric ? "i8" : "ui8"));
    check.require(
        check.has(RoleName.OFFSET) != symmetric,
        DiagnosticCode.TILE_CONSTRAINT,
        name + (symmetric ? " takes no offset tile" : " needs an offset tile after the scale"));
    if (check.has(RoleName.OFFSET)) {
      carrier(check, RoleName.OFFSET);
    }
    if (!check.has(RoleName.TMP) || TileOperands.vec(check, RoleName.TMP)) {
      TileScratch.advise(check);
    }
  }

  static void dequantize(Check check) {
    common(check);
    carrier(check, RoleName.OFFSET);
  }

  private static void common(Check check) {
    TileOperands.plain(check, RoleName.SRC, RoleName.DST);
    check.legalPair(check.tile(RoleName.SRC).element(), check.tile(RoleName.DST).element());
    TileOperands.covers(check, RoleName.DST, RoleName.SRC);
    carrier(check, RoleName.SCALE);
  }

  private static void carrier(Check check, RoleName role) {
    ElementType element = check.tile(role).element();
    if (element != ElementType.F32) {
      check.typeError(role, element, "f32");
    }
    TileReductionRules.valueOfEachRow(check, role);
  }
}
