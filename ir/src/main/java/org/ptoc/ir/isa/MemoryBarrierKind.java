package org.ptoc.ir.isa;

import java.util.Optional;

/**
 * Kinds of {@code mem_bar}: prior and later accesses (spec/40, 7.5; spec/00, 4.5 for codes 12 to
 * 15).
 */
public enum MemoryBarrierKind implements EncodedName {
  VV_ALL(0, "VV_ALL"),
  VST_VLD(1, "VST_VLD"),
  VLD_VST(2, "VLD_VST"),
  VST_VST(3, "VST_VST"),
  VS_ALL(4, "VS_ALL"),
  VST_LD(5, "VST_LD"),
  VLD_ST(6, "VLD_ST"),
  VST_ST(7, "VST_ST"),
  SV_ALL(8, "SV_ALL"),
  ST_VLD(9, "ST_VLD"),
  LD_VST(10, "LD_VST"),
  ST_VST(11, "ST_VST"),
  SS_ALL(12, "SS_ALL"),
  ST_LD(13, "ST_LD"),
  LD_ST(14, "LD_ST"),
  ST_ST(15, "ST_ST");

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  private final int code;
  private final String spelling;

  MemoryBarrierKind(int code, String spelling) {
    this.code = code;
    this.spelling = spelling;
  }

  /** The entry with {@code code}; empty for a reserved code. */
  public static Optional<MemoryBarrierKind> byCode(long code) {
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
