package org.ptoc.ir.isa;

import java.util.Optional;

/** The names that a field can hold, found by code or by spelling. */
public final class FieldVocabulary {
  private final EncodedName[] names;

  FieldVocabulary(EncodedName... names) {
    this.names = names;
  }

  /** The name with {@code code}; empty for a reserved code. */
  public Optional<EncodedName> byCode(long code) {
    for (EncodedName name : names) {
      if (name.code() == code) {
        return Optional.of(name);
      }
    }
    return Optional.empty();
  }

  /** The name that is written {@code spelling}; empty when there is none. */
  public Optional<EncodedName> bySpelling(String spelling) {
    for (EncodedName name : names) {
      if (name.spelling().equals(spelling)) {
        return Optional.of(name);
      }
    }
    return Optional.empty();
  }

  /** True if {@code code} is assigned. */
  public boolean contains(long code) {
    for (EncodedName name : names) {
      if (name.code() == code) {
        return true;
      }
    }
    return false;
  }

  /** All spellings in code order, separated by commas, for messages. */
  public String spellings() {
    StringBuilder text = new StringBuilder();
    for (EncodedName name : names) {
      text.append(text.isEmpty() ? "" : ", ").append(name.spelling());
    }
    return text.toString();
  }
}
