package org.ptoc.emulator.timing.trace;

import java.util.Arrays;
import org.ptoc.ir.cycles.IssueSlot;

/** One execution of a vector region, folded; the root has one iteration, the body of the region. */
public final class RegionTrace {
  private final LoopRun root;

  RegionTrace(LoopRun root) {
    this.root = root;
  }

  /** The region as a loop of one iteration. */
  public LoopRun root() {
    return root;
  }

  /**
   * True if a load may touch bytes that a store of the region touches; judged by the bounds over
   * all iterations.
   */
  public boolean mayAlias(MicroOperation[] operations) {
    Hulls hulls = new Hulls(operations);
    hulls.collect(root, new int[0]);
    return hulls.overlap();
  }

  /**
   * Equal keys mean equal cycles: shape and counts, and with {@code addresses} also the places in
   * memory.
   */
  public Key key(boolean addresses) {
    KeyWriter writer = new KeyWriter(addresses);
    writer.write(root, 0);
    return new Key(Arrays.copyOf(writer.values, writer.size));
  }

  /** A region execution as far as its cycles depend on it. */
  public static final class Key {
    private final int[] values;
    private final int hash;

    Key(int[] values) {
      this.values = values;
      this.hash = Arrays.hashCode(values);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key key && Arrays.equals(values, key.values);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  private static final class KeyWriter {
    private final boolean addresses;
    private int[] values = new int[64];
    private int size;

    KeyWriter(boolean addresses) {
      this.addresses = addresses;
    }

    void write(LoopRun run, int depth) {
      put(run.word());
      put(run.segmentCount());
      for (int s = 0; s < run.segmentCount(); s++) {
        put(run.segment(s).iterations());
        write(run.segment(s).log(), depth + 1);
      }
    }

    private void write(IterationLog log, int depth) {
      put(log.size());
      for (int i = 0; i < log.size(); i++) {
        if (log.isLoop(i)) {
          put(-2);
          write(log.loop(i), depth);
        } else {
          put(log.word(i));
          writePlace(log, i, depth);
        }
      }
    }

    private void writePlace(IterationLog log, int i, int depth) {
      if (addresses && log.length(i) > 0) {
        put(log.address(i));
        put(log.length(i));
        for (int level = 0; level < depth; level++) {
          put(log.stride(level, i));
        }
      }
    }

    private void put(int value) {
      if (size == values.length) {
        values = Arrays.copyOf(values, 2 * size);
      }
      values[size++] = value;
    }
  }

  /** The byte ranges of all loads and stores over all iterations. */
  private static final class Hulls {
    private final MicroOperation[] operations;
    private long[] low = new long[16];
    private long[] high = new long[16];
    private boolean[] store = new boolean[16];
    private int count;

    Hulls(MicroOperation[] operations) {
      this.operations = operations;
    }

    void collect(LoopRun run, int[] outerIterations) {
      for (int s = 0; s < run.segmentCount(); s++) {
        int[] iterations = new int[outerIterations.length + 1];
        iterations[0] = run.segment(s).iterations();
        System.arraycopy(outerIterations, 0, iterations, 1, outerIterations.length);
        collect(run.segment(s).log(), iterations);
      }
    }

    private void collect(IterationLog log, int[] iterations) {
      for (int i = 0; i < log.size(); i++) {
        if (log.isLoop(i)) {
          collect(log.loop(i), iterations);
        } else if (log.length(i) > 0) {
          add(log, i, iterations);
        }
      }
    }

    private void add(IterationLog log, int i, int[] iterations) {
      long first = log.address(i);
      long last = first + log.length(i);
      for (int level = 0; level < iterations.length; level++) {
        long way = (long) log.stride(level, i) * (iterations[level] - 1);
        first += Math.min(0, way);
        last += Math.max(0, way);
      }
      if (count == low.length) {
        low = Arrays.copyOf(low, 2 * count);
        high = Arrays.copyOf(high, 2 * count);
        store = Arrays.copyOf(store, 2 * count);
      }
      low[count] = first;
      high[count] = last;
      store[count++] = operations[log.word(i)].slot() == IssueSlot.STORE;
    }

    boolean overlap() {
      for (int a = 0; a < count; a++) {
        for (int b = 0; store[a] && b < count; b++) {
          if (!store[b] && low[a] < high[b] && low[b] < high[a]) {
            return true;
          }
        }
      }
      return false;
    }
  }
}
