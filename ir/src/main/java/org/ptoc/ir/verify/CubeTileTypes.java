package org.ptoc.ir.verify;

import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.TileLayout.Order;
import org.ptoc.ir.type.TileType;

/** What a tile in a memory of the cube core must be by itself (spec/60, 2.1 and 2.11: C4, C14). */
final class CubeTileTypes {
  private static final int ACCUMULATORS = 1024;
  private static final int SCALES = 32;
  private static final int BLOCK_BITS = 256;
  private static final long BIAS_UNIT = 64;
  private static final long PARAMETER_UNIT = 128;
  private static final long SMALL_PARAMETER_UNIT = 64;

  private CubeTileTypes() {}

  static void check(Check check, TileType type) {
    Order order = type.layout().order();
    switch (type.location()) {
      case L1 -> {
        boolean scales = type.element() == ElementType.F8E8M0;
        boolean wide = type.fractal() != ACCUMULATORS;
        require(
            check,
            type,
            wide && (type.fractal() != SCALES || scales),
            "legal in mat: boxes of 512 bytes, and of 32 bytes for scales of f8E8M0");
        wholeBoxes(check, type);
        wholeBlocks(check, type);
      }
      // The machine has a layout of its own here, whatever the text says (spec/60, 1.3).
      case L0A -> fractal(check, type, TileType.DEFAULT_FRACTAL, "left");
      case L0B -> {
        fractal(check, type, TileType.DEFAULT_FRACTAL, "right");
        require(
            check,
            type,
            order == Order.ZN,
            "a tile in right is blayout=row_major with slayout=col_major");
      }
      case L0C -> accumulators(check, type, order);
      case BT -> bias(check, type, order);
      case FB -> scaling(check, type, order);
      case UB, GM -> {}
    }
  }

  private static boolean require(Check check, TileType type, boolean holds, String legal) {
    return check.require(
        holds, DiagnosticCode.BAD_TILE_TYPE, type.spelling() + " has a wrong layout; " + legal);
  }

  private static void fractal(Check check, TileType type, int bytes, String where) {
    require(
        check,
        type,
        type.fractal() == bytes,
        "boxes in " + where + " have " + bytes + " bytes: fractal=" + bytes);
  }

  /** L1 holds whole boxes; the other memories round up to theirs (spec/60, 1.2 and 1.3). */
  private static void wholeBoxes(Check check, TileType type) {
    boolean boxed = type.boxLayout() != TileType.BoxLayout.NONE;
    int rows = type.layout().boxRows();
    int columns = type.layout().boxColumns();
    check.require(
        !boxed
            || type.fractal() == SCALES
            || type.rows() % rows == 0 && type.columns() % columns == 0,
        DiagnosticCode.BAD_TILE_TYPE,
        type.spelling()
            + " is not made of whole boxes; rows must be a multiple of "
            + rows
            + ", columns of "
            + columns);
  }

  private static void wholeBlocks(Check check, TileType type) {
    boolean rowMajor = type.baseLayout() == TileType.BaseLayout.ROW_MAJOR;
    Order order = type.layout().order();
    boolean plain = order == Order.ND || order == Order.DN;
    long bits = (long) (rowMajor ? type.columns() : type.rows()) * type.layout().elementBits();
    check.require(
        !plain || bits % BLOCK_BITS == 0,
        DiagnosticCode.BAD_TILE_TYPE,
        type.spelling()
            + " has "
            + (rowMajor ? "rows" : "columns")
            + " of "
            + bits / Byte.SIZE
            + " bytes, but they must be a multiple of 32");
  }

  private static void accumulators(Check check, TileType type, Order order) {
    ElementType element = type.element();
    check.require(
        element == ElementType.F32 || element.isInteger() && element.bits() == 32,
        DiagnosticCode.ILLEGAL_ELEMENT_TYPE,
        type.spelling()
            + " holds "
            + element.spelling()
            + ", but accumulators are f32, or i32 for products of i8");
    require(
        check,
        type,
        order == Order.NZ && type.fractal() == ACCUMULATORS,
        "a tile in acc is blayout=col_major with slayout=row_major and fractal=1024");
  }

  private static boolean oneRow(Check check, TileType type, Order order, String where) {
    return require(
        check,
        type,
        order == Order.ND && type.rows() == 1,
        "a tile in " + where + " is one row, blayout=row_major without boxes");
  }

  private static void bias(Check check, TileType type, Order order) {
    check.require(
        type.element().bits() == 32,
        DiagnosticCode.ILLEGAL_ELEMENT_TYPE,
        type.spelling()
            + " holds "
            + type.element().spelling()
            + ", but a bias is f32, or i32 for products of i8; tmov from mat widens f16 and bf16");
    if (oneRow(check, type, order, "bias")) {
      units(check, type, BIAS_UNIT);
    }
  }

  private static void scaling(Check check, TileType type, Order order) {
    if (type.element() == ElementType.F8E8M0) {
      require(
          check,
          type,
          type.fractal() == SCALES && (order == Order.ZZ || order == Order.NN),
          "scales are row_major/row_major for the left factor, col_major/col_major for the right,"
              + " fractal=32");
      return;
    }
    if (oneRow(check, type, order, "scaling")) {
      boolean small = check.has(ProfileFeature.TABLE_CONVERSIONS) && type.element().bits() <= 32;
      units(check, type, small ? SMALL_PARAMETER_UNIT : PARAMETER_UNIT);
    }
  }

  /** The machine moves whole units of the row in L1 (C14). */
  private static void units(Check check, TileType type, long unit) {
    long bytes = type.in(MemorySpace.L1).bytes();
    check.require(
        bytes % unit == 0,
        DiagnosticCode.BAD_TILE_TYPE,
        type.spelling()
            + " has "
            + bytes
            + " bytes, but must have a multiple of "
            + unit
            + "; allocate more columns and keep the valid ones");
  }
}
