package org.ptoc.ir.verify;

import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType;

/** Tile operations that choose elements by indices (spec/50, 2.1 and 2.9). */
final class TileGatherRules {
  /** Elements that 16-bit indices reach. */
  private static final long SHORT_REACH = 1L << Short.SIZE;

  private TileGatherRules() {}

  static void gather(Check check) {
    if (!check.has("index") || !(check.type("index") instanceof TileType)) {
      check.error(
          DiagnosticCode.NOT_SUPPORTED,
          "without a tile of indices is not supported by this version; legal:"
              + " ins(%src, %index, %tmp : ...) outs(%dst : ...)");
      return;
    }
    byIndex(check);
  }

  private static void byIndex(Check check) {
    TileOperands.plain(check, "src", "index", "dst");
    TileType src = check.tile("src");
    boolean good = check.legalElement(src.element());
    good &= TileOperands.sameElement(check, "src", "dst");
    if (good && index(check, src, src.element().bits())) {
      covers(check, "index", "dst");
    }
    TileOperands.disjoint(check, "dst", "src", "index");
    if (check.has("tmp") && TileOperands.vec(check, "tmp") && check.isA2A3()) {
      TileOperands.disjoint(check, "tmp", "src", "index", "dst");
    }
  }

  /** Indices have 32 bits; on A5 16 bits will do for data of 8 and 16 bits. */
  private static boolean index(Check check, TileType reached, int dataBits) {
    ElementType index = check.tile("index").element();
    boolean isShort =
        !check.isA2A3()
            && dataBits <= Short.SIZE
            && index.isInteger()
            && index.bits() == Short.SIZE;
    boolean isWord = index.isInteger() && index.bits() == Integer.SIZE;
    if (!isShort && !isWord) {
      check.error(
          DiagnosticCode.TYPE_MISMATCH,
          "index has "
              + index.spelling()
              + " elements, but indices to "
              + dataBits
              + "-bit elements are i32 or ui32"
              + (check.isA2A3() || dataBits > Short.SIZE ? "" : ", or i16 or ui16"));
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
  private static void covers(Check check, String outer, String inner) {
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
