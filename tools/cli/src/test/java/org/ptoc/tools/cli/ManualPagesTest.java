package org.ptoc.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The manual pages are roff that says what the commands take, and the formatters of the system
 * render them.
 */
class ManualPagesTest {
  private static final Pattern REQUEST = Pattern.compile("\\.(TH|SH|TP|B|BR|I)( .*)?");

  /** What may follow a backslash: a minus sign, a font, a backslash, or nothing of width zero. */
  private static final Pattern ESCAPE = Pattern.compile("\\\\(-|f[BIR]|e|&)");

  @TempDir Path directory;
  private final Map<String, String> pages = new LinkedHashMap<>();

  @BeforeEach
  void write() throws IOException {
    ManualPages.main(new String[] {directory.toString()});
    try (Stream<Path> files = Files.list(directory.resolve("man/man1"))) {
      for (Path file : files.sorted().toList()) {
        pages.put(file.getFileName().toString(), Files.readString(file));
      }
    }
    assertThat(pages).hasSize(Commands.values().length + 1);
  }

  @Test
  void sectionsStandInTheUsualOrderAndAreNotEmpty() {
    pages.forEach(
        (name, text) -> {
          List<String> order =
              List.of(
                  "NAME",
                  "SYNOPSIS",
                  "COMMANDS",
                  "ARGUMENTS",
                  "OPTIONS",
                  "ARGUMENT FILES",
                  "EXIT STATUS",
                  "ENVIRONMENT",
                  "SEE ALSO");
          List<String> found =
              text.lines()
                  .filter(line -> line.startsWith(".SH "))
                  .map(line -> line.substring(4))
                  .toList();
          assertThat(found)
              .as(name)
              .containsSubsequence("NAME", "SYNOPSIS", "EXIT STATUS")
              .containsExactlyElementsOf(order.stream().filter(found::contains).toList());
          assertThat(text)
              .as(name)
              .startsWith(".TH ")
              .doesNotContainPattern("(?m)^\\.SH .*\n(\\.SH|\\z)");
        });
  }

  @Test
  void onlyKnownRequestsAndEscapes() {
    pages.forEach(
        (name, text) ->
            text.lines()
                .forEach(
                    line -> {
                      String place = name + ": " + line;
                      if (line.startsWith(".") || line.startsWith("'")) {
                        assertThat(line).as(place).matches(REQUEST);
                      }
                      String rest = ESCAPE.matcher(line).replaceAll("");
                      assertThat(rest).as(place).doesNotContain("\\").doesNotContain("-");
                      assertThat(line).as(place).isNotBlank();
                      assertThat(line.lastIndexOf("\\f"))
                          .as(place)
                          .isEqualTo(line.lastIndexOf("\\fR"));
                    }));
  }

  @Test
  void everyOptionIsThere() {
    for (Commands command : Commands.values()) {
      assertThat(pages.get("ptoc-" + command.spelling() + ".1"))
          .contains(
              options(command).map(name -> "\\fB" + name.replace("-", "\\-") + "\\fR").toList());
    }
    assertThat(pages.get("ptoc.1"))
        .contains(
            Stream.of(Commands.values())
                .map(command -> ".BR ptoc\\-" + command.spelling().replace("-", "\\-") + " (1)\n")
                .toList());
  }

  private static Stream<String> options(Commands command) {
    return CommandRunner.commandLine(command, command.make()).getCommandSpec().options().stream()
        .filter(option -> !option.hidden())
        .map(OptionSpec::names)
        .flatMap(Stream::of);
  }

  @Test
  void theFormattersRenderThem() throws IOException, InterruptedException {
    List<List<String>> formatters = new ArrayList<>();
    onPath("groff")
        .ifPresent(groff -> formatters.add(List.of(groff, "-man", "-Tascii", "-ww", "-P-cbou")));
    onPath("mandoc")
        .ifPresent(mandoc -> formatters.add(List.of(mandoc, "-man", "-Tascii", "-Wwarning")));
    assumeTrue(
        !formatters.isEmpty(),
        "neither groff nor mandoc is on the path: the pages are not rendered");
    for (List<String> formatter : formatters) {
      for (Commands command : Commands.values()) {
        String page = rendered(formatter, "ptoc-" + command.spelling() + ".1").replace('\b', ' ');
        assertThat(page)
            .contains(
                "PTOC-" + command.spelling().toUpperCase(Locale.ROOT) + "(1)",
                "EXIT STATUS",
                "SEE ALSO");
        options(command)
            .forEach(
                name ->
                    assertThat(page)
                        .as(command.spelling())
                        .containsPattern(
                            "(?m)(^ +|, )" + Pattern.quote(name) + "([ =,\\[\\]A-Z]|$)"));
      }
      assertThat(rendered(formatter, "ptoc.1")).contains("@FILE", "PTOC_JAVA_OPTIONS");
    }
  }

  private static Optional<String> onPath(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .map(place -> Path.of(place, program))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst();
  }

  /** The page as text; a warning of the formatter is an error. */
  private String rendered(List<String> formatter, String page)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(formatter);
    command.add(directory.resolve("man/man1").resolve(page).toString());
    Path warnings = directory.resolve("warnings");
    Process process = new ProcessBuilder(command).redirectError(warnings.toFile()).start();
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(command.toString()).isZero();
    assertThat(Files.readString(warnings)).as(command.toString()).isEmpty();
    return text;
  }
}
