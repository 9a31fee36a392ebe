package org.ptoc.tools.data;

/**
 * Does something when the process is stopped while this is open: an interrupt from the keyboard
 * runs no {@code finally} blocks. If the process is being stopped already, it is done at once.
 */
public final class WhenStopped implements AutoCloseable {
  private final Thread hook;
  private final boolean late;

  /**
   * @param action is done at most once, in a thread of its own unless the process ends already
   */
  public WhenStopped(Runnable action) {
    this.hook = new Thread(action);
    this.late = !register(hook);
    if (late) {
      action.run();
    }
  }

  private static boolean register(Thread hook) {
    try {
      Runtime.getRuntime().addShutdownHook(hook);
      return true;
    } catch (IllegalStateException stopping) {
      return false;
    }
  }

  /** True if the process was being stopped when this was opened. */
  public boolean isLate() {
    return late;
  }

  /** Nothing is done any more, unless it is under way. A million of these leave nothing behind. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException stopping) {
      // The process ends at present, and the action is done.
    }
  }
}
