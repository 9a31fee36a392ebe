package org.ptoc.emulator.unit;

import org.ptoc.ir.isa.LoadDistribution;

/**
 * Vector loads with a distribution (spec/00, 4.8): effects, and the bytes and alignment that they
 * need. The token gives the unit, not the element type.
 */
public final class VectorLoads {
  private VectorLoads() {}

  /**
   * Whether the effect of a token is defined: the SPLT family is not, and a decoder should refuse
   * it.
   */
  public static boolean isDefined(LoadDistribution distribution) {
    return bytes(distribution) != 0;
  }

  /** Bytes read from the address on; 0 for a token without a defined effect. */
  public static int bytes(LoadDistribution distribution) {
    return switch (distribution) {
      case NORM -> 256;
      case BRC_B8 -> 1;
      case BRC_B16 -> 2;
      case BRC_B32 -> 4;
      case US_B8, US_B16, UNPK_B8, UNPK_B16, UNPK_B32 -> 128;
      case DS_B8, DS_B16, BDINTLV, DINTLV_B8, DINTLV_B16, DINTLV_B32 -> 512;
      case UNPK4 -> 64;
      case BRC_BLK, E2B_B32 -> 32;
      case E2B_B16 -> 16;
      case SPLT4CHN, SPLT2CHN_B8, SPLT2CHN_B16 -> 0;
    };
  }

  /** Required alignment of the address in bytes. */
  public static int alignment(LoadDistribution distribution) {
    return switch (distribution) {
      case BRC_B8 -> 1;
      case BRC_B16 -> 2;
      case BRC_B32 -> 4;
      case E2B_B16 -> 16;
      default -> 32;
    };
  }

  /** Whether the token belongs to the load with two results. */
  public static boolean hasTwoResults(LoadDistribution distribution) {
    return switch (distribution) {
      case BDINTLV, DINTLV_B8, DINTLV_B16, DINTLV_B32 -> true;
      default -> false;
    };
  }

  /** pto.vlds from a checked address. */
  public static void load(
      byte[] ub, int address, LoadDistribution distribution, byte[] registers, int destination) {
    switch (distribution) {
      case NORM -> System.arraycopy(ub, address, registers, destination, Vectors.BYTES);
      case BRC_B8 ->
          repeat(registers, destination, LittleEndian.get8(ub, address) * 0x0101_0101_0101_0101L);
      case BRC_B16 ->
          repeat(registers, destination, LittleEndian.get16(ub, address) * 0x0001_0001_0001_0001L);
      case BRC_B32 ->
          repeat(registers, destination, LittleEndian.get(ub, address, 4) * 0x0000_0001_0000_0001L);
      case US_B8 -> spread(ub, address, 1, registers, destination, 1, 2, 1);
      case US_B16 -> spread(ub, address, 2, registers, destination, 2, 2, 1);
      case DS_B8 -> spread(ub, address, 1, registers, destination, 1, 1, 2);
      case DS_B16 -> spread(ub, address, 2, registers, destination, 2, 1, 2);
      case UNPK_B8 -> spread(ub, address, 1, registers, destination, 2, 1, 1);
      case UNPK_B16 -> spread(ub, address, 2, registers, destination, 4, 1, 1);
      case UNPK_B32 -> spread(ub, address, 4, registers, destination, 8, 1, 1);
      case UNPK4 -> spread(ub, address, 1, registers, destination, 4, 1, 1);
      case E2B_B16 -> spread(ub, address, 2, registers, destination, 2, 16, 1);
      case E2B_B32 -> spread(ub, address, 4, registers, destination, 4, 8, 1);
      case BRC_BLK -> {
        for (int block = 0; block < Vectors.BLOCKS; block++) {
          int to = destination + block * Vectors.BLOCK_BYTES;
          System.arraycopy(ub, address, registers, to, Vectors.BLOCK_BYTES);
        }
      }
      case BDINTLV, DINTLV_B8, DINTLV_B16, DINTLV_B32, SPLT4CHN, SPLT2CHN_B8, SPLT2CHN_B16 ->
          throw new IllegalArgumentException(distribution.spelling());
    }
  }

  private static void repeat(byte[] registers, int destination, long pattern) {
    for (int offset = 0; offset < Vectors.BYTES; offset += 8) {
      LittleEndian.put64(registers, destination + offset, pattern);
    }
  }

  /**
   * Unit {@code i} of the result, {@code out} bytes, is memory unit {@code i / copies * step},
   * zero-extended.
   */
  private static void spread(
      byte[] ub,
      int address,
      int in,
      byte[] registers,
      int destination,
      int out,
      int copies,
      int step) {
    int from = address;
    int left = copies;
    for (int offset = 0; offset < Vectors.BYTES; offset += out) {
      LittleEndian.put(registers, destination + offset, out, LittleEndian.get(ub, from, in));
      if (--left == 0) {
        left = copies;
        from += in * step;
      }
    }
  }

  /**
   * pto.vldsx2 from a checked address: even units, or 32-byte blocks, in one register and odd ones
   * in the other.
   */
  public static void loadTwo(
      byte[] ub, int address, LoadDistribution distribution, byte[] registers, int low, int high) {
    switch (distribution) {
      case DINTLV_B8 -> split(ub, address, 1, registers, low, high);
      case DINTLV_B16 -> split(ub, address, 2, registers, low, high);
      case DINTLV_B32 -> split(ub, address, 4, registers, low, high);
      case BDINTLV -> {
        for (int offset = 0; offset < Vectors.BYTES; offset += Vectors.BLOCK_BYTES) {
          int from = address + 2 * offset;
          System.arraycopy(ub, from, registers, low + offset, Vectors.BLOCK_BYTES);
          System.arraycopy(
              ub, from + Vectors.BLOCK_BYTES, registers, high + offset, Vectors.BLOCK_BYTES);
        }
      }
      default -> throw new IllegalArgumentException(distribution.spelling());
    }
  }

  private static void split(
      byte[] ub, int address, int width, byte[] registers, int low, int high) {
    int half = Vectors.BYTES / 2;
    Rearrangements.deinterleaveBytes(ub, address, width, registers, low, high);
    Rearrangements.deinterleaveBytes(
        ub, address + Vectors.BYTES, width, registers, low + half, high + half);
  }
}
