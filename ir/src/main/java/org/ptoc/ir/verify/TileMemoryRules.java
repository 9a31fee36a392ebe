package org.ptoc.ir.verify;

import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.TileType.BoxLayout;
import org.ptoc.ir.type.TileType.Padding;
import org.ptoc.ir.type.ViewLayout;

/** Loads and stores of tiles (spec/20, 8.1 and 8.2). */
final class TileMemoryRules {
  private static final int MOST_ROWS_OF_BLOCKS = 4095;

  private TileMemoryRules() {}

  static void load(Check check) {
    TileType tile = check.tile(RoleName.DST);
    if (tile.isCube()) {
      CubeMemoryRules.load(check);
      return;
    }
    if (!tile(check, RoleName.DST, RoleName.SRC)) {
      return;
    }
    boolean small = tile.element().bytes() == 1 && !tile.element().isInteger();
    check.require(
        tile.element().bits() < 64 && !small
            || tile.padding() == Padding.NULL
            || tile.padding() == Padding.ZERO,
        DiagnosticCode.TILE_CONSTRAINT,
        "dst is "
            + tile.spelling()
            + ", but "
            + (small ? tile.element().spelling() : "64-bit")
            + " tiles can only be padded with null or zero");
    check.require(
        check.has(ProfileFeature.BYTE_TRANSFERS) || tile.rows() <= MOST_ROWS_OF_BLOCKS,
        DiagnosticCode.TILE_CONSTRAINT,
        "dst has "
            + tile.rows()
            + " rows, but must have at most "
            + MOST_ROWS_OF_BLOCKS
            + check.here());
    covers(check, RoleName.SRC, RoleName.DST, ViewLayout.ofVector(tile), false);
    layout(check, RoleName.SRC);
    check.linearMasks().remove(check.value(RoleName.DST));
  }

  static void store(Check check) {
    TileType tile = check.tile(RoleName.SRC);
    if (tile.isCube()) {
      CubeMemoryRules.store(check);
      return;
    }
    if (FixpipeRules.absent(check) && tile(check, RoleName.SRC, RoleName.DST)) {
      layout(check, RoleName.DST);
      boolean anyOrder = tile.rows() == 1 || tile.columns() == 1;
      if (covers(check, RoleName.DST, RoleName.SRC, ViewLayout.ofVector(tile), anyOrder)) {
        allStored(check);
      }
    }
  }

  /** A layout on the transfer is that of the view (spec/50, 1.4). */
  private static void layout(Check check, RoleName view) {
    Optional<String> wanted = check.op().attributes().text(AttributeName.LAYOUT);
    Optional<String> known = check.known().view(check.value(view)).layout();
    check.require(
        !known.or(() -> wanted).orElse("").startsWith("mx"),
        DiagnosticCode.VIEW_MISMATCH,
        "the view has layout "
            + known.or(() -> wanted).orElse("")
            + ", which is for scales of the cube core; legal for vec: nd, dn, nz");
    check.require(
        wanted.isEmpty() || known.isEmpty() || wanted.equals(known),
        DiagnosticCode.VIEW_MISMATCH,
        "layout "
            + wanted.orElse("")
            + " does not agree with layout "
            + known.orElse("")
            + " of the view "
            + view);
  }

  private static boolean tile(Check check, RoleName role, RoleName view) {
    TileType tile = check.tile(role);
    check.legalElement(tile.element());
    ElementType element = ((TensorViewType) check.type(view)).element();
    check.require(
        element.bits() == tile.element().bits(),
        DiagnosticCode.VIEW_MISMATCH,
        view
            + " has "
            + element.spelling()
            + " elements and "
            + role
            + " has "
            + tile.element().spelling()
            + " elements; the widths must be equal");
    check.require(
        tile.boxLayout() == BoxLayout.NONE || TileTypes.isFractal(tile),
        DiagnosticCode.TILE_CONSTRAINT,
        role
            + " is "
            + tile.spelling()
            + "; legal layouts: row_major or col_major without boxes, col_major with"
            + " row_major"
            + " boxes of 512 bytes");
    return positive(check, view);
  }

  private static boolean positive(Check check, RoleName view) {
    for (long extent : ((TensorViewType) check.type(view)).dimensions()) {
      if (extent != TensorViewType.DYNAMIC && extent <= 0) {
        check.error(
            DiagnosticCode.VIEW_MISMATCH,
            view + " is " + check.type(view).spelling() + ", but extents must be positive");
        return false;
      }
    }
    return true;
  }

  /** A store writes each element of the view. */
  static void allStored(Check check) {
    TileType tile = TileOperands.known(check, RoleName.SRC);
    long region = (long) tile.validRows() * tile.validColumns();
    boolean known =
        TileOperands.isKnown(tile.validRows()) && TileOperands.isKnown(tile.validColumns());
    long elements = product(check.known().extents(check.value(RoleName.DST)), _ -> true);
    check.require(
        !known
            || region == 0
            || tile.boxLayout() != BoxLayout.NONE
            || elements == TensorViewType.DYNAMIC
            || elements == region,
        DiagnosticCode.VIEW_MISMATCH,
        "dst has "
            + elements
            + " elements, but the "
            + TileOperands.valid(tile)
            + " of src are "
            + region
            + "; a window of the view takes them");
  }

  /** The view's rows and columns are at least the valid ones of the tile. */
  static boolean covers(
      Check check, RoleName viewRole, RoleName tileRole, ViewLayout layout, boolean anyOrder) {
    TileType tile = TileOperands.known(check, tileRole);
    List<Long> view = check.known().extents(check.value(viewRole));
    long rows = extent(view, layout, true);
    long columns = extent(view, layout, false);
    boolean fits = atLeast(rows, tile.validRows()) && atLeast(columns, tile.validColumns());
    boolean turned =
        anyOrder && atLeast(columns, tile.validRows()) && atLeast(rows, tile.validColumns());
    return check.require(
        fits || turned,
        DiagnosticCode.VIEW_MISMATCH,
        "the view "
            + check.type(viewRole).spelling()
            + " has "
            + text(rows)
            + " rows and "
            + text(columns)
            + " columns in the layout of the tile, fewer than the "
            + TileOperands.valid(tile)
            + " that are transferred");
  }

  private static boolean atLeast(long extent, int valid) {
    return extent == TensorViewType.DYNAMIC || valid == TileType.DYNAMIC || extent >= valid;
  }

  private static String text(long extent) {
    return extent == TensorViewType.DYNAMIC ? "?" : Long.toString(extent);
  }

  /** The product of the dimensions that number rows or columns; leading ones are 1. */
  private static long extent(List<Long> dimensions, ViewLayout layout, boolean rows) {
    return product(dimensions, i -> layout.isRow(i) == rows);
  }

  /** The product of some dimensions of a view that is padded to its greatest rank. */
  private static long product(List<Long> dimensions, IntPredicate wanted) {
    int missing = ViewLayout.RANK - dimensions.size();
    long product = 1;
    for (int i = 0; i < dimensions.size(); i++) {
      if (wanted.test(i + missing)) {
        long extent = dimensions.get(i);
        if (extent == TensorViewType.DYNAMIC) {
          return TensorViewType.DYNAMIC;
        }
        product = saturatingMultiply(product, extent);
      }
    }
    return product;
  }

  private static long saturatingMultiply(long a, long b) {
    return Math.multiplyHigh(a, b) == 0 && a * b >= 0 ? a * b : Long.MAX_VALUE;
  }
}
