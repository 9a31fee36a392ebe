package org.ptoc.tools.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFilesTest {
  @TempDir Path directory;

  @Test
  void replacesAFileAndLeavesNothingElse() throws IOException {
    Path file = Files.writeString(directory.resolve("out.o"), "old");
    assertThat(DataFiles.write(file, new byte[] {1})).isEmpty();
    assertThat(file).hasBinaryContent(new byte[] {1});
    assertThat(directory).isDirectoryContaining(file::equals);
    try (var all = Files.list(directory)) {
      assertThat(all).hasSize(1);
    }
  }

  @Test
  void problemsAreSentences() throws IOException {
    assertThat(DataFiles.write(directory.resolve("no/such/x"), new byte[0]))
        .contains("cannot write " + directory.resolve("no/such/x") + ": no such file or directory");
    assertThat(DataFiles.write(directory, new byte[0]))
        .hasValueSatisfying(m -> assertThat(m).contains("directory"));
    assertThat(DataFiles.read(directory)).isInstanceOf(DataResult.Problem.class);
  }

  @Test
  void writesThroughSymbolicLinks() throws IOException {
    Path target = Files.writeString(directory.resolve("target"), "old");
    Path link = Files.createSymbolicLink(directory.resolve("link"), target);
    assertThat(DataFiles.write(link, new byte[] {2})).isEmpty();
    assertThat(link).isSymbolicLink();
    assertThat(target).hasBinaryContent(new byte[] {2});
  }
}
