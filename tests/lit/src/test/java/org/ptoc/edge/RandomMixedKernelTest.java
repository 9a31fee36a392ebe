package org.ptoc.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.object.ObjectReader;
import org.ptoc.tools.cli.Ptoc;
import org.ptoc.tools.referee.Proof;

/**
 * Random kernels of which the cores of a block exchange tiles through pipes come to the right
 * results under each schedule and without findings; those that the protocol stops end with the
 * report of a deadlock, and those that break it with an error or a trap. {@code -Dptoc.programs} is
 * the number for each profile, {@code -Dptoc.seed} the first.
 */
class RandomMixedKernelTest {
  private static final int PROGRAMS = Integer.getInteger("ptoc.programs", 50);
  private static final long SEED = Long.getLong("ptoc.seed", 25);

  /** A word that gives or takes a signal, its pipe and the rest. */
  private static final Pattern SIGNAL = Pattern.compile("\\s*(xset|xwait) (\\w+)(, .*)");

  private static final List<List<String>> WAYS =
      List.of(
          List.of("--schedule", "random:1"),
          List.of("--check", "all", "--threads", "2"),
          List.of("--schedule", "lazy"),
          List.of("--threads", "1"),
          List.of("--schedule", "eager"));

  /** Schedules that show what a missing order does. */
  private static final List<String> SCHEDULES = List.of("lazy", "eager", "random:1", "random:2");

  private static final List<String> SHOWING =
      List.of(
          "lazy", "eager", "random:1", "random:2", "random:3", "random:4", "random:5", "random:6");

  @TempDir Path directory;

  @Test
  void coresExchangeTilesInOrder() throws IOException {
    Map<MixedKernel.End, Integer> ends = new EnumMap<>(MixedKernel.End.class);
    for (int i = 0; i < PROGRAMS; i++) {
      for (boolean a5 : new boolean[] {true, false}) {
        MixedKernel kernel = new MixedKernel(SEED + i, a5);
        MixedKernel.End end = kernel.model();
        ends.merge(end, 1, Integer::sum);
        check(kernel, end, WAYS.get(i % WAYS.size()), "seed " + (SEED + i) + ", a5 " + a5);
      }
    }
    assertThat(ends).containsOnlyKeys(MixedKernel.End.values());
  }

  /** No kernel is proved that the model sees waiting for ever. */
  @Test
  void whatIsProvedEnds() throws IOException {
    int proved = 0;
    for (int i = 0; i < PROGRAMS; i++) {
      MixedKernel kernel = new MixedKernel(SEED + i, i % 2 == 0);
      MixedKernel.End end = kernel.model();
      Files.writeString(directory.resolve("k.pto"), kernel.text());
      List<String> arguments = kernel.arguments(directory);
      int profile = arguments.indexOf("--profile");
      List<String> compile = new ArrayList<>(List.of("compile", "k.pto", "-o", "k.o"));
      compile.addAll(arguments.subList(profile, profile + 2));
      if (call(compile).status() == 0) {
        Optional<Proof.Doubt> doubt = doubt();
        proved += doubt.isEmpty() ? 1 : 0;
        assertThat(doubt.isEmpty() && end == MixedKernel.End.DEADLOCK)
            .as("seed %d is proved, and waits for ever: %s", SEED + i, kernel.text())
            .isFalse();
      }
    }
    assertThat(proved).isGreaterThan(PROGRAMS / 4);
  }

  /** Why the order of the kernel in the object is not proved. */
  private Optional<Proof.Doubt> doubt() throws IOException {
    ObjectFile object =
        ((ObjectReader.Loaded) ObjectReader.read(Files.readAllBytes(directory.resolve("k.o"))))
            .object();
    KernelObject kernel =
        object.kernels().stream()
            .filter(each -> object.cubePart(each).isPresent())
            .findFirst()
            .orElseThrow();
    return Proof.attempt(Proof.Part.of(object, kernel));
  }

  /**
   * A signal that another pipe gives or takes, or a wait that is left out: where a schedule shows
   * other results or another end, {@code --check sync} has a finding.
   */
  @Test
  void aSignalOfAnotherPipeIsFound() throws IOException {
    Counts counts = mutate(RandomMixedKernelTest::change);
    assertThat(counts.found).isGreaterThan(PROGRAMS / 6);
    assertThat(counts.harmless).isPositive();
  }

