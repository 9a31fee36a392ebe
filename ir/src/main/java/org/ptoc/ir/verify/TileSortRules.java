package org.ptoc.ir.verify;

import java.util.List;
import java.util.OptionalLong;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.type.BuiltinVectorType;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType;

/** Sorting, merging and shifting tiles (spec/20, section 5). */
final class TileSortRules {
  private static final int RECORD = 8;
  private static final int BLOCK = 32;
  private static final int MOST_RECORDS = 4095;

  private TileSortRules() {}

  /** Three plain tiles of one integer type and one valid shape. */
  static void shift(Check check) {
    TileOperands.plain(check, RoleName.SRC0, RoleName.SRC1, RoleName.DST);
    check.legalElement(check.tile(RoleName.SRC0).element());
    TileOperands.sameElement(check, RoleName.SRC0, RoleName.SRC1, RoleName.DST);
    TileOperands.covers(check, RoleName.DST, RoleName.SRC0, RoleName.SRC1);
  }

  static void sort(Check check) {
    TileOperands.plain(check, RoleName.SRC, RoleName.IDX, RoleName.DST);
    TileType src = check.tile(RoleName.SRC);
    if (!check.legalElement(src.element())) {
      return;
    }
    ElementType index = check.tile(RoleName.IDX).element();
    check.require(
        index.isInteger() && index.bits() == 32,
        DiagnosticCode.TYPE_MISMATCH,
        "idx has " + index.spelling() + " elements, but indices are ui32 (or i32)");
    TileOperands.sameElement(check, RoleName.SRC, RoleName.DST);
    TileOperands.rows(check, RoleName.SRC, check.tile(RoleName.DST).validRows(), " as dst has");
    indexShape(check, src);
    destination(check, src);
    scratch(check, src);
    TileOperands.disjoint(check, RoleName.DST, RoleName.SRC, RoleName.IDX, RoleName.TMP);
  }

  private static void indexShape(Check check, TileType src) {
    TileType idx = check.tile(RoleName.IDX);
    int rows = check.tile(RoleName.DST).validRows();
    check.require(
        idx.validRows() == 1 || !TileOperands.differ(idx.validRows(), rows),
        DiagnosticCode.TILE_SHAPE_MISMATCH,
        "idx has " + idx.validRows() + " valid rows, but must have 1 or " + rows + " as dst has");
    TileOperands.columns(check, RoleName.IDX, src.validColumns(), " as src has");
  }

  /** Every value makes a record of 8 bytes. */
  private static void destination(Check check, TileType src) {
    if (!TileOperands.isKnown(src.validColumns())) {
      return;
    }
    TileType dst = check.tile(RoleName.DST);
    int needed = src.validColumns() * (RECORD / src.element().bytes());
    check.require(
        dst.columns() >= needed,
        DiagnosticCode.TILE_TOO_SMALL,
        "dst has "
            + dst.columns()
            + " columns, but "
            + src.validColumns()
            + " records of 8 bytes need "
            + needed);
    int valid = dst.validColumns();
    if (TileOperands.isKnown(valid) && valid < needed && dst.columns() >= needed) {
      check.error(
          DiagnosticCode.TILE_TOO_SMALL,
          "dst has "
              + valid
              + " valid columns, but "
              + src.validColumns()
              + " records of 8 bytes need "
              + needed);
    } else if (valid > needed) {
      check.warning(
          DiagnosticCode.SUSPICIOUS_TILE,
          "dst has " + valid + " valid columns, but only " + needed + " are written");
    }
  }

  /** A row whose length is not a multiple of a block needs scratch for its tail. */
  private static void scratch(Check check, TileType src) {
    if (!check.has(RoleName.TMP)) {
      int columns = src.validColumns();
      check.require(
          !check.isManual()
              || src.validRows() == 0
              || !TileOperands.isKnown(columns)
              || columns % BLOCK == 0,
          DiagnosticCode.TILE_CONSTRAINT,
          "src has "
              + columns
              + " valid columns, which is no multiple of 32: needs a tmp tile of at least 32"
              + " elements in manual mode");
      return;
    }
    TileOperands.plain(check, RoleName.TMP);
    TileOperands.sameElement(check, RoleName.SRC, RoleName.TMP);
    TileScratch.room(check, (long) BLOCK * src.element().bytes(), "32 elements of src");
  }

  /** One tile and a block length, or two to four lists (spec/20, 5.2). */
  static void merge(Check check) {
    List<Value> tiles = check.op().group(RoleName.SRCS);
    if (!check.require(
        !tiles.isEmpty(),
        DiagnosticCode.WRONG_OPERAND_COUNT,
        "needs one tile and a block length, or two to four" + " lists")) {
      return;
    }
    TileOperands.plain(check, RoleName.DST);
    ElementType element = check.tile(RoleName.DST).element();
    check.legalElement(element);
    for (Value tile : tiles) {
      if (((TileType) tile.type()).element() != element) {
        check.error(
            DiagnosticCode.TYPE_MISMATCH,
            "a source has "
                + ((TileType) tile.type()).element().spelling()
                + " elements, but must have "
                + element.spelling()
                + " elements as dst has");
        return;
      }
    }
    TileOperands.rows(check, RoleName.DST, 1, "");
    if (check.has(RoleName.BLOCK_LENGTH)) {
      mergeBlocks(check, tiles);
    } else {
      mergeLists(check, tiles);
    }
  }

