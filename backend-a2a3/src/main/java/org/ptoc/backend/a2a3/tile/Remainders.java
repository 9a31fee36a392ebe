package org.ptoc.backend.a2a3.tile;

import java.util.Optional;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.RoundingMode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;

/**
 * Remainders and integer quotients through single precision (spec/20, 6.1): {@code a - q * b} with
 * a fused last step, so that only the quotient can be off by one, which the sign of the result
 * shows. Integers of 16 bits are exact, and those of 32 bits are left to {@link IntegerDivision}.
 */
final class Remainders {
  /** Operands, quotient, result, two masks and a finite divisor. */
  private static final int SLOTS = 7;

  /** Steps of a division; two are exact for quotients below 2^45. */
  private static final int STEPS = 2;

  private static final DataType SINGLE = DataType.FP32;
  private static final long ZERO = 0;
  private static final long MINUS_ONE = 0xBF80_0000L;
  private static final long GREATEST = 0x7F7F_FFFFL;
  private static final long LEAST = 0xFF7F_FFFFL;

  private final Elementwise piece;
  private final Code code;
  private final Domain domain;
  private final Area first;
  private final Area second;
  private final Area quotient;
  private final Area result;
  private final Area mask;
  private final Area otherMask;

  private Remainders(Elementwise piece) {
    this.piece = piece;
    this.code = piece.code();
    this.domain = piece.domain();
    this.first = piece.slot(0, 4);
    this.second = piece.slot(1, 4);
    this.quotient = piece.slot(2, 4);
    this.result = piece.slot(3, 4);
    this.mask = piece.slot(4, 4);
    this.otherMask = piece.slot(5, 4);
  }

  /**
   * @param floor true for the sign of the divisor, false for that of the dividend
   */
  static void emit(Elementwise piece, boolean floor) {
    if (isWide(piece.element())) {
      IntegerDivision.remainder(piece, floor);
      return;
    }
    Remainders remainders = new Remainders(piece);
    remainders.load(remainders.first, Optional.of(piece.sources().getFirst()));
    remainders.load(
        remainders.second,
        piece.sources().size() > 1 ? Optional.of(piece.sources().get(1)) : Optional.empty());
    if (floor) {
      remainders.floor();
    } else {
      remainders.truncated();
    }
    remainders.store(remainders.result);
  }

  /** Integer quotient rounded toward zero; all ones for a zero divisor. */
  static void quotient(Elementwise piece, Optional<Area> lhs, Optional<Area> rhs) {
    if (isWide(piece.element())) {
      IntegerDivision.quotient(piece, lhs, rhs);
      return;
    }
    Remainders remainders = new Remainders(piece);
    remainders.load(remainders.first, lhs);
    remainders.load(remainders.second, rhs);
    remainders.divide();
  }

  /** Scratch slots for an element type. */
  static int slots(ElementType element) {
    return isWide(element) ? IntegerDivision.SLOTS : SLOTS;
  }

  private static boolean isWide(ElementType element) {
    return element.isInteger() && element.bits() == Integer.SIZE;
  }

  private IrBuilder builder() {
    return code.builder();
  }

  /** An operand, or the scalar, as single precision numbers. */
  private void load(Area to, Optional<Area> from) {
    ElementType element = piece.element();
    if (from.isEmpty()) {
      Value scalar = piece.scalar().orElseThrow();
      code.scalar(domain, Mnemonic.VDUP, SINGLE, asSingle(scalar, element), to);
    } else if (element == ElementType.F32) {
      code.run(domain, Mnemonic.VCOPY, SINGLE, to, from.get());
    } else {
      code.convert(
          domain, piece.type(), SINGLE, RoundingMode.DEFAULT.code(), false, to, from.get());
    }
  }

  private Value asSingle(Value scalar, ElementType element) {
    if (element.isInteger()) {
      return Scalars.asFloat(builder(), scalar, element, 0);
    }
    return scalar.type() == ElementType.F32
        ? scalar
        : builder().value(Arithmetic.EXTF, ElementType.F32, scalar);
  }

