package org.ptoc.emulator.jit.repeat;

import java.util.function.Consumer;

/** Compiles beside the interpreter, which goes on whatever happens here. */
public final class CompilerThread {
  private CompilerThread() {}

  /**
   * Starts a task.
   *
   * @param failed is told why when the task could not end, by whatever was thrown: a defect of a
   *     generator, or no memory. Nothing else hears of it.
   */
  public static void start(Runnable task, Consumer<String> failed) {
    Thread.ofPlatform()
        .daemon()
        .name("ptoc-jit")
        .uncaughtExceptionHandler((thread, failure) -> {})
        .start(() -> run(task, failed));
  }

  private static void run(Runnable task, Consumer<String> failed) {
    try {
      task.run();
    } catch (Throwable failure) {
      failed.accept("cannot be compiled: " + failure);
    }
  }
}
