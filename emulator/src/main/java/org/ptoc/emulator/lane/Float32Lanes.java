package org.ptoc.emulator.lane;

import org.ptoc.emulator.numeric.Float32;
import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.ir.isa.LaneFunction;

/** Loops of binary32 lanes; every NaN that they write is the canonical one (spec/10, 1.4). */
final class Float32Lanes {
  /** The bits of infinity; larger magnitudes are NaN. */
  private static final int INFINITY = 0x7F80_0000;

  private Float32Lanes() {}

  /** The loop of {@code function}. */
  static LaneLoop loop(LaneFunction function) {
    return switch (function) {
      case ADD -> Float32Lanes::add;
      case SUB -> Float32Lanes::sub;
      case MUL -> Float32Lanes::mul;
      case DIV -> Float32Lanes::div;
      case MAX -> Float32Lanes::maximum;
      case MIN -> Float32Lanes::minimum;
      case ABS -> Float32Lanes::abs;
      case NEG -> Float32Lanes::neg;
      case EXP -> Float32Lanes::exp;
      case LN -> Float32Lanes::ln;
      case SQRT -> Float32Lanes::sqrt;
      case RECIPROCAL -> Float32Lanes::reciprocal;
      case RSQRT -> Float32Lanes::rsqrt;
      case FMA -> Float32Lanes::fma;
      case GE -> Float32Lanes::atLeast;
      case GT -> Float32Lanes::above;
      case LE -> Float32Lanes::atMost;
      case LT -> Float32Lanes::below;
      case EQ -> Float32Lanes::equal;
      case NE -> Float32Lanes::unequal;
      case AND, OR, XOR, NOT, SHL, SHR, SELECT, POPULATION_COUNT, LEADING_SIGN_COUNT ->
          throw new IllegalArgumentException(function + " is not defined for this type");
    };
  }

  private static void add(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 4 * count; i += 4) {
      set(r, d + i, get(r, a + i) + get(r, b + i));
    }
  }

  private static void sub(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 4 * count; i += 4) {
      set(r, d + i, get(r, a + i) - get(r, b + i));
    }
  }

  private static void mul(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 4 * count; i += 4) {
      set(r, d + i, get(r, a + i) * get(r, b + i));
    }
  }

  private static void div(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 4 * count; i += 4) {
      set(r, d + i, get(r, a + i) / get(r, b + i));
    }
  }

  private static void maximum(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 4 * count; i += 4) {
      int p = LittleEndian.get32(r, a + i);
      int q = LittleEndian.get32(r, b + i);
      float x = Float.intBitsToFloat(p);
      float y = Float.intBitsToFloat(q);
      int value = x > y ? p : q;
      if (!(x > y || x < y)) {
        value = x == y ? p & q : Float32.CANONICAL_NAN; // Equal bits, or zeros that differ in sign.
      }
      LittleEndian.put32(r, d + i, value);
    }
  }

  private static void minimum(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 4 * count; i += 4) {
      int p = LittleEndian.get32(r, a + i);
      int q = LittleEndian.get32(r, b + i);
      float x = Float.intBitsToFloat(p);
      float y = Float.intBitsToFloat(q);
      int value = x < y ? p : q;
      if (!(x > y || x < y)) {
        value = x == y ? p | q : Float32.CANONICAL_NAN; // Equal bits, or zeros that differ in sign.
      }
      LittleEndian.put32(r, d + i, value);
    }
  }

  /**
   * The larger of +0 and the first operand: as integers, floats of either sign compare with +0 as
   * they do as floats.
   */
  static void rectify(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 4 * count; i += 4) {
      int bits = LittleEndian.get32(r, a + i);
      if ((bits & 0x7FFF_FFFF) > INFINITY) {
        bits = Float32.CANONICAL_NAN;
      }
      LittleEndian.put32(r, d + i, Math.max(bits, 0));
    }
  }

  private static void exp(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 4 * count; i += 4) {
      set(r, d + i, Float32.exp(get(r, a + i)));
    }
  }

  private static void ln(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 4 * count; i += 4) {
      set(r, d + i, Float32.ln(get(r, a + i)));
    }
  }

  private static void sqrt(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 4 * count; i += 4) {
      set(r, d + i, Float32.sqrt(get(r, a + i)));
    }
  }

  private static void reciprocal(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 4 * count; i += 4) {
      set(r, d + i, 1 / get(r, a + i));
    }
  }

  private static void rsqrt(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 4 * count; i += 4) {
      set(r, d + i, (float) (1 / Math.sqrt(get(r, a + i))));
    }
  }

  private static void fma(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 4 * count; i += 4) {
      set(r, d + i, Math.fma(get(r, a + i), get(r, b + i), get(r, c + i)));
    }
  }

  private static void atLeast(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 4 * count; i += 4) {
      LittleEndian.put32(r, d + i, get(r, a + i) >= get(r, b + i) ? -1 : 0);
    }
  }

  private static void above(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 4 * count; i += 4) {
      LittleEndian.put32(r, d + i, get(r, a + i) > get(r, b + i) ? -1 : 0);
    }
  }

  private static void atMost(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 4 * count; i += 4) {
      LittleEndian.put32(r, d + i, get(r, a + i) <= get(r, b + i) ? -1 : 0);
    }
  }

  private static void below(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 4 * count; i += 4) {
      LittleEndian.put32(r, d + i, get(r, a + i) < get(r, b + i) ? -1 : 0);
    }
  }

  private static void equal(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 4 * count; i += 4) {
      LittleEndian.put32(r, d + i, get(r, a + i) == get(r, b + i) ? -1 : 0);
    }
  }

  private static void unequal(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 4 * count; i += 4) {
      LittleEndian.put32(r, d + i, get(r, a + i) != get(r, b + i) ? -1 : 0);
    }
  }

  private static void abs(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 4 * count; i += 4) {
      LittleEndian.put32(r, d + i, LittleEndian.get32(r, a + i) & 0x7FFF_FFFF);
    }
  }

  private static void neg(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 4 * count; i += 4) {
      LittleEndian.put32(r, d + i, LittleEndian.get32(r, a + i) ^ 0x8000_0000);
    }
  }

  private static float get(byte[] r, int at) {
    return Float.intBitsToFloat(LittleEndian.get32(r, at));
  }

  /**
   * A branch that is hardly ever taken: twice as fast as the conditional moves of {@code
   * floatToIntBits}.
   */
  private static void set(byte[] r, int at, float value) {
    int bits = Float.floatToRawIntBits(value);
    if (value != value) {
      bits = Float32.CANONICAL_NAN;
    }
    LittleEndian.put32(r, at, bits);
  }
}
