package org.ptoc.tools.cli;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.ptoc.ir.catalog.FunctionNames;
import org.ptoc.ir.diagnostic.NearestName;

/** Finds what a misspelt word was probably meant to be. */
final class Suggestion {
  /** Two dashes and four letters. */
  private static final int LEAST_BEGINNING = 6;

  /** To a shorter word every word of its length is near. */
  private static final int LEAST_WORD = 3;

  private Suggestion() {}

  /**
   * The closest candidate when it is close enough, else the first that begins as most of the word
   * does, with the words around it: {@code ; did you mean 'run'?}. Words of one or two letters get
   * none.
   */
  static String phrase(String word, Collection<String> candidates) {
    if (word.length() < LEAST_WORD) {
      return "";
    }
    List<String> meant =
        candidates.stream().filter(each -> FunctionNames.mayMean(word, each)).toList();
    return NearestName.to(word, meant)
        .or(() -> withSameBeginning(word, candidates))
        .map(best -> "; did you mean '" + best + "'?")
        .orElse("");
  }

  private static Optional<String> withSameBeginning(String word, Collection<String> candidates) {
    int least = Math.max(LEAST_BEGINNING, word.length() * 3 / 4);
    return word.length() < least
        ? Optional.empty()
        : candidates.stream().filter(each -> each.startsWith(word.substring(0, least))).findFirst();
  }
}
