package org.ptoc.lit;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ptoc.tools.cli.Ptoc;
import org.ptoc.tools.toolchain.PtoToolchain;
import org.ptoc.tools.toolchain.ResidentToolchain;
import org.ptoc.tools.toolchain.Toolchain;

/** Runs one test file and says what is wrong, with the calls of ptoc that show it. */
final class LitRunner {
  private static final Pattern SECONDS = Pattern.compile("(?m)^(\\d+ files?: .*), \\d+\\.\\d s$");
  private static final Pattern ERROR =
      Pattern.compile("^(.*?):(\\d+):\\d+: (error|warning): (.*)$");
  private static final List<Integer> THREADS = List.of(1, 2, 4);

  /** Other schedules than that of the program. */
  private static final List<String> SCHEDULES = List.of("lazy", "random:1", "random:2", "random:3");

  private static final boolean EXHAUSTIVE = Boolean.getBoolean("ptoc.test.exhaustive");

  /** Runs of which one has a schedule of its own, for each schedule. */
  private static final int SAMPLES = 8 * SCHEDULES.size();

  private final LitFile test;
  private final Path directory;

  /** The toolchain of all calls. */
  private final Toolchain toolchain = compilingOnce();

  /**
   * @param directory an empty directory, {@code %t} of the file
   */
  LitRunner(LitFile test, Path directory) {
    this.test = test;
    this.directory = directory;
  }

  /** What a call of ptoc left: its status, its output and the files in the directory. */
  private record Outcome(int exit, String out, String err, Map<String, String> files) {
    String all() {
      return out + err;
    }

    /** Without what differs each time: the seconds in the summary of several files. */
    Outcome withoutTime() {
      return new Outcome(exit, SECONDS.matcher(out).replaceAll("$1"), err, files);
    }
  }

  /** What is wrong, empty when the file's expectations are met. */
  Optional<String> run() throws IOException {
    if (test.runs().isEmpty()) {
      return Optional.of("no RUN line");
    }
    StringBuilder checked = new StringBuilder();
    List<String> calls = new ArrayList<>();
    for (LitFile.Run run : test.runs()) {
      List<String> arguments = arguments(run);
      Outcome outcome = call(arguments);
      Optional<String> problem =
          one(run, outcome)
              .map(text -> text + "\n" + command(arguments) + "\n" + outcome.all())
              .or(() -> repeated(arguments, outcome))
              .or(() -> watched(run, arguments))
              .or(() -> scheduled(run, arguments, outcome));
      if (problem.isPresent()) {
        return problem;
      }
      calls.add(command(arguments));
      if (run.checked()) {
        checked.append(outcome.all());
      }
    }
    return checks(checked.toString()).map(text -> String.join(" && ", calls) + "\n" + text);
  }

  private Optional<String> one(LitFile.Run run, Outcome outcome) {
    if (outcome.exit != run.exit()) {
      return Optional.of("exit status " + outcome.exit + " instead of " + run.exit());
    }
    if (outcome.all().contains("\tat org.ptoc.")) {
      return Optional.of("a stack trace reached the user");
    }
    return run.exit() != 0 && !test.expectations().isEmpty()
        ? diagnostics(outcome.err)
        : Optional.empty();
  }

  private Optional<String> checks(String output) {
    try {
      CheckMatcher matcher = CheckMatcher.parse(test.lines());
      boolean compared = test.runs().stream().anyMatch(LitFile.Run::checked);
      if (compared == matcher.isEmpty()) {
        return Optional.of(
            compared ? "| CHECK without a CHECK line" : "a CHECK line without | CHECK");
      }
      return matcher.match(output).map(problem -> test.path() + ": " + problem);
    } catch (IllegalArgumentException problem) {
      return Optional.of(test.path() + ": " + problem.getMessage());
    }
  }

