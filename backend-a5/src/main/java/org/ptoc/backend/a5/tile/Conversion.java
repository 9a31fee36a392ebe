package org.ptoc.backend.a5.tile;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Conversions;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.overlap.WorkOrder;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;
import org.ptoc.passes.tile.ConversionModes;

/**
 * {@code tcvt} (spec/20, 6.6): one {@code vcvt} for each vector of the wider type. Widening loads
 * spread the source over the wider lanes, narrowing stores collect the low part of each.
 */
final class Conversion {
  private static final long HALF_INFINITY = 0x7C00L;
  private static final long SINGLE_SIGN = 0x80000000L;

  private final TileHandle source;
  private final TileHandle destination;
  private final Conversions.Pair pair;
  private final String rounding;
  private final boolean saturate;
  private final WorkOrder order;

  private Conversion(
      TileHandle source,
      TileHandle destination,
      Conversions.Pair pair,
      String rounding,
      boolean saturate,
      WorkOrder order) {
    this.source = source;
    this.destination = destination;
    this.pair = pair;
    this.rounding = rounding;
    this.saturate = saturate;
    this.order = order;
  }

  /** Lowers the operation. @return why not, empty when it was emitted */
  static Optional<String> emit(
      IrBuilder builder, Operation op, TileHandle source, TileHandle destination, WorkOrder order) {
    ElementType from = source.element();
    ElementType to = destination.element();
    ConversionModes modes = ConversionModes.of(op, from, to);
    String letter = modes.rounding().spelling();
    if (from == to && from == ElementType.F32) {
      new Elementwise(
              List.of(source),
              destination,
              (body, in, mask) -> integral(new Lanes(body, from, mask), in.getFirst(), letter))
          .in(order)
          .emit(builder);
      return Optional.empty();
    }
    Optional<Conversions.Pair> pair = Conversions.find(from, to);
    if (pair.isEmpty()) {
      return Optional.of(
          "there is no conversion from " + from.spelling() + " to " + to.spelling() + " on a5");
    }
    new Conversion(
            source, destination, pair.get(), rounding(pair.get(), letter), modes.saturates(), order)
        .emit(builder);
    return Optional.empty();
  }

  /** HiF8 rounds to nearest even in its hybrid mode (spec/60, 3.8). */
  private static String rounding(Conversions.Pair pair, String letter) {
    return pair.roundings().contains(letter) || pair.roundings().isEmpty() ? letter : "H";
  }

  /**
   * A {@code vcvt} with the attributes that the pair takes; empty strings leave an attribute out.
   */
  static Value convert(
      IrBuilder builder,
      Value input,
      Value mask,
      ElementType target,
      String rounding,
      String saturation,
      String part) {
    Attributes attributes = Attributes.EMPTY;
    if (!rounding.isEmpty()) {
      attributes = attributes.with(AttributeName.RND, new Attribute.Text(rounding));
    }
    if (!saturation.isEmpty()) {
      attributes = attributes.with(AttributeName.SAT, new Attribute.Text(saturation));
    }
    if (!part.isEmpty()) {
      attributes = attributes.with(AttributeName.PART, new Attribute.Text(part));
    }
    return builder
        .createGrouped(
            Op.VCVT,
            List.of(List.of(input), List.of(mask)),
            List.of(VectorRegisterType.full(target)),
            attributes)
        .result();
  }

  private void emit(IrBuilder builder) {
    if (Elementwise.isEmpty(builder, destination)) {
      return;
    }
    boolean flat =
        source.isContiguous(builder.constants()) && destination.isContiguous(builder.constants());
    builder.vecscope(
        body -> {
          if (flat) {
            Value count = body.mul(destination.rows(), destination.columns());
            run(body, Columns.pointer(body, source), Columns.pointer(body, destination), count);
          } else {
            Columns.rows(
                body,
                destination.rows(),
                List.of(source, destination),
                order,
                (inner, row, pointers) ->
                    run(inner, pointers.get(0), pointers.get(1), destination.columns()));
          }
        });
  }

  /** One run; the wider of the two types decides how many elements an iteration takes. */
  private void run(IrBuilder builder, Value from, Value to, Value count) {
    if (destination.element().kind() == ElementType.Kind.PACKED) {
      pack(builder, from, to, count);
      return;
    }
    if (source.element().kind() == ElementType.Kind.PACKED) {
      unpack(builder, from, to, count);
      return;
    }
    boolean widens = destination.element().bits() >= source.element().bits();
    ElementType wide = widens ? destination.element() : source.element();
    Columns.forEach(
        builder,
        wide,
        count,
        order,
        (body, offset, mask, partial) -> {
          Value result = converted(body, load(body, from, offset, wide, partial));
          store(body, result, to, offset, wide, mask);
        });
  }

  /** Two of 128 lanes become one byte of four, which the store collects; {@code count} bytes. */
  private void pack(IrBuilder builder, Value from, Value to, Value count) {
    Columns.forEach(
        builder,
        ElementType.UI32,
        count,
        (body, offset, mask, partial) -> {
          Value at = body.mul(offset, body.index(2));
          Value wide = Columns.load(body, source, from, at, partial);
          Columns.store(
              body, converted(body, wide, source.element(), pair), to, offset, mask, "PK4_B32");
        });
  }

  /** One byte of four becomes two lanes; {@code count} lanes. */
  private void unpack(IrBuilder builder, Value from, Value to, Value count) {
    Columns.forEach(
        builder,
        destination.element(),
        count,
        (body, offset, mask, partial) -> {
          Value at = body.divide(offset, 2);
          Value bytes = Columns.loadSpread(body, source, from, at, 4, partial);
          Columns.store(body, converted(body, bytes, source.element(), pair), to, offset, mask);
        });
  }

