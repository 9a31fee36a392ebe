package org.ptoc.ir.isa;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The names of the fields of the word formats (spec/40, section 6; K and F: spec/60, 6.1). A format
 * whose layout has another name is rejected when the table is built. The name of a constant is the
 * name in the document.
 */
public enum FieldName {
  AL,
  C0,
  C1,
  CLS,
  COND,
  DIST,
  DT,
  DT2,
  DT3,
  DYN,
  GR,
  ID,
  IMM10,
  IMM24,
  IMM32,
  KIND,
  LVL,
  M3,
  MODE,
  MRG,
  ND,
  OP,
  ORD,
  P1,
  P2,
  PA,
  PART,
  PAT,
  PB,
  PD,
  PE,
  PG,
  POST,
  SAT,
  SG,
  SM,
  SP,
  SPR,
  TF,
  VA,
  VB,
  VC,
  VD,
  VE,
  W,
  W2,
  X,
  XA,
  XB,
  XC,
  XD,
  XM,
  XN,
  XO,
  XQ,
  XR,
  XS,
  XT,
  Z0;

  private static final Map<String, FieldName> BY_SPELLING = new HashMap<>();

  static {
    for (FieldName name : values()) {
      BY_SPELLING.put(name.spelling, name);
    }
  }

  private final String spelling = name().toLowerCase(Locale.ROOT);

  /**
   * The constant of a name in a layout or in an operand list of the table.
   *
   * @throws IllegalStateException when no document has the name
   */
  public static FieldName of(String spelling) {
    FieldName name = BY_SPELLING.get(spelling);
    if (name == null) {
      throw new IllegalStateException("unknown field " + spelling);
    }
    return name;
  }

  /** The name in the encoding document. */
  public String spelling() {
    return spelling;
  }

  @Override
  public String toString() {
    return spelling;
  }
}
