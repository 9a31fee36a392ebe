package org.ptoc.tools.watch;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * A number for each byte of a memory, 0 at first. Pages that were only filled as a whole or in
 * blocks are kept as numbers of those: a quarter of the bytes that were touched, or eight times as
 * many where single bytes were.
 */
final class ShadowMemory {
  private static final int PAGE_BITS = 9;
  private static final int PAGE = 1 << PAGE_BITS;

  /** Transfers touch whole blocks. */
  private static final int BLOCK = 32;

  private final Map<Long, Page> pages = new HashMap<>();

  /** Receives neighbouring bytes with one number. */
  interface Run {
    /**
     * Bytes that are not 0.
     *
     * @param end one past the last byte
     */
    void run(long from, long end, long value);
  }

  private static final class Page {
    /** The numbers of equal parts: of the page as a whole, of its blocks, or of its bytes. */
    private long[] numbers = new long[1];

    private void fill(int from, int end, long value) {
      if (numbers.length == 1 && numbers[0] == value) {
        return;
      }
      if (end - from == PAGE) {
        numbers = new long[] {value};
        return;
      }
      if (((from | end) & part() - 1) != 0) {
        divide(((from | end) & BLOCK - 1) == 0 ? PAGE / BLOCK : PAGE);
      }
      Arrays.fill(numbers, from / part(), end / part(), value);
    }

    /** Bytes that have one number. */
    private int part() {
      return PAGE / numbers.length;
    }

    private void divide(int parts) {
      long[] divided = new long[parts];
      for (int i = 0; i < parts; i++) {
        divided[i] = numbers[i * numbers.length / parts];
      }
      numbers = divided;
    }

    private long at(int byteOfPage) {
      return numbers[byteOfPage / part()];
    }

    private void visit(long start, int from, int end, Run run) {
      int at = from;
      while (at < end) {
        long value = at(at);
        int first = at;
        while (at < end && at(at) == value) {
          at = Math.min(end, at - at % part() + part());
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

  /** Reports all bytes that are not 0, in their order. */
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
