package org.ptoc.emulator.machine;

/**
 * Bytes that an instruction moves from one memory to another, unchanged or in another order. Run on
 * other arrays it shows the origin of bytes: each byte of the target becomes a byte of the source,
 * or, where elements grow, a copy of one.
 */
public interface Movement {
  /**
   * Moves the bytes.
   *
   * @param source has the places of the memory that was read
   * @param target has the places of the memory that was written
   */
  void run(byte[] source, byte[] target);
}