  /** Every run is repeated with compiled loops, and with threads where it has several blocks. */
  private Optional<String> repeated(List<String> arguments, Outcome expected) {
    if (!arguments.getFirst().equals("run")) {
      return Optional.empty();
    }
    return variants(arguments)
        .<Optional<String>>map(
            variant -> {
              Outcome outcome = call(variant);
              return outcome.withoutTime().equals(expected.withoutTime())
                  ? Optional.empty()
                  : Optional.of(
                      "another result\n"
                          + command(variant)
                          + "\n"
                          + outcome.all()
                          + "\n"
                          + expected.all());
            })
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static boolean isWatched(LitFile.Run run, List<String> arguments) {
    return arguments.getFirst().equals("run")
        && run.exit() == 0
        && !has(arguments, "--check")
        && !has(arguments, "--schedule");
  }

  /**
   * A run that ends well is clean under all checks but those that the file names. Checks execute in
   * the interpreter, once.
   */
  private Optional<String> watched(LitFile.Run run, List<String> arguments) {
    if (!isWatched(run, arguments)) {
      return Optional.empty();
    }
    String checks = test.findings().stream().map(",-"::concat).collect(Collectors.joining());
    List<String> watched = plus(arguments, List.of("--check=all" + checks));
    Outcome outcome = call(watched);
    return outcome.exit == 0
        ? Optional.empty()
        : Optional.of("a check accuses it\n" + command(watched) + "\n" + outcome.all());
  }

  /**
   * A run that the checks call clean leaves the same bytes under every schedule of the pipes. One
   * of so many runs has one other schedule, and each has all with {@code -Dptoc.test.exhaustive}.
   */
  private Optional<String> scheduled(LitFile.Run run, List<String> arguments, Outcome expected) {
    if (!isWatched(run, arguments) || !test.findings().isEmpty()) {
      return Optional.empty();
    }
    int sample = Math.floorMod(String.join(" ", run.arguments()).hashCode(), SAMPLES);
    return IntStream.range(0, SCHEDULES.size())
        .filter(each -> EXHAUSTIVE || each == sample)
        .mapToObj(each -> plus(arguments, List.of("--schedule=" + SCHEDULES.get(each))))
        .<Optional<String>>map(
            variant -> {
              Outcome outcome = call(variant);
              return outcome.exit == 0 && outcome.files.equals(expected.files)
                  ? Optional.empty()
                  : Optional.of("another result\n" + command(variant) + "\n" + outcome.all());
            })
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Stream<List<String>> variants(List<String> arguments) {
    List<List<String>> engines = new ArrayList<>();
    engines.add(List.of());
    if (arguments.stream().noneMatch(argument -> argument.startsWith("--engine"))) {
      AllEngines.COMPILED.forEach(engine -> engines.add(List.of("--engine=" + engine.spelling())));
    }
    boolean several = severalBlocks(arguments) && !has(arguments, "--threads");
    return engines.stream()
        .flatMap(engine -> several ? threads(engine) : Stream.of(engine))
        .filter(more -> !more.isEmpty())
        .map(more -> plus(arguments, more));
  }

  private static Stream<List<String>> threads(List<String> engine) {
    return THREADS.stream().map(count -> plus(engine, List.of("--threads=" + count)));
  }

  /** Whether the launch has several cores' programs; a file with sections may have mixed ones. */
  private boolean severalBlocks(List<String> arguments) {
    return has(arguments, "--blocks")
        || has(arguments, "--subblocks")
        || test.lines().stream().anyMatch(line -> line.contains("pto.section."));
  }

  private static boolean has(List<String> arguments, String option) {
    return arguments.stream()
        .anyMatch(argument -> argument.equals(option) || argument.startsWith(option + "="));
  }

  private static List<String> plus(List<String> arguments, List<String> more) {
    return Stream.concat(arguments.stream(), more.stream()).toList();
  }

  private static String command(List<String> arguments) {
    return "ptoc " + String.join(" ", arguments);
  }

  private List<String> arguments(LitFile.Run run) {
    Path root = Path.of("../..").toAbsolutePath().normalize();
    return run.arguments().stream()
        .map(
            argument ->
                argument
                    .replace("%s", test.path().toString())
                    .replace("%t", directory.toString())
                    .replace("%d", String.valueOf(test.path().getParent()))
                    .replace("%r", root.toString()))
        .toList();
  }

  /**
   * The plain toolchain, but a compilation with equal source and options is made once: the variants
   * of a run differ in the engine, the threads, the checks or the schedule only, and many runs in
   * the data only. Every run loads its kernel anew.
   */
  private static Toolchain compilingOnce() {
    Toolchain plain = new PtoToolchain();
    Toolchain remembering = new ResidentToolchain(plain);
    return (Toolchain)
        Proxy.newProxyInstance(
            Toolchain.class.getClassLoader(),
            new Class<?>[] {Toolchain.class},
            (_, method, arguments) ->
                method.invoke(method.getName().equals("compile") ? remembering : plain, arguments));
  }

  private Outcome call(List<String> arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exit =
        Ptoc.run(
            arguments,
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            () -> toolchain);
    return new Outcome(
        exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8), files());
  }

  /** The files that the calls have written, each with its bytes as characters. */
  private Map<String, String> files() {
    try (Stream<Path> walk = Files.walk(directory)) {
      Map<String, String> files = new TreeMap<>();
      for (Path file : walk.filter(Files::isRegularFile).toList()) {
        files.put(file.toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
      }
      return files;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Every expectation is met once, and there is no other error. */
  private Optional<String> diagnostics(String errors) {
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
