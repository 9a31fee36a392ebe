package org.ptoc.tools.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.ptoc.ir.isa.Profile;

/**
 * The commands that the start which writes an archive of loaded classes runs after its own: later
 * starts have the classes that this one loads, whatever its own command was.
 */
final class WarmUp {
  /** Set by the launcher where a start writes an archive: {@code small} or {@code main}. */
  private static final String ARCHIVE = "ptoc.archive";

  /** Kernels of vector instructions, of tiles and of the cube core, as resources. */
  private static final List<String> KERNELS =
      List.of("vadd/vadd.pto", "softmax/softmax.pto", "gemm/gemm.pto");

  private WarmUp() {}

  /**
   * Runs the commands whose classes belong to the archive: for the small one those without a
   * subcommand, for the other those that compile and run a small kernel for each profile.
   */
  static void run() {
    String archive = System.getProperty(ARCHIVE);
    if (archive == null) {
      return;
    }
    if (archive.equals("small")) {
      run(List.of("--version"));
      run(List.of("--help"));
    } else {
      commands();
    }
  }

  /** Compiles and runs a small kernel of each kind for each profile. */
  static void commands() {
    for (String kernel : KERNELS) {
      byte[] text = text(kernel);
      for (Profile profile : Profile.values()) {
        run(List.of("check", "-", "--profile", profile.spelling()), text);
        run(List.of("compile", "-", "--profile", profile.spelling(), "--emit=asm"), text);
        run(List.of("run", "-", "--profile", profile.spelling(), "--args", "auto"), text);
      }
    }
    run(List.of("explain", "PTO1001"));
    run(List.of("isa", "tadd"));
  }

  private static byte[] text(String kernel) {
    try (InputStream in = WarmUp.class.getResourceAsStream("warm-up/" + kernel)) {
      return in == null ? new byte[0] : in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void run(List<String> words, byte... input) {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    Ptoc.run(words, new ByteArrayInputStream(input), nowhere, nowhere);
  }
}
