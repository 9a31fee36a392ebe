package org.ptoc.frontend;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** All texts of the project: {@code .pto} files, and the blocks of pages. */
public final class Corpus {
  private static final Pattern BLOCK = Pattern.compile("```pto[^\\n]*\\n(.*?)```", Pattern.DOTALL);

  private Corpus() {}

  /**
   * A text.
   *
   * @param name its file
   * @param text its contents
   */
  public record Text(String name, String text) {}

  public static List<Text> all() throws IOException {
    try (Stream<Path> files =
        Stream.of("../tests", "../examples", "../docs", "../tools/cli/src")
            .flatMap(root -> files(Path.of(root)))) {
      return files.flatMap(Corpus::texts).toList();
    }
  }

  private static Stream<Path> files(Path root) {
    try {
      return Files.walk(root).filter(Files::isRegularFile);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<Text> texts(Path file) {
    String name = file.toString();
    if (name.contains("/target/") || !name.endsWith(".pto") && !name.endsWith(".md")) {
      return Stream.empty();
    }
    try {
      String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      return name.endsWith(".pto")
          ? Stream.of(new Text(name, text))
          : BLOCK.matcher(text).results().map(block -> new Text(name, block.group(1)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
