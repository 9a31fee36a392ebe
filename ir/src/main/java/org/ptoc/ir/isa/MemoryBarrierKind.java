package org.ptoc.ir.isa;

import java.util.Optional;

/**
 * Kinds of {@code mem_bar}: prior and later accesses (spec/40, 7.5; spec/00, 4.5 for codes 12 to
 * 15).
 */
public enum MemoryBarrierKind implements EncodedName {
  VV_ALL,
  VST_VLD,
  VLD_VST,
  VST_VST,
  VS_ALL,
  VST_LD,
  VLD_ST,
  VST_ST,
  SV_ALL,
  ST_VLD,
  LD_VST,
  ST_VST,
  SS_ALL,
  ST_LD,
  LD_ST,
  ST_ST;

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  /** The entry with {@code code}; empty for a reserved code. */
  public static Optional<MemoryBarrierKind> byCode(long code) {
    return EncodedName.byCode(values(), code);
  }
}
