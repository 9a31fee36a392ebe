package org.ptoc.lit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ptoc.tools.cli.Ptoc;

/** Each pass has a file {@code cases/passes/NAME.pto} with IR before it and what comes out. */
class PassCasesTest {
  @Test
  void eachListedPassHasAFile() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream both = new PrintStream(out, true, StandardCharsets.UTF_8);
    Ptoc.run(List.of("opt", "--list-passes"), new ByteArrayInputStream(new byte[0]), both, both);
    List<String> passes = out.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(passes).contains("canonicalize", "tile-to-vector", "transfers-to-machine");
    for (String pass : passes) {
      Path file = Path.of("cases", "passes", pass + ".pto");
      assertThat(file).exists();
      assertThat(Files.readString(file))
          .containsPattern(
              "RUN: opt %s --profile \\w+ --pass " + pass + "( --pass [a-z-]+)?( -k k)? \\| CHECK")
          .contains("// CHECK: ");
    }
  }
}
