package org.ptoc.passes.codegen.allocate;

import java.util.Arrays;

/** Which virtual registers were coalesced into one. */
final class RegisterGroups {
  private int[] parents = new int[64];
  private int size;

  /** The register that represents the group of {@code id}. */
  int representative(int id) {
    grow(id + 1);
    int root = id;
    while (parents[root] != root) {
      root = parents[root];
    }
    int each = id;
    while (parents[each] != root) {
      int next = parents[each];
      parents[each] = root;
      each = next;
    }
    return root;
  }

  /**
   * Merges two groups into one with the representative {@code winner}; both are representatives.
   */
  void join(int winner, int loser) {
    parents[loser] = winner;
  }

  private void grow(int count) {
    if (count > parents.length) {
      parents = Arrays.copyOf(parents, Math.max(count, 2 * parents.length));
    }
    while (size < count) {
      parents[size] = size;
      size++;
    }
  }
}
