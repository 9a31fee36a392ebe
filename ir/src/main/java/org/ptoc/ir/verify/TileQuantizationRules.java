package org.ptoc.ir.verify;

import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.ElementType;

/** Quantisation with a scale, and perhaps an offset, for each row (spec/50, 2.9). */
final class TileQuantizationRules {
  private TileQuantizationRules() {}

  /** Symmetric: signed and without offset; asymmetric: unsigned with one. */
  static void quantize(Check check) {
    common(check);
    boolean symmetric = check.op().attributes().text("quant_type").orElse("").equals("INT8_SYM");
    String name = symmetric ? "INT8_SYM" : "INT8_ASYM";
    ElementType element = check.tile("dst").element();
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
        check.has("offset") != symmetric,
        DiagnosticCode.TILE_CONSTRAINT,
        name + (symmetric ? " takes no offset tile" : " needs an offset tile after the scale"));
    if (check.has("offset")) {
      carrier(check, "offset");
    }
    if (check.has("tmp")) {
      TileOperands.vec(check, "tmp");
    }
  }

  static void dequantize(Check check) {
    common(check);
    carrier(check, "offset");
  }

  private static void common(Check check) {
    TileOperands.plain(check, "src", "dst");
    check.legalPair(check.tile("src").element(), check.tile("dst").element());
    TileOperands.sameValid(check, "dst", "src");
    carrier(check, "scale");
  }

  private static void carrier(Check check, String role) {
    ElementType element = check.tile(role).element();
    if (element != ElementType.F32) {
      check.typeError(role, element, "f32");
    }
    TileReductionRules.valueOfEachRow(check, role);
  }
}