  private void store(Area from) {
    if (piece.element() == ElementType.F32) {
      code.run(domain, Mnemonic.VCOPY, SINGLE, piece.destination(), from);
    } else {
      code.convert(
          domain,
          SINGLE,
          piece.type(),
          RoundingMode.NEAREST_EVEN.code(),
          false,
          piece.destination(),
          from);
    }
  }

  /**
   * {@code result = first - trunc(first / second) * second}, exact but for the choice of the
   * quotient. A quotient of more than 24 bits takes a second step. The product takes a finite
   * divisor: 0 times an infinity is not a number, but a number modulo an infinity is that number.
   */
  private void remainder() {
    Area finite = piece.slot(6, 4);
    code.scalar(domain, Mnemonic.VMINS, SINGLE, GREATEST, finite, second);
    code.scalar(domain, Mnemonic.VMAXS, SINGLE, LEAST, finite, finite);
    code.run(domain, Mnemonic.VCOPY, SINGLE, result, first);
    for (int step = 0; step < STEPS; step++) {
      code.run(domain, Mnemonic.VDIV, SINGLE, quotient, result, second);
      code.convert(
          domain, SINGLE, SINGLE, RoundingMode.TOWARD_ZERO.code(), false, quotient, quotient);
      code.scalar(domain, Mnemonic.VMULS, SINGLE, MINUS_ONE, quotient, quotient);
      code.run(domain, Mnemonic.VMLA, SINGLE, result, quotient, finite);
    }
  }

  private void isNegative(Area bits, Area value) {
    compare(bits, Comparison.LT, value);
  }

  private void compare(Area bits, Comparison comparison, Area value) {
    code.compare(
        domain,
        SINGLE,
        comparison,
        bits,
        value,
        Optional.empty(),
        Optional.of(builder().i64(ZERO)));
  }

  private void select(Area bits, Area ifSet, Area ifClear) {
    code.select(domain, SINGLE, result, bits, ifSet, ifClear);
  }

  /** On magnitudes, then with the sign of the dividend. */
  private void truncated() {
    isNegative(otherMask, first);
    code.run(domain, Mnemonic.VABS, SINGLE, first, first);
    code.run(domain, Mnemonic.VABS, SINGLE, second, second);
    remainder();
    isNegative(mask, result);
    code.run(domain, Mnemonic.VADD, SINGLE, quotient, result, second);
    select(mask, quotient, result);
    code.scalar(domain, Mnemonic.VMULS, SINGLE, MINUS_ONE, quotient, result);
    select(otherMask, quotient, result);
  }

  /** A result of the other sign than the divisor is one divisor short. */
  private void floor() {
    remainder();
    code.run(domain, Mnemonic.VADD, SINGLE, quotient, result, second);
    isNegative(mask, result);
    isNegative(otherMask, second);
    differentBits(mask, otherMask);
    compare(otherMask, Comparison.EQ, result);
    code.select(domain, SINGLE, quotient, otherMask, result, quotient);
    select(mask, quotient, result);
  }

  /** Exclusive or of packed bits; those of a row stand at the start of its row of the slot. */
  private void differentBits(Area bits, Area others) {
    Domain words = domain.withColumns(builder().ceilDivide(domain.columns(), Short.SIZE));
    code.run(words, Mnemonic.VXOR, DataType.U16, bits.as(2), bits.as(2), others.as(2));
  }

  private void divide() {
    code.run(domain, Mnemonic.VDIV, SINGLE, quotient, first, second);
    compare(mask, Comparison.EQ, second);
    code.scalar(domain, Mnemonic.VDUP, SINGLE, MINUS_ONE, result);
    select(mask, result, quotient);
    code.convert(
        domain,
        SINGLE,
        piece.type(),
        RoundingMode.TOWARD_ZERO.code(),
        false,
        piece.destination(),
        result);
  }
}
