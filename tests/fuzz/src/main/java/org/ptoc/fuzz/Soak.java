package org.ptoc.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.ptoc.tools.cli.Ptoc;

/**
 * Runs the {@code run} lines of the test files over and over in one process. Status and output must
 * be those of the first time; live memory and loaded classes must not grow from the second round
 * on.
 */
public final class Soak {
  /** A round takes every eighth line, so that many rounds fit. */
  private static final int STEP = 8;

  private static final long MEMORY_GROWTH = 16L << 20;
  private static final int CLASS_GROWTH = 100;

  private final List<List<String>> calls;
  private final Map<List<String>, String> outcomes = new HashMap<>();

  private Soak(List<List<String>> calls) {
    this.calls = calls;
  }

  private record Footprint(long bytes, int classes) {
    /**
     * What lives after several collections; code that was compiled for dead kernels is gone by
     * then.
     */
    static Footprint now() {
      for (int i = 0; i < 4; i++) {
        System.gc();
      }
      return new Footprint(
          ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
          ManagementFactory.getClassLoadingMXBean().getLoadedClassCount());
    }

    @Override
    public String toString() {
      return bytes / 1024 + " KiB, " + classes + " classes";
    }
  }

  /**
   * Exits with 1 when something does not hold.
   *
   * @param arguments directory of the test cases, seconds, launches of one kernel
   */
  public static void main(String[] arguments) throws IOException {
    boolean steady = Launches.run(Integer.parseInt(arguments[2]));
    long deadline = System.nanoTime() + Duration.ofSeconds(Long.parseLong(arguments[1])).toNanos();
    steady &= new Soak(calls(Path.of(arguments[0]))).run(deadline);
    System.exit(steady ? 0 : 1);
  }

  private boolean run(long deadline) {
    round();
    round();
    Footprint start = Footprint.now();
    Footprint end = start;
    int rounds = 2;
    do {
      round();
      rounds++;
      end = Footprint.now();
    } while (System.nanoTime() < deadline);
    boolean steady =
        end.bytes <= start.bytes + MEMORY_GROWTH && end.classes <= start.classes + CLASS_GROWTH;
    System.out.println(
        rounds
            + " rounds of "
            + calls.size()
            + " runs; after the second "
            + start
            + ", at the end "
            + end
            + (steady ? "" : ": this grows"));
    return steady;
  }

  private void round() {
    for (List<String> call : calls) {
      String outcome = outcome(call);
      String first = Objects.requireNonNullElse(outcomes.putIfAbsent(call, outcome), outcome);
      if (!outcome.equals(first)) {
        throw new IllegalStateException(
            "ptoc " + String.join(" ", call) + "\nfirst:\n" + first + "\nnow:\n" + outcome);
      }
    }
  }

  private static String outcome(List<String> call) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    int status = Ptoc.run(call, InputStream.nullInputStream(), stream, stream);
    return status + "\n" + out.toString(StandardCharsets.UTF_8);
  }

  /** The calls that need neither a directory of their own nor another call's output. */
  private static List<List<String>> calls(Path cases) throws IOException {
    List<List<String>> calls = new ArrayList<>();
    int seen = 0;
    for (Path file : kernels(cases)) {
      for (String line : Files.readAllLines(file)) {
        int start = line.indexOf(": run %s ");
        if (line.startsWith("// RUN")
            && start > 0
            && !line.contains("%t")
            && !line.contains("%r")
            && seen++ % STEP == 0) {
          String call = line.substring(start + 2).replace("| CHECK", "").strip();
          calls.add(
              Arrays.stream(call.split(" +"))
                  .map(
                      word ->
                          word.replace("%s", file.toString())
                              .replace("%d", Objects.requireNonNull(file.getParent()).toString()))
                  .toList());
        }
      }
    }
    return calls;
  }

  private static List<Path> kernels(Path cases) throws IOException {
    try (Stream<Path> files = Files.walk(cases)) {
      return files.filter(file -> file.toString().endsWith(".pto")).sorted().toList();
    }
  }
}
