package org.ptoc.ir.isa;

import java.util.Optional;

/**
 * The type of a scalar operation: field {@code w}; codes 0 to 3 also in {@code w2} (spec/40, 7.1).
 */
public enum ScalarWidth implements EncodedName {
  I8(0, "i8"),
  I16(1, "i16"),
  I32(2, "i32"),
  I64(3, "i64"),
  F16(4, "f16"),
  BF16(5, "bf16"),
  F32(6, "f32"),
  I1(7, "i1");

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  private final int code;
  private final String spelling;

  ScalarWidth(int code, String spelling) {
    this.code = code;
    this.spelling = spelling;
  }

  /** The entry with {@code code}; empty for a reserved code. */
  public static Optional<ScalarWidth> byCode(long code) {
    return EncodedName.byCode(values(), code);
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
