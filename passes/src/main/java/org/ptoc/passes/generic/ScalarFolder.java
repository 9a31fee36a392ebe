package org.ptoc.passes.generic;

import java.util.OptionalLong;
import org.ptoc.ir.Operation;
import org.ptoc.ir.type.ElementType;

/**
 * Evaluates integer operations of the arith dialect on constants (spec/00, section 5). Operations
 * that would be an error at run time, such as a division by zero, are left for the run.
 */
final class ScalarFolder {
  private ScalarFolder() {}

  /** The result of a two-operand integer operation; empty when it cannot be folded. */
  static OptionalLong fold(Operation op, long lhs, long rhs) {
    ElementType type = (ElementType) op.operandAt(0).type();
    long mask = type.bits() == 64 ? -1 : (1L << type.bits()) - 1;
    long unsignedLhs = lhs & mask;
    long unsignedRhs = rhs & mask;
    boolean shiftable = unsignedRhs >= 0 && unsignedRhs < type.bits();
    return switch (op.definition().shortName()) {
      case "addi" -> some(lhs + rhs);
      case "subi" -> some(lhs - rhs);
      case "muli" -> some(lhs * rhs);
      case "andi" -> some(lhs & rhs);
      case "ori" -> some(lhs | rhs);
      case "xori" -> some(lhs ^ rhs);
      case "shli" -> when(shiftable, lhs << unsignedRhs);
      case "shrui" -> when(shiftable, unsignedLhs >>> unsignedRhs);
      case "shrsi" -> when(shiftable, lhs >> unsignedRhs);
      case "minsi" -> some(Math.min(lhs, rhs));
      case "maxsi" -> some(Math.max(lhs, rhs));
      case "minui" -> some(Long.compareUnsigned(unsignedLhs, unsignedRhs) <= 0 ? lhs : rhs);
      case "maxui" -> some(Long.compareUnsigned(unsignedLhs, unsignedRhs) >= 0 ? lhs : rhs);
      case "divui" ->
          rhs == 0 ? OptionalLong.empty() : some(Long.divideUnsigned(unsignedLhs, unsignedRhs));
      case "remui" ->
          rhs == 0 ? OptionalLong.empty() : some(Long.remainderUnsigned(unsignedLhs, unsignedRhs));
      case "divsi" -> signedDivides(type, lhs, rhs) ? some(lhs / rhs) : OptionalLong.empty();
      case "remsi" -> signedDivides(type, lhs, rhs) ? some(lhs % rhs) : OptionalLong.empty();
      case "ceildivsi" ->
          signedDivides(type, lhs, rhs) ? some(Math.ceilDiv(lhs, rhs)) : OptionalLong.empty();
      case "floordivsi" ->
          signedDivides(type, lhs, rhs) ? some(Math.floorDiv(lhs, rhs)) : OptionalLong.empty();
      default -> OptionalLong.empty();
    };
  }

  /** The result of an integer comparison. */
  static boolean compare(String predicate, ElementType type, long lhs, long rhs) {
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
