package org.ptoc.ir.verify;

import org.ptoc.ir.HistogramByte;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.TileType.BaseLayout;

/** Cumulative counts of the values of a byte (spec/50, 2.9). */
final class TileHistogramRules {
  private static final int BINS = 256;

  private TileHistogramRules() {}

  static void histogram(Check check) {
    TileOperands.plain(check, RoleName.SRC, RoleName.DST);
    TileType src = check.tile(RoleName.SRC);
    if (!check.legalPair(src.element(), check.tile(RoleName.DST).element())) {
      return;
    }
    int highest = HistogramByte.highest(check.op());
    check.require(
        HistogramByte.of(check.op()) <= highest,
        DiagnosticCode.BAD_ATTRIBUTE,
        "attribute byte has the value "
            + HistogramByte.of(check.op())
            + "; elements of "
            + src.element().spelling()
            + " have the bytes 0 to "
            + highest);
    check.require(
        !(check.op().attributes().has(AttributeName.BYTE)
            && check.op().attributes().has(AttributeName.IS_MSB)),
        DiagnosticCode.BAD_ATTRIBUTE,
        "has both byte and isMSB, which is its older spelling");
    TileOperands.rows(check, RoleName.DST, src.validRows(), " as src has");
    TileOperands.columns(check, RoleName.DST, BINS, ", one for each value of a byte");
    selector(check, HistogramByte.selected(check.op()));
  }

  /** A column for each byte above the counted one. */
  private static void selector(Check check, int columns) {
    if (!TileOperands.vec(check, RoleName.SELECTOR)) {
      return;
    }
    TileType selector = check.tile(RoleName.SELECTOR);
    if (selector.element() != ElementType.UI8) {
      check.typeError("selector", selector.element(), "ui8");
    }
    if (columns == 0) {
      return;
    }
    check.require(
        selector.baseLayout() == BaseLayout.ROW_MAJOR || selector.columns() == 1,
        DiagnosticCode.TILE_CONSTRAINT,
        "selector is "
            + selector.spelling()
            + ", but must be row major, or column major with one column");
    TileType needed = check.tile(RoleName.SRC);
    boolean few =
        TileOperands.isKnown(selector.validRows())
            && TileOperands.isKnown(needed.validRows())
            && selector.validRows() < needed.validRows();
    boolean narrow =
        TileOperands.isKnown(selector.validColumns()) && selector.validColumns() < columns;
    check.require(
        !few && !narrow,
        DiagnosticCode.TILE_SHAPE_MISMATCH,
        "selector is valid in "
            + TileOperands.valid(selector)
            + ", but must have the "
            + columns
            + " more significant bytes of each row: "
            + TileOperands.valid(needed.withValid(needed.validRows(), columns)));
  }
}
