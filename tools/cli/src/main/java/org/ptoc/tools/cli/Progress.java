package org.ptoc.tools.cli;

import java.io.PrintStream;
import java.time.Duration;
import java.util.function.Supplier;

/** Shows at a terminal that a long call is still working, on one line that is erased at the end. */
final class Progress implements AutoCloseable {
  private static final String LINE_START = "\r\u001B[K";

  private final PrintStream target;
  private final Thread thread;
  private boolean shown;
  private boolean closed;

  private Progress(PrintStream target, Supplier<String> activity, Duration patience) {
    this.target = target;
    this.thread = Thread.ofPlatform().daemon().unstarted(() -> show(activity, patience));
  }

  /**
   * Starts to wait; nothing is shown without a terminal, or when the call ends soon.
   *
   * @param activity what goes on at present, such as {@code running @k}
   * @param patience how long nothing is shown; later the line changes as often
   */
  static Progress start(Environment environment, Supplier<String> activity, Duration patience) {
    Progress progress = new Progress(environment.err(), activity, patience);
    if (environment.errIsTerminal()) {
      progress.thread.start();
    }
    return progress;
  }

  private void show(Supplier<String> activity, Duration patience) {
    long start = System.nanoTime();
    try {
      while (true) {
        Thread.sleep(patience);
        print(
            activity.get() + ", " + Duration.ofNanos(System.nanoTime() - start).toSeconds() + " s");
      }
    } catch (InterruptedException e) {
      // The work is done.
    }
  }

  private synchronized void print(String text) {
    if (!closed) {
      target.print(LINE_START + "ptoc: " + text);
      target.flush();
      shown = true;
    }
  }

  @Override
  public void close() {
    thread.interrupt();
    synchronized (this) {
      closed = true;
      if (shown) {
        target.print(LINE_START);
        target.flush();
      }
    }
  }
}
