package org.ptoc.ir.verify;

import static org.ptoc.ir.type.MemorySpace.BT;
import static org.ptoc.ir.type.MemorySpace.FB;
import static org.ptoc.ir.type.MemorySpace.L0A;
import static org.ptoc.ir.type.MemorySpace.L0B;
import static org.ptoc.ir.type.MemorySpace.L0C;
import static org.ptoc.ir.type.MemorySpace.L1;
import static org.ptoc.ir.type.MemorySpace.UB;

import java.util.OptionalLong;
import org.ptoc.ir.TileRoute;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileLayout;
import org.ptoc.ir.type.TileLayout.Order;
import org.ptoc.ir.type.TileMemory;
import org.ptoc.ir.type.TileType;

/** Moves between the memories of the cube core (spec/60, 2.5, 2.8, 2.9 and 2.11: C7, C8). */
final class CubeMovementRules {
  private static final int FRACTAL = 16;
  private static final int VECTOR_PIECE_BITS = 512 * Byte.SIZE;

  private CubeMovementRules() {}

  /** True when a tile of the operation lies in a memory of the cube core. */
  static boolean concerns(Check check) {
    return check.tile(RoleName.SRC).isCube() || check.tile(RoleName.DST).isCube();
  }

  static void check(Check check) {
    TileType src = check.tile(RoleName.SRC);
    TileType dst = check.tile(RoleName.DST);
    if (!route(check, src, dst)) {
      return;
    }
    if (src.location() == L0C) {
      fixpipe(check, src, dst);
      return;
    }
    if (!FixpipeRules.absent(check)) {
      return;
    }
    switch (dst.location()) {
      case L0A, L0B -> factor(check, src, dst);
      case BT -> bias(check, src, dst);
      case FB -> scaling(check, src, dst);
      case L1, UB, GM, L0C -> fromVector(check, src, dst);
    }
  }

  private static boolean route(Check check, TileType src, TileType dst) {
    OperationForm form = check.op().definition().form();
    boolean legal = TileRoute.exists(form, TileMemory.of(src), TileMemory.of(dst), check.profile());
    return check.require(
        legal,
        DiagnosticCode.TILE_CONSTRAINT,
        "does not move from "
            + src.location().tileLocation()
            + " to "
            + dst.location().tileLocation()
            + " on "
            + check.profile().spelling()
            + "; legal: "
            + TileRoute.describe(form, check.profile()));
  }

  private static boolean sameElement(Check check, TileType src, TileType dst) {
    return check.require(
        src.element().agreesWith(dst.element()),
        DiagnosticCode.TYPE_MISMATCH,
        "src has "
            + src.element().spelling()
            + " elements and dst has "
            + dst.element().spelling()
            + " elements; values do not change on the way, so that they must be equal");
  }

  // From mat to the factors of a product.

  private static void factor(Check check, TileType src, TileType dst) {
    if (!sameElement(check, src, dst)) {
      return;
    }
    Order order = src.layout().order();
    boolean vector = order == Order.ND && src.rows() == 1 && dst.rows() == 1;
    if (vector && dst.location() == L0A) {
      window(check, src, dst, 1, VECTOR_PIECE_BITS / src.layout().elementBits());
      return;
    }
    boolean boxes = order == Order.NZ || order == Order.ZN;
    if (!check.require(
        boxes,
        DiagnosticCode.TILE_CONSTRAINT,
        "src is "
            + src.spelling()
            + "; legal for "
            + dst.location().tileLocation()
            + ": NZ, blayout=col_major with slayout=row_major, or ZN, row_major with col_major"
            + (dst.location() == L0A ? ", or one row without boxes into a tile of one row" : "")
            + "; tload makes NZ of rows in GM")) {
      return;
    }
    boolean straight = (dst.location() == L0A) == (order == Order.NZ);
    int block = TileLayout.perBlock(src.location(), src.element());
    if (straight) {
      window(
          check,
          src,
          dst,
          order == Order.NZ ? FRACTAL : block,
          order == Order.NZ ? block : FRACTAL);
    } else {
      int unit = transposed(src);
      window(check, src, dst, unit, unit);
      whole(check, "src", src, unit, true);
      whole(check, "dst", dst, unit, false);
    }
  }

