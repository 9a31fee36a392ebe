package org.ptoc.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NewTest {
  @TempDir Path directory;
  private String out;

  private int run(String... words) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream printer = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    int status = Ptoc.run(List.of(words), new ByteArrayInputStream(new byte[0]), printer, printer);
    out = bytes.toString(StandardCharsets.UTF_8);
    return status;
  }

  private List<String> names(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> root.relativize(file).toString())
          .sorted()
          .toList();
    }
  }

  /** As the README says, from inside of the directory. */
  @ParameterizedTest
  @CsvSource({
    "vector, a5",
    "vector, a2a3",
    "tile, a5",
    "tile, a2a3",
    "cube, a5",
    "cube, a2a3",
    "mixed, a5",
    "mixed, a2a3",
    "sort, a5",
    "sort, a2a3"
  })
  void everyTemplateRunsWithAllChecks(String template, String profile) throws Exception {
    Path kernel = directory.resolve("my-kernel");
    assertThat(run("new", kernel.toString(), "--template", template)).as(out).isZero();
    assertThat(Files.readString(kernel.resolve("README.md")))
        .contains("ptoc @test-" + profile + ".args\n");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-exports=java.base/jdk.internal.module=ALL-UNNAMED",
                "-cp",
                absolute(System.getProperty("java.class.path")),
                "org.ptoc.tools.cli.Main",
                "@test-" + profile + ".args")
            .directory(kernel.toFile())
            .redirectErrorStream(true)
            .start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
    assertThat(text).contains("cycles: ").contains("elements as expected");
    assertThat(run("fmt", "--check", kernel.toString())).as(out).isZero();
  }

  private static String absolute(String classPath) {
    return String.join(
        java.io.File.pathSeparator,
        Stream.of(classPath.split(java.io.File.pathSeparator))
            .map(entry -> Path.of(entry).toAbsolutePath().toString())
            .toList());
  }

  @Test
  void oneProfileIsEnough() throws IOException {
    Path kernel = directory.resolve("attend");
    assertThat(run("new", kernel.toString(), "--template", "mixed", "--profile", "a2a3")).isZero();
    assertThat(names(kernel))
        .containsExactly(
            "README.md",
            "attend-a2a3.pto",
            "expected.npy",
            "k.npy",
            "q.npy",
            "test-a2a3.args",
            "v.npy");
    assertThat(out).isEqualTo(kernel + ": 7 files; README.md has the commands\n");
  }

  @Test
  void projectsOfMavenAndPythonHaveTheSameTest() throws IOException {
    Path maven = directory.resolve("in-maven");
    assertThat(run("new", maven.toString(), "--with", "maven")).isZero();
    assertThat(names(maven)).contains("pom.xml", "src/main/pto/in-maven.pto", "x.npy");
    String pom = Files.readString(maven.resolve("pom.xml"));
    assertThat(pom)
        .contains("<artifactId>in-maven</artifactId>", "<profiles>a5,a2a3</profiles>")
        .contains("<file>in-maven.pto</file>", "<arg>x=x.npy</arg>", "<arg>rows=37</arg>")
        .contains("<expect>out=expected.npy</expect>")
        .doesNotContain("relu");
    assertThat(pom.split("<launch>")).hasSize(3);
    Path python = directory.resolve("in-python");
    assertThat(run("new", python.toString(), "--with", "python", "--profile", "a5")).isZero();
    assertThat(Files.readString(python.resolve("test_in_python.py")))
        .contains("ptoc.compile(\"in-python.pto\", \"a5\")[\"softmax\"]")
        .contains("\"x\": numpy.load(\"x.npy\"),", "\"out\": numpy.zeros([37, 200], \"float32\"),")
        .contains("\"rows\": 37,", "atol=1e-7, rtol=1e-5");
  }

  @Test
  void nothingIsOverwrittenAndNamesAreNames() throws IOException {
    Files.writeString(directory.resolve("mine"), "x");
    assertThat(run("new", directory.resolve("mine").toString())).isEqualTo(2);
    assertThat(out).contains("exists already, and nothing in it is overwritten");
    Path full = Files.createDirectory(directory.resolve("full"));
    Files.writeString(full.resolve("a"), "x");
    assertThat(run("new", full.toString())).isEqualTo(2);
    assertThat(names(full)).containsExactly("a");
    assertThat(run("new", Files.createDirectory(directory.resolve("empty")).toString())).isZero();
    assertThat(run("new", directory.resolve("1 st").toString())).isEqualTo(2);
    assertThat(run("new", directory.resolve("x").toString(), "--template", "tiles")).isEqualTo(2);
    assertThat(out).contains("did you mean 'tile'?");
  }
}
