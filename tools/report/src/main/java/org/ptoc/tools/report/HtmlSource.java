package org.ptoc.tools.report;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.emulator.timing.pipe.BlockTiming;
import org.ptoc.tools.toolchain.TimedRun;

/** The source with what each line costs, and the hottest lines beside it. */
final class HtmlSource {
  /** A line is marked when it works for at least this share of the time. */
  private static final int HOT_PERCENT = 10;

  private static final int HOT_LINES = 10;

  private final TimedRun run;
  private final BlockTiming block;
  private final HtmlTables tables;
  private final StringBuilder text;

  HtmlSource(TimedRun run, HtmlTables tables) {
    this.run = run;
    this.block = run.slowest();
    this.tables = tables;
    this.text = tables.text();
  }

  /**
   * Writes the section.
   *
   * @param name name of the source file
   * @param source its text; without it only the lines that have instructions are shown
   */
  void write(String name, Optional<String> source) {
    List<LineCosts> all = LineCosts.of(run, block);
    Map<Integer, LineCosts> own = new HashMap<>();
    all.stream()
        .filter(line -> line.file().equals(name))
        .forEach(line -> own.put(line.line(), line));
    tables.heading("source", "Source: " + name);
    text.append("<div class=\"beside\">\n");
    tables.begin("source", "line", "cycles", "of total", "waiting", "executed", "text");
    int number = 1;
    for (String line : source.map(each -> each.lines().toList()).orElse(List.of())) {
      row(number, line, Optional.ofNullable(own.get(number)));
      number++;
    }
    for (LineCosts line : all) {
      if (source.isEmpty() || !line.file().equals(name)) {
        String shown = line.place() + ": " + run.assembly(line.words().getFirst());
        row(line.line(), shown, Optional.of(line));
      }
    }
    tables.end();
    hottest(name);
    text.append("</div>\n");
  }

  /** The anchor of a line of a source. */
  private static String anchor(LineCosts line) {
    return "line-" + line.line() + "-" + Integer.toHexString(line.file().hashCode());
  }

  private void hottest(String name) {
    text.append("<aside><h3>Hottest lines</h3><ol>\n");
    List<LineCosts> lines = LineCosts.hottest(run, block);
    for (LineCosts line : lines.subList(0, Math.min(HOT_LINES, lines.size()))) {
      text.append("<li><a href=\"#").append(anchor(line)).append("\">");
      boolean own = line.file().equals(name) && line.line() > 0;
      text.append(own ? "line " + line.line() : Html.escape(line.place())).append("</a>: ");
      text.append(line.cycles())
          .append(" cycles, ")
          .append(Numbers.percent(line.cycles(), block.cycles()));
      text.append("</li>\n");
    }
    text.append("</ol></aside>\n");
  }

  private void row(int number, String line, Optional<LineCosts> costs) {
    String shown = number == 0 ? "" : "" + number;
    if (costs.isEmpty()) {
      tables
          .row()
          .cell(shown)
          .cell("")
          .cell("")
          .cell("")
          .cell("")
          .markup("code", plain(line))
          .end();
      return;
    }
    LineCosts own = costs.get();
    boolean hot = 100 * own.cycles() >= HOT_PERCENT * block.cycles() && own.cycles() > 0;
    tables
        .row((hot ? " class=\"hot\"" : "") + " id=\"" + anchor(own) + "\"")
        .cell(shown)
        .number(own.cycles())
        .share(own.cycles(), block.cycles())
        .number(own.waiting())
        .number(own.executions())
        .markup("code", unfolding(line, own))
        .end();
  }

  private static String plain(String line) {
    return "<span>" + Html.escape(line) + "</span>";
  }

  /** The line, and under it, once it is opened, the words that were made of it. */
  private String unfolding(String line, LineCosts costs) {
    StringBuilder words = new StringBuilder("<details><summary>").append(Html.escape(line));
    words.append("</summary><pre>");
    costs.words().forEach(word -> words.append(Html.escape(run.assembly(word))).append('\n'));
    return words.append("</pre></details>").toString();
  }
}