  /** What a transposing load moves at once: 16 of 16- and 32-bit elements, else a whole row. */
  private static int transposed(TileType src) {
    return Math.max(FRACTAL, TileLayout.perBlock(src.location(), src.element()));
  }

  /**
   * Extents in whole squares. A smaller extent moves with the bytes after it: in a factor, these
   * are padding along k only; along rows of left and columns of right they are another tile.
   */
  private static void whole(Check check, String role, TileType tile, int unit, boolean isSource) {
    boolean columns =
        tile.columns() % unit == 0 || tile.columns() < unit && (isSource || tile.location() == L0A);
    boolean rows =
        tile.rows() % unit == 0 || tile.rows() < unit && (isSource || tile.location() == L0B);
    check.require(
        columns && rows,
        DiagnosticCode.TILE_SHAPE_MISMATCH,
        role
            + " is "
            + tile.rows()
            + "x"
            + tile.columns()
            + ", but a transposing load of "
            + tile.element().spelling()
            + " needs multiples of "
            + unit);
  }

  /**
   * The window of src that dst takes lies in src and begins at whole blocks (C7); tmov takes the
   * whole.
   */
  private static void window(Check check, TileType src, TileType dst, int rowUnit, int columnUnit) {
    if (check.op().definition().form() != OperationForm.TILE_EXTRACT) {
      check.require(
          src.rows() == dst.rows() && src.columns() == dst.columns(),
          DiagnosticCode.TILE_SHAPE_MISMATCH,
          "src is "
              + src.rows()
              + "x"
              + src.columns()
              + " and dst "
              + dst.rows()
              + "x"
              + dst.columns()
              + "; tmov moves a whole tile, textract a part of one");
      return;
    }
    offset(check, RoleName.ROW, rowUnit, dst.rows(), src.rows(), "src");
    offset(check, RoleName.COL, columnUnit, dst.columns(), src.columns(), "src");
  }

  private static void offset(
      Check check, RoleName role, int unit, int extent, int room, String whole) {
    OptionalLong known = check.constant(role);
    long offset = known.orElse(0);
    check.require(
        offset >= 0 && extent <= room - offset,
        DiagnosticCode.TILE_SHAPE_MISMATCH,
        role
            + " is "
            + offset
            + ", but must be 0 to "
            + (room - extent)
            + ", so that "
            + extent
            + " lie inside the "
            + room
            + " of "
            + whole);
    check.require(
        offset % unit == 0,
        DiagnosticCode.TILE_CONSTRAINT,
        role + " is " + offset + ", but must be a multiple of " + unit + ", the size of a block");
  }

  // From mat to bias and scaling.

  private static boolean row(Check check, TileType src, TileType dst) {
    boolean isPart = check.op().definition().form() == OperationForm.TILE_EXTRACT;
    return check.require(
        src.layout().order() == Order.ND
            && src.rows() == 1
            && (isPart || dst.columns() == src.columns()),
        DiagnosticCode.TILE_CONSTRAINT,
        "src is "
            + src.spelling()
            + ", but must be one row without boxes of "
            + dst.columns()
            + " columns, as dst has");
  }

  private static void bias(Check check, TileType src, TileType dst) {
    if (!row(check, src, dst)) {
      return;
    }
    boolean widened =
        dst.element() == ElementType.F32
            && (src.element() == ElementType.F16
                || src.element() == ElementType.BF16
                    && check.has(ProfileFeature.TABLE_CONVERSIONS));
    if (!widened) {
      check.require(
          src.element().agreesWith(dst.element()),
          DiagnosticCode.TYPE_MISMATCH,
          "src has "
              + src.element().spelling()
              + " elements and dst "
              + dst.element().spelling()
              + "; legal: equal, or f16"
              + (!check.has(ProfileFeature.TABLE_CONVERSIONS) ? "" : " and bf16")
              + " to f32");
    }
  }

