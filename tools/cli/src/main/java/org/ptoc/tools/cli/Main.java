package org.ptoc.tools.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.ptoc.tools.toolchain.PtoToolchain;

/** The process around {@link Ptoc}. */
public final class Main {
  /**
   * Which streams are terminals, from the launcher, which can ask without cost: digits of the file
   * descriptors, such as {@code 12}. Absent means none.
   */
  private static final String TERMINALS = "ptoc.terminals";

  private Main() {}

  public static void main(String[] args) {
    PrintStream out =
        new GuardedStream.StandardOutput(
            new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16));
    PrintStream err =
        new PrintStream(new FileOutputStream(FileDescriptor.err), false, StandardCharsets.UTF_8);
    Environment environment =
        Environment.of(
            System.in,
            out,
            err,
            System.getProperty(TERMINALS, ""),
            Path.of(System.getProperty("java.io.tmpdir", ".")),
            System.getenv());
    int status = new Ptoc(environment, PtoToolchain::new).run(List.of(args));
    out.flush();
    err.flush();
    WarmUp.run();
    if (status != ExitStatus.OK || isAnotherThreadRunning()) {
      System.exit(status);
    }
  }

  /**
   * True if a thread would keep the process alive after the main thread. Without one the main
   * thread returns: {@link System#exit} looks for a logger first, which opens and searches the jar.
   */
  private static boolean isAnotherThreadRunning() {
    Thread[] threads = new Thread[Thread.activeCount() + 1];
    int count = Thread.enumerate(threads);
    for (int i = 0; i < count; i++) {
      if (threads[i] != Thread.currentThread() && !threads[i].isDaemon()) {
        return true;
      }
    }
    return count == threads.length;
  }
}
