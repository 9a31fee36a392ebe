package org.ptoc.emulator.lane;

import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.ir.isa.LaneFunction;

/** Loops of unsigned 8-bit integer lanes; results wrap (spec/10, 1.5). */
final class Unsigned8Lanes {
  private Unsigned8Lanes() {}

  /** The loop of {@code function}. */
  static LaneLoop loop(LaneFunction function) {
    return switch (function) {
      case ADD -> Unsigned8Lanes::add;
      case SUB -> Unsigned8Lanes::sub;
      case MUL -> Unsigned8Lanes::mul;
      case MAX -> Unsigned8Lanes::maximum;
      case MIN -> Unsigned8Lanes::minimum;
      case SHL -> Unsigned8Lanes::shl;
      case SHR -> Unsigned8Lanes::shr;
      case ABS -> Unsigned8Lanes::abs;
      case NEG -> Unsigned8Lanes::neg;
      case FMA -> Unsigned8Lanes::fma;
      case GE -> Unsigned8Lanes::atLeast;
      case GT -> Unsigned8Lanes::above;
      case LE -> Unsigned8Lanes::atMost;
      case LT -> Unsigned8Lanes::below;
      case EQ -> Unsigned8Lanes::equal;
      case NE -> Unsigned8Lanes::unequal;
      case POPULATION_COUNT -> Unsigned8Lanes::populationCount;
      case LEADING_SIGN_COUNT -> Unsigned8Lanes::leadingSignCount;
      case DIV, AND, OR, XOR, NOT, EXP, LN, SQRT, RECIPROCAL, RSQRT, SELECT ->
          throw new IllegalArgumentException(function + " is not defined for this type");
    };
  }

  private static void add(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < count; i++) {
      LittleEndian.put8(r, d + i, LittleEndian.get8(r, a + i) + LittleEndian.get8(r, b + i));
    }
  }

  private static void sub(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < count; i++) {
      LittleEndian.put8(r, d + i, LittleEndian.get8(r, a + i) - LittleEndian.get8(r, b + i));
    }
  }

  private static void mul(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < count; i++) {
      LittleEndian.put8(r, d + i, LittleEndian.get8(r, a + i) * LittleEndian.get8(r, b + i));
    }
  }

  private static void maximum(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < count; i++) {
      LittleEndian.put8(
          r, d + i, Math.max(LittleEndian.get8(r, a + i), LittleEndian.get8(r, b + i)));
    }
  }

  private static void minimum(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < count; i++) {
      LittleEndian.put8(
          r, d + i, Math.min(LittleEndian.get8(r, a + i), LittleEndian.get8(r, b + i)));
    }
  }

  private static void shl(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < count; i++) {
      int n = LittleEndian.get8(r, b + i);
      LittleEndian.put8(r, d + i, n < 8 ? LittleEndian.get8(r, a + i) << n : 0);
    }
  }

  private static void shr(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < count; i++) {
      int n = LittleEndian.get8(r, b + i);
      LittleEndian.put8(r, d + i, n < 8 ? LittleEndian.get8(r, a + i) >>> n : 0);
    }
  }

  private static void abs(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < count; i++) {
      LittleEndian.put8(r, d + i, LittleEndian.get8(r, a + i));
    }
  }

  private static void neg(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < count; i++) {
      LittleEndian.put8(r, d + i, -LittleEndian.get8(r, a + i));
    }
  }

  private static void fma(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < count; i++) {
      int value =
          LittleEndian.get8(r, a + i) * LittleEndian.get8(r, b + i) + LittleEndian.get8(r, c + i);
      LittleEndian.put8(r, d + i, value);
    }
  }

  private static void atLeast(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < count; i++) {
      LittleEndian.put8(
          r, d + i, LittleEndian.get8(r, a + i) >= LittleEndian.get8(r, b + i) ? -1 : 0);
    }
  }

  private static void above(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < count; i++) {
      LittleEndian.put8(
          r, d + i, LittleEndian.get8(r, a + i) > LittleEndian.get8(r, b + i) ? -1 : 0);
    }
  }

  private static void atMost(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < count; i++) {
      LittleEndian.put8(
          r, d + i, LittleEndian.get8(r, a + i) <= LittleEndian.get8(r, b + i) ? -1 : 0);
    }
  }

  private static void below(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < count; i++) {
      LittleEndian.put8(
          r, d + i, LittleEndian.get8(r, a + i) < LittleEndian.get8(r, b + i) ? -1 : 0);
    }
  }

  private static void equal(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < count; i++) {
      LittleEndian.put8(
          r, d + i, LittleEndian.get8(r, a + i) == LittleEndian.get8(r, b + i) ? -1 : 0);
    }
  }

  private static void unequal(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < count; i++) {
      LittleEndian.put8(
          r, d + i, LittleEndian.get8(r, a + i) != LittleEndian.get8(r, b + i) ? -1 : 0);
    }
  }

  private static void populationCount(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < count; i++) {
      LittleEndian.put8(r, d + i, Integer.bitCount(LittleEndian.get8(r, a + i)));
    }
  }

  private static void leadingSignCount(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < count; i++) {
      int x = (byte) LittleEndian.get8(r, a + i);
      LittleEndian.put8(r, d + i, Integer.numberOfLeadingZeros(x < 0 ? ~x : x) - 25);
    }
  }
}
