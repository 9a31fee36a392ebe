package org.ptoc.passes.codegen;

import org.ptoc.ir.isa.ScalarWidth;

/** Plain arithmetic that both test interpreters share; compiler code is not used. */
final class Reference {
  private Reference() {}

  static long signExtend(long value, int bits) {
    return value << (64 - bits) >> (64 - bits);
  }

  static long zeroExtend(long value, int bits) {
    return value << (64 - bits) >>> (64 - bits);
  }

  /** Result sign-extended; {@code i1} as 0 or 1. */
  static long arithmetic(String operation, int bits, boolean signed, long left, long right) {
    long a = signed ? signExtend(left, bits) : zeroExtend(left, bits);
    long b = signed ? signExtend(right, bits) : zeroExtend(right, bits);
    long result =
        switch (operation) {
          case "add" -> a + b;
          case "sub" -> a - b;
          case "mul" -> a * b;
          case "and" -> a & b;
          case "or" -> a | b;
          case "xor" -> a ^ b;
          case "shl" -> a << zeroExtend(right, bits);
          case "shr" -> signed ? a >> zeroExtend(right, bits) : a >>> zeroExtend(right, bits);
          case "div" -> signed ? a / b : Long.divideUnsigned(a, b);
          case "rem" -> signed ? a % b : Long.remainderUnsigned(a, b);
          case "floordiv" -> Math.floorDiv(signExtend(left, bits), signExtend(right, bits));
          case "ceildiv" ->
              signed
                  ? Math.ceilDiv(a, b)
                  : Long.divideUnsigned(a, b) + (Long.remainderUnsigned(a, b) != 0 ? 1 : 0);
          case "max" -> (signed ? a > b : Long.compareUnsigned(a, b) > 0) ? a : b;
          case "min" -> (signed ? a < b : Long.compareUnsigned(a, b) < 0) ? a : b;
          default -> throw new AssertionError("no operation " + operation);
        };
    return bits == 1 ? result & 1 : signExtend(result, bits);
  }

  /** Integer conditions by their code: eq ne slt sle sgt sge ult ule ugt uge. */
  static boolean compare(int condition, int widthCode, long left, long right) {
    int bits = widthCode == ScalarWidth.I1.code() ? 1 : 8 << widthCode;
    int signed = Long.compare(signExtend(left, bits), signExtend(right, bits));
    int unsigned = Long.compareUnsigned(zeroExtend(left, bits), zeroExtend(right, bits));
    return switch (condition) {
      case 0 -> signed == 0;
      case 1 -> signed != 0;
      case 2 -> signed < 0;
      case 3 -> signed <= 0;
      case 4 -> signed > 0;
      case 5 -> signed >= 0;
      case 6 -> unsigned < 0;
      case 7 -> unsigned <= 0;
      case 8 -> unsigned > 0;
      case 9 -> unsigned >= 0;
      default -> throw new AssertionError("no integer condition " + condition);
    };
  }

  /** Ordered conditions by their code: oeq one olt ole ogt oge. */
  static boolean compareFloats(int condition, float left, float right) {
    return switch (condition) {
      case 10 -> left == right;
      case 11 -> left < right || left > right;
      case 12 -> left < right;
      case 13 -> left <= right;
      case 14 -> left > right;
      case 15 -> left >= right;
      default -> throw new AssertionError("no float condition " + condition);
    };
  }

  /** An arbitrary function without algebraic laws, so that any mistake in the inputs shows. */
  static long mix(String name, long... inputs) {
    long hash = name.hashCode();
    for (long input : inputs) {
      hash = (hash ^ input) * 0x9E37_79B9_7F4A_7C15L;
      hash ^= hash >>> 29;
    }
    return hash;
  }
}
