package org.ptoc.tools.cli;

import java.io.PrintStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.ptoc.ir.diagnostic.Printable;
import org.ptoc.tools.sweep.CachingRunner;
import org.ptoc.tools.sweep.Groups;
import org.ptoc.tools.sweep.Item;
import org.ptoc.tools.sweep.ItemResult;
import org.ptoc.tools.sweep.ItemRunner;
import org.ptoc.tools.sweep.Plan;
import org.ptoc.tools.sweep.ResultCache;
import org.ptoc.tools.sweep.ResultLine;
import org.ptoc.tools.sweep.ResultOrder;
import org.ptoc.tools.sweep.SweepEngine;
import org.ptoc.tools.sweep.Tuner;
import org.ptoc.tools.toolchain.ResidentToolchain;
import org.ptoc.tools.toolchain.Toolchain;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code ptoc tune}: the best choice of each kernel of a plan, in few runs. */
final class TuneCommand implements Command {
  private static final Option METRIC =
      Option.value(
              "WHAT",
              "cycles (default, of the model of the plan), documented, calibrated, instructions,"
                  + " words, ub",
              "--minimise")
          .words(List.of("cycles", "documented", "calibrated", "instructions", "words", "ub"));
  private static final Option OUTPUT =
      Option.value("FILE", "all trials, a line of JSON each", "-o", "--output");
  private static final Option BUDGET =
      Option.value("N", "most runs for each kernel and profile (default: 50)", "--budget");

  @Override
  public void describe(CommandSpec spec) {
    Options.parameters(spec, "PLAN", "1", "a plan of ptoc sweep (YAML or JSON)");
    Option.add(spec, METRIC, BUDGET);
    OUTPUT.addTo(spec);
    SweepOptions.describeRuns(spec);
  }

  @Override
  public int execute(ParseResult arguments, Session session) throws CommandFailure {
    String name = Options.parameters(arguments).getFirst();
    Toolchain.Source source = Sweeps.source(name, session);
    ResidentToolchain toolchain = new ResidentToolchain(session.toolchain());
    Plan plan = Sweeps.plan(name, source.text());
    List<Item> items =
        SweepItems.of(plan, Sweeps.directory(name), toolchain, SweepOptions.condition(arguments));
    String metric = METRIC.word(arguments);
    int budget = (int) BUDGET.number(arguments, 1, 1_000_000, 50);
    SweepRunner plain = new SweepRunner(toolchain);
    Optional<ResultCache> cache = SweepOptions.cache(arguments);
    ItemRunner runner = cache.<ItemRunner>map(each -> new CachingRunner(each, plain)).orElse(plain);
    SweepEngine engine = new SweepEngine(runner, SweepOptions.threads(arguments));
    Tuner tuner = new Tuner(new Runs(plain, engine), metric(metric), budget, plan.fidelity());
    List<ItemResult> trials = new ArrayList<>();
    boolean found = true;
    for (List<Item> kernel : byKernel(items)) {
      Tuner.Outcome outcome = tuner.tune(kernel);
      trials.addAll(outcome.trials());
      trials.addAll(outcome.unfit());
      found &= outcome.best().isPresent();
      tell(kernel.getFirst(), metric, outcome, session.out());
    }
    boolean kept = cache.isEmpty() || SweepCommand.keeps(cache.get(), session);
    Optional<String> output = OUTPUT.text(arguments);
    if (output.isPresent()) {
      StringBuilder text = new StringBuilder();
      ResultOrder.sorted(trials).forEach(each -> text.append(ResultLine.of(each)).append('\n'));
      session.write(output.get(), text.toString().getBytes(StandardCharsets.UTF_8), false);
    }
    int status = found ? ExitStatus.OK : Math.max(Groups.exit(trials), ExitStatus.REJECTED);
    return kept ? status : Math.max(status, ExitStatus.USAGE);
  }

  /** Trials in this process. */
  private record Runs(SweepRunner runner, SweepEngine engine) implements Tuner.Trials {
    @Override
    public Optional<ItemResult> compile(Item item) {
      return runner.compile(item);
    }

    @Override
    public List<ItemResult> run(List<Item> items) {
      List<ItemResult> results = Collections.synchronizedList(new ArrayList<>());
      engine.run(items, results::add);
      return List.copyOf(results);
    }
  }

  private static ToLongFunction<ItemResult> metric(String name) {
    return switch (name) {
      case "cycles" -> result -> result.cycles().orElse(Long.MAX_VALUE);
      case "instructions" -> result -> result.measure().instructions();
      case "words" -> result -> result.measure().words();
      case "ub" -> result -> result.measure().unifiedBufferBytes();
      default -> result -> result.measure().cycles().getOrDefault(name, Long.MAX_VALUE);
    };
  }

  private static List<List<Item>> byKernel(List<Item> items) {
    Map<String, List<Item>> groups = new LinkedHashMap<>();
    for (Item item : items) {
      groups.computeIfAbsent(title(item), missing -> new ArrayList<>()).add(item);
    }
    return List.copyOf(groups.values());
  }

  private static String title(Item item) {
    Item.Identity own = item.identity();
    return new Item.Identity(own.kernel(), own.function(), own.profile(), "", Map.of(), 1, 0)
        .title();
  }

  private static void tell(Item first, String metric, Tuner.Outcome outcome, PrintStream out) {
    StringBuilder text = new StringBuilder(title(first)).append(": ");
    if (outcome.best().isEmpty()) {
      text.append("none of ").append(outcome.choices()).append(" choices ran to its end\n");
    } else {
      ItemResult best = outcome.best().get();
      text.append(metric(metric).applyAsLong(best)).append(' ').append(metric).append(" with ");
      String configuration = Groups.configuration(best);
      text.append(configuration.isEmpty() ? "the usual" : configuration);
      text.append(", best of ").append(outcome.choices()).append(" choices in ");
      text.append(outcome.runs()).append(outcome.runs() == 1 ? " run\n" : " runs\n");
      roof(best, text);
    }
    if (!outcome.unfit().isEmpty()) {
      text.append("  not run, because they do not compile: ").append(outcome.unfit().size());
      text.append('\n').append(Groups.failureLines(outcome.unfit()).indent(2));
    }
    String failures = Groups.failureLines(outcome.trials());
    text.append(failures.isEmpty() ? "" : failures.indent(2));
    out.print(Printable.lines(text.toString()));
  }

  /** How far the best is from what its busiest pipe allows. */
  private static void roof(ItemResult best, StringBuilder text) {
    long roof = best.measure().roof();
    long cycles = best.cycles().orElse(0L);
    if (roof > 0 && cycles > 0) {
      BigDecimal times =
          BigDecimal.valueOf(cycles).divide(BigDecimal.valueOf(roof), 2, RoundingMode.HALF_UP);
      text.append("  ").append(times).append(" times its roof: pipe ");
      text.append(best.measure().busiest().orElse("")).append(" is busy for ").append(roof);
      text.append(" of ").append(cycles).append(" cycles\n");
    }
  }
}
