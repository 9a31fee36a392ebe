package org.ptoc.ir.verify;

import java.util.Optional;
import org.ptoc.ir.MaskPattern;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.ir.type.TileType;

/** Tile operations that choose elements by indices (spec/50, 2.1 and 2.9). */
final class TileGatherRules {
  /** Elements that 16-bit indices reach. */
  private static final long SHORT_REACH = 1L << Short.SIZE;

  private static final int BLOCK = 32;

  private TileGatherRules() {}

  static void gather(Check check) {
    Optional<MaskPattern> pattern = MaskPattern.of(check.op());
    if (pattern.isPresent()) {
      byPattern(check, pattern.get(), RoleName.SRC, RoleName.DST);
    } else if (check.has(RoleName.INDEX) && check.type(RoleName.INDEX) instanceof TileType) {
      byIndex(check);
    } else if (!check.has(ProfileFeature.VECTOR_REGISTERS)) {
      check.error(
          DiagnosticCode.NOT_SUPPORTED,
          "by comparison does not exist"
              + check.here()
              + "; profile "
              + Profile.names(Profile.with(ProfileFeature.VECTOR_REGISTERS), " and ")
              + " has it; legal: ins(%src, %index, %tmp :"
              + " ...) outs(%dst : ...), ins(%src, {maskPattern = #pto.mask_pattern<P0101>} : ...,"
              + " \"row\") outs(%dst : ...)");
    } else {
      byComparison(check);
    }
  }

  /** Positions of the elements that compare with a scalar, and their numbers. */
  private static void byComparison(Check check) {
    if (!check.require(
        check.has(RoleName.INDEX) && check.has(RoleName.COUNTS),
        DiagnosticCode.WRONG_OPERAND_COUNT,
        "needs a tile of indices, a maskPattern, or a scalar to compare with and two outputs:"
            + " outs(%dst, %counts : ...)")) {
      return;
    }
    TileOperands.plain(check, RoleName.SRC, RoleName.DST);
    ElementType element = check.tile(RoleName.SRC).element();
    boolean comparable = element.bytes() > 1 || element.isInteger();
    if (!check.require(
        comparable && element.bits() <= Integer.SIZE,
        DiagnosticCode.ILLEGAL_ELEMENT_TYPE,
        "compares no "
            + element.spelling()
            + " elements; legal: integers up to 32 bits, f16, bf16, f32")) {
      return;
    }
    TileOperands.scalar(check, RoleName.INDEX, element);
    String mode = check.op().attributes().text(AttributeName.CMP_MODE).orElse("gt");
    check.require(
        mode.equals("gt") || mode.equals("eq"),
        DiagnosticCode.BAD_ATTRIBUTE,
        "attribute cmpMode has the value " + mode + "; legal: gt, eq");
    words(check, RoleName.DST);
    words(check, RoleName.COUNTS);
    int rows = check.tile(RoleName.SRC).validRows();
    TileOperands.rows(check, RoleName.DST, rows, " as src has");
    TileType counts = check.tile(RoleName.COUNTS);
    if (TileOperands.vec(check, RoleName.COUNTS)) {
      boolean line = counts.rows() == 1;
      check.require(
          !isLess(line ? counts.validColumns() : counts.validRows(), rows),
          DiagnosticCode.TILE_SHAPE_MISMATCH,
          "counts is valid in "
              + TileOperands.valid(counts)
              + ", but must have a number for each of the "
              + rows
              + " rows of src: one row, or column 0 of several");
    }
  }

  private static void words(Check check, RoleName role) {
    ElementType element = check.tile(role).element();
    check.require(
        element.isInteger() && element.bits() == Integer.SIZE,
        DiagnosticCode.TYPE_MISMATCH,
        role
            + " has "
            + element.spelling()
            + " elements, but positions and counts are i32 or ui32");
  }

  static void scatter(Check check) {
    Optional<MaskPattern> pattern = MaskPattern.of(check.op());
    if (pattern.isPresent()) {
      byPattern(check, pattern.get(), RoleName.DST, RoleName.SRC);
      return;
    }
    if (!check.require(
        check.has(RoleName.INDEX),
        DiagnosticCode.WRONG_OPERAND_COUNT,
        "needs a tile of indices or a maskPattern")) {
      return;
    }
    TileOperands.plain(check, RoleName.SRC, RoleName.INDEX, RoleName.DST);
    TileType dst = check.tile(RoleName.DST);
    boolean good = check.legalElement(dst.element());
    good &= TileOperands.sameElement(check, RoleName.DST, RoleName.SRC);
    if (good && index(check, dst, true)) {
      covers(check, RoleName.SRC, RoleName.INDEX);
    }
    TileOperands.disjoint(check, RoleName.DST, RoleName.SRC, RoleName.INDEX);
  }

