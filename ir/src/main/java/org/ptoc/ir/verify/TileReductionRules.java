package org.ptoc.ir.verify;

import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.type.CarrierOrder;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.TileType.BaseLayout;

/** Reductions, expansions, partial and fill operations (spec/20, 7 and 8.3). */
final class TileReductionRules {
  private static final int BLOCK = 32;

  private TileReductionRules() {}

  static void rows(Check check) {
    TileOperands.plain(check, RoleName.SRC);
    source(check);
    if (TileOperands.vec(check, RoleName.DST)) {
      TileType dst = check.tile(RoleName.DST);
      check.require(
          dst.baseLayout() == BaseLayout.ROW_MAJOR || dst.columns() == 1,
          DiagnosticCode.TILE_CONSTRAINT,
          "dst is " + dst.spelling() + ", but must be row major, or column major with one column");
      TileOperands.wholeRows(check, RoleName.DST);
    }
    TileOperands.rows(check, RoleName.DST, check.tile(RoleName.SRC).validRows(), " as src has");
    TileOperands.columns(check, RoleName.DST, 1, "");
    if (TileScratch.present(check)) {
      rowScratch(check);
    }
  }

  /** The element type is legal and the result fits it. */
  private static void source(Check check) {
    TileType src = check.tile(RoleName.SRC);
    check.legalElement(src.element());
    if (check.has(Trait.INDEX_RESULT)) {
      ElementType element = check.tile(RoleName.DST).element();
      check.require(
          element.isInteger() && element.bits() == 32,
          DiagnosticCode.TYPE_MISMATCH,
          "dst has " + element.spelling() + " elements, but indices are i32 or ui32");
    } else {
      TileOperands.sameElement(check, RoleName.SRC, RoleName.DST);
    }
  }

  /** Scratch of A2/A3 (spec/20, 7.1). */
  private static void rowScratch(Check check) {
    if (!check.has(Trait.INDEX_RESULT)) {
      TileScratch.room(check, BLOCK, "row reductions");
      return;
    }
    TileScratch.size(check);
  }

  static void columns(Check check) {
    TileOperands.plain(check, RoleName.SRC, RoleName.DST);
    source(check);
    TileOperands.rows(check, RoleName.DST, 1, "");
    TileOperands.columns(
        check, RoleName.DST, check.tile(RoleName.SRC).validColumns(), " as src has");
    if (check.op().attributes().flag(AttributeName.IS_BINARY) && check.has(RoleName.TMP)) {
      TileOperands.vec(check, RoleName.TMP);
      check.require(
          check.tile(RoleName.TMP).columns() >= check.tile(RoleName.SRC).columns(),
          DiagnosticCode.TILE_TOO_SMALL,
          "tmp has "
              + check.tile(RoleName.TMP).columns()
              + " columns, but src has "
              + check.tile(RoleName.SRC).columns());
      if (check.has(ProfileFeature.SCRATCH_TILES)) {
        TileOperands.disjoint(check, RoleName.TMP, RoleName.SRC, RoleName.DST);
      }
    } else if (check.has(RoleName.TMP)) {
      TileOperands.vec(check, RoleName.TMP);
      columnScratch(check);
    }
  }

  /** Scratch of index reductions on A2/A3 (spec/20, 7.2). */
  private static void columnScratch(Check check) {
    if (!check.has(ProfileFeature.SCRATCH_TILES) || !check.has(Trait.INDEX_RESULT)) {
      return;
    }
    TileScratch.size(check);
  }

  static void expand(Check check) {
    TileOperands.plain(check, RoleName.DST);
    check.legalElement(check.tile(RoleName.DST).element());
    TileOperands.sameElement(check, RoleName.DST, RoleName.SRC);
    if (check.has(Trait.ROW_CARRIER)) {
      valueOfEachRow(check, RoleName.SRC);
    } else {
      TileOperands.plain(check, RoleName.SRC);
      columnCarrier(check, RoleName.SRC);
    }
  }

  /** Column 0 of a tile holds a value for each row of dst. */
  static void valueOfEachRow(Check check, RoleName role) {
    TileType carrier = check.tile(role);
    if (TileOperands.vec(check, role)) {
      check.require(
          carrier.baseLayout() == BaseLayout.ROW_MAJOR || carrier.columns() == 1,
          DiagnosticCode.TILE_CONSTRAINT,
          role
              + " is "
              + carrier.spelling()
              + ", but must be row major, or column major with one column");
      TileOperands.wholeRows(check, role);
    }
    rowCarrier(check, role);
  }

