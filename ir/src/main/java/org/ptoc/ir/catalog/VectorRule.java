package org.ptoc.ir.catalog;

/**
 * What A5 writes for the operands of an elementwise tile operation in their order; scalars stay
 * scalars (spec/20, 6).
 */
public enum VectorRule {
  /** The operation. */
  OPERATION(false),
  /** The operation on the first two operands; the third is added. */
  THEN_ADD(false),
  /** A product, also of 8-bit elements, which no operation multiplies. */
  PRODUCT(false),
  QUOTIENT(true),
  /** What a quotient rounded down leaves. */
  FLOOR_REMAINDER(true),
  /** What a quotient rounded toward zero leaves. */
  TRUNCATED_REMAINDER(true),
  POWER(true),
  RECIPROCAL(true),
  /** The operation, or a root and a division where the text asks for both. */
  RECIPROCAL_ROOT(false),
  /** The first operand, or where it is not above 0 its product with the second. */
  PARAMETRIC_RELU(true),
  /** As that, with a scalar, for which there is an operation where it is well known. */
  LEAKY_RELU(true);

  private final boolean chooses;

  VectorRule(boolean chooses) {
    this.chooses = chooses;
  }

  /** Whether lanes may come from one or another vector, by a comparison of the operands. */
  public boolean chooses() {
    return chooses;
  }
}
