package org.ptoc.ir.isa;

import java.util.Optional;

/** The execution pipes of a core (spec/40, 1.8; spec/00, 1.4). */
public enum Pipe implements EncodedName {
  S(0, "S"),
  V(1, "V"),
  M(2, "M"),
  MTE1(3, "MTE1"),
  MTE2(4, "MTE2"),
  MTE3(5, "MTE3"),
  ALL(6, "ALL"),
  MTE4(7, "MTE4"),
  MTE5(8, "MTE5"),
  V2(9, "V2"),
  FIX(10, "FIX");

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  private final int code;
  private final String spelling;

  Pipe(int code, String spelling) {
    this.code = code;
    this.spelling = spelling;
  }

  /** The entry with {@code code}; empty for a reserved code. */
  public static Optional<Pipe> byCode(long code) {
    return EncodedName.byCode(values(), code);
  }

  /** The pipe of a name such as {@code MTE2} or {@code PIPE_MTE2}; empty when there is none. */
  public static Optional<Pipe> named(String name) {
    String bare = name.startsWith("PIPE_") ? name.substring("PIPE_".length()) : name;
    for (Pipe pipe : values()) {
      if (pipe.spelling.equals(bare)) {
        return Optional.of(pipe);
      }
    }
    return Optional.empty();
  }

  @Override
  public int code() {
    return code;
  }

  @Override
  public String spelling() {
    return spelling;
  }
}
