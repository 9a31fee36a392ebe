package org.ptoc.lit;

import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs every test file under {@code cases}, or, with {@code -Dptoc.lit=PART}, those whose path
 * below it has PART in it.
 */
@Order(1)
class LitTest {
  @TempDir Path temporary;

  @TestFactory
  Stream<DynamicTest> cases() throws IOException {
    Path root = Path.of("cases").toAbsolutePath();
    List<Path> files;
    try (Stream<Path> walk = Files.walk(root)) {
      String part = System.getProperty("ptoc.lit", "");
      files =
          walk.filter(LitTest::isTest)
              .filter(file -> root.relativize(file).toString().contains(part))
              .sorted()
              .toList();
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
