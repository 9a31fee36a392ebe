package org.ptoc.tools.report;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.ptoc.emulator.timing.pipe.BlockTiming;
import org.ptoc.emulator.timing.pipe.PipeUsage;
import org.ptoc.emulator.timing.pipe.TimedEvent;
import org.ptoc.ir.object.SourcePosition;
import org.ptoc.tools.toolchain.TimedRun;

/**
 * One page with everything of the text report, the timeline and the annotated source in it. It
 * loads nothing, and its script only moves the timeline.
 */
public final class HtmlReport {
  private static final String STYLE = Html.resource(HtmlReport.class, "report.css");
  private static final String SCRIPT = Html.resource(HtmlReport.class, "report.js");

  /** Rows of the table that says what the timeline shows. */
  private static final int TABLE_EVENTS = 500;

  /** Rows of the table of blocks. */
  private static final int TABLE_BLOCKS = 64;

  private final TimedRun run;
  private final String source;
  private final BlockTiming block;
  private final OperationNames names;
  private final HtmlTables tables;
  private final StringBuilder text;

  /** True for what the page says of the cube core beside vector cores. */
  private final boolean isBeside;

  private HtmlReport(
      TimedRun run, String source, OperationNames names, HtmlTables tables, boolean isBeside) {
    this.run = run;
    this.source = source;
    this.names = names;
    this.block = run.slowest();
    this.tables = tables;
    this.text = tables.text();
    this.isBeside = isBeside;
  }

  /**
   * The page; what cube cores did beside vector cores follows the same about these.
   *
   * @param name name of the source file
   * @param source its text; without it only the lines that have instructions are shown
   * @param advice shown behind the sections
   */
  public static String of(
      TimedRun run, String name, Optional<String> source, Optional<Advice> advice) {
    HtmlTables tables = new HtmlTables();
    Optional<TimedRun> cube = run.cube();
    OperationNames names = new OperationNames(name, source);
    HtmlReport report = new HtmlReport(run, name, names, tables, false);
    String title = "Cycles of kernel " + run.kernel().name();
    report.totals(title);
    report.sections();
    report.blocks();
    cube.ifPresent(beside -> new HtmlReport(beside, name, names, tables, true).sections());
    advice.ifPresent(each -> each.write(tables));
    new HtmlSource(run, tables).write(name, source);
    return Html.page(title, STYLE, SCRIPT, report.text);
  }

  private void sections() {
    if (!isBeside) {
      timeline();
      path();
    }
    pipes();
    stalls();
    memory();
  }

  private String id(String section) {
    return isBeside ? "cube-" + section : section;
  }

  private void heading(String id, String title) {
    tables.heading(id(id), isBeside ? title + ", cube core" : title);
  }

  private void totals(String title) {
    text.append("<h1>").append(Html.escape(title)).append(", profile ");
    text.append(run.program().profile().spelling()).append("</h1>\n<ul class=\"totals\">");
    for (int i = 0; i < run.models().size(); i++) {
      text.append("<li><strong>").append(run.totals().get(i)).append("</strong> cycles, ");
      text.append(run.models().get(i).set().model().spelling()).append("</li>");
    }
    text.append("</ul>\n");
    Bottleneck.of(run)
        .ifPresent(
            most ->
                tables.paragraph(
                    "bottleneck",
                    "Bottleneck: "
                        + most.pipe()
                        + ", "
                        + most.share(run)
                        + " of the critical path; "
                        + most.resource()));
    PeakShare.sentence(block).ifPresent(products -> tables.paragraph("", products + "."));
    block
        .faults()
        .forEach(
            fault ->
                tables.paragraph(
                    "bottleneck", "Warning: word " + fault.word() + ": " + fault.message()));
    tables.paragraph(
        "note",
        "Below: model "
            + run.model()
            + ", block "
            + run.timing().slowestBlock()
            + " of "
            + run.timing().blocks().size()
            + (run.timing().isTransferTimingAssumed() ? "; dma-timing: assumed" : "")
            + ".");
    text.append("<nav aria-label=\"Sections\"><ul>");
    for (String section :
        List.of("timeline", "critical path", "pipes", "stalls", "memory", "source")) {
      String id = section.replace(' ', '-');
      text.append("<li><a href=\"#").append(id).append("-heading\">").append(section);
      text.append("</a></li>");
    }
    text.append("</ul></nav>\n");
  }

  private void pipes() {
    heading("pipes", "Pipes");
    tables.begin(
        id("pipes"), "pipe", "busy, cycles", "idle, cycles", "utilisation", "instructions");
    for (PipeUsage pipe : block.pipes()) {
      tables
          .row()
          .name(pipe.pipe().spelling())
          .number(pipe.busy())
          .number(pipe.idle())
          .share(pipe.busy(), block.cycles())
          .number(pipe.instructions())
          .end();
    }
    tables.end();
  }

  private void stalls() {
    heading("stalls", "Stalls");
    if (block.stalls().isEmpty() && block.dispatchStalls().isEmpty()) {
      tables.paragraph("note", "No pipe waited.");
      return;
    }
    Map<String, Long> stalls = new LinkedHashMap<>();
    new TreeMap<>(block.stalls())
        .forEach((reason, cycles) -> stalls.put(reason.description(), cycles));
    new TreeMap<>(block.dispatchStalls())
        .forEach(
            (reason, cycles) ->
                stalls.put("inside vector regions, no dispatch: " + reason.description(), cycles));
    if (block.storeLoadStalls() > 0) {
      stalls.put(
          "inside vector regions: load waits for a store to the same bytes",
          block.storeLoadStalls());
    }
    long all = stalls.values().stream().mapToLong(Long::longValue).sum();
    tables.begin(id("stalls"), "reason", "cycles", "of all waiting");
    stalls.forEach(
        (reason, cycles) -> tables.row().name(reason).number(cycles).share(cycles, all).end());
    tables.end();
    tables.paragraph("note", "Cycles of all pipes together, which wait at the same time.");
  }

