package org.ptoc.maven;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.maven.plugin.MojoExecutionException;

/**
 * Runs {@code ptoc} in a Java process of its own, all calls of a goal in one: the calls go there in
 * a file, what came of each comes back as a line of JSON.
 *
 * @param java the command that starts a Java 25
 * @param classPath the toolchain and what it needs
 * @param directory where relative file names of the arguments start
 * @param width how many calls run at the same time
 */
record PtocProcess(Path java, List<Path> classPath, Path directory, int width) {
  private static final String MAIN = "org.ptoc.tools.cli.Batch";

  /** How many calls at a time: what is configured, or for 0 the processors. */
  static int width(int configured) {
    return configured > 0 ? configured : Runtime.getRuntime().availableProcessors();
  }

  /** The whole command line. */
  List<String> command(Path calls, boolean isLong) {
    return List.of(
        java.toString(),
        "-XX:+UseSerialGC",
        // A compilation is over before the optimising compiler pays; an emulation is not.
        isLong ? "-XX:TieredStopAtLevel=4" : "-XX:TieredStopAtLevel=1",
        "-cp",
        String.join(File.pathSeparator, classPath.stream().map(Path::toString).toList()),
        MAIN,
        calls.toString(),
        Integer.toString(width));
  }

  /** Runs all calls to their ends; the outcomes stand in the order of the calls. */
  List<Outcome> run(List<PtocArguments> calls) throws IOException, MojoExecutionException {
    if (calls.isEmpty()) {
      return List.of();
    }
    Path file = Files.createTempFile("ptoc-calls", ".txt");
    try {
      Files.writeString(file, text(calls));
      return run(calls.size(), command(file, calls.stream().anyMatch(PtocArguments::isLong)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MojoExecutionException("the build was interrupted", e);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  /**
   * The calls as the process reads them: a word a line, an empty line behind each call. What is no
   * printable character of ASCII, and the backslash, stand as {@code \\uXXXX}, a UTF-16 unit each;
   * the empty word is {@code \\e}.
   */
  static String text(List<PtocArguments> calls) {
    StringBuilder text = new StringBuilder();
    for (PtocArguments call : calls) {
      for (String word : call.words()) {
        text.append(word.isEmpty() ? "\\e" : escaped(word)).append('\n');
      }
      text.append('\n');
    }
    return text.toString();
  }

  private static String escaped(String word) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < word.length(); i++) {
      char each = word.charAt(i);
      if (each >= ' ' && each <= '~' && each != '\\') {
        text.append(each);
      } else {
        text.append(String.format("\\u%04x", (int) each));
      }
    }
    return text.toString();
  }

  private List<Outcome> run(int count, List<String> command)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start();
    try {
      process.getOutputStream().close();
      Map<Integer, Outcome> results = new TreeMap<>();
      List<String> strays = new ArrayList<>();
      try (BufferedReader reader =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
          if (!read(line, results)) {
            strays.add(line);
          }
        }
      }
      return outcomes(count, results, strays, process.waitFor());
    } finally {
      process.destroy();
    }
  }

  /**
   * Takes a line that tells the result of a call; false for any other line, such as one of the
   * virtual machine.
   */
  private static boolean read(String line, Map<Integer, Outcome> results) {
    if (!line.startsWith("{") || !(JsonTree.read(line).orElse("") instanceof Map<?, ?> object)) {
      return false;
    }
    if (!(object.get("call") instanceof Double call)
        || !(object.get("status") instanceof Double status)
        || !(object.get("lines") instanceof List<?> lines)) {
      return false;
    }
    results.put(
        call.intValue(),
        Outcome.of(
            status.intValue(),
            lines.stream().map(String::valueOf).toList(),
            object.get("nanos") instanceof Double nanos ? nanos.longValue() : 0));
    return true;
  }

  /**
   * A call without a result failed with the process; what the process said belongs to the first of
   * them.
   */
  private static List<Outcome> outcomes(
      int count, Map<Integer, Outcome> results, List<String> strays, int status) {
    List<Outcome> outcomes = new ArrayList<>();
    List<String> open = strays;
    for (int i = 0; i < count; i++) {
      Optional<Outcome> result = Optional.ofNullable(results.get(i));
      if (result.isEmpty()) {
        outcomes.add(Outcome.of(status == Outcome.OK ? Outcome.INTERNAL : status, open));
        open = List.of();
      } else {
        outcomes.add(result.get());
      }
    }
    return outcomes;
  }
}
