package org.ptoc.lit;

import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Runs every test file under {@code cases} and the examples of the repository. */
class LitTest {
  @TempDir Path temporary;

  @TestFactory
  Stream<DynamicTest> cases() throws IOException {
    Path root = Path.of("cases").toAbsolutePath();
    List<Path> files;
    try (Stream<Path> walk = Files.walk(root)) {
      files = walk.filter(LitTest::isTest).sorted().toList();
    }
    return files.stream()
        .map(
            file ->
                DynamicTest.dynamicTest(
                    root.relativize(file).toString(), file.toUri(), () -> run(file)));
  }

  private static boolean isTest(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".pto") || name.endsWith(".s");
  }

  private void run(Path file) throws IOException {
    Path directory = Files.createTempDirectory(temporary, "case");
    new LitRunner(LitFile.read(file), directory).run().ifPresent(problem -> fail(problem));
  }
}
