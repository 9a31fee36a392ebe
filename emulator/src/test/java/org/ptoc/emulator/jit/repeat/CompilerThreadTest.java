package org.ptoc.emulator.jit.repeat;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What is thrown while a thread compiles becomes a line of the log and nothing else. */
@Isolated
class CompilerThreadTest {
  @Test
  void everyFailureIsTold() throws Exception {
    for (Throwable failure :
        new Throwable[] {
          new ArrayIndexOutOfBoundsException("7"),
          new OutOfMemoryError("heap"),
          new StackOverflowError()
        }) {
      CompletableFuture<String> told = new CompletableFuture<>();
      CompilerThread.start(() -> throwIt(failure), told::complete);
      assertThat(told.get(10, TimeUnit.SECONDS)).isEqualTo("cannot be compiled: " + failure);
    }
  }

  @Test
  void nothingIsPrinted() throws Exception {
    PrintStream before = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    CompletableFuture<Thread> thread = new CompletableFuture<>();
    try {
      System.setErr(new PrintStream(printed, true));
      CompilerThread.start(
          () -> throwIt(new IllegalStateException("one")),
          why -> {
            thread.complete(Thread.currentThread());
            throw new IllegalStateException("another");
          });
      thread.get(10, TimeUnit.SECONDS).join();
    } finally {
      System.setErr(before);
    }
    assertThat(printed.toString()).isEmpty();
  }

  private static void throwIt(Throwable failure) {
    CompilerThreadTest.<RuntimeException>sneak(failure);
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void sneak(Throwable failure) throws T {
    throw (T) failure;
  }
}
