package org.ptoc.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The files of expected words and cycles are what the programs in {@code tests/lit/reference} make
 * of the documents. Where there is no {@code python3}, the digest that these programs left tells
 * whether a table or a file was changed by hand.
 */
class ReferenceProgramsTest {
  private static final Path REFERENCE = Path.of("reference");
  private static final Path ROOT = Path.of("../..");
  private static final Path CYCLES =
      ROOT.resolve("emulator/src/test/resources/org/ptoc/emulator/timing");
  private static final Path WORDS = Path.of("src/test/resources/org/ptoc/encoding");

  @ParameterizedTest
  @ValueSource(strings = {"words.py", "cycles.py"})
  void filesAreWhatTheProgramsMake(String program) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder("python3", "-B", program, "--check")
            .directory(REFERENCE.toFile())
            .redirectErrorStream(true);
    Optional<Process> started = start(builder);
    assumeTrue(started.isPresent(), "python3 was not found; the digests are compared all the same");
    Process process = started.orElseThrow();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
  }

  private static Optional<Process> start(ProcessBuilder builder) {
    try {
      return Optional.of(builder.start());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  @Test
  void nothingWasChangedByHand() throws IOException, NoSuchAlgorithmException {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    for (String name : List.of("30-cycle-model.md", "40-binary-encoding.md", "60-cube.md")) {
      String rows =
          Files.readString(ROOT.resolve("docs/spec").resolve(name))
              .lines()
              .filter(line -> line.startsWith("|"))
              .map(line -> line.stripTrailing() + "\n")
              .collect(Collectors.joining());
      digest.update(rows.getBytes(StandardCharsets.UTF_8));
    }
    for (String profile : List.of("a5", "a2a3")) {
      digest.update(Files.readAllBytes(WORDS.resolve("words-" + profile + ".txt")));
    }
    for (String name : List.of("a5", "a2a3", "cube-a5", "cube-a2a3")) {
      digest.update(Files.readAllBytes(CYCLES.resolve("cycles-" + name + ".txt")));
    }
    assertThat(HexFormat.of().formatHex(digest.digest()))
        .as("run python3 words.py and python3 cycles.py in tests/lit/reference")
        .isEqualTo(Files.readString(REFERENCE.resolve("expected.sha256")).strip());
  }
}
