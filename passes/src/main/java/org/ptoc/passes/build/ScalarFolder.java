package org.ptoc.passes.build;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.type.ElementType;

/**
 * Evaluates integer operations of the arith dialect on constants (spec/00, section 5). Operations
 * that would be an error at run time, such as a division by zero, are left for the run.
 */
public final class ScalarFolder {
  private ScalarFolder() {}

  /** The result of an operation on integers, where those that it depends on are known. */
  public static OptionalLong fold(Operation op, Function<Value, OptionalLong> known) {
    Arithmetic operation = Arithmetic.of(op.definition());
    if (op.operands().stream().anyMatch(value -> known.apply(value).isEmpty())
        || !(op.operandAt(0).type() instanceof ElementType type)
        || !(op.result().type() instanceof ElementType target)) {
      return OptionalLong.empty();
    }
    List<Long> numbers =
        op.operands().stream().map(value -> known.apply(value).orElseThrow()).toList();
    OptionalLong result =
        switch (operation) {
          case CMPI ->
              some(
                  compare(
                          op.attributes().text(AttributeName.PREDICATE).orElseThrow(),
                          type,
                          numbers.get(0),
                          numbers.get(1))
                      ? 1
                      : 0);
          case SELECT -> some(numbers.get(0) != 0 ? numbers.get(1) : numbers.get(2));
          case INDEX_CAST, EXTSI, TRUNCI ->
              some(type == ElementType.I1 ? -numbers.get(0) : numbers.get(0));
          case INDEX_CASTUI, EXTUI ->
              some(type.bits() == 64 ? numbers.get(0) : numbers.get(0) & (1L << type.bits()) - 1);
          default ->
              numbers.size() == 2
                  ? fold(operation, type, numbers.get(0), numbers.get(1))
                  : OptionalLong.empty();
        };
    return result.isPresent()
        ? some(IrBuilder.wrap(result.getAsLong(), target))
        : OptionalLong.empty();
  }

  /** The result of a two-operand integer operation; empty when it cannot be folded. */
  static OptionalLong fold(Arithmetic operation, ElementType type, long lhs, long rhs) {
    long mask = type.bits() == 64 ? -1 : (1L << type.bits()) - 1;
    long unsignedLhs = lhs & mask;
    long unsignedRhs = rhs & mask;
    boolean shiftable = unsignedRhs >= 0 && unsignedRhs < type.bits();
    return switch (operation) {
      case ADDI -> some(lhs + rhs);
      case SUBI -> some(lhs - rhs);
      case MULI -> some(lhs * rhs);
      case ANDI -> some(lhs & rhs);
      case ORI -> some(lhs | rhs);
      case XORI -> some(lhs ^ rhs);
      case SHLI -> when(shiftable, lhs << unsignedRhs);
      case SHRUI -> when(shiftable, unsignedLhs >>> unsignedRhs);
      case SHRSI -> when(shiftable, lhs >> unsignedRhs);
      case MINSI -> some(Math.min(lhs, rhs));
      case MAXSI -> some(Math.max(lhs, rhs));
      case MINUI -> some(Long.compareUnsigned(unsignedLhs, unsignedRhs) <= 0 ? lhs : rhs);
      case MAXUI -> some(Long.compareUnsigned(unsignedLhs, unsignedRhs) >= 0 ? lhs : rhs);
      case DIVUI ->
          rhs == 0 ? OptionalLong.empty() : some(Long.divideUnsigned(unsignedLhs, unsignedRhs));
      case REMUI ->
          rhs == 0 ? OptionalLong.empty() : some(Long.remainderUnsigned(unsignedLhs, unsignedRhs));
      case CEILDIVUI ->
          rhs == 0 ? OptionalLong.empty() : some(ceilDivideUnsigned(unsignedLhs, unsignedRhs));
      case DIVSI -> signedDivides(type, lhs, rhs) ? some(lhs / rhs) : OptionalLong.empty();
      case REMSI -> signedDivides(type, lhs, rhs) ? some(lhs % rhs) : OptionalLong.empty();
      case CEILDIVSI ->
          signedDivides(type, lhs, rhs) ? some(Math.ceilDiv(lhs, rhs)) : OptionalLong.empty();
      case FLOORDIVSI ->
          signedDivides(type, lhs, rhs) ? some(Math.floorDiv(lhs, rhs)) : OptionalLong.empty();
      case CONSTANT, SELECT, CMPI -> OptionalLong.empty();
      case ADDF, SUBF, MULF, DIVF, NEGF, CMPF -> OptionalLong.empty();
      case MAXIMUMF, MINIMUMF, MAXNUMF, MINNUMF -> OptionalLong.empty();
      case INDEX_CAST, INDEX_CASTUI, EXTSI, EXTUI, TRUNCI, BITCAST -> OptionalLong.empty();
      case EXTF, TRUNCF, SITOFP, UITOFP, FPTOSI, FPTOUI -> OptionalLong.empty();
    };
  }

  /** The result of an integer comparison. */
  public static boolean compare(String predicate, ElementType type, long lhs, long rhs) {
    long mask = type.bits() == 64 ? -1 : (1L << type.bits()) - 1;
    int unsigned = Long.compareUnsigned(lhs & mask, rhs & mask);
    return switch (predicate) {
      case "eq" -> lhs == rhs;
      case "ne" -> lhs != rhs;
      case "slt" -> lhs < rhs;
      case "sle" -> lhs <= rhs;
      case "sgt" -> lhs > rhs;
      case "sge" -> lhs >= rhs;
      case "ult" -> unsigned < 0;
      case "ule" -> unsigned <= 0;
      case "ugt" -> unsigned > 0;
      case "uge" -> unsigned >= 0;
      default -> throw new IllegalArgumentException("no predicate " + predicate);
    };
  }

  private static long ceilDivideUnsigned(long lhs, long rhs) {
    long quotient = Long.divideUnsigned(lhs, rhs);
    return quotient * rhs == lhs ? quotient : quotient + 1;
  }

  private static boolean signedDivides(ElementType type, long lhs, long rhs) {
    long least = -1L << type.bits() - 1;
    return rhs != 0 && !(rhs == -1 && lhs == least);
  }

  private static OptionalLong some(long value) {
    return OptionalLong.of(value);
  }

  private static OptionalLong when(boolean condition, long value) {
    return condition ? OptionalLong.of(value) : OptionalLong.empty();
  }
}