  /**
   * Without one synchronisation, all signals of a flag or a barrier: the same. What is reported can
   * be true although these schedules do not show it, above all where equal bytes are written.
   */
  @Test
  void aMissingSynchronizationIsFound() throws IOException {
    Counts counts = mutate(RandomMixedKernelTest::remove);
    assertThat(counts.found).isGreaterThan(PROGRAMS / 6);
    assertThat(counts.shown).isGreaterThan(PROGRAMS / 8);
  }

  /** Changes lines of a kernel in assembly; says how, or nothing if there is nothing to change. */
  private interface Mutation {
    Optional<String> apply(List<String> lines, SplittableRandom random);
  }

  private static Optional<String> change(List<String> lines, SplittableRandom random) {
    List<Integer> signals =
        IntStream.range(0, lines.size())
            .filter(line -> SIGNAL.matcher(lines.get(line)).matches())
            .boxed()
            .toList();
    if (signals.isEmpty()) {
      return Optional.empty();
    }
    int line = signals.get(random.nextInt(signals.size()));
    String before = lines.get(line);
    String after = changed(before, random);
    // All signals of the flag: of several pipes any may come first, which a run does not show.
    for (int each = part(lines, line); each < lines.size(); each++) {
      if (each > line && lines.get(each).startsWith(".kernel ")) {
        break;
      }
      if (lines.get(each).equals(before)) {
        lines.set(each, after);
      }
    }
    return Optional.of(after + " for " + before);
  }

  private static Optional<String> remove(List<String> lines, SplittableRandom random) {
    List<String> names =
        IntStream.range(0, lines.size())
            .mapToObj(line -> synchronization(lines, line))
            .filter(name -> !name.isEmpty())
            .distinct()
            .toList();
    if (names.isEmpty()) {
      return Optional.empty();
    }
    String name = names.get(random.nextInt(names.size()));
    List<Integer> removed =
        IntStream.range(0, lines.size())
            .filter(line -> synchronization(lines, line).equals(name))
            .boxed()
            .toList();
    removed.forEach(line -> lines.set(line, "  nop"));
    return Optional.of("without " + name);
  }

  /**
   * What a line belongs to: a flag between two pipes of one part, a signal between the parts, whose
   * number on the second vector core is 16 more, or a barrier of one pipe; empty for other lines.
   */
  private static String synchronization(List<String> lines, int line) {
    String[] words = lines.get(line).strip().split("[ ,]+");
    return switch (words[0]) {
      case "set_flag", "wait_flag" ->
          "flag %s %s %s of part %d".formatted(words[1], words[2], words[3], part(lines, line));
      case "xset", "xwait" -> "signal " + Integer.parseInt(words[2]) % 16;
      case "barrier" -> words[1].equals("ALL") ? "" : "barrier " + line;
      default -> "";
    };
  }

  /** Of changed kernels: those with a finding, those that a schedule shows, and the others. */
  private static final class Counts {
    int found;
    int shown;
    int harmless;
  }

