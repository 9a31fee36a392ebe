package org.ptoc.ir.catalog;

/**
 * How often and in which order the regions of an operation run. Each {@link OperationForm} with
 * regions declares its rule; the verifier rejects regions of the others.
 */
public enum RegionRule {
  /** There are none. */
  NONE(0, 0),
  /** The one region runs once. */
  ONCE(1, 1),
  /** At most one of the regions runs. */
  BRANCHES(1, 2),
  /** The one region runs any number of times, with an induction variable as its first argument. */
  COUNTED_LOOP(1, 1),
  /** The first region decides whether the second runs, and it again. */
  CONDITIONAL_LOOP(2, 2);

  private final int least;
  private final int most;

  RegionRule(int least, int most) {
    this.least = least;
    this.most = most;
  }

  /** True if an operation can have so many regions. */
  public boolean accepts(int regions) {
    return least <= regions && regions <= most;
  }

  /** True if a region may be left out or repeated. */
  public boolean isControlFlow() {
    return isLoop() || this == BRANCHES;
  }

  /** True if a region may run again. */
  public boolean isLoop() {
    return switch (this) {
      case NONE, ONCE, BRANCHES -> false;
      case COUNTED_LOOP, CONDITIONAL_LOOP -> true;
    };
  }
}
