package org.ptoc.tools.report;

/**
 * Executions of vector regions that are shown in detail, in the order in which a block executes
 * them.
 *
 * @param first number of the first one, from 1
 * @param last number of the last one
 */
public record RegionRange(int first, int last) {
  int count() {
    return last - first + 1;
  }
}
