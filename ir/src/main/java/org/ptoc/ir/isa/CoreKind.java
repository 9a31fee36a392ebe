package org.ptoc.ir.isa;

/** The two kinds of cores; each executes a set of instructions of its own (spec/60, 6.5). */
public enum CoreKind {
  VECTOR("vector"),
  CUBE("cube");

  private final String spelling;

  CoreKind(String spelling) {
    this.spelling = spelling;
  }

  /** The name for messages. */
  public String spelling() {
    return spelling;
  }
}
