package org.ptoc.emulator.timing.outoforder;

/**
 * Numbers that are due in a later cycle. A ring of short lists, as long as the longest way ahead.
 */
final class Calendar {
  /** No cycle that is ever reached. */
  static final int NEVER = Integer.MAX_VALUE;

  private static final int LEAST = 64;

  /** Room for the numbers of one day. */
  private int width = 8;

  private int[] values = new int[LEAST * width];
  private int[] sizes = new int[LEAST];

  /** Days on which something is due. */
  private long[] busy = new long[1];

  private int mask = LEAST - 1;

  /**
   * Notes {@code value} for {@code cycle}, which is {@code now} or later and at {@code now} not yet
   * asked for.
   */
  void add(int value, int cycle, int now) {
    while (cycle - now > mask) {
      lengthen(now);
    }
    int day = cycle & mask;
    if (sizes[day] == width) {
      widen();
    }
    busy[day >> 6] |= 1L << day;
    values[day * width + sizes[day]++] = value;
  }

  private void lengthen(int now) {
    int days = mask + 1;
    int[] moved = new int[2 * values.length];
    int[] movedSizes = new int[2 * days];
    long[] movedBusy = new long[2 * busy.length];
    for (int cycle = now; cycle < now + days; cycle++) {
      int from = cycle & mask;
      int to = cycle & 2 * days - 1;
      System.arraycopy(values, from * width, moved, to * width, width);
      movedSizes[to] = sizes[from];
      movedBusy[to >> 6] |= (sizes[from] == 0 ? 0L : 1L) << to;
    }
    values = moved;
    sizes = movedSizes;
    busy = movedBusy;
    mask = 2 * days - 1;
  }

  private void widen() {
    int[] wider = new int[2 * values.length];
    for (int day = 0; day <= mask; day++) {
      System.arraycopy(values, day * width, wider, 2 * day * width, width);
    }
    values = wider;
    width *= 2;
  }

  /** How many numbers are due at {@code cycle}. */
  int size(int cycle) {
    return sizes[cycle & mask];
  }

  /**
   * Number {@code index} of those that are due at {@code cycle}, in the order in which they were
   * noted.
   */
  int get(int cycle, int index) {
    return values[(cycle & mask) * width + index];
  }

  /** Forgets what is due at {@code cycle}; to be called before the ring comes round. */
  void clear(int cycle) {
    int day = cycle & mask;
    sizes[day] = 0;
    busy[day >> 6] &= ~(1L << day);
  }

  /**
   * The first cycle behind {@code now}, which is cleared, at which something is due; {@link #NEVER}
   * without any.
   */
  int next(int now) {
    int cycle = now + 1;
    while (cycle <= now + mask) {
      int day = cycle & mask;
      long rest = busy[day >> 6] >>> day;
      if (rest != 0) {
        return cycle + Long.numberOfTrailingZeros(rest);
      }
      cycle += 64 - (day & 63);
    }
    return NEVER;
  }

  /** Cycles ahead in which something can be due. */
  int span() {
    return mask;
  }
}
