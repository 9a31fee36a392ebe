package org.ptoc.tools.cli;

import java.util.Collection;
import java.util.Optional;

/** Finds what a misspelt word was probably meant to be. */
final class Suggestion {
  private Suggestion() {}

  /** The closest candidate when it is close enough, with the words around it: {@code ; did you mean 'run'?}. */
  static String phrase(String word, Collection<String> candidates) {
    return closest(word, candidates).map(best -> "; did you mean '" + best + "'?").orElse("");
  }

  static Optional<String> closest(String word, Collection<String> candidates) {
    Optional<String> best = Optional.empty();
    int bestDistance = Math.max(1, word.length() / 3) + 1;
    for (String candidate : candidates) {
      int distance = distance(word, candidate);
      if (distance < bestDistance) {
        bestDistance = distance;
        best = Optional.of(candidate);
      }
    }
    return best;
  }

  /** Insertions, deletions, replacements and swaps of neighbours that turn one word into the other. */
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
        if (i > 1 && j > 1 && left.charAt(i - 1) == right.charAt(j - 2) && left.charAt(i - 2) == right.charAt(j - 1)) {
          table[i][j] = Math.min(table[i][j], table[i - 2][j - 2] + 1);
        }
      }
    }
    return table[left.length()][right.length()];
  }
}
