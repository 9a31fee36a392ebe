package org.ptoc.emulator.unit;

/**
 * Unaligned store streams (spec/00, 4.9). Bytes go to memory at once; the align register only
 * remembers where the stream continues, so that a checker can find a broken chain or a missing
 * flush.
 *
 * <p>The state of an align register is one {@code long}: {@link #EMPTY}, or the address of the next
 * byte of a stream that has not been flushed.
 */
public final class StoreStreams {
  /** No bytes wait to be flushed; the state after pto.init_align and after a flush. */
  public static final long EMPTY = -1;

  private StoreStreams() {}

  /**
   * pto.vstus and pto.vstur: appends the first bytes of a register at a checked address.
   *
   * @param bytes number of bytes, 0 to 256: the element count times the element size, or SQZN
   * @return the new state of the align register
   */
  public static long append(byte[] registers, int source, int bytes, byte[] ub, int address) {
    System.arraycopy(registers, source, ub, address, bytes);
    return address + (long) bytes;
  }

  /**
   * pto.pstu: appends one bit per lane of a predicate at a checked address, 16 bytes for {@code
   * width} 2 and 8 for 4.
   *
   * @return the new state of the align register, which is also the updated base
   */
  public static long append(long[] predicates, int source, int width, byte[] ub, int address) {
    return address + (long) Predicates.storeDense(predicates, source, ub, address, width);
  }
}