  /** The carrier of an expansion has a value for each row of dst. */
  private static void rowCarrier(Check check, RoleName role) {
    int rows = TileOperands.known(check, RoleName.DST).validRows();
    TileOperands.covers(check, role, rows, 1, RoleName.DST);
  }

  /** The carrier of an expansion has a value for each column of dst. */
  private static void columnCarrier(Check check, RoleName role) {
    int columns = TileOperands.known(check, RoleName.DST).validColumns();
    TileOperands.covers(check, role, 1, columns, RoleName.DST);
  }

  static void expandBinary(Check check) {
    TileOperands.plain(check, RoleName.DST);
    check.legalElement(check.tile(RoleName.DST).element());
    TileOperands.sameElement(check, RoleName.DST, RoleName.SRC0, RoleName.SRC1);
    if (check.has(RoleName.TMP)) {
      TileOperands.vec(check, RoleName.TMP);
    }
    if (check.has(Trait.ROW_CARRIER)) {
      carrierColumns(check);
      byRows(check);
    } else {
      byColumns(check);
    }
  }

  /** {@code src1Col} is 1 or the columns of a block. */
  private static void carrierColumns(Check check) {
    int block = BLOCK / check.tile(RoleName.DST).element().bytes();
    long columns = check.op().attributes().integer(AttributeName.SRC1_COL).orElse(1L);
    check.require(
        columns == 1 || columns == block,
        DiagnosticCode.BAD_ATTRIBUTE,
        "attribute src1Col has the value " + columns + "; legal: 1, " + block);
  }

  /** One source covers dst, the other holds one value per row (spec/20, 7.3). */
  private static void byRows(Check check) {
    if (!holds(check, RoleName.SRC0) && !holds(check, RoleName.SRC1)) {
      noCover(check);
      return;
    }
    CarrierOrder order =
        CarrierOrder.ofRows(
            TileOperands.known(check, RoleName.SRC0),
            TileOperands.known(check, RoleName.SRC1),
            TileOperands.known(check, RoleName.DST));
    boolean exchanged = order == CarrierOrder.CARRIER_FIRST;
    RoleName full = exchanged ? RoleName.SRC1 : RoleName.SRC0;
    RoleName carrier = exchanged ? RoleName.SRC0 : RoleName.SRC1;
    TileOperands.plain(check, full);
    TileOperands.covers(check, RoleName.DST, full);
    int block = BLOCK / check.tile(RoleName.DST).element().bytes();
    if (!TileOperands.vec(check, carrier)) {
      return;
    }
    check.require(
        CarrierOrder.canCarryRows(check.tile(carrier)),
        DiagnosticCode.TILE_SHAPE_MISMATCH,
        carrier
            + " is "
            + check.tile(carrier).spelling()
            + ", but must hold one value per row: column major with"
            + " one valid"
            + " column, or row major with "
            + block
            + " columns of which 1 or "
            + block
            + " are valid");
    TileOperands.wholeRows(check, carrier);
    rowCarrier(check, carrier);
    if (TileScratch.present(check)) {
      TileScratch.size(check);
    }
  }

  /** One source covers dst, the other is one row as wide as dst. */
  private static void byColumns(Check check) {
    if (!holds(check, RoleName.SRC0) && !holds(check, RoleName.SRC1)) {
      noCover(check);
      return;
    }
    CarrierOrder order =
        CarrierOrder.ofColumns(
            TileOperands.known(check, RoleName.SRC0),
            TileOperands.known(check, RoleName.SRC1),
            TileOperands.known(check, RoleName.DST));
    RoleName carrier = order == CarrierOrder.CARRIER_FIRST ? RoleName.SRC0 : RoleName.SRC1;
    TileOperands.plain(check, RoleName.SRC0, RoleName.SRC1);
    TileOperands.covers(
        check, RoleName.DST, carrier == RoleName.SRC0 ? RoleName.SRC1 : RoleName.SRC0);
    TileOperands.rows(check, carrier, 1, " as the carrier of an expansion along columns");
    columnCarrier(check, carrier);
  }

  private static void noCover(Check check) {
    check.error(
        DiagnosticCode.TILE_SHAPE_MISMATCH,
        "src0 is valid in "
            + TileOperands.valid(check.tile(RoleName.SRC0))
            + " and src1 in "
            + TileOperands.valid(check.tile(RoleName.SRC1))
            + ", but one of them must be valid in "
            + TileOperands.valid(check.tile(RoleName.DST))
            + " as dst is, and row major");
  }

  private static boolean covers(Check check, RoleName role) {
    return CarrierOrder.canCover(check.tile(role), check.tile(RoleName.DST));
  }

