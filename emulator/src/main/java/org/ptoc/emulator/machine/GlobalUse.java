package org.ptoc.emulator.machine;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The bytes of global memory that one core has read and written: unordered ranges, which merge when
 * there are too many, so that memory is bounded. Decides whether cores that ran at the same time
 * may have conflicted; never misses a conflict.
 */
public final class GlobalUse {
  /** Ranges of one direction. */
  private static final int MOST = 1 << 16;

  private final Ranges reads = new Ranges();
  private final Ranges writes = new Ranges();

  /** Bytes were read. */
  public void reads(long address, long length) {
    reads.add(address, length);
  }

  /**
   * The core has ended: keeps at most so many ranges of each direction.
   *
   * @param most at least 2
   */
  public void finish(int most) {
    reads.shrink(most);
    writes.shrink(most);
  }

  /** Bytes were written. */
  public void writes(long address, long length) {
    writes.add(address, length);
  }

  private static final class Ranges {
    private long[] begins = new long[8];
    private long[] ends = new long[8];
    private int count;

    private void add(long address, long length) {
      if (length <= 0) {
        return;
      }
      long end = address + length;
      int last = count - 1;
      if (last >= 0 && address <= ends[last] && end >= begins[last]) {
        begins[last] = Math.min(begins[last], address);
        ends[last] = Math.max(ends[last], end);
        return;
      }
      if (count == begins.length) {
        if (count >= MOST) {
          shrink(MOST / 2);
        }
        if (count == begins.length) {
          begins = Arrays.copyOf(begins, Math.min(2 * count, MOST));
          ends = Arrays.copyOf(ends, Math.min(2 * count, MOST));
        }
      }
      begins[count] = address;
      ends[count] = end;
      count++;
    }

    /** Joins what touches, and then those with the smallest gaps until at most so many are left. */
    private void shrink(int most) {
      sort();
      join(0);
      if (count > most) {
        long[] gaps = new long[count - 1];
        for (int i = 1; i < count; i++) {
          gaps[i - 1] = begins[i] - ends[i - 1];
        }
        Arrays.sort(gaps);
        join(gaps[count - most]);
      }
      begins = Arrays.copyOf(begins, Math.max(1, count));
      ends = Arrays.copyOf(ends, Math.max(1, count));
    }

    private void sort() {
      long[][] pairs = new long[count][];
      for (int i = 0; i < count; i++) {
        pairs[i] = new long[] {begins[i], ends[i]};
      }
      Arrays.sort(pairs, (left, right) -> Long.compare(left[0], right[0]));
      for (int i = 0; i < count; i++) {
        begins[i] = pairs[i][0];
        ends[i] = pairs[i][1];
      }
    }

    private void join(long gap) {
      int kept = 0;
      for (int i = 1; i < count; i++) {
        if (begins[i] - ends[kept] <= gap) {
          ends[kept] = Math.max(ends[kept], ends[i]);
        } else {
          kept++;
          begins[kept] = begins[i];
          ends[kept] = ends[i];
        }
      }
      count = Math.min(count, kept + 1);
    }
  }

  /** A range of a core in the sweep over all of them. */
  private record Use(long begin, long end, int core, boolean write) {}

  /** The two cores whose ranges reach furthest. */
  private static final class Furthest {
    private int core = -1;
    private long end = Long.MIN_VALUE;
    private long endOfOthers = Long.MIN_VALUE;

    private void add(Use use) {
      if (use.core() == core) {
        end = Math.max(end, use.end());
      } else if (use.end() > end) {
        endOfOthers = end;
        end = use.end();
        core = use.core();
      } else {
        endOfOthers = Math.max(endOfOthers, use.end());
      }
    }

    private long of(int other) {
      return other == core ? endOfOthers : end;
    }
  }

  /** True if two of the cores touched the same byte and one of them wrote it. */
  public static boolean meet(List<GlobalUse> cores) {
    Use[] all =
        IntStream.range(0, cores.size())
            .boxed()
            .flatMap(core -> cores.get(core).uses(core))
            .sorted((left, right) -> Long.compare(left.begin(), right.begin()))
            .toArray(Use[]::new);
    Furthest written = new Furthest();
    Furthest touched = new Furthest();
    for (Use use : all) {
      if ((use.write() ? touched : written).of(use.core()) > use.begin()) {
        return true;
      }
      touched.add(use);
      if (use.write()) {
        written.add(use);
      }
    }
    return false;
  }

  private Stream<Use> uses(int core) {
    return Stream.concat(uses(reads, core, false), uses(writes, core, true));
  }

  private static Stream<Use> uses(Ranges ranges, int core, boolean write) {
    return IntStream.range(0, ranges.count)
        .mapToObj(i -> new Use(ranges.begins[i], ranges.ends[i], core, write));
  }
}
