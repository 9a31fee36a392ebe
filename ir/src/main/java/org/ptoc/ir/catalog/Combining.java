package org.ptoc.ir.catalog;

import java.util.Optional;
import org.ptoc.ir.type.ElementType;

/**
 * How an operation combines two values: a reduction combines values of a row, an expansion or a
 * partial operation values of its sources, an atomic store values of memory and tile.
 */
public enum Combining {
  SUM("add", Op.TADD, Arithmetic.ADDI, Arithmetic.ADDI, Arithmetic.ADDF),
  DIFFERENCE("sub", Op.TSUB, Arithmetic.SUBI, Arithmetic.SUBI, Arithmetic.SUBF),
  PRODUCT("mul", Op.TMUL, Arithmetic.MULI, Arithmetic.MULI, Arithmetic.MULF),
  QUOTIENT("div", Op.TDIV, Arithmetic.DIVSI, Arithmetic.DIVUI, Arithmetic.DIVF),
  MAXIMUM("max", Op.TMAX, Arithmetic.MAXSI, Arithmetic.MAXUI, Arithmetic.MAXIMUMF),
  MINIMUM("min", Op.TMIN, Arithmetic.MINSI, Arithmetic.MINUI, Arithmetic.MINIMUMF),
  EXPONENT_OF_DIFFERENCE("expdif");

  private final String word;
  private final Optional<Op> tile;
  private final Optional<Scalar> scalar;

  private record Scalar(Arithmetic signed, Arithmetic unsigned, Arithmetic real) {}

  Combining(String word, Op tile, Arithmetic signed, Arithmetic unsigned, Arithmetic real) {
    this.word = word;
    this.tile = Optional.of(tile);
    this.scalar = Optional.of(new Scalar(signed, unsigned, real));
  }

  Combining(String word) {
    this.word = word;
    this.tile = Optional.empty();
    this.scalar = Optional.empty();
  }

  /** Its name in attributes and messages. */
  public String word() {
    return word;
  }

  /**
   * What attributes call it: {@code add} of {@code atomic = add}.
   *
   * @throws IllegalArgumentException when nothing is called that
   */
  public static Combining named(String word) {
    for (Combining combining : values()) {
      if (combining.word.equals(word)) {
        return combining;
      }
    }
    throw new IllegalArgumentException("no combination " + word);
  }

  /** The elementwise operation that does it to two tiles; empty when there is none. */
  public Optional<Op> tile() {
    return tile;
  }

  /**
   * The operation that does it to two scalars.
   *
   * @throws java.util.NoSuchElementException when there is none
   */
  public Arithmetic scalar(ElementType element) {
    Scalar operations = scalar.orElseThrow();
    return element.isFloat()
        ? operations.real()
        : element.isSigned() ? operations.signed() : operations.unsigned();
  }
}
