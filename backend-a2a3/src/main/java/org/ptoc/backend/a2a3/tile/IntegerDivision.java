package org.ptoc.backend.a2a3.tile;

import java.util.Optional;
import org.ptoc.ir.Value;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.RoundingMode;

/**
 * Quotients and remainders of 32-bit integers, exact for all operands. Both magnitudes are kept
 * negative, which has room for the least integer too. A single-precision quotient is off by less
 * than one part in 2^22: two of them leave a rest that is at most one divisor too far, and the sign
 * of the rest shows that.
 */
final class IntegerDivision {
  /**
   * Two operands, their magnitudes, quotient, rest, two numbers in single precision and a
   * temporary.
   */
  static final int SLOTS = 9;

  private static final DataType WORD = DataType.S32;
  private static final int SIGN_SHIFT = 31;

  private final Elementwise piece;
  private final Code code;
  private final Domain domain;
  private final Area dividend;
  private final Area divisor;
  private final Area divisorMagnitude;
  private final Area quotient;
  private final Area rest;
  private final Area temporary;

  private IntegerDivision(Elementwise piece, Optional<Area> lhs, Optional<Area> rhs) {
    this.piece = piece;
    this.code = piece.code();
    this.domain = piece.domain();
    this.dividend = operand(lhs, 0);
    this.divisor = operand(rhs, 1);
    this.divisorMagnitude = slot(2);
    this.quotient = slot(3);
    this.rest = slot(4);
    this.temporary = slot(5);
  }

  /**
   * {@code lhs / rhs} rounded toward zero, all ones for a zero divisor; an absent operand is the
   * scalar.
   */
  static void quotient(Elementwise piece, Optional<Area> lhs, Optional<Area> rhs) {
    IntegerDivision division = new IntegerDivision(piece, lhs, rhs);
    division.divide();
    division.signedQuotient();
  }

  /**
   * The remainder, 0 for a zero divisor.
   *
   * @param floor true for the sign of the divisor, false for that of the dividend
   */
  static void remainder(Elementwise piece, boolean floor) {
    Optional<Area> rhs =
        piece.sources().size() > 1 ? Optional.of(piece.sources().get(1)) : Optional.empty();
    IntegerDivision division =
        new IntegerDivision(piece, Optional.of(piece.sources().getFirst()), rhs);
    division.divide();
    division.signedRemainder(floor);
  }

  private Area slot(int number) {
    return piece.slot(number, Integer.BYTES);
  }

  private Area operand(Optional<Area> area, int number) {
    if (area.isPresent()) {
      return area.get();
    }
    Area splat = slot(number);
    Value scalar = Scalars.element(code.builder(), piece.scalar().orElseThrow(), piece.element());
    code.scalar(domain, Mnemonic.VDUP, WORD, scalar, splat);
    return splat;
  }

  private void run(Mnemonic mnemonic, Area... areas) {
    code.run(domain, mnemonic, WORD, areas);
  }

  private void negate(Area to, Area from) {
    code.scalar(domain, Mnemonic.VMULS, WORD, -1, to, from);
  }

  /** All ones where {@code from} is negative. */
  private void sign(Area to, Area from) {
    code.scalar(domain, Mnemonic.VSHRS, WORD, SIGN_SHIFT, to, from);
  }

  private void bits(Mnemonic mnemonic, Area... areas) {
    code.bitwise(domain, mnemonic, areas);
  }

  /** {@code area = signs ? -area : area} for a mask of signs. */
  private void applySign(Area area, Area signs) {
    bits(Mnemonic.VXOR, area, area, signs);
    run(Mnemonic.VSUB, area, area, signs);
  }

  /** Quotient of the magnitudes, and the rest: 0 or negative, less than the divisor away from 0. */
  private void divide() {
    negate(rest, dividend);
    run(Mnemonic.VMIN, rest, rest, dividend);
    negate(divisorMagnitude, divisor);
    run(Mnemonic.VMIN, divisorMagnitude, divisorMagnitude, divisor);
    Area single = slot(7);
    toSingle(single, divisorMagnitude);
    step(single, quotient);
    step(single, slot(8));
    run(Mnemonic.VADD, quotient, quotient, slot(8));
    negate(temporary, rest);
    sign(temporary, temporary);
    run(Mnemonic.VADD, quotient, quotient, temporary);
    bits(Mnemonic.VAND, temporary, temporary, divisorMagnitude);
    run(Mnemonic.VADD, rest, rest, temporary);
  }

  private void toSingle(Area to, Area from) {
    code.convert(domain, WORD, DataType.FP32, RoundingMode.NEAREST_EVEN.code(), false, to, from);
  }

  /** A part of the quotient, which is taken off the rest. */
  private void step(Area singleDivisor, Area part) {
    Area single = slot(6);
    toSingle(single, rest);
    code.run(domain, Mnemonic.VDIV, DataType.FP32, single, single, singleDivisor);
    code.convert(domain, DataType.FP32, WORD, RoundingMode.TOWARD_ZERO.code(), true, part, single);
    run(Mnemonic.VMUL, temporary, part, divisorMagnitude);
    run(Mnemonic.VSUB, rest, rest, temporary);
  }

  private void signedQuotient() {
    bits(Mnemonic.VXOR, temporary, dividend, divisor);
    sign(temporary, temporary);
    applySign(quotient, temporary);
    sign(temporary, divisorMagnitude);
    bits(Mnemonic.VNOT, temporary, temporary);
    bits(Mnemonic.VOR, piece.destination(), quotient, temporary);
  }

  private void signedRemainder(boolean floor) {
    sign(temporary, dividend);
    bits(Mnemonic.VNOT, temporary, temporary);
    applySign(rest, temporary);
    if (floor) {
      towardDivisor();
    }
    sign(temporary, divisorMagnitude);
    bits(Mnemonic.VAND, piece.destination(), rest, temporary);
  }

  /** Adds the divisor to a remainder of the other sign that is not 0. */
  private void towardDivisor() {
    negate(temporary, rest);
    bits(Mnemonic.VOR, temporary, temporary, rest);
    bits(Mnemonic.VXOR, quotient, rest, divisor);
    bits(Mnemonic.VAND, temporary, temporary, quotient);
    sign(temporary, temporary);
    bits(Mnemonic.VAND, temporary, temporary, divisor);
    run(Mnemonic.VADD, rest, rest, temporary);
  }
}
