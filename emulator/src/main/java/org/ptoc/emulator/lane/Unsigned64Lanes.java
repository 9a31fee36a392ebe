package org.ptoc.emulator.lane;

import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.ir.isa.LaneFunction;

/** Loops of unsigned 64-bit integer lanes; results wrap (spec/10, 1.5). */
final class Unsigned64Lanes {
  private Unsigned64Lanes() {}

  /** The loop of {@code function}. */
  static LaneLoop loop(LaneFunction function) {
    return switch (function) {
      case ADD -> Unsigned64Lanes::add;
      case SUB -> Unsigned64Lanes::sub;
      case MUL -> Unsigned64Lanes::mul;
      case MAX -> Unsigned64Lanes::maximum;
      case MIN -> Unsigned64Lanes::minimum;
      case SHL -> Unsigned64Lanes::shl;
      case SHR -> Unsigned64Lanes::shr;
      case ABS -> Unsigned64Lanes::abs;
      case NEG -> Unsigned64Lanes::neg;
      case FMA -> Unsigned64Lanes::fma;
      case GE -> Unsigned64Lanes::atLeast;
      case GT -> Unsigned64Lanes::above;
      case LE -> Unsigned64Lanes::atMost;
      case LT -> Unsigned64Lanes::below;
      case EQ -> Unsigned64Lanes::equal;
      case NE -> Unsigned64Lanes::unequal;
      case POPULATION_COUNT -> Unsigned64Lanes::populationCount;
      case LEADING_SIGN_COUNT -> Unsigned64Lanes::leadingSignCount;
      case DIV, AND, OR, XOR, NOT, EXP, LN, SQRT, RECIPROCAL, RSQRT, SELECT ->
          throw new IllegalArgumentException(function + " is not defined for this type");
    };
  }

  private static void add(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 8 * count; i += 8) {
      LittleEndian.put64(r, d + i, LittleEndian.get64(r, a + i) + LittleEndian.get64(r, b + i));
    }
  }

  private static void sub(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 8 * count; i += 8) {
      LittleEndian.put64(r, d + i, LittleEndian.get64(r, a + i) - LittleEndian.get64(r, b + i));
    }
  }

  private static void mul(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 8 * count; i += 8) {
      LittleEndian.put64(r, d + i, LittleEndian.get64(r, a + i) * LittleEndian.get64(r, b + i));
    }
  }

  private static void maximum(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 8 * count; i += 8) {
      long x = LittleEndian.get64(r, a + i);
      long y = LittleEndian.get64(r, b + i);
      LittleEndian.put64(r, d + i, Long.compareUnsigned(x, y) >= 0 ? x : y);
    }
  }

  private static void minimum(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 8 * count; i += 8) {
      long x = LittleEndian.get64(r, a + i);
      long y = LittleEndian.get64(r, b + i);
      LittleEndian.put64(r, d + i, Long.compareUnsigned(x, y) <= 0 ? x : y);
    }
  }

  private static void shl(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 8 * count; i += 8) {
      long n = LittleEndian.get64(r, b + i);
      LittleEndian.put64(
          r, d + i, Long.compareUnsigned(n, 64) < 0 ? LittleEndian.get64(r, a + i) << n : 0);
    }
  }

  private static void shr(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 8 * count; i += 8) {
      long n = LittleEndian.get64(r, b + i);
      LittleEndian.put64(
          r, d + i, Long.compareUnsigned(n, 64) < 0 ? LittleEndian.get64(r, a + i) >>> n : 0);
    }
  }

  private static void abs(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 8 * count; i += 8) {
      LittleEndian.put64(r, d + i, LittleEndian.get64(r, a + i));
    }
  }

  private static void neg(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 8 * count; i += 8) {
      LittleEndian.put64(r, d + i, -LittleEndian.get64(r, a + i));
    }
  }

  private static void fma(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 8 * count; i += 8) {
      long value =
          LittleEndian.get64(r, a + i) * LittleEndian.get64(r, b + i)
              + LittleEndian.get64(r, c + i);
      LittleEndian.put64(r, d + i, value);
    }
  }

  private static void atLeast(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 8 * count; i += 8) {
      boolean holds =
          Long.compareUnsigned(LittleEndian.get64(r, a + i), LittleEndian.get64(r, b + i)) >= 0;
      LittleEndian.put64(r, d + i, holds ? -1 : 0);
    }
  }

  private static void above(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 8 * count; i += 8) {
      boolean holds =
          Long.compareUnsigned(LittleEndian.get64(r, a + i), LittleEndian.get64(r, b + i)) > 0;
      LittleEndian.put64(r, d + i, holds ? -1 : 0);
    }
  }

  private static void atMost(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 8 * count; i += 8) {
      boolean holds =
          Long.compareUnsigned(LittleEndian.get64(r, a + i), LittleEndian.get64(r, b + i)) <= 0;
      LittleEndian.put64(r, d + i, holds ? -1 : 0);
    }
  }

  private static void below(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 8 * count; i += 8) {
      boolean holds =
          Long.compareUnsigned(LittleEndian.get64(r, a + i), LittleEndian.get64(r, b + i)) < 0;
      LittleEndian.put64(r, d + i, holds ? -1 : 0);
    }
  }

  private static void equal(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 8 * count; i += 8) {
      boolean holds =
          Long.compareUnsigned(LittleEndian.get64(r, a + i), LittleEndian.get64(r, b + i)) == 0;
      LittleEndian.put64(r, d + i, holds ? -1 : 0);
    }
  }

  private static void unequal(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 8 * count; i += 8) {
      boolean holds =
          Long.compareUnsigned(LittleEndian.get64(r, a + i), LittleEndian.get64(r, b + i)) != 0;
      LittleEndian.put64(r, d + i, holds ? -1 : 0);
    }
  }

  private static void populationCount(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 8 * count; i += 8) {
      LittleEndian.put64(r, d + i, Long.bitCount(LittleEndian.get64(r, a + i)));
    }
  }

  private static void leadingSignCount(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 8 * count; i += 8) {
      long x = LittleEndian.get64(r, a + i);
      LittleEndian.put64(r, d + i, Long.numberOfLeadingZeros(x < 0 ? ~x : x) - 1);
    }
  }
}
