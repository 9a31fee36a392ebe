package org.ptoc.ir.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.overlap.OverlapRule;
import org.ptoc.ir.overlap.OverlapVerdict;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.TileType;
import org.ptoc.ir.type.TileType.BaseLayout;
import org.ptoc.ir.type.TileType.BoxLayout;
import org.ptoc.ir.type.TileType.Compaction;

/**
 * Rules that tile operations share about single operands and pairs of them (spec/20, sections 3 and
 * 4).
 */
final class TileOperands {
  /** Why an order that is right here is not right everywhere. */
  static final String UNPORTABLE =
      "dst lies ahead of a source, so that the operation goes from its last row up to the first;"
          + " public implementations go the other way and would read what they have overwritten";

  private TileOperands() {}

  /** An unboxed row-major vec tile with whole rows (V1, V2). */
  static void plain(Check check, RoleName... roles) {
    for (RoleName role : roles) {
      if (vec(check, role)) {
        TileType tile = check.tile(role);
        check.require(
            tile.baseLayout() == BaseLayout.ROW_MAJOR,
            DiagnosticCode.TILE_CONSTRAINT,
            role + " is " + tile.spelling() + ", but must be row major" + asRow(tile));
        wholeRows(check, role);
      }
    }
  }

  /** How a single column, the usual carrier of one number a row, becomes a row-major tile. */
  private static String asRow(TileType tile) {
    if (tile.columns() != 1 || tile.boxLayout() != BoxLayout.NONE) {
      return "";
    }
    TileType row =
        TileType.plain(tile.location(), 1, tile.rows(), tile.element())
            .withValid(tile.validColumns(), tile.validRows());
    return "; pto.treshape takes the column as the row " + row.spelling() + ", with the same bytes";
  }

  static void wholeRows(Check check, RoleName role) {
    TileType tile = check.tile(role);
    check.require(
        !TileTypes.isShort(tile),
        DiagnosticCode.BAD_TILE_TYPE,
        role
            + " is "
            + tile.spelling()
            + ", whose rows are not a multiple of 32 bytes; such a tile can only be a"
            + " mask or"
            + " be loaded and stored");
  }

  /** An unboxed vec tile of any base layout. */
  static boolean vec(Check check, RoleName role) {
    TileType tile = check.tile(role);
    return check.require(
            tile.location() == MemorySpace.UB,
            DiagnosticCode.TILE_CONSTRAINT,
            role + " is " + tile.spelling() + ", but must be in vec")
        && check.require(
            tile.boxLayout() == BoxLayout.NONE,
            DiagnosticCode.TILE_CONSTRAINT,
            role + " is " + tile.spelling() + ", but must not be boxed")
        && check.require(
            tile.compact() != Compaction.ROW_PLUS_ONE,
            DiagnosticCode.TILE_CONSTRAINT,
            role
                + " is "
                + tile.spelling()
                + ", but row_plus_one is for moves into boxes and for transfers of one run");
  }

  /**
   * Width and effective sign of the elements agree with those of most roles, of the first one where
   * none are most (spec/20, 1.5).
   */
  static boolean sameElement(Check check, RoleName role, RoleName... more) {
    List<RoleName> roles = new ArrayList<>(List.of(more));
    roles.addFirst(role);
    RoleName first = role;
    for (RoleName each : roles) {
      first = agreeing(check, each, roles) > agreeing(check, first, roles) ? each : first;
    }
    boolean same = true;
    ElementType expected = check.tile(first).element();
    for (RoleName other : roles) {
      ElementType element = check.tile(other).element();
      if (!element.agreesWith(expected)) {
        check.error(
            DiagnosticCode.TYPE_MISMATCH,
            other
                + " has "
                + element.spelling()
                + " elements, but must have "
                + expected.spelling()
                + " elements as "
                + first
                + " has");
        same = false;
      }
    }
    return same;
  }

  /** How many tiles have elements as one of them has. */
  private static long agreeing(Check check, RoleName role, List<RoleName> roles) {
    ElementType element = check.tile(role).element();
    return roles.stream().filter(each -> check.tile(each).element().agreesWith(element)).count();
  }

  /** Checks that statically known valid extents agree with the first role (V4). */
  static boolean sameValid(Check check, RoleName first, RoleName... others) {
    boolean same = true;
    for (RoleName other : others) {
      TileType a = known(check, first);
      TileType b = known(check, other);
      if (differ(a.validRows(), b.validRows()) || differ(a.validColumns(), b.validColumns())) {
        check.error(
            DiagnosticCode.TILE_SHAPE_MISMATCH,
            other
                + " is valid in "
                + valid(b)
                + ", but must be valid in "
                + valid(a)
                + " as "
                + first
                + " is");
        same = false;
      }
    }
    return same;
  }

  /**
   * Sources are read where the destination is valid: inside their storage, and with a warning
   * outside of their valid regions (spec/20, section 3, rule 3).
   */
  static boolean covers(Check check, RoleName first, RoleName... sources) {
    TileType region = known(check, first);
    boolean fits = true;
    for (RoleName source : sources) {
      fits &= covers(check, source, region.validRows(), region.validColumns(), first);
    }
    return fits;
  }

