package org.ptoc.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ptoc.tools.cli.Ptoc;
import org.ptoc.tools.data.DataFiles;
import org.ptoc.tools.data.LogFile;
import org.ptoc.tools.data.OutputFile;

/** Outputs appear whole or not at all, whatever stands in their place. */
class OutputFileTest {
  private static final byte[] NEW = "new".getBytes(StandardCharsets.UTF_8);

  @TempDir private Path directory;

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted().toList();
    }
  }

  @Test
  void namesBesideAreNotGuessed() throws IOException {
    Set<Path> names = new HashSet<>();
    for (int i = 0; i < 20; i++) {
      try (OutputFile file = OutputFile.open(directory.resolve("a.o"))) {
        file.stream().write(NEW);
        names.addAll(files());
      }
    }
    assertThat(names).hasSize(20);
    assertThat(files()).isEmpty();
  }

  @Test
  void anExistingFileKeepsItsMode() throws IOException {
    Path file = Files.writeString(directory.resolve("a.o"), "old");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    assertThat(DataFiles.write(file, NEW)).isEmpty();
    assertThat(file).hasBinaryContent(NEW);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-r-----");
  }

  @Test
  void linksStayLinks() throws IOException {
    Path inner = Files.createDirectory(directory.resolve("inner"));
    Path target = inner.resolve("target");
    Path second = Files.createSymbolicLink(inner.resolve("second"), Path.of("target"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("inner/second"));
    assertThat(DataFiles.write(link, NEW)).isEmpty(); // The target does not exist yet.
    assertThat(target).hasBinaryContent(NEW);
    assertThat(link).isSymbolicLink();
    assertThat(second).isSymbolicLink();
    assertThat(DataFiles.write(link, new byte[] {7})).isEmpty();
    assertThat(target).hasBinaryContent(new byte[] {7});
    assertThat(files()).hasSize(2);
  }

  @Test
  void linksInACircleAndIntoNothingAreProblems() throws IOException {
    Path circle = Files.createSymbolicLink(directory.resolve("circle"), Path.of("circle"));
    assertThat(DataFiles.write(circle, NEW))
        .contains("cannot write " + circle + ": too many links");
    Path nowhere = Files.createSymbolicLink(directory.resolve("nowhere"), Path.of("no/such"));
    assertThat(DataFiles.write(nowhere, NEW))
        .contains("cannot write " + nowhere + ": no such file or directory");
  }

  @Test
  void writersOfOneFileDoNotDisturbEachOther() throws Exception {
    Path file = directory.resolve("a.o");
    try (ExecutorService pool = Executors.newFixedThreadPool(4)) {
      List<Future<?>> writers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        byte[] contents = String.valueOf(i).repeat(100_000).getBytes(StandardCharsets.UTF_8);
        writers.add(
            pool.submit(
                () -> {
                  for (int k = 0; k < 20; k++) {
                    assertThat(DataFiles.write(file, contents)).isEmpty();
                  }
                }));
      }
      for (Future<?> writer : writers) {
        writer.get();
      }
    }
    assertThat(Files.readString(file)).matches("0+|1+|2+|3+").hasSize(100_000);
    assertThat(files()).containsExactly(file);
  }

  @Test
  void logsAppearWhenTheyAreWhole() throws IOException {
    Path file = Files.writeString(directory.resolve("log.txt"), "old");
    LogFile lost = LogFile.open(file);
    lost.stream().println("one");
    lost.discard();
    assertThat(file).hasContent("old");
    LogFile kept = LogFile.open(file);
    kept.stream().println("one");
    assertThat(file).hasContent("old");
    assertThat(kept.finish()).isEmpty();
    assertThat(file).hasContent("one\n");
    assertThat(files()).containsExactly(file);
  }

  /** A trap ends the run, and the log up to there is what one wants to read. */
  @Test
  void aRunThatTrapsLeavesItsLog() throws IOException {
    Path kernel =
        Files.writeString(
            directory.resolve("k.pto"),
            """
            func.func @k() {
              pto.wait_flag["PIPE_MTE2", "PIPE_V", "EVENT_ID0"]
              return
            }
            """);
    Path log = directory.resolve("log.txt");
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(messages, true, StandardCharsets.UTF_8);
    int status =
        Ptoc.run(
            List.of("run", kernel.toString(), "--profile", "a5", "--log-commits=" + log),
            new ByteArrayInputStream(new byte[0]),
            stream,
            stream);
    assertThat(status).as(messages.toString(StandardCharsets.UTF_8)).isEqualTo(3);
    assertThat(log).exists();
    assertThat(files()).hasSize(2);
  }
}
