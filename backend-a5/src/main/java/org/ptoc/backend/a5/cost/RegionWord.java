package org.ptoc.backend.a5.cost;

import java.util.List;

/** A vecscope as the pipeline sees it: words of the vector pipe and loops around them. */
sealed interface RegionWord {

  /** Values written. */
  int[] results();

  /** Values that nothing behind reads any more. */
  int[] lastUses();

  /**
   * One word.
   *
   * @param kind number of its costs
   * @param sources values read: vectors, masks and streams
   * @param results values written
   * @param vectors how many of the results are vectors
   */
  record Word(int kind, int[] sources, int[] results, int vectors, int[] lastUses)
      implements RegionWord {}

  /**
   * A counted loop.
   *
   * @param arguments values that an iteration takes from the one before
   * @param initial what the first iteration takes
   * @param next what an iteration hands on
   * @param results the last ones
   */
  record Loop(
      long iterations,
      List<RegionWord> body,
      int[] arguments,
      int[] initial,
      int[] next,
      int[] results,
      int[] lastUses)
      implements RegionWord {

    boolean isInnermost() {
      return body.stream().allMatch(each -> each instanceof Word);
    }
  }
}
