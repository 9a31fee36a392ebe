package org.ptoc.frontend.parser;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/** The programs of the test resources. */
public final class Programs {
  /** A program with its file name. */
  public record Program(String name, String text) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static final String[] NAMES = {
    "softmax.pto", "assembly.pto", "vectors.pto", "machine.pto", "tiles.pto"
  };

  private Programs() {}

  public static Stream<Program> all() {
    return Stream.of(NAMES).map(name -> new Program(name, read(name)));
  }

  private static String read(String name) {
    try (InputStream in = Programs.class.getResourceAsStream("/programs/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException exception) {
      throw new java.io.UncheckedIOException(exception);
    }
  }
}
