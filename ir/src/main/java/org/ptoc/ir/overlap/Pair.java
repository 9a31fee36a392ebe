package org.ptoc.ir.overlap;

import java.util.Optional;

/**
 * What one source demands.
 *
 * @param ascending empty when the order is legal, else why not
 * @param descending likewise
 * @param isFree true when any order will do, not only the two
 * @param isOpen true when the run decides
 */
record Pair(
    Optional<String> ascending, Optional<String> descending, boolean isFree, boolean isOpen) {
  static final Pair FREE = new Pair(Optional.empty(), Optional.empty(), true, false);
  static final Pair OPEN = new Pair(Optional.empty(), Optional.empty(), false, true);

  /** Legal both ways, but not in parts. */
  static final Pair ORDERED = new Pair(Optional.empty(), Optional.empty(), false, false);

  static Pair never(String why) {
    return new Pair(Optional.of(why), Optional.of(why), false, false);
  }

  /** The steps that read a source and those that write dst, in both orders. */
  static Pair of(String role, Steps read, Steps written, long bitsOfElement) {
    return new Pair(
        read.firstConflict(written, true).map(found -> text(role, found, bitsOfElement)),
        read.firstConflict(written, false).map(found -> text(role, found, bitsOfElement)),
        false,
        false);
  }

  private static String text(String role, Steps.Conflict conflict, long bits) {
    return "row "
        + conflict.row()
        + ", column "
        + conflict.bit() / bits
        + " of "
        + role
        + " would be overwritten before it is read";
  }

  /** The same where only one order is lowered; a refusal says so when the other would do. */
  Pair onlyAscending() {
    if (isFree) {
      return this;
    }
    Optional<String> upward =
        descending.isEmpty()
            ? ascending.map(why -> why + "; the operation only goes upward")
            : ascending;
    return new Pair(upward, upward.or(() -> Optional.of("upward only")), false, isOpen);
  }

  boolean isIllegal() {
    return ascending.isPresent() && descending.isPresent();
  }

  /** Both demands. */
  Pair and(Pair other) {
    return new Pair(
        ascending.or(other::ascending),
        descending.or(other::descending),
        isFree && other.isFree,
        isOpen || other.isOpen);
  }
}
