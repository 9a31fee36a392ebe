package org.ptoc.emulator.unit;

import org.ptoc.ir.isa.StoreDistribution;

/**
 * Effects of vector stores with a distribution (spec/00, 4.8). Memory of inactive lanes keeps its
 * content.
 */
public final class VectorStores {
  private VectorStores() {}

  /** Bytes from the address to the end of the last one that is written under a mask. */
  public static int bytes(StoreDistribution distribution, long[] predicates, int mask) {
    int governed = distribution.governedBytes();
    if (governed == 0) {
      return distribution.bytes();
    }
    return Predicates.endOfActive(predicates, mask, governed) * distribution.storedBytes();
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
      case NORM_B8, NORM_B16, NORM_B32, PK_B16, PK_B32, PK_B64, PK4_B32 -> {
        boolean whole = Predicates.allActive(predicates, mask, distribution.governedBytes());
        if (whole && distribution.bytes() == Vectors.BYTES) {
          System.arraycopy(registers, source, ub, address, Vectors.BYTES);
        } else if (whole && distribution == StoreDistribution.PK_B32) {
          storeLowHalves(registers, source, ub, address);
        } else {
          storeUnits(registers, source, distribution, ub, address, predicates, mask, whole);
        }
      }
      case ONE_POINT_B8, ONE_POINT_B16, ONE_POINT_B32 ->
          System.arraycopy(registers, source, ub, address, distribution.bytes());
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

  /** Stores the low bytes of each active unit side by side. */
  private static void storeUnits(
      byte[] registers,
      int source,
      StoreDistribution distribution,
      byte[] ub,
      int address,
      long[] predicates,
      int mask,
      boolean all) {
    int in = distribution.governedBytes();
    int out = distribution.storedBytes();
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
    if (!distribution.hasTwoSources()) {
      throw new IllegalArgumentException(distribution.spelling());
    }
    int width = distribution.storedBytes();
    Rearrangements.interleaveBytes(registers, low, high, width, ub, address);
  }
}
