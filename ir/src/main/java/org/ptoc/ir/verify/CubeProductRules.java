package org.ptoc.ir.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.ProductOperand;
import org.ptoc.ir.catalog.Role;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.catalog.TypeSet;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MemorySpace;
import org.ptoc.ir.type.TileType;

/** Products of tiles (spec/60, 2.6, 2.7 and 2.11). */
final class CubeProductRules {
  /** Greatest extent of a product. */
  static final int MOST = 4095;

  private static final int SCALE_GROUP = 32;
  private static final int FRACTAL = 16;
  private static final int SCALED_DEPTH = 64;

  /** What a product of tiles of the vector core misses besides their places. */
  private static final String KERNEL =
      "products run in a kernel of kind cube, `attributes {pto.kernel_kind ="
          + " #pto.kernel_kind<cube>}`, on tiles in left and right, and write to acc";

  private CubeProductRules() {}

  static void plain(Check check) {
    common(check);
  }

  static void accumulate(Check check) {
    if (common(check)) {
      accumulator(check);
    }
  }

  static void bias(Check check) {
    if (common(check)) {
      biasTile(check);
    }
  }

  static void scaled(Check check) {
    if (common(check)) {
      scales(check);
    }
  }

  static void scaledAccumulate(Check check) {
    if (common(check)) {
      scales(check);
      accumulator(check);
    }
  }

  static void scaledBias(Check check) {
    if (common(check)) {
      scales(check);
      biasTile(check);
    }
  }

  private static boolean common(Check check) {
    List<String> misplaced = new ArrayList<>();
    OperationForm form = check.op().definition().form();
    for (Role role : form.operands()) {
      ProductOperand.of(form, role.name())
          .flatMap(operand -> misplaced(check, operand.role(), operand.memory()))
          .ifPresent(misplaced::add);
    }
    if (!misplaced.isEmpty()) {
      if (isVector(check, RoleName.LHS) && isVector(check, RoleName.RHS)) {
        misplaced.add(KERNEL);
      }
      check.error(DiagnosticCode.TILE_CONSTRAINT, misplaced);
      return false;
    }
    boolean types =
        factors(check, check.tile(RoleName.LHS).element(), check.tile(RoleName.RHS).element());
    types =
        types
            && accumulates(
                check,
                check.tile(RoleName.LHS).element(),
                "dst",
                check.tile(RoleName.DST).element());
    shapes(check);
    extents(check);
    if (check.has(Trait.ONE_ROW)) {
      oneRow(check, RoleName.LHS);
      oneRow(check, RoleName.DST);
    }
    return types;
  }

  private static boolean isVector(Check check, RoleName role) {
    return check.tile(role).location() == MemorySpace.UB;
  }

  /** What is wrong with the memory of a tile. */
  private static Optional<String> misplaced(Check check, RoleName role, MemorySpace space) {
    TileType tile = check.tile(role);
    if (tile.location() == space) {
      return Optional.empty();
    }
    String mover =
        switch (space) {
          case L0A, L0B -> "; tmov or textract from mat moves it there";
          case BT, FB -> "; tmov from mat moves it there";
          case L0C, L1, UB, GM -> "; a product writes to acc only, tmov takes it from there";
        };
    return Optional.of(
        role
            + " is "
            + tile.spelling()
            + ", but must be in "
            + space.tileLocation()
            + (role == RoleName.ACC ? "" : mover));
  }

  /** Checks that the list of the row has the two factors (C3). */
  static boolean factors(Check check, ElementType lhs, ElementType rhs) {
    TypeSet types = check.op().definition().types(check.profile());
    boolean legal =
        types instanceof TypeSet.Pairs(List<TypeSet.Pair> pairs)
            && pairs.contains(new TypeSet.Pair(lhs, rhs));
    return check.require(
        legal,
        DiagnosticCode.ILLEGAL_ELEMENT_TYPE,
        "does not multiply "
            + lhs.spelling()
            + " by "
            + rhs.spelling()
            + " on "
            + check.profile().spelling()
            + "; legal here: "
            + types.describe(" x "));
  }

  /** Accumulators are f32, those of integers i32 (C3). */
  static boolean accumulates(Check check, ElementType factor, String role, ElementType element) {
    ElementType expected = factor.isInteger() ? ElementType.I32 : ElementType.F32;
    return check.require(
        element.agreesWith(expected),
        DiagnosticCode.TYPE_MISMATCH,
        role
            + " has "
            + element.spelling()
            + " elements, but products of "
            + factor.spelling()
            + " are summed in "
            + expected.spelling());
  }

