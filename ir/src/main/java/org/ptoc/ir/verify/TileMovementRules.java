package org.ptoc.ir.verify;

import java.util.OptionalLong;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.TileType;

/** Tile operations that move elements without changing them (spec/50, 2.1 to 2.5 and 2.9). */
final class TileMovementRules {
  private TileMovementRules() {}

  /** The valid regions may differ: what both have is moved (spec/50, 2.5). */
  static void move(Check check) {
    if (belongsToCube(check)) {
      return;
    }
    if (check.tile(RoleName.DST).boxLayout() == TileType.BoxLayout.NONE) {
      lines(check);
    } else if (check.tile(RoleName.SRC).boxLayout() == TileType.BoxLayout.NONE) {
      intoBoxes(check);
    } else {
      boxes(check);
    }
  }

  /** Both tiles have the same boxes, in the NZ form (spec/50, 2.5; spec/20, 1.3). */
  private static boolean boxes(Check check) {
    TileType src = check.tile(RoleName.SRC);
    TileType dst = check.tile(RoleName.DST);
    boolean alike =
        check.require(
            TileTypes.isFractal(src) && TileTypes.isFractal(dst),
            DiagnosticCode.TILE_CONSTRAINT,
            "src is "
                + src.spelling()
                + " and dst is "
                + dst.spelling()
                + "; legal with boxes in vec: both col_major with row_major boxes of 512 bytes");
    return alike
        && sameWidth(check, RoleName.SRC, RoleName.DST)
        && check.legalElement(dst.element());
  }

  /** The columns of a window begin at whole boxes. */
  private static void boxedWindow(Check check, RoleName whole, RoleName part) {
    window(check, whole, part);
    int unit = check.tile(whole).layout().boxColumns();
    long start = check.constant(RoleName.COL).orElse(0);
    check.require(
        start % unit == 0,
        DiagnosticCode.TILE_CONSTRAINT,
        "col is " + start + ", but must be a multiple of " + unit + ", the size of a block");
  }

  private static boolean hasBoxes(Check check) {
    return check.tile(RoleName.SRC).boxLayout() != TileType.BoxLayout.NONE
        && check.tile(RoleName.DST).boxLayout() != TileType.BoxLayout.NONE;
  }

  /** True for moves that a rule of the cube core has checked, or that carry what only it knows. */
  private static boolean belongsToCube(Check check) {
    if (CubeMovementRules.concerns(check)) {
      CubeMovementRules.check(check);
      return true;
    }
    return !FixpipeRules.absent(check);
  }

  /**
   * From rows to strips of blocks, the NZ form of tload (spec/50, 2.5; spec/20, 1.3). A strip has
   * all rows of the tile, as tload and tstore count them, and one more with row_plus_one.
   */
  private static void intoBoxes(Check check) {
    TileOperands.plain(check, RoleName.SRC);
    TileType dst = check.tile(RoleName.DST);
    if (!sameWidth(check, RoleName.SRC, RoleName.DST) || !check.legalElement(dst.element())) {
      return;
    }
    check.require(
        check.has(ProfileFeature.CONNECTED_CORES),
        DiagnosticCode.TILE_CONSTRAINT,
        "dst is "
            + dst.spelling()
            + ", but boxes are filled"
            + Check.where(ProfileFeature.CONNECTED_CORES)
            + " only;"
            + check.here()
            + " load them with tload");
    check.require(
        dst.location() == MemorySpace.UB && TileTypes.isFractal(dst),
        DiagnosticCode.TILE_CONSTRAINT,
        "dst is "
            + dst.spelling()
            + ", but must be in vec, col_major with row_major boxes of 512 bytes");
    TileOperands.disjoint(check, RoleName.DST, RoleName.SRC);
  }