  private static boolean holds(Check check, RoleName role) {
    return CarrierOrder.canHold(check.tile(role), TileOperands.known(check, RoleName.DST));
  }

  /** Sources lie inside dst; for sums and products one of them covers it (spec/20, 7.4). */
  static void partial(Check check) {
    TileOperands.plain(check, RoleName.SRC0, RoleName.SRC1, RoleName.DST);
    check.legalElement(check.tile(RoleName.DST).element());
    TileOperands.sameElement(check, RoleName.DST, RoleName.SRC0, RoleName.SRC1);
    TileType dst = check.tile(RoleName.DST);
    if (dst.validRows() == 0 || dst.validColumns() == 0) {
      return;
    }
    for (RoleName role : new RoleName[] {RoleName.SRC0, RoleName.SRC1}) {
      TileType source = check.tile(role);
      check.require(
          !exceeds(source.validRows(), dst.validRows())
              && !exceeds(source.validColumns(), dst.validColumns()),
          DiagnosticCode.TILE_SHAPE_MISMATCH,
          role
              + " is valid in "
              + TileOperands.valid(source)
              + ", but must lie inside the "
              + TileOperands.valid(dst)
              + " of dst");
    }
    if (check.has(Trait.NEEDS_COVERING_SOURCE)
        && !covers(check, RoleName.SRC0)
        && !covers(check, RoleName.SRC1)) {
      noCover(check);
    }
  }

  /** Each value has an index of 32 bits beside it (spec/50, 2.9). */
  static void partialIndex(Check check) {
    partial(check);
    TileOperands.plain(check, RoleName.INDEX0, RoleName.INDEX1, RoleName.INDEX);
    ElementType element = check.tile(RoleName.INDEX).element();
    if (check.require(
        element.isInteger() && element.bits() == Integer.SIZE,
        DiagnosticCode.TYPE_MISMATCH,
        "index has " + element.spelling() + " elements, but indices are i32 or ui32")) {
      TileOperands.sameElement(check, RoleName.INDEX, RoleName.INDEX0, RoleName.INDEX1);
    }
    TileOperands.sameValid(check, RoleName.SRC0, RoleName.INDEX0);
    TileOperands.sameValid(check, RoleName.SRC1, RoleName.INDEX1);
    TileOperands.sameValid(check, RoleName.DST, RoleName.INDEX);
  }

  private static boolean exceeds(int extent, int limit) {
    return TileOperands.isKnown(extent) && TileOperands.isKnown(limit) && extent > limit;
  }

  static void fill(Check check) {
    if (check.tile(RoleName.SRC).isCube() || check.tile(RoleName.DST).isCube()) {
      CubeMovementRules.fill(check);
      return;
    }
    TileOperands.plain(check, RoleName.SRC, RoleName.DST);
    check.legalElement(check.tile(RoleName.DST).element());
    TileOperands.sameElement(check, RoleName.DST, RoleName.SRC);
    TileType src = check.tile(RoleName.SRC);
    TileType dst = check.tile(RoleName.DST);
    check.require(
        dst.padding() != TileType.Padding.NULL,
        DiagnosticCode.TILE_CONSTRAINT,
        "dst is "
            + dst.spelling()
            + ", which has no pad value; legal: pad=1 (zero), 2 (max), 3 (min)");
    check.require(
        !check.has(Trait.SAME_PHYSICAL_SHAPE)
            || src.rows() == dst.rows() && src.columns() == dst.columns(),
        DiagnosticCode.TILE_SHAPE_MISMATCH,
        "src is "
            + src.rows()
            + "x"
            + src.columns()
            + ", but must be "
            + dst.rows()
            + "x"
            + dst.columns()
            + " as dst is");
    check.require(
        !check.has(Trait.GROWS) || src.rows() <= dst.rows() && src.columns() <= dst.columns(),
        DiagnosticCode.TILE_SHAPE_MISMATCH,
        "src is "
            + src.rows()
            + "x"
            + src.columns()
            + ", larger than dst with "
            + dst.rows()
            + "x"
            + dst.columns());
    if (check.has(Trait.SAME_STORAGE)) {
      boolean known =
          check.known().hasAddress(check.value(RoleName.SRC))
              && check.known().hasAddress(check.value(RoleName.DST));
      check.require(
          !known
              || check
                  .known()
                  .address(check.value(RoleName.SRC))
                  .equals(check.known().address(check.value(RoleName.DST))),
          DiagnosticCode.TILE_CONSTRAINT,
          "src and dst are at different addresses, but must be the same storage");
    }
  }
}
