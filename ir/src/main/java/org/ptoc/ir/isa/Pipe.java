package org.ptoc.ir.isa;

import java.util.Optional;

/** The execution pipes of a core (spec/40, 1.8; spec/00, 1.4). */
public enum Pipe implements EncodedName {
  S,
  V,
  M,
  MTE1,
  MTE2,
  MTE3,
  ALL,
  MTE4,
  MTE5,
  V2,
  FIX;

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  /** The entry with {@code code}; empty for a reserved code. */
  public static Optional<Pipe> byCode(long code) {
    return EncodedName.byCode(values(), code);
  }

  /** The pipe of a name such as {@code MTE2} or {@code PIPE_MTE2}; empty when there is none. */
  public static Optional<Pipe> named(String name) {
    String bare = name.startsWith("PIPE_") ? name.substring("PIPE_".length()) : name;
    return EncodedName.bySpelling(values(), bare);
  }
}
