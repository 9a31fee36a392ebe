package org.ptoc.emulator.lane;

import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.ir.isa.LaneFunction;

/** Loops of signed 16-bit integer lanes; results wrap (spec/10, 1.5). */
final class Signed16Lanes {
  private Signed16Lanes() {}

  /** The loop of {@code function}. */
  static LaneLoop loop(LaneFunction function) {
    return switch (function) {
      case ADD -> Signed16Lanes::add;
      case SUB -> Signed16Lanes::sub;
      case MUL -> Signed16Lanes::mul;
      case MAX -> Signed16Lanes::maximum;
      case MIN -> Signed16Lanes::minimum;
      case SHL -> Signed16Lanes::shl;
      case SHR -> Signed16Lanes::shr;
      case ABS -> Signed16Lanes::abs;
      case NEG -> Signed16Lanes::neg;
      case FMA -> Signed16Lanes::fma;
      case GE -> Signed16Lanes::atLeast;
      case GT -> Signed16Lanes::above;
      case LE -> Signed16Lanes::atMost;
      case LT -> Signed16Lanes::below;
      case EQ -> Signed16Lanes::equal;
      case NE -> Signed16Lanes::unequal;
      case POPULATION_COUNT -> Signed16Lanes::populationCount;
      case LEADING_SIGN_COUNT -> Signed16Lanes::leadingSignCount;
      case DIV, AND, OR, XOR, NOT, EXP, LN, SQRT, RECIPROCAL, RSQRT, SELECT ->
          throw new IllegalArgumentException(function + " is not defined for this type");
    };
  }

  private static void add(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      LittleEndian.put16(r, d + i, LittleEndian.get16(r, a + i) + LittleEndian.get16(r, b + i));
    }
  }

  private static void sub(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      LittleEndian.put16(r, d + i, LittleEndian.get16(r, a + i) - LittleEndian.get16(r, b + i));
    }
  }

  private static void mul(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      LittleEndian.put16(r, d + i, LittleEndian.get16(r, a + i) * LittleEndian.get16(r, b + i));
    }
  }

  private static void maximum(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      int value =
          Math.max((short) LittleEndian.get16(r, a + i), (short) LittleEndian.get16(r, b + i));
      LittleEndian.put16(r, d + i, value);
    }
  }

  private static void minimum(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      int value =
          Math.min((short) LittleEndian.get16(r, a + i), (short) LittleEndian.get16(r, b + i));
      LittleEndian.put16(r, d + i, value);
    }
  }

  private static void shl(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      int n = LittleEndian.get16(r, b + i);
      LittleEndian.put16(r, d + i, n < 16 ? LittleEndian.get16(r, a + i) << n : 0);
    }
  }

  private static void shr(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      int n = LittleEndian.get16(r, b + i);
      LittleEndian.put16(r, d + i, (short) LittleEndian.get16(r, a + i) >> (n < 16 ? n : 15));
    }
  }

  private static void abs(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      LittleEndian.put16(r, d + i, Math.abs((short) LittleEndian.get16(r, a + i)));
    }
  }

  private static void neg(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      LittleEndian.put16(r, d + i, -LittleEndian.get16(r, a + i));
    }
  }

  private static void fma(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      int value =
          LittleEndian.get16(r, a + i) * LittleEndian.get16(r, b + i)
              + LittleEndian.get16(r, c + i);
      LittleEndian.put16(r, d + i, value);
    }
  }

  private static void atLeast(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      boolean holds = (short) LittleEndian.get16(r, a + i) >= (short) LittleEndian.get16(r, b + i);
      LittleEndian.put16(r, d + i, holds ? -1 : 0);
    }
  }

  private static void above(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      boolean holds = (short) LittleEndian.get16(r, a + i) > (short) LittleEndian.get16(r, b + i);
      LittleEndian.put16(r, d + i, holds ? -1 : 0);
    }
  }

  private static void atMost(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      boolean holds = (short) LittleEndian.get16(r, a + i) <= (short) LittleEndian.get16(r, b + i);
      LittleEndian.put16(r, d + i, holds ? -1 : 0);
    }
  }

  private static void below(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      boolean holds = (short) LittleEndian.get16(r, a + i) < (short) LittleEndian.get16(r, b + i);
      LittleEndian.put16(r, d + i, holds ? -1 : 0);
    }
  }

  private static void equal(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      boolean holds = (short) LittleEndian.get16(r, a + i) == (short) LittleEndian.get16(r, b + i);
      LittleEndian.put16(r, d + i, holds ? -1 : 0);
    }
  }

  private static void unequal(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      boolean holds = (short) LittleEndian.get16(r, a + i) != (short) LittleEndian.get16(r, b + i);
      LittleEndian.put16(r, d + i, holds ? -1 : 0);
    }
  }

  private static void populationCount(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      LittleEndian.put16(r, d + i, Integer.bitCount(LittleEndian.get16(r, a + i)));
    }
  }

  private static void leadingSignCount(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      int x = (short) LittleEndian.get16(r, a + i);
      LittleEndian.put16(r, d + i, Integer.numberOfLeadingZeros(x < 0 ? ~x : x) - 17);
    }
  }
}
