package org.ptoc.backend.a2a3.tile;

import java.util.Optional;
import org.ptoc.ir.Operation;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.RoundingMode;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.codegen.DataTypes;
import org.ptoc.passes.tile.ConversionModes;

/**
 * {@code tcvt} (spec/20, 6.6): one {@code vconv}, with a step before it where the instruction alone
 * differs.
 */
final class Conversion {
  private final ElementType from;
  private final ElementType to;
  private final RoundingMode rounding;
  private final boolean saturate;

  Conversion(Operation op, ElementType from, ElementType to) {
    this.from = from;
    this.to = to;
    ConversionModes modes = ConversionModes.of(op, from, to);
    this.rounding = modes.rounding();
    this.saturate = modes.saturates();
  }

  /** Scratch slots that the conversion takes. */
  int slots() {
    return wraps() ? 4 : inTwoSteps() ? 1 : 0;
  }

  /**
   * True when a float is reduced modulo the integers of the target; the instruction would clamp to
   * 32 or 64 bits.
   */
  private boolean wraps() {
    return from.isFloat() && to.isInteger() && !saturate;
  }

  /**
   * There is no direct instruction: through single precision, rounded to odd so that one rounding
   * is seen.
   */
  private boolean inTwoSteps() {
    return from.bits() == 32 && from.isInteger() && to == ElementType.F16;
  }

  /** Only pairs that can round or saturate have these fields. */
  private void convert(
      Code code,
      Domain domain,
      ElementType source,
      RoundingMode mode,
      Area destination,
      Area input) {
    boolean exact =
        source == ElementType.F16 && to == ElementType.F32
            || source == ElementType.BF16 && to == ElementType.F32
            || source.bits() == 8
            || source.isInteger() && source.bits() == 16 && to == ElementType.F32
            || source.isInteger() && to.isInteger();
    boolean saturates =
        source.isFloat() && source != to && !exact
            || source.isInteger() && source.bits() == 2 * to.bits() && to.isInteger();
    code.convert(
        domain,
        DataTypes.of(source),
        DataTypes.of(to),
        (exact ? RoundingMode.DEFAULT : mode).code(),
        saturates && saturate,
        destination,
        input);
  }

  /** Emits one piece; {@code scratch} is present when {@link #slots} is not 0. */
  void emit(
      Code code,
      Domain domain,
      Area destination,
      Area source,
      Optional<Scratch> scratch,
      long pitch) {
    if (wraps()) {
      wrapped(code, domain, destination, source, new Slots(code, scratch.orElseThrow(), pitch));
    } else if (inTwoSteps()) {
      Area single = new Slots(code, scratch.orElseThrow(), pitch).of(0, Float.BYTES);
      code.convert(
          domain,
          DataTypes.of(from),
          DataType.FP32,
          RoundingMode.TO_ODD.code(),
          false,
          single,
          source);
      convert(code, domain, ElementType.F32, rounding, destination, single);
    } else {
      convert(code, domain, from, rounding, destination, source);
    }
  }

  private record Slots(Code code, Scratch scratch, long pitch) {
    Area of(int number, int bytes) {
      return scratch.slot(code.builder(), number, bytes, pitch * bytes);
    }
  }

  /**
   * A number less a multiple of the target's modulus, so that it is in the range of the target;
   * both steps are exact. Infinities become NaNs, which convert to 0; half precision has nothing
   * else beyond 32 bits.
   */
  private void wrapped(Code code, Domain domain, Area destination, Area source, Slots slots) {
    Area single = source;
    if (from == ElementType.F16) {
      Area finite = slots.of(1, Short.BYTES);
      code.scalar(domain, Mnemonic.VMULS, DataType.FP16, 0, finite, source);
      code.run(domain, Mnemonic.VADD, DataType.FP16, finite, finite, source);
      convert(code, domain, from, rounding, destination, finite);
      return;
    }
    if (from != ElementType.F32) {
      single = slots.of(3, Float.BYTES);
      code.convert(
          domain,
          DataTypes.of(from),
          DataType.FP32,
          RoundingMode.DEFAULT.code(),
          false,
          single,
          source);
    }
    int exponent = Math.max(to.bits(), 31);
    Area rest = slots.of(1, Float.BYTES);
    code.scalar(domain, Mnemonic.VMULS, DataType.FP32, powerOfTwo(-exponent), rest, single);
    code.convert(
        domain, DataType.FP32, DataType.FP32, RoundingMode.NEAREST_EVEN.code(), false, rest, rest);
    code.scalar(domain, Mnemonic.VMULS, DataType.FP32, powerOfTwo(exponent), rest, rest);
    code.run(domain, Mnemonic.VSUB, DataType.FP32, rest, single, rest);
    if (to.bits() >= exponent) {
      lowerHalf(code, domain, rest, slots);
    }
    convert(code, domain, ElementType.F32, rounding, destination, rest);
  }

  /** Half the modulus, which is beyond the range, becomes its negative. */
  private void lowerHalf(Code code, Domain domain, Area rest, Slots slots) {
    Area bits = slots.of(0, 1);
    Area other = slots.of(2, Float.BYTES);
    long half = powerOfTwo(to.bits() - 1);
    code.compare(
        domain,
        DataType.FP32,
        Comparison.EQ,
        bits,
        rest,
        Optional.empty(),
        Optional.of(code.builder().i64(half)));
    code.scalar(domain, Mnemonic.VDUP, DataType.FP32, half | 0x8000_0000L, other);
    code.select(domain, DataType.FP32, rest, bits, other, rest);
  }

  private static long powerOfTwo(int exponent) {
    return 127L + exponent << 23;
  }
}
