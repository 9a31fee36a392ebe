package org.ptoc.ir.isa;

import java.util.Optional;

/**
 * The type of a scalar operation: field {@code w}; codes 0 to 3 also in {@code w2} (spec/40, 7.1).
 */
public enum ScalarWidth implements EncodedName {
  I8("i8"),
  I16("i16"),
  I32("i32"),
  I64("i64"),
  F16("f16"),
  BF16("bf16"),
  F32("f32"),
  I1("i1");

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  private final String spelling;

  ScalarWidth(String spelling) {
    this.spelling = spelling;
  }

  /** The entry with {@code code}; empty for a reserved code. */
  public static Optional<ScalarWidth> byCode(long code) {
    return EncodedName.byCode(values(), code);
  }

  @Override
  public String spelling() {
    return spelling;
  }
}
