package org.ptoc.emulator.lane;

import org.ptoc.emulator.numeric.Float16;
import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.ir.isa.LaneFunction;

/**
 * Loops of binary16 lanes; every NaN that arithmetic writes is the canonical one (spec/10, 1.4).
 *
 * <p>Arithmetic stores four lanes at a time. With AVX-512 the JVM converts and stores one lane by a
 * masked store of a whole vector, behind which the load of the next lane waits where the result is
 * an operand: 1,050 ns instead of 170 for 128 sums.
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
    for (int i = 0; i < 2 * count; i += Long.BYTES) {
      long x = LittleEndian.get64(r, a + i);
      long y = LittleEndian.get64(r, b + i);
      LittleEndian.put64(
          r,
          d + i,
          pack(
              lane(x, 0) + lane(y, 0),
              lane(x, 1) + lane(y, 1),
              lane(x, 2) + lane(y, 2),
              lane(x, 3) + lane(y, 3)));
    }
    canonical(r, d, count);
  }

  private static void sub(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += Long.BYTES) {
      long x = LittleEndian.get64(r, a + i);
      long y = LittleEndian.get64(r, b + i);
      LittleEndian.put64(
          r,
          d + i,
          pack(
              lane(x, 0) - lane(y, 0),
              lane(x, 1) - lane(y, 1),
              lane(x, 2) - lane(y, 2),
              lane(x, 3) - lane(y, 3)));
    }
    canonical(r, d, count);
  }

  private static void mul(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += Long.BYTES) {
      long x = LittleEndian.get64(r, a + i);
      long y = LittleEndian.get64(r, b + i);
      LittleEndian.put64(
          r,
          d + i,
          pack(
              lane(x, 0) * lane(y, 0),
              lane(x, 1) * lane(y, 1),
              lane(x, 2) * lane(y, 2),
              lane(x, 3) * lane(y, 3)));
    }
    canonical(r, d, count);
  }

  private static void div(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += Long.BYTES) {
      long x = LittleEndian.get64(r, a + i);
      long y = LittleEndian.get64(r, b + i);
      LittleEndian.put64(
          r,
          d + i,
          pack(
              lane(x, 0) / lane(y, 0),
              lane(x, 1) / lane(y, 1),
              lane(x, 2) / lane(y, 2),
              lane(x, 3) / lane(y, 3)));
    }
    canonical(r, d, count);
  }

  private static void maximum(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += Long.BYTES) {
      long x = LittleEndian.get64(r, a + i);
      long y = LittleEndian.get64(r, b + i);
      LittleEndian.put64(
          r,
          d + i,
          pack(
              Math.max(lane(x, 0), lane(y, 0)),
              Math.max(lane(x, 1), lane(y, 1)),
              Math.max(lane(x, 2), lane(y, 2)),
              Math.max(lane(x, 3), lane(y, 3))));
    }
    canonical(r, d, count);
  }

  private static void minimum(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += Long.BYTES) {
      long x = LittleEndian.get64(r, a + i);
      long y = LittleEndian.get64(r, b + i);
      LittleEndian.put64(
          r,
          d + i,
          pack(
              Math.min(lane(x, 0), lane(y, 0)),
              Math.min(lane(x, 1), lane(y, 1)),
              Math.min(lane(x, 2), lane(y, 2)),
              Math.min(lane(x, 3), lane(y, 3))));
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
    for (int i = 0; i < 2 * count; i += Long.BYTES) {
      long x = LittleEndian.get64(r, a + i);
      LittleEndian.put64(
          r,
          d + i,
          pack(
              (float) Math.sqrt(lane(x, 0)),
              (float) Math.sqrt(lane(x, 1)),
              (float) Math.sqrt(lane(x, 2)),
              (float) Math.sqrt(lane(x, 3))));
    }
    canonical(r, d, count);
  }

  private static void reciprocal(byte[] r, int d, int a, int b, int c, int count) {
    for (int i = 0; i < 2 * count; i += Long.BYTES) {
      long x = LittleEndian.get64(r, a + i);
      LittleEndian.put64(
          r, d + i, pack(1 / lane(x, 0), 1 / lane(x, 1), 1 / lane(x, 2), 1 / lane(x, 3)));
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

  /** One of four lanes, counted from 0. */
  private static float lane(long four, int number) {
    return Float.float16ToFloat((short) (four >>> number * Short.SIZE));
  }

  /** Four lanes, each rounded as if only once (see {@link Float16}). */
  private static long pack(float first, float second, float third, float fourth) {
    return Float.floatToFloat16(first) & 0xFFFFL
        | (Float.floatToFloat16(second) & 0xFFFFL) << Short.SIZE
        | (Float.floatToFloat16(third) & 0xFFFFL) << 2 * Short.SIZE
        | (Float.floatToFloat16(fourth) & 0xFFFFL) << 3 * Short.SIZE;
  }

  private static void canonical(byte[] r, int d, int count) {
    CanonicalNumbers.HALVES.apply(r, d, 2 * count + Long.BYTES - 1 & -Long.BYTES);
  }
}
