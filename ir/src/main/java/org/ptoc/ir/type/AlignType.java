package org.ptoc.ir.type;

/** The carrier of an unaligned stream, {@code !pto.align} (spec/00, 4.9). */
public enum AlignType implements Type {
  ALIGN;

  @Override
  public String spelling() {
    return "!pto.align";
  }
}
