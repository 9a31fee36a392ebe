package org.ptoc.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code --watch}: a round for each change, until somebody interrupts. */
@Timeout(60)
class WatchTest {
  private static final String GOOD =
      """
      module {
        func.func @empty(%a: !pto.ptr<f32>) {
          return
        }
      }
      """;

  @TempDir private Path directory;
  private final ByteArrayOutputStream messages = new ByteArrayOutputStream();

  private String told() {
    return messages.toString(StandardCharsets.UTF_8);
  }

  private int run(String... words) {
    PrintStream err = new PrintStream(messages, true, StandardCharsets.UTF_8);
    return Ptoc.run(
        List.of(words),
        InputStream.nullInputStream(),
        new PrintStream(new BufferedOutputStream(messages), false, StandardCharsets.UTF_8),
        err);
  }

  private void waitFor(String text) throws InterruptedException {
    while (!told().contains(text)) {
      Thread.sleep(20);
    }
  }

  private void rounds(Path input, Path file) throws Exception {
    FutureTask<Integer> status =
        new FutureTask<>(
            () -> run("check", "--watch", "--quick", "--profile=a5", input.toString()));
    Thread thread = Thread.ofPlatform().start(status);
    waitFor("status 0; waiting for changes");
    Files.writeString(file, GOOD.replace("return", "retrun"));
    waitFor("status 1; waiting for changes");
    assertThat(told()).contains("ptoc: " + file.getFileName() + " has changed", "retrun");
    messages.reset();
    Files.delete(file);
    Files.writeString(file, GOOD);
    waitFor("status 0; waiting for changes");
    thread.interrupt();
    assertThat(status.get()).isEqualTo(ExitStatus.OK);
  }

  @Test
  void aFileIsCheckedAfterEachChange() throws Exception {
    Path file = Files.writeString(directory.resolve("k.pto"), GOOD);
    rounds(file, file);
  }

  /** What a round wrote stands in front of the line that it is over. */
  @Test
  void newFilesOfADirectoryAreSeen() throws Exception {
    Files.writeString(directory.resolve("a.pto"), GOOD);
    rounds(directory, Files.createDirectory(directory.resolve("deep")).resolve("k.pto"));
    assertThat(told().substring(told().lastIndexOf("has changed")))
        .containsSubsequence("2 files: 2 ok", "status 0; waiting for changes");
  }

  @Test
  void standardInputCannotBeWatched() {
    assertThat(run("check", "--watch", "-")).isEqualTo(ExitStatus.USAGE);
    assertThat(told()).contains("standard input cannot be watched");
  }

  @Test
  void aDirectoryThatIsNotThereIsAnError() throws IOException {
    Path file = directory.resolve("none").resolve("k.pto");
    assertThat(run("check", "--watch", file.toString())).isEqualTo(ExitStatus.USAGE);
    assertThat(told()).contains("cannot watch", "there is no directory");
  }
}
