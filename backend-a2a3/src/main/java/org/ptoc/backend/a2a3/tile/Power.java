package org.ptoc.backend.a2a3.tile;

import org.ptoc.ir.Value;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.RoundingMode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;

/**
 * Integer powers by squaring (spec/50, 2.9). There are no comparisons of integers for less: bits
 * and signs become masks of whole lanes. 8-bit elements are computed in lanes of 16 bits.
 */
final class Power {
  /** Base, exponent, their working copies, result, bits, a factor and ones. */
  static final int SLOTS = 8;

  private final Elementwise piece;
  private final Domain domain;
  private final ElementType element;
  private final DataType signed;
  private final DataType unsigned;
  private final Area base;
  private final Area exponent;
  private final Area square;
  private final Area rest;
  private final Area result;
  private final Area bits;
  private final Area factor;
  private final Area ones;

  private Power(Elementwise piece) {
    this.piece = piece;
    this.domain = piece.domain();
    this.element = piece.element();
    boolean wide = element.bits() == Integer.SIZE;
    this.signed = wide ? DataType.S32 : DataType.S16;
    this.unsigned = wide ? DataType.U32 : DataType.U16;
    this.base = slot(0);
    this.exponent = slot(1);
    this.square = slot(2);
    this.rest = slot(3);
    this.result = slot(4);
    this.bits = slot(5);
    this.factor = slot(6);
    this.ones = slot(7);
  }

  static void emit(Elementwise piece) {
    new Power(piece).emit();
  }

  private Area slot(int number) {
    return piece.slot(number, signed.bytes());
  }

  private void emit() {
    Code code = piece.code();
    load(code, base, piece.sources().getFirst());
    if (piece.sources().size() > 1) {
      load(code, exponent, piece.sources().get(1));
    } else {
      ElementType lane = ElementType.signless(signed.bits());
      Value scalar = code.builder().extendSigned(piece.scalar().orElseThrow(), lane);
      code.scalar(domain, Mnemonic.VDUP, signed, scalar, exponent);
    }
    code.run(domain, Mnemonic.VCOPY, signed, square, base);
    code.run(domain, Mnemonic.VCOPY, signed, rest, exponent);
    code.scalar(domain, Mnemonic.VDUP, signed, 1, ones);
    code.scalar(domain, Mnemonic.VDUP, signed, 1, result);
    IrBuilder builder = code.builder();
    builder.loop(
        builder.index(0),
        builder.index(element.bits()),
        builder.index(1),
        (body, bit) -> step(Code.following(body)));
    if (element.isSigned()) {
      withoutFractions(code);
    }
    store(code);
  }

  /** Multiplies where the lowest bit of the exponent is set, and squares. */
  private void step(Code code) {
    code.scalar(domain, Mnemonic.VSHLS, unsigned, signed.bits() - 1, bits, rest);
    code.scalar(domain, Mnemonic.VSHRS, signed, signed.bits() - 1, bits, bits);
    code.bitwise(domain, Mnemonic.VAND, factor, square, bits);
    code.bitwise(domain, Mnemonic.VNOT, bits, bits);
    code.bitwise(domain, Mnemonic.VAND, bits, bits, ones);
    code.bitwise(domain, Mnemonic.VOR, factor, factor, bits);
    code.run(domain, Mnemonic.VMUL, signed, result, result, factor);
    code.run(domain, Mnemonic.VMUL, signed, square, square, square);
    code.scalar(domain, Mnemonic.VSHRS, unsigned, 1, rest, rest);
  }

  /** Negative powers are 0 but for those of 1 and -1. */
  private void withoutFractions(Code code) {
    code.scalar(domain, Mnemonic.VMULS, signed, -1, factor, base);
    code.run(domain, Mnemonic.VMAX, signed, factor, factor, base);
    code.scalar(domain, Mnemonic.VADDS, signed, -1, factor, factor);
    code.scalar(domain, Mnemonic.VMULS, signed, -1, bits, factor);
    code.bitwise(domain, Mnemonic.VOR, factor, factor, bits);
    code.scalar(domain, Mnemonic.VSHRS, signed, signed.bits() - 1, factor, factor);
    code.scalar(domain, Mnemonic.VSHRS, signed, signed.bits() - 1, bits, exponent);
    code.bitwise(domain, Mnemonic.VAND, factor, factor, bits);
    code.bitwise(domain, Mnemonic.VNOT, factor, factor);
    code.bitwise(domain, Mnemonic.VAND, result, result, factor);
  }

  private void load(Code code, Area to, Area from) {
    if (element.bits() > Byte.SIZE) {
      code.run(domain, Mnemonic.VCOPY, signed, to, from);
      return;
    }
    code.convert(
        domain, piece.type(), DataType.FP16, RoundingMode.DEFAULT.code(), false, square, from);
    code.convert(
        domain, DataType.FP16, DataType.S16, RoundingMode.NEAREST_EVEN.code(), false, to, square);
  }

  private void store(Code code) {
    Area destination = piece.destination();
    if (element.bits() > Byte.SIZE) {
      code.run(domain, Mnemonic.VCOPY, signed, destination, result);
      return;
    }
    code.scalar(domain, Mnemonic.VDUP, signed, 0xFF, ones);
    code.bitwise(domain, Mnemonic.VAND, result, result, ones);
    code.convert(
        domain,
        DataType.S16,
        DataType.FP16,
        RoundingMode.NEAREST_EVEN.code(),
        false,
        result,
        result);
    code.convert(
        domain,
        DataType.FP16,
        DataType.U8,
        RoundingMode.NEAREST_EVEN.code(),
        false,
        destination,
        result);
  }
}
