package org.ptoc.tools.cli;

import java.io.PrintStream;

/** How many of many files are done, in one line of a terminal that is wiped away at the end. */
final class ProgressBar implements AutoCloseable {
  private static final String LINE_START = "\r\u001B[K";
  private static final int WIDTH = 30;
  private static final long REDRAW_NANOSECONDS = 50_000_000;

  private final PrintStream target;
  private final boolean isWanted;
  private final int total;
  private final long start = System.nanoTime();
  private long drawn = start - REDRAW_NANOSECONDS;
  private boolean shown;

  /**
   * Draws only at a terminal that can erase a line.
   *
   * @param total number of files
   */
  ProgressBar(Environment environment, int total) {
    this.target = environment.err();
    this.isWanted = environment.errIsTerminal();
    this.total = total;
  }

  /** Draws the line, at most twenty times a second. */
  void show(int done) {
    long now = System.nanoTime();
    if (!isWanted || now - drawn < REDRAW_NANOSECONDS) {
      return;
    }
    drawn = now;
    shown = true;
    target.print(LINE_START + line(done, total, (now - start) / 1_000_000_000));
    target.flush();
  }

  static String line(int done, int total, long seconds) {
    int filled = (int) ((long) WIDTH * done / Math.max(1, total));
    return "["
        + "#".repeat(filled)
        + ".".repeat(WIDTH - filled)
        + "] "
        + done
        + "/"
        + total
        + ", "
        + seconds
        + " s"
        + rest(done, total, seconds);
  }

  /** How many a second, and what is left at that rate. */
  private static String rest(int done, int total, long seconds) {
    if (seconds == 0 || done == 0 || done == total) {
      return "";
    }
    long left = (long) (total - done) * seconds / done;
    return ", " + done / seconds + "/s, " + left + " s left";
  }

  /** Wipes the line away, so that something else can be written. */
  void clear() {
    if (shown) {
      target.print(LINE_START);
      target.flush();
      shown = false;
      drawn = System.nanoTime() - REDRAW_NANOSECONDS;
    }
  }

  @Override
  public void close() {
    clear();
  }
}
