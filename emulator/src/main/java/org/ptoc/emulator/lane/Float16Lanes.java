package org.ptoc.emulator.lane;

import org.ptoc.emulator.numeric.Float16;
import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.ir.isa.LaneFunction;

/**
 * Loops of binary16 lanes; every NaN that arithmetic writes is the canonical one (spec/10, 1.4).
 */
final class Float16Lanes {
  private Float16Lanes() {}

  /** The loop of {@code function}. */
  static LaneLoop loop(LaneFunction function) {
    return switch (function) {
      case ADD -> Float16Lanes::add;
      case SUB -> Float16Lanes::sub;
      case MUL -> Float16Lanes::mul;
      case DIV -> Float16Lanes::div;
      case MAX -> Float16Lanes::maximum;
      case MIN -> Float16Lanes::minimum;
      case ABS -> Float16Lanes::abs;
      case NEG -> Float16Lanes::neg;
      case EXP -> Float16Lanes::exp;
      case LN -> Float16Lanes::ln;
      case SQRT -> Float16Lanes::sqrt;
      case RECIPROCAL -> Float16Lanes::reciprocal;
      case RSQRT -> Float16Lanes::rsqrt;
      case FMA -> Float16Lanes::fma;
      case GE -> Float16Lanes::atLeast;
      case GT -> Float16Lanes::above;
      case LE -> Float16Lanes::atMost;
      case LT -> Float16Lanes::below;
      case EQ -> Float16Lanes::equal;
      case NE -> Float16Lanes::unequal;
      case AND, OR, XOR, NOT, SHL, SHR, SELECT, POPULATION_COUNT, LEADING_SIGN_COUNT ->
          throw new IllegalArgumentException(function + " is not defined for this type");
    };
  }

  private static void add(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      set(r, d + i, get(r, a + i) + get(r, b + i));
    }
    canonical(r, d, count);
  }

  private static void sub(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      set(r, d + i, get(r, a + i) - get(r, b + i));
    }
    canonical(r, d, count);
  }

  private static void mul(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      set(r, d + i, get(r, a + i) * get(r, b + i));
    }
    canonical(r, d, count);
  }

  private static void div(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      set(r, d + i, get(r, a + i) / get(r, b + i));
    }
    canonical(r, d, count);
  }

  private static void maximum(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      set(r, d + i, Math.max(get(r, a + i), get(r, b + i)));
    }
    canonical(r, d, count);
  }

  private static void minimum(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      set(r, d + i, Math.min(get(r, a + i), get(r, b + i)));
    }
    canonical(r, d, count);
  }

  private static void exp(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      LittleEndian.put16(r, d + i, Float16.exp(LittleEndian.get16(r, a + i)));
    }
  }

  private static void ln(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      LittleEndian.put16(r, d + i, Float16.ln(LittleEndian.get16(r, a + i)));
    }
  }

  private static void sqrt(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      set(r, d + i, (float) Math.sqrt(get(r, a + i)));
    }
    canonical(r, d, count);
  }

  private static void reciprocal(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      set(r, d + i, 1 / get(r, a + i));
    }
    canonical(r, d, count);
  }

  private static void rsqrt(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      LittleEndian.put16(
          r, d + i, Float16.encode(1 / Math.sqrt(Float16.decode(LittleEndian.get16(r, a + i)))));
    }
  }

  private static void fma(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      int value =
          Float16.fma(
              LittleEndian.get16(r, a + i),
              LittleEndian.get16(r, b + i),
              LittleEndian.get16(r, c + i));
      LittleEndian.put16(r, d + i, value);
    }
  }

  private static void atLeast(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      boolean holds =
          Float16.decode(LittleEndian.get16(r, a + i))
              >= Float16.decode(LittleEndian.get16(r, b + i));
      LittleEndian.put16(r, d + i, holds ? -1 : 0);
    }
  }

  private static void above(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      boolean holds =
          Float16.decode(LittleEndian.get16(r, a + i))
              > Float16.decode(LittleEndian.get16(r, b + i));
      LittleEndian.put16(r, d + i, holds ? -1 : 0);
    }
  }

  private static void atMost(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      boolean holds =
          Float16.decode(LittleEndian.get16(r, a + i))
              <= Float16.decode(LittleEndian.get16(r, b + i));
      LittleEndian.put16(r, d + i, holds ? -1 : 0);
    }
  }

  private static void below(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      boolean holds =
          Float16.decode(LittleEndian.get16(r, a + i))
              < Float16.decode(LittleEndian.get16(r, b + i));
      LittleEndian.put16(r, d + i, holds ? -1 : 0);
    }
  }

  private static void equal(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      boolean holds =
          Float16.decode(LittleEndian.get16(r, a + i))
              == Float16.decode(LittleEndian.get16(r, b + i));
      LittleEndian.put16(r, d + i, holds ? -1 : 0);
    }
  }

  private static void unequal(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      boolean holds =
          Float16.decode(LittleEndian.get16(r, a + i))
              != Float16.decode(LittleEndian.get16(r, b + i));
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

  private static float get(byte[] r, int at) {
    return Float.float16ToFloat(LittleEndian.getShort(r, at));
  }

  /**
   * Rounds as if only once (see {@link Float16}). Without a look at NaN the JVM vectorises loops of
   * these.
   */
  private static void set(byte[] r, int at, float value) {
    LittleEndian.put16(r, at, Float.floatToFloat16(value));
  }

  private static void canonical(byte[] r, int d, int count) {
    CanonicalNumbers.HALVES.apply(r, d, 2 * count + Long.BYTES - 1 & -Long.BYTES);
  }
}
