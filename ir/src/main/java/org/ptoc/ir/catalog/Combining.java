package org.ptoc.ir.catalog;

/**
 * How an operation puts two values together: a reduction those of a row, an expansion or a partial
 * operation those of its sources.
 */
public enum Combining {
  SUM("add"),
  DIFFERENCE("sub"),
  PRODUCT("mul"),
  QUOTIENT("div"),
  MAXIMUM("max"),
  MINIMUM("min"),
  EXPONENT_OF_DIFFERENCE("expdif");

  private final String word;

  Combining(String word) {
    this.word = word;
  }

  /**
   * What mnemonics call it: {@code add} of {@code tadd}, {@code vadd} and {@code trowexpandadd}.
   */
  public String word() {
    return word;
  }
}
