package org.ptoc.emulator.timing.outoforder;

/**
 * Micro-operations in flight, as bits by slot of {@link InFlight}; asked for in the order of their
 * sequence numbers.
 */
final class SlotSet {
  private long[] words;
  private int mask;
  private int size;

  /** An empty set for a ring of {@code slots} slots, a power of two from 64. */
  SlotSet(int slots) {
    this.words = new long[slots >> 6];
    this.mask = slots - 1;
  }

  void add(int sequence) {
    int slot = sequence & mask;
    size += (words[slot >> 6] >>> slot & 1) == 0 ? 1 : 0;
    words[slot >> 6] |= 1L << slot;
  }

  void remove(int sequence) {
    int slot = sequence & mask;
    size -= (int) (words[slot >> 6] >>> slot & 1);
    words[slot >> 6] &= ~(1L << slot);
  }

  /** Members from {@code first} up to {@code end}, that one not included; at most a ring apart. */
  int count(int first, int end) {
    int count = 0;
    int sequence = size == 0 ? end : first;
    while (sequence < end) {
      int slot = sequence & mask;
      int bits = Math.min(64 - (slot & 63), end - sequence);
      count += Long.bitCount(words[slot >> 6] >>> slot << 64 - bits);
      sequence += bits;
    }
    return count;
  }

  /**
   * The lowest member from {@code first}, or {@code end} when all that are in flight are beyond it.
   */
  int next(int first, int end) {
    int sequence = size == 0 ? end : first;
    while (sequence < end) {
      int slot = sequence & mask;
      long rest = words[slot >> 6] >>> slot;
      if (rest != 0) {
        return Math.min(end, sequence + Long.numberOfTrailingZeros(rest));
      }
      sequence += 64 - (slot & 63);
    }
    return end;
  }

  /** Makes the ring larger; the members lie between {@code first} and {@code end}. */
  void grow(int slots, int first, int end) {
    SlotSet larger = new SlotSet(slots);
    for (int sequence = next(first, end); sequence < end; sequence = next(sequence + 1, end)) {
      larger.add(sequence);
    }
    words = larger.words;
    mask = larger.mask;
  }

  /** A number that is the same for sets of the same members relative to {@code first}. */
  int hash(int first) {
    int hash = 0;
    int start = first & mask;
    int shift = start & 63;
    for (int i = 0; i < words.length; i++) {
      long low = words[(start >> 6) + i & words.length - 1] >>> shift;
      long high = shift == 0 ? 0 : words[(start >> 6) + i + 1 & words.length - 1] << 64 - shift;
      hash = 31 * hash + Long.hashCode(low | high);
    }
    return hash;
  }
}