  private static void scaling(Check check, TileType src, TileType dst) {
    if (dst.element() != ElementType.F8E8M0) {
      if (row(check, src, dst) && sameElement(check, src, dst)) {
        window(check, src, dst, 1, TileLayout.perBlock(src.location(), src.element()));
      }
      return;
    }
    if (sameElement(check, src, dst)
        && check.require(
            src.layout().order() == dst.layout().order() && src.fractal() == dst.fractal(),
            DiagnosticCode.TILE_CONSTRAINT,
            "src is " + src.spelling() + ", but must have the boxes of dst, " + dst.spelling())) {
      window(check, src, dst, src.layout().boxRows(), src.layout().boxColumns());
    }
  }

  // From acc, and from vec.

  private static void fixpipe(Check check, TileType src, TileType dst) {
    FixpipeRules.check(check, dst.element());
    Order order = dst.layout().order();
    boolean plain = order == Order.ND || order == Order.DN;
    OperationForm form = check.op().definition().form();
    boolean legal =
        order == Order.NZ && !(form == OperationForm.TILE_EXTRACT && dst.location() == UB)
            || plain
                && check.has(ProfileFeature.PLAIN_RESULTS)
                && dst.location() == UB
                && order == Order.ND
            || plain && check.has(ProfileFeature.PLAIN_RESULTS) && form == OperationForm.TILE_MOVE;
    check.require(
        legal,
        DiagnosticCode.TILE_CONSTRAINT,
        "dst is "
            + dst.spelling()
            + "; legal: "
            + (!check.has(ProfileFeature.PLAIN_RESULTS)
                ? "NZ, blayout=col_major with slayout=row_major"
                : form == OperationForm.TILE_MOVE
                    ? "NZ, and row_major or col_major without boxes"
                    : form == OperationForm.TILE_INSERT && dst.location() == UB
                        ? "NZ, and row_major without boxes"
                        : dst.location() == UB
                            ? "row_major without boxes"
                            : "NZ, blayout=col_major with slayout=row_major"));
    switch (form) {
      case TILE_EXTRACT -> {
        offset(check, RoleName.ROW, 1, extent(check, RoleName.DST, true), src.rows(), "src");
        offset(
            check, RoleName.COL, FRACTAL, extent(check, RoleName.DST, false), src.columns(), "src");
      }
      case TILE_INSERT -> {
        int unit = TileLayout.perBlock(dst.location(), dst.element());
        offset(check, RoleName.ROW, 1, extent(check, RoleName.SRC, true), dst.rows(), "dst");
        offset(check, RoleName.COL, unit, extent(check, RoleName.SRC, false), dst.columns(), "dst");
      }
      default -> {
        // Each of two vector cores may have room for its half alone.
        String mode = check.op().attributes().text(AttributeName.ACC_TO_VEC_MODE).orElse("");
        int rows = dst.rows() * (mode.equals("dual_mode_split_m") ? 2 : 1);
        int columns = dst.columns() * (mode.equals("dual_mode_split_n") ? 2 : 1);
        check.require(
            extent(check, RoleName.SRC, true) <= rows
                && extent(check, RoleName.SRC, false) <= columns,
            DiagnosticCode.TILE_SHAPE_MISMATCH,
            "the valid elements of src, "
                + TileOperands.valid(check.known().type(check.value(RoleName.SRC)))
                + ", do not fit into dst, "
                + dst.rows()
                + "x"
                + dst.columns());
      }
    }
  }

  /** A valid extent; 0 where only the run knows it. */
  private static int extent(Check check, RoleName role, boolean rows) {
    TileType type = check.known().type(check.value(role));
    return TileScratch.known(rows ? type.validRows() : type.validColumns(), 0);
  }