  /** {@code taken} has the columns or rows of {@code all} that a pattern selects. */
  private static void byPattern(Check check, MaskPattern pattern, RoleName all, RoleName taken) {
    TileOperands.plain(check, RoleName.SRC, RoleName.DST);
    check.legalElement(check.tile(RoleName.SRC).element());
    TileOperands.sameElement(check, RoleName.SRC, RoleName.DST);
    check.require(
        !check.has(RoleName.INDEX),
        DiagnosticCode.WRONG_OPERAND_COUNT,
        "takes a tile of indices or a maskPattern, not both");
    TileType whole = check.tile(all);
    TileType part = check.tile(taken);
    boolean rows = MaskPattern.takesRows(check.op());
    String what = rows ? "rows" : "columns";
    int extent = rows ? whole.validRows() : whole.validColumns();
    int found = rows ? part.validRows() : part.validColumns();
    if (TileOperands.isKnown(extent) && TileOperands.isKnown(found)) {
      check.require(
          found == pattern.taken(extent),
          DiagnosticCode.TILE_SHAPE_MISMATCH,
          taken
              + " has "
              + found
              + " valid "
              + what
              + ", but "
              + pattern
              + " takes "
              + pattern.taken(extent)
              + " of the "
              + extent
              + " of "
              + all);
    }
    if (rows) {
      TileOperands.columns(check, taken, whole.validColumns(), " as " + all + " has");
    } else {
      TileOperands.rows(check, taken, whole.validRows(), " as " + all + " has");
    }
    TileOperands.disjoint(check, RoleName.DST, RoleName.SRC);
  }

  /** Blocks of 32 bytes at byte offsets (spec/50, 2.9). */
  static void blocks(Check check) {
    TileOperands.plain(check, RoleName.SRC, RoleName.OFFSETS, RoleName.DST);
    TileType dst = check.tile(RoleName.DST);
    TileType offsets = check.tile(RoleName.OFFSETS);
    check.legalElement(dst.element());
    TileOperands.sameElement(check, RoleName.DST, RoleName.SRC);
    check.require(
        offsets.element().isInteger() && offsets.element().bits() == Integer.SIZE,
        DiagnosticCode.TYPE_MISMATCH,
        "offsets has "
            + offsets.element().spelling()
            + " elements, but byte offsets are i32 or ui32");
    int blocks =
        TileOperands.isKnown(dst.validColumns())
            ? (dst.validColumns() * dst.element().bytes() + BLOCK - 1) / BLOCK
            : TileType.DYNAMIC;
    check.require(
        !isLess(offsets.validRows(), dst.validRows()) && !isLess(offsets.validColumns(), blocks),
        DiagnosticCode.TILE_SHAPE_MISMATCH,
        "offsets is valid in "
            + TileOperands.valid(offsets)
            + ", but must have an offset for each block of the rows of dst: "
            + TileOperands.valid(dst.withValid(dst.validRows(), blocks)));
    TileOperands.disjoint(check, RoleName.DST, RoleName.SRC, RoleName.OFFSETS);
  }

  static void memoryGather(Check check) {
    memory(check, RoleName.SRC, RoleName.DST);
    TileOperands.disjoint(check, RoleName.DST, RoleName.INDEX);
  }

  static void memoryScatter(Check check) {
    memory(check, RoleName.DST, RoleName.SRC);
    ElementType element = check.tile(RoleName.SRC).element();
    boolean atomic =
        check
            .op()
            .attributes()
            .text(AttributeName.SCATTER_ATOMIC_OP)
            .filter(how -> !how.equals("none"))
            .isPresent();
    boolean combines =
        element.isInteger()
            ? element.bits() <= Integer.SIZE
            : element == ElementType.F16
                || element == ElementType.BF16
                || element == ElementType.F32;
    check.require(
        !atomic || combines,
        DiagnosticCode.ILLEGAL_ELEMENT_TYPE,
        "combines no "
            + element.spelling()
            + " elements with what memory holds; with scatterAtomicOp legal: integers of 8 to 32"
            + " bits, f16, bf16, f32");
  }