  /** Rows and columns change places (spec/50, 2.2). */
  static void transpose(Check check) {
    TileOperands.plain(check, RoleName.SRC, RoleName.DST);
    check.legalElement(check.tile(RoleName.SRC).element());
    TileOperands.sameElement(check, RoleName.SRC, RoleName.DST);
    TileType src = check.tile(RoleName.SRC);
    TileType dst = check.tile(RoleName.DST);
    room(check, "dst", dst.rows(), src.validColumns(), "rows", "columns of src");
    room(check, "dst", dst.columns(), src.validRows(), "columns", "rows of src");
    boolean turned =
        !TileOperands.differ(dst.validRows(), src.validColumns())
            && !TileOperands.differ(dst.validColumns(), src.validRows());
    if (!turned) {
      check.warning(
          DiagnosticCode.SUSPICIOUS_TILE,
          "dst is valid in "
              + TileOperands.valid(dst)
              + ", but all "
              + TileOperands.valid(src)
              + " elements of src are written, turned");
    }
    TileOperands.disjoint(check, RoleName.DST, RoleName.SRC);
    if (check.has(RoleName.TMP)
        && TileOperands.vec(check, RoleName.TMP)
        && check.has(ProfileFeature.SCRATCH_TILES)) {
      TileOperands.disjoint(check, RoleName.TMP, RoleName.SRC, RoleName.DST);
    }
  }

  private static void room(
      Check check, String role, int room, int extent, String what, String ofWhat) {
    check.require(
        extent == TileType.DYNAMIC || extent <= room,
        DiagnosticCode.TILE_SHAPE_MISMATCH,
        role + " has " + room + " " + what + ", but must have " + extent + " for the " + ofWhat);
  }

  /** The columns of both sources stand side by side (spec/50, 2.3). */
  static void concat(Check check) {
    if (!sideBySide(check)) {
      return;
    }
    TileType first = check.tile(RoleName.SRC0);
    TileType second = check.tile(RoleName.SRC1);
    TileType dst = check.tile(RoleName.DST);
    if (!TileOperands.isKnown(first.validColumns())
        || !TileOperands.isKnown(second.validColumns())) {
      return;
    }
    int together = first.validColumns() + second.validColumns();
    room(check, "dst", dst.columns(), together, "columns", "columns of src0 and src1");
    if (TileOperands.differ(dst.validColumns(), together)) {
      check.warning(
          DiagnosticCode.SUSPICIOUS_TILE,
          "dst is valid in " + dst.validColumns() + " columns, but " + together + " are written");
    }
  }

  /** The same for as many columns as a count for each row says (spec/50, 2.3). */
  static void concatCounted(Check check) {
    if (!sideBySide(check)) {
      return;
    }
    for (RoleName role : new RoleName[] {RoleName.COUNT0, RoleName.COUNT1}) {
      if (TileOperands.vec(check, role)) {
        TileType counts = check.tile(role);
        check.require(
            counts.element().isInteger(),
            DiagnosticCode.TYPE_MISMATCH,
            role
                + " has "
                + counts.element().spelling()
                + " elements, but counts are integers: bytes of a row");
        TileOperands.rows(check, role, check.tile(RoleName.DST).validRows(), " as dst has");
        if (counts.element().bits() != check.tile(RoleName.DST).element().bits()) {
          check.warning(
              DiagnosticCode.SUSPICIOUS_TILE,
              role
                  + " has elements of another width than dst; its values count bytes, which are"
                  + " divided by the "
                  + check.tile(RoleName.DST).element().bytes()
                  + " bytes of an element of dst");
        }
      }
    }
    TileOperands.disjoint(check, RoleName.DST, RoleName.COUNT0, RoleName.COUNT1);
  }

  private static boolean sideBySide(Check check) {
    TileOperands.plain(check, RoleName.SRC0, RoleName.SRC1, RoleName.DST);
    boolean good = check.legalElement(check.tile(RoleName.DST).element());
    good &= TileOperands.sameElement(check, RoleName.DST, RoleName.SRC0, RoleName.SRC1);
    int rows = check.tile(RoleName.DST).validRows();
    TileOperands.rows(check, RoleName.SRC0, rows, " as dst has");
    TileOperands.rows(check, RoleName.SRC1, rows, " as dst has");
    TileOperands.disjoint(check, RoleName.DST, RoleName.SRC0, RoleName.SRC1);
    return good;
  }

