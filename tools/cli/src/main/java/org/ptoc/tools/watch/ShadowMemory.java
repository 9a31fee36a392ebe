package org.ptoc.tools.watch;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * A number for each byte of a memory, 0 at first. Pages whose bytes all have one number are kept as
 * that number, so that the room is at most eight bytes for each byte that was touched.
 */
final class ShadowMemory {
  private static final int PAGE_BITS = 9;
  private static final int PAGE = 1 << PAGE_BITS;
  private static final long[] NO_BYTES = new long[0];

  private final Map<Long, Page> pages = new HashMap<>();

  /** Hears of neighbouring bytes with one number. */
  interface Run {
    /**
     * Bytes that are not 0.
     *
     * @param end one past the last byte
     */
    void run(long from, long end, long value);
  }

  private static final class Page {
    private long all;
    private long[] bytes = NO_BYTES;

    private void fill(int from, int end, long value) {
      if (end - from == PAGE) {
        all = value;
        bytes = NO_BYTES;
      } else if (bytes.length > 0 || all != value) {
        if (bytes.length == 0) {
          bytes = new long[PAGE];
          Arrays.fill(bytes, all);
        }
        Arrays.fill(bytes, from, end, value);
      }
    }

    private long at(int byteOfPage) {
      return bytes.length == 0 ? all : bytes[byteOfPage];
    }

    private void visit(long start, int from, int end, Run run) {
      if (bytes.length == 0) {
        if (all != 0) {
          run.run(start + from, start + end, all);
        }
        return;
      }
      int at = from;
      while (at < end) {
        long value = bytes[at];
        int first = at;
        while (at < end && bytes[at] == value) {
          at++;
        }
        if (value != 0) {
          run.run(start + first, start + at, value);
        }
      }
    }
  }

  /** Sets the number of {@code length} bytes. */
  void fill(long address, long length, long value) {
    long end = address + length;
    for (long at = address; at < end; ) {
      long start = at & -PAGE;
      long to = Math.min(end, start + PAGE);
      pages
          .computeIfAbsent(start, _ -> new Page())
          .fill((int) (at - start), (int) (to - start), value);
      at = to;
    }
  }

  /** The number of one byte. */
  long at(long address) {
    Page page = pages.get(address & -PAGE);
    return page == null ? 0 : page.at((int) (address & PAGE - 1));
  }

  /** Tells of all bytes that are not 0, in their order. */
  void visit(long address, long length, Run run) {
    long end = address + length;
    for (long at = address; at < end; ) {
      long start = at & -PAGE;
      long to = Math.min(end, start + PAGE);
      Page page = pages.get(start);
      if (page != null) {
        page.visit(start, (int) (at - start), (int) (to - start), run);
      }
      at = to;
    }
  }
}
