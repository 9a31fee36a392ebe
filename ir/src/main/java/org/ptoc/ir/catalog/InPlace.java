package org.ptoc.ir.catalog;

/**
 * What an operation demands of a destination that shares bytes with one of its sources (spec/50,
 * 3.3). Every form of tile operations has the class of its {@link TileRelation}; a row can be
 * stricter ({@link Trait#NOT_IN_PLACE_BESIDE_SCRATCH}, {@link Trait#NOT_IN_PLACE}).
 *
 * <p>To add an operation: find the class whose sentence is true of it. Where elements of dst depend
 * on elements elsewhere (gathers, scatters, transposition, concatenation, sorts) the class is
 * {@link #APART}. A class other than that is a promise of both lowerings: they go through rows and
 * vectors in the order that {@link org.ptoc.ir.overlap.OverlapRule} found, with vectors of 256
 * bytes of the widest element, and read a vector of each source before they write that of dst.
 * Operands named {@code tmp} are scratch and need no class.
 */
public enum InPlace {
  /** No tile is read, or what is read and what is written lie in different memories. */
  NO_SOURCE,
  /**
   * The sources must share no byte with dst: {@code tgather, tscatter, tgatherb, ttrans, tconcat,
   * tconcatidx, tsort32, tmrgsort}.
   */
  APART,
  /**
   * The sources are dst itself or share no byte with it, because dst is read too: {@code taxpy}.
   */
  SAME_OR_APART,
  /** Element (i, j) of dst depends on element (i, j) of each source: {@code tadd, tcvt}. */
  ELEMENT_BY_ELEMENT,
  /**
   * As {@link #ELEMENT_BY_ELEMENT}, over the rows and columns valid in both tiles: {@code tmov}.
   */
  COMMON_REGION,
  /**
   * Element (i, j) of dst is element (row + i, column + j) of src, over dst's valid region; row and
   * column are the first two scalar operands: {@code textract}.
   */
  WINDOW_OF_SOURCE,
  /**
   * Element (row + i, column + j) of dst is element (i, j) of src, over src's valid region; row and
   * column are the first two scalar operands: {@code tinsert}.
   */
  WINDOW_OF_DESTINATION,
  /**
   * The first source is dst itself: the machine continues in the accumulators that dst names
   * ({@code tmatmul.acc}; spec/60, 2.6).
   */
  ACCUMULATOR,
  /** Element by element but for the operand {@code mask}, which must be apart: {@code tsel}. */
  CHOICE,
  /** Bit (i, j) of dst depends on element (i, j) of each source: {@code tcmp}. */
  MASK_BITS,
  /** Element (i, 0) of dst depends on row i of src: {@code trowsum}. */
  ROW_TO_ELEMENT,
  /** Element (0, j) of dst depends on column j of src: {@code tcolsum}. */
  COLUMN_TO_ELEMENT,
  /** All of row i, or of column j, of dst is one element of src: {@code trowexpand}. */
  CARRIER,
  /** One source is {@link #ELEMENT_BY_ELEMENT}, the other a {@link #CARRIER}. */
  DATA_AND_CARRIER,
  /**
   * {@code src} is {@link #ELEMENT_BY_ELEMENT}, the others are carriers of rows: {@code tquant}.
   */
  DATA_AND_ROW_CARRIERS,
  /** Element by element where the sources are valid in all of dst, else apart: {@code tpartadd}. */
  PARTIAL,
  /** Element by element where src is valid, and other values elsewhere: {@code tfillpad}. */
  PADDED;

  /** True if a smaller tile is treated as a window of a larger one. */
  public boolean isWindow() {
    return this == WINDOW_OF_SOURCE || this == WINDOW_OF_DESTINATION;
  }
}
