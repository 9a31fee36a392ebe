package org.ptoc.ir.catalog;

import java.util.Optional;

/**
 * The relation between the tiles of an operation: how their valid regions must agree,
 * what that demands of tiles that share bytes, and whether an index decides which elements are
 * reached. Each form of tile operations declares its relation. The verifier checks valid
 * regions that types give, checks before the operation the valid regions of the run (spec/20, section 4).
 *
 * <p>An operation whose relation is not among these gets a new one: no existing relation
 * is a safe default.
 */
public enum TileRelation {
  // @formatter:off
  UNRELATED             (InPlace.NO_SOURCE,             Domain.NONE),                   // each for itself, or names and single elements: treshape, tgetval
  LOADED                (InPlace.NO_SOURCE,             Domain.TILES),                  // dst lies inside a view, src: tload
  STORED                (InPlace.NO_SOURCE,             Domain.TILES),                  // src as large as a view, dst: tstore
  ELEMENTWISE           (InPlace.ELEMENT_BY_ELEMENT,    Domain.DESTINATION),            // each source has the elements of dst: tadd, texpands
  ELEMENTWISE_ONTO      (InPlace.SAME_OR_APART,         Domain.DESTINATION),            // ... and dst is read, too: taxpy
  CONVERTED             (InPlace.ELEMENT_BY_ELEMENT,    Domain.DESTINATION),            // as ELEMENTWISE, to elements of another type: tcvt
  COMMON_REGION         (InPlace.COMMON_REGION,         Domain.TILES),                  // what both have: tmov
  WINDOW_OF_SOURCE      (InPlace.WINDOW_OF_SOURCE,      Domain.TILES),                  // dst lies inside src: textract
  WINDOW_OF_DESTINATION (InPlace.WINDOW_OF_DESTINATION, Domain.TILES, RoleName.DST),    // src lies inside dst: tinsert
  PADDED                (InPlace.PADDED,                Domain.DESTINATION),            // dst may be larger than src: tfillpad
  CHOICE                (InPlace.CHOICE,                Domain.DESTINATION),            // as ELEMENTWISE, and a mask holds a bit for each element: tsel
  MASK_BITS             (InPlace.MASK_BITS,             Domain.TILES),                  // sources of one size, dst holds a bit for each element: tcmp
  ROW_TO_ELEMENT        (InPlace.ROW_TO_ELEMENT,        Domain.TILES),                  // dst is a column with the rows of src: trowsum
  COLUMN_TO_ELEMENT     (InPlace.COLUMN_TO_ELEMENT,     Domain.TILES),                  // dst is a row with the columns of src: tcolsum
  COLUMN_TO_INDEX       (InPlace.APART,                 Domain.TILES),                  // the same for positions: tcolargmax
  CARRIER               (InPlace.CARRIER,               Domain.DESTINATION),            // src has a value for each row or column of dst: trowexpand
  DATA_AND_CARRIER      (InPlace.DATA_AND_CARRIER,      Domain.DESTINATION),            // one source as large as dst, one a carrier: trowexpandadd
  DATA_AND_ROW_CARRIERS (InPlace.DATA_AND_ROW_CARRIERS, Domain.DESTINATION),            // src as large as dst, others carriers: tquant
  PARTIAL               (InPlace.PARTIAL,               Domain.DESTINATION),            // sources inside dst, indices as large as values: tpartadd
  PRODUCT               (InPlace.NO_SOURCE,             Domain.TILES),                  // rows of lhs, columns of rhs: tmatmul
  ACCUMULATED_PRODUCT   (InPlace.ACCUMULATOR,           Domain.TILES),                  // ... in the tile that the product continues with: tmatmul.acc
  GATHERED              (InPlace.APART,                 Domain.TILES, RoleName.SRC),    // index covers dst, or a pattern takes lines of src: tgather
  GATHERED_BLOCKS       (InPlace.APART,                 Domain.TILES, RoleName.SRC),    // an offset for each block of dst: tgatherb
  GATHERED_FROM_VIEW    (InPlace.NO_SOURCE,             Domain.TILES, RoleName.SRC),    // an index into a view: mgather
  SCATTERED             (InPlace.APART,                 Domain.TILES, RoleName.DST),    // src covers index, or a pattern spreads its lines: tscatter
  SCATTERED_TO_VIEW     (InPlace.NO_SOURCE,             Domain.TILES, RoleName.DST),    // an index into a view: mscatter
  HISTOGRAM             (InPlace.APART,                 Domain.TILES),                  // a bin for each value of a byte, in each row: thistogram
  TRANSPOSED            (InPlace.APART,                 Domain.TILES),                  // columns of src fit into rows of dst: ttrans
  CONCATENATED          (InPlace.APART,                 Domain.DESTINATION),            // columns of both sources fit into dst: tconcat
  CONCATENATED_COUNTED  (InPlace.APART,                 Domain.DESTINATION),            // the run counts columns, rows are equal: tconcatidx
  SORTED                (InPlace.APART,                 Domain.TILES),                  // dst has room for records of value and index: tsort32
  MERGED                (InPlace.APART,                 Domain.DESTINATION),            // dst has room for the lists: tmrgsort
  SEQUENCE              (InPlace.NO_SOURCE,             Domain.DESTINATION),            // dst is one row: tci
  TRIANGLE              (InPlace.NO_SOURCE,             Domain.DESTINATION),            // dst alone, by row and column: ttri
  RANDOM                (InPlace.NO_SOURCE,             Domain.DESTINATION),            // dst alone, by position: trandom
  PREFETCHED            (InPlace.NO_SOURCE,             Domain.DESTINATION);            // a hint about the view src: tprefetch
  // @formatter:on

  /** The operands that span the iteration domain of the operations. */
  private enum Domain {
    NONE,
    /** The valid region of dst alone: sources are read there whatever they are valid in. */
    DESTINATION,
    TILES
  }

  private final InPlace inPlace;
  private final Domain domain;
  private final Optional<RoleName> indexed;

  TileRelation(InPlace inPlace, Domain domain) {
    this.inPlace = inPlace;
    this.domain = domain;
    this.indexed = Optional.empty();
  }

  /**
   * @param indexed the operand that is not walked through, but reached at places that other
   *     operands name
   */
  TileRelation(InPlace inPlace, Domain domain, RoleName indexed) {
    this.inPlace = inPlace;
    this.domain = domain;
    this.indexed = Optional.of(indexed);
  }

  /** The rule for a destination that shares bytes with a source. */
  public InPlace inPlace() {
    return inPlace;
  }

  /** True if the valid region of the tile in a role belongs to what the operation iterates over. */
  boolean iteratesOver(RoleName role) {
    return domain == Domain.TILES || domain == Domain.DESTINATION && role == RoleName.DST;
  }

  /** True if element (i, j) of dst is computed from element (i, j) of each source and scalars. */
  public boolean isElementwise() {
    return this == ELEMENTWISE || this == ELEMENTWISE_ONTO;
  }

  /** True if an element of dst is made of a row or column of src, and unwritten without one. */
  public boolean reduces() {
    return this == ROW_TO_ELEMENT || this == COLUMN_TO_ELEMENT || this == COLUMN_TO_INDEX;
  }

  /** The tile or view of which other operands say where in it the operation reads or writes. */
  public Optional<RoleName> indexed() {
    return indexed;
  }
}
