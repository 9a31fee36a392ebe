package org.ptoc.emulator.interpreter.step;

import org.ptoc.emulator.machine.MachineTrap;
import org.ptoc.emulator.numeric.BFloat16;
import org.ptoc.emulator.numeric.Float16;
import org.ptoc.ir.isa.Condition;
import org.ptoc.ir.isa.ScalarOperation;
import org.ptoc.ir.isa.ScalarWidth;
import org.ptoc.ir.isa.TrapCode;

/**
 * Arithmetic of the scalar unit on 64-bit registers (spec/40, 7.1): integer results are
 * sign-extended from their width, i1 results are 0 or 1, float results are zero-extended bit
 * patterns. A quotient or remainder by zero, and one of the smallest number by -1, is a trap
 * (spec/00, section 5).
 */
public final class ScalarMath {
  private ScalarMath() {}

  static boolean isFloat(ScalarWidth width) {
    return switch (width) {
      case F16, BF16, F32 -> true;
      case I1, I8, I16, I32, I64 -> false;
    };
  }

  /** Bytes in memory; i1 takes one. */
  static int bytes(ScalarWidth width) {
    return switch (width) {
      case I1, I8 -> 1;
      case I16, F16, BF16 -> 2;
      case I32, F32 -> 4;
      case I64 -> 8;
    };
  }

  static int bits(ScalarWidth width) {
    return width == ScalarWidth.I1 ? 1 : 8 * bytes(width);
  }

  /** The register form of a result: the low bits of {@code value}, sign-extended for integers. */
  static long extend(ScalarWidth width, long value) {
    return switch (width) {
      case I8 -> (byte) value;
      case I16 -> (short) value;
      case I32 -> (int) value;
      case I64 -> value;
      case I1 -> value & 1;
      case F16, BF16 -> value & 0xFFFF;
      case F32 -> value & 0xFFFF_FFFFL;
    };
  }

  /** The low bits of {@code value}, zero-extended. */
  public static long zeroExtend(long value, ScalarWidth width) {
    return switch (width) {
      case I8 -> value & 0xFF;
      case I16, F16, BF16 -> value & 0xFFFF;
      case I32, F32 -> value & 0xFFFF_FFFFL;
      case I64 -> value;
      case I1 -> value & 1;
    };
  }

  static double decode(ScalarWidth width, long bits) {
    return switch (width) {
      case F16 -> Float16.decode((int) bits & 0xFFFF);
      case BF16 -> BFloat16.decode((int) bits & 0xFFFF);
      case F32 -> Float.intBitsToFloat((int) bits);
      case I1, I8, I16, I32, I64 -> throw new IllegalArgumentException("no float type " + width);
    };
  }

  static long encode(ScalarWidth width, double value) {
    return switch (width) {
      case F16 -> Float16.encode(value);
      case BF16 -> BFloat16.encode(value);
      case F32 -> Float.floatToIntBits((float) value) & 0xFFFF_FFFFL;
      case I1, I8, I16, I32, I64 -> throw new IllegalArgumentException("no float type " + width);
    };
  }

  /** The second value when the first is not zero, else the third. */
  public static long select(long selector, long a, long b) {
    return selector != 0 ? a : b;
  }

  /** 1 when the condition holds, else 0. */
  public static long compare(long a, long b, Condition condition, ScalarWidth width) {
    return holds(condition, width, a, b) ? 1 : 0;
  }

  /** Extension to 64 bits; a set i1 becomes -1, as in signed compares of {@code arith.cmpi}. */
  public static long signExtend(long value, ScalarWidth width) {
    return width == ScalarWidth.I1 ? -(value & 1) : extend(width, value);
  }

  /** The value with bit {@code position} set or cleared. */
  public static long setBit(long value, long position, boolean set) {
    return set ? value | 1L << position : value & ~(1L << position);
  }

  /**
   * The result of an operation of one or two operands.
   *
   * @param signed whether operands that the operation extends are signed
   */
  public static long apply(
      long a, long b, ScalarOperation operation, ScalarWidth width, boolean signed) {
    if (operation == ScalarOperation.NEGATE && isFloat(width)) {
      return zeroExtend(a, width) ^ 1L << bits(width) - 1;
    }
    return isFloat(width)
        ? encode(width, applyFloat(operation, decode(width, a), decode(width, b)))
        : extend(width, applyInteger(operation, width, signed, a, b));
  }

  private static double applyFloat(ScalarOperation operation, double a, double b) {
    return switch (operation) {
      case ADD -> a + b;
      case SUBTRACT -> a - b;
      case MULTIPLY -> a * b;
      case DIVIDE -> a / b;
      case REMAINDER -> a % b;
      case MAXIMUM -> Math.max(a, b);
      case MINIMUM -> Math.min(a, b);
      default -> throw new IllegalArgumentException("no float form of " + operation);
    };
  }

