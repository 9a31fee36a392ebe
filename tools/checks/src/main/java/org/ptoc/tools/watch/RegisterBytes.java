package org.ptoc.tools.watch;

import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.unit.Predicates;
import org.ptoc.ir.isa.Half;

/**
 * A set of the 256 bytes of a vector register, or of the bits of a predicate, which belong to them
 * (spec/00, 1.3): byte {@code k} is bit {@code k % 64} of a word.
 *
 * @param a bytes 0 to 63
 * @param b bytes 64 to 127
 * @param c bytes 128 to 191
 * @param d bytes 192 to 255
 */
record RegisterBytes(long a, long b, long c, long d) {
  static final RegisterBytes ALL = new RegisterBytes(-1, -1, -1, -1);

  private static final long EVEN = Predicates.laneBits(2);
  private static final long HALF_WORD = 0xFFFF_FFFFL;

  /** Receives consecutive bytes. */
  interface Runs {
    /** Bytes from {@code begin} to in front of {@code end}. */
    void run(int begin, int end);
  }

  /** The first bytes, at most all. */
  static RegisterBytes first(int count) {
    return count >= Core.VECTOR_BYTES
        ? ALL
        : new RegisterBytes(
            prefix(count),
            prefix(count - Long.SIZE),
            prefix(count - 2 * Long.SIZE),
            prefix(count - 3 * Long.SIZE));
  }

  private static long prefix(int bits) {
    return bits >= Long.SIZE ? -1L : bits <= 0 ? 0 : (1L << bits) - 1;
  }

  /**
   * The bytes of active lanes.
   *
   * @param predicate first word of the predicate
   * @param width bytes of a lane
   * @param unit bytes that count as one, a multiple of the width up to 8
   */
  static RegisterBytes active(long[] predicates, int predicate, int width, int unit) {
    return new RegisterBytes(
        active(predicates[predicate], width, unit),
        active(predicates[predicate + 1], width, unit),
        active(predicates[predicate + 2], width, unit),
        active(predicates[predicate + 3], width, unit));
  }

  private static long active(long bits, int width, int unit) {
    long units = bits & Predicates.laneBits(width);
    for (int step = width; step < unit; step *= 2) {
      units |= units >>> step;
    }
    return (units & Predicates.laneBits(unit)) * ((1L << unit) - 1);
  }

  RegisterBytes and(RegisterBytes other) {
    return new RegisterBytes(a & other.a, b & other.b, c & other.c, d & other.d);
  }

  /** The bytes of one half, each as two: a word makes that half twice as wide. */
  RegisterBytes widened(Half half) {
    long low = half == Half.LOWER ? a : c;
    long high = half == Half.LOWER ? b : d;
    return new RegisterBytes(
        twice(low), twice(low >>> Integer.SIZE), twice(high), twice(high >>> Integer.SIZE));
  }

  private static long twice(long bits) {
    return Long.expand(bits & HALF_WORD, EVEN) * 3;
  }

  /** Two bytes each as one, in one half: a word puts the register there, half as wide. */
  RegisterBytes narrowed(Half half) {
    long low = once(a) | once(b) << Integer.SIZE;
    long high = once(c) | once(d) << Integer.SIZE;
    return half == Half.LOWER
        ? new RegisterBytes(low, high, 0, 0)
        : new RegisterBytes(0, 0, low, high);
  }

  private static long once(long bits) {
    return Long.compress(bits | bits >>> 1, EVEN);
  }

  /** Reports the longest runs of bytes, in order. */
  void runs(Runs runs) {
    int begin = next(0, 0);
    while (begin < Core.VECTOR_BYTES) {
      int end = next(begin, -1);
      runs.run(begin, end);
      begin = next(end, 0);
    }
  }

  /** The first byte from one on that is in the set, or with {@code flip} -1 that is not. */
  private int next(int from, long flip) {
    for (int word = from / Long.SIZE; word < Predicates.WORDS; word++) {
      long bits = word(word) ^ flip;
      if (word == from / Long.SIZE) {
        bits &= -1L << from;
      }
      if (bits != 0) {
        return word * Long.SIZE + Long.numberOfTrailingZeros(bits);
      }
    }
    return Core.VECTOR_BYTES;
  }

  private long word(int index) {
    return switch (index) {
      case 0 -> a;
      case 1 -> b;
      case 2 -> c;
      default -> d;
    };
  }
}
