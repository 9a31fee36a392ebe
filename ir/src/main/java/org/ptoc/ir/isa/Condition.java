package org.ptoc.ir.isa;

import java.util.Optional;

/**
 * Conditions of scalar compares and branches; codes 0 to 9 are those of {@code arith.cmpi}
 * (spec/40, 7.1).
 */
public enum Condition implements EncodedName {
  EQ(0, "eq"),
  NE(1, "ne"),
  SLT(2, "slt"),
  SLE(3, "sle"),
  SGT(4, "sgt"),
  SGE(5, "sge"),
  ULT(6, "ult"),
  ULE(7, "ule"),
  UGT(8, "ugt"),
  UGE(9, "uge"),
  OEQ(10, "oeq"),
  ONE(11, "one"),
  OLT(12, "olt"),
  OLE(13, "ole"),
  OGT(14, "ogt"),
  OGE(15, "oge");

  static final FieldVocabulary VOCABULARY = new FieldVocabulary(values());

  private final int code;
  private final String spelling;

  Condition(int code, String spelling) {
    this.code = code;
    this.spelling = spelling;
  }

  /** The entry with {@code code}; empty for a reserved code. */
  public static Optional<Condition> byCode(long code) {
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
