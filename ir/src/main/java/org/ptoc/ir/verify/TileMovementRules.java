package org.ptoc.ir.verify;

import java.util.OptionalLong;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType;

/** Tile operations that move elements without changing them (spec/50, 2.1 to 2.5 and 2.9). */
final class TileMovementRules {
  private TileMovementRules() {}

  /** The valid regions may differ: what both have is moved (spec/50, 2.5). */
  static void move(Check check) {
    if (lines(check)) {
      TileOperands.inPlace(check, "src");
    }
  }

  /** The window of the source that the destination takes lies inside it (spec/50, 2.5). */
  static void extract(Check check) {
    if (lines(check)) {
      window(check, "src", "dst");
      TileOperands.inPlace(check, "src");
    }
  }

  /** The window of the destination that the source fills lies inside it (spec/50, 2.5). */
  static void insert(Check check) {
    if (lines(check)) {
      window(check, "dst", "src");
      TileOperands.inPlace(check, "src");
    }
  }

  /** Two vec tiles of one element width and one layout. */
  private static boolean lines(Check check) {
    if (!TileOperands.vec(check, "src") || !TileOperands.vec(check, "dst")) {
      return false;
    }
    TileType src = check.tile("src");
    TileType dst = check.tile("dst");
    boolean layout =
        check.require(
            src.baseLayout() == dst.baseLayout(),
            DiagnosticCode.TILE_CONSTRAINT,
            "src is "
                + src.spelling()
                + " and dst is "
                + dst.spelling()
                + "; both must be row major or both col_major, and ttrans changes the layout");
    return layout && sameWidth(check, "src", "dst") && check.legalElement(dst.element());
  }

  /** Elements of one width; other types of that width are moved bit by bit, with a warning. */
  private static boolean sameWidth(Check check, String first, String second) {
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
  private static void window(Check check, String whole, String part) {
    TileType outer = check.tile(whole);
    TileType inner = check.tile(part);
    inside(check, "row", whole, inner.validRows(), outer.rows(), "rows");
    inside(check, "col", whole, inner.validColumns(), outer.columns(), "columns");
  }

  private static void inside(
      Check check, String offset, String whole, int extent, int room, String what) {
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