  /** Physical shapes are [M, K], [K, N] and [M, N] (C2). */
  private static void shapes(Check check) {
    TileType lhs = check.tile(RoleName.LHS);
    TileType rhs = check.tile(RoleName.RHS);
    TileType dst = check.tile(RoleName.DST);
    boolean gemv = check.has(Trait.ONE_ROW);
    boolean fits =
        (lhs.columns() == rhs.rows() || gemv && lhs.columns() >= rhs.rows())
            && rhs.columns() == dst.columns()
            && (gemv || lhs.rows() == dst.rows());
    check.require(
        fits,
        DiagnosticCode.TILE_SHAPE_MISMATCH,
        "multiplies "
            + shape(lhs)
            + " by "
            + shape(rhs)
            + " to "
            + shape(dst)
            + ", but the shapes must be MxK, KxN and MxN");
  }

  private static String shape(TileType tile) {
    return tile.rows() + "x" + tile.columns();
  }

  private static TileType known(Check check, RoleName role) {
    return check.known().type(check.value(role));
  }

  /** m, n and k are 1 to 4095 (C5), and both factors agree in k. */
  private static void extents(Check check) {
    TileType lhs = known(check, RoleName.LHS);
    TileType rhs = known(check, RoleName.RHS);
    extent(check, "m, the valid rows of lhs,", lhs.validRows());
    extent(check, "k, the valid columns of lhs,", lhs.validColumns());
    extent(check, "n, the valid columns of rhs,", rhs.validColumns());
    check.require(
        !TileOperands.differ(lhs.validColumns(), rhs.validRows()),
        DiagnosticCode.TILE_SHAPE_MISMATCH,
        "lhs has "
            + lhs.validColumns()
            + " valid columns, but rhs has "
            + rhs.validRows()
            + " valid rows; both are k");
  }

  private static void extent(Check check, String what, int extent) {
    check.require(
        extent <= MOST,
        DiagnosticCode.TILE_CONSTRAINT,
        what + " is " + extent + ", but must be at most " + MOST);
  }

  /** The left factor of tgemv is one row (C12). */
  private static void oneRow(Check check, RoleName role) {
    int rows = known(check, role).validRows();
    check.require(
        !TileOperands.differ(rows, 1),
        DiagnosticCode.TILE_SHAPE_MISMATCH,
        role + " has " + rows + " valid rows, but must have 1; tmatmul multiplies several rows");
  }

  /** The machine continues in the accumulators of dst (C9). */
  private static void accumulator(Check check) {
    TileType acc = check.tile(RoleName.ACC);
    TileType dst = check.tile(RoleName.DST);
    check.require(
        acc.rows() == dst.rows()
            && acc.columns() == dst.columns()
            && acc.element().agreesWith(dst.element()),
        DiagnosticCode.TILE_SHAPE_MISMATCH,
        "acc is " + acc.spelling() + ", but must be a tile like dst, " + dst.spelling());
    Value first = check.value(RoleName.ACC);
    Value second = check.value(RoleName.DST);
    OptionalLong one = check.known().address(first);
    OptionalLong other = check.known().address(second);
    boolean apart =
        first != second
            && one.isPresent()
            && other.isPresent()
            && one.getAsLong() != other.getAsLong();
    check.require(
        !apart,
        DiagnosticCode.TILE_OVERLAP,
        "acc is at byte "
            + one.orElse(0)
            + " and dst at byte "
            + other.orElse(0)
            + ", but they must be one storage: the machine adds to what dst holds and reads no"
            + " other accumulators");
  }

  private static void biasTile(Check check) {
    TileType bias = check.tile(RoleName.BIAS);
    TileType dst = check.tile(RoleName.DST);
    check.require(
        bias.element().agreesWith(dst.element()),
        DiagnosticCode.TYPE_MISMATCH,
        "bias has "
            + bias.element().spelling()
            + " elements, but must have "
            + dst.element().spelling()
            + " elements as dst has");
    check.require(
        bias.rows() == 1 && bias.columns() >= check.tile(RoleName.RHS).columns(),
        DiagnosticCode.TILE_SHAPE_MISMATCH,
        "bias is "
            + shape(bias)
            + ", but must be one row of at least "
            + check.tile(RoleName.RHS).columns()
            + " columns, those of rhs");
  }

  /** One scale for 32 elements along k. */
  private static void scales(Check check) {
    TileType lhs = check.tile(RoleName.LHS);
    check.require(
        lhs.columns() % SCALED_DEPTH == 0,
        DiagnosticCode.TILE_SHAPE_MISMATCH,
        "lhs has "
            + lhs.columns()
            + " columns, but a product with scales needs a multiple of "
            + SCALED_DEPTH
            + "; tfillpad fills a tail with zeros");
    scale(check, RoleName.LHS_SCALE, true, lhs.rows(), groups(known(check, RoleName.LHS), true));
    scale(
        check,
        RoleName.RHS_SCALE,
        false,
        check.tile(RoleName.RHS).columns(),
        groups(known(check, RoleName.RHS), false));
    if (check.has(Trait.ONE_ROW)) {
      contiguousScales(check);
    }
  }

