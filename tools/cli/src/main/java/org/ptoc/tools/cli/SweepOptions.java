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
  static final Option OUTPUT =
      Option.value(
          "FILE",
          "results, a line of JSON for each item (default: PLAN.results.jsonl)",
          "-o",
          "--output");
  static final Option RESUME = Option.flag("go on where a run was stopped", "--resume");
  static final Option DRY_RUN =
      Option.flag("print the items and their number, run nothing", "--dry-run");
  static final Option PAGE =
      Option.value("FILE", "write an HTML page with charts and a table to sort", "--page");
  static final Option FORMAT =
      Option.value("FORMAT", "of standard output: table (default), csv, jsonl", "--format")
          .words(List.of("table", "csv", "jsonl"));
  static final Option BASELINE =
      Option.value("FILE", "tell changes against earlier results", "--baseline");
  static final Option SCHEMA = Option.flag("print the JSON Schema of plans", "--schema").seldom();
  static final Option ALLOW_UNMATCHED =
      Option.flag(
          "items that only one of both has, or has no figures of, are no failure",
          "--allow-unmatched");
  private static final Option FAIL_OVER =
      Option.value(
          "P",
          "more cycles than the baseline that are no failure, in per cent (default: 0)",
          "--fail-over");
  private static final Option WHERE =
      Option.value(
          "COND",
          "only items for which it holds: \"profile == a5 and rows >= 16\"; also ~ for patterns",
          "--where");
  private static final Option SHARD =
      Option.value(
          "I/N", "only part I of N; env takes both from a job array's variables", "--shard");
  private static final Option THREADS =
      Option.value("N", "items at the same time (default: processors)", "--threads").seldom();
  private static final Option CACHE =
      Option.value("DIR", "keep results by key, and take those that are there", "--cache");
  private static final Option CACHE_LIMIT =
      Option.value(
              "SIZE",
              "most bytes of the cache: 500m, 2g (default: 1g); oldest go first",
              "--cache-limit")
          .seldom();

  private static final Map<String, Long> UNITS =
      Map.of("k", 1L << 10, "m", 1L << 20, "g", 1L << 30, "t", 1L << 40);
  private static final long USUAL_LIMIT = 1L << 30;

  private SweepOptions() {}

  /** Options of both commands. */
  static void describeRuns(CommandSpec spec) {
    Option.add(spec, WHERE, THREADS, CACHE, CACHE_LIMIT);
  }

  static void describeSweep(CommandSpec spec) {
    Option.add(spec, OUTPUT, RESUME, DRY_RUN);
    describeRuns(spec);
    Option.add(spec, SHARD, FORMAT, PAGE, BASELINE, FAIL_OVER, ALLOW_UNMATCHED, SCHEMA);
  }

  static boolean hasFailOver(ParseResult arguments) {
    return FAIL_OVER.isIn(arguments);
  }

  static ItemCondition condition(ParseResult arguments) throws CommandFailure {
    Optional<String> text = WHERE.text(arguments);
    return text.isEmpty() ? ItemCondition.ALL : value(WHERE, ItemCondition.parse(text.get()));
  }

  static Optional<Shard> shard(ParseResult arguments, Environment environment)
      throws CommandFailure {
    Optional<String> text = SHARD.text(arguments);
    return text.isEmpty()
        ? Optional.empty()
        : Optional.of(value(SHARD, Shard.parse(text.get(), environment.variables())));
  }

  /** True if not all items of the plan are wanted. */
  static boolean isPart(ParseResult arguments) {
    return SHARD.isIn(arguments) || WHERE.isIn(arguments);
  }

  static int threads(ParseResult arguments) throws CommandFailure {
    int processors = Runtime.getRuntime().availableProcessors();
    return (int) THREADS.number(arguments, 1, 4096, processors);
  }

  static Optional<ResultCache> cache(ParseResult arguments) throws CommandFailure {
    Optional<String> directory = CACHE.text(arguments);
    long limit = bytes(CACHE_LIMIT.text(arguments));
    if (directory.isEmpty()) {
      return Optional.empty();
    }
    Path root = Session.path(directory.get());
    ResultCache cache = new ResultCache(root, BuildIdentity.digits(), limit);
    Optional<String> problem = cache.open();
    if (problem.isPresent()) {
      throw CommandFailure.of(
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
      throw CACHE_LIMIT.refused(text.get(), "; write bytes, or 500m or 2g");
    }
  }

  /** Per cent more cycles that are no failure. */
  static BigDecimal failOver(ParseResult arguments) throws CommandFailure {
    String text = FAIL_OVER.text(arguments).orElse("0%");
    try {
      return new BigDecimal(text.endsWith("%") ? text.substring(0, text.length() - 1) : text);
    } catch (NumberFormatException e) {
      throw FAIL_OVER.refused(text, "; write per cent, such as 2%");
    }
  }

  private static <T> T value(Option option, DataResult<T> result) throws CommandFailure {
    return switch (result) {
      case DataResult.Value<T>(T value) -> value;
      case DataResult.Problem<T>(String message, var _) ->
          throw CommandFailure.usage(option + ": " + message);
    };
  }
}
