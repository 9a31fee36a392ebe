package org.ptoc.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The shell script in the root directory, with a Java that only prints its arguments. */
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {
  @TempDir Path directory;
  private Path script;

  @BeforeEach
  void install() throws IOException {
    script = directory.resolve("home with space/ptoc");
    Files.createDirectories(script.resolveSibling("tools/cli/target"));
    Files.copy(Path.of("../../ptoc"), script);
    Path start = script.resolveSibling("tools/dist/src/main/bin/ptoc");
    Files.createDirectories(start.getParent());
    Files.copy(Path.of("../dist/src/main/bin/ptoc"), start);
    Files.createFile(script.resolveSibling("tools/cli/target/ptoc.jar"));
  }

  private Path jdk(String version) throws IOException {
    Path home = Files.createDirectories(directory.resolve("jdk " + version));
    Files.writeString(
        home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
    Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    return home;
  }

  private record Result(int status, List<String> lines) {}

  private Result run(Path called, Path home, String... args)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("sh", called.toString()));
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("PTOC_JAVA_HOME", home.toString());
    builder.environment().put("XDG_CACHE_HOME", directory.resolve("cache").toString());
    builder.environment().remove("PTOC_JAVA_OPTIONS");
    builder.environment().remove("PTOC_SERVER");
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Result(process.waitFor(), output.lines().toList());
  }

  @Test
  void startsTheJarWithTheArgumentsAsTheyAre() throws IOException, InterruptedException {
    Result result = run(script, jdk("25.0.1"), "compile", "a file.pto", "*");
    assertThat(result.status()).isZero();
    assertThat(result.lines())
        .contains("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:CompileThresholdScaling=4")
        .contains("-XX:ArchiveRelocationMode=0", archive("main"))
        .endsWith(
            "-cp",
            script.resolveSibling("tools/cli/target/ptoc.jar").toRealPath().toString(),
            "org.ptoc.tools.cli.Main",
            "compile",
            "a file.pto",
            "*");
  }

  /** Short commands go to the client of a server, and only when that was asked for. */
  @ParameterizedTest
  @CsvSource({
    "auto, check, true",
    "auto, run, true",
    "auto, sweep, false",
    "auto, serve, false",
    "auto, --version, false",
    "off, check, false"
  })
  void aServerIsUsedOnDemand(String mode, String command, boolean used)
      throws IOException, InterruptedException {
    Path client = script.resolveSibling("tools/dist/src/main/lib/client.pl");
    Files.createDirectories(client.getParent());
    Files.writeString(client, "");
    Path perl = Files.createDirectories(directory.resolve("tools")).resolve("perl");
    Files.writeString(perl, "#!/bin/sh\necho client \"$@\"\n");
    Files.setPosixFilePermissions(perl, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path home = jdk("25");
    ProcessBuilder builder = new ProcessBuilder("sh", script.toString(), command, "a  b");
    builder.environment().put("PTOC_JAVA_HOME", home.toString());
    builder.environment().put("PTOC_SERVER", mode);
    builder.environment().put("XDG_CACHE_HOME", directory.resolve("cache").toString());
    builder.environment().remove("XDG_RUNTIME_DIR");
    builder.environment().merge("PATH", perl.getParent() + ":", (old, first) -> first + old);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    Path start = script.toRealPath().resolveSibling("tools/dist/src/main/bin/ptoc");
    String jar = script.toRealPath().resolveSibling("tools/cli/target/ptoc.jar").toString();
    String[] expected = {
      "client",
      client.toRealPath().toString(),
      start.toString(),
      jar,
      home.toString(),
      Path.of("").toRealPath().toString(),
      directory.resolve("cache/ptoc/servers").toString(),
      command,
      "a  b\n"
    };
    if (used) {
      assertThat(output).isEqualTo(String.join(" ", expected));
    } else {
      assertThat(output).doesNotContain("client").endsWith(command + "\na  b\n");
    }
  }

  private String archive(String kind) throws IOException {
    String key =
        script
            .toRealPath()
            .resolveSibling("tools/cli/target/ptoc.jar")
            .toString()
            .replace('/', '%');
    Path id = script.toRealPath().resolveSibling("tools/cli/target/ptoc.jar.id");
    String suffix = Files.exists(id) ? "-" + Files.readString(id).strip() : "";
    Path fresh = directory.resolve("cache/ptoc").resolve(key).resolve(kind + suffix + ".jsa.new");
    return "-XX:DumpLoadedClassList=" + fresh + "/classes";
  }

  /** Where an archive lies when it is whole. */
  private Path finished(String kind) throws IOException {
    return Path.of(archive(kind).replaceAll("[^=]*=(.*)\\.new/[a-z.]*", "$1"));
  }

  /** The archive of the commands serves it too; writing one would keep it from ending at once. */
  @Test
  void aServerWritesNoArchive() throws IOException, InterruptedException {
    Result first = run(script, jdk("25"), "serve");
    assertThat(first.lines()).contains("-XX:TieredStopAtLevel=4").endsWith("serve");
    assertThat(first.lines()).noneMatch(line -> line.contains(".jsa"));
    Path archive = finished("main");
    write(archive);
    assertThat(run(script, jdk("25"), "serve").lines())
        .contains("-XX:SharedArchiveFile=" + archive);
  }

  /** An archive as a start leaves it: newer than the jar, its checksum beside it. */
  private static void write(Path archive) throws IOException, InterruptedException {
    Files.writeString(archive, "as the virtual machine would");
    Files.setLastModifiedTime(archive, FileTime.fromMillis(System.currentTimeMillis() + 2000));
    String sum = "cksum < \"$0\" > \"$0.sum\"";
    assertThat(new ProcessBuilder("sh", "-c", sum, archive.toString()).start().waitFor()).isZero();
  }

  /** Also one that has kept its length and its time; it is made anew. */
  @Test
  void aDamagedArchiveIsThrownAway() throws IOException, InterruptedException {
    run(script, jdk("25"), "serve");
    Path archive = finished("main");
    for (String damage : List.of("as the virtual machine could", "", "as the virtual machine")) {
      write(archive);
      FileTime time = Files.getLastModifiedTime(archive);
      Files.writeString(archive, damage);
      Files.setLastModifiedTime(archive, time);
      assertThat(run(script, jdk("25"), "serve").lines())
          .noneMatch(line -> line.startsWith("-XX:SharedArchiveFile"));
      assertThat(archive).doesNotExist();
      assertThat(Path.of(archive + ".sum")).doesNotExist();
    }
  }

  /** The start that writes an archive runs in the background of the shell, which has no input. */
  @Test
  void aFirstStartReadsStandardInput() throws IOException, InterruptedException {
    Path home = jdk("25");
    Files.writeString(home.resolve("bin/java"), "#!/bin/sh\ncat\n");
    Path text = Files.writeString(directory.resolve("text"), "some text\n");
    ProcessBuilder builder =
        new ProcessBuilder("sh", script.toString(), "check", "-")
            .redirectErrorStream(true)
            .redirectInput(text.toFile());
    builder.environment().put("PTOC_JAVA_HOME", home.toString());
    builder.environment().put("XDG_CACHE_HOME", directory.resolve("cache").toString());
    Process process = builder.start();
    assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo("some text\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"dist/bin", "dist"})
  void theSecondLauncherIsAnotherCommandLine(String place)
      throws IOException, InterruptedException {
    Path launcher = Files.createDirectories(directory.resolve(place)).resolve("ptoas");
    Files.createDirectories(directory.resolve("dist/lib"));
    Files.writeString(directory.resolve("dist/lib/ptoc.jar"), "");
    Path scripts = script.toRealPath().resolveSibling("tools/dist/src/main/bin");
    Files.copy(scripts.resolve("ptoc"), launcher.resolveSibling("ptoc"));
    Files.copy(Path.of("../dist/src/main/bin/ptoas"), launcher);
    launcher.resolveSibling("ptoc").toFile().setExecutable(true);
    Path link = Files.createSymbolicLink(directory.resolve("link"), launcher);
    for (Path called : List.of(launcher, link)) {
      assertThat(run(called, jdk("25"), "a b.pto", "-o", "c").lines())
          .endsWith("ptoas", "a b.pto", "-o", "c");
    }
  }

  /**
   * Two builds may be alike in time and length; the archive of the one must not serve the other.
   */
  @Test
  void archiveBelongsToTheIdentityOfTheJar() throws IOException, InterruptedException {
    Path launcher = Files.createDirectories(directory.resolve("dist/bin")).resolve("ptoc");
    Path lib = Files.createDirectories(directory.resolve("dist/lib"));
    Files.copy(script.toRealPath().resolveSibling("tools/dist/src/main/bin/ptoc"), launcher);
    Files.writeString(lib.resolve("ptoc.jar"), "");
    Path cache =
        directory
            .resolve("cache/ptoc")
            .resolve(lib.toRealPath().resolve("ptoc.jar").toString().replace('/', '%'));
    Path home = jdk("25.0.1");
    for (String id : List.of("0123456789abcdef", "fedcba9876543210")) {
      Files.writeString(lib.resolve("ptoc.jar.id"), id + " 1.2\n");
      Path archive = cache.resolve("main-" + id + ".jsa");
      assertThat(run(launcher, home, "check", "x").lines())
          .contains("-XX:DumpLoadedClassList=" + archive + ".new/classes", "-Dptoc.version=1.2");
      try (Stream<Path> kept = Files.list(cache)) {
        assertThat(kept).isEmpty();
      }
      write(archive);
      Result second = run(launcher, home, "check", "x");
      assertThat(second.status()).isZero();
      assertThat(second.lines())
          .contains("-XX:SharedArchiveFile=" + archive, "-XX:OnError=rm -f -- \"$PTOC_ARCHIVE\"");
      assertThat(archive).exists();
    }
  }

  /**
   * One of several first starts writes; the others, and those beside one that hangs, do without.
   */
  @Test
  void oneStartWritesTheArchive() throws IOException, InterruptedException {
    Path home = jdk("25.0.1");
    Path java = home.resolve("bin/java");
    Files.writeString(
        java,
        """
        #!/bin/sh
        for word; do
          case $word in
            -XX:DumpLoadedClassList=*) printf names > "${word#*=}" ;;
            -Xshare:dump) dump=1 ;;
            -XX:SharedClassListFile=*) read -r names < "${word#*=}" || [ "$names" = names ] || exit 1 ;;
            -XX:SharedArchiveFile=*.new/*) printf whole > "${word#*=}" ;;
          esac
          printf '%s\\n' "$word"
        done
        [ "$dump" ] || exit 7
        """);
    String option = archive("main");
    Path archive = finished("main");
    Path fresh = archive.resolveSibling(archive.getFileName() + ".new");
    Files.createDirectories(fresh);
    Result beside = run(script, home, "check", "x");
    assertThat(beside.status()).isEqualTo(7);
    assertThat(beside.lines()).noneMatch(line -> line.contains(".jsa"));
    assertThat(archive).doesNotExist();
    Files.delete(fresh);
    Result first = run(script, home, "check", "x");
    assertThat(first.status()).isEqualTo(7);
    assertThat(first.lines()).contains(option);
    assertThat(archive).hasContent("whole");
    assertThat(fresh).doesNotExist();
    assertThat(run(script, home, "check", "x").lines())
        .contains("-XX:SharedArchiveFile=" + archive);
    // One that was damaged is made again: the virtual machine would ignore it without a word.
    FileTime written = Files.getLastModifiedTime(archive);
    Files.writeString(archive, "wh");
    Files.setLastModifiedTime(archive, FileTime.from(written.toInstant().plusSeconds(5)));
    assertThat(run(script, home, "check", "x").lines()).contains(option);
    assertThat(archive).hasContent("whole");
    assertThat(run(script, home, "check", "x").lines())
        .contains("-XX:SharedArchiveFile=" + archive);
  }

  /** A start that is killed while it writes leaves half an archive, which nobody must get. */
  @ParameterizedTest
  @CsvSource({
    "'', 137",
    // Only the virtual machine that makes the archive is killed.
    "'case $* in *-Xshare:dump*) ;; *) exit 3 ;; esac', 3"
  })
  void aKilledStartLeavesNoArchive(String kills, int status)
      throws IOException, InterruptedException {
    Path home = jdk("25.0.1");
    Files.writeString(
        home.resolve("bin/java"),
        """
        #!/bin/sh
        for word; do
          case $word in
            -XX:DumpLoadedClassList=*) printf names > "${word#*=}" ;;
            -XX:SharedArchiveFile=*) printf half > "${word#*=}" ;;
          esac
        done
        %s
        kill -9 $$
        """
            .formatted(kills));
    Path archive = finished("main");
    assertThat(run(script, home, "check", "x").status()).isEqualTo(status);
    assertThat(archive.resolveSibling(archive.getFileName() + ".new")).doesNotExist();
    assertThat(archive).doesNotExist();
  }

  /** Any run may be a long one, which gains from the optimising compiler and from vectors. */
  @ParameterizedTest
  @ValueSource(strings = {"run", "compare", "sweep", "tune", "serve"})
  void emulationGetsTheOptimisingCompilerAndVectors(String command)
      throws IOException, InterruptedException {
    Path home = jdk("25");
    assertThat(run(script, home, command, "x.o").lines())
        .contains("-XX:TieredStopAtLevel=4", "-XX:CompileThresholdScaling=4", "-jar")
        .contains(
            "-XX:+EnableVectorSupport",
            "-XX:CompileCommand=CompileThresholdScaling,org.ptoc.emulator.jit.LoopCompiler$Loop*::*,0.0002")
        .doesNotContain("-XX:+IgnoreUnrecognizedVMOptions");
    assertThat(run(script, home, "check", "x.pto").lines())
        .doesNotContain("-XX:+EnableVectorSupport");
    assertThat(run(script, home, "lsp").lines())
        .contains("-XX:TieredStopAtLevel=4", "-cp")
        .doesNotContain("-XX:+EnableVectorSupport");
    assertThat(run(script, jdk("26"), command, "x.o").lines())
        .contains("-XX:+IgnoreUnrecognizedVMOptions");
  }

  /** Neither what another build left nor the archives of an installation that is gone. */
  @Test
  void oldArchivesAreDeleted() throws IOException, InterruptedException {
    Path kept = Files.createDirectories(finished("main").getParent());
    Path cache = kept.getParent();
    Path gone = Files.createDirectories(cache.resolve("%opt%gone%lib%ptoc.jar"));
    Files.writeString(gone.resolve("main.jsa"), "old");
    Files.writeString(kept.resolve("check-0123456789abcdef.jsa"), "old");
    Files.writeString(kept.resolve("check-0123456789abcdef.jsa.sum"), "old");
    Files.writeString(kept.resolve("small.jsa"), "of this build");
    run(script, jdk("25"), "check", "x");
    assertThat(gone).doesNotExist();
    try (Stream<Path> files = Files.list(kept)) {
      assertThat(files).containsExactly(kept.resolve("small.jsa"));
    }
  }

  /** Without standard error there is nothing to write errors to. */
  @Test
  void aClosedStandardErrorIsNoObstacle() throws IOException, InterruptedException {
    Path home = jdk("25.0.1");
    Path caller = directory.resolve("caller");
    Files.writeString(caller, "exec sh \"$@\" 2>&-\n");
    assertThat(run(caller, home, script.toString(), "run", "x.o").lines()).contains("-jar", "x.o");
  }

  @Test
  void callsWithoutACommandHaveAnArchiveOfTheirOwn() throws IOException, InterruptedException {
    for (String word : List.of("--version", "--help", "help")) {
      assertThat(run(script, jdk("25"), word).lines()).contains(archive("small"));
    }
  }

  @Test
  void symbolicLinksLeadHome() throws IOException, InterruptedException {
    Path link = Files.createSymbolicLink(directory.resolve("link"), directory.relativize(script));
    assertThat(run(link, jdk("25"), "isa").status()).isZero();
  }

  /** What README says of a checkout holds in an unpacked distribution too. */
  @Test
  void theDistributionHasALauncherInItsRoot() throws IOException, InterruptedException {
    Path launcher = Files.createDirectories(directory.resolve("dist")).resolve("ptoc");
    Path jar = Files.createDirectories(directory.resolve("dist/lib")).resolve("ptoc.jar");
    Files.writeString(jar, "");
    Files.copy(script.toRealPath().resolveSibling("tools/dist/src/main/bin/ptoc"), launcher);
    assertThat(run(launcher, jdk("25"), "isa").lines()).contains(jar.toRealPath().toString());
  }

  @Test
  void anOldJavaIsRefused() throws IOException, InterruptedException {
    Path home = jdk("17.0.15");
    Result result = run(script, home, "isa");
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.lines())
        .containsExactly(
            "ptoc: error: PTOC_JAVA_HOME is " + home + ", which is no Java 25 or newer");
  }

  /**
   * A launcher that looks in no other place than those of the test, run with only the given java on
   * PATH.
   */
  private Result runWithPath(Path java) throws IOException, InterruptedException {
    Path bin = Files.createDirectories(directory.resolve("path"));
    Files.deleteIfExists(bin.resolve("java"));
    Files.createSymbolicLink(bin.resolve("java"), java);
    Path launcher = script.resolveSibling("tools/dist/src/main/bin/ptoc");
    String text = Files.readString(launcher);
    assertThat(text).contains(" /usr/lib/jvm/*", " /opt/*jdk*", "/Library/Java/");
    Files.writeString(
        launcher,
        text.replace(" /usr/lib/jvm/*", "")
            .replace(" /opt/*jdk*", "")
            .replace("/Library/Java/", "/nonexistent/"));
    ProcessBuilder builder =
        new ProcessBuilder("sh", script.toString(), "isa").redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.endsWith("JAVA_HOME"));
    builder.environment().put("HOME", directory.toString());
    builder.environment().put("PATH", bin + ":/usr/bin:/bin");
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Result(process.waitFor(), output.lines().toList());
  }

  @Test
  void theJavaOfThePathIsTakenWithoutAskingIt() throws IOException, InterruptedException {
    Path java = jdk("25.0.1").resolve("bin/java");
    Path asked = directory.resolve("asked");
    Files.writeString(
        java,
        "#!/bin/sh\ncase $1 in -XshowSettings*) touch '"
            + asked
            + "' ;; esac\nprintf '%s\\n' \"$@\"\n");
    Path link = Files.createSymbolicLink(directory.resolve("alternative"), java);
    Result result = runWithPath(link);
    assertThat(result.lines()).endsWith("isa");
    assertThat(result.status()).isZero();
    assertThat(asked).doesNotExist();
  }

  @Test
  void aJavaOfThePathThatIsAScriptIsAskedForItsHome() throws IOException, InterruptedException {
    Path home = jdk("26");
    Path shim = directory.resolve("shim");
    Files.writeString(shim, "#!/bin/sh\necho \"    java.home = " + home + "\" >&2\n");
    Files.setPosixFilePermissions(shim, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThat(runWithPath(shim).lines()).endsWith("isa");
  }

  @Test
  void anOldJavaOfThePathIsNotTaken() throws IOException, InterruptedException {
    Result result = runWithPath(jdk("21.0.2").resolve("bin/java"));
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.lines().getFirst()).startsWith("ptoc: error: no Java 25 or newer found");
  }
}
