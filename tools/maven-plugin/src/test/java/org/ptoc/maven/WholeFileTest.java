package org.ptoc.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {
  @TempDir Path directory;

  @Test
  void replacesAFileAndLeavesNothingBeside() throws IOException {
    Path file = directory.resolve("site/page.html");
    WholeFile.write(file, "first", StandardCharsets.UTF_8);
    WholeFile.write(file, "second", StandardCharsets.UTF_8);
    assertThat(file).hasContent("second");
    try (Stream<Path> files = Files.list(file.getParent())) {
      assertThat(files).containsExactly(file);
    }
  }

  /** File systems take names of 255 bytes. */
  @Test
  void takesLongNames() throws IOException {
    Path file = directory.resolve("n".repeat(249) + ".stamp");
    WholeFile.write(file, "text", StandardCharsets.UTF_8);
    assertThat(file).hasContent("text");
  }

  /** What fails in the middle leaves the file as it was. */
  @Test
  void keepsTheFileWhenTheTextCannotBeWritten() throws IOException {
    Path file = directory.resolve("stamp");
    WholeFile.write(file, "first", StandardCharsets.US_ASCII);
    assertThatThrownBy(() -> WholeFile.write(file, "zweiter \u00e4", StandardCharsets.US_ASCII))
        .isInstanceOf(CharacterCodingException.class);
    assertThat(file).hasContent("first");
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).containsExactly(file);
    }
  }
}
