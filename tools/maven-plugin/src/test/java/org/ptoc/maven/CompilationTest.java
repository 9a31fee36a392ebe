package org.ptoc.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real compiler in a real process: the tests run on Java 25 with the toolchain on their class path. */
class CompilationTest {
  private static final String GOOD =
      "module { func.func @k(%a: !pto.ptr<f32>) attributes {pto.entry, pto.aicore} { return } }\n";

  @TempDir Path directory;

  @Test
  void makesAnObjectAndItsStamp() throws Exception {
    CompileTask task = task(GOOD);
    assertThat(task.call()).isEqualTo(new Outcome(0, List.of(), List.of()));
    assertThat(task.stamp().object()).exists();
    assertThat(task.stamp().isFresh("inputs")).isTrue();
  }

  @Test
  void anErrorLeavesNoObjectEvenWhereOneWas() throws Exception {
    CompileTask task = task("module {\n  what\n}\n");
    Files.createDirectories(task.stamp().object().getParent());
    Files.writeString(task.stamp().object(), "old");
    Outcome outcome = task.call();
    assertThat(outcome.status()).isEqualTo(Outcome.REJECTED);
    assertThat(outcome.errors()).isPositive();
    assertThat(outcome.messages().get(0).line()).startsWith(directory.resolve("k.pto") + ":[");
    assertThat(task.stamp().object()).doesNotExist();
    assertThat(task.stamp().isFresh("inputs")).isFalse();
  }

  private CompileTask task(String text) throws Exception {
    Path source = Files.writeString(directory.resolve("k.pto"), text);
    List<Path> classPath =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator)).map(Path::of).toList();
    JavaHome home = new JavaHome(Path.of(System.getProperty("java.home")));
    Stamp stamp = new StampDirectory(directory.resolve("stamps"), directory.resolve("out")).stamp("k.a5.o");
    PtocArguments arguments = PtocArguments.compile(source, Optional.of("a5"), stamp.object(), List.of());
    return new CompileTask(new PtocProcess(home.command(), classPath, directory), arguments, stamp, "inputs");
  }
}
