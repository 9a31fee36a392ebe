package org.ptoc.ir.catalog;

import java.util.Optional;
import org.ptoc.ir.isa.Mnemonic;

/**
 * How a profile computes the elements of an elementwise tile operation.
 *
 * @param <R> the rules of the profile
 * @param <W> its vector operations or instructions
 * @param rule what is written
 * @param word the vector operation or instruction that the rule makes use of, where it may be one
 *     or another
 */
public record LaneLowering<R extends Enum<R>, W>(R rule, Optional<W> word) {
  static LaneLowering<VectorRule, Op> by(Op operation) {
    return by(VectorRule.OPERATION, operation);
  }

  static LaneLowering<RepeatRule, Mnemonic> by(Mnemonic word) {
    return by(RepeatRule.INSTRUCTION, word);
  }

  static <R extends Enum<R>, W> LaneLowering<R, W> by(R rule) {
    return new LaneLowering<>(rule, Optional.empty());
  }

  static <R extends Enum<R>, W> LaneLowering<R, W> by(R rule, W word) {
    return new LaneLowering<>(rule, Optional.of(word));
  }

  /**
   * The vector operation or instruction.
   *
   * @throws java.util.NoSuchElementException when the rule says which
   */
  public W by() {
    return word.orElseThrow();
  }
}
