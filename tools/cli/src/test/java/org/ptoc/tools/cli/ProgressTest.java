package org.ptoc.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private Environment environment(boolean terminal) {
    PrintStream stream = new PrintStream(err, true);
    return new Environment(
        new ByteArrayInputStream(new byte[0]),
        stream,
        stream,
        terminal,
        terminal,
        Path.of("."),
        Map.of());
  }

  @Test
  void aTerminalSeesALineThatGoesAway() throws InterruptedException {
    try (Progress _ = Progress.start(environment(true), () -> "running @k", Duration.ofMillis(1))) {
      while (err.size() == 0) {
        Thread.sleep(1);
      }
    }
    assertThat(err.toString()).startsWith("\r\u001B[Kptoc: running @k, 0 s").endsWith("\r\u001B[K");
    int size = err.size();
    Thread.sleep(20);
    assertThat(err.size()).isEqualTo(size);
  }

  @Test
  void shortCallsAndPipesSeeNothing() throws InterruptedException {
    try (Progress _ = Progress.start(environment(true), () -> "running @k", Duration.ofHours(1))) {
      assertThat(err.size()).isZero();
    }
    try (Progress _ =
        Progress.start(environment(false), () -> "running @k", Duration.ofMillis(1))) {
      Thread.sleep(20);
    }
    assertThat(err.size()).isZero();
  }
}