  private static void mergeBlocks(Check check, List<Value> tiles) {
    if (!check.require(
        tiles.size() == 1 && !check.has(RoleName.COUNTS),
        DiagnosticCode.WRONG_OPERAND_COUNT,
        "with a block length takes one tile and gives no counts")) {
      return;
    }
    TileOperands.plain(check, RoleName.SRCS);
    TileType src = check.tile(RoleName.SRCS);
    TileType dst = check.tile(RoleName.DST);
    check.require(
        src.rows() == dst.rows() && src.columns() == dst.columns(),
        DiagnosticCode.TILE_SHAPE_MISMATCH,
        "the source is "
            + src.rows()
            + "x"
            + src.columns()
            + ", but must be "
            + dst.rows()
            + "x"
            + dst.columns()
            + " as dst is");
    TileOperands.sameValid(check, RoleName.DST, RoleName.SRCS);
    TileOperands.disjoint(check, RoleName.DST, RoleName.SRCS);
    ElementType scalar = check.scalar(RoleName.BLOCK_LENGTH);
    if (!scalar.isInteger() && scalar != ElementType.INDEX) {
      check.typeError("block_length", scalar, "an integer");
    }
    OptionalLong length = check.constant(RoleName.BLOCK_LENGTH);
    length.ifPresent(block -> blockLength(check, src, block));
  }

  private static void blockLength(Check check, TileType src, long block) {
    if (!check.require(
        block > 0 && block % 64 == 0,
        DiagnosticCode.BAD_CONSTANT,
        "block_length is " + block + ", but must be a positive multiple of 64")) {
      return;
    }
    long records = block / (RECORD / src.element().bytes());
    if (!check.require(
        records <= MOST_RECORDS,
        DiagnosticCode.BAD_CONSTANT,
        "block_length is "
            + block
            + ", which is "
            + records
            + " records; at most "
            + MOST_RECORDS
            + " are legal")) {
      return;
    }
    int columns = src.validColumns();
    if (!TileOperands.isKnown(columns)) {
      return;
    }
    boolean whole = columns % (4 * block) == 0;
    check.require(
        whole,
        DiagnosticCode.TILE_CONSTRAINT,
        "the source has "
            + columns
            + " valid columns, but must have a multiple of "
            + 4 * block
            + ", four blocks");
    long groups = columns / (4 * block);
    check.require(
        !whole || groups >= 1 && groups <= 255,
        DiagnosticCode.TILE_CONSTRAINT,
        "the source has " + groups + " groups of four blocks, but must have 1 to 255");
  }

  /** Two to four lists, and a scratch tile after them, which may be missing (spec/50, 2.9). */
  private static void mergeLists(Check check, List<Value> tiles) {
    MergeLists merge = MergeLists.of(check.op());
    int count = merge.lists().size();
    if (!check.require(
        count >= 2 && count <= 4,
        DiagnosticCode.WRONG_OPERAND_COUNT,
        "takes two to four lists and a tmp tile, not " + tiles.size() + " tiles")) {
      return;
    }
    if (merge.tmp().isPresent()) {
      TileType tmp = (TileType) merge.tmp().get().type();
      check.require(
          tmp.columns() >= merge.columns(),
          DiagnosticCode.TILE_TOO_SMALL,
          "tmp has " + tmp.columns() + " columns, but the lists together have " + merge.columns());
    }
    counts(check);
    lists(check, merge.lists());
  }

  private static void counts(Check check) {
    BuiltinVectorType expected = new BuiltinVectorType(4, ElementType.I16);
    check.require(
        check.has(RoleName.COUNTS),
        DiagnosticCode.WRONG_OPERAND_COUNT,
        "needs a " + expected.spelling() + " for the executed counts");
    if (check.has(RoleName.COUNTS) && !check.type(RoleName.COUNTS).equals(expected)) {
      check.typeError("counts", check.type(RoleName.COUNTS), expected.spelling());
    }
  }

  private static void lists(Check check, List<Value> lists) {
    long merged = 0;
    boolean known = true;
    for (Value list : lists) {
      TileType type = (TileType) list.type();
      check.require(
          !TileOperands.differ(type.validRows(), 1),
          DiagnosticCode.TILE_SHAPE_MISMATCH,
          "a list has " + type.validRows() + " valid rows, but must have 1");
      int valid = type.validColumns();
      known &= TileOperands.isKnown(valid);
      merged += valid;
      long records = valid / (RECORD / type.element().bytes());
      check.require(
          records <= MOST_RECORDS,
          DiagnosticCode.TILE_CONSTRAINT,
          "a list has " + records + " records; at most " + MOST_RECORDS + " are legal");
    }
    int valid = check.tile(RoleName.DST).validColumns();
    check.require(
        !known || valid <= merged || check.op().attributes().flag(AttributeName.EXHAUSTED),
        DiagnosticCode.TILE_CONSTRAINT,
        "dst has " + valid + " valid columns, but the merged lists have " + merged);
  }
}
