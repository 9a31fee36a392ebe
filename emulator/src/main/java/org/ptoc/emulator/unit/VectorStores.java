package org.ptoc.emulator.unit;

import org.ptoc.ir.isa.StoreDistribution;

/**
 * Vector stores with a distribution (spec/00, 4.8): effects, and the bytes and alignment that they
 * need. Memory of inactive lanes keeps its content.
 */
public final class VectorStores {
  private VectorStores() {}

  /**
   * Whether the effect of a token is defined: the MRG family is not, and a decoder should refuse
   * it.
   */
  public static boolean isDefined(StoreDistribution distribution) {
    return bytes(distribution) != 0;
  }

  /**
   * Bytes written from the address on when every lane is active; 0 for a token without a defined
   * effect.
   */
  public static int bytes(StoreDistribution distribution) {
    return switch (distribution) {
      case NORM_B8, NORM_B16, NORM_B32 -> 256;
      case ONE_POINT_B8 -> 1;
      case ONE_POINT_B16 -> 2;
      case ONE_POINT_B32 -> 4;
      case PK_B16, PK_B32, PK_B64 -> 128;
      case PK4_B32 -> 64;
      case INTLV_B8, INTLV_B16, INTLV_B32 -> 512;
      case MRG4CHN_B8, MRG2CHN_B8, MRG2CHN_B16 -> 0;
    };
  }

  /** Bytes from the address to the end of the last one that is written under a mask. */
  public static int bytes(StoreDistribution distribution, long[] predicates, int mask) {
    int governed = governedBytes(distribution);
    if (governed == 0) {
      return bytes(distribution);
    }
    return Predicates.endOfActive(predicates, mask, governed) * storedBytes(distribution);
  }

  /** Required alignment of the address in bytes. */
  public static int alignment(StoreDistribution distribution) {
    return switch (distribution) {
      case ONE_POINT_B8 -> 1;
      case ONE_POINT_B16 -> 2;
      case ONE_POINT_B32 -> 4;
      default -> 32;
    };
  }

  /** Whether the token belongs to the store of two registers. */
  public static boolean hasTwoSources(StoreDistribution distribution) {
    return switch (distribution) {
      case INTLV_B8, INTLV_B16, INTLV_B32 -> true;
      default -> false;
    };
  }

  /** Bytes of the register unit that one mask bit governs; 0 when the mask is ignored. */
  public static int governedBytes(StoreDistribution distribution) {
    return switch (distribution) {
      case NORM_B8 -> 1;
      case NORM_B16, PK_B16 -> 2;
      case NORM_B32, PK_B32, PK4_B32 -> 4;
      case PK_B64 -> 8;
      default -> 0;
    };
  }

  private static int storedBytes(StoreDistribution distribution) {
    return switch (distribution) {
      case NORM_B16, PK_B32 -> 2;
      case NORM_B32, PK_B64 -> 4;
      default -> 1;
    };
  }

  /** pto.vsts to a checked address. */
  public static void store(
      byte[] registers,
      int source,
      StoreDistribution distribution,
      byte[] ub,
      int address,
      long[] predicates,
      int mask) {
    switch (distribution) {
      case NORM_B8, NORM_B16, NORM_B32 -> {
        int width = governedBytes(distribution);
        if (Predicates.allActive(predicates, mask, width)) {
          System.arraycopy(registers, source, ub, address, Vectors.BYTES);
        } else {
          storeUnits(registers, source, width, ub, address, width, predicates, mask);
        }
      }
      case PK_B16, PK_B32, PK_B64, PK4_B32 -> {
        if (distribution == StoreDistribution.PK_B32 && Predicates.allActive(predicates, mask, 4)) {
          storeLowHalves(registers, source, ub, address);
        } else {
          storeUnits(
              registers,
              source,
              governedBytes(distribution),
              ub,
              address,
              storedBytes(distribution),
              predicates,
              mask);
        }
      }
      case ONE_POINT_B8, ONE_POINT_B16, ONE_POINT_B32 ->
          System.arraycopy(registers, source, ub, address, bytes(distribution));
      case INTLV_B8, INTLV_B16, INTLV_B32, MRG4CHN_B8, MRG2CHN_B8, MRG2CHN_B16 ->
          throw new IllegalArgumentException(distribution.spelling());
    }
  }

  /** The frequent case of narrowed results: 64 16-bit values. */
  private static void storeLowHalves(byte[] registers, int source, byte[] ub, int address) {
    for (int i = 0; i < Vectors.BYTES / 4; i++) {
      LittleEndian.put16(ub, address + 2 * i, LittleEndian.get16(registers, source + 4 * i));
    }
  }

  /** Stores the low {@code out} bytes of each active unit of {@code in} bytes side by side. */
  private static void storeUnits(
      byte[] registers,
      int source,
      int in,
      byte[] ub,
      int address,
      int out,
      long[] predicates,
      int mask) {
    boolean all = Predicates.allActive(predicates, mask, in);
    int to = address;
    for (int offset = 0; offset < Vectors.BYTES; offset += in, to += out) {
      if (all || Predicates.test(predicates, mask, offset)) {
        int from = source + offset;
        if (out == 2) {
          LittleEndian.put16(ub, to, LittleEndian.get16(registers, from));
        } else if (out == 4) {
          LittleEndian.put32(ub, to, LittleEndian.get32(registers, from));
        } else {
          ub[to] = registers[from];
        }
      }
    }
  }

  /**
   * pto.vstsx2 to a checked address: units of the two registers in turn; the mask has no effect.
   */
  public static void storeTwo(
      byte[] registers, int low, int high, StoreDistribution distribution, byte[] ub, int address) {
    int width =
        switch (distribution) {
          case INTLV_B8 -> 1;
          case INTLV_B16 -> 2;
          case INTLV_B32 -> 4;
          default -> throw new IllegalArgumentException(distribution.spelling());
        };
    Rearrangements.interleaveBytes(registers, low, high, width, ub, address);
  }
}
