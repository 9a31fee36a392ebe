package org.ptoc.ir.diagnostic;

/** How much a diagnostic weighs; only an error rejects the program. */
public enum Severity {
  ERROR("error"),
  WARNING("warning"),
  NOTE("note");

  private final String word;

  Severity(String word) {
    this.word = word;
  }

  public String word() {
    return word;
  }
}
