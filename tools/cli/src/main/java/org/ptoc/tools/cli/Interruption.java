package org.ptoc.tools.cli;

/**
 * What is said when a person stops the process while something goes on. No output is under way
 * then, and none begins any more.
 */
final class Interruption implements AutoCloseable {
  private final Thread hook;

  Interruption(Runnable message) {
    this.hook =
        new Thread(
            () -> {
              OutputGate.close();
              message.run();
            });
    Runtime.getRuntime().addShutdownHook(hook);
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
