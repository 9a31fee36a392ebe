package org.ptoc.emulator.jit.carrier;

import java.util.List;
import org.ptoc.emulator.jit.carrier.LaneCode.Value;
import org.ptoc.emulator.jit.carrier.VectorValues.Bits;
import org.ptoc.emulator.jit.carrier.VectorValues.Numbers;
import org.ptoc.emulator.jit.carrier.VectorValues.Truths;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneFunction;

/** Writes the functions of lane expressions of one element type, vector by vector. */
record VectorFunctions(VectorLaneCode code, DataType type) {

  Value apply(LaneFunction function, List<Value> arguments) {
    Value first = arguments.getFirst();
    return switch (function) {
      case AND, OR, XOR -> plain(function, arguments);
      case NOT -> code.bits(first).unary("NOT").value();
      case SELECT -> select(code.bits(first), arguments.get(1), arguments.get(2)).value();
      case GE, GT, LE, LT, EQ, NE -> {
        Bits ones = code.bits(-1);
        yield code.bits(0).blend(ones, truth(function, first, arguments.get(1))).value();
      }
      default -> type.isFloat() ? floating(function, arguments) : integer(function, arguments);
    };
  }

  /** An operator of the module on bits. */
  private Value plain(LaneFunction function, List<Value> arguments) {
    Bits left = code.bits(arguments.get(0));
    return left.with(function.name(), code.bits(arguments.get(1))).value();
  }

  /** {@code (a ^ b) & selector ^ b}. */
  private Bits select(Bits selector, Value a, Value b) {
    Bits other = code.bits(b);
    return code.bits(a).with("XOR", other).with("AND", selector).with("XOR", other);
  }

  /** The lanes where the comparison holds; with a NaN only NE does. */
  Truths truth(LaneFunction comparison, Value a, Value b) {
    return type.isFloat()
        ? code.numbers(a).compare(comparison.name(), code.numbers(b))
        : ordered(code.bits(a)).compare(comparison.name(), ordered(code.bits(b)));
  }

  /** Integers so that their signed order is that of the type, and back. */
  private Bits ordered(Bits bits) {
    return type.kind() == DataType.Kind.UNSIGNED ? bits.with("XOR", 1L << type.bits() - 1) : bits;
  }

  private Value floating(LaneFunction function, List<Value> arguments) {
    if (type == DataType.BF16 && function != LaneFunction.ABS && function != LaneFunction.NEG) {
      return new VectorBFloat16(code).apply(function, arguments);
    }
    Value first = arguments.getFirst();
    return switch (function) {
      case ABS -> code.bits(first).with("AND", (1L << type.bits() - 1) - 1).value();
      case NEG -> code.bits(first).with("XOR", 1L << type.bits() - 1).value();
      case MAX -> maximum(first, arguments.get(1));
      case MIN -> minimum(first, arguments.get(1));
      case RECIPROCAL -> code.numbers(1).with("DIV", code.numbers(first)).value();
      case SQRT -> code.numbers(first).squareRoot().value();
      case FMA -> {
        Numbers factor = code.numbers(arguments.get(1));
        yield code.numbers(first).multiplyAdd(factor, code.numbers(arguments.get(2))).value();
      }
      default -> code.numbers(first).with(function.name(), code.numbers(arguments.get(1))).value();
    };
  }

  /** On bits with canonical NaN: a NaN is above everything, +0 above -0. */
  private Value maximum(Value a, Value b) {
    Bits left = code.canonicalBits(a);
    Bits larger =
        code.isZero(b)
            ? left.with("MAX", 0) // A negative number has negative bits.
            : flipNegative(flipNegative(left).with("MAX", flipNegative(code.canonicalBits(b))));
    larger.push();
    return code.storeCanonicalBits();
  }

  /**
   * With all ones in the place of a NaN, which is below everything; -0 is below +0. The result may
   * be any NaN.
   */
  private Value minimum(Value a, Value b) {
    Bits left = flipNegative(code.numbers(a).asBits(-1));
    Bits right = flipNegative(code.numbers(b).asBits(-1));
    return flipNegative(left.with("MIN", right)).asNumbers().value();
  }

  /** {@code x ^ x >> 31 >>> 1}: the order of the results as integers is that of the numbers. */
  private Bits flipNegative(Bits bits) {
    return bits.with("XOR", bits.with("ASHR", type.bits() - 1).with("LSHR", 1));
  }

  private Value integer(LaneFunction function, List<Value> arguments) {
    boolean unsigned = type.kind() == DataType.Kind.UNSIGNED;
    Bits first = code.bits(arguments.getFirst());
    return switch (function) {
      case FMA -> {
        Bits product = first.with("MUL", code.bits(arguments.get(1)));
        yield product.with("ADD", code.bits(arguments.get(2))).value();
      }
      case MAX, MIN -> {
        Bits second = ordered(code.bits(arguments.get(1)));
        yield ordered(ordered(first).with(function.name(), second)).value();
      }
      case NEG -> first.unary("NEG").value();
      case ABS -> (unsigned ? first : first.unary("ABS")).value();
      case SHL, SHR -> shift(function, unsigned, first, code.bits(arguments.get(1))).value();
      default -> plain(function, arguments);
    };
  }

  /** The count is unsigned in the width of the lane; the JVM takes it modulo the width. */
  private Bits shift(LaneFunction function, boolean unsigned, Bits value, Bits count) {
    int most = type.bits() - 1;
    Truths small = count.with("AND", ~most).compare("EQ", 0);
    if (function == LaneFunction.SHR && !unsigned) {
      return value.with("ASHR", code.bits(most).blend(count, small));
    }
    Bits shifted = value.with(function == LaneFunction.SHL ? "LSHL" : "LSHR", count);
    return code.bits(0).blend(shifted, small);
  }
}
