package org.ptoc.emulator.unit;

import java.util.Arrays;
import org.ptoc.ir.isa.Half;
import org.ptoc.ir.isa.PredicateLoadDistribution;
import org.ptoc.ir.isa.PredicatePattern;
import org.ptoc.ir.isa.PredicateStoreDistribution;

/**
 * Predicate registers: generation, logic, movement, load and store (spec/00, 1.3, 4.7 and 4.10;
 * spec/11, 9 and 10).
 *
 * <p>{@code width} is the element width of a granularity in bytes, equal to its bits per lane: 1
 * (b8), 2 (b16) or 4 (b32).
 */
public final class Predicates {
  /** Words of a predicate image. */
  public static final int WORDS = 4;

  /** Bits of a predicate image. */
  public static final int BITS = 256;

  /** The lowest bit of each byte, and the factor that brings them together in the highest one. */
  private static final long LOW_BITS = 0x0101_0101_0101_0101L;

  private static final long GATHER = 0x0102_0408_1020_4080L;

  private static final long EVEN_BITS = 0x5555_5555_5555_5555L;

  private Predicates() {}

  /** Bit {@code k} of an image. */
  public static boolean test(long[] predicates, int predicate, int k) {
    return (predicates[predicate + (k >> 6)] >>> k & 1) != 0;
  }

  /** The bits that govern lanes of elements of {@code width} bytes, the same in each word. */
  public static long laneBits(int width) {
    return switch (width) {
      case 1 -> -1L;
      case 2 -> EVEN_BITS;
      case 4 -> 0x1111_1111_1111_1111L;
      default -> 0x0101_0101_0101_0101L;
    };
  }

  /** True if every lane of elements of {@code width} bytes is active. */
  public static boolean allActive(long[] predicates, int predicate, int width) {
    long all =
        predicates[predicate]
            & predicates[predicate + 1]
            & predicates[predicate + 2]
            & predicates[predicate + 3];
    long lanes = laneBits(width);
    return (all & lanes) == lanes;
  }

  /** One past the highest active lane; 0 when none is active. */
  public static int endOfActive(long[] predicates, int predicate, int width) {
    long lanes = laneBits(width);
    for (int word = WORDS - 1; word >= 0; word--) {
      long active = predicates[predicate + word] & lanes;
      if (active != 0) {
        return (word * 64 + 63 - Long.numberOfLeadingZeros(active)) / width + 1;
      }
    }
    return 0;
  }

  /** The number of active lanes when they are a prefix of all lanes, else -1. */
  public static int prefixLength(long[] predicates, int mask, int width) {
    if (allActive(predicates, mask, width)) {
      return BITS / width;
    }
    return prefixLength(predicates, mask, width, 0);
  }

  /**
   * The same if the bit that governs a lane is {@code offset} bits after the first bit of the lane.
   */
  public static int prefixLength(long[] predicates, int mask, int width, int offset) {
    long lanes = laneBits(width) << offset;
    int active = 0;
    int end = 0;
    for (int word = 0; word < WORDS; word++) {
      long bits = predicates[mask + word] & lanes;
      active += Long.bitCount(bits);
      end =
          bits == 0
              ? end
              : (word * Long.SIZE + Long.SIZE - 1 - Long.numberOfLeadingZeros(bits)) / width + 1;
    }
    return end == active ? active : -1;
  }

  /** Activates the first {@code lanes} lanes; more than there are means all. */
  public static void prefix(long[] predicates, int destination, int width, long lanes) {
    int bits = (int) Math.max(0, Math.min(lanes, BITS / width)) * width;
    long governing = laneBits(width);
    for (int word = 0; word < WORDS; word++) {
      int ones = bits - 64 * word;
      long prefix = ones >= 64 ? -1L : ones <= 0 ? 0 : (1L << ones) - 1;
      predicates[destination + word] = prefix & governing;
    }
  }

