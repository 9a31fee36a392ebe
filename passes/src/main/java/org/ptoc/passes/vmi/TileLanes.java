package org.ptoc.passes.vmi;

import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Combining;
import org.ptoc.ir.catalog.NamedOperation;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.TypeSet;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.ElementType;

/**
 * Operations on rows of any element type of logical vectors: the tile operation in the type itself
 * where the profile has it, else in one that holds the same numbers (spec/80, section 8).
 */
record TileLanes(TileCode code, Profile profile) {

  /** A tile operation lane by lane. */
  Value apply(NamedOperation name, Value... rows) {
    boolean isOrder = name.definition().is(Op.TMAX) || name.definition().is(Op.TMIN);
    return through(
        name, isOrder, List.of(rows), all -> code.apply(name, all.toArray(Value[]::new)));
  }

  /** One number for each group of lanes. */
  Value reduced(Combining how, Value row, int groups) {
    Op name =
        switch (how) {
          case SUM -> Op.TROWSUM;
          case MAXIMUM -> Op.TROWMAX;
          default -> Op.TROWMIN;
        };
    return through(
        name,
        how != Combining.SUM,
        List.of(row),
        all -> code.reduced(name, how.tile().orElseThrow(), all.getFirst(), groups));
  }

  private Value through(
      NamedOperation name, boolean orders, List<Value> rows, Function<List<Value>, Value> lanes) {
    ElementType element = TileCode.element(rows.getFirst());
    TypeSet legal = name.definition().types(profile);
    if (legal.accepts(element)) {
      return lanes.apply(rows);
    }
    if (element == ElementType.BF16) {
      Value exact = lanes.apply(each(rows, row -> code.exactly(row, ElementType.F32)));
      return code.convert(exact, ElementType.BF16, "RINT", false);
    }
    if (element.bits() == Byte.SIZE) {
      return code.as(code.lowBytes(lanes.apply(each(rows, code::widened))), element);
    }
    UnaryOperator<Value> signed =
        row -> {
          Value plain = code.as(row, ElementType.signless(element.bits()));
          return orders ? flipped(plain) : plain;
        };
    Value result = lanes.apply(each(rows, signed));
    return code.as(orders ? flipped(result) : result, element);
  }

  private static List<Value> each(List<Value> rows, UnaryOperator<Value> change) {
    return rows.stream().map(change).toList();
  }

  /** Unsigned integers as signed ones in the same order, and back. */
  private Value flipped(Value row) {
    return code.withBits(Op.TXORS, row, 1L << TileCode.element(row).bits() - 1);
  }

  // Comparisons.

  /** The bits of a comparison. */
  Value compared(String mode, Value lhs, Value rhs) {
    if (mode.equals("one")) {
      return code.apply(Op.TOR, compared("lt", lhs, rhs), compared("gt", lhs, rhs));
    }
    String plain = mode.startsWith("o") ? mode.substring(1) : mode;
    ElementType element = TileCode.element(lhs);
    if (element.isInteger() && element.bits() == Integer.SIZE) {
      return words(plain, lhs, rhs);
    }
    return new TileMasks(code).compared(plain, real(lhs), real(rhs));
  }

  /** Numbers of a short type as floats in the same order. */
  private Value real(Value row) {
    ElementType element = TileCode.element(row);
    if (element == ElementType.BF16) {
      return code.exactly(row, ElementType.F32);
    }
    if (element.isFloat()) {
      return row;
    }
    if (element.bits() == Byte.SIZE) {
      return code.exactly(row, ElementType.F16);
    }
    Value signed = code.as(row, ElementType.I16);
    return code.exactly(element.isSigned() ? signed : flipped(signed), ElementType.F32);
  }

  /** The profile compares 32-bit integers for equality; the greater one gives the order. */
  private Value words(String mode, Value lhs, Value rhs) {
    return switch (mode) {
      case "lt" -> differs(apply(Op.TMAX, lhs, rhs), lhs);
      case "gt" -> differs(apply(Op.TMAX, lhs, rhs), rhs);
      case "le" -> equal(apply(Op.TMAX, lhs, rhs), rhs);
      case "ge" -> equal(apply(Op.TMAX, lhs, rhs), lhs);
      case "ne" -> differs(lhs, rhs);
      default -> equal(lhs, rhs);
    };
  }

  private Value equal(Value lhs, Value rhs) {
    return new TileMasks(code)
        .compared("eq", code.as(lhs, ElementType.I32), code.as(rhs, ElementType.I32));
  }

  private Value differs(Value lhs, Value rhs) {
    return code.apply(Op.TNOT, equal(lhs, rhs));
  }

  // Conversions.

  /**
   * The row with another element type.
   *
   * @param rounding a letter (spec/11, 5.2)
   */
  Value converted(Value row, ElementType to, String rounding, boolean saturates) {
    ElementType from = TileCode.element(row);
    if (from == to) {
      return row;
    }
    if (from.isInteger() && to.isInteger()) {
      return from.bits() == to.bits()
          ? code.as(row, to)
          : code.as(from.bits() < to.bits() ? wide(row, to) : narrow(row, to, saturates), to);
    }
    if (to.isInteger() && !saturates) {
      // Low bits of the clamped word (spec/11, 5.3); tcvt would take the low bits of the whole
      // number.
      return converted(converted(row, ElementType.I32, rounding, true), to, rounding, false);
    }
    boolean exists =
        Op.TCVT.definition().types(profile) instanceof TypeSet.Pairs(List<TypeSet.Pair> pairs)
            && pairs.contains(new TypeSet.Pair(from, to));
    return exists
        ? code.convert(row, to, mode(rounding), saturates)
        : converted(code.exactly(row, ElementType.F32), to, rounding, saturates);
  }

  private static String mode(String letter) {
    return switch (letter) {
      case "A" -> "ROUND";
      case "F" -> "FLOOR";
      case "C" -> "CEIL";
      case "Z" -> "TRUNC";
      default -> "RINT";
    };
  }

  private Value wide(Value row, ElementType to) {
    ElementType from = TileCode.element(row);
    if (to.bits() == Short.SIZE) {
      return code.widened(row);
    }
    boolean isByte = from.bits() == Byte.SIZE;
    Value real =
        isByte
            ? code.exactly(row, ElementType.F16)
            : code.exactly(code.as(row, ElementType.I16), ElementType.F32);
    Value whole = code.convert(real, ElementType.I32, "TRUNC", false);
    return isByte || from.isSigned() ? whole : code.withBits(Op.TANDS, whole, 0xFFFF);
  }

  private Value narrow(Value row, ElementType to, boolean saturates) {
    Value bounded = saturates ? clamped(row, to) : row;
    return to.bits() == Byte.SIZE
        ? code.lowBytes(bounded)
        : code.convert(code.as(bounded, ElementType.I32), ElementType.I16, "TRUNC", false);
  }

  private Value clamped(Value row, ElementType to) {
    ElementType from = TileCode.element(row);
    int lanes = TileCode.lanes(row);
    long top = 1L << to.bits() - 1;
    long least = to.isSigned() ? -top : 0;
    long greatest = to.isSigned() ? top - 1 : 2 * top - 1;
    Value low = from.isSigned() ? apply(Op.TMAX, row, code.splat(least, lanes, from)) : row;
    return apply(Op.TMIN, low, code.splat(greatest, lanes, from));
  }
}
