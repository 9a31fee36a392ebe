package org.ptoc.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Unpacks the archives as a user would and runs what is in them. The package phase makes them. */
@Order(Integer.MAX_VALUE)
class DistributionTest {
  private static final Path TARGET =
      Path.of("../../tools/dist/target").toAbsolutePath().normalize();

  /**
   * What the build writes instead of the time at which it runs, so that equal sources give equal
   * archives.
   */
  private static final LocalDateTime BUILD_TIME = LocalDateTime.of(2026, 1, 1, 0, 0);

  /** Where the archive is unpacked, once for all tests. */
  @TempDir static Path place;

  private static Path home;

  @TempDir Path directory;

  /** Where starts keep their archives of classes. */
  private Path cache = place.resolve("cache");

  @BeforeAll
  static void unpack() throws IOException, InterruptedException {
    home = unpacked(place);
  }

  private static Path unpacked(Path place) throws IOException, InterruptedException {
    Path archive = archive(".tar.gz");
    List<String> command = List.of("tar", "-xzf", archive.toString(), "-C", place.toString());
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    return place.resolve(archive.getFileName().toString().replace(".tar.gz", ""));
  }

  /** From here on every command of the test starts for the first time. */
  private void forgetStarts() {
    cache = directory.resolve("cache");
  }

  private static Path archive(String extension) throws IOException {
    assumeTrue(Files.isDirectory(TARGET), "there is no archive before the package phase");
    try (Stream<Path> files = Files.list(TARGET)) {
      List<Path> found = files.filter(file -> file.toString().endsWith(extension)).toList();
      assumeTrue(!found.isEmpty(), "there is no archive before the package phase");
      assertThat(found).hasSize(1);
      return found.getFirst();
    }
  }

  private record Outcome(int status, String out) {}