  /**
   * The image of an A2/A3 vector mask, which has one bit per element (spec/21, 6.3).
   *
   * @param low elements 63..0
   * @param high elements 127..64, ignored where the width has fewer elements
   */
  public static void fromDense(long[] predicates, int destination, int width, long low, long high) {
    long governing = laneBits(width);
    int lanesPerWord = 64 / width;
    for (int word = 0; word < WORDS; word++) {
      int first = word * lanesPerWord;
      long source = first < 64 ? low : high;
      predicates[destination + word] = first < 128 ? Long.expand(source >>> first, governing) : 0;
    }
  }

  /**
   * The bits of lanes as those of as many lanes of another width.
   *
   * @param offset how far behind its lane the bit of a lane stands
   * @param destination another predicate
   */
  public static void move(
      long[] predicates, int source, int width, int offset, int destination, int to, int lanes) {
    Arrays.fill(predicates, destination, destination + WORDS, 0);
    for (int i = 0; i < lanes; i++) {
      int from = i * width + offset;
      long bit = predicates[source + from / Long.SIZE] >>> from & 1;
      predicates[destination + i * to / Long.SIZE] |= bit << i * to;
    }
  }

  /**
   * The active ones of 256 bytes of lanes that are all ones or all zeros.
   *
   * @param destination receives the image; may be {@code mask}
   */
  public static void fromTruths(
      byte[] registers, int lanes, int width, long[] predicates, int destination, int mask) {
    long firstBits = laneBits(width);
    for (int word = 0; word < WORDS; word++) {
      long image = 0;
      for (int i = 0; i < Long.SIZE; i += Byte.SIZE) {
        long bytes = LittleEndian.get64(registers, lanes + Long.SIZE * word + i) & LOW_BITS;
        image |= (bytes * GATHER >>> Long.SIZE - Byte.SIZE) << i;
      }
      predicates[destination + word] = image & firstBits & predicates[mask + word];
    }
  }

  /**
   * The image of an A2/A3 vector mask over 8-bit elements, where one bit governs two of them.
   *
   * @param low elements 127..0
   * @param high elements 255..128
   */
  public static void fromPairs(long[] predicates, int destination, long low, long high) {
    fromDense(predicates, destination, 2, low, high);
    for (int word = 0; word < WORDS; word++) {
      predicates[destination + word] *= 3;
    }
  }

  /** pto.pset and pto.pge (spec/11, 9.1). */
  public static void pattern(
      long[] predicates, int destination, int width, PredicatePattern pattern) {
    int lanes = BITS / width;
    switch (pattern) {
      case ALL -> prefix(predicates, destination, width, lanes);
      case VL1 -> prefix(predicates, destination, width, 1);
      case VL2 -> prefix(predicates, destination, width, 2);
      case VL3 -> prefix(predicates, destination, width, 3);
      case VL4 -> prefix(predicates, destination, width, 4);
      case VL8 -> prefix(predicates, destination, width, 8);
      case VL16 -> prefix(predicates, destination, width, 16);
      case VL32 -> prefix(predicates, destination, width, 32);
      case VL64 -> prefix(predicates, destination, width, 64);
      case VL128 -> prefix(predicates, destination, width, 128);
      case M3 -> every(predicates, destination, 3 * width);
      case M4 -> every(predicates, destination, 4 * width);
      case H -> prefix(predicates, destination, width, lanes / 2);
      case Q -> prefix(predicates, destination, width, lanes / 4);
      case ALLF -> prefix(predicates, destination, width, 0);
    }
  }

  private static void every(long[] predicates, int destination, int step) {
    for (int word = 0; word < WORDS; word++) {
      predicates[destination + word] = 0;
    }
    for (int k = 0; k < BITS; k += step) {
      predicates[destination + (k >> 6)] |= 1L << k;
    }
  }

  /**
   * pto.plt: activates the first {@code count} lanes, an unsigned 32-bit number.
   *
   * @return the count that remains for the next vector
   */
  public static int lessThan(long[] predicates, int destination, int width, int count) {
    long lanes = Integer.toUnsignedLong(count);
    prefix(predicates, destination, width, lanes);
    return (int) Math.max(0, lanes - BITS / width);
  }

