package org.ptoc.ir.verify;

import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.overlap.OverlapRule;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType;

/** Compare and select with packed mask tiles (spec/20, 6.5). */
final class TileCompareRules {
  private TileCompareRules() {}

  static void compare(Check check) {
    TileOperands.plain(check, RoleName.SRC0, RoleName.SRC1);
    check.legalElement(check.tile(RoleName.SRC0).element());
    TileOperands.sameElement(check, RoleName.SRC0, RoleName.SRC1);
    TileOperands.covers(check, RoleName.SRC0, RoleName.SRC1);
    mode(check, check.tile(RoleName.SRC0).element());
    result(check, check.tile(RoleName.SRC0), false);
    check.linearMasks().remove(check.value(RoleName.DST));
  }

  static void compareScalar(Check check) {
    TileOperands.plain(check, RoleName.SRC);
    TileType source = check.tile(RoleName.SRC);
    check.legalElement(source.element());
    TileOperands.scalar(check, RoleName.SCALAR, source.element());
    mode(check, source.element());
    boolean linear =
        check.has(ProfileFeature.LINEAR_MASKS)
            && !check.options().rowwiseScalarMask()
            && source.validColumns() == source.columns()
            && TileOperands.isKnown(source.validRows());
    result(check, source, linear);
    remember(
        check,
        linear
            && source.validRows() > 1
            && source.columns() != 8 * rowBytes(check.tile(RoleName.DST)));
  }

  /** True if the mask is one run that rows of bits cannot be read from. */
  private static void remember(Check check, boolean linear) {
    if (linear) {
      check.linearMasks().add(check.value(RoleName.DST));
    } else {
      check.linearMasks().remove(check.value(RoleName.DST));
    }
  }

  private static void mode(Check check, ElementType element) {
    if (check.op().attributes().text(AttributeName.CMP_MODE).isEmpty()) {
      check.warning(
          DiagnosticCode.SUSPICIOUS_TILE,
          "has no cmpMode and compares for equality; cmpMode = #pto<cmp eq> says so");
    }
    String mode = check.op().attributes().text(AttributeName.CMP_MODE).orElse("eq");
    check.require(
        check.has(ProfileFeature.VECTOR_REGISTERS)
            || !check.has(Trait.EQUALITY_ONLY_FOR_INT32)
            || !element.isInteger()
            || element.bits() != 32
            || mode.equals("eq"),
        DiagnosticCode.NOT_IN_PROFILE,
        "cmpMode "
            + mode
            + " does not exist for "
            + element.spelling()
            + check.here()
            + "; legal here: eq");
  }

  /** The mask has room for whole groups: per row, or for the whole run of a contiguous source. */
  private static void result(Check check, TileType source, boolean linear) {
    if (!mask(check, RoleName.DST)) {
      return;
    }
    TileType mask = check.tile(RoleName.DST);
    check.require(
        check.has(ProfileFeature.VECTOR_REGISTERS) || mask.element().bits() == 8,
        DiagnosticCode.TYPE_MISMATCH,
        "dst has "
            + mask.element().spelling()
            + " elements, but must have ui8 elements"
            + check.here());
    int columns = TileScratch.known(source.validColumns(), 0);
    if (linear) {
      long run = groupBytes(check, source.element(), (long) source.validRows() * columns);
      room(check, mask.bytes(), run, "a packed run of " + source.validRows() * columns + " bits");
      return;
    }
    room(
        check,
        rowBytes(mask),
        groupBytes(check, source.element(), columns),
        "each row of " + columns + " bits");
    int rows = TileScratch.known(source.validRows(), 0);
    check.require(
        mask.rows() >= rows,
        DiagnosticCode.TILE_TOO_SMALL,
        "dst has " + mask.rows() + " rows, but the source has " + rows);
  }

  private static void room(Check check, long actual, long needed, String what) {
    check.require(
        actual >= needed,
        DiagnosticCode.TILE_TOO_SMALL,
        "dst has "
            + actual
            + " bytes for "
            + what
            + ", but whole words are written, "
            + needed
            + " bytes");
  }

  /** Bytes that a compare writes for a number of lanes. */
  private static long groupBytes(Check check, ElementType element, long lanes) {
    long group = OverlapRule.maskGroup(check.profile(), element.bytes());
    return TileScratch.ceil(lanes, group) * (group / 8);
  }

  private static long rowBytes(TileType mask) {
    return (long) mask.columns() * mask.element().bytes();
  }

  /** A mask is a row-major integer tile; short rows are legal. */
  private static boolean mask(Check check, RoleName role) {
    TileType tile = check.tile(role);
    if (!TileOperands.vec(check, role)) {
      return false;
    }
    check.require(
        tile.baseLayout() == TileType.BaseLayout.ROW_MAJOR,
        DiagnosticCode.TILE_CONSTRAINT,
        role + " is " + tile.spelling() + ", but must be row major");
    return check.require(
        tile.element().isInteger(),
        DiagnosticCode.TYPE_MISMATCH,
        role
            + " has "
            + tile.element().spelling()
            + " elements, but a mask must have integer elements");
  }

  static void select(Check check) {
    TileOperands.plain(check, RoleName.SRC0, RoleName.SRC1, RoleName.DST);
    check.legalElement(check.tile(RoleName.SRC0).element());
    TileOperands.sameElement(check, RoleName.SRC0, RoleName.SRC1, RoleName.DST);
    TileOperands.covers(check, RoleName.DST, RoleName.SRC0, RoleName.SRC1);
    selector(check);
    if (TileScratch.present(check)) {
      TileScratch.size(check);
      check.require(
          check.tile(RoleName.TMP).element().bytes() == 4,
          DiagnosticCode.TYPE_MISMATCH,
          "tmp has "
              + check.tile(RoleName.TMP).element().spelling()
              + " elements, but must have 4-byte elements"
              + check.here());
    }
  }

  static void selectScalar(Check check) {
    TileOperands.plain(check, RoleName.SRC, RoleName.DST);
    ElementType element = check.tile(RoleName.SRC).element();
    check.legalElement(element);
    TileOperands.sameElement(check, RoleName.SRC, RoleName.DST);
    TileOperands.covers(check, RoleName.DST, RoleName.SRC);
    TileOperands.scalar(check, RoleName.SCALAR, element);
    selector(check);
    if (TileScratch.present(check)) {
      TileOperands.sameElement(check, RoleName.SRC, RoleName.TMP);
      TileScratch.size(check);
    }
  }

  /** The mask has a bit for every column of every row. */
  private static void selector(Check check) {
    if (!mask(check, RoleName.MASK)) {
      return;
    }
    if (check.linearMasks().contains(check.value(RoleName.MASK))) {
      check.warning(
          DiagnosticCode.SUSPICIOUS_TILE,
          "mask was written by tcmps as one run of bits over all rows, but is read row by row;"
              + " --tcmps-mask=rows writes it by rows");
    }
    TileType mask = check.tile(RoleName.MASK);
    TileType dst = check.tile(RoleName.DST);
    int columns = TileScratch.known(dst.validColumns(), 0);
    int rows = TileScratch.known(dst.validRows(), 0);
    check.require(
        rowBytes(mask) * 8 >= columns && mask.rows() >= rows,
        DiagnosticCode.TILE_TOO_SMALL,
        "mask has "
            + mask.rows()
            + " rows of "
            + rowBytes(mask) * 8
            + " bits, but dst is valid in "
            + rows
            + "x"
            + columns);
  }
}
