package org.ptoc.tools.report;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.emulator.timing.BlockTiming;
import org.ptoc.emulator.timing.PipeUsage;
import org.ptoc.emulator.timing.RunTiming;

/**
 * One page with everything in it: totals, timeline, annotated source. It loads nothing and runs no
 * script.
 */
public final class HtmlReport {
  private static final String STYLE =
      """
      :root { color-scheme: light dark; --S: #7a7f87; --V: #2f7d4f; --MTE2: #2b6cb0; --MTE3: #b7791f; }
      body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 76rem; padding: 0 1rem; }
      h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
      table { border-collapse: collapse; } th { font-weight: 600; }
      th, td { padding: .15rem .8rem .15rem 0; text-align: right; } td.name, th.name { text-align: left; }
      svg { width: 100%; height: auto; } svg text { font: 12px system-ui, sans-serif; fill: currentColor; }
      svg text.tick { text-anchor: middle; opacity: .7; } svg path.tick { stroke: currentColor; opacity: .15; }
      svg .lane { fill: currentColor; opacity: .06; } svg .wait { fill: currentColor; opacity: .18; }
      svg .S { fill: var(--S); } svg .V { fill: var(--V); } svg .MTE2 { fill: var(--MTE2); } svg .MTE3 { fill: var(--MTE3); }
      svg .link { stroke: #c53030; stroke-width: 1.2; fill: none; }
      .source td { padding: 0 .8rem 0 0; font: 13px/1.5 ui-monospace, monospace; }
      .source td.code { text-align: left; white-space: pre; } .source .hot td { background: rgba(197, 48, 48, .13); }
      .source td.share { min-width: 6rem; } .source.scroll { overflow-x: auto; }
      .bar { display: inline-block; height: .7em; background: #c53030; }
      .note { opacity: .75; }
      """;

  /** A line is marked when it works for at least this share of the time. */
  private static final int HOT_PERCENT = 10;

  private final TimedRun run;
  private final BlockTiming block;
  private final StringBuilder text = new StringBuilder(1 << 16);

  private HtmlReport(TimedRun run) {
    this.run = run;
    this.block = run.slowest();
  }

  /**
   * The page.
   *
   * @param name name of the source file
   * @param source its text; without it only the lines that have instructions are shown
   */
  public static String of(TimedRun run, String name, Optional<String> source) {
    HtmlReport report = new HtmlReport(run);
    report.head();
    report.totals();
    report.timeline();
    report.source(name, source);
    return report.text.append("</body>\n</html>\n").toString();
  }

  private void head() {
    String title = Html.escape("Cycles of kernel " + run.kernel().name());
    text.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    text.append("<meta name=\"viewport\" content=\"width=device-width\">\n");
    text.append(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src"
            + " 'unsafe-inline'\">\n");
    text.append("<title>")
        .append(title)
        .append("</title>\n<style>\n")
        .append(STYLE)
        .append("</style>\n</head>\n<body>\n");
    text.append("<h1>")
        .append(title)
        .append(", profile ")
        .append(run.program().profile().spelling())
        .append("</h1>\n");
  }

  private void totals() {
    text.append("<p>");
    for (RunTiming model : run.models()) {
      text.append("<strong>").append(model.cycles()).append("</strong> cycles (");
      text.append(model.set().model().spelling()).append(") &#160; ");
    }
    text.append("</p>\n<p class=\"note\">Below: model ").append(run.model()).append(", block ");
    text.append(run.timing().slowestBlock()).append(" of ").append(run.timing().blocks().size());
    text.append(run.timing().isTransferTimingAssumed() ? "; dma-timing: assumed" : "")
        .append(".</p>\n");
    text.append(
        "<table id=\"pipes\"><tr><th class=\"name\">pipe</th><th>busy, cycles</th><th>idle,"
            + " cycles</th>");
    text.append("<th>utilisation</th><th>instructions</th></tr>\n");
    for (PipeUsage pipe : block.pipes()) {
      text.append("<tr><td class=\"name\">").append(pipe.pipe().spelling()).append("</td>");
      cell(pipe.busy());
      cell(pipe.idle());
      text.append("<td>").append(Numbers.percent(pipe.busy(), block.cycles())).append("</td>");
      cell(pipe.instructions());
      text.append("</tr>\n");
    }
    text.append("</table>\n");
    Products.sentence(block)
        .ifPresent(products -> text.append("<p>").append(products).append(".</p>\n"));
  }

  private void cell(long number) {
    text.append("<td>").append(number).append("</td>");
  }

  private void timeline() {
    text.append("<h2>Timeline, cycles</h2>\n").append(SvgTimeline.of(run, block));
    text.append(
        "<p class=\"note\">Grey: waiting. Red: flags and buffers handed over. Point at a bar for"
            + " its instruction.");
    text.append("</p>\n");
  }

  private void source(String name, Optional<String> source) {
    text.append("<h2>Source: ").append(Html.escape(name)).append("</h2>\n");
    Map<Integer, LineCosts> own = new HashMap<>();
    List<LineCosts> all = LineCosts.of(run, block);
    all.stream()
        .filter(line -> line.file().equals(name))
        .forEach(line -> own.put(line.line(), line));
    table();
    if (source.isPresent()) {
      int number = 1;
      for (String line : source.get().lines().toList()) {
        row(number, line, Optional.ofNullable(own.get(number)));
        number++;
      }
    }
    for (LineCosts line : all) {
      if (source.isEmpty() || !line.file().equals(name)) {
        row(
            line.line(),
            line.place() + ": " + run.assembly(line.words().getFirst()),
            Optional.of(line));
      }
    }
    text.append("</table></div>\n");
  }

  private void table() {
    text.append(
        "<div class=\"source scroll\"><table id=\"source\"><tr><th>line</th><th>cycles</th><th>of"
            + " total</th>");
    text.append("<th>waiting</th><th>executed</th><th class=\"name\">text</th></tr>\n");
  }

  private void row(int number, String line, Optional<LineCosts> costs) {
    long cycles = costs.map(LineCosts::cycles).orElse(0L);
    boolean hot = 100 * cycles >= HOT_PERCENT * block.cycles() && cycles > 0;
    text.append(hot ? "<tr class=\"hot\">" : "<tr>");
    text.append("<td>").append(number == 0 ? "" : "" + number).append("</td>");
    if (costs.isPresent()) {
      cell(cycles);
      long tenths = Math.min(50, block.cycles() == 0 ? 0 : 50 * cycles / block.cycles());
      text.append("<td class=\"share\"><span class=\"bar\" style=\"width:")
          .append(tenths / 10)
          .append('.');
      text.append(tenths % 10)
          .append("em\"></span> ")
          .append(Numbers.percent(cycles, block.cycles()))
          .append("</td>");
      cell(costs.get().waiting());
      cell(costs.get().executions());
    } else {
      text.append("<td></td><td></td><td></td><td></td>");
    }
    text.append("<td class=\"code\"").append(costs.map(this::tooltip).orElse("")).append('>');
    text.append(Html.escape(line)).append("</td></tr>\n");
  }

  private String tooltip(LineCosts line) {
    StringBuilder words = new StringBuilder(" title=\"");
    for (int word : line.words()) {
      words.append(Html.escape(run.assembly(word))).append('\n');
    }
    return words.append('"').toString();
  }
}