  /** Brain floats wrap in single precision, which their widening reaches without loss. */
  private Value converted(IrBuilder builder, Value input) {
    ElementType from = source.element();
    if (from != ElementType.BF16 || !wraps()) {
      return converted(builder, input, from, pair);
    }
    Value single =
        convert(
            builder,
            input,
            Columns.pattern(builder, from, "PAT_ALL"),
            ElementType.F32,
            "",
            "",
            "EVEN");
    Conversions.Pair rest = Conversions.find(ElementType.F32, destination.element()).orElseThrow();
    return converted(builder, single, ElementType.F32, rest);
  }

  private Value converted(IrBuilder builder, Value input, ElementType from, Conversions.Pair step) {
    Lanes lanes = new Lanes(builder, from, Columns.pattern(builder, from, "PAT_ALL"));
    Value value = input;
    Value active = lanes.mask();
    if (wraps() && from == ElementType.F32) {
      value = wrapped(lanes, input);
    } else if (wraps()) {
      active = lanes.compareScalar("lt", lanes.unary(Op.VABS, input), lanes.scalar(HALF_INFINITY));
    } else if (losesSign(from)) {
      value = lanes.binary(Op.VMAXS, input, lanes.scalar(0));
    }
    return convert(
        builder,
        value,
        active,
        destination.element(),
        step.roundings().isEmpty() ? "" : rounding,
        step.saturates() ? saturate ? "SAT" : "NOSAT" : "",
        firstPart(step));
  }

  private static String firstPart(Conversions.Pair step) {
    return switch (step.part()) {
      case NONE -> "";
      case EVEN_ODD -> "EVEN";
      case P0_TO_P3 -> "P0";
    };
  }

  /**
   * True when a float is reduced modulo the integers of the target; the instruction would clamp to
   * 32 or 64 bits.
   */
  private boolean wraps() {
    return source.element().isFloat() && destination.element().isInteger() && !saturate;
  }

  /** A widening to unsigned that saturates: the instruction keeps the bits of negative numbers. */
  private boolean losesSign(ElementType from) {
    return saturate
        && from.isInteger()
        && from.isSigned()
        && destination.element().bits() > from.bits()
        && !destination.element().isSigned();
  }

  /**
   * A single-precision number less a multiple of the target's modulus, so that it is in the range
   * of the target. The fused multiply-add makes that exact; infinities become NaNs, which convert
   * to 0.
   */
  private Value wrapped(Lanes lanes, Value input) {
    int bits = destination.element().bits();
    int exponent = Math.max(bits, 31);
    Value quotient =
        lanes.truncate(lanes.binary(Op.VMULS, input, lanes.scalar(powerOfTwo(-exponent))), "R");
    Value rest =
        lanes.multiplyAdd(input, quotient, lanes.splat(powerOfTwo(exponent) | SINGLE_SIGN));
    if (bits < exponent) {
      return rest;
    }
    long half = powerOfTwo(bits - 1);
    Value beyond = lanes.compareScalar("eq", rest, lanes.scalar(half));
    return lanes.select(beyond, lanes.splat(half | SINGLE_SIGN), rest);
  }

  private static long powerOfTwo(int exponent) {
    return 127L + exponent << 23;
  }

  /**
   * Rounds to an integral value. To odd: toward zero, then away from it where that gave an inexact
   * even number.
   */
  private static Value integral(Lanes lanes, Value input, String rounding) {
    if (!rounding.equals("O")) {
      return lanes.truncate(input, rounding);
    }
    Value toward = lanes.truncate(input, "Z");
    Value halves =
        lanes.truncate(lanes.binary(Op.VMULS, toward, lanes.scalar(powerOfTwo(-1))), "Z");
    Value even = lanes.compare("eq", lanes.add(halves, halves), toward);
    Value inexact = lanes.compare("ne", toward, input);
    Value moves = lanes.builder().value(Op.PAND, even.type(), even, inexact, lanes.mask());
    Value one = withSign(lanes, lanes.splat(powerOfTwo(0)), input);
    return lanes.select(moves, lanes.add(toward, one), toward);
  }

  /** A magnitude with the sign of another vector. */
  private static Value withSign(Lanes lanes, Value magnitude, Value sign) {
    Lanes bits = lanes.as(ElementType.I32);
    Value signBit =
        bits.binary(Op.VANDS, lanes.reinterpret(sign, ElementType.I32), bits.scalar(0x80000000L));
    Value merged = bits.or(lanes.reinterpret(magnitude, ElementType.I32), signBit);
    return bits.reinterpret(merged, ElementType.F32);
  }

  private Value load(
      IrBuilder builder, Value pointer, Value offset, ElementType wide, boolean partial) {
    int ratio = wide.bits() / source.element().bits();
    if (ratio == 1) {
      return Columns.load(builder, source, pointer, offset, partial);
    }
    return Columns.loadSpread(builder, source, pointer, offset, ratio, partial);
  }

  private void store(
      IrBuilder builder, Value vector, Value pointer, Value offset, ElementType wide, Value mask) {
    int ratio = wide.bits() / destination.element().bits();
    if (ratio == 1) {
      Columns.store(builder, vector, pointer, offset, mask);
    } else {
      Columns.store(
          builder, vector, pointer, offset, mask, ratio == 4 ? "PK4_B32" : "PK_B" + wide.bits());
    }
  }
}
