package org.ptoc.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** No test writes what it compares with on a build server: each that may asks for {@code CI}. */
class BlessingTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent().getParent();

  /** How the switch is read; this file contains it in two parts. */
  private static final String SWITCH = "(\"ptoc." + "bless\")";

  @Test
  void theSwitchLooksAtTheBuildServer() throws IOException {
    List<Path> writers = sources().filter(file -> count(file, SWITCH) > 0).toList();
    assertThat(writers).hasSizeGreaterThan(5);
    assertThat(
            writers.stream()
                .filter(
                    file ->
                        count(file, SWITCH) != count(file, "System.getenv(\"CI\")")
                            || count(file, SWITCH) != count(file, "Boolean.getBoolean" + SWITCH)))
        .isEmpty();
  }

  private static Stream<Path> sources() throws IOException {
    try (Stream<Path> walk = Files.walk(ROOT)) {
      return walk
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> ROOT.relativize(file).toString().contains("src/test/java"))
          .filter(file -> !ROOT.relativize(file).toString().contains("target"))
          .toList()
          .stream();
    }
  }

  private static int count(Path file, String text) {
    try {
      return Files.readString(file).split(Pattern.quote(text), -1).length - 1;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
