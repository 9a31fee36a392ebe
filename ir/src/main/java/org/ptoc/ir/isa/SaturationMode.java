package org.ptoc.ir.isa;

/** What decides the results of overflow, infinities and NaN: field {@code sm} (spec/60, 6.1). */
public enum SaturationMode implements EncodedName {
  /** Bits 48 and 50 of CTRL. */
  CONTROL("CTRL"),
  SATURATE("SAT"),
  KEEP("NOSAT"),
  /** As {@link #SATURATE}, but NaN stays. */
  SATURATE_KEEP_NAN("SAT_NAN");

  static final FieldVocabulary PRODUCT = new FieldVocabulary(CONTROL, SATURATE, KEEP);
  static final FieldVocabulary STORE = new FieldVocabulary(values());

  private static final SaturationMode[] BY_CODE = values();

  private final String spelling;

  SaturationMode(String spelling) {
    this.spelling = spelling;
  }

  /** The mode with {@code code}, 0 to 3. */
  public static SaturationMode of(int code) {
    return BY_CODE[code];
  }

  @Override
  public String spelling() {
    return spelling;
  }
}
