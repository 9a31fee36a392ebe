package org.ptoc.ir.isa;

import java.util.Optional;

/**
 * Conditions of scalar compares and branches; codes 0 to 9 are those of {@code arith.cmpi}
 * (spec/40, 7.1).
 */
public enum Condition implements EncodedName {
  EQ("eq"),
  NE("ne"),
  SLT("slt"),
  SLE("sle"),
  SGT("sgt"),
  SGE("sge"),
  ULT("ult"),
  ULE("ule"),
  UGT("ugt"),
  UGE("uge"),
  OEQ("oeq"),
  ONE("one"),
  OLT("olt"),
  OLE("ole"),
  OGT("ogt"),
  OGE("oge");

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  private final String spelling;

  Condition(String spelling) {
    this.spelling = spelling;
  }

  /** The entry with {@code code}; empty for a reserved code. */
  public static Optional<Condition> byCode(long code) {
    return EncodedName.byCode(values(), code);
  }

  /** The condition that holds for (b, a) when this one of integers holds for (a, b). */
  public Condition swapped() {
    return switch (this) {
      case SLT -> SGT;
      case SLE -> SGE;
      case SGT -> SLT;
      case SGE -> SLE;
      case ULT -> UGT;
      case ULE -> UGE;
      case UGT -> ULT;
      case UGE -> ULE;
      case EQ, NE, OEQ, ONE, OLT, OLE, OGT, OGE -> this;
    };
  }

  @Override
  public String spelling() {
    return spelling;
  }
}
