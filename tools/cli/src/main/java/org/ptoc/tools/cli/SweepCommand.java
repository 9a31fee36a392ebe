package org.ptoc.tools.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.tools.data.DataResult;
import org.ptoc.tools.sweep.CachingRunner;
import org.ptoc.tools.sweep.Groups;
import org.ptoc.tools.sweep.Item;
import org.ptoc.tools.sweep.ItemCondition;
import org.ptoc.tools.sweep.ItemResult;
import org.ptoc.tools.sweep.ItemRunner;
import org.ptoc.tools.sweep.PlanSchema;
import org.ptoc.tools.sweep.ResultCache;
import org.ptoc.tools.sweep.ResultFile;
import org.ptoc.tools.sweep.ResultOrder;
import org.ptoc.tools.sweep.Shard;
import org.ptoc.tools.sweep.SweepEngine;
import org.ptoc.tools.toolchain.ResidentToolchain;
import org.ptoc.tools.toolchain.Toolchain;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code ptoc sweep}: runs the items of a plan, or merges results that shards have written. */
final class SweepCommand implements Command {
  private static final String MERGE = "merge";
  private static final String NO_FILE = "-";

  @Override
  public void describe(CommandSpec spec) {
    Options.parameters(spec, "PLAN", "0..*", "a plan (YAML or JSON), or: merge RESULTS...");
    SweepOptions.describeSweep(spec);
  }

  @Override
  public int execute(ParseResult arguments, Session session) throws CommandFailure {
    if (SweepOptions.SCHEMA.isIn(arguments)) {
      session.out().print(PlanSchema.text());
      return ExitStatus.OK;
    }
    List<String> words = Options.parameters(arguments);
    if (words.isEmpty()) {
      throw CommandFailure.usage("a plan is missing", "'ptoc sweep --schema' says what it holds");
    }
    if (words.getFirst().equals(MERGE)) {
      return merge(arguments, words.subList(1, words.size()), session);
    }
    if (words.size() > 1) {
      throw CommandFailure.usage("too many arguments: '" + words.get(1) + "'");
    }
    return sweep(arguments, words.getFirst(), session);
  }

  private static int merge(ParseResult arguments, List<String> files, Session session)
      throws CommandFailure {
    if (files.isEmpty()) {
      throw CommandFailure.usage("the results to merge are missing");
    }
    ItemCondition where = SweepOptions.condition(arguments);
    SweepReports reports = new SweepReports(arguments, "Results", session);
    List<ItemResult> all = new ArrayList<>();
    for (String file : files) {
      all.addAll(read(file));
    }
    all.removeIf(result -> !where.test(ItemCondition.fields(result)));
    List<ItemResult> results = ResultOrder.sorted(all);
    Optional<String> output = SweepOptions.OUTPUT.text(arguments);
    if (output.isPresent()) {
      reports.writeResults(output.get(), results);
    }
    return reports.write(results, Groups.tally(results));
  }

  /** The results of a file, which must hold some. */
  static List<ItemResult> read(String file) throws CommandFailure {
    return switch (ResultFile.read(Session.path(file))) {
      case DataResult.Value<List<ItemResult>>(List<ItemResult> results) when !results.isEmpty() ->
          results;
      case DataResult.Value<List<ItemResult>> none ->
          throw CommandFailure.of(DiagnosticCode.BAD_DATA_FILE, file + " holds no results");
      case DataResult.Problem<List<ItemResult>>(String message, var _) ->
          throw CommandFailure.of(DiagnosticCode.CANNOT_READ, message);
    };
  }

