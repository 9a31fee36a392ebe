package org.ptoc.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a user stops with Ctrl-C, or whose reader goes away, ends quietly and leaves nothing half.
 */
@EnabledOnOs(OS.LINUX)
@Order(Integer.MAX_VALUE - 2)
class InterruptedProcessTest {
  /** What a shell says of a process that a signal ended, without the number of the signal. */
  private static final int SIGNALLED = 128;

  private static final int INTERRUPT = 2;
  private static final int TERMINATE = 15;

  private static final int LONGEST_SECONDS = 60;

  /** Runs for hours: one addition in a loop of two thousand million iterations. */
  private static final String ENDLESS =
      """
      !T = !pto.tile_buf<vec, 16x64xf32>
      func.func @endless(%a: !pto.ptr<f32>) {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %n = arith.constant 2000000000 : index
        %t = pto.alloc_tile : !T
        scf.for %i = %c0 to %n step %c1 {
          pto.tadd ins(%t, %t : !T, !T) outs(%t : !T)
        }
        return
      }
      """;

  @TempDir private Path directory;

  @BeforeEach
  void writeKernels() throws IOException {
    Files.writeString(directory.resolve("endless.pto"), ENDLESS);
    Files.writeString(directory.resolve("k.pto"), KilledProcessTest.KERNEL);
  }

  private Process start(String words) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "org.ptoc.tools.cli.Main"));
    command.addAll(List.of(words.split(" ")));
    return new ProcessBuilder(command)
        .directory(directory.toFile())
        .redirectError(directory.resolve("messages").toFile())
        .start();
  }

  private String messages() throws IOException {
    return Files.readString(directory.resolve("messages"));
  }

  private List<String> files() throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.map(file -> file.getFileName().toString())
          .filter(name -> !name.equals("messages"))
          .sorted()
          .toList();
    }
  }

  @Test
  void controlCTellsHowFarTheRunCameAndLeavesNoOutput() throws Exception {
    Process process =
        start(
            "run endless.pto --profile a5 --args auto --dump 0=out.npy --html page.html"
                + " --timeout-insns 0 --trace-out trace.json");
    for (int tries = 0; tries < LONGEST_SECONDS && !isInEmulator(process); tries++) {
      assertThat(process.waitFor(1, TimeUnit.SECONDS)).as("%s", messages()).isFalse();
    }
    int signal = isInterruptIgnored(process) ? TERMINATE : INTERRUPT;
    new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
    assertThat(process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(SIGNALLED + signal);
    assertThat(messages()).contains("instructions").doesNotContain("Exception", "\tat ");
    assertThat(files()).containsExactly("endless.pto", "k.pto");
  }

  /** Processes of a build in the background do not hear of Ctrl-C, but of their end. */
  private static boolean isInterruptIgnored(Process process) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
      if (line.startsWith("SigIgn:")) {
        return (Long.parseUnsignedLong(line.substring(7).strip(), 16) >> INTERRUPT - 1 & 1) != 0;
      }
    }
    return false;
  }

  private static boolean isInEmulator(Process process) throws IOException {
    Path command = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    Process dump =
        new ProcessBuilder(command.toString(), Long.toString(process.pid()), "Thread.print")
            .redirectErrorStream(true)
            .start();
    try (BufferedReader stacks = dump.inputReader(StandardCharsets.UTF_8)) {
      return stacks.lines().toList().stream()
          .anyMatch(line -> line.contains("emulator.LaunchExecution"));
    }
  }

  /** {@code ptoc ... | head -1}. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "isa",
        "isa --format json",
        "compile k.pto --profile a5 --emit asm -o -",
        "run k.pto --profile a5 --args auto --trace=-",
        "run k.pto --profile a5 --args auto --report --timeline",
        "opt k.pto --profile a5"
      })
  void aReaderThatGoesAwayIsNoError(String words) throws Exception {
    Process process = start(words);
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      assertThat(out.readLine()).as("%s", messages()).isNotEmpty();
    }
    assertThat(process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(messages()).doesNotContain("Exception", "\tat ", "internal error");
    assertThat(process.exitValue()).as(messages()).isIn(0, 141);
    assertThat(files()).containsExactly("endless.pto", "k.pto");
  }
}
