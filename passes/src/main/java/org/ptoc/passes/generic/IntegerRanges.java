package org.ptoc.passes.generic;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.Constants;

/**
 * Between which signed numbers integers of a function lie, as far as constants, induction variables
 * and arithmetic on them tell. Operations are recorded in program order.
 */
final class IntegerRanges {
  private final Constants constants;
  private final Map<Value, Range> ranges = new IdentityHashMap<>();

  IntegerRanges(Constants constants) {
    this.constants = constants;
  }

  /** A closed interval of signed numbers. */
  private record Range(long least, long greatest) {
    static Range of(ElementType type) {
      int unused = 64 - Math.max(type.bits(), 1);
      return new Range(Long.MIN_VALUE >> unused, Long.MAX_VALUE >> unused);
    }

    boolean isWithin(Range other) {
      return other.least <= least && greatest <= other.greatest;
    }

    boolean isNatural() {
      return least >= 0;
    }
  }

  private Range of(Value value) {
    OptionalLong constant = constants.integer(value);
    if (constant.isPresent()) {
      return new Range(constant.getAsLong(), constant.getAsLong());
    }
    Range known = ranges.get(value);
    return known != null ? known : Range.of((ElementType) value.type());
  }

  /** The induction variable of a loop lies between its bounds wherever the body runs. */
  void enter(Operation loop) {
    Value variable = loop.region().arguments().getFirst();
    Range lower = of(loop.operand(RoleName.LOWER));
    Range upper = of(loop.operand(RoleName.UPPER));
    if (lower.least < upper.greatest) {
      ranges.put(variable, new Range(lower.least, upper.greatest - 1));
    }
  }

  /** Notes what is known of the result of an operation without effects. */
  void record(Operation op) {
    switch (op.definition().form()) {
      case INTEGER_BINARY, SCALAR_CAST, SELECT_SCALAR -> {
        if (op.result().type() instanceof ElementType type && isCounting(type)) {
          range(op)
              .filter(found -> found.isWithin(Range.of(type)))
              .ifPresent(found -> ranges.put(op.result(), found));
        }
      }
      default -> {}
    }
  }

  /** Booleans are no numbers here, and floats have no range. */
  private static boolean isCounting(ElementType type) {
    return type == ElementType.INDEX || type.isInteger() && type != ElementType.I1;
  }

  private Optional<Range> range(Operation op) {
    Value first = op.operandAt(0);
    if (op.definition().form() == OperationForm.SELECT_SCALAR) {
      Range a = of(op.operandAt(1));
      Range b = of(op.operandAt(2));
      return span(a.least, a.greatest, b.least, b.greatest);
    }
    if (!(first.type() instanceof ElementType source) || !isCounting(source)) {
      return Optional.empty();
    }
    Range a = of(first);
    if (op.definition().form() == OperationForm.SCALAR_CAST) {
      return cast(op, a);
    }
    return binary(Arithmetic.of(op.definition()), a, of(op.operandAt(1)));
  }