  private Outcome call(List<String> command) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
    builder.environment().put("XDG_CACHE_HOME", cache.toString());
    builder.environment().put("PTOC_JAVA_HOME", System.getProperty("java.home"));
    builder.environment().remove("PTOC_JAR");
    Process process = builder.start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Outcome(process.waitFor(), out);
  }

  private Outcome ptoc(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(home.resolve("bin/ptoc").toString()));
    command.addAll(List.of(arguments));
    return call(command);
  }

  /** The file beside them is what `sha256sum -c` takes. */
  @Test
  void checksumsAreThoseOfTheArchives() throws IOException, InterruptedException {
    Path sums = archive(".sha256");
    Outcome outcome = call(List.of("sh", "-c", "cd '" + TARGET + "' && sha256sum -c " + sums));
    String name = home.getFileName().toString();
    assertThat(outcome.out().lines())
        .containsExactlyInAnyOrder(name + ".tar.gz: OK", name + ".zip: OK");
    assertThat(outcome.status()).isZero();
  }

  /** A few of the groups that {@code tests/simultaneous-starts.sh} runs by itself. */
  @Test
  void severalFirstStartsAtOnceAreSound() throws IOException, InterruptedException {
    Outcome outcome =
        call(
            List.of(
                Path.of("../simultaneous-starts.sh").toAbsolutePath().toString(),
                home.resolve("bin/ptoc").toString(),
                "2"));
    assertThat(outcome.out()).isEqualTo("2 groups of 6 starts, 0 failures\n");
  }

  /** An archive that makes the virtual machine fail is gone behind that. */
  @Test
  void aBrokenArchiveOfClassesIsThrownAway() throws IOException, InterruptedException {
    forgetStarts();
    ptoc("--version");
    Path archive = archiveOfClasses().getFirst();
    byte[] bytes = Files.readAllBytes(archive);
    Arrays.fill(bytes, 1 << 16, bytes.length, (byte) 0x5A);
    Files.write(archive, bytes);
    if (ptoc("--version").status() != 0) {
      assertThat(archiveOfClasses()).isEmpty();
    }
    for (int i = 0; i < 2; i++) {
      assertThat(ptoc("--version").status()).isZero();
    }
    assertThat(archiveOfClasses()).hasSize(1);
  }

  private List<Path> archiveOfClasses() throws IOException {
    try (Stream<Path> files = Files.walk(cache)) {
      return files.filter(file -> file.toString().endsWith(".jsa")).toList();
    }
  }

  @Test
  void theUnpackedLauncherRuns() throws IOException, InterruptedException {
    forgetStarts();
    assertThat(ptoc("--version").out()).matches("ptoc \\S+ \\(PTO ISA \\S+, profiles a5 a2a3\\)\n");
    Path kernel = home.resolve("examples/shift/shift.pto");
    Outcome run =
        ptoc(
            "run",
            kernel.toString(),
            "--profile",
            "a2a3",
            "--arg",
            "iota:i32:16x64",
            "--arg",
            "fill:3:i32:16x64",
            "--arg",
            "zeros:i32:16x64",
            "--dump",
            "2=out.npy");
    assertThat(run.out()).contains("cycles: ");
    assertThat(run.status()).isZero();
    assertThat(directory.resolve("out.npy")).hasSize(128 + 4 * 16 * 64);
    assertThat(ptoc("check", "nowhere.pto").status()).isEqualTo(2);
    // Twice, because the second call starts from the archive of loaded classes that the first has
    // written.
    assertThat(ptoc("check", kernel.toString(), "--profile", "a5")).isEqualTo(new Outcome(0, ""));
    assertThat(ptoc("check", kernel.toString(), "--profile", "a5")).isEqualTo(new Outcome(0, ""));
    assertThat(cache.resolve("ptoc")).isNotEmptyDirectory();
  }

  /** The start that writes the archive of classes runs ptoc in the background of its shell. */
  @Test
  void aFirstStartReadsStandardInput() throws IOException, InterruptedException {
    forgetStarts();
    Path text = Files.writeString(directory.resolve("text"), "func.func @k() {\n  nope\n}\n");
    String line = home.resolve("bin/ptoc") + " check - --profile a5 < " + text;
    for (int i = 0; i < 2; i++) {
      assertThat(call(List.of("sh", "-c", line)).out()).startsWith("<stdin>:2:3: error: ");
    }
    line = home.resolve("bin/ptoas") + " --pto-arch=a5 < " + text;
    assertThat(call(List.of("sh", "-c", line)).out()).startsWith("<stdin>:2:3: error: ");
    assertThat(call(List.of("sh", "-c", line)).status()).isEqualTo(1);
  }

  @Test
  void aLinkOnThePathLeadsHome() throws IOException, InterruptedException {
    Path link = Files.createSymbolicLink(place.resolve("ptoc-link"), home.resolve("bin/ptoc"));
    assertThat(call(List.of(link.toString(), "--version")).status()).isZero();
    Path other = Files.createSymbolicLink(place.resolve("ptoas"), home.resolve("bin/ptoas"));
    assertThat(call(List.of(other.toString(), "--version")).out()).startsWith("ptoas of ptoc 0.");
  }

  @Test
  void everythingIsThere() throws IOException, InterruptedException {
    for (String file :
        List.of(
            "LICENSE",
            "NOTICE",
            "README.md",
            "CONTRIBUTING.md",
            "ptoc",
            "ptoc.cmd",
            "bin/ptoc.cmd",
            "CHANGELOG.md",
            "lib/ptoc.jar",
            "lib/ptoc.jar.id",
            "lib/client.pl",
            "bin/ptoas",
            "python/ptoc/__init__.py",
            "licenses/antlr4.txt",
            "licenses/lsp4j.txt",
            "share/man/man1/ptoc.1",
            "share/man/man1/ptoc-run.1",
            "share/bash-completion/completions/ptoc",
            "share/zsh/site-functions/_ptoc",
            "docs/tutorial.md",
            "examples/topk/topk.pto")) {
      assertThat(home.resolve(file)).as(file).isNotEmptyFile();
    }
    assertThat(Files.readString(home.resolve("share/man/man1/ptoc-run.1")))
        .contains("\\fB\\-\\-expect\\fR=\\fIK=DATA\\fR\n")
        .contains(".SH EXIT STATUS");
    assertThat(Files.readString(home.resolve("ptoc.cmd"))).startsWith("@echo off\r\n");
    assertThat(ptoc("--version").out())
        .startsWith(
            home.getFileName().toString().replace('-', ' ').replace(" SNAPSHOT", "-SNAPSHOT")
                + " (");
    assertThat(Files.readString(home.resolve("share/zsh/site-functions/_ptoc")))
        .startsWith("#compdef ptoc\n");
  }

  @Test
  void commandsOfTheReadmeRunInTheRoot() throws IOException, InterruptedException {
    Matcher blocks =
        Pattern.compile("(?s)\n```sh\n(.*?)\n```")
            .matcher(Files.readString(home.resolve("README.md")));
    int run = 0;
    while (blocks.find()) {
      for (String line : blocks.group(1).replace("\\\n", " ").split("\n")) {
        if (line.startsWith("./ptoc ")) {
          Outcome outcome = call(List.of("sh", "-c", "cd '" + home + "' && " + line));
          assertThat(outcome.status()).as("%s%n%s", line, outcome.out()).isZero();
          run++;
        }
      }
    }
    assertThat(run).isGreaterThan(8);
  }

  @Test
  void linksOfThePagesLeadSomewhere() throws IOException {
    Pattern link = Pattern.compile("\\]\\(([^)#\\s]+)(#[^)]*)?\\)");
    List<Path> pages;
    try (Stream<Path> files = Files.walk(home)) {
      pages = files.filter(file -> file.toString().endsWith(".md")).toList();
    }
    assertThat(pages).hasSizeGreaterThan(10);
    for (Path page : pages) {
      link.matcher(Files.readString(page))
          .results()
          .filter(found -> !found.group(1).contains("://"))
          .forEach(
              found -> {
                Path target = page.resolveSibling(found.group(1)).normalize();
                assertThat(target).as("link of %s", home.relativize(page)).exists();
                assertThat(found.group(2) == null || anchors(target).contains(found.group(2)))
                    .as("%s of %s", found.group(), home.relativize(page))
                    .isTrue();
              });
    }
  }

  /**
   * The headings of a page as links name them: small letters, signs left out, hyphens for blanks.
   */
  private static Set<String> anchors(Path page) {
    try {
      return Files.readAllLines(page).stream()
          .filter(line -> line.startsWith("#"))
          .map(line -> line.replaceAll("^#+ ", "").toLowerCase(Locale.ROOT))
          .map(line -> "#" + line.replaceAll("[^a-z0-9 _-]", "").replace(' ', '-'))
          .collect(Collectors.toSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void theZipHoldsTheSame() throws IOException, InterruptedException {
    Path tar = unpacked(directory);
    Set<String> inZip = new TreeSet<>();
    try (InputStream file = Files.newInputStream(archive(".zip"));
        ZipInputStream zip = new ZipInputStream(file)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        assertThat(entry.getTimeLocal()).as(entry.getName()).isEqualTo(BUILD_TIME);
        if (!entry.isDirectory()) {
          inZip.add(entry.getName());
          assertThat(zip.readAllBytes())
              .isEqualTo(Files.readAllBytes(directory.resolve(entry.getName())));
        }
      }
    }
    Set<String> unpacked = new TreeSet<>();
    try (Stream<Path> files = Files.walk(tar)) {
      files
          .filter(Files::isRegularFile)
          .forEach(file -> unpacked.add(directory.relativize(file).toString()));
    }
    assertThat(inZip).isEqualTo(unpacked);
  }
}