  /**
   * The machine reads the scales of a contiguous row byte by byte (spec/60, 1.4). Those of several
   * packed rows lie so for their first two groups only.
   */
  private static void contiguousScales(Check check) {
    TileType lhs = known(check, RoleName.LHS);
    TileType scale = check.tile(RoleName.LHS_SCALE);
    int depth = lhs.validColumns() == TileType.DYNAMIC ? lhs.columns() : lhs.validColumns();
    check.require(
        lhs.rows() > 1 || scale.rows() == 1 || depth <= SCALED_DEPTH,
        DiagnosticCode.TILE_CONSTRAINT,
        "lhs_scale is "
            + shape(scale)
            + " and so packed by pairs of groups, but the machine reads the scales of a left tile"
            + " of one row one after the other: with k = "
            + depth
            + ", more than "
            + SCALED_DEPTH
            + ", lhs_scale must be 1x"
            + scale.columns()
            + ", or lhs have 16 rows of which 1 is valid");
  }

  /**
   * Groups along k of a factor.
   *
   * @param least groups of the valid elements; of all elements if the valid ones are unknown
   * @param most groups of all elements
   */
  private record Groups(int least, int most) {
    boolean contains(int count) {
      return count >= least && count <= most;
    }

    /**
     * True if a number of valid groups, where known, needs the same pairs as the valid elements.
     * The two groups of a pair are adjacent; the pairs of the next 16 lines follow (spec/60, 1.4).
     */
    boolean arePaired(int valid) {
      return valid == TileType.DYNAMIC || (valid + 1) / 2 == (least + 1) / 2;
    }
  }

  private static Groups groups(TileType factor, boolean left) {
    int all = left ? factor.columns() : factor.rows();
    int valid = left ? factor.validColumns() : factor.validRows();
    return new Groups(groups(valid == TileType.DYNAMIC ? all : valid), groups(all));
  }

  private static int groups(int depth) {
    return (depth + SCALE_GROUP - 1) / SCALE_GROUP;
  }

  private static void scale(Check check, RoleName role, boolean left, int lines, Groups groups) {
    TileType scale = check.tile(role);
    String layout = left ? "row_major" : "col_major";
    boolean right =
        scale.element() == ElementType.F8E8M0
            && scale.baseLayout().spelling().equals(layout)
            && scale.boxLayout().spelling().equals(layout);
    check.require(
        right,
        DiagnosticCode.TILE_CONSTRAINT,
        role
            + " is "
            + scale.spelling()
            + ", but must be f8E8M0 with blayout and slayout "
            + layout
            + ", fractal=32");
    int own = left ? scale.columns() : scale.rows();
    int across = left ? scale.rows() : scale.columns();
    boolean rounded = check.has(Trait.ONE_ROW);
    check.require(
        (groups.contains(own) || rounded && own >= groups.least())
            && (across == lines || rounded && across >= lines),
        DiagnosticCode.TILE_SHAPE_MISMATCH,
        role
            + " is "
            + shape(scale)
            + ", but must be "
            + (left ? lines + "x" + groups.least() : groups.least() + "x" + lines)
            + ": a scale for each "
            + SCALE_GROUP
            + " valid elements along k");
    TileType known = known(check, role);
    int valid = left ? known.validColumns() : known.validRows();
    check.require(
        lines <= FRACTAL || !groups.contains(own) || groups.arePaired(valid),
        DiagnosticCode.TILE_SHAPE_MISMATCH,
        role
            + " has "
            + valid
            + " valid groups of scales, but the valid elements along k have "
            + groups.least()
            + ": where the scales of the next "
            + FRACTAL
            + (left ? " rows" : " columns")
            + " lie follows from their number");
  }

  /** The scales of a factor belong to the place of the factor (C13). */
  static void scaleAddress(Check check) {
    TileType src = check.tile(RoleName.SRC);
    TileType dst = check.tile(RoleName.DST);
    boolean left = src.location() == MemorySpace.L0A;
    if (check.require(
        left || src.location() == MemorySpace.L0B,
        DiagnosticCode.TILE_CONSTRAINT,
        "src is " + src.spelling() + ", but must be in left or right: scales belong to factors")) {
      check.require(
          dst.location() == MemorySpace.FB,
          DiagnosticCode.TILE_CONSTRAINT,
          "dst is " + dst.spelling() + ", but must be in scaling");
      Groups groups = groups(known(check, RoleName.SRC), left);
      int own = left ? dst.columns() : dst.rows();
      int across = left ? dst.rows() : dst.columns();
      check.require(
          groups.contains(own) && across >= (left ? src.rows() : src.columns()),
          DiagnosticCode.TILE_SHAPE_MISMATCH,
          "dst is "
              + shape(dst)
              + ", but src, "
              + shape(src)
              + ", has "
              + groups.least()
              + " groups of "
              + SCALE_GROUP
              + " valid elements along k");
    }
  }
}
