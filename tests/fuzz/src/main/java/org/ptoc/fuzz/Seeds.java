package org.ptoc.fuzz;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.ObjectReader;
import org.ptoc.tools.cli.Ptoc;

/**
 * Inputs that are right, or nearly: the kernels and data of the test files and what the compiler
 * makes of them.
 */
final class Seeds {
  /** Longer files only slow down; every construct stands in a shorter one too. */
  private static final long LONGEST_TEXT = 12_000;

  private static final int MOST_OBJECTS = 40;

  /** Kernels of command lines, so short that most damage hits the words. */
  private static final long LONGEST_KERNEL = 2_000;

  private static final Pattern RUN = Pattern.compile("(?m)^// RUN[^:]*: ([^|\\n]*)");

  private static final List<String> PLANS =
      List.of(
          "kernels: [a.pto]\nargs: auto\n",
          "kernels: [a.pto, 'b/*.pto']\nprofiles: [a5, a2a3]\nblocks: [1, 2, 8]\n",
          """
          kernels:
            - file: a.pto
              functions: [f, g]
              args: ['rand:1:f32:16x64', 'i32:5', auto]
          """,
          "kernels: a.pto.in\nvary:\n  ROWS: {from: 8, to: 512, times: 2}\n  m: [512]\n",
          """
          kernels: a.pto.in
          vary: {n: {from: 64, to: 512, step: 64}, w: [a, b]}
          args: ['zeros:f32:{n}']
          """,
          """
          kernels: [a.pto]
          fidelity: [documented, calibrated]
          limit: 1000000
          repeat: 2
          seeds: [1, 2]
          """,
          "kernels: [a.pto]\nchecks: all\noptions: ['', -fno-fuse]\nprofiles: a5\n",
          "kernels:\n  - file: a.pto\n    args: auto\n    expect: {1: 'iota:f32:64'}\n",
          "{\"kernels\": [\"a.pto\"], \"profiles\": [\"a5\"], \"seeds\": [1, 2]}",
          "kernels: &k [a.pto]\nprofiles: &p [a5]\nseeds: [0x1F, -3, 1e3]\n",
          "kernels: []\n");

  private final Path cases;

  /**
   * @param cases directory of the test files
   */
  Seeds(Path cases) {
    this.cases = cases;
  }

  List<byte[]> of(Target target) {
    return switch (target) {
      case TEXT -> files(".pto", LONGEST_TEXT);
      case ARRAY -> files(".npy", 4_096);
      case OBJECT -> objects();
      case ASSEMBLY ->
          objects().stream().map(object -> call(object, "objdump", "--asm", "-")).toList();
      case WORDS -> objects().stream().flatMap(Seeds::words).toList();
      case PLAN -> PLANS.stream().map(plan -> plan.getBytes(StandardCharsets.UTF_8)).toList();
      case COMMAND_LINE -> files(".pto", LONGEST_KERNEL).stream().flatMap(this::lines).toList();
    };
  }

  private List<byte[]> files(String suffix, long longest) {
    try (Stream<Path> paths = Files.walk(cases)) {
      List<byte[]> contents = new ArrayList<>();
      for (Path path : paths.filter(path -> path.toString().endsWith(suffix)).sorted().toList()) {
        if (Files.size(path) <= longest) {
          contents.add(Files.readAllBytes(path));
        }
      }
      return contents;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The objects of the first kernels that compile, for both profiles in turn. */
  private List<byte[]> objects() {
    List<byte[]> objects = new ArrayList<>();
    Profile[] profiles = Profile.values();
    for (byte[] text : files(".pto", LONGEST_TEXT)) {
      String profile = profiles[objects.size() % profiles.length].spelling();
      byte[] object = call(text, "compile", "-", "--profile", profile, "-o", "-");
      if (object.length > 0) {
        objects.add(object);
      }
      if (objects.size() == MOST_OBJECTS) {
        break;
      }
    }
    return objects;
  }

  /** The calls that a test file names, each with the file as standard input. */
  private Stream<byte[]> lines(byte[] file) {
    String text = new String(file, StandardCharsets.UTF_8);
    return RUN.matcher(text)
        .results()
        .map(found -> found.group(1).trim())
        .filter(words -> !words.contains("%t") && !words.contains("%r"))
        .map(words -> words.replace("%s", "-").replace("%d", cases.toString()))
        .map(words -> words.replaceAll(" +", "\n") + "\n\n" + text)
        .map(all -> all.getBytes(StandardCharsets.UTF_8));
  }

  private static Stream<byte[]> words(byte[] file) {
    if (!(ObjectReader.read(file) instanceof ObjectReader.Loaded(var object))) {
      return Stream.empty();
    }
    return object.kernels().stream().map(kernel -> words(object.profile(), kernel));
  }

  private static byte[] words(Profile profile, KernelObject kernel) {
    ByteBuffer bytes =
        ByteBuffer.allocate(1 + kernel.words().length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put((byte) profile.ordinal());
    for (long word : kernel.words()) {
      bytes.putLong(word);
    }
    return bytes.array();
  }

  /** What the command writes; nothing when it rejects the input. */
  private static byte[] call(byte[] input, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    PrintStream silent =
        new PrintStream(PrintStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    int status = Ptoc.run(List.of(arguments), new ByteArrayInputStream(input), stream, silent);
    return status == 0 ? out.toByteArray() : new byte[0];
  }
}
