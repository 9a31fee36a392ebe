package org.ptoc.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Python package: its own tests, which need a {@code python3} with NumPy, and the wheel. {@code
 * -Dptoc.test.long} makes 10,000 calls and 200 restarts.
 */
@Order(Integer.MAX_VALUE - 1)
class PythonPackageTest {
  private static final Path MODULE = Path.of("../../tools/python").toAbsolutePath().normalize();

  @TempDir Path directory;

  private record Outcome(int status, String out) {}

  /** Runs Python with the package of {@code path}. */
  private Outcome python(Path path, Map<String, String> variables, String... words)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("python3"));
    command.addAll(List.of(words));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(MODULE.resolve("src/test/python").toFile())
            .redirectErrorStream(true);
    builder.environment().put("PYTHONPATH", path.toString());
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    builder.environment().put("PTOC_JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("XDG_CACHE_HOME", directory.resolve("cache").toString());
    builder.environment().remove("PTOC_COMMAND");
    builder.environment().putAll(variables);
    try {
      Process process = builder.start();
      process.getOutputStream().close();
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Outcome(process.waitFor(), out);
    } catch (IOException e) {
      return new Outcome(127, "python3 was not found");
    }
  }

  private void needPython() throws IOException, InterruptedException {
    String wanted = "import sys, numpy; assert sys.version_info >= (3, 9)";
    Outcome found = python(directory, Map.of(), "-c", wanted);
    boolean there = found.status() == 0;
    if (!there) {
      System.out.println("The Python package is not tested: no python3 from 3.9 on with numpy.");
    }
    assumeTrue(there, "no python3 from 3.9 on with numpy");
  }

  /** The toolchain as the tests of this build see it. */
  private static Map<String, String> toolchain() {
    String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
    String words = " -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp ";
    String command = "'" + java + "'" + words + "'" + System.getProperty("java.class.path") + "'";
    return Map.of(
        "PTOC_COMMAND",
        command + " org.ptoc.tools.cli.Main",
        "PTOC_LONG_TESTS",
        Boolean.getBoolean("ptoc.test.long") ? "1" : "0");
  }

  @Test
  void itsOwnTests() throws IOException, InterruptedException {
    needPython();
    Outcome outcome =
        python(
            MODULE.resolve("src/main/python"),
            toolchain(),
            "-W",
            "error::ResourceWarning",
            "-m",
            "unittest",
            "discover",
            "-s",
            ".");
    assertThat(outcome.out()).contains("\nOK").doesNotContain("Exception ignored");
    assertThat(outcome.status()).isZero();
  }

  private static Path wheel() throws IOException {
    Path target = MODULE.resolve("target");
    assumeTrue(Files.isDirectory(target), "there is no wheel before the package phase");
    try (Stream<Path> files = Files.list(target)) {
      List<Path> found = files.filter(file -> file.toString().endsWith(".whl")).toList();
      assumeTrue(!found.isEmpty(), "there is no wheel before the package phase");
      assertThat(found).hasSize(1);
      return found.getFirst();
    }
  }

  private static Map<String, byte[]> contents(Path wheel) throws IOException {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    try (InputStream file = Files.newInputStream(wheel);
        ZipInputStream zip = new ZipInputStream(file)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        assertThat(entry.getTimeLocal()).isEqualTo(LocalDateTime.of(2026, 1, 1, 0, 0));
        entries.put(entry.getName(), zip.readAllBytes());
      }
    }
    return entries;
  }

  @Test
  void theWheelRecordsWhatItHolds() throws IOException, NoSuchAlgorithmException {
    Path wheel = wheel();
    Map<String, byte[]> entries = contents(wheel);
    String stem = wheel.getFileName().toString().replace("-py3-none-any.whl", "");
    String record = stem + ".dist-info/RECORD";
    String[] lines = new String(entries.get(record), StandardCharsets.UTF_8).split("\n");
    assertThat(lines).hasSize(entries.size());
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    for (String line : lines) {
      String[] fields = line.split(",", -1);
      byte[] contents = entries.get(fields[0]);
      if (!fields[0].equals(record)) {
        String hash =
            Base64.getUrlEncoder().withoutPadding().encodeToString(digest.digest(contents));
        assertThat(fields).containsExactly(fields[0], "sha256=" + hash, "" + contents.length);
      }
    }
    assertThat(entries)
        .containsKeys("ptoc/__init__.py", "ptoc/py.typed", "ptoc/_toolchain/lib/ptoc.jar.id");
    assertThat(new String(entries.get(stem + ".dist-info/METADATA"), StandardCharsets.UTF_8))
        .contains("\nVersion: " + stem.substring("ptoc-".length()) + "\n");
  }

  @Test
  void theWheelRunsByItself() throws IOException, InterruptedException {
    needPython();
    Path site = directory.resolve("site");
    for (Map.Entry<String, byte[]> entry : contents(wheel()).entrySet()) {
      Path file = site.resolve(entry.getKey());
      Files.createDirectories(file.getParent());
      Files.write(file, entry.getValue());
    }
    String script =
        "import numpy, ptoc; from kernels import VADD\n"
            + "a, c = numpy.ones(64, 'float32'), numpy.zeros(64, 'float32')\n"
            + "ptoc.compile(VADD)['vadd'](a, a, c, 64); print(c.sum(), ptoc.__file__)";
    Outcome outcome = python(site, Map.of(), "-c", script);
    assertThat(outcome.out()).startsWith("128.0 " + site);
    assertThat(python(site, Map.of(), "-m", "ptoc", "--version").out()).startsWith("ptoc 0.");
  }
}