  private void memory() {
    heading("memory", "Memory");
    tables.begin(
        id("memory"),
        "path",
        "bytes",
        "bytes/cycle busy",
        "bytes/cycle total",
        "limit, bytes/cycle");
    for (Transfer transfer : Transfer.of(run)) {
      tables
          .row()
          .name(transfer.path())
          .number(transfer.bytes())
          .cell(Numbers.ratio(transfer.bytes(), transfer.busy()))
          .cell(Numbers.ratio(transfer.bytes(), block.cycles()))
          .name(transfer.limitText())
          .end();
    }
    tables.end();
  }

  private void path() {
    CriticalPath.Listing path = CriticalPath.listing(run);
    heading("critical-path", "Critical path");
    if (path.segments().isEmpty()) {
      tables.paragraph("note", "There is no timeline to take it from.");
      return;
    }
    String third = path.isGrouped() ? "words" : "from cycle";
    tables.begin(id("critical-path"), "cycles", "of total", third, "pipe", "what", "line");
    for (CriticalPath.Segment segment : path.segments()) {
      tables
          .row()
          .number(segment.cycles())
          .share(segment.cycles(), path.total())
          .number(path.isGrouped() ? segment.instructions() : segment.start())
          .name(segment.where())
          .name(names.of(segment.run(), segment.word()))
          .name(line(segment.run(), segment.word()))
          .end();
    }
    if (path.rest() > 0) {
      tables
          .row()
          .number(path.rest())
          .share(path.rest(), path.total())
          .cell("")
          .name("")
          .name("the rest")
          .name("")
          .end();
    }
    tables.end();
    if (path.isGrouped()) {
      tables.paragraph("note", "By pipe and line, the longest first.");
    }
  }

  private void timeline() {
    heading("timeline", "Timeline, cycles");
    List<TimedCore> cores = TimedCore.ofSlowestBlock(run);
    text.append("<div class=\"tools\" id=\"tools\" hidden>");
    button("+", "Zoom in", "+");
    button("-", "Zoom out", "&#8722;");
    button("ArrowLeft", "Earlier", "&#8592;");
    button("ArrowRight", "Later", "&#8594;");
    button("0", "The whole block", "all");
    button("p", "Previous instruction", "previous");
    button("n", "Next instruction", "next");
    text.append("</div>\n").append(SvgTimeline.of(run, cores, names, id("timeline")));
    text.append("<output id=\"event\" aria-live=\"polite\"></output>\n");
    text.append(
        "<p class=\"note\" id=\"keys\">Grey: waiting. Red lines: what a wait was for; thin"
            + " ones: a flag, buffer or signal that was there in time.");
    text.append(
        " Click on a bar, or use the keys: + and - zoom, 0 shows all, left and right move,");
    text.append(" up and down change the lane, n and p go from instruction to instruction;");
    text.append(" drag over a range to see it alone.</p>\n");
    eventTable(cores);
  }

  private void button(String key, String label, String face) {
    text.append("<button type=\"button\" data-key=\"").append(key).append("\" aria-label=\"");
    text.append(label).append("\">").append(face).append("</button>");
  }

  /** What the picture shows, for those who do not see it. */
  private void eventTable(List<TimedCore> cores) {
    List<CoreLinks.Place> events =
        cores.stream()
            .flatMap(
                core ->
                    IntStream.range(0, core.timing().events().size())
                        .mapToObj(i -> new CoreLinks.Place(core, i)))
            .sorted(Comparator.comparingLong(place -> place.timed().start()))
            .toList();
    text.append("<details><summary>The timeline as a table</summary>\n");
    tables.begin(id("events"), "pipe", "first cycle", "end", "waited", "instruction", "line");
    for (CoreLinks.Place place : events.subList(0, Math.min(TABLE_EVENTS, events.size()))) {
      TimedEvent event = place.timed();
      TimedRun own = place.core().run();
      boolean waits = event.kind() != TimedEvent.Kind.SCALAR;
      tables
          .row()
          .name(place.core().lane(event.pipe()))
          .number(event.start())
          .number(event.done())
          .number(waits ? event.start() - event.waitedFrom() : 0)
          .name(own.assembly(event.word()))
          .name(line(own, event.word()))
          .end();
    }
    tables.end();
    if (events.size() > TABLE_EVENTS) {
      tables.paragraph("note", "And " + (events.size() - TABLE_EVENTS) + " more instructions.");
    }
    text.append("</details>\n");
  }

  private void blocks() {
    List<BlockTiming> blocks = run.timing().blocks();
    if (blocks.size() == 1) {
      return;
    }
    heading("blocks", "Blocks");
    tables.begin("blocks", "block", "cycles", "of the slowest", "instructions");
    for (int i = 0; i < Math.min(TABLE_BLOCKS, blocks.size()); i++) {
      tables
          .row()
          .number(i)
          .number(blocks.get(i).cycles())
          .share(blocks.get(i).cycles(), block.cycles())
          .number(blocks.get(i).instructions())
          .end();
    }
    tables.end();
    if (blocks.size() > TABLE_BLOCKS) {
      tables.paragraph("note", "And " + (blocks.size() - TABLE_BLOCKS) + " more blocks.");
    }
  }

  /** The line of a word: its number in the source of the page, elsewhere with the file. */
  private String line(TimedRun own, int word) {
    SourcePosition position = own.position(word);
    return position.isKnown() && position.file().equals(source)
        ? "" + position.line()
        : own.place(word);
  }
}