  /** Blocks of 32 bytes go to the lines of a tile in mat (spec/60, 2.9). */
  private static void fromVector(Check check, TileType src, TileType dst) {
    sameElement(check, src, dst);
    Order from = src.layout().order();
    Order to = dst.layout().order();
    boolean byRows = isByRows(from);
    boolean boxes = from != Order.ZZ && from != Order.NN && to != Order.ZZ && to != Order.NN;
    check.require(
        boxes && byRows == isByRows(to),
        DiagnosticCode.TILE_CONSTRAINT,
        "src is "
            + src.spelling()
            + " and dst is "
            + dst.spelling()
            + "; legal from vec to mat: rows without boxes or NZ to rows without boxes or NZ,"
            + " columns without boxes or ZN to columns without boxes or ZN");
    int block = TileLayout.perBlock(dst.location(), dst.element());
    int rowUnit = byRows ? 1 : block;
    int columnUnit = byRows ? block : 1;
    switch (check.op().definition().form()) {
      case TILE_EXTRACT -> {
        offset(check, RoleName.ROW, rowUnit, extent(check, RoleName.DST, true), src.rows(), "src");
        offset(
            check,
            RoleName.COL,
            columnUnit,
            extent(check, RoleName.DST, false),
            src.columns(),
            "src");
      }
      case TILE_INSERT -> {
        offset(check, RoleName.ROW, rowUnit, extent(check, RoleName.SRC, true), dst.rows(), "dst");
        offset(
            check,
            RoleName.COL,
            columnUnit,
            extent(check, RoleName.SRC, false),
            dst.columns(),
            "dst");
        int along = extent(check, RoleName.SRC, !byRows);
        check.require(
            along % block == 0,
            DiagnosticCode.TILE_CONSTRAINT,
            "src is valid in "
                + along
                + (byRows ? " columns" : " rows")
                + ", but blocks of "
                + block
                + " are written and the rest of dst stays; legal: a multiple of "
                + block);
      }
      default -> {
        // What both have moves.
      }
    }
  }

  private static boolean isByRows(Order order) {
    return order == Order.ND || order == Order.NZ;
  }

  // Fills.

  /** Zeros after the valid elements of a tile in mat (spec/60, 2.9). */
  static void fill(Check check) {
    TileType src = check.tile(RoleName.SRC);
    TileType dst = check.tile(RoleName.DST);
    check.require(
        src.location() == L1 && dst.location() == L1,
        DiagnosticCode.TILE_CONSTRAINT,
        "src is "
            + src.spelling()
            + " and dst "
            + dst.spelling()
            + "; legal in the cube core: both in mat");
    check.require(
        src.element().agreesWith(dst.element())
            && src.rows() == dst.rows()
            && src.columns() == dst.columns()
            && src.layout().order() == dst.layout().order(),
        DiagnosticCode.TILE_SHAPE_MISMATCH,
        "dst is "
            + dst.spelling()
            + ", but must be like src, "
            + src.spelling()
            + ", up to the valid elements: tiles in mat are filled in place");
    check.require(
        dst.layout().order() == Order.NZ || dst.layout().order() == Order.ZN,
        DiagnosticCode.TILE_CONSTRAINT,
        "dst is "
            + dst.spelling()
            + "; legal in mat: NZ, blayout=col_major with slayout=row_major, or ZN, row_major with"
            + " col_major");
    OptionalLong one = check.known().address(check.value(RoleName.SRC));
    OptionalLong other = check.known().address(check.value(RoleName.DST));
    check.require(
        one.isEmpty() || other.isEmpty() || one.getAsLong() == other.getAsLong(),
        DiagnosticCode.TILE_OVERLAP,
        "src is at byte "
            + one.orElse(0)
            + " and dst at byte "
            + other.orElse(0)
            + ", but tiles in mat are filled in place");
    check.require(
        dst.padding() == TileType.Padding.ZERO,
        DiagnosticCode.TILE_CONSTRAINT,
        "dst is " + dst.spelling() + ", but must have pad=1: tiles in mat are filled with zeros");
  }
}
