package org.ptoc.ir.catalog;

import java.util.Optional;

/**
 * How A5 computes the lanes of an elementwise tile operation (spec/20, 6).
 *
 * @param rule what is written
 * @param operation the vector operation that the rule makes use of, where it may be one or another
 */
public record VectorLanes(Rule rule, Optional<Op> operation) {

  /** What is written for the operands in their order; scalars stay scalars. */
  public enum Rule {
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

  static VectorLanes by(Op operation) {
    return by(Rule.OPERATION, operation);
  }

  static VectorLanes by(Rule rule) {
    return new VectorLanes(rule, Optional.empty());
  }

  static VectorLanes by(Rule rule, Op operation) {
    return new VectorLanes(rule, Optional.of(operation));
  }

  /**
   * The vector operation.
   *
   * @throws java.util.NoSuchElementException when the rule says which
   */
  public Op by() {
    return operation.orElseThrow();
  }
}