  /** The window of the source that the destination takes lies inside it (spec/50, 2.5). */
  static void extract(Check check) {
    if (!belongsToCube(check)) {
      cut(check, RoleName.SRC, RoleName.DST);
    }
  }

  /** The window of the destination that the source fills lies inside it (spec/50, 2.5). */
  static void insert(Check check) {
    if (!belongsToCube(check)) {
      cut(check, RoleName.DST, RoleName.SRC);
    }
  }

  private static void cut(Check check, RoleName whole, RoleName part) {
    if (hasBoxes(check)) {
      if (boxes(check)) {
        boxedWindow(check, whole, part);
      }
    } else if (lines(check)) {
      window(check, whole, part);
    }
  }

  /** Two vec tiles of one element width and one layout. */
  private static boolean lines(Check check) {
    if (!TileOperands.vec(check, RoleName.SRC) || !TileOperands.vec(check, RoleName.DST)) {
      return false;
    }
    TileType src = check.tile(RoleName.SRC);
    TileType dst = check.tile(RoleName.DST);
    boolean layout =
        check.require(
            src.baseLayout() == dst.baseLayout(),
            DiagnosticCode.TILE_CONSTRAINT,
            "src is "
                + src.spelling()
                + " and dst is "
                + dst.spelling()
                + "; both must be row major or both col_major, and ttrans changes the layout");
    return layout
        && sameWidth(check, RoleName.SRC, RoleName.DST)
        && check.legalElement(dst.element());
  }

  /**
   * Elements of one type; only tmov moves the bits of another type of that width, with a warning
   * (spec/50, 2.5).
   */
  private static boolean sameWidth(Check check, RoleName first, RoleName second) {
    ElementType one = check.tile(first).element();
    ElementType other = check.tile(second).element();
    if (one.bits() != other.bits()) {
      return check.require(
          false,
          DiagnosticCode.TYPE_MISMATCH,
          second
              + " has "
              + other.spelling()
              + " elements, but must have "
              + one.spelling()
              + " elements as "
              + first
              + " has; tcvt converts");
    }
    if (!one.agreesWith(other) && check.op().definition().form() != OperationForm.TILE_MOVE) {
      return check.require(
          false,
          DiagnosticCode.TYPE_MISMATCH,
          second
              + " has "
              + other.spelling()
              + " elements, but must have "
              + one.spelling()
              + " elements as "
              + first
              + " has; pto.bitcast gives the same bits another type, tcvt converts");
    }
    if (!one.agreesWith(other)) {
      check.warning(
          DiagnosticCode.SUSPICIOUS_TILE,
          "the bits of "
              + one.spelling()
              + " elements of "
              + first
              + " become "
              + other.spelling()
              + " elements of "
              + second);
    }
    return true;
  }

  /** The valid region of {@code part}, moved by row and col, lies inside {@code whole}. */
  private static void window(Check check, RoleName whole, RoleName part) {
    TileType outer = check.tile(whole);
    TileType inner = check.tile(part);
    inside(check, RoleName.ROW, whole, inner.validRows(), outer.rows(), "rows");
    inside(check, RoleName.COL, whole, inner.validColumns(), outer.columns(), "columns");
  }

  private static void inside(
      Check check, RoleName offset, RoleName whole, int extent, int room, String what) {
    int known = TileScratch.known(extent, 0);
    OptionalLong start = check.constant(offset);
    if (known > room) {
      check.error(
          DiagnosticCode.TILE_SHAPE_MISMATCH,
          known + " " + what + " do not fit into " + whole + ", which has " + room);
    } else if (start.isPresent() && (start.getAsLong() < 0 || start.getAsLong() > room - known)) {
      check.error(
          DiagnosticCode.TILE_SHAPE_MISMATCH,
          offset
              + " is "
              + start.getAsLong()
              + ", but must be 0 to "
              + (room - known)
              + ", so that "
              + known
              + " "
              + what
              + " lie inside "
              + whole
              + ", which has "
              + room);
    }
  }
}
