package org.ptoc.emulator.unit;

/**
 * Sorts 32 longs ascending without a data-dependent branch: four groups of eight by a fixed network, then bitonic
 * merges. The groups of eight live in local variables, so that each pass reads and writes every key once.
 */
final class SortNetwork {
  private SortNetwork() {}

  static void sort(long[] keys) {
    for (int base = 0; base < 32; base += 8) {
      sortEight(keys, base);
    }
    mergeSixteen(keys, 0);
    mergeSixteen(keys, 16);
    for (int i = 0; i < 16; i++) {
      order(keys, i, 31 - i);
    }
    for (int i = 0; i < 8; i++) {
      order(keys, i, i + 8);
      order(keys, i + 16, i + 24);
    }
    for (int base = 0; base < 32; base += 8) {
      cleanEight(keys, base);
    }
  }

  private static void mergeSixteen(long[] keys, int base) {
    for (int i = 0; i < 8; i++) {
      order(keys, base + i, base + 15 - i);
    }
    cleanEight(keys, base);
    cleanEight(keys, base + 8);
  }

  private static void order(long[] keys, int low, int high) {
    long a = keys[low];
    long b = keys[high];
    keys[low] = Math.min(a, b);
    keys[high] = Math.max(a, b);
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

  /** Sorts eight keys that form a bitonic sequence. */
  private static void cleanEight(long[] keys, int base) {
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
    t = a; a = Math.min(t, e); e = Math.max(t, e);
    t = b; b = Math.min(t, f); f = Math.max(t, f);
    t = c; c = Math.min(t, g); g = Math.max(t, g);
    t = d; d = Math.min(t, h); h = Math.max(t, h);
    t = a; a = Math.min(t, c); c = Math.max(t, c);
    t = b; b = Math.min(t, d); d = Math.max(t, d);
    t = e; e = Math.min(t, g); g = Math.max(t, g);
    t = f; f = Math.min(t, h); h = Math.max(t, h);
    keys[base] = Math.min(a, b);
    keys[base + 1] = Math.max(a, b);
    keys[base + 2] = Math.min(c, d);
    keys[base + 3] = Math.max(c, d);
    keys[base + 4] = Math.min(e, f);
    keys[base + 5] = Math.max(e, f);
    keys[base + 6] = Math.min(g, h);
    keys[base + 7] = Math.max(g, h);
    // @formatter:on
  }
}
