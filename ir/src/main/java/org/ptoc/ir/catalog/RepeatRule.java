package org.ptoc.ir.catalog;

/**
 * What A2/A3 writes for the tiles of an elementwise tile operation in their order, and the scalar
 * where there is one, repeat by repeat (spec/21, 8.3).
 */
public enum RepeatRule {
  /** The instruction. */
  INSTRUCTION,
  /** The instruction on 16-bit lanes, whatever the elements are. */
  BITS,
  /** The instruction on 16-bit lanes with a vector of the scalar. */
  BITS_WITH_SCALAR,
  /** The instruction on the first two tiles; the third is added. */
  THEN_ADD,
  /** The scalar is added, then the second tile. */
  ADD_SCALAR_THEN_TILE,
  /** The scalar is subtracted, then the second tile added. */
  SUBTRACT_SCALAR_ADD_TILE,
  SUBTRACT_SCALAR,
  NEGATION,
  RECIPROCAL,
  /** What a quotient rounded down leaves. */
  FLOOR_REMAINDER,
  /** What a quotient rounded toward zero leaves. */
  TRUNCATED_REMAINDER,
  POWER,
  /** The first tile, or where it is not above 0 its product with the second. */
  PARAMETRIC_RELU,
  /** As that, with a scalar, for which there is an instruction where it is well known. */
  LEAKY_RELU
}
