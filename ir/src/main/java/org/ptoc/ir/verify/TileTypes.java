package org.ptoc.ir.verify;

import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.catalog.MemoryLimits;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Fix;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.TileMemory;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.TileType.BaseLayout;
import org.ptoc.ir.type.TileType.BoxLayout;

/** What a tile type must be by itself, and where its storage may lie (spec/20, 1 and 2.1). */
final class TileTypes {
  private static final int BLOCK = 32;

  private TileTypes() {}

  /** Checks a type where its tile is created. */
  static void check(Check check, TileType type) {
    if (type.rows() <= 0 || type.columns() <= 0) {
      bad(check, type, "has no elements; rows and columns must be positive");
      return;
    }
    extent(check, type, "rows", type.validRows(), type.rows());
    extent(check, type, "columns", type.validColumns(), type.columns());
    element(check, "tiles", type.element());
    if (type.isCube()) {
      CubeTileTypes.check(check, type);
    } else if (type.boxLayout() != BoxLayout.NONE) {
      boxes(check, type);
    } else if (isShort(type)) {
      shortRows(check, type);
    }
  }

  private static void bad(Check check, TileType type, String message) {
    check.error(DiagnosticCode.BAD_TILE_TYPE, type.spelling() + " " + message);
  }

  private static void extent(Check check, TileType type, String what, int valid, int physical) {
    if (valid != TileType.DYNAMIC && (valid < 0 || valid > physical)) {
      bad(check, type, "has " + valid + " valid " + what + ", but must have 0 to " + physical);
    }
  }

  /** Elements that the profile moves. */
  static void element(Check check, String what, ElementType element) {
    boolean known =
        element.isInteger() && element != ElementType.I1
            || element == ElementType.F16
            || element == ElementType.BF16
            || element == ElementType.F32;
    boolean small = element.bytes() == 1 && !element.isInteger();
    check.require(
        known || small && check.has(ProfileFeature.SMALL_FLOATS),
        DiagnosticCode.ILLEGAL_ELEMENT_TYPE,
        what
            + " do not exist for "
            + element.spelling()
            + (small ? check.here() : "")
            + "; legal: integers of 8 to 64 bits, f16, bf16, f32"
            + (small
                ? ""
                : ", and floats of 8 and 4 bits" + Check.where(ProfileFeature.SMALL_FLOATS)));
  }

  /** The NZ form is the only boxed one that vector tiles use (spec/20, 1.3). */
  private static void boxes(Check check, TileType type) {
    int columns = BLOCK / type.element().bytes();
    if (isFractal(type) && (type.rows() % 16 != 0 || type.columns() % columns != 0)) {
      bad(
          check,
          type,
          "is not made of whole boxes; rows must be a multiple of 16, columns of " + columns);
    }
  }

  /** True for the NZ form. */
  static boolean isFractal(TileType type) {
    return type.baseLayout() == BaseLayout.COLUMN_MAJOR
        && type.boxLayout() == BoxLayout.ROW_MAJOR
        && type.fractal() == TileType.DEFAULT_FRACTAL;
  }

  /** True when a row (row major) or column (column major) does not fill 32-byte blocks. */
  static boolean isShort(TileType type) {
    long dense = type.baseLayout() == BaseLayout.ROW_MAJOR ? type.columns() : type.rows();
    return type.boxLayout() == BoxLayout.NONE && dense * type.element().bytes() % BLOCK != 0;
  }

  /**
   * Short rows are legal where the tile is one run of whole blocks; then it is a mask or only moved
   * (spec/20, 1.3).
   */
  private static void shortRows(Check check, TileType type) {
    boolean rowMajor = type.baseLayout() == BaseLayout.ROW_MAJOR;
    if (rowMajor && type.validColumns() == type.columns() && type.bytes() % BLOCK == 0) {
      check.report(
          DiagnosticCode.SUSPICIOUS_TILE,
          type.spelling()
              + " has rows of "
              + type.columns() * type.element().bytes()
              + " bytes; it can only be a mask or be loaded and stored as one run",
          column(check, type));
      return;
    }
    int unit = BLOCK / type.element().bytes();
    int dense = rowMajor ? type.columns() : type.rows();
    String what = rowMajor ? "row" : "column";
    bad(
        check,
        type,
        "has a "
            + what
            + " of "
            + (long) dense * type.element().bytes()
            + " bytes, but it must be a multiple of 32; the next legal "
            + (rowMajor ? "cols" : "rows")
            + " is "
            + (dense + unit - 1) / unit * unit);
  }

  /** A tile of one column is stored column by column, when that fills whole blocks. */
  private static Optional<Fix> column(Check check, TileType type) {
    return type.columns() == 1
        ? Optional.of(new Fix.SetTypeParameter(check.op().location(), "blayout", "col_major"))
        : Optional.empty();
  }

  /**
   * The storage is no larger than its memory, whether something uses the tile or not; a constant
   * address is aligned and the storage lies inside.
   */
  static void address(Check check, TileType type, long bytes, OptionalLong address) {
    if (type.location() == MemorySpace.GM) {
      return; // No tile lies there, which the check of the type reports.
    }
    TileMemory memory = TileMemory.of(type);
    long capacity = MemoryLimits.bytes(memory, check.profile());
    if (address.isEmpty()) {
      long usable =
          check.has(RoleName.ADDR) ? capacity : MemoryLimits.allocatable(memory, check.profile());
      check.require(
          bytes <= usable,
          DiagnosticCode.OUT_OF_UB,
          type.spelling()
              + " takes "
              + bytes
              + " bytes, but "
              + MemoryLimits.describe(memory, check.profile(), usable));
      return;
    }
    long start = address.getAsLong();
    check.require(
        start >= 0 && start <= capacity - bytes,
        DiagnosticCode.BAD_ADDRESS,
        "a tile of "
            + bytes
            + " bytes at "
            + start
            + " does not lie in "
            + type.location().tileLocation()
            + ", which has "
            + capacity
            + " bytes on "
            + check.profile().spelling());
    check.alignedAddress(RoleName.ADDR, address, BLOCK);
  }
}
