package org.ptoc.tools.cli;

/**
 * What is said when a person stops the process while something goes on. No output is under way
 * then, and none begins any more.
 */
final class Interruption implements AutoCloseable {
  private final Thread hook;

  Interruption(Runnable message) {
    this(message, true);
  }

  /**
   * @param wanted whether anything is said
   */
  Interruption(Runnable message, boolean wanted) {
    this.hook =
        new Thread(
            () -> {
              OutputGate.close();
              message.run();
            });
    if (wanted) {
      Runtime.getRuntime().addShutdownHook(hook);
    }
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException stopping) {
      // The process ends at present, and the hook says so.
    }
  }
}
