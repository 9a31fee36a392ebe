package org.ptoc.lit;

import static org.junit.jupiter.api.Assertions.fail;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.ptoc.emulator.Engine;
import org.ptoc.tools.cli.Ptoc;

/** Runs every test file under {@code cases} and the examples of the repository. */
class LitTest {
  private static final Pattern ERROR =
      Pattern.compile("^(.*?):(\\d+):\\d+: (error|warning): (.*)$");

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
    LitFile test = LitFile.read(file);
    if (test.runs().isEmpty() && test.expectations().isEmpty()) {
      fail("no RUN line and no expectation");
    }
    Path directory = Files.createTempDirectory(temporary, "case");
    StringBuilder checked = new StringBuilder();
    for (LitFile.Run run : test.runs()) {
      Outcome outcome = call(arguments(run, file, directory));
      String reproduce = "ptoc " + String.join(" ", arguments(run, file, directory));
      otherEngine(arguments(run, file, directory), outcome);
      if (outcome.exit != run.exit()) {
        fail(
            "exit status "
                + outcome.exit
                + " instead of "
                + run.exit()
                + "\n"
                + reproduce
                + "\n"
                + outcome.all());
      }
      if (outcome.all().contains("\tat org.ptoc.")) {
        fail("a stack trace reached the user\n" + reproduce + "\n" + outcome.all());
      }
      if (run.checked()) {
        checked.append(outcome.all());
      }
      if (run.exit() != 0 && !test.expectations().isEmpty()) {
        compare(test, outcome.err)
            .ifPresent(problem -> fail(problem + "\n" + reproduce + "\n" + outcome.err));
      }
    }
    if (!checked.isEmpty() || !CheckMatcher.parse(test.lines()).isEmpty()) {
      CheckMatcher.parse(test.lines())
          .match(checked.toString())
          .ifPresent(problem -> fail(file + ": " + problem));
    }
  }

  /** Every run is repeated with compiled loops, which must not change anything. */
  private static void otherEngine(List<String> arguments, Outcome expected) {
    boolean chosen = arguments.stream().anyMatch(argument -> argument.startsWith("--engine"));
    if (!arguments.getFirst().equals("run") || chosen) {
      return;
    }
    for (Engine engine : AllEngines.COMPILED) {
      List<String> compiled = new ArrayList<>(arguments);
      compiled.add("--engine=" + engine.spelling());
      Outcome outcome = call(compiled);
      if (outcome.exit != expected.exit || !outcome.all().equals(expected.all())) {
        fail(
            "another result\nptoc "
                + String.join(" ", compiled)
                + "\n"
                + outcome.all()
                + "\n"
                + expected.all());
      }
    }
  }

  private static List<String> arguments(LitFile.Run run, Path file, Path directory) {
    List<String> arguments = new ArrayList<>();
    for (String argument : run.arguments()) {
      arguments.add(
          argument
              .replace("%s", file.toString())
              .replace("%t", directory.toString())
              .replace("%d", file.getParent().toString())
              .replace("%r", root().toString()));
    }
    return arguments;
  }

  /** The root of the repository. */
  private static Path root() {
    return Path.of("../..").toAbsolutePath().normalize();
  }

  private record Outcome(int exit, String out, String err) {
    String all() {
      return out + err;
    }
  }

  private static Outcome call(List<String> arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exit =
        Ptoc.run(
            arguments,
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    return new Outcome(
        exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Every expectation is met once, and there is no other error. */
  private static Optional<String> compare(LitFile test, String errors) {
    List<LitFile.Expectation> open = new ArrayList<>(test.expectations());
    for (String line : errors.lines().toList()) {
      Matcher matcher = ERROR.matcher(line);
      if (!matcher.matches()) {
        continue;
      }
      int at = Integer.parseInt(matcher.group(2));
      boolean met =
          open.removeIf(
              expected ->
                  expected.line() == at
                      && expected.severity().equals(matcher.group(3))
                      && matcher.group(4).contains(expected.text()));
      if (!met && matcher.group(3).equals("error")) {
        return Optional.of("unexpected error: " + line);
      }
    }
    return open.isEmpty() ? Optional.empty() : Optional.of("not reported: " + open);
  }
}