  /**
   * pto.pltm: lane {@code i} is active when {@code i + loop * lanes < bound}; both unsigned, 16 and
   * 32 bits.
   */
  public static void lessThanInLoop(
      long[] predicates, int destination, int width, int loop, int bound) {
    long done = (loop & 0xFFFFL) * (BITS / width);
    prefix(predicates, destination, width, Integer.toUnsignedLong(bound) - done);
  }

  /** pto.pand on all bits: {@code a & b & mask}. */
  public static void and(long[] predicates, int destination, int a, int b, int mask) {
    for (int word = 0; word < WORDS; word++) {
      predicates[destination + word] =
          predicates[a + word] & predicates[b + word] & predicates[mask + word];
    }
  }

  /** pto.por on all bits: {@code (a | b) & mask}. */
  public static void or(long[] predicates, int destination, int a, int b, int mask) {
    for (int word = 0; word < WORDS; word++) {
      predicates[destination + word] =
          (predicates[a + word] | predicates[b + word]) & predicates[mask + word];
    }
  }

  /** pto.pxor on all bits: {@code (a ^ b) & mask}. */
  public static void xor(long[] predicates, int destination, int a, int b, int mask) {
    for (int word = 0; word < WORDS; word++) {
      predicates[destination + word] =
          (predicates[a + word] ^ predicates[b + word]) & predicates[mask + word];
    }
  }

  /** pto.pnot on all bits: {@code ~a & mask}. */
  public static void not(long[] predicates, int destination, int a, int mask) {
    for (int word = 0; word < WORDS; word++) {
      predicates[destination + word] = ~predicates[a + word] & predicates[mask + word];
    }
  }

  /** pto.psel on all bits: {@code selector ? a : b}. */
  public static void select(long[] predicates, int destination, int a, int b, int selector) {
    for (int word = 0; word < WORDS; word++) {
      long chosen = predicates[selector + word];
      predicates[destination + word] =
          predicates[a + word] & chosen | predicates[b + word] & ~chosen;
    }
  }

  /** pto.ppack: the even bits, side by side in one half; the other half is 0. */
  public static void pack(long[] predicates, int destination, int source, Half half) {
    long low = evenBits(predicates[source], predicates[source + 1]);
    long high = evenBits(predicates[source + 2], predicates[source + 3]);
    int used = half == Half.LOWER ? 0 : 2;
    predicates[destination + used] = low;
    predicates[destination + used + 1] = high;
    predicates[destination + 2 - used] = 0;
    predicates[destination + 3 - used] = 0;
  }

  /** pto.punpack: the bits of one half moved to the even places; odd bits are 0. */
  public static void unpack(long[] predicates, int destination, int source, Half half) {
    int used = half == Half.LOWER ? 0 : 2;
    spread(predicates, destination, predicates[source + used], predicates[source + used + 1], 1);
  }

  private static long evenBits(long low, long high) {
    return Long.compress(low, EVEN_BITS) | Long.compress(high, EVEN_BITS) << 32;
  }

  /** Moves bit j of the 128 given ones to bit 2j; {@code factor} 3 also sets bit 2j + 1. */
  private static void spread(long[] predicates, int destination, long low, long high, long factor) {
    predicates[destination] = Long.expand(low, EVEN_BITS) * factor;
    predicates[destination + 1] = Long.expand(low >>> 32, EVEN_BITS) * factor;
    predicates[destination + 2] = Long.expand(high, EVEN_BITS) * factor;
    predicates[destination + 3] = Long.expand(high >>> 32, EVEN_BITS) * factor;
  }

