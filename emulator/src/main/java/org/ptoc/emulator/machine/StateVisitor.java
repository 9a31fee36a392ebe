package org.ptoc.emulator.machine;

/**
 * Visits all state that words change, in an order that depends on the state alone. One visitor
 * saves it, another puts it back; so a class lists its state once for both. References to arrays
 * are valid during the call only.
 */
public interface StateVisitor {
  /** Bytes of a memory; a visitor may keep those that have not changed since an earlier visit. */
  void bytes(byte[] memory);

  /** Registers. */
  void longs(long[] values);

  /** Counters. */
  void ints(int[] values);

  /**
   * A number.
   *
   * @return the one that is valid after the visit
   */
  long number(long value);

  /** A truth value; as {@link #number}. */
  default boolean truth(boolean value) {
    return number(value ? 1 : 0) != 0;
  }

  /** An immutable value that only lives within the process; as {@link #number}. */
  <T> T value(T value);
}
