package org.ptoc.ir.verify;

import java.util.Optional;
import org.ptoc.ir.MaskPattern;
import org.ptoc.ir.Operation;
import org.ptoc.ir.catalog.DeviceScratch;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TileType;

/**
 * How large the scratch operand of a tile operation must be for the vendor's library ({@link
 * DeviceScratch}). Extents that only the run knows count as 0, so that the size is a lower bound.
 *
 * @param bytes at least this many
 * @param purpose what they are for, as a subject of "need"
 */
public record ScratchSize(long bytes, String purpose) {
  /** Bytes of a block of UB, the least that an instruction reads. */
  static final long BLOCK = 32;

  private static final long VECTOR = 256;

  /** Elements that are sorted together. */
  private static final long SORTED = 32;

  /**
   * What the library of a profile needs; empty where it needs no scratch or the row has no rule.
   */
  public static Optional<ScratchSize> of(Operation op, Profile profile) {
    return op.definition()
        .scratch()
        .filter(rule -> rule.isUsedOn(profile))
        .flatMap(rule -> of(op, rule))
        .filter(size -> size.bytes() > 0);
  }

  private static Optional<ScratchSize> of(Operation op, DeviceScratch rule) {
    return switch (rule) {
      case QUOTIENTS -> {
        long columns = tile(op, RoleName.SRC0).columns();
        long elements = Math.max(columns + 2 * ceil(columns, 64), 2 * columns);
        yield need(elements * size(op, RoleName.SRC0), "quotients of " + columns + " columns");
      }
      case QUOTIENT_ROW -> need(rowBytes(op, RoleName.DST), "quotients of one row");
      case MASKS -> {
        long rows = rows(op, RoleName.SRC0) + 1;
        yield need(
            rows * ceil(columns(op, RoleName.SRC0), Byte.SIZE), "masks of " + rows + " rows");
      }
      case DESTINATION -> need(tile(op, RoleName.DST).bytes(), "a copy of dst");
      case ROW_VECTORS ->
          need(
              rowBytes(op, RoleName.SRC) <= VECTOR ? BLOCK : rows(op, RoleName.SRC) * VECTOR,
              "vectors of partial results");
      case ROW_INDICES -> need(rowIndices(op), "partial results");
      case COLUMN_INDICES -> {
        long region = Math.min(VECTOR, ceil(rowBytes(op, RoleName.SRC), BLOCK) * BLOCK);
        boolean converts = tile(op, RoleName.SRC).element() == ElementType.F16;
        yield need(converts ? 3 * region : region, "column indices");
      }
      case CARRIERS -> {
        long rows = rows(op, RoleName.DST);
        yield need(rows < 256 ? ceil(rows, 8) * VECTOR : 7680, "expanded values");
      }
      case BLOCK -> need(BLOCK, "one block");
      case SOURCE_ROW ->
          need((long) tile(op, RoleName.SRC).columns() * size(op, RoleName.SRC), "rows of src");
      case SORTED_ROW -> sortedRow(op);
      case INDICES ->
          op.optional(RoleName.INDEX)
              .filter(index -> index.type() instanceof TileType && MaskPattern.of(op).isEmpty())
              .flatMap(
                  _ ->
                      need(
                          rows(op, RoleName.INDEX) * rowBytes(op, RoleName.INDEX),
                          "offsets of all indices"));
      case SEQUENCE -> need(rowBytes(op, RoleName.DST), "the numbers of a row");
      case WIDE_SOURCE ->
          need(rows(op, RoleName.SRC) * rowBytes(op, RoleName.SRC), "products before they round");
    };
  }

  /** A row of whole blocks needs none; a row beyond 255 blocks goes through one block. */
  private static Optional<ScratchSize> sortedRow(Operation op) {
    long columns = columns(op, RoleName.SRC);
    long blocks = ceil(columns, SORTED);
    long elements = columns % SORTED == 0 ? 0 : blocks > 255 ? SORTED : blocks * SORTED;
    return need(elements * size(op, RoleName.SRC), "whole blocks of a row of " + columns);
  }

  /** Values and indices of one or two steps (spec/20, 7.1). */
  private static long rowIndices(Operation op) {
    long size = size(op, RoleName.SRC);
    long lanes = VECTOR / size;
    long columns = columns(op, RoleName.SRC);
    if (columns <= lanes) {
      return 0;
    }
    long block = BLOCK / size;
    long first = ceil(columns, lanes);
    long elements;
    if (columns <= lanes * lanes) {
      elements = (ceil(2 * first, block) + ceil(first, block)) * block;
    } else {
      long second = ceil(first, lanes);
      elements =
          Math.max(
                  ceil(2 * first, block) * block,
                  ceil(first, block) * block + ceil(2 * second, block) * block)
              + 2;
    }
    int rows = tile(op, RoleName.SRC).validRows();
    return elements * size * (rows == TileType.DYNAMIC ? 1 : rows);
  }

  private static Optional<ScratchSize> need(long bytes, String purpose) {
    return Optional.of(new ScratchSize(bytes, purpose));
  }

  private static TileType tile(Operation op, RoleName role) {
    return (TileType) op.operand(role).type();
  }

  private static long size(Operation op, RoleName role) {
    return tile(op, role).element().bytes();
  }

  private static long rows(Operation op, RoleName role) {
    return TileScratch.known(tile(op, role).validRows(), 0);
  }

  private static long columns(Operation op, RoleName role) {
    return TileScratch.known(tile(op, role).validColumns(), 0);
  }

  private static long rowBytes(Operation op, RoleName role) {
    return columns(op, role) * size(op, role);
  }

  private static long ceil(long value, long unit) {
    return TileScratch.ceil(value, unit);
  }
}
