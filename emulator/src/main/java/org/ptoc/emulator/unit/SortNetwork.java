package org.ptoc.emulator.unit;

/**
 * Sorts 32 longs ascending without a data-dependent branch: four groups of eight by a fixed network, then odd-even merges
 * (Batcher), 191 comparators in all. What works on eight keys holds them in local variables, so that each pass reads and
 * writes every key once.
 */
final class SortNetwork {
  private SortNetwork() {}

  static void sort(long[] keys) {
    for (int base = 0; base < 32; base += 8) {
      sortEight(keys, base);
    }
    mergeSixteen(keys, 0);
    mergeSixteen(keys, 16);
    for (int base = 0; base < 4; base++) {
      mergeFours(keys, base, 4);
    }
    orderQuarters(keys);
  }

  /** Two sorted groups of eight: those in even places and those in odd places are merged, then neighbours ordered. */
  private static void mergeSixteen(long[] keys, int base) {
    mergeFours(keys, base, 2);
    mergeFours(keys, base + 1, 2);
    for (int i = base + 1; i < base + 15; i += 2) {
      long a = keys[i];
      long b = keys[i + 1];
      keys[i] = Math.min(a, b);
      keys[i + 1] = Math.max(a, b);
    }
  }

  /**
   * The end of the merge of two groups of sixteen, whose keys in places of equal remainder by four are sorted: even places
   * become sorted, odd places become sorted, and neighbours are ordered, all in one pass.
   */
  private static void orderQuarters(long[] keys) {
    long odd = keys[1];
    for (int i = 0; i < 28; i += 4) {
      long second = keys[i + 2];
      long next = keys[i + 4];
      long evenLow = Math.min(second, next);
      long evenHigh = Math.max(second, next);
      second = keys[i + 3];
      next = keys[i + 5];
      long oddLow = Math.min(second, next);
      keys[i + 1] = Math.min(odd, evenLow);
      keys[i + 2] = Math.max(odd, evenLow);
      keys[i + 3] = Math.min(oddLow, evenHigh);
      keys[i + 4] = Math.max(oddLow, evenHigh);
      odd = Math.max(second, next);
    }
    long last = keys[30];
    keys[29] = Math.min(odd, last);
    keys[30] = Math.max(odd, last);
  }

  /** Merges two sorted groups of four, which follow each other in every {@code stride}-th place. */
  private static void mergeFours(long[] keys, int base, int stride) {
    long a = keys[base];
    long b = keys[base + stride];
    long c = keys[base + 2 * stride];
    long d = keys[base + 3 * stride];
    long e = keys[base + 4 * stride];
    long f = keys[base + 5 * stride];
    long g = keys[base + 6 * stride];
    long h = keys[base + 7 * stride];
    long t;
    // @formatter:off
    t = a; a = Math.min(t, e); e = Math.max(t, e);
    t = b; b = Math.min(t, f); f = Math.max(t, f);
    t = c; c = Math.min(t, g); g = Math.max(t, g);
    t = d; d = Math.min(t, h); h = Math.max(t, h);
    t = c; c = Math.min(t, e); e = Math.max(t, e);
    t = d; d = Math.min(t, f); f = Math.max(t, f);
    keys[base] = a;
    keys[base + stride] = Math.min(b, c);
    keys[base + 2 * stride] = Math.max(b, c);
    keys[base + 3 * stride] = Math.min(d, e);
    keys[base + 4 * stride] = Math.max(d, e);
    keys[base + 5 * stride] = Math.min(f, g);
    keys[base + 6 * stride] = Math.max(f, g);
    keys[base + 7 * stride] = h;
    // @formatter:on
  }

  /** Optimal network for eight keys: 19 comparators in 6 layers. */
  private static void sortEight(long[] keys, int base) {
    long a = keys[base];
    long b = keys[base + 1];
    long c = keys[base + 2];
    long d = keys[base + 3];
    long e = keys[base + 4];
    long f = keys[base + 5];
    long g = keys[base + 6];
    long h = keys[base + 7];
    long t;
    // @formatter:off
    t = a; a = Math.min(t, c); c = Math.max(t, c);
    t = b; b = Math.min(t, d); d = Math.max(t, d);
    t = e; e = Math.min(t, g); g = Math.max(t, g);
    t = f; f = Math.min(t, h); h = Math.max(t, h);
    t = a; a = Math.min(t, e); e = Math.max(t, e);
    t = b; b = Math.min(t, f); f = Math.max(t, f);
    t = c; c = Math.min(t, g); g = Math.max(t, g);
    t = d; d = Math.min(t, h); h = Math.max(t, h);
    t = a; a = Math.min(t, b); b = Math.max(t, b);
    t = c; c = Math.min(t, d); d = Math.max(t, d);
    t = e; e = Math.min(t, f); f = Math.max(t, f);
    t = g; g = Math.min(t, h); h = Math.max(t, h);
    t = c; c = Math.min(t, e); e = Math.max(t, e);
    t = d; d = Math.min(t, f); f = Math.max(t, f);
    t = b; b = Math.min(t, e); e = Math.max(t, e);
    t = d; d = Math.min(t, g); g = Math.max(t, g);
    t = b; b = Math.min(t, c); c = Math.max(t, c);
    t = d; d = Math.min(t, e); e = Math.max(t, e);
    t = f; f = Math.min(t, g); g = Math.max(t, g);
    // @formatter:on
    keys[base] = a;
    keys[base + 1] = b;
    keys[base + 2] = c;
    keys[base + 3] = d;
    keys[base + 4] = e;
    keys[base + 5] = f;
    keys[base + 6] = g;
    keys[base + 7] = h;
  }
}
