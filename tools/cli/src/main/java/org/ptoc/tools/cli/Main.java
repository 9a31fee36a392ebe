package org.ptoc.tools.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
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

  /**
   * {@code 0} when the launcher has put standard error into the place of standard input, because
   * the virtual machine writes a warning of its own to standard error. Absent means no.
   */
  private static final String ERRORS = "ptoc.errors";

  private Main() {}

  public static void main(String[] args) {
    String terminals = System.getProperty(TERMINALS, "");
    PrintStream out =
        new GuardedStream.StandardOutput(
            new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16));
    boolean isMoved = System.getProperty(ERRORS, "").equals("0");
    FileDescriptor errors = isMoved ? FileDescriptor.in : FileDescriptor.err;
    PrintStream err = new PrintStream(new FileOutputStream(errors), false, StandardCharsets.UTF_8);
    if (isMoved) {
      System.setErr(err);
    }
    boolean colours =
        terminals.contains("2")
            && System.getenv("NO_COLOR") == null
            && !"dumb".equals(System.getenv("TERM"));
    Environment environment =
        new Environment(
            isMoved ? InputStream.nullInputStream() : System.in,
            out,
            err,
            terminals.contains("1"),
            colours,
            Path.of(System.getProperty("java.io.tmpdir", ".")));
    int status = new Ptoc(environment, PtoToolchain::new).run(List.of(args));
    out.flush();
    err.flush();
    WarmUp.after(List.of(args), status);
    System.exit(status);
  }
}
