package org.ptoc.ir.isa;

import java.util.Optional;

/**
 * Rules of tile operations that only the run can decide (spec/20, section 4, R1 to R6), and four of
 * ours. A program that is compiled with checks traps where it breaks one: the id of the software
 * trap is the number of the rule.
 */
public enum RuntimeRule {
  VALID_REGION(1, "a valid region leaves its tile or does not fit those of the other operands"),
  RANGE(2, "a window, slot, element or address lies outside its view, tile or memory"),
  SORT(3, "the width of tsort32 needs a scratch tile or more room in the destination"),
  MERGE(4, "the lists or blocks of tmrgsort are too long or do not come in fours"),
  TRANSFER(5, "a view is smaller than the valid region of the tile, or larger than what is stored"),
  OVERLAP(6, "operands overlap in a way that the operation does not allow"),
  /** Ours, and always checked: the transfer of a line supposes it. */
  STRIDE(7, "the elements of a line of the tile are not adjacent in global memory"),
  /** Ours, and always checked: no other step ends the loop. */
  STEP(8, "the step of a loop is not positive"),
  /** Legal, and a finding of checks: the bytes beside a valid region are read as they are. */
  SHORT_SOURCE(9, "a source is valid in less than is read of it"),
  /** Legal, and a finding of checks. */
  EMPTY_REGION(10, "a valid region is empty: the operation does nothing");

  private final int id;
  private final String description;

  RuntimeRule(int id, String description) {
    this.id = id;
    this.description = description;
  }

  /** True for what is legal but seldom meant; only checks in front of a run look for it. */
  public boolean isDoubt() {
    return this == SHORT_SOURCE || this == EMPTY_REGION;
  }

  /** The id of the software trap, 1 to 10. */
  public int id() {
    return id;
  }

  /** What a program that traps has done, half a sentence. */
  public String description() {
    return description;
  }

  /** The rule of a software trap; empty for ids that no rule has. */
  public static Optional<RuntimeRule> byId(int id) {
    for (RuntimeRule rule : values()) {
      if (rule.id == id) {
        return Optional.of(rule);
      }
    }
    return Optional.empty();
  }
}
