package org.ptoc.build;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * All sources have the layout that google-java-format gives them; {@code -Dptoc.bless=true} gives
 * it to them. Files of tables, whose columns line up, say that they are left as they are.
 */
class SourceFormatTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent().getParent();

  /** What a file of tables contains; this one contains it in two parts. */
  private static final String TABLE = "// @formatter:" + "off";

  @Test
  void sourcesAreFormatted() throws IOException {
    List<Path> sources = sources();
    assertThat(sources).hasSizeGreaterThan(1000);
    List<Path> others =
        sources.parallelStream().filter(source -> !isFormatted(source)).sorted().toList();
    if (Boolean.getBoolean("ptoc.bless") && System.getenv("CI") == null) {
      others.parallelStream().forEach(SourceFormatTest::rewrite);
      return;
    }
    assertThat(others.stream().map(ROOT::relativize))
        .as("mvn -pl tools/build test -Dtest=SourceFormatTest -Dptoc.bless=true formats them")
        .isEmpty();
  }

  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
            String name = path.getFileName().toString();
            boolean generated = name.equals("target") || name.startsWith(".");
            return generated ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) {
            if (path.toString().endsWith(".java")) {
              sources.add(path);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return sources;
  }

  private static boolean isFormatted(Path source) {
    String text = read(source);
    return text.contains(TABLE) || text.equals(format(source, text));
  }

  /** A formatted comment may be wrapped anew once. */
  private static void rewrite(Path source) {
    String text = read(source);
    for (String next = format(source, text); !next.equals(text); next = format(source, text)) {
      text = next;
    }
    try {
      Files.writeString(source, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path source) {
    try {
      return Files.readString(source);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String format(Path source, String text) {
    try {
      return new Formatter().formatSourceAndFixImports(text);
    } catch (FormatterException e) {
      throw new AssertionError(source + ": " + e.getMessage(), e);
    }
  }
}
