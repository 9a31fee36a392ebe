package org.ptoc.ir.isa;

/** How f32 inputs of a product lose 13 mantissa bits: field {@code tf} (spec/60, 3.6 and 6.1). */
public enum TensorFloatRounding implements EncodedName {
  /** They are taken as they are. */
  NONE("TF32_NONE"),
  EVEN("TF32_EVEN"),
  AWAY("TF32_AWAY"),
  /** Bits 46 and 47 of CTRL say. */
  CONTROL("TF32_CTRL");

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  private static final TensorFloatRounding[] BY_CODE = values();

  private final String spelling;

  TensorFloatRounding(String spelling) {
    this.spelling = spelling;
  }

  /** The rounding with {@code code}, 0 to 3. */
  public static TensorFloatRounding of(int code) {
    return BY_CODE[code];
  }

  @Override
  public String spelling() {
    return spelling;
  }
}