  private static long applyInteger(
      ScalarOperation operation, ScalarWidth width, boolean signed, long a, long b) {
    long left = signed ? extend(width, a) : zeroExtend(a, width);
    long right = signed ? extend(width, b) : zeroExtend(b, width);
    return switch (operation) {
      case ADD -> a + b;
      case SUBTRACT -> a - b;
      case MULTIPLY -> a * b;
      case AND -> a & b;
      case OR -> a | b;
      case XOR -> a ^ b;
      case NEGATE -> -a;
      case DIVIDE, REMAINDER, CEILING_DIVIDE -> quotient(operation, width, signed, left, right);
      case FLOOR_DIVIDE -> quotient(operation, width, true, extend(width, a), extend(width, b));
      case MAXIMUM -> isLess(left, right, signed) ? right : left;
      case MINIMUM -> isLess(left, right, signed) ? left : right;
      case SHIFT_LEFT ->
          zeroExtend(b, width) < 0 || zeroExtend(b, width) >= bits(width) ? 0 : a << b;
      case SHIFT_RIGHT -> shiftRight(width, left, b, signed);
      case SHIFT_RIGHT_UNSIGNED -> shiftRight(width, zeroExtend(a, width), b, false);
      case SHIFT_RIGHT_SIGNED -> shiftRight(width, extend(width, a), b, true);
      default -> throw new IllegalArgumentException("no integer form of " + operation);
    };
  }

  private static long quotient(
      ScalarOperation operation, ScalarWidth width, boolean signed, long left, long right) {
    if (right == 0) {
      throw MachineTrap.of(TrapCode.ARITHMETIC, "division of " + left + " by zero");
    }
    if (signed && right == -1 && left == Long.MIN_VALUE >> Long.SIZE - bits(width)) {
      throw MachineTrap.of(TrapCode.ARITHMETIC, "the quotient of " + left + " and -1 does not fit");
    }
    return switch (operation) {
      case DIVIDE -> signed ? left / right : Long.divideUnsigned(left, right);
      case REMAINDER -> signed ? left % right : Long.remainderUnsigned(left, right);
      case CEILING_DIVIDE -> signed ? Math.ceilDiv(left, right) : ceilingUnsigned(left, right);
      case FLOOR_DIVIDE -> Math.floorDiv(left, right);
      default -> throw new IllegalArgumentException("no division " + operation);
    };
  }

  private static long shiftRight(ScalarWidth width, long value, long count, boolean signed) {
    long distance = zeroExtend(count, width);
    boolean tooFar = distance < 0 || distance >= bits(width);
    if (signed) {
      return value >> (tooFar ? Long.SIZE - 1 : distance);
    }
    return tooFar ? 0 : value >>> distance;
  }

  private static long ceilingUnsigned(long left, long right) {
    long quotient = Long.divideUnsigned(left, right);
    return Long.remainderUnsigned(left, right) == 0 ? quotient : quotient + 1;
  }

  private static boolean isLess(long left, long right, boolean signed) {
    return signed ? left < right : Long.compareUnsigned(left, right) < 0;
  }

  /** True if {@code a} and {@code b} compare as the condition says. */
  static boolean holds(Condition condition, ScalarWidth width, long a, long b) {
    return switch (condition) {
      case EQ -> zeroExtend(a, width) == zeroExtend(b, width);
      case NE -> zeroExtend(a, width) != zeroExtend(b, width);
      case SLT -> signExtend(a, width) < signExtend(b, width);
      case SLE -> signExtend(a, width) <= signExtend(b, width);
      case SGT -> signExtend(a, width) > signExtend(b, width);
      case SGE -> signExtend(a, width) >= signExtend(b, width);
      case ULT -> Long.compareUnsigned(zeroExtend(a, width), zeroExtend(b, width)) < 0;
      case ULE -> Long.compareUnsigned(zeroExtend(a, width), zeroExtend(b, width)) <= 0;
      case UGT -> Long.compareUnsigned(zeroExtend(a, width), zeroExtend(b, width)) > 0;
      case UGE -> Long.compareUnsigned(zeroExtend(a, width), zeroExtend(b, width)) >= 0;
      case OEQ -> decode(width, a) == decode(width, b);
      case ONE -> decode(width, a) < decode(width, b) || decode(width, a) > decode(width, b);
      case OLT -> decode(width, a) < decode(width, b);
      case OLE -> decode(width, a) <= decode(width, b);
      case OGT -> decode(width, a) > decode(width, b);
      case OGE -> decode(width, a) >= decode(width, b);
    };
  }

  /**
   * A value of type {@code from} in type {@code to}: floats round to nearest even, integers
   * truncate and clamp.
   */
  public static long convert(long value, ScalarWidth from, ScalarWidth to) {
    if (!isFloat(from)) {
      long integer = extend(from, value);
      return isFloat(to) ? encodeInteger(to, integer) : extend(to, integer);
    }
    double number = decode(from, value);
    if (isFloat(to)) {
      return encode(to, number);
    }
    int bits = bits(to);
    long high = bits == 64 ? Long.MAX_VALUE : (1L << bits - 1) - 1;
    return to == ScalarWidth.I1 ? (long) number & 1 : Math.clamp((long) number, -high - 1, high);
  }

  /** Rounds once, also where a 64-bit integer does not fit a double. */
  private static long encodeInteger(ScalarWidth to, long value) {
    if (to == ScalarWidth.F32) {
      return Float.floatToIntBits((float) value) & 0xFFFF_FFFFL;
    }
    long odd =
        Math.abs(value) < 1L << 53
            ? value
            : value & -1L << 11 | ((value & 0x7FF) != 0 ? 1L << 11 : 0);
    return encode(to, (double) odd);
  }
}
