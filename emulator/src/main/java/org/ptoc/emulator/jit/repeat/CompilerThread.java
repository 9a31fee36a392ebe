package org.ptoc.emulator.jit.repeat;

import java.util.function.Consumer;

/** Compiles beside the interpreter, which goes on whatever happens here. */
public final class CompilerThread {
  private CompilerThread() {}

  /**
   * Starts a task.
   *
   * @param failed receives the reason when the task throws: a defect of a generator, or lack of
   *     memory. The reason goes nowhere else.
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
