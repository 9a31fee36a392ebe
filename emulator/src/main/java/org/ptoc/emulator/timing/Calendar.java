package org.ptoc.emulator.timing;

/** Numbers that are due in a later cycle. A ring of lists, as long as the longest way ahead. */
final class Calendar {
  private static final int LEAST = 64;

  private IntQueue[] days;
  private int mask;

  /** An empty calendar. */
  Calendar() {
    this.days = empty(LEAST);
    this.mask = LEAST - 1;
  }

  private static IntQueue[] empty(int size) {
    IntQueue[] days = new IntQueue[size];
    for (int i = 0; i < size; i++) {
      days[i] = new IntQueue();
    }
    return days;
  }

  /** Notes {@code value} for {@code cycle}, which is {@code now} or later and at {@code now} not yet asked for. */
  void add(int value, int cycle, int now) {
    while (cycle - now > mask) {
      grow(now);
    }
    days[cycle & mask].add(value);
  }

  private void grow(int now) {
    IntQueue[] larger = empty(2 * days.length);
    for (int cycle = now; cycle < now + days.length; cycle++) {
      larger[cycle & larger.length - 1] = days[cycle & mask];
    }
    days = larger;
    mask = larger.length - 1;
  }

  /** What is due at {@code cycle}; to be cleared before the ring comes round. */
  IntQueue due(int cycle) {
    return days[cycle & mask];
  }

  /** Cycles ahead in which something can be due. */
  int span() {
    return mask;
  }
}
