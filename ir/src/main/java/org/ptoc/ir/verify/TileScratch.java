package org.ptoc.ir.verify;

import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType;

/**
 * The tmp operand (V6; spec/20, 7.2). A5 does not use it where this class is asked, so that any vec
 * tile will do there. On A2/A3 the compiler takes scratch of its own when it is missing, and in
 * auto mode when it is too small.
 */
final class TileScratch {
  /** Bytes of the least scratch that an instruction reads from. */
  static final long BLOCK = 32;

  private TileScratch() {}

  /** Checks the scratch of an elementwise operation by the traits of its row. */
  static void check(Check check, RoleName source) {
    if (!present(check)) {
      return;
    }
    TileType src = check.tile(source);
    int columns = src.columns();
    if (check.has(Trait.REMAINDER_SCRATCH)) {
      long quotients = Math.max(columns + 2L * ceil(columns, 64), 2L * columns);
      room(check, quotients * src.element().bytes(), "quotients of " + columns + " columns");
    } else if (check.has(Trait.ROW_SCRATCH)) {
      TileType dst = check.tile(RoleName.DST);
      room(
          check,
          (long) known(dst.validColumns(), 0) * dst.element().bytes(),
          "quotients of one row");
    } else if (check.has(Trait.MASK_SCRATCH)) {
      byteElements(check);
      int rows = known(src.validRows(), 0);
      room(
          check,
          (rows + 1L) * ceil(known(src.validColumns(), 0), 8),
          "masks of " + (rows + 1) + " rows");
    } else if (check.has(Trait.DESTINATION_SCRATCH)) {
      room(check, check.tile(RoleName.DST).bytes(), "a copy of dst");
      TileOperands.disjoint(check, RoleName.TMP, RoleName.DST, source);
    }
  }

  /**
   * True when the profile uses the scratch and it is there. The compiler finds memory for one that
   * is missing, beside the tiles of manual mode too (spec/50, 3.5).
   */
  static boolean present(Check check) {
    if (check.has(RoleName.TMP)) {
      TileOperands.vec(check, RoleName.TMP);
    }
    return check.isA2A3() && check.has(RoleName.TMP);
  }

  private static void byteElements(Check check) {
    ElementType element = check.tile(RoleName.TMP).element();
    check.require(
        element.isInteger() && element.bits() == 8,
        DiagnosticCode.TYPE_MISMATCH,
        "tmp has " + element.spelling() + " elements, but must have ui8 elements");
  }

  /** The scratch holds a number of bytes; auto mode replaces one that does not. */
  static void room(Check check, long bytes, String purpose) {
    long actual = check.tile(RoleName.TMP).bytes();
    if (actual >= bytes) {
      return;
    }
    String message = "tmp has " + actual + " bytes, but " + purpose + " need " + bytes;
    if (check.isManual()) {
      check.error(DiagnosticCode.TILE_TOO_SMALL, message);
    } else {
      check.warning(
          DiagnosticCode.SUSPICIOUS_TILE, message + "; the compiler takes scratch of its own");
    }
  }

  static long ceil(long value, long unit) {
    return (value + unit - 1) / unit;
  }

  static int known(int extent, int otherwise) {
    return extent == TileType.DYNAMIC ? otherwise : extent;
  }
}
