package org.ptoc.ir.diagnostic;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/** Finds what a misspelt word was probably meant to be. */
public final class NearestName {
  /**
   * How often it is worth the time to compare a word with all names of a text: more misses are a
   * mistake that is not one of typing.
   */
  public static final int MOST_SEARCHES = 20;

  /** Longer words are not misspelt names. */
  private static final int LONGEST = 200;

  private NearestName() {}

  /**
   * The candidate with the fewest slips, when these are few for the length of the word after its
   * last dot.
   */
  public static Optional<String> to(String word, Iterable<String> candidates) {
    return within(Math.max(1, (word.length() - word.lastIndexOf('.') - 1) / 3), word, candidates);
  }

  /**
   * The word of a fixed vocabulary that another one means: the same but for capitals and
   * underscores, with or without the parts that a prefix makes, cut short or written out; else the
   * nearest one.
   */
  public static Optional<String> meant(String word, Iterable<String> vocabulary) {
    String plain = plain(word);
    return only(vocabulary, each -> plain(each).equals(plain))
        .or(() -> only(vocabulary, each -> isWithPrefix(each, word) || isWithPrefix(word, each)))
        .or(() -> to(word, vocabulary))
        .or(() -> only(vocabulary, each -> isCutShort(plain, plain(each))))
        .or(() -> only(vocabulary, each -> isCutShort(plain(each), plain)));
  }

  private static String plain(String word) {
    return word.replace("_", "").toLowerCase(Locale.ROOT);
  }

  private static boolean isWithPrefix(String longer, String word) {
    return longer.toLowerCase(Locale.ROOT).endsWith("_" + word.toLowerCase(Locale.ROOT));
  }

  /** Fewer letters say too little. */
  private static boolean isCutShort(String shorter, String longer) {
    return shorter.length() >= 3 && longer.startsWith(shorter);
  }

  /** What one candidate has and no other; the word itself never comes here. */
  private static Optional<String> only(Iterable<String> candidates, Predicate<String> property) {
    Optional<String> found = Optional.empty();
    for (String candidate : candidates) {
      if (property.test(candidate) && !found.equals(Optional.of(candidate))) {
        if (found.isPresent()) {
          return Optional.empty();
        }
        found = Optional.of(candidate);
      }
    }
    return found;
  }

  /**
   * The first of the candidates with the fewest slips, at most {@code slips}; the word itself is
   * none.
   */
  public static Optional<String> within(int slips, String word, Iterable<String> candidates) {
    Optional<String> best = Optional.empty();
    if (word.length() > LONGEST) {
      return Optional.empty();
    }
    int limit = slips;
    for (String candidate : candidates) {
      if (Math.abs(candidate.length() - word.length()) > limit || candidate.equals(word)) {
        continue;
      }
      int distance = distance(word, candidate, limit);
      if (distance <= limit) {
        limit = distance - 1;
        best = Optional.of(candidate);
      }
    }
    return best;
  }

  /**
   * Insertions, deletions, replacements and swaps of neighbours that turn one word into the other;
   * more than {@code most} when there are more. Only the band of the table is computed that can
   * lead to so few.
   */
  private static int distance(String left, String right, int most) {
    int[] beforeLast = new int[right.length() + 1];
    int[] last = new int[right.length() + 1];
    int[] row = new int[right.length() + 1];
    for (int j = 0; j <= right.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= left.length(); i++) {
      int from = Math.max(1, i - most);
      int to = (int) Math.min(right.length(), (long) i + most);
      Arrays.fill(row, most + 1);
      row[0] = i;
      int least = row[0];
      for (int j = from; j <= to; j++) {
        boolean same = left.charAt(i - 1) == right.charAt(j - 1);
        int steps = Math.min(last[j - 1] + (same ? 0 : 1), 1 + Math.min(last[j], row[j - 1]));
        if (i > 1
            && j > 1
            && left.charAt(i - 1) == right.charAt(j - 2)
            && left.charAt(i - 2) == right.charAt(j - 1)) {
          steps = Math.min(steps, beforeLast[j - 2] + 1);
        }
        row[j] = steps;
        least = Math.min(least, steps);
      }
      if (least > most) {
        return most + 1;
      }
      int[] free = beforeLast;
      beforeLast = last;
      last = row;
      row = free;
    }
    return last[right.length()];
  }
}
