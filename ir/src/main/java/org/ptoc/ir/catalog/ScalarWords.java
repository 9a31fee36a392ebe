package org.ptoc.ir.catalog;

import java.util.Optional;
import org.ptoc.ir.isa.Mnemonic;

/**
 * Which scalar words compute an operation on two operands of one type, and what they become when
 * the right operand is a constant.
 *
 * @param register the form with two registers; empty where it takes more than one word
 * @param signed the {@code sg} bit of that form
 * @param losesNaN whether a number wins over NaN, which takes further words
 * @param immediate what the form with a constant takes
 * @param constant the form with a constant
 * @param shift the form with a constant for powers of two
 */
public record ScalarWords(
    Optional<Mnemonic> register,
    boolean signed,
    boolean losesNaN,
    Immediate immediate,
    Optional<Mnemonic> constant,
    Optional<Mnemonic> shift) {

  /** How an instruction encodes a constant right operand. */
  public enum Immediate {
    NONE,
    /** The constant as it is. */
    PLAIN,
    /** The negated constant. */
    NEGATED,
    /** A shift distance below the width. */
    DISTANCE,
    /** As plain, or the exponent of a power of two in {@link #shift}. */
    SCALE,
    /** Only the exponent of a power of two in {@link #shift}. */
    POWER,
    /** Only for a power of two: the power minus one. */
    MASK
  }

  static final ScalarWords NONE =
      new ScalarWords(
          Optional.empty(), false, false, Immediate.NONE, Optional.empty(), Optional.empty());

  static ScalarWords signed(Mnemonic register) {
    return of(register, true, false);
  }

  /** Also for operations where sign makes no difference. */
  static ScalarWords unsigned(Mnemonic register) {
    return of(register, false, false);
  }

  private static ScalarWords of(Mnemonic register, boolean signed, boolean losesNaN) {
    return new ScalarWords(
        Optional.of(register),
        signed,
        losesNaN,
        Immediate.NONE,
        Optional.empty(),
        Optional.empty());
  }

  ScalarWords nanLoses() {
    return new ScalarWords(register, signed, true, immediate, constant, shift);
  }

  ScalarWords plain(Mnemonic word) {
    return with(Immediate.PLAIN, Optional.of(word), Optional.empty());
  }

  ScalarWords negated(Mnemonic word) {
    return with(Immediate.NEGATED, Optional.of(word), Optional.empty());
  }

  ScalarWords distance(Mnemonic word) {
    return with(Immediate.DISTANCE, Optional.of(word), Optional.empty());
  }

  ScalarWords mask(Mnemonic word) {
    return with(Immediate.MASK, Optional.of(word), Optional.empty());
  }

  ScalarWords scale(Mnemonic word, Mnemonic power) {
    return with(Immediate.SCALE, Optional.of(word), Optional.of(power));
  }

  ScalarWords power(Mnemonic power) {
    return with(Immediate.POWER, Optional.empty(), Optional.of(power));
  }

  private ScalarWords with(Immediate how, Optional<Mnemonic> word, Optional<Mnemonic> power) {
    return new ScalarWords(register, signed, losesNaN, how, word, power);
  }
}
