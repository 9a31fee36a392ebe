package org.ptoc.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ptoc.tools.cli.Ptoc;

/**
 * Outputs that cannot be written, each by each option that names one, and what outputs tell of the
 * machine on which they were made.
 */
class OutputPlacesTest {
  private static final int USAGE = 2;

  @TempDir private Path directory;

  @BeforeEach
  void writeInputs() throws IOException {
    Files.writeString(directory.resolve("k.pto"), KilledProcessTest.KERNEL);
    Files.writeString(
        directory.resolve("plan.yaml"), "kernels: [k.pto]\nprofiles: [a5, a2a3]\nargs: auto\n");
  }

  private record Outcome(int status, String messages) {}

  private Outcome ptoc(String words, Path out) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    List<String> arguments = new ArrayList<>();
    for (String word : words.split(" ")) {
      arguments.add(
          word.replace("OUT", out.toString())
              .replace("KERNEL", directory.resolve("k.pto").toString())
              .replace("PLAN", directory.resolve("plan.yaml").toString()));
    }
    int status =
        Ptoc.run(
            arguments,
            InputStream.nullInputStream(),
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    return new Outcome(status, err.toString(StandardCharsets.UTF_8));
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> walk = Files.walk(directory)) {
      return walk.sorted().toList();
    }
  }

  /** A place where not even the administrator can make a file, and a disk that is full. */
  @ParameterizedTest
  @EnabledOnOs(OS.LINUX)
  @ValueSource(
      strings = {
        "compile KERNEL --profile a5 -o /proc/k.o",
        "compile KERNEL --profile a5 -o /dev/full",
        "compile KERNEL --profile a5 --emit asm -o /dev/full",
        "compile KERNEL --profile a5 -o OUT --dump-dir /proc/x",
        "compile KERNEL --profile a5 -o OUT --diagnostics-output /proc/x",
        "run KERNEL --profile a5 --args auto --trace-out /proc/x",
        "run KERNEL --profile a5 --args auto --trace-out /dev/full",
        "run KERNEL --profile a5 --args auto --kanata /dev/full",
        "run KERNEL --profile a5 --args auto --html /dev/full",
        "run KERNEL --profile a5 --args auto --csv /proc/x",
        "run KERNEL --profile a5 --args auto --log-commits=/dev/full",
        "run KERNEL --profile a5 --args auto --trace=/dev/full",
        "run KERNEL --profile a5 --args auto --dump 1=/proc/x.npy",
        "run KERNEL --profile a5 --args auto --dump-all /proc/x",
        "run KERNEL --profile a5 --args auto --dump-all /proc/x.npz",
        "sweep PLAN -o /proc/x",
        "sweep PLAN -o OUT --page /proc/x",
        "sweep PLAN -o OUT --page /dev/full",
        "isa --html /proc/x",
      })
  void aPlaceThatCannotBeWrittenIsAnError(String words) throws IOException {
    List<Path> before = files();
    Outcome outcome = ptoc(words, directory.resolve("o"));
    assertThat(outcome.status).as(outcome.messages).isEqualTo(USAGE);
    assertThat(outcome.messages).contains("[PTO6003]").doesNotContain("Exception", "\tat ");
    List<Path> after = new ArrayList<>(files());
    after.removeAll(before);
    after.remove(directory.resolve("o")); // Another output of the same call, which was written.
    assertThat(after).isEmpty();
  }

  /** The disk is full in the middle of a file: nothing of it stays. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aFileThatDoesNotFitLeavesWhatWasThere() throws IOException, InterruptedException {
    Path object = Files.writeString(directory.resolve("k.o"), "before");
    List<Path> before = files();
    Process process =
        new ProcessBuilder(
                "bash",
                "-c",
                "ulimit -f 1; exec \"$@\"",
                "bash",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:-UsePerfData",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "org.ptoc.tools.cli.Main",
                "compile",
                directory.resolve("k.pto").toString(),
                "--profile",
                "a5",
                "-o",
                object.toString())
            .redirectErrorStream(true)
            .start();
    String messages = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(messages).isEqualTo(USAGE);
    assertThat(messages).contains("cannot write").contains("[PTO6003]");
    assertThat(object).hasContent("before");
    assertThat(files()).isEqualTo(before);
  }

  /** Who gets an object, a trace or a report does not learn where it was made. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "compile KERNEL --profile a5 -g -o OUT/k.o --dump-dir OUT",
        "compile KERNEL --profile a5 --emit asm -o OUT/k.s",
        "run KERNEL --profile a5 --args auto --dump-all OUT --trace-out OUT/t.json --html"
            + " OUT/p.html --csv OUT --log-commits=OUT/l.txt --trace=OUT/e.txt --kanata OUT/k.txt",
        "sweep PLAN -o OUT/r.jsonl --page OUT/page.html",
        "isa --html OUT",
      })
  void outputsDoNotTellWhereTheyWereMade(String words) throws IOException {
    Path out = Files.createDirectory(directory.resolve("out"));
    Outcome outcome = ptoc(words, out);
    assertThat(outcome.status).as(outcome.messages).isZero();
    List<Path> written = files().stream().filter(file -> file.startsWith(out)).toList();
    assertThat(written).hasSizeGreaterThan(1);
    for (Path file : written) {
      if (Files.isRegularFile(file)) {
        String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        assertThat(text.contains(directory.toString())).as(file.toString()).isFalse();
        assertThat(text.contains(System.getProperty("user.dir"))).as(file.toString()).isFalse();
        assertThat(text.contains(System.getProperty("user.home") + "/"))
            .as(file.toString())
            .isFalse();
      }
    }
  }
}
