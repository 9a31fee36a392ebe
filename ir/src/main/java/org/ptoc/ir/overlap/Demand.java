package org.ptoc.ir.overlap;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Value;

/**
 * What an operation that goes upward demands of a source and dst of which the run decides both the
 * distance and the extents: rule O1 of {@link OverlapRule} as a recipe.
 *
 * @param kind what is compared
 * @param lanes elements that a step takes
 * @param joined the tiles whose rows become one when all of them are full; empty when no rows do
 * @param condition when it is demanded at all; empty for always
 */
public record Demand(Kind kind, long lanes, List<Value> joined, Optional<Covering> condition) {
  /** What is compared. */
  public enum Kind {
    /** No byte in common. */
    APART,
    /** The same elements, or no byte in common. */
    SAME_OR_APART,
    /** As {@link #SAME_OR_APART}, and the same elements only of one row. */
    ONE_ROW_OR_APART,
    /** The same elements, or no step writes what a later one reads. */
    STEPS,
    /** As {@link #STEPS} of the common region; {@code lanes} where they begin at blocks. */
    MOVED,
    /** As {@link #STEPS}, a row being a step; the same elements are no exception. */
    ROWS,
    /** As {@link #ROWS}, of which dst has column 0. */
    ROWS_TO_ELEMENTS,
    /** As {@link #ROWS_TO_ELEMENTS} of one row; no byte in common of several. */
    ONE_ROW_TO_ELEMENT,
    /** Each row of the source against the only one of dst. */
    COLUMNS_TO_ELEMENTS,
    /** Whole groups of bits, one for each element that is read. */
    MASK_BITS
  }

  /**
   * Which source of an expansion is the carrier, where only the run knows ({@link
   * org.ptoc.ir.type.CarrierOrder#KNOWN_AT_RUN_TIME}).
   *
   * @param first the first source
   * @param whole the destination
   * @param columns true to compare their columns, false their rows
   * @param equal whether they are demanded to be equal or to differ
   */
  public record Covering(Value first, Value whole, boolean columns, boolean equal) {}

  public Demand {
    joined = List.copyOf(joined);
  }

  Demand(Kind kind) {
    this(kind, 1, List.of());
  }

  Demand(Kind kind, long lanes, List<Value> joined) {
    this(kind, lanes, joined, Optional.empty());
  }

  Demand when(Covering covering) {
    return new Demand(kind, lanes, joined, Optional.of(covering));
  }
}
