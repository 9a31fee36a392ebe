package org.ptoc.ir.catalog;

/**
 * What A5 writes for the operands of an elementwise tile operation in their order; scalars stay
 * scalars (spec/20, 6).
 */
public enum VectorRule {
  /** The operation. */
  OPERATION,
  /** The operation on the first two operands; the third is added. */
  THEN_ADD,
  /** A product, also of 8-bit elements, which no operation multiplies. */
  PRODUCT,
  QUOTIENT,
  /** What a quotient rounded down leaves. */
  FLOOR_REMAINDER,
  /** What a quotient rounded toward zero leaves. */
  TRUNCATED_REMAINDER,
  /** A sum of which a negative one becomes 0. */
  RECTIFIED_SUM,
  POWER,
  RECIPROCAL,
  /** The operation, or a root and a division where the text asks for both. */
  RECIPROCAL_ROOT,
  /** The first operand, or where it is not above 0 its product with the second. */
  PARAMETRIC_RELU,
  /** As that, with a scalar, for which there is an operation where it is well known. */
  LEAKY_RELU
}