  /**
   * The same for the extents that are read, {@link TileType#DYNAMIC} where they are unknown.
   *
   * @param first whose valid region demands them
   */
  static boolean covers(Check check, RoleName source, int rows, int columns, RoleName first) {
    TileType tile = known(check, source);
    if (rows == 0 || columns == 0) {
      return true;
    }
    String valid = source + " is valid in " + valid(tile);
    String read = extent(rows) + "x" + extent(columns);
    if (exceeds(rows, tile.rows()) || exceeds(columns, tile.columns())) {
      check.report(
          DiagnosticCode.TILE_SHAPE_MISMATCH,
          valid
              + " of "
              + tile.rows()
              + "x"
              + tile.columns()
              + ", but "
              + read
              + " elements are read, as "
              + first
              + " is valid",
          Broadcast.fix(check.op(), check.profile()));
      return false;
    }
    if (exceeds(rows, tile.validRows()) || exceeds(columns, tile.validColumns())) {
      check.report(
          DiagnosticCode.OPEN_EXTENTS,
          valid
              + ", less than the "
              + read
              + " that "
              + first
              + " needs; the bytes beside its valid region are read as they are",
          Broadcast.fix(check.op(), check.profile()));
    }
    return true;
  }

  /** The type of a tile with the extents that constants give. */
  static TileType known(Check check, RoleName role) {
    return check.known().type(check.value(role));
  }

  private static boolean exceeds(int extent, int room) {
    return isKnown(extent) && isKnown(room) && extent > room;
  }

  /** Two extents that are known and not equal. */
  static boolean differ(int a, int b) {
    return a != TileType.DYNAMIC && b != TileType.DYNAMIC && a != b;
  }

  static boolean isKnown(int extent) {
    return extent != TileType.DYNAMIC;
  }

  static String valid(TileType tile) {
    return extent(tile.validRows()) + "x" + extent(tile.validColumns());
  }

  private static String extent(int value) {
    return value == TileType.DYNAMIC ? "?" : Integer.toString(value);
  }

  static void rows(Check check, RoleName role, int expected, String as) {
    int rows = known(check, role).validRows();
    check.require(
        !differ(rows, expected),
        DiagnosticCode.TILE_SHAPE_MISMATCH,
        role + " has " + rows + " valid rows, but must have " + expected + as);
  }

  static void columns(Check check, RoleName role, int expected, String as) {
    int columns = known(check, role).validColumns();
    check.require(
        !differ(columns, expected),
        DiagnosticCode.TILE_SHAPE_MISMATCH,
        role + " has " + columns + " valid columns, but must have " + expected + as);
  }

  // Placement of operands against each other (spec/50, 3.3).

  /** What is written meets nothing that is read later; a warning where only going down helps. */
  static void overlap(Check check) {
    OverlapVerdict verdict = OverlapRule.of(check.op(), check.profile(), check.known());
    check.require(verdict.isLegal(), DiagnosticCode.TILE_OVERLAP, verdict.conflict());
    if (verdict.isUnportable()) {
      check.warning(DiagnosticCode.UNPORTABLE_OVERLAP, UNPORTABLE);
    }
    TilePadding.sources(check);
  }

  /** True when two tiles share a byte. */
  static boolean meet(Check check, RoleName first, RoleName second) {
    Value one = check.value(first);
    Value other = check.value(second);
    boolean known =
        one == other || check.known().hasAddress(one) && check.known().hasAddress(other);
    return known
        && check.tile(first).location() == check.tile(second).location()
        && check.known().area(one).meets(check.known().area(other));
  }

  /** The tiles share no byte. */
  static void disjoint(Check check, RoleName first, RoleName... others) {
    for (RoleName other : others) {
      if (check.has(other)) {
        check.require(
            !meet(check, first, other),
            DiagnosticCode.TILE_OVERLAP,
            first
                + " overlaps "
                + other
                + "; they must be disjoint"
                + (check.has(ProfileFeature.SCRATCH_TILES)
                        && check.has(Trait.NOT_IN_PLACE_BESIDE_SCRATCH)
                    ? check.here()
                    : ""));
      }
    }
  }

  // Scalars (V9).

  /**
   * The scalar has the element type, the signless type of that width, or is an {@code i32} or
   * {@code f32} constant that fits (spec/20, 6.2).
   */
  static void scalar(Check check, RoleName role, ElementType element) {
    ElementType scalar = check.scalar(role);
    boolean same =
        scalar.agreesWith(element)
            || element.isInteger() && scalar == ElementType.signless(element.bits());
    if (same || narrows(check, role, scalar, element)) {
      return;
    }
    String wide = element.isInteger() ? "i32" : "f32";
    check.typeError(
        role,
        scalar,
        element.spelling() + ", or " + wide + " with a constant that fits " + element.spelling());
  }

  private static boolean narrows(
      Check check, RoleName role, ElementType scalar, ElementType element) {
    if (scalar == ElementType.I32 && element.isInteger()) {
      OptionalLong value = check.constant(role);
      return value.isPresent() && fits(value.getAsLong(), element);
    }
    if (scalar == ElementType.F32 && element.isFloat()) {
      double value = check.known().real(check.value(role));
      double greatest = element == ElementType.F16 ? 65504 : Float.MAX_VALUE;
      return check.known().isConstant(check.value(role))
          && !(Math.abs(value) > greatest && !Double.isInfinite(value));
    }
    return false;
  }

  private static boolean fits(long value, ElementType element) {
    long least = element.isSigned() ? -(1L << element.bits() - 1) : 0;
    long greatest =
        element.isSigned()
            ? ~least
            : element.bits() == 64 ? Long.MAX_VALUE : (1L << element.bits()) - 1;
    return value >= least && value <= greatest;
  }
}
