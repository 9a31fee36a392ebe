package org.ptoc.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.tools.cli.InputFiles.InputFile;

/** Many files in one call: order, statuses, places of outputs, and the bar of a terminal. */
class FileBatchTest {
  @TempDir Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private Session session(boolean terminal) {
    PrintStream messages = new PrintStream(err, true, StandardCharsets.UTF_8);
    Environment environment =
        new Environment(
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            messages,
            false,
            terminal,
            directory,
            Map.of());
    return new Session(environment, new Reporter(messages, false), StubToolchain::new);
  }

  private static List<InputFile> files(int count) {
    List<InputFile> files = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      files.add(new InputFile("f" + i, "f" + i));
    }
    return files;
  }

  @Test
  void lines_come_in_the_order_of_the_files_and_the_worst_status_counts() {
    int status =
        new FileBatch(files(40), false, session(false))
            .run(
                (file, own) -> {
                  int number = Integer.parseInt(file.name().substring(1));
                  if (number % 7 == 3) {
                    throw CommandFailure.of(
                        ExitStatus.REJECTED, DiagnosticCode.SYNTAX, file.name() + " is wrong");
                  }
                  if (number == 20) {
                    throw new IllegalStateException("a defect");
                  }
                  if (number == 21) {
                    throw new OutOfMemoryError("a heap");
                  }
                  return new FileBatch.Note(number == 30 ? ExitStatus.TRAPPED : 0, "n" + number);
                });
    assertThat(status).isEqualTo(ExitStatus.INTERNAL);
    List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(lines).hasSize(41);
    for (int i = 0; i < 40; i++) {
      String word =
          switch (i) {
            case 20 -> "internal";
            case 21 -> "exhausted";
            case 30 -> "trapped";
            default -> i % 7 == 3 ? "rejected" : "ok";
          };
      assertThat(lines.get(i)).matches(word + " +f" + i + "(: n" + i + ")?");
    }
    assertThat(lines.getLast())
        .matches(
            "40 files: 31 ok, 6 rejected, 1 trapped, 1 out of memory or stack, 1 internal error,"
                + " [0-9]+\\.[0-9] s");
    assertThat(err.toString(StandardCharsets.UTF_8))
        .containsSubsequence(
            "f3 is wrong", "f10 is wrong", "f17 is wrong", "[PTO6015]", "f38 is wrong")
        .doesNotContain("\u001B");
  }

  @Test
  void a_terminal_gets_a_bar_that_is_wiped_away() {
    new FileBatch(files(3), false, session(true)).run((file, own) -> FileBatch.Note.DONE);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("1/3").endsWith("\r\u001B[K");
    assertThat(ProgressBar.line(15, 30, 4))
        .isEqualTo("[###############...............] 15/30, 4 s, 3/s, 4 s left");
  }

  @Test
  void outputs_keep_places_below_what_was_named() throws IOException, CommandFailure {
    for (String name : List.of("b/two.pto", "b/c/three.pto", "one.pto", "b/no.txt")) {
      Path file = directory.resolve("a").resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, "");
    }
    Path a = directory.resolve("a");
    assertThat(places(a.toString())).containsExactly("b/c/three.pto", "b/two.pto", "one.pto");
    assertThat(places(a + "/**/t*.pto")).containsExactly("b/c/three.pto", "b/two.pto");
    assertThat(places(a + "/b/*.pto")).containsExactly("two.pto");
    assertThat(places(a + "/b/two.pto", a + "/b/c/three.pto"))
        .containsExactly("two.pto", "c/three.pto");
    assertThat(places(a + "/one.pto", a.toString()))
        .containsExactly("one.pto", "b/c/three.pto", "b/two.pto");
    assertThat(places("-")).containsExactly("stdin");
  }

  private static List<String> places(String... words) throws CommandFailure {
    return InputFiles.of(List.of(words), List.of(".pto")).files().stream()
        .map(InputFile::place)
        .toList();
  }
}
