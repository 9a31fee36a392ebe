package org.ptoc.emulator.lane;

import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.ir.isa.LaneFunction;

/** Loops of signed 32-bit integer lanes; results wrap (spec/10, 1.5). */
final class Signed32Lanes {
  private Signed32Lanes() {}

  /** The loop of {@code function}. */
  static LaneLoop loop(LaneFunction function) {
    return switch (function) {
      case ADD -> Signed32Lanes::add;
      case SUB -> Signed32Lanes::sub;
      case MUL -> Signed32Lanes::mul;
      case MAX -> Signed32Lanes::maximum;
      case MIN -> Signed32Lanes::minimum;
      case SHL -> Signed32Lanes::shl;
      case SHR -> Signed32Lanes::shr;
      case ABS -> Signed32Lanes::abs;
      case NEG -> Signed32Lanes::neg;
      case FMA -> Signed32Lanes::fma;
      case GE -> Signed32Lanes::atLeast;
      case GT -> Signed32Lanes::above;
      case LE -> Signed32Lanes::atMost;
      case LT -> Signed32Lanes::below;
      case EQ -> Signed32Lanes::equal;
      case NE -> Signed32Lanes::unequal;
      case POPULATION_COUNT -> Signed32Lanes::populationCount;
      case LEADING_SIGN_COUNT -> Signed32Lanes::leadingSignCount;
      case DIV, AND, OR, XOR, NOT, EXP, LN, SQRT, RECIPROCAL, RSQRT, SELECT ->
          throw new IllegalArgumentException(function + " is not defined for this type");
    };
  }

  private static void add(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 4 * count; i += 4) {
      LittleEndian.put32(r, d + i, LittleEndian.get32(r, a + i) + LittleEndian.get32(r, b + i));
    }
  }

  private static void sub(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 4 * count; i += 4) {
      LittleEndian.put32(r, d + i, LittleEndian.get32(r, a + i) - LittleEndian.get32(r, b + i));
    }
  }

  private static void mul(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 4 * count; i += 4) {
      LittleEndian.put32(r, d + i, LittleEndian.get32(r, a + i) * LittleEndian.get32(r, b + i));
    }
  }

  private static void maximum(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 4 * count; i += 4) {
      LittleEndian.put32(
          r, d + i, Math.max(LittleEndian.get32(r, a + i), LittleEndian.get32(r, b + i)));
    }
  }

  private static void minimum(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 4 * count; i += 4) {
      LittleEndian.put32(
          r, d + i, Math.min(LittleEndian.get32(r, a + i), LittleEndian.get32(r, b + i)));
    }
  }

  private static void shl(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 4 * count; i += 4) {
      int n = LittleEndian.get32(r, b + i);
      LittleEndian.put32(
          r, d + i, Integer.compareUnsigned(n, 32) < 0 ? LittleEndian.get32(r, a + i) << n : 0);
    }
  }

  private static void shr(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 4 * count; i += 4) {
      int n = LittleEndian.get32(r, b + i);
      LittleEndian.put32(
          r, d + i, LittleEndian.get32(r, a + i) >> (Integer.compareUnsigned(n, 32) < 0 ? n : 31));
    }
  }

  private static void abs(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 4 * count; i += 4) {
      LittleEndian.put32(r, d + i, Math.abs(LittleEndian.get32(r, a + i)));
    }
  }

  private static void neg(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 4 * count; i += 4) {
      LittleEndian.put32(r, d + i, -LittleEndian.get32(r, a + i));
    }
  }

  private static void fma(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 4 * count; i += 4) {
      int value =
          LittleEndian.get32(r, a + i) * LittleEndian.get32(r, b + i)
              + LittleEndian.get32(r, c + i);
      LittleEndian.put32(r, d + i, value);
    }
  }

  private static void atLeast(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 4 * count; i += 4) {
      LittleEndian.put32(
          r, d + i, LittleEndian.get32(r, a + i) >= LittleEndian.get32(r, b + i) ? -1 : 0);
    }
  }

  private static void above(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 4 * count; i += 4) {
      LittleEndian.put32(
          r, d + i, LittleEndian.get32(r, a + i) > LittleEndian.get32(r, b + i) ? -1 : 0);
    }
  }

  private static void atMost(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 4 * count; i += 4) {
      LittleEndian.put32(
          r, d + i, LittleEndian.get32(r, a + i) <= LittleEndian.get32(r, b + i) ? -1 : 0);
    }
  }

  private static void below(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 4 * count; i += 4) {
      LittleEndian.put32(
          r, d + i, LittleEndian.get32(r, a + i) < LittleEndian.get32(r, b + i) ? -1 : 0);
    }
  }

  private static void equal(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 4 * count; i += 4) {
      LittleEndian.put32(
          r, d + i, LittleEndian.get32(r, a + i) == LittleEndian.get32(r, b + i) ? -1 : 0);
    }
  }

  private static void unequal(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 4 * count; i += 4) {
      LittleEndian.put32(
          r, d + i, LittleEndian.get32(r, a + i) != LittleEndian.get32(r, b + i) ? -1 : 0);
    }
  }

  private static void populationCount(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 4 * count; i += 4) {
      LittleEndian.put32(r, d + i, Integer.bitCount(LittleEndian.get32(r, a + i)));
    }
  }

  private static void leadingSignCount(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 4 * count; i += 4) {
      int x = LittleEndian.get32(r, a + i);
      LittleEndian.put32(r, d + i, Integer.numberOfLeadingZeros(x < 0 ? ~x : x) - 1);
    }
  }
}
