package org.ptoc.ir.catalog;

import java.util.Optional;
import org.ptoc.ir.isa.Mnemonic;

/**
 * How A2/A3 computes the elements of an elementwise tile operation, repeat by repeat (spec/21,
 * 8.3).
 *
 * @param rule what is written
 * @param word the instruction that the rule makes use of, where it may be one or another
 */
public record RepeatLanes(Rule rule, Optional<Mnemonic> word) {

  /** What is written for the tiles in their order, and the scalar where there is one. */
  public enum Rule {
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

  static RepeatLanes by(Mnemonic word) {
    return by(Rule.INSTRUCTION, word);
  }

  static RepeatLanes by(Rule rule) {
    return new RepeatLanes(rule, Optional.empty());
  }

  static RepeatLanes by(Rule rule, Mnemonic word) {
    return new RepeatLanes(rule, Optional.of(word));
  }

  /**
   * The instruction.
   *
   * @throws java.util.NoSuchElementException when the rule says which
   */
  public Mnemonic by() {
    return word.orElseThrow();
  }
}
