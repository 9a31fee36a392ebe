package org.ptoc.lit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ptoc.tools.cli.Ptoc;

/**
 * What is printed after each pass is a text that the front end reads, the verifier accepts and the
 * printer prints again as it was, so that {@code ptoc opt} can go on from any dump.
 */
class PrintedIrTest {
  /** One of how many test files is taken, by its name; all of them in an exhaustive run. */
  private static final int STEP = Boolean.getBoolean("ptoc.test.exhaustive") ? 1 : 7;

  @TempDir Path temporary;

  @ParameterizedTest
  @ValueSource(strings = {"a5", "a2a3"})
  void everyDumpIsATextOfItself(String profile) throws IOException {
    Set<String> seen = new HashSet<>();
    List<String> wrong = new ArrayList<>();
    List<Path> cases = cases();
    for (int i = 0; i < cases.size(); i++) {
      if (Math.floorMod(cases.get(i).getFileName().hashCode(), STEP) != 0) {
        continue;
      }
      Path directory = temporary.resolve(profile + i);
      String compiled =
          call(
              "compile",
              cases.get(i) + "",
              "--profile",
              profile,
              "--dump-dir",
              directory + "",
              "-o",
              temporary.resolve("out.o") + "");
      for (Path dump : files(directory, ".pto")) {
        String text = Files.readString(dump);
        if (seen.add(text)) {
          String again = call("opt", dump + "", "--profile", profile);
          // Folding may show an error of the program to the verifier of its dumps. A dump holds one
          // function: what it calls is in no text before the calls are inlined.
          boolean isRefused = compiled.contains("error:") && again.contains("error:");
          boolean isBeforeInlining = dump.getFileName().toString().contains("-pipes.");
          isRefused |= isBeforeInlining && again.contains("is in this module [PTO1105]");
          if (!isRefused && !again.strip().equals(text.strip())) {
            wrong.add(cases.get(i) + ", " + dump.getFileName() + "\n" + again + "\nof\n" + text);
          }
        }
      }
    }
    assertThat(seen).hasSizeGreaterThan(100);
    assertThat(wrong.stream().limit(5)).as(wrong.size() + " texts of " + seen.size()).isEmpty();
  }

  private static List<Path> cases() throws IOException {
    return files(Path.of("cases").toAbsolutePath(), ".pto");
  }

  private static List<Path> files(Path directory, String ending) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> walk = Files.walk(directory)) {
      return walk.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    }
  }

  /** What a call of ptoc writes, or its errors when it fails. */
  private static String call(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exit =
        Ptoc.run(
            List.of(arguments),
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    return (exit == 0 ? out : err).toString(StandardCharsets.UTF_8);
  }
}
