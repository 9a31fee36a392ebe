package org.ptoc.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The real compiler in a real process: the tests run on Java 25 with the toolchain on their class
 * path.
 */
class CompilationTest {
  private static final String GOOD =
      "module { func.func @k(%a: !pto.ptr<f32>) attributes {pto.entry, pto.aicore} { return } }\n";

  @TempDir Path directory;

  @Test
  void makesAnObjectAndItsStamp() throws Exception {
    CompileTask task = task(GOOD);
    Outcome outcome = compile(task).get(0);
    assertThat(outcome).isEqualTo(Outcome.of(0, List.of(), outcome.nanos()));
    assertThat(outcome.nanos()).isPositive();
    assertThat(task.stamp().object()).exists();
    assertThat(task.stamp().isFresh("inputs")).isTrue();
  }

  @Test
  void anErrorLeavesNoObjectEvenWhereOneWas() throws Exception {
    CompileTask task = task("module {\n  what\n}\n");
    Files.createDirectories(task.stamp().object().getParent());
    Files.writeString(task.stamp().object(), "old");
    Outcome outcome = compile(task).get(0);
    assertThat(outcome.status()).isEqualTo(Outcome.REJECTED);
    assertThat(outcome.messages()).isNotEmpty();
    assertThat(outcome.messages().get(0).line()).startsWith(directory.resolve("k.pto") + ":[");
    assertThat(task.stamp().object()).doesNotExist();
    assertThat(task.stamp().isFresh("inputs")).isFalse();
  }

  private CompileTask task(String text) throws Exception {
    Path source = Files.writeString(directory.resolve("k.pto"), text);
    Stamp stamp =
        new StampDirectory(directory.resolve("stamps"), directory.resolve("out")).stamp("k.a5.o");
    PtocArguments arguments =
        PtocArguments.compile(source, Path.of("p"), Optional.of("a5"), stamp.object(), List.of());
    return new CompileTask(arguments, Optional.empty(), stamp, "inputs");
  }

  private List<Outcome> compile(CompileTask... tasks) throws Exception {
    for (CompileTask task : tasks) {
      task.prepare();
    }
    List<Outcome> outcomes =
        process(classPath()).run(Stream.of(tasks).map(CompileTask::arguments).toList());
    for (int i = 0; i < tasks.length; i++) {
      tasks[i].finish(outcomes.get(i));
    }
    return outcomes;
  }

  private PtocProcess process(List<Path> classPath) {
    return new PtocProcess(
        new JavaHome(Path.of(System.getProperty("java.home"))).command(), classPath, directory, 2);
  }

  private static List<Path> classPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(Path::of)
        .toList();
  }

  /** One process serves all calls; the outcomes stand in their order. */
  @Test
  void manyCallsShareAProcess() throws Exception {
    List<PtocArguments> calls = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Path source =
          Files.writeString(
              directory.resolve("k " + i + ".pto"), i % 2 == 0 ? GOOD : "module {\n  what\n}\n");
      calls.add(PtocArguments.check(List.of(source), Optional.of("a5"), List.of()));
    }
    List<Outcome> outcomes = process(classPath()).run(calls);
    assertThat(outcomes).extracting(Outcome::status).containsExactly(0, 1, 0, 1, 0, 1, 0, 1);
    assertThat(outcomes.get(3).messages())
        .isNotEmpty()
        .allMatch(message -> message.lines().startsWith(directory.resolve("k 3.pto") + ":["));
  }

  @Test
  void aProcessThatCannotStartFailsEveryCall() throws Exception {
    PtocArguments call =
        PtocArguments.check(List.of(Path.of("k.pto")), Optional.empty(), List.of());
    List<Outcome> outcomes = process(List.of(Path.of("nowhere.jar"))).run(List.of(call, call));
    assertThat(outcomes).hasSize(2).noneMatch(Outcome::isOk);
    assertThat(outcomes.get(0).complaints())
        .anyMatch(line -> line.contains("org.ptoc.tools.cli.Batch"));
  }
}
