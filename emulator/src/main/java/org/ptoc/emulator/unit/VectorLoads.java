package org.ptoc.emulator.unit;

import org.ptoc.ir.isa.LoadDistribution;

/** Effects of vector loads with a distribution (spec/00, 4.8). */
public final class VectorLoads {
  private VectorLoads() {}

  /** pto.vlds from a checked address. */
  public static void load(
      byte[] ub, int address, LoadDistribution distribution, byte[] registers, int destination) {
    switch (distribution) {
      case NORM -> System.arraycopy(ub, address, registers, destination, Vectors.BYTES);
      case BRC_B8, BRC_B16, BRC_B32 -> {
        int width = distribution.unit();
        Vectors.fill(registers, destination, LittleEndian.get(ub, address, width), width);
      }
      case US_B8, US_B16, DS_B8, DS_B16, UNPK_B8, UNPK_B16, UNPK_B32, UNPK4, E2B_B16, E2B_B32 ->
          spread(ub, address, distribution, registers, destination);
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

  /** Lane {@code i} of the result is memory unit {@code i / copies * step}, zero-extended. */
  private static void spread(
      byte[] ub, int address, LoadDistribution distribution, byte[] registers, int destination) {
    int in = distribution.unit();
    int out = distribution.lane();
    int from = address;
    int left = distribution.copies();
    for (int offset = 0; offset < Vectors.BYTES; offset += out) {
      LittleEndian.put(registers, destination + offset, out, LittleEndian.get(ub, from, in));
      if (--left == 0) {
        left = distribution.copies();
        from += in * distribution.step();
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
      case DINTLV_B8, DINTLV_B16, DINTLV_B32 ->
          split(ub, address, distribution.lane(), registers, low, high);
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