  private static Optional<Range> cast(Operation op, Range a) {
    return switch (Arithmetic.of(op.definition())) {
      case INDEX_CAST, EXTSI, TRUNCI -> Optional.of(a);
      case INDEX_CASTUI, EXTUI -> a.isNatural() ? Optional.of(a) : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static Optional<Range> binary(Arithmetic operation, Range a, Range b) {
    return switch (operation) {
      case ADDI -> sum(a, b.least, b.greatest);
      case SUBI -> b.least == Long.MIN_VALUE ? Optional.empty() : sum(a, -b.greatest, -b.least);
      case MULI -> product(a, b);
      case DIVSI, FLOORDIVSI, DIVUI ->
          a.isNatural() && b.least > 0
              ? Optional.of(new Range(a.least / b.greatest, a.greatest / b.least))
              : Optional.empty();
      case REMSI, REMUI ->
          a.isNatural() && b.least > 0
              ? Optional.of(new Range(0, Math.min(a.greatest, b.greatest - 1)))
              : Optional.empty();
      case ANDI -> b.isNatural() ? Optional.of(new Range(0, b.greatest)) : Optional.empty();
      case SHRUI, SHRSI -> a.isNatural() ? Optional.of(new Range(0, a.greatest)) : Optional.empty();
      case MINSI ->
          Optional.of(new Range(Math.min(a.least, b.least), Math.min(a.greatest, b.greatest)));
      case MAXSI ->
          Optional.of(new Range(Math.max(a.least, b.least), Math.max(a.greatest, b.greatest)));
      default -> Optional.empty();
    };
  }

  private static Optional<Range> sum(Range a, long least, long greatest) {
    long low = a.least + least;
    long high = a.greatest + greatest;
    boolean wraps =
        ((a.least ^ low) & (least ^ low)) < 0 || ((a.greatest ^ high) & (greatest ^ high)) < 0;
    return wraps ? Optional.empty() : Optional.of(new Range(low, high));
  }

  private static Optional<Range> product(Range a, Range b) {
    if (wraps(a.least, b.least)
        || wraps(a.least, b.greatest)
        || wraps(a.greatest, b.least)
        || wraps(a.greatest, b.greatest)) {
      return Optional.empty();
    }
    return span(
        a.least * b.least, a.least * b.greatest, a.greatest * b.least, a.greatest * b.greatest);
  }

  private static boolean wraps(long a, long b) {
    return Math.multiplyHigh(a, b) != a * b >> 63;
  }

  private static Optional<Range> span(long a, long b, long c, long d) {
    return Optional.of(
        new Range(
            Math.min(Math.min(a, b), Math.min(c, d)), Math.max(Math.max(a, b), Math.max(c, d))));
  }

  /** The operand that a minimum or maximum always is, or that a remainder leaves as it is. */
  Optional<Value> choice(Operation op) {
    if (!isCounting((ElementType) op.result().type())) {
      return Optional.empty();
    }
    Range a = of(op.operandAt(0));
    Range b = of(op.operandAt(1));
    boolean naturals = a.isNatural() && b.isNatural();
    return switch (Arithmetic.of(op.definition())) {
      case MAXSI -> chosen(op, a.least >= b.greatest, b.least >= a.greatest);
      case MINSI -> chosen(op, a.greatest <= b.least, b.greatest <= a.least);
      case MAXUI ->
          chosen(op, naturals && a.least >= b.greatest, naturals && b.least >= a.greatest);
      case MINUI ->
          chosen(op, naturals && a.greatest <= b.least, naturals && b.greatest <= a.least);
      case REMSI, REMUI -> chosen(op, naturals && a.greatest < b.least, false);
      default -> Optional.empty();
    };
  }

  private static Optional<Value> chosen(Operation op, boolean first, boolean second) {
    return first
        ? Optional.of(op.operandAt(0))
        : second ? Optional.of(op.operandAt(1)) : Optional.empty();
  }

  /** True if a comparison holds for all values that its operands may have; empty when for some. */
  Optional<Boolean> decide(Operation compare) {
    if (!(compare.operandAt(0).type() instanceof ElementType type) || !isCounting(type)) {
      return Optional.empty();
    }
    Range a = of(compare.operandAt(0));
    Range b = of(compare.operandAt(1));
    boolean naturals = a.isNatural() && b.isNatural();
    return switch (compare.attributes().text(AttributeName.PREDICATE).orElse("")) {
      case "slt" -> below(a, b);
      case "sle" -> below(b, a).map(holds -> !holds);
      case "sgt" -> below(b, a);
      case "sge" -> below(a, b).map(holds -> !holds);
      case "ult" -> naturals ? below(a, b) : Optional.empty();
      case "ule" -> naturals ? below(b, a).map(holds -> !holds) : Optional.empty();
      case "ugt" -> naturals ? below(b, a) : Optional.empty();
      case "uge" -> naturals ? below(a, b).map(holds -> !holds) : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static Optional<Boolean> below(Range a, Range b) {
    return a.greatest < b.least
        ? Optional.of(true)
        : a.least >= b.greatest ? Optional.of(false) : Optional.empty();
  }
}
