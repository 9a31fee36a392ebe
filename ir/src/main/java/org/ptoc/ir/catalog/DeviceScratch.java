package org.ptoc.ir.catalog;

import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.ProfileFeature;

/**
 * What the scratch operand of a tile operation must hold for the vendor's library: a column of the
 * catalogue. {@code ScratchSize} in {@code org.ptoc.ir.verify} turns a rule into bytes.
 */
public enum DeviceScratch {
  /** One row of quotients, with room for the masks of 64 columns each. */
  QUOTIENTS("spec/20, 7.2", Certainty.STATED),
  /** One row as wide as the destination. */
  QUOTIENT_ROW("spec/20, 7.2", Certainty.STATED),
  /** Packed masks of all rows and one more. */
  MASKS("spec/20, 7.2", Certainty.STATED),
  /** As large as the destination and disjoint from all. */
  DESTINATION("spec/20, 6.4 and 7.2", Certainty.STATED),
  /** A vector for each row that is longer than a vector, at least one block. */
  ROW_VECTORS("spec/20, 7.1, and scratch of public test programs", Certainty.INFERRED),
  /** Values and indices of the extrema of each row. */
  ROW_INDICES("spec/20, 7.1", Certainty.STATED),
  /** Indices of a vector of columns. */
  COLUMN_INDICES("spec/20, 7.2", Certainty.STATED),
  /** A block of values for each group of eight rows. */
  CARRIERS("spec/20, 7.2", Certainty.STATED),
  /** One block. */
  BLOCK("spec/20, 7.2", Certainty.STATED),
  /** A row of the source. */
  SOURCE_ROW("spec/20, 7.2", Certainty.STATED),
  /** A row of the source, rounded up to blocks of 32 elements, unless it is whole blocks. */
  SORTED_ROW("spec/20, 5.1", Certainty.STATED),
  /** As many elements as there are indices, and of their type; the form by index requires it. */
  INDICES("spec/50, 2.1", Certainty.STATED),
  /** The row of the destination. */
  SEQUENCE("scratch of public test programs", Certainty.GUESSED),
  /** The source before it is narrowed. */
  WIDE_SOURCE("scratch of public test programs", Certainty.GUESSED);

  private final String source;
  private final Certainty certainty;

  /** How sure a fact about devices is. */
  public enum Certainty {
    /** A public document states it. */
    STATED("stated in public documents"),
    /** Public test programs agree with it and would fail otherwise. */
    INFERRED("inferred from public test programs"),
    /** Public test programs agree with it, but also with less. */
    GUESSED("inferred from few public test programs, uncertain");

    private final String words;

    Certainty(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }
  }

  DeviceScratch(String source, Certainty certainty) {
    this.source = source;
    this.certainty = certainty;
  }

  /** The source of the fact. */
  public String source() {
    return source;
  }

  /** How sure it is. */
  public Certainty certainty() {
    return certainty;
  }

  /** True if the library of a profile uses the scratch. */
  public boolean isUsedOn(Profile profile) {
    return this == SORTED_ROW || profile.has(ProfileFeature.SCRATCH_TILES);
  }
}
