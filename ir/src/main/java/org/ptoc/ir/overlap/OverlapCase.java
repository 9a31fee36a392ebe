package org.ptoc.ir.overlap;

import java.util.Optional;

/**
 * The closed forms of rule O1 for the elements of a source and a destination, step by step
 * (spec/50, 3.3). The sets of bits that the steps touch decide cases without a form.
 */
enum OverlapCase {
  /** N: narrower, and never ahead of the source. */
  NARROWING(true, false),
  /** E: the same elements at the same addresses. */
  EQUAL(true, true),
  /** E-: as wide, and behind the source. */
  EQUAL_BEHIND(true, false),
  /** E+: as wide, and ahead of the source. */
  EQUAL_AHEAD(false, true),
  /** W: wider, and never behind the source. */
  WIDENING(false, true),
  /** W': wider, the source at the end of the destination. */
  WIDENING_TO_COMMON_END(true, false);

  private final boolean ascending;
  private final boolean descending;

  OverlapCase(boolean ascending, boolean descending) {
    this.ascending = ascending;
    this.descending = descending;
  }

  /** True when the form says that an order is legal; otherwise it says nothing about it. */
  boolean isLegal(boolean isAscending) {
    return isAscending ? ascending : descending;
  }

  /** The form of a pair; empty for steps of different numbers and for pairs that have none. */
  static Optional<OverlapCase> of(Steps read, Steps written) {
    boolean oneRow = read.rows() == 1 && written.rows() == 1;
    boolean sameShape = read.rows() == written.rows() && read.inRow() == written.inRow();
    boolean fits = oneRow || written.width() <= read.pitch() && read.width() <= written.pitch();
    if (!sameShape || !fits) {
      return Optional.empty();
    }
    boolean notWiderApart = oneRow || written.pitch() <= read.pitch();
    boolean notCloser = oneRow || written.pitch() >= read.pitch();
    boolean notAhead = written.start() <= read.start();
    boolean notBehind = written.start() >= read.start();
    if (written.step() == read.step() && written.width() == read.width()) {
      return equal(notAhead, notBehind, notWiderApart, notCloser);
    }
    if (written.step() < read.step() && written.width() <= read.width()) {
      return notAhead && notWiderApart ? Optional.of(NARROWING) : Optional.empty();
    }
    if (written.step() > read.step() && written.width() >= read.width()) {
      if (notBehind && notCloser) {
        return Optional.of(WIDENING);
      }
      boolean proportional = written.width() * read.step() == read.width() * written.step();
      return proportional && notCloser && written.endOf() == read.endOf()
          ? Optional.of(WIDENING_TO_COMMON_END)
          : Optional.empty();
    }
    return Optional.empty();
  }

  private static Optional<OverlapCase> equal(
      boolean notAhead, boolean notBehind, boolean notWiderApart, boolean notCloser) {
    if (notAhead && notBehind && notWiderApart && notCloser) {
      return Optional.of(EQUAL);
    }
    if (notAhead && notWiderApart) {
      return Optional.of(EQUAL_BEHIND);
    }
    return notBehind && notCloser ? Optional.of(EQUAL_AHEAD) : Optional.empty();
  }
}
