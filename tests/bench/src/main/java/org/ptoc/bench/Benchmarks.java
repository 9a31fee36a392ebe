package org.ptoc.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;

/**
 * Runs the benchmarks and prints a line for each. The first argument is a script that prints the
 * nanoseconds of a pass of the loop in C; the second holds patterns of benchmark names with blanks
 * between them, all when there is none.
 */
public final class Benchmarks {
  private static final int WORDS_OF_PASS = 7;

  private final double reference;

  private Benchmarks(double reference) {
    this.reference = reference;
  }

  /** Runs what the arguments name. */
  public static void main(String[] arguments)
      throws RunnerException, IOException, InterruptedException {
    double reference = reference(arguments[0]);
    System.out.printf(
        Locale.ROOT,
        "%-28s %-28s %10.2f ns/op, %.2f ns a word%n",
        "C",
        "",
        reference,
        reference / WORDS_OF_PASS);
    String names = arguments.length > 1 ? arguments[1].strip() : "";
    List<String> patterns = List.of((names.isEmpty() ? "org.ptoc.bench" : names).split(" +"));
    OptionsBuilder options = new OptionsBuilder();
    patterns.forEach(options::include);
    options
        .forks(1)
        .warmupIterations(5)
        .warmupTime(TimeValue.seconds(1))
        .measurementIterations(7)
        .measurementTime(TimeValue.seconds(1))
        .jvmArgsAppend(
            "-XX:+UseSerialGC",
            "--add-modules=jdk.incubator.vector",
            "--sun-misc-unsafe-memory-access=allow")
        .verbosity(VerboseMode.SILENT)
        .shouldFailOnError(true);
    new Benchmarks(reference).print(new Runner(options.build()).run());
  }

  /**
   * Nanoseconds that the script prints; 0, and a sentence, when it fails: then no ratios are
   * printed.
   */
  private static double reference(String script) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder("sh", script).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String printed =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    if (process.waitFor() != 0) {
      System.out.println("no C compiler: no ratios to a loop in C");
      return 0;
    }
    return Double.parseDouble(printed);
  }

  private void print(Collection<RunResult> results) {
    for (RunResult result : results) {
      Statistics times = result.getPrimaryResult().getStatistics();
      double median = times.getPercentile(50);
      System.out.printf(
          Locale.ROOT,
          "%-28s %-28s %10.2f %s (%.2f to %.2f)%s%n",
          name(result),
          parameters(result.getParams()),
          median,
          result.getPrimaryResult().getScoreUnit(),
          times.getMin(),
          times.getMax(),
          ratios(result, median));
    }
  }

  private static String name(RunResult result) {
    String[] parts = result.getParams().getBenchmark().split("\\.");
    return parts[parts.length - 2].replace("Benchmark", "") + "." + parts[parts.length - 1];
  }

  private static String parameters(BenchmarkParams params) {
    List<String> all = new ArrayList<>();
    params.getParamsKeys().forEach(key -> all.add(key + "=" + params.getParam(key)));
    return String.join(" ", all);
  }

  /** What the targets speak of: ratios to the loop in C, words and elements. */
  private String ratios(RunResult result, double median) {
    if (result.getParams().getTimeUnit() != TimeUnit.NANOSECONDS) {
      return "";
    }
    return switch (name(result)) {
      case "Vector.multiplyAddRelu" ->
          String.format(Locale.ROOT, ", %.2f ns a word", median / WORDS_OF_PASS)
              + (reference > 0 ? String.format(Locale.ROOT, ", %.1f x C", median / reference) : "");
      case "Vector.shiftByTile" -> String.format(Locale.ROOT, ", %.2f G elements/s", 64 / median);
      case "Sort.sortBlocks" -> String.format(Locale.ROOT, ", %.0f M elements/s", 32e3 / median);
      default -> "";
    };
  }
}
