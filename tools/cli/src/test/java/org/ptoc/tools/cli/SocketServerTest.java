package org.ptoc.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.ptoc.tools.toolchain.PtoToolchain;

/**
 * The client of the launcher with a server that it starts. A launcher that is called for anything
 * else than a server ends with a status of its own, so every other status is an answer.
 */
@DisabledOnOs(OS.WINDOWS)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SocketServerTest {
  private static final int ALONE = 99;
  private static final String ENDLESS =
      """
      func.func @spin(%x: !pto.ptr<i32>, %n: index) attributes {pto.aicore} {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        scf.for %i = %c0 to %n step %c1 {
          %old = pto.load_scalar %x[%c0] : !pto.ptr<i32> -> i32
          %new = arith.addi %old, %old : i32
          pto.store_scalar %new, %x[%c0] : !pto.ptr<i32>, i32
        }
        return
      }
      """;

  @TempDir static Path directory;
  private Path launcher;
  private Path place;

  private record Result(int status, String out, String err) {}

  @BeforeAll
  void launcher() throws IOException, InterruptedException {
    assumeTrue(
        Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "perl"))));
    launcher = directory.resolve("launcher");
    Files.writeString(
        launcher,
        "[ \"$1\" = serve ] || exit "
            + ALONE
            + "\necho $$ >> '"
            + directory.resolve("pids")
            + "'\nexec '"
            + Path.of(System.getProperty("java.home"), "bin/java")
            + "' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto -cp '"
            + System.getProperty("java.class.path")
            + "' org.ptoc.tools.cli.Main \"$@\" --idle 20\n");
    place = directory.resolve("servers");
    Files.writeString(directory.resolve("spin.pto"), ENDLESS);
    Files.copy(Path.of("../../examples/vadd/vadd.pto"), directory.resolve("vadd.pto"));
    Files.writeString(directory.resolve("bad.pto"), "not a kernel\n");
    awaitServer();
  }

  @AfterAll
  void end() throws IOException {
    killServers();
  }

  private void killServers() throws IOException {
    if (Files.exists(directory.resolve("pids"))) {
      for (String pid : Files.readAllLines(directory.resolve("pids"))) {
        ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroyForcibly);
      }
      Files.delete(directory.resolve("pids"));
    }
  }

  private ProcessBuilder client(String... words) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "perl",
                Path.of("../dist/src/main/lib/client.pl").toString(),
                launcher.toString(),
                launcher.toString(),
                "java",
                Path.of("").toAbsolutePath().toString(),
                place.toString()));
    command.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeIf(name -> name.startsWith("PTOC_"));
    return builder;
  }

  private Result ptoc(String input, String... words) throws IOException, InterruptedException {
    Path in = Files.writeString(directory.resolve("in"), input);
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    Process process =
        client(words)
            .redirectInput(in.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    status(process);
    String text = new String(Files.readAllBytes(out), StandardCharsets.UTF_8);
    return new Result(process.exitValue(), text, Files.readString(err));
  }

  private static int status(Process process) throws InterruptedException {
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("ends").isTrue();
    return process.exitValue();
  }

  /** Calls until a server that is not busy answers. */
  private void awaitServer() throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (ptoc("", "explain", "PTO1001").status() == ALONE) {
      assertThat(System.nanoTime()).as("time without a server").isLessThan(end);
      Thread.sleep(100);
    }
  }

  private Stream<String> sockets() throws IOException {
    if (!Files.isDirectory(place)) {
      return Stream.empty();
    }
    try (Stream<Path> files = Files.list(place)) {
      return files.map(Path::toString).filter(name -> name.endsWith(".sock")).toList().stream();
    }
  }

  private Result here(String input, String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        new Ptoc(
                new Environment(
                    new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                    new PrintStream(out, false, StandardCharsets.UTF_8),
                    new PrintStream(err, true, StandardCharsets.UTF_8),
                    false,
                    false,
                    directory,
                    Map.of()),
                PtoToolchain::new)
            .run(List.of(words));
    return new Result(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private String file(String name) {
    return directory.resolve(name).toString();
  }

  @Test
  void everyCommandIsAsInAProcessOfItsOwn() throws IOException, InterruptedException {
    awaitServer();
    String kernel = Files.readString(directory.resolve("vadd.pto"));
    String vadd = file("vadd.pto");
    String bad = file("bad.pto");
    String object = file("vadd.o");
    List<List<String>> calls =
        List.of(
            List.of("check", vadd),
            List.of("check", bad),
            List.of("check", vadd, bad),
            List.of("check", "nowhere.pto"),
            List.of("check", "-"),
            List.of("check"),
            List.of("check", "--nonsense"),
            List.of("check", bad, "--diagnostic-format=json"),
            List.of("check", bad, "--color=always"),
            List.of("compile", vadd, "-o", object),
            List.of("compile", "-", "-o", object),
            List.of("compile", vadd, "--emit=asm", "-o", "-"),
            List.of("compile", vadd, "-o", "-"),
            List.of("compile", vadd, "-o", "/dev/full"),
            List.of("compile", "--help"),
            List.of("objdump", "-d", object),
            List.of("objdump", "-d", vadd),
            List.of("opt", vadd),
            List.of("asm", vadd),
            List.of("run", vadd, "--args", "auto", "--report"),
            List.of("run", object, "--args", "auto", "--report=json"),
            List.of("run", "-", "--args", "auto", "--dump", "2=" + file("c.npy")),
            List.of("run", vadd, "--args", "nonsense"),
            List.of("compare", vadd, vadd, "--args", "auto"),
            List.of("isa", "tadd"),
            List.of("isa", "nonsense"),
            List.of("explain", "PTO1001"),
            List.of("explain-timing", "vadd"),
            List.of("ptoas", vadd, "-o", object),
            List.of("ptoas", bad, "-o", object));
    for (List<String> call : calls) {
      String[] words = call.toArray(String[]::new);
      Result expected = here(kernel, words);
      List<String> files = written();
      assertThat(timeless(ptoc(kernel, words)))
          .as(String.join(" ", call))
          .isEqualTo(timeless(expected));
      assertThat(written()).as(String.join(" ", call)).isEqualTo(files);
    }
  }

  private static Result timeless(Result result) {
    return new Result(
        result.status(),
        result.out().replaceAll("[0-9.]+ s\n", "TIME\n"),
        result.err().replaceAll("[0-9.]+ s\n", "TIME\n"));
  }

  private List<String> written() throws IOException {
    List<String> contents = new ArrayList<>();
    for (String name : List.of("vadd.o", "c.npy")) {
      Path file = directory.resolve(name);
      contents.add(
          Files.exists(file)
              ? new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1)
              : "");
      Files.deleteIfExists(name.equals("c.npy") ? file : directory.resolve("none"));
    }
    return contents;
  }

  @Test
  void aFullDiskIsAnErrorAndAReaderThatIsGoneIsNone() throws IOException, InterruptedException {
    awaitServer();
    assumeTrue(Files.exists(Path.of("/dev/full")));
    Path err = directory.resolve("full");
    Process full =
        client("isa", "tadd")
            .redirectOutput(Path.of("/dev/full").toFile())
            .redirectError(err.toFile())
            .start();
    assertThat(status(full)).isEqualTo(ExitStatus.USAGE);
    assertThat(err).content().contains("cannot write standard output: No space left on device");
    List<String> words = new ArrayList<>(List.of("sh", "-c", "{ \"$@\"; echo $? >&2; } | :", "sh"));
    words.addAll(client("isa", "tadd").command());
    Process gone = new ProcessBuilder(words).redirectError(err.toFile()).start();
    status(gone);
    assertThat(err).hasContent("0");
  }

  /** A loop of a shell over lines must find them all. */
  @Test
  void inputIsLeftToOthersUnlessTheCommandReadsIt() throws IOException, InterruptedException {
    awaitServer();
    List<String> words = new ArrayList<>(List.of("sh", "-c", "\"$@\" > /dev/null; cat", "sh"));
    words.addAll(client("check", file("vadd.pto")).command());
    Path in = Files.writeString(directory.resolve("lines"), "one\ntwo\n");
    Process process = new ProcessBuilder(words).redirectInput(in.toFile()).start();
    assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo("one\ntwo\n");
  }

  @Test
  void aBusyServerIsNotWaitedFor() throws IOException, InterruptedException {
    awaitServer();
    Process busy = client("check", "-").start();
    assertThat(busy.waitFor(300, TimeUnit.MILLISECONDS)).isFalse();
    awaitServer();
    assertThat(busy.isAlive()).isTrue();
    busy.getOutputStream().write(Files.readAllBytes(directory.resolve("vadd.pto")));
    busy.getOutputStream().close();
    assertThat(status(busy)).isZero();
  }

  @Test
  void anInterruptEndsTheCallAndTheServer() throws IOException, InterruptedException {
    awaitServer();
    Path err = directory.resolve("interrupted");
    Process run = spin(err);
    run.destroy();
    assertThat(status(run)).isEqualTo(143);
    assertThat(err).content().startsWith("ptoc: interrupted: @spin, ");
    awaitEnd();
    assertThat(ptoc("", "explain", "PTO1001").status()).isEqualTo(ALONE);
  }

  @Test
  void aClientThatIsKilledEndsItsCall() throws IOException, InterruptedException {
    awaitServer();
    spin(directory.resolve("killed")).destroyForcibly();
    awaitEnd();
  }

  @Test
  void aServerThatIsKilledIsNoHalfResult() throws IOException, InterruptedException {
    awaitServer();
    Path err = directory.resolve("lost");
    Process run = spin(err);
    killServers();
    assertThat(status(run)).isEqualTo(ExitStatus.INTERNAL);
    assertThat(err).content().startsWith("ptoc: error: the server that ran this call has ended");
    // Its socket is left; the next server takes it.
    assertThat(ptoc("", "explain", "PTO1001").status()).isEqualTo(ALONE);
    awaitServer();
  }

  private Process spin(Path err) throws IOException, InterruptedException {
    Process run =
        client(
                "run",
                file("spin.pto"),
                "--profile=a5",
                "--timeout-insns=0",
                "--arg=ones:i32:1",
                "--arg=i64:100000000000")
            .redirectError(err.toFile())
            .start();
    assertThat(run.waitFor(1, TimeUnit.SECONDS)).isFalse();
    return run;
  }

  private void awaitEnd() throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (sockets().anyMatch(name -> name.endsWith("-0.sock"))) {
      assertThat(System.nanoTime()).as("time with the server").isLessThan(end);
      Thread.sleep(20);
    }
  }

  @Test
  void aDirectoryOpenToOthersIsNotUsed() throws IOException, InterruptedException {
    Path open = Files.createDirectories(directory.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
    List<String> words = new ArrayList<>(client("explain", "PTO1001").command());
    words.set(words.indexOf(place.toString()), open.toString());
    assertThat(status(new ProcessBuilder(words).start())).isEqualTo(ALONE);
    assertThat(open).isEmptyDirectory();
    Result refused = here("", "serve", "--socket", open.resolve("x.sock").toString());
    assertThat(refused.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(refused.err()).contains("must be open to its owner alone, but has rwxr-xr-x");
  }
}