  private Counts mutate(Mutation mutation) throws IOException {
    SplittableRandom random = new SplittableRandom(SEED);
    Counts counts = new Counts();
    for (int i = 0; counts.found + counts.harmless < PROGRAMS / 2; i++) {
      MixedKernel kernel = new MixedKernel(SEED + i, i % 2 == 0);
      if (kernel.model() != MixedKernel.End.DONE || kernel.isFaulty()) {
        continue;
      }
      Files.writeString(directory.resolve("k.pto"), kernel.text());
      List<String> arguments = new ArrayList<>(kernel.arguments(directory));
      int profile = arguments.indexOf("--profile");
      List<String> ofProfile = List.copyOf(arguments.subList(profile, profile + 2));
      arguments.subList(profile, profile + 2).clear();
      List<String> compile = new ArrayList<>(List.of("compile", "k.pto", "-S", "-o", "k.s"));
      compile.addAll(ofProfile);
      assertThat(call(compile).status()).as(kernel.text()).isZero();
      List<String> lines = new ArrayList<>(Files.readAllLines(directory.resolve("k.s")));
      Optional<String> how = mutation.apply(lines, random);
      if (how.isEmpty()) {
        continue;
      }
      Files.write(directory.resolve("k.s"), lines);
      assertThat(call(List.of("asm", "k.s", "-o", "k.o")).status()).as(how.get()).isZero();
      List<String> run = new ArrayList<>(List.of("run", "k.o"));
      run.addAll(arguments);
      Outcome checked = call(with(run, "--check", "sync"));
      String about =
          "seed %d: %s%n%s%s".formatted(SEED + i, how.get(), checked.text(), kernel.text());
      assertThat(checked.status()).as(about).isIn(0, 3, 4);
      boolean isFound = checked.status() != 0;
      boolean isShown = false;
      for (String schedule : isFound ? SHOWING : SCHEDULES) {
        isShown |= call(with(run, "--schedule", schedule)).status() != 0;
        assertThat(isShown && !isFound).as("%s: %s", schedule, about).isFalse();
        if (isShown) {
          break;
        }
      }
      if (isFound) {
        assertThat(doubt()).as(about).isPresent();
      }
      counts.found += isFound ? 1 : 0;
      counts.shown += isShown ? 1 : 0;
      counts.harmless += isFound ? 0 : 1;
    }
    return counts;
  }

  /** The line at which the part of the kernel begins that has a line. */
  private static int part(List<String> lines, int line) {
    int first = line;
    while (first > 0 && !lines.get(first).startsWith(".kernel ")) {
      first--;
    }
    return first;
  }

  /** The same signal by another pipe, or nothing in the place of a wait. */
  private static String changed(String line, SplittableRandom random) {
    Matcher parts = SIGNAL.matcher(line);
    assertThat(parts.matches()).isTrue();
    if (parts.group(1).equals("xwait") && random.nextInt(3) == 0) {
      return "  nop";
    }
    List<String> pipes = new ArrayList<>(List.of("S", "V", "MTE1", "MTE2", "MTE3", "FIX"));
    pipes.remove(parts.group(2));
    return "  " + parts.group(1) + " " + pipes.get(random.nextInt(pipes.size())) + parts.group(3);
  }

  private static List<String> with(List<String> words, String... more) {
    List<String> all = new ArrayList<>(words);
    all.addAll(List.of(more));
    return all;
  }

  /** How a call of the command ended and what it printed. */
  private record Outcome(int status, String text) {}

  /** Calls the command; files without a directory are in that of the test. */
  private Outcome call(List<String> words) {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(output, true, StandardCharsets.UTF_8);
    List<String> placed =
        words.stream()
            .map(word -> word.matches("k\\.\\w+") ? directory.resolve(word).toString() : word)
            .toList();
    int status = Ptoc.run(placed, new ByteArrayInputStream(new byte[0]), stream, stream);
    return new Outcome(status, output.toString(StandardCharsets.UTF_8));
  }

  private void check(MixedKernel kernel, MixedKernel.End end, List<String> way, String name)
      throws IOException {
    Path file = directory.resolve("k.pto");
    Files.writeString(file, kernel.text());
    List<String> words = new ArrayList<>(List.of("run", file.toString()));
    words.addAll(kernel.arguments(directory));
    words.addAll(way);
    Outcome outcome = call(words);
    int status = outcome.status();
    String text = outcome.text();
    String about = "%s %s, %s%n%s%s".formatted(name, way, end, text, kernel.text());
    if (status == 1) {
      // The text proves the fault, also where a core would wait for ever in front of it.
      assertThat(kernel.isFaulty() && text.contains("PTO2111")).as(about).isTrue();
      return;
    }
    assertThat(status).as(about).isEqualTo(end == MixedKernel.End.DONE ? 0 : 3);
    assertThat(kernel.open || !kernel.isFaulty()).as(about).isTrue();
    switch (end) {
      case DONE -> {
        if (!kernel.leaves()) {
          assertThat(text).as(name).doesNotContain("warning");
        }
      }
      case DEADLOCK ->
          // The scalar unit of a5 may come to a fault while a pipe waits.
          assertThat(
                  text.contains("deadlock") || kernel.isFaulty() && text.contains("pipe protocol"))
              .as(about)
              .isTrue();
      case FAULT -> assertThat(text).as(about).contains("pipe protocol");
    }
  }
}
