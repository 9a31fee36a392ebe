package org.ptoc.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The launcher for Windows: what its text must have everywhere, and, with {@code -Dptoc.test.wine},
 * what it does in Wine, with a Java that only prints its arguments.
 */
class WindowsLauncherTest {
  private static final Path SCRIPT = Path.of("../dist/src/main/bin/ptoc.cmd");
  private static final Path SHELL = Path.of("../dist/src/main/bin/ptoc");

  private static Set<String> words(String text, String pattern) {
    Set<String> words = new TreeSet<>();
    Matcher matcher = Pattern.compile(pattern, Pattern.MULTILINE).matcher(text);
    while (matcher.find()) {
      words.add(matcher.group(1));
    }
    return words;
  }

  @Test
  void everyLabelExistsAndIsUsed() throws IOException {
    String text = Files.readString(SCRIPT);
    Set<String> labels = words(text, "^:(\\w+)$");
    assertThat(words(text, "(?:goto |call :)(\\w+)")).isEqualTo(labels);
  }

  /** What one launcher gives to the virtual machine the other gives too, but for the archives. */
  @Test
  void theOptionsAreThoseOfTheOtherLauncher() throws IOException {
    String option = "(?<![\\w-])(-X[\\w:+][\\w=+,*:-]*|--add-modules=[\\w.]+)";
    Set<String> windows =
        words(Files.readString(SCRIPT).replace("-XshowSettings:properties", ""), option);
    Set<String> shell =
        words(Files.readString(SHELL).replace("-XshowSettings:properties", ""), option);
    shell.removeIf(
        each ->
            each.startsWith("-XX:SharedArchive")
                || each.startsWith("-XX:Archive")
                || each.equals("-XX:+UnlockDiagnosticVMOptions")
                || each.equals("-XX:+AOTClassLinking")
                || each.equals("-Xshare:dump")
                || each.endsWith("ClassList=")
                || each.endsWith("ClassListFile=")
                || each.startsWith("-XX:OnError"));
    assertThat(windows).isEqualTo(shell);
  }

  /** In the archive its lines end as Windows wants them, or jumps fail there. */
  @Test
  void theArchiveHasItWithLineEndsOfWindows() throws IOException {
    assertThat(Files.readString(SCRIPT)).doesNotContain("\r");
    assertThat(Files.readString(Path.of("../dist/src/main/assembly/contents.xml")))
        .containsPattern("(?s)ptoc\\.cmd.{0,80}<lineEnding>dos</lineEnding>");
  }

  /** In Wine, whose command interpreter runs the script; the Java is a program of this system. */
  @Nested
  class InWine {
    @TempDir Path directory;

    @BeforeEach
    void install() throws IOException {
      assumeTrue(Boolean.getBoolean("ptoc.test.wine"), "needs wine and -Dptoc.test.wine");
      Path home = Files.createDirectories(directory.resolve("home with space/lib"));
      Files.createFile(home.resolve("ptoc.jar"));
      String text = Files.readString(SCRIPT).replace("\n", "\r\n");
      Files.writeString(home.resolveSibling("ptoc.cmd"), text);
      Files.writeString(
          Files.createDirectories(home.resolveSibling("bin")).resolve("ptoc.cmd"), text);
    }

    private String jdk(String version) throws IOException {
      Path home = directory.resolve("jdk (x86) " + version);
      Path java = Files.createDirectories(home.resolve("bin")).resolve("java.exe");
      Files.writeString(
          home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
      Files.writeString(java, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
      assertThat(java.toFile().setExecutable(true)).isTrue();
      return windows(home);
    }

    private static String windows(Path path) {
      return "Z:" + path.toString().replace('/', '\\');
    }

    private record Result(int status, List<String> lines) {}

    private Result run(String script, Map<String, String> environment, String... arguments)
        throws IOException, InterruptedException {
      List<String> command = new ArrayList<>(List.of("wine", "cmd", "/c", script));
      command.addAll(List.of(arguments));
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.directory(directory.resolve("home with space").toFile());
      builder
          .environment()
          .keySet()
          .removeIf(name -> name.contains("JAVA") || name.startsWith("PTOC"));
      builder.environment().put("WINEPREFIX", Path.of("target/wine").toAbsolutePath().toString());
      builder.environment().put("WINEDEBUG", "-all");
      builder.environment().putAll(environment);
      Path out = directory.resolve("out");
      Process process = builder.redirectOutput(out.toFile()).start();
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
      // The program of this system may still write when the interpreter has ended.
      Thread.sleep(200);
      String text = Files.readString(out, StandardCharsets.ISO_8859_1);
      return new Result(
          process.exitValue(), text.lines().filter(line -> !line.startsWith("wine:")).toList());
    }

    @Test
    void startsTheJarWithTheArgumentsAsTheyAre() throws IOException, InterruptedException {
      Result result =
          run(
              "ptoc.cmd",
              Map.of("PTOC_JAVA_HOME", jdk("25.0.1")),
              "compile",
              "a file.pto",
              "--profile=a5");
      assertThat(result.lines())
          .contains("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
          .endsWith(
              "-jar",
              windows(directory.resolve("home with space/lib/ptoc.jar")),
              "compile",
              "a file.pto",
              "--profile=a5");
      assertThat(run("bin\\ptoc.cmd", Map.of("PTOC_JAVA_HOME", jdk("25.0.1")), "isa").lines())
          .endsWith(windows(directory.resolve("home with space/lib/ptoc.jar")), "isa");
    }

    @Test
    void anEmulationGetsTheOptimisingCompilerAndVectors() throws IOException, InterruptedException {
      Map<String, String> environment = Map.of("JAVA_HOME", jdk("26-ea"));
      String vectors = "-XX:+EnableVectorSupport";
      assertThat(run("ptoc.cmd", environment, "run", "x.pto").lines())
          .contains("-XX:TieredStopAtLevel=4", vectors);
      assertThat(run("ptoc.cmd", environment, "check", "x.pto").lines())
          .contains("-XX:TieredStopAtLevel=1")
          .doesNotContain(vectors);
    }

    @Test
    void anOldJavaIsRefused() throws IOException, InterruptedException {
      String old = jdk("17.0.15");
      Result result = run("ptoc.cmd", Map.of("PTOC_JAVA_HOME", old, "JAVA_HOME", jdk("25")), "isa");
      assertThat(result.status()).isEqualTo(2);
      assertThat(result.lines())
          .containsExactly(
              "ptoc: error: PTOC_JAVA_HOME is \"" + old + "\", which is no Java 25 or newer");
      result = run("ptoc.cmd", Map.of("JAVA_HOME", jdk("1.8.0_402")), "isa");
      assertThat(result.status()).isEqualTo(2);
      assertThat(result.lines().getFirst()).startsWith("ptoc: error: no Java 25 or newer found");
    }

    @Test
    void theJavaOfThePathIsTaken() throws IOException, InterruptedException {
      assertThat(
              run(
                      "ptoc.cmd",
                      Map.of("JAVA_HOME", jdk("11.0.2"), "WINEPATH", jdk("25") + "\\bin"),
                      "isa")
                  .lines())
          .endsWith("isa");
    }
  }
}
