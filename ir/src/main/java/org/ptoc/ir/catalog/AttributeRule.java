package org.ptoc.ir.catalog;

import java.util.List;
import java.util.stream.Stream;

/**
 * A declared attribute.
 *
 * @param attribute its name
 * @param domain legal values
 * @param required true when it must be given
 * @param aliases other names accepted on input
 */
public record AttributeRule(
    AttributeName attribute, Domain domain, boolean required, List<String> aliases) {

  public AttributeRule {
    aliases = List.copyOf(aliases);
  }

  /** The name in the dictionary, and of {@code $name} in a format. */
  public String name() {
    return attribute.spelling();
  }

  /**
   * The words that are its values where it is written without quotation marks among the operands:
   * bare tokens, or the name of a flag.
   */
  public List<String> words() {
    return switch (domain) {
      case Domain.Tokens tokens when tokens.enumeration().equals(Domain.Tokens.BARE) ->
          Stream.concat(tokens.tokens().stream(), tokens.synonyms().stream().map(Synonym::spelling))
              .toList();
      case Domain.Flag() -> List.of(name());
      case Domain.Tokens _, Domain.Range _, Domain.Anything _ -> List.of();
    };
  }

  /** The legal values of an attribute. */
  public sealed interface Domain {
    /**
     * A fixed vocabulary.
     *
     * @param tokens canonical spellings
     * @param synonyms pairs of accepted spelling and canonical spelling
     * @param enumeration name of the enumeration when the printer writes {@code #pto<name token>},
     *     empty for a string, {@link #BARE} for the token alone
     */
    record Tokens(List<String> tokens, List<Synonym> synonyms, String enumeration)
        implements Domain {
      /** The enumeration of tokens that are written alone. */
      public static final String BARE = "=";

      public Tokens {
        tokens = List.copyOf(tokens);
        synonyms = List.copyOf(synonyms);
      }

      /** The canonical spelling of a token, empty when the vocabulary does not have it. */
      public java.util.Optional<String> canonical(String text) {
        if (tokens.contains(text)) {
          return java.util.Optional.of(text);
        }
        for (Synonym synonym : synonyms) {
          if (synonym.spelling().equals(text)) {
            return java.util.Optional.of(synonym.token());
          }
        }
        return java.util.Optional.empty();
      }
    }

    /** Any boolean, or presence alone. */
    record Flag() implements Domain {}

    /** An integer in a closed range. */
    record Range(long least, long greatest) implements Domain {}

    /** Anything; nothing reads it or its reader checks it. */
    record Anything() implements Domain {}
  }

  /** A spelling that is accepted for a token. */
  public record Synonym(String spelling, String token) {}
}
