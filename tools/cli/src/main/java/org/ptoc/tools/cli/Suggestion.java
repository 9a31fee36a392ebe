package org.ptoc.tools.cli;

import java.util.Collection;
import org.ptoc.ir.diagnostic.NearestName;

/** Finds what a misspelt word was probably meant to be. */
final class Suggestion {
  private Suggestion() {}

  /** The closest candidate when it is close enough, with the words around it: {@code ; did you mean 'run'?}. */
  static String phrase(String word, Collection<String> candidates) {
    return NearestName.to(word, candidates).map(best -> "; did you mean '" + best + "'?").orElse("");
  }
}
