package org.ptoc.vector;

import java.util.Random;
import org.ptoc.ir.type.ElementType;

/** Lane values and masks: special ones, small ones and random bits. */
final class Samples {
  private static final long[] F32 = {
    0,
    0x80000000L,
    0x3F800000L,
    0xBF800000L,
    0x7F800000L,
    0xFF800000L,
    0x7FC00000L,
    0xFFC12345L,
    0x7F800001L,
    1,
    0x80000001L,
    0x007FFFFFL,
    0x00800000L,
    0x7F7FFFFFL,
    0xFF7FFFFFL,
    0x3F000000L,
    0xBF000000L,
    0x40200000L,
    0xC0200000L,
    0x477FE000L,
    0x477FF000L,
    0x33000000L,
    0x42FE0000L,
    0xC3000000L,
    0x4F000000L,
    0xCF000000L,
    0x5F000000L,
    0x42B17218L,
    0xC2CFF1B5L,
    0x46FFFE00L,
    0x43E00000L,
    0x43E80000L
  };
  private static final long[] F16 = {
    0, 0x8000, 0x3C00, 0xBC00, 0x7C00, 0xFC00, 0x7E00, 0xFE55, 0x7C01, 1, 0x8001, 0x03FF, 0x0400,
    0x7BFF, 0xFBFF, 0x3800, 0xB800, 0x4100, 0xC100, 0x57F0, 0xD800, 0x5BF8, 0x498C, 0xCC00
  };
  private static final long[] BF16 = {
    0, 0x8000, 0x3F80, 0xBF80, 0x7F80, 0xFF80, 0x7FC0, 0xFFC5, 0x7F81, 1, 0x8001, 0x007F, 0x0080,
    0x7F7F, 0xFF7F, 0x3F00, 0xBF00, 0x4020, 0xC020, 0x4780, 0x477F, 0x3380, 0x4F00
  };

  private final Random random;

  Samples(long seed) {
    random = new Random(seed);
  }

  Random random() {
    return random;
  }

  long lane(ElementType type) {
    return Lanes.truncate(
        type,
        switch (type) {
          case F32 -> real(F32, 23, 127);
          case F16 -> real(F16, 10, 15);
          case BF16 -> real(BF16, 7, 127);
          default -> type.isInteger() ? integer(type) : random.nextLong();
        });
  }

  /** A special value, random bits, or a number of ordinary size. */
  private long real(long[] special, int fraction, int bias) {
    return switch (random.nextInt(3)) {
      case 0 -> special[random.nextInt(special.length)];
      case 1 -> random.nextLong();
      default -> {
        long exponent = bias - 6 + random.nextInt(13);
        long sign = random.nextInt(2);
        long width = bias == 15 ? 5 : 8;
        yield sign << width + fraction
            | exponent << fraction
            | random.nextLong() & (1L << fraction) - 1;
      }
    };
  }

  private long integer(ElementType type) {
    return switch (random.nextInt(6)) {
      case 0 -> 1L << type.bits() - 1;
      case 1 -> (1L << type.bits() - 1) - 1;
      case 2 -> random.nextInt(5) - 2;
      case 3 -> random.nextInt(3 * type.bits()) - type.bits() / 2;
      default -> random.nextLong();
    };
  }

  byte[] vector(ElementType type) {
    byte[] vector = new byte[Lanes.VECTOR_BYTES];
    for (int i = 0; i < Lanes.count(type); i++) {
      Lanes.setLane(vector, type, i, lane(type));
    }
    return vector;
  }

  /** Full, empty, a prefix of lanes, one lane, or random images with bits that no lane owns. */
  byte[] mask(int round, int laneBytes) {
    byte[] mask = new byte[Lanes.MASK_BYTES];
    int lanes = Lanes.VECTOR_BYTES / laneBytes;
    switch (round) {
      case 0 -> fill(mask, lanes, laneBytes);
      case 1 -> {}
      case 2 -> fill(mask, 1 + random.nextInt(lanes), laneBytes);
      case 3 -> Lanes.setBit(mask, laneBytes * random.nextInt(lanes), true);
      default -> random.nextBytes(mask);
    }
    return mask;
  }

  private static void fill(byte[] mask, int lanes, int laneBytes) {
    for (int i = 0; i < lanes; i++) {
      Lanes.setBit(mask, i * laneBytes, true);
    }
  }
}
