package org.ptoc.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.ptoc.tools.cli.Ptoc;

/**
 * Equal sources give equal objects, whatever the process has done before: hash codes of objects,
 * and with them the order of careless collections, differ from one compilation to the next. {@code
 * tests/reproducible.sh} compares whole builds.
 */
class ReproducibleTest {
  private static final int TIMES = 3;
  private static final List<Path> PLACES =
      List.of(Path.of("../../examples"), Path.of("cases/tile"), Path.of("cases/a5"));

  @Test
  void everyCompilationGivesTheSameBytes() throws IOException {
    int compiled = 0;
    for (Path source : sources()) {
      for (String profile : List.of("a5", "a2a3")) {
        Optional<String> first = compile(source, profile);
        compiled += first.isPresent() ? 1 : 0;
        for (int again = 1; first.isPresent() && again < TIMES; again++) {
          assertThat(compile(source, profile)).as(source + " for " + profile).isEqualTo(first);
        }
      }
    }
    assertThat(compiled).isGreaterThan(50);
  }

  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    for (Path place : PLACES) {
      try (Stream<Path> files = Files.walk(place)) {
        files.filter(file -> file.toString().endsWith(".pto")).sorted().forEach(sources::add);
      }
    }
    return sources;
  }

  /** The object in hexadecimal digits; empty when the profile does not have the kernel. */
  private static Optional<String> compile(Path source, String profile) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int status =
        Ptoc.run(
            List.of("compile", source.toString(), "--profile", profile, "-o", "-"),
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
    return status == 0
        ? Optional.of(HexFormat.of().formatHex(out.toByteArray()))
        : Optional.empty();
  }
}