  private static int sweep(ParseResult arguments, String plan, Session session)
      throws CommandFailure {
    Toolchain.Source source = Sweeps.source(plan, session);
    ResidentToolchain toolchain = new ResidentToolchain(session.toolchain());
    List<Item> items =
        Sweeps.items(plan, source.text(), toolchain, SweepOptions.condition(arguments));
    Optional<Shard> shard = SweepOptions.shard(arguments, session.environment());
    if (shard.isPresent()) {
      items = shard.get().of(items);
    }
    if (SweepOptions.DRY_RUN.isIn(arguments)) {
      return print(items, session.out());
    }
    String output = SweepOptions.OUTPUT.text(arguments).orElseGet(() -> resultsOf(plan, shard));
    String page = SweepOptions.PAGE.text(arguments).orElse(NO_FILE);
    OutputFiles.check(List.of(plan, plan), List.of(output, page));
    SweepReports reports =
        new SweepReports(arguments, "Sweep of " + Session.path(plan).getFileName(), session);
    long start = System.nanoTime();
    Optional<ResultCache> cache = SweepOptions.cache(arguments);
    ItemRunner plain = new SweepRunner(toolchain);
    Optional<CachingRunner> caching = cache.map(each -> new CachingRunner(each, plain));
    ItemRunner runner = caching.isPresent() ? caching.get() : plain;
    Work work = new Work(items, output, SweepOptions.RESUME.isIn(arguments), session);
    List<ItemResult> results = work.run(runner, SweepOptions.threads(arguments));
    boolean kept = cache.isEmpty() || keeps(cache.get(), session);
    if (output.equals(NO_FILE)) {
      reports.printLines(results);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    String summary = Groups.tally(results);
    summary += caching.map(each -> "; " + each.found() + " from the cache").orElse("");
    summary += work.known.isEmpty() ? "" : "; " + work.known.size() + " from the stopped run";
    int status = reports.write(results, summary + String.format(Locale.ROOT, "; %.1f s", seconds));
    return work.problem.isPresent() || !kept ? Math.max(status, ExitStatus.USAGE) : status;
  }

  /** Trims a cache. False if a result could not be kept, which is reported. */
  static boolean keeps(ResultCache cache, Session session) {
    cache.trim();
    Optional<String> problem = cache.problem();
    problem.ifPresent(text -> session.report(DiagnosticCode.CANNOT_WRITE, text));
    return problem.isEmpty();
  }

  private static String resultsOf(String plan, Optional<Shard> shard) {
    if (plan.equals("-")) {
      return NO_FILE;
    }
    int dot = plan.lastIndexOf('.');
    String stem = dot > plan.lastIndexOf('/') + 1 ? plan.substring(0, dot) : plan;
    return stem
        + shard.map(each -> "." + each.index() + "-of-" + each.count()).orElse("")
        + ".results.jsonl";
  }

  private static int print(List<Item> items, PrintStream out) {
    items.forEach(item -> out.println(item.key().substring(0, 12) + " " + item.identity().title()));
    out.println(items.size() + (items.size() == 1 ? " item" : " items"));
    return ExitStatus.OK;
  }

  /** The items of one call with where their results go. */
  private static final class Work {
    private final List<Item> items;
    private final Session session;
    private final Optional<Path> place;
    private final boolean resumes;
    private final Map<String, ItemResult> known = new HashMap<>();
    private Optional<String> problem = Optional.empty();

    Work(List<Item> items, String output, boolean resumes, Session session) throws CommandFailure {
      this.items = items;
      this.session = session;
      this.resumes = resumes;
      this.place = output.equals(NO_FILE) ? Optional.empty() : Optional.of(Session.path(output));
    }

    List<ItemResult> run(ItemRunner runner, int threads) {
      if (resumes) {
        place.ifPresent(this::takeFinished);
      }
      List<Item> open = items.stream().filter(item -> !known.containsKey(item.key())).toList();
      List<ItemResult> results = new ArrayList<>(known.values());
      Optional<ResultFile> file = place.map(each -> ResultFile.open(each, resumes));
      ProgressBar bar = new ProgressBar(session.environment(), items.size());
      Interruption interruption = new Interruption(() -> interrupted(results.size(), bar));
      try (interruption;
          bar) {
        bar.show(results.size());
        new SweepEngine(runner, threads)
            .run(
                open,
                result -> {
                  file.ifPresent(each -> each.add(result));
                  results.add(result);
                  bar.show(results.size());
                });
      }
      List<ItemResult> sorted = ResultOrder.sorted(results);
      problem = file.flatMap(ResultFile::problem);
      problem = problem.or(() -> file.flatMap(each -> each.finish(sorted)));
      file.ifPresent(ResultFile::close);
      problem.ifPresent(text -> session.report(DiagnosticCode.CANNOT_WRITE, text));
      return sorted;
    }

    private void takeFinished(Path file) {
      Set<String> wanted = new HashSet<>();
      items.forEach(item -> wanted.add(item.key()));
      for (ItemResult result : ResultFile.finished(file)) {
        if (wanted.contains(result.key()) && result.status().isLasting()) {
          known.putIfAbsent(result.key(), result);
        }
      }
    }

    private void interrupted(int done, ProgressBar bar) {
      bar.clear();
      PrintStream err = session.err();
      err.println("ptoc: interrupted: " + done + " of " + items.size() + " items are done");
      place.ifPresent(
          file ->
              err.println(
                  "ptoc: note: they are in "
                      + ResultFile.unfinished(file)
                      + "; the same call with "
                      + SweepOptions.RESUME
                      + " goes on"));
      err.flush();
    }
  }
}
