package org.ptoc.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StampTest {
  @TempDir Path directory;
  private StampDirectory stamps;
  private Stamp stamp;

  @BeforeEach
  void makeOneObject() throws IOException {
    stamps = new StampDirectory(directory.resolve("stamps"), directory.resolve("classes"));
    stamp = object("math/relu.a5.o");
  }

  @Test
  void sameInputsAreFresh() throws IOException {
    assertThat(stamp.isFresh("inputs")).isTrue();
    assertThat(stamp.isFresh("others")).isFalse();
  }

  @Test
  void aChangedOrMissingObjectIsNotFresh() throws IOException {
    Files.writeString(stamp.object(), "something else");
    assertThat(stamp.isFresh("inputs")).isFalse();
    Files.delete(stamp.object());
    assertThat(stamp.isFresh("inputs")).isFalse();
  }

  @Test
  void aDiscardedObjectIsGone() throws IOException {
    stamp.discard();
    assertThat(stamp.object()).doesNotExist();
    assertThat(stamp.isFresh("inputs")).isFalse();
    stamp.discard();
  }

  @Test
  void objectsWithoutSourceAreDeletedAndForeignFilesAreNot() throws IOException {
    Stamp other = object("old.a5.o");
    Path foreign = Files.writeString(directory.resolve("classes/foreign.o"), "");
    assertThat(stamps.discardAllBut(Set.of("math/relu.a5.o"))).containsExactly("old.a5.o");
    assertThat(other.object()).doesNotExist();
    assertThat(stamp.object()).exists();
    assertThat(foreign).exists();
    assertThat(stamps.discardAllBut(Set.of("math/relu.a5.o"))).isEmpty();
  }

  @Test
  void theInputsAreTheSourceTheArgumentsAndTheCompiler() throws IOException {
    Path source = Files.writeString(directory.resolve("relu.pto"), "module {}");
    Path jar = Files.writeString(directory.resolve("ptoc.jar"), "1");
    PtocArguments plain =
        PtocArguments.compile(source, Path.of("p"), Optional.of("a5"), stamp.object(), List.of());
    String inputs = CompileTask.inputs(source, plain, List.of(jar));

    Files.setLastModifiedTime(source, FileTime.fromMillis(0));
    assertThat(CompileTask.inputs(source, plain, List.of(jar))).isEqualTo(inputs);

    PtocArguments strict =
        PtocArguments.compile(
            source, Path.of("p"), Optional.of("a5"), stamp.object(), List.of("-Werror"));
    assertThat(CompileTask.inputs(source, strict, List.of(jar))).isNotEqualTo(inputs);

    Files.writeString(jar, "22");
    assertThat(CompileTask.inputs(source, plain, List.of(jar))).isNotEqualTo(inputs);
    Files.writeString(source, "module  {}");
    String changed = CompileTask.inputs(source, plain, List.of(jar));
    Files.writeString(source, "module {}");
    assertThat(CompileTask.inputs(source, plain, List.of(jar))).isNotEqualTo(changed);
  }

  @Test
  void theBoundariesOfTextsCount() {
    assertThat(new Fingerprint().texts(List.of("ab", "c")).hex())
        .isNotEqualTo(new Fingerprint().texts(List.of("a", "bc")).hex())
        .hasSize(64);
  }

  private Stamp object(String name) throws IOException {
    Stamp made = stamps.stamp(name);
    Files.createDirectories(made.object().getParent());
    Files.writeString(made.object(), "object " + name);
    made.write("inputs");
    return made;
  }

  /** Two builds of one project at a time: what one writes the other may list or lose. */
  @Test
  void buildsShareADirectory() throws Exception {
    Callable<Integer> build =
        () -> {
          int rounds = 0;
          for (long end = System.nanoTime() + 200_000_000L; System.nanoTime() < end; rounds++) {
            Stamp each = stamps.stamp("nn/k" + rounds % 3 + ".o");
            if (!each.isFresh("inputs")) {
              each.discard();
              WholeFile.write(each.object(), "object", StandardCharsets.UTF_8);
              each.write("inputs");
            }
            stamps.discardAllBut(Set.of("nn/k0.o"));
          }
          return rounds;
        };
    ExecutorService pool = Executors.newFixedThreadPool(2);
    try {
      for (Future<Integer> each : pool.invokeAll(List.of(build, build))) {
        assertThat(each.get()).isPositive();
      }
    } finally {
      pool.shutdown();
    }
  }
}
