package org.ptoc.tools.cli;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.tools.data.DataResult;
import org.ptoc.tools.sweep.ItemCondition;
import org.ptoc.tools.sweep.ResultCache;
import org.ptoc.tools.sweep.Shard;
import org.ptoc.tools.toolchain.BuildIdentity;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** Options of {@code ptoc sweep} and {@code ptoc tune}. */
final class SweepOptions {
  static final String OUTPUT = "--output";
  static final String RESUME = "--resume";
  static final String DRY_RUN = "--dry-run";
  static final String PAGE = "--page";
  static final String FORMAT = "--format";
  static final String BASELINE = "--baseline";
  static final String SCHEMA = "--schema";
  static final String ALLOW_UNMATCHED = "--allow-unmatched";
  private static final String FAIL_OVER = "--fail-over";
  private static final String WHERE = "--where";
  private static final String SHARD = "--shard";
  private static final String THREADS = "--threads";
  private static final String CACHE = "--cache";
  private static final String CACHE_LIMIT = "--cache-limit";

  /** What standard output shows. */
  static final List<String> FORMATS = List.of("table", "csv", "jsonl");

  private static final Map<String, Long> UNITS =
      Map.of("k", 1L << 10, "m", 1L << 20, "g", 1L << 30, "t", 1L << 40);
  private static final long USUAL_LIMIT = 1L << 30;

  private SweepOptions() {}

  /** Options of both commands. */
  static void describeRuns(CommandSpec spec) {
    Options.value(
        spec,
        "COND",
        "only items for which it holds: \"profile == a5 and rows >= 16\"; also ~ for patterns",
        WHERE);
    Options.value(spec, "N", "items at the same time (default: processors)", THREADS);
    Options.value(spec, "DIR", "keep results by key, and take those that are there", CACHE);
    Options.value(
        spec,
        "SIZE",
        "most bytes of the cache: 500m, 2g (default: 1g); oldest go first",
        CACHE_LIMIT);
  }

  static void describeSweep(CommandSpec spec) {
    Options.value(
        spec,
        "FILE",
        "results, a line of JSON for each item (default: PLAN.results.jsonl)",
        "-o",
        OUTPUT);
    Options.flag(spec, "go on where a run was stopped", RESUME);
    Options.flag(spec, "print the items and their number, run nothing", DRY_RUN);
    describeRuns(spec);
    Options.value(
        spec, "I/N", "only part I of N; env takes both from a job array's variables", SHARD);
    Options.words(
        spec, FORMATS, "FORMAT", "of standard output: table (default), csv, jsonl", FORMAT);
    Options.value(spec, "FILE", "write an HTML page with charts and a table to sort", PAGE);
    Options.value(spec, "FILE", "tell changes against earlier results", BASELINE);
    describeFailOver(
        spec, "more cycles than the baseline that are no failure, in per cent (default: 0)");
    Options.flag(
        spec,
        "items that only one of both has, or has no figures of, are no failure",
        ALLOW_UNMATCHED);
    Options.flag(spec, "print the JSON Schema of plans", SCHEMA);
  }

  static void describeFailOver(CommandSpec spec, String description) {
    Options.value(spec, "P", description, FAIL_OVER);
  }

  static boolean hasFailOver(ParseResult arguments) {
    return Options.has(arguments, FAIL_OVER);
  }

  static ItemCondition condition(ParseResult arguments) throws CommandFailure {
    Optional<String> text = Options.text(arguments, WHERE);
    return text.isEmpty() ? ItemCondition.ALL : value(WHERE, ItemCondition.parse(text.get()));
  }

  static Optional<Shard> shard(ParseResult arguments, Environment environment)
      throws CommandFailure {
    Optional<String> text = Options.text(arguments, SHARD);
    return text.isEmpty()
        ? Optional.empty()
        : Optional.of(value(SHARD, Shard.parse(text.get(), environment.variables())));
  }

  /** True if not all items of the plan are wanted. */
  static boolean isPart(ParseResult arguments) {
    return Options.has(arguments, SHARD) || Options.has(arguments, WHERE);
  }

  static int threads(ParseResult arguments) throws CommandFailure {
    int processors = Runtime.getRuntime().availableProcessors();
    return (int) Options.number(arguments, THREADS, 1, 4096, processors);
  }

  static Optional<ResultCache> cache(ParseResult arguments) throws CommandFailure {
    Optional<String> directory = Options.text(arguments, CACHE);
    long limit = bytes(Options.text(arguments, CACHE_LIMIT));
    if (directory.isEmpty()) {
      return Optional.empty();
    }
    Path root = Session.path(directory.get());
    ResultCache cache = new ResultCache(root, BuildIdentity.digits(), limit);
    Optional<String> problem = cache.open();
    if (problem.isPresent()) {
      throw CommandFailure.of(
          ExitStatus.USAGE,
          DiagnosticCode.CANNOT_WRITE,
          "cannot write the directory of " + CACHE + ", " + root + ": " + problem.get());
    }
    return Optional.of(cache);
  }

  private static long bytes(Optional<String> text) throws CommandFailure {
    if (text.isEmpty()) {
      return USUAL_LIMIT;
    }
    String lower = text.get().toLowerCase(Locale.ROOT);
    String unit = lower.isEmpty() ? "" : lower.substring(lower.length() - 1);
    String digits = UNITS.containsKey(unit) ? lower.substring(0, lower.length() - 1) : lower;
    try {
      return Math.multiplyExact(Long.parseLong(digits), UNITS.getOrDefault(unit, 1L));
    } catch (NumberFormatException | ArithmeticException e) {
      throw CommandFailure.usage(
          "'" + text.get() + "' is no value of " + CACHE_LIMIT + "; write bytes, or 500m or 2g");
    }
  }

  /** Per cent more cycles that are no failure. */
  static BigDecimal failOver(ParseResult arguments) throws CommandFailure {
    String text = Options.text(arguments, FAIL_OVER).orElse("0%");
    try {
      return new BigDecimal(text.endsWith("%") ? text.substring(0, text.length() - 1) : text);
    } catch (NumberFormatException e) {
      throw CommandFailure.usage(
          "'" + text + "' is no value of " + FAIL_OVER + "; write per cent, such as 2%");
    }
  }

  private static <T> T value(String option, DataResult<T> result) throws CommandFailure {
    return switch (result) {
      case DataResult.Value<T>(T value) -> value;
      case DataResult.Problem<T>(String message, var _) ->
          throw CommandFailure.usage(option + ": " + message);
    };
  }
}
