package org.ptoc.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelSourcesTest {
  @TempDir Path root;

  @BeforeEach
  void makeSources() throws IOException {
    for (String name : List.of("relu.pto", "math/add.pto", "math/notes.txt")) {
      Files.createDirectories(root.resolve(name).getParent());
      Files.writeString(root.resolve(name), "");
    }
  }

  @Test
  void findsAllKernelsInOrder() throws IOException {
    assertThat(list(List.of(), List.of())).containsExactly("math/add.pto", "relu.pto");
  }

  @Test
  void patternsChoose() throws IOException {
    assertThat(list(List.of("math/*.pto"), List.of())).containsExactly("math/add.pto");
    assertThat(list(List.of(), List.of("math/**"))).containsExactly("relu.pto");
    assertThat(list(List.of("**/*.pto"), List.of())).containsExactly("math/add.pto", "relu.pto");
  }

  @Test
  void anAbsentDirectoryHasNone() throws IOException {
    assertThat(new KernelSources(root.resolve("absent"), List.of(), List.of()).list()).isEmpty();
  }

  @Test
  void objectsKeepTheDirectoryAndNameTheProfile() {
    KernelSources sources = new KernelSources(root, List.of(), List.of());
    assertThat(sources.objectName(root.resolve("math/add.pto"), Optional.of("a5")))
        .isEqualTo(Path.of("math", "add.a5.o").toString());
    assertThat(sources.objectName(root.resolve("relu.pto"), Optional.empty())).isEqualTo("relu.o");
  }

  private List<String> list(List<String> includes, List<String> excludes) throws IOException {
    return new KernelSources(root, includes, excludes)
        .list().stream().map(file -> root.relativize(file).toString().replace('\\', '/')).toList();
  }
}
