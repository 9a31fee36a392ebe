package org.ptoc.frontend.bind;

import java.util.Optional;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.OpDefinition;

/** Finds the operation that a misspelled name probably means. */
final class NearestName {
  private NearestName() {}

  /** The name with the fewest single-character edits, when these are few for the length of the word. */
  static Optional<String> to(String name) {
    int limit = Math.max(1, name.length() / 4);
    String best = "";
    for (OpDefinition definition : OpCatalog.all()) {
      int distance = distance(name, definition.name(), limit);
      if (distance <= limit) {
        best = definition.name();
        limit = distance - 1;
      }
    }
    return best.isEmpty() ? Optional.empty() : Optional.of(best);
  }

  /** Levenshtein distance; any number above the limit when it is larger than that. */
  private static int distance(String a, String b, int limit) {
    if (Math.abs(a.length() - b.length()) > limit) {
      return limit + 1;
    }
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int substitution = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substitution, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}