  /**
   * pto.pintlv: lanes of {@code a} and {@code b} in turn; a lane is {@code width} bits, copied
   * whole.
   */
  public static void interleave(
      long[] predicates, int low, int high, int a, int b, int width, UnitScratch scratch) {
    long first = evenLanes(width);
    long[] result = scratch.predicates;
    for (int word = 0; word < 2 * WORDS; word++) {
      int shift = (word & 1) * 32;
      long fromA = predicates[a + (word >> 1)] >>> shift;
      long fromB = predicates[b + (word >> 1)] >>> shift;
      result[word] = Long.expand(fromA, first) | Long.expand(fromB, ~first);
    }
    storeTwo(predicates, low, high, result);
  }

  /** pto.pdintlv: the even and the odd lanes of {@code a} followed by {@code b}. */
  public static void deinterleave(
      long[] predicates, int low, int high, int a, int b, int width, UnitScratch scratch) {
    long first = evenLanes(width);
    long[] result = scratch.predicates;
    for (int word = 0; word < WORDS; word++) {
      int source = word < 2 ? a + 2 * word : b + 2 * word - WORDS;
      long one = predicates[source];
      long two = predicates[source + 1];
      result[word] = Long.compress(one, first) | Long.compress(two, first) << 32;
      result[WORDS + word] = Long.compress(one, ~first) | Long.compress(two, ~first) << 32;
    }
    storeTwo(predicates, low, high, result);
  }

  private static long evenLanes(int width) {
    return switch (width) {
      case 1 -> EVEN_BITS;
      case 2 -> 0x3333_3333_3333_3333L;
      default -> 0x0F0F_0F0F_0F0F_0F0FL;
    };
  }

  private static void storeTwo(long[] predicates, int low, int high, long[] result) {
    System.arraycopy(result, 0, predicates, low, WORDS);
    System.arraycopy(result, WORDS, predicates, high, WORDS);
  }

  /** pto.plds and pto.pldi at a checked byte address (spec/11, 10). */
  public static void load(
      long[] predicates,
      int destination,
      byte[] ub,
      int address,
      PredicateLoadDistribution distribution) {
    switch (distribution) {
      case NORM -> {
        for (int word = 0; word < WORDS; word++) {
          predicates[destination + word] = LittleEndian.get64(ub, address + 8 * word);
        }
      }
      case US ->
          spread(
              predicates,
              destination,
              LittleEndian.get64(ub, address),
              LittleEndian.get64(ub, address + 8),
              3);
      case DS -> {
        for (int word = 0; word < WORDS; word++) {
          int from = address + 16 * word;
          predicates[destination + word] =
              evenBits(LittleEndian.get64(ub, from), LittleEndian.get64(ub, from + 8));
        }
      }
    }
  }

  /** pto.psts and pto.psti at a checked byte address (spec/11, 10). */
  public static void store(
      long[] predicates,
      int source,
      byte[] ub,
      int address,
      PredicateStoreDistribution distribution) {
    switch (distribution) {
      case NORM -> {
        for (int word = 0; word < WORDS; word++) {
          LittleEndian.put64(ub, address + 8 * word, predicates[source + word]);
        }
      }
      case PK -> {
        LittleEndian.put64(ub, address, evenBits(predicates[source], predicates[source + 1]));
        LittleEndian.put64(
            ub, address + 8, evenBits(predicates[source + 2], predicates[source + 3]));
      }
    }
  }

  /**
   * pto.pstu: writes one bit per lane at a checked byte address, 16 bytes for {@code width} 2 and 8
   * for 4.
   *
   * @return the number of bytes written
   */
  public static int storeDense(long[] predicates, int source, byte[] ub, int address, int width) {
    int bytes = BITS / width / 8;
    long lanes = laneBits(width);
    int bitsPerWord = 64 / width;
    for (int i = 0; i < bytes / 8; i++) {
      long dense = 0;
      for (int part = 0; part < width; part++) {
        dense |= Long.compress(predicates[source + i * width + part], lanes) << part * bitsPerWord;
      }
      LittleEndian.put64(ub, address + 8 * i, dense);
    }
    return bytes;
  }
}
