package org.ptoc.ir.diagnostic;

import java.util.Optional;

/** Finds what a misspelt word was probably meant to be. */
public final class NearestName {
  private NearestName() {}

  /**
   * The candidate with the fewest slips, when these are few for the length of the word behind its
   * last dot.
   */
  public static Optional<String> to(String word, Iterable<String> candidates) {
    return within(Math.max(1, (word.length() - word.lastIndexOf('.') - 1) / 3), word, candidates);
  }

  /**
   * The first of the candidates with the fewest slips, at most {@code slips}; the word itself is
   * none.
   */
  public static Optional<String> within(int slips, String word, Iterable<String> candidates) {
    Optional<String> best = Optional.empty();
    int limit = slips;
    for (String candidate : candidates) {
      if (Math.abs(candidate.length() - word.length()) > limit || candidate.equals(word)) {
        continue;
      }
      int distance = distance(word, candidate);
      if (distance <= limit) {
        limit = distance - 1;
        best = Optional.of(candidate);
      }
    }
    return best;
  }

  /**
   * Insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
   */
  private static int distance(String left, String right) {
    int[][] table = new int[left.length() + 1][right.length() + 1];
    for (int i = 0; i <= left.length(); i++) {
      for (int j = 0; j <= right.length(); j++) {
        if (i == 0 || j == 0) {
          table[i][j] = i + j;
          continue;
        }
        int replace = table[i - 1][j - 1] + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
        table[i][j] = Math.min(replace, 1 + Math.min(table[i - 1][j], table[i][j - 1]));
        if (i > 1
            && j > 1
            && left.charAt(i - 1) == right.charAt(j - 2)
            && left.charAt(i - 2) == right.charAt(j - 1)) {
          table[i][j] = Math.min(table[i][j], table[i - 2][j - 2] + 1);
        }
      }
    }
    return table[left.length()][right.length()];
  }
}
