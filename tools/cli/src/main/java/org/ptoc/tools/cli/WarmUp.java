package org.ptoc.tools.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.ProfileFeature;

/**
 * The commands that the start which writes an archive of loaded classes runs after its own: later
 * starts have the classes that this one loads, whatever its own command was.
 */
final class WarmUp {
  /** Set by the launcher where a start writes an archive: {@code small} or {@code main}. */
  private static final String ARCHIVE = "ptoc.archive";

  /** Kernels of vector instructions, of tiles and of the cube core, as resources. */
  private static final List<String> KERNELS =
      List.of("softmax/softmax.pto", "layernorm/layernorm.pto", "gemm/gemm.pto");

  /** What an editor sends that opens a text, points at a word, and ends. */
  private static final String EDITOR =
      framed("'id':1,'method':'initialize','params':{'capabilities':{}}")
          + framed("'method':'initialized','params':{}")
          + framed(
              "'method':'textDocument/didOpen','params':{'textDocument':{'uri':'file:///a.pto',"
                  + "'languageId':'pto','version':1,'text':'func.func @f() { return }'}}")
          + framed(
              "'id':2,'method':'textDocument/hover','params':{'textDocument':"
                  + "{'uri':'file:///a.pto'},'position':{'line':0,'character':19}}")
          + framed("'id':3,'method':'shutdown'")
          + framed("'method':'exit'");

  private static final String VECTORS = "vadd/vadd.pto";

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
    try {
      Path scratch = Files.createTempDirectory("ptoc-warm-up");
      Path object = scratch.resolve("kernel.o");
      for (String kernel : KERNELS) {
        for (Profile profile : Profile.values()) {
          commands(text(kernel), profile.spelling(), object.toString());
        }
      }
      byte[] vectors = text(VECTORS);
      commands(vectors, Profile.DEFAULT.spelling(), object.toString());
      // Messages of the profiles without vector registers are of use too.
      for (Profile other : Profile.without(ProfileFeature.VECTOR_REGISTERS)) {
        run(List.of("check", "-", "--profile", other.spelling()), vectors);
      }
      run(List.of("compile", "-", "--emit=asm"), vectors);
      run(List.of("run", object.toString(), "--args", "auto"));
      String array = "--arg=iota:f32:100";
      // Compiles loops, as a run does when they are hot.
      String engine = "--engine=vector";
      run(
          List.of("run", "-", "--kernel=vadd", engine, array, array, array, "--arg=i32:100"),
          vectors);
      Files.deleteIfExists(object);
      Files.deleteIfExists(scratch);
    } catch (IOException e) {
      // Without a directory for files later starts are slower.
    }
    run(List.of("lsp"), EDITOR.getBytes(StandardCharsets.UTF_8));
    run(List.of("explain", "PTO1001"));
    run(List.of("isa", "tadd"));
  }

  private static void commands(byte[] text, String profile, String object) {
    run(List.of("check", "-", "--profile", profile), text);
    run(List.of("compile", "-", "--profile", profile, "-o", object), text);
    run(List.of("run", "-", "--profile", profile, "--args", "auto"), text);
  }

  private static String framed(String message) {
    String json = "{'jsonrpc':'2.0'," + message + "}";
    return "Content-Length: " + json.length() + "\r\n\r\n" + json.replace('\'', '"');
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
