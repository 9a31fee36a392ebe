package org.ptoc.emulator.interpreter.step;

/**
 * How a scalar value changes from iteration to iteration of a loop body.
 *
 * @param kind what is known
 * @param register for {@code STEPPED}, the register whose value at the beginning of the pass it
 *     follows; else 0
 * @param offset for {@code STEPPED} with a known distance, value minus that register's value; else
 *     0
 * @param known whether {@code offset} is known; otherwise it is the same in all iterations
 */
public record Motion(Kind kind, int register, long offset, boolean known) {
  public enum Kind {
    /** The same in all iterations. */
    FIXED,
    /**
     * A register's value at the beginning of the iteration plus something that is the same in all
     * iterations.
     */
    STEPPED,
    /**
     * Moves by the same amount from iteration to iteration as long as all {@code STEPPED} registers
     * do.
     */
    LINEAR,
    /** Anything. */
    UNKNOWN
  }

  public static final Motion FIXED = new Motion(Kind.FIXED, 0, 0, false);
  static final Motion LINEAR = new Motion(Kind.LINEAR, 0, 0, false);
  public static final Motion UNKNOWN = new Motion(Kind.UNKNOWN, 0, 0, false);

  public static Motion start(int register) {
    return new Motion(Kind.STEPPED, register, 0, true);
  }

  public boolean isFixed() {
    return kind == Kind.FIXED;
  }

  public boolean isLinear() {
    return kind != Kind.UNKNOWN;
  }

  /**
   * True if {@code register} moves by the same amount in every iteration when this is its value at
   * the end of one.
   */
  public boolean steps(int register) {
    return kind == Kind.STEPPED && this.register == register;
  }

  /** This value and a number that the word holds. */
  public Motion plus(long number) {
    return kind == Kind.STEPPED && known ? new Motion(kind, register, offset + number, true) : this;
  }

  public Motion plus(Motion other) {
    if (!isLinear() || !other.isLinear()) {
      return UNKNOWN;
    }
    if (isFixed()) {
      return other.shifted();
    }
    return other.isFixed() ? shifted() : LINEAR;
  }

  public Motion minus(Motion other) {
    return isLinear() && !isFixed() && other.isFixed() ? shifted() : plus(other.times(FIXED));
  }

  /** A product; a fixed factor of unknown size keeps a value linear. */
  public Motion times(Motion other) {
    if (isFixed() && other.isFixed()) {
      return FIXED;
    }
    return isFixed() && other.isLinear() || isLinear() && other.isFixed() ? LINEAR : UNKNOWN;
  }

  /** The same with an unknown fixed distance. */
  private Motion shifted() {
    return kind == Kind.STEPPED ? new Motion(kind, register, 0, false) : this;
  }
}
