package org.ptoc.emulator.lane;

import org.ptoc.emulator.numeric.BFloat16;
import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.ir.isa.LaneFunction;

/** Loops of bfloat16 lanes (spec/10, 1.4). */
final class BFloat16Lanes {
  private BFloat16Lanes() {}

  /** The loop of {@code function}. */
  static LaneLoop loop(LaneFunction function) {
    return switch (function) {
      case ADD -> BFloat16Lanes::add;
      case SUB -> BFloat16Lanes::sub;
      case MUL -> BFloat16Lanes::mul;
      case MAX -> BFloat16Lanes::maximum;
      case MIN -> BFloat16Lanes::minimum;
      case ABS -> BFloat16Lanes::abs;
      case NEG -> BFloat16Lanes::neg;
      case FMA -> BFloat16Lanes::fma;
      case GE -> BFloat16Lanes::atLeast;
      case GT -> BFloat16Lanes::above;
      case LE -> BFloat16Lanes::atMost;
      case LT -> BFloat16Lanes::below;
      case EQ -> BFloat16Lanes::equal;
      case NE -> BFloat16Lanes::unequal;
      case DIV,
          AND,
          OR,
          XOR,
          NOT,
          SHL,
          SHR,
          EXP,
          LN,
          SQRT,
          RECIPROCAL,
          RSQRT,
          SELECT,
          POPULATION_COUNT,
          LEADING_SIGN_COUNT ->
          throw new IllegalArgumentException(function + " is not defined for this type");
    };
  }

  private static void add(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      LittleEndian.put16(
          r, d + i, BFloat16.add(LittleEndian.get16(r, a + i), LittleEndian.get16(r, b + i)));
    }
  }

  private static void sub(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      LittleEndian.put16(
          r, d + i, BFloat16.sub(LittleEndian.get16(r, a + i), LittleEndian.get16(r, b + i)));
    }
  }

  private static void mul(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      LittleEndian.put16(
          r, d + i, BFloat16.mul(LittleEndian.get16(r, a + i), LittleEndian.get16(r, b + i)));
    }
  }

  private static void maximum(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      LittleEndian.put16(
          r, d + i, BFloat16.max(LittleEndian.get16(r, a + i), LittleEndian.get16(r, b + i)));
    }
  }

  private static void minimum(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      LittleEndian.put16(
          r, d + i, BFloat16.min(LittleEndian.get16(r, a + i), LittleEndian.get16(r, b + i)));
    }
  }

  private static void fma(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      int value =
          BFloat16.fma(
              LittleEndian.get16(r, a + i),
              LittleEndian.get16(r, b + i),
              LittleEndian.get16(r, c + i));
      LittleEndian.put16(r, d + i, value);
    }
  }

  private static void atLeast(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      boolean holds =
          BFloat16.decode(LittleEndian.get16(r, a + i))
              >= BFloat16.decode(LittleEndian.get16(r, b + i));
      LittleEndian.put16(r, d + i, holds ? -1 : 0);
    }
  }

  private static void above(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      boolean holds =
          BFloat16.decode(LittleEndian.get16(r, a + i))
              > BFloat16.decode(LittleEndian.get16(r, b + i));
      LittleEndian.put16(r, d + i, holds ? -1 : 0);
    }
  }

  private static void atMost(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      boolean holds =
          BFloat16.decode(LittleEndian.get16(r, a + i))
              <= BFloat16.decode(LittleEndian.get16(r, b + i));
      LittleEndian.put16(r, d + i, holds ? -1 : 0);
    }
  }

  private static void below(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      boolean holds =
          BFloat16.decode(LittleEndian.get16(r, a + i))
              < BFloat16.decode(LittleEndian.get16(r, b + i));
      LittleEndian.put16(r, d + i, holds ? -1 : 0);
    }
  }

  private static void equal(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      boolean holds =
          BFloat16.decode(LittleEndian.get16(r, a + i))
              == BFloat16.decode(LittleEndian.get16(r, b + i));
      LittleEndian.put16(r, d + i, holds ? -1 : 0);
    }
  }

  private static void unequal(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      boolean holds =
          BFloat16.decode(LittleEndian.get16(r, a + i))
              != BFloat16.decode(LittleEndian.get16(r, b + i));
      LittleEndian.put16(r, d + i, holds ? -1 : 0);
    }
  }

  private static void abs(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      LittleEndian.put16(r, d + i, LittleEndian.get16(r, a + i) & 0x7FFF);
    }
  }

  private static void neg(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      LittleEndian.put16(r, d + i, LittleEndian.get16(r, a + i) ^ 0x8000);
    }
  }
}