  /** Elements of a tile and of GM that indices connect. */
  private static void memory(Check check, RoleName view, RoleName tile) {
    TileOperands.plain(check, tile);
    TileOperands.vec(check, RoleName.INDEX);
    TileType data = check.tile(tile);
    TileType index = check.tile(RoleName.INDEX);
    check.legalElement(data.element());
    ElementType element = ((TensorViewType) check.type(view)).element();
    check.require(
        element.bits() == data.element().bits(),
        DiagnosticCode.VIEW_MISMATCH,
        view
            + " has "
            + element.spelling()
            + " elements and "
            + tile
            + " has "
            + data.element().spelling()
            + " elements; the widths must be equal");
    check.require(
        index.element().isInteger() && index.element().bits() == Integer.SIZE,
        DiagnosticCode.TYPE_MISMATCH,
        "index has " + index.element().spelling() + " elements, but indices are i32 or ui32");
    if (check.op().attributes().text(AttributeName.COALESCE).filter("row"::equals).isEmpty()) {
      TileOperands.plain(check, RoleName.INDEX);
      covers(check, RoleName.INDEX, tile);
      return;
    }
    int count =
        index.validRows() == TileType.DYNAMIC || index.validColumns() == TileType.DYNAMIC
            ? TileType.DYNAMIC
            : index.validRows() * index.validColumns();
    check.require(
        index.rows() == 1 || index.columns() == 1 || index.validColumns() == 1,
        DiagnosticCode.TILE_SHAPE_MISMATCH,
        "index is " + index.spelling() + ", but has one index for each row: one row or one column");
    check.require(
        !isLess(count, data.validRows()),
        DiagnosticCode.TILE_SHAPE_MISMATCH,
        "index has " + count + " indices, fewer than the " + data.validRows() + " rows of " + tile);
  }

  private static void byIndex(Check check) {
    TileOperands.plain(check, RoleName.SRC, RoleName.INDEX, RoleName.DST);
    TileType src = check.tile(RoleName.SRC);
    boolean good = check.legalElement(src.element());
    good &= TileOperands.sameElement(check, RoleName.SRC, RoleName.DST);
    if (good && index(check, src, check.has(ProfileFeature.VECTOR_REGISTERS))) {
      covers(check, RoleName.INDEX, RoleName.DST);
    }
    TileOperands.disjoint(check, RoleName.DST, RoleName.SRC, RoleName.INDEX);
    if (check.has(RoleName.TMP)
        && TileOperands.vec(check, RoleName.TMP)
        && check.has(ProfileFeature.SCRATCH_TILES)) {
      TileOperands.disjoint(check, RoleName.TMP, RoleName.SRC, RoleName.INDEX, RoleName.DST);
    }
    TileScratch.advise(check);
  }

  /**
   * Indices have 32 bits; 16 bits will do for data of 8 and 16 bits where {@code mayBeShort}: A2/A3
   * gathers by words, but scatters on the scalar unit.
   */
  private static boolean index(Check check, TileType reached, boolean mayBeShort) {
    ElementType index = check.tile(RoleName.INDEX).element();
    int dataBits = reached.element().bits();
    boolean takesShort = mayBeShort && dataBits <= Short.SIZE;
    boolean isShort = takesShort && index.isInteger() && index.bits() == Short.SIZE;
    boolean isWord = index.isInteger() && index.bits() == Integer.SIZE;
    if (!isShort && !isWord) {
      check.error(
          DiagnosticCode.TYPE_MISMATCH,
          "index has "
              + index.spelling()
              + " elements, but indices to "
              + dataBits
              + "-bit elements are i32 or ui32"
              + (takesShort ? ", or i16 or ui16" : ""));
      return false;
    }
    long elements = (long) reached.rows() * reached.columns();
    return check.require(
        isWord || elements <= SHORT_REACH,
        DiagnosticCode.TILE_CONSTRAINT,
        reached.spelling()
            + " has "
            + elements
            + " elements, more than the 65536 that 16-bit indices reach; i32 indices reach all");
  }

  /** The valid region of {@code outer} is not smaller than that of {@code inner}. */
  private static void covers(Check check, RoleName outer, RoleName inner) {
    TileType large = check.tile(outer);
    TileType small = check.tile(inner);
    check.require(
        !isLess(large.validRows(), small.validRows())
            && !isLess(large.validColumns(), small.validColumns()),
        DiagnosticCode.TILE_SHAPE_MISMATCH,
        outer
            + " is valid in "
            + TileOperands.valid(large)
            + ", but must cover the "
            + TileOperands.valid(small)
            + " of "
            + inner);
  }

  private static boolean isLess(int extent, int needed) {
    return TileOperands.isKnown(extent) && TileOperands.isKnown(needed) && extent < needed;
  }
}
