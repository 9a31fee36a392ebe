package org.ptoc.ir.catalog;

import java.util.Optional;

/**
 * What the tiles of an operation have to do with each other: how their valid regions must agree,
 * what that demands of tiles that share bytes, and whether an index decides which elements are
 * reached. Each form of tile operations declares its relation. The verifier holds valid regions
 * that types know to it, checks in front of the operation those of the run (spec/20, section 4).
 *
 * <p>An operation whose relation is not among these gets a new one: no class of valid regions is
 * right for what nobody has thought about.
 */
public enum TileRelation {
  // @formatter:off
  UNRELATED             (InPlace.NO_SOURCE),                           // each for itself: texpands, ttri, tgetval
  LOADED                (InPlace.NO_SOURCE),                           // dst lies inside a view, src: tload
  STORED                (InPlace.NO_SOURCE),                           // src as large as a view, dst: tstore
  ELEMENTWISE           (InPlace.ELEMENT_BY_ELEMENT),                  // each source has the elements of dst: tadd, tcvt
  ELEMENTWISE_ONTO      (InPlace.SAME_OR_APART),                       // ... and dst is read, too: taxpy
  COMMON_REGION         (InPlace.COMMON_REGION),                       // what both have: tmov
  WINDOW_OF_SOURCE      (InPlace.WINDOW_OF_SOURCE),                    // dst lies inside src: textract
  WINDOW_OF_DESTINATION (InPlace.WINDOW_OF_DESTINATION, RoleName.DST), // src lies inside dst: tinsert
  PADDED                (InPlace.PADDED),                              // dst may be larger than src: tfillpad
  CHOICE                (InPlace.CHOICE),                              // as ELEMENTWISE, and a mask holds a bit for each element: tsel
  MASK_BITS             (InPlace.MASK_BITS),                           // sources of one size, dst holds a bit for each element: tcmp
  ROW_TO_ELEMENT        (InPlace.ROW_TO_ELEMENT),                      // dst is a column with the rows of src: trowsum
  COLUMN_TO_ELEMENT     (InPlace.COLUMN_TO_ELEMENT),                   // dst is a row with the columns of src: tcolsum
  COLUMN_TO_INDEX       (InPlace.APART),                               // the same for positions: tcolargmax
  CARRIER               (InPlace.CARRIER),                             // src has a value for each row or column of dst: trowexpand
  DATA_AND_CARRIER      (InPlace.DATA_AND_CARRIER),                    // one source as large as dst, one a carrier: trowexpandadd
  DATA_AND_ROW_CARRIERS (InPlace.DATA_AND_ROW_CARRIERS),               // src as large as dst, others carriers: tquant
  PARTIAL               (InPlace.PARTIAL),                             // sources inside dst, indices as large as values: tpartadd
  PRODUCT               (InPlace.NO_SOURCE),                           // rows of lhs, columns of rhs: tmatmul
  ACCUMULATED_PRODUCT   (InPlace.ACCUMULATOR),                         // ... in the tile that the product goes on with: tmatmul.acc
  GATHERED              (InPlace.APART,                 RoleName.SRC), // index covers dst, or a pattern takes lines of src: tgather
  GATHERED_BLOCKS       (InPlace.APART,                 RoleName.SRC), // an offset for each block of dst: tgatherb
  GATHERED_FROM_VIEW    (InPlace.NO_SOURCE,             RoleName.SRC), // an index into a view: mgather
  SCATTERED             (InPlace.APART,                 RoleName.DST), // src covers index, or a pattern spreads its lines: tscatter
  SCATTERED_TO_VIEW     (InPlace.NO_SOURCE,             RoleName.DST), // an index into a view: mscatter
  HISTOGRAM             (InPlace.APART),                               // a bin for each value of a byte, in each row: thistogram
  TRANSPOSED            (InPlace.APART),                               // columns of src fit into rows of dst: ttrans
  CONCATENATED          (InPlace.APART),                               // columns of both sources fit into dst: tconcat
  CONCATENATED_COUNTED  (InPlace.APART),                               // the run counts columns, rows are equal: tconcatidx
  SORTED                (InPlace.APART),                               // dst has room for records of value and index: tsort32
  MERGED                (InPlace.APART),                               // dst has room for the lists: tmrgsort
  SEQUENCE              (InPlace.NO_SOURCE);                           // dst is one row: tci
  // @formatter:on

  private final InPlace inPlace;
  private final Optional<RoleName> indexed;

  TileRelation(InPlace inPlace) {
    this.inPlace = inPlace;
    this.indexed = Optional.empty();
  }

  /**
   * @param indexed the operand that is not walked through, but reached at places that other
   *     operands name
   */
  TileRelation(InPlace inPlace, RoleName indexed) {
    this.inPlace = inPlace;
    this.indexed = Optional.of(indexed);
  }

  /** What is demanded of a destination that shares bytes with a source. */
  public InPlace inPlace() {
    return inPlace;
  }

  /**
   * True if the valid region of dst alone is what the operation iterates over: sources are read
   * there whatever they are valid in.
   */
  public boolean iteratesOverDestination() {
    return switch (this) {
      case UNRELATED,
          ELEMENTWISE,
          ELEMENTWISE_ONTO,
          CHOICE,
          CARRIER,
          DATA_AND_CARRIER,
          DATA_AND_ROW_CARRIERS,
          PADDED,
          PARTIAL,
          CONCATENATED,
          CONCATENATED_COUNTED,
          MERGED,
          SEQUENCE ->
          true;
      case LOADED,
          STORED,
          COMMON_REGION,
          WINDOW_OF_SOURCE,
          WINDOW_OF_DESTINATION,
          MASK_BITS,
          ROW_TO_ELEMENT,
          COLUMN_TO_ELEMENT,
          COLUMN_TO_INDEX,
          PRODUCT,
          ACCUMULATED_PRODUCT,
          GATHERED,
          GATHERED_BLOCKS,
          GATHERED_FROM_VIEW,
          SCATTERED,
          SCATTERED_TO_VIEW,
          HISTOGRAM,
          TRANSPOSED,
          SORTED ->
          false;
    };
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
