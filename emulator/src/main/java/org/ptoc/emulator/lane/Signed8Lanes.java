package org.ptoc.emulator.lane;

import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.ir.isa.LaneFunction;

/** Loops of signed 8-bit integer lanes; results wrap (spec/10, 1.5). */
final class Signed8Lanes {
  private Signed8Lanes() {}

  /** The loop of {@code function}. */
  static LaneLoop loop(LaneFunction function) {
    return switch (function) {
      case ADD -> Signed8Lanes::add;
      case SUB -> Signed8Lanes::sub;
      case MUL -> Signed8Lanes::mul;
      case MAX -> Signed8Lanes::maximum;
      case MIN -> Signed8Lanes::minimum;
      case SHL -> Signed8Lanes::shl;
      case SHR -> Signed8Lanes::shr;
      case ABS -> Signed8Lanes::abs;
      case NEG -> Signed8Lanes::neg;
      case FMA -> Signed8Lanes::fma;
      case GE -> Signed8Lanes::atLeast;
      case GT -> Signed8Lanes::above;
      case LE -> Signed8Lanes::atMost;
      case LT -> Signed8Lanes::below;
      case EQ -> Signed8Lanes::equal;
      case NE -> Signed8Lanes::unequal;
      case POPULATION_COUNT -> Signed8Lanes::populationCount;
      case LEADING_SIGN_COUNT -> Signed8Lanes::leadingSignCount;
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
          r,
          d + i,
          Math.max((byte) LittleEndian.get8(r, a + i), (byte) LittleEndian.get8(r, b + i)));
    }
  }

  private static void minimum(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < count; i++) {
      LittleEndian.put8(
          r,
          d + i,
          Math.min((byte) LittleEndian.get8(r, a + i), (byte) LittleEndian.get8(r, b + i)));
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
      LittleEndian.put8(r, d + i, (byte) LittleEndian.get8(r, a + i) >> (n < 8 ? n : 7));
    }
  }

  private static void abs(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < count; i++) {
      LittleEndian.put8(r, d + i, Math.abs((byte) LittleEndian.get8(r, a + i)));
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
          r,
          d + i,
          (byte) LittleEndian.get8(r, a + i) >= (byte) LittleEndian.get8(r, b + i) ? -1 : 0);
    }
  }

  private static void above(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < count; i++) {
      LittleEndian.put8(
          r,
          d + i,
          (byte) LittleEndian.get8(r, a + i) > (byte) LittleEndian.get8(r, b + i) ? -1 : 0);
    }
  }

  private static void atMost(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < count; i++) {
      LittleEndian.put8(
          r,
          d + i,
          (byte) LittleEndian.get8(r, a + i) <= (byte) LittleEndian.get8(r, b + i) ? -1 : 0);
    }
  }

  private static void below(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < count; i++) {
      LittleEndian.put8(
          r,
          d + i,
          (byte) LittleEndian.get8(r, a + i) < (byte) LittleEndian.get8(r, b + i) ? -1 : 0);
    }
  }

  private static void equal(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < count; i++) {
      LittleEndian.put8(
          r,
          d + i,
          (byte) LittleEndian.get8(r, a + i) == (byte) LittleEndian.get8(r, b + i) ? -1 : 0);
    }
  }

  private static void unequal(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < count; i++) {
      LittleEndian.put8(
          r,
          d + i,
          (byte) LittleEndian.get8(r, a + i) != (byte) LittleEndian.get8(r, b + i) ? -1 : 0);
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
