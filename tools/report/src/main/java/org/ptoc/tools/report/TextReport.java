package org.ptoc.tools.report;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.ptoc.emulator.timing.pipe.BlockTiming;
import org.ptoc.emulator.timing.pipe.PipeUsage;
import org.ptoc.emulator.timing.pipe.StallReason;
import org.ptoc.emulator.timing.region.DispatchStall;
import org.ptoc.ir.diagnostic.Printable;
import org.ptoc.tools.toolchain.TimedRun;

/** The report for people: totals, pipes, stalls, memory, hot lines, critical path. */
public final class TextReport {
  private static final int HOT_LINES = 10;

  private static final int WAIT_COLUMNS = 12;

  /** Columns of a line of the critical path in front of its place. */
  private static final int PATH_COLUMNS = 57;

  /** Least columns for a place: a few letters of the file, and the line. */
  private static final int LEAST_PLACE = 12;

  private final TimedRun run;

  /** True for cube cores beside vector cores: all cores have one bottleneck and path. */
  private final boolean isBeside;

  private final BlockTiming block;
  private final int placeWidth;
  private final StringBuilder text = new StringBuilder(4096);

  private TextReport(TimedRun run, int width, boolean isBeside) {
    this.run = run;
    this.isBeside = isBeside;
    this.placeWidth = Math.max(LEAST_PLACE, width - PATH_COLUMNS);
    this.block = run.slowest();
  }

  /**
   * The report of a run.
   *
   * @param width columns of its lines as far as names of files allow, from {@link Width#LEAST}
   */
  public static String of(TimedRun run, int width) {
    return of(run, width, false)
        + run.cube()
            .map(
                cube ->
                    of(cube, width, true)
                        + (run.hasCycles() ? Width.fitted(cores(run), width) : ""))
            .orElse("");
  }

  /** What the cores of the slowest block waited for, and the pipes between them. */
  private static String cores(TimedRun run) {
    StringBuilder text = new StringBuilder("\nwaiting, cycles over all pipes\n");
    text.append("                    total");
    for (CoreWaits.Reason reason : CoreWaits.Reason.values()) {
      text.append(Numbers.right(reason.title(), WAIT_COLUMNS));
    }
    text.append('\n');
    List<TimedCore> cores = TimedCore.ofSlowestBlock(run);
    for (TimedCore core : cores) {
      text.append("  ").append(Numbers.left(core.name(), 14));
      text.append(Numbers.right(core.timing().cycles(), 9));
      CoreWaits.of(run, core)
          .values()
          .forEach(cycles -> text.append(Numbers.right(cycles, WAIT_COLUMNS)));
      text.append('\n');
    }
    text.append("  critical core ").append(TimedCore.slowest(TimedCore.of(run)).name());
    text.append(", imbalance of the vector cores ").append(CoreWaits.imbalance(run)).append('\n');
    int block = Integer.parseInt(cores.getFirst().name().split(" ")[1]);
    List<CoreWaits.Ring> rings =
        CoreWaits.rings(run).stream().filter(ring -> ring.block() == block).toList();
    if (!rings.isEmpty()) {
      text.append("\nentries             slots   pushed   popped     most   cycles full");
      text.append("   cycles empty\n");
    }
    for (CoreWaits.Ring ring : rings) {
      text.append("  ").append(Numbers.left(ring.name(), 14));
      text.append(Numbers.right(ring.pipe().slots(), 9)).append(Numbers.right(ring.pushed(), 9));
      text.append(Numbers.right(ring.popped(), 9)).append(known(ring.most(), 9));
      text.append(known(ring.full(), 14)).append(known(ring.empty(), 15)).append('\n');
    }
    return text.toString();
  }

  private static String known(OptionalLong number, int width) {
    return number.isPresent()
        ? Numbers.right(number.getAsLong(), width)
        : Numbers.right("-", width);
  }

  private static String of(TimedRun run, int width, boolean isBeside) {
    TextReport report = new TextReport(run, width, isBeside);
    report.write();
    return Width.fitted(report.text.toString(), width);
  }

  private void write() {
    totals();
    if (!run.hasCycles()) {
      counts();
      return;
    }
    if (!isBeside) {
      bottleneck();
    }
    pipes();
    products();
    stalls();
    memory();
    lines();
    if (!isBeside) {
      path();
    }
  }

  private void totals() {
    int blocks = run.timing().blocks().size();
    text.append("\nkernel ").append(Printable.of(run.kernel().name())).append(", profile ");
    text.append(run.program().profile().spelling())
        .append(", model ")
        .append(run.model())
        .append('\n');
    for (int i = 0; run.hasCycles() && i < run.models().size(); i++) {
      text.append("  ").append(Numbers.left(run.models().get(i).set().model().spelling(), 12));
      text.append(Numbers.right(run.totals().get(i), 12)).append(" cycles\n");
    }
    for (int rank = 0; run.hasCycles() && run.ranks() > 1 && rank < run.ranks(); rank++) {
      text.append("  ").append(Numbers.left("rank " + rank, 12));
      text.append(Numbers.right(run.cyclesOfRanks().get(rank), 12)).append(" cycles\n");
    }
    text.append("  ").append(block.instructions()).append(" instructions executed");
    if (run.hasCycles()) {
      text.append(", ").append(RepeatCount.of(block)).append(" repeats");
    }
    if (blocks > 1) {
      text.append("; block ").append(run.timing().slowestBlock()).append(" of ").append(blocks);
      text.append(
          " (counted from 0) is "
              + (run.hasCycles() ? "the slowest" : "the longest")
              + " and shown below");
    }
    text.append('\n');
    if (run.timing().isTransferTimingAssumed()) {
      text.append("  dma-timing: assumed (no source states the cost of copies on a5)\n");
    }
    block
        .faults()
        .forEach(
            fault ->
                text.append("  warning: word ")
                    .append(fault.word())
                    .append(": ")
                    .append(fault.message())
                    .append('\n'));
  }

  /** Without a cycle model: what was executed where. */
  private void counts() {
    text.append("\npipe   instructions\n");
    for (PipeUsage pipe : block.pipes()) {
      text.append(Numbers.left(pipe.pipe().spelling(), 5));
      text.append(Numbers.right(pipe.instructions(), 14)).append('\n');
    }
    text.append("\nmemory          bytes\n");
    for (Transfer transfer : Transfer.of(run)) {
      text.append(transfer.path()).append(Numbers.right(transfer.bytes(), 13)).append('\n');
    }
    List<LineCosts> hottest = LineCosts.hottest(run, block);
    text.append("\nmost executed source lines\n  instructions  line\n");
    for (LineCosts line : hottest.subList(0, Math.min(HOT_LINES, hottest.size()))) {
      text.append(Numbers.right(line.executions(), 14)).append("  ").append(line.place());
      text.append('\n');
    }
  }

  private void bottleneck() {
    Bottleneck.of(run)
        .ifPresent(
            most ->
                text.append("  bottleneck: ")
                    .append(most.pipe())
                    .append(", ")
                    .append(most.share(run))
                    .append(" of the critical path; ")
                    .append(most.resource())
                    .append('\n'));
  }

  private void pipes() {
    text.append("\npipe         busy         idle  utilisation  instructions\n");
    for (PipeUsage pipe : block.pipes()) {
      text.append(Numbers.left(pipe.pipe().spelling(), 5))
          .append(Numbers.right(pipe.busy(), 12))
          .append(' ');
      text.append(Numbers.right(pipe.idle(), 12))
          .append(Numbers.right(Numbers.percent(pipe.busy(), block.cycles()), 13));
      text.append(Numbers.right(pipe.instructions(), 14)).append('\n');
    }
  }

  /** The roofline of a cube core: what its products would take at its peak. */
  private void products() {
    PeakShare.sentence(block).ifPresent(text -> this.text.append('\n').append(text).append('\n'));
  }

  private void stalls() {
    Map<StallReason, Long> stalls = new TreeMap<>(block.stalls());
    Map<DispatchStall, Long> dispatch = new TreeMap<>(block.dispatchStalls());
    text.append("\nstalls, cycles over all pipes\n");
    if (stalls.isEmpty()) {
      text.append("  none\n");
    }
    stalls.forEach((reason, cycles) -> row(reason.description(), cycles));
    if (!dispatch.isEmpty() || block.storeLoadStalls() > 0) {
      text.append("inside vector regions, cycles without a dispatch\n");
      dispatch.forEach((reason, cycles) -> row(reason.description(), cycles));
      if (block.storeLoadStalls() > 0) {
        row("load waits for a store to the same bytes", block.storeLoadStalls());
      }
    }
  }

  private void row(String name, long cycles) {
    text.append("  ").append(Numbers.left(name, 42)).append(Numbers.right(cycles, 12)).append('\n');
  }

  private void memory() {
    text.append("\nmemory        bytes  bytes/cycle busy  bytes/cycle total  limit, bytes/cycle\n");
    for (Transfer transfer : Transfer.of(run)) {
      text.append(transfer.path()).append(Numbers.right(transfer.bytes(), 11));
      text.append(Numbers.right(Numbers.ratio(transfer.bytes(), transfer.busy()), 18));
      text.append(Numbers.right(Numbers.ratio(transfer.bytes(), block.cycles()), 19)).append("  ");
      text.append(transfer.limitText());
      text.append('\n');
    }
  }

  private void lines() {
    List<LineCosts> hottest = LineCosts.hottest(run, block);
    text.append("\nhottest source lines\n      cycles  of total     waiting   executed  line\n");
    for (LineCosts line : hottest.subList(0, Math.min(HOT_LINES, hottest.size()))) {
      text.append(Numbers.right(line.cycles(), 12))
          .append(Numbers.right(Numbers.percent(line.cycles(), block.cycles()), 10));
      text.append(Numbers.right(line.waiting(), 12))
          .append(Numbers.right(line.executions(), 11))
          .append("  ")
          .append(line.place())
          .append('\n');
    }
    if (hottest.size() > HOT_LINES) {
      text.append("  and ").append(hottest.size() - HOT_LINES).append(" more lines\n");
    }
  }

  private void path() {
    CriticalPath.Listing path = CriticalPath.listing(run);
    if (path.segments().isEmpty()) {
      return;
    }
    boolean grouped = path.isGrouped();
    text.append("\ncritical path")
        .append(run.cube().isPresent() ? " through all cores" : "")
        .append(grouped ? ", by pipe and line" : "")
        .append("\n      cycles  of total  ");
    text.append(grouped ? "    words" : "from cycle")
        .append("  pipe  ")
        .append(run.cube().isPresent() ? "    what\n" : "what\n");
    for (CriticalPath.Segment segment : path.segments()) {
      text.append(Numbers.right(segment.cycles(), 12));
      text.append(Numbers.right(Numbers.percent(segment.cycles(), path.total()), 10));
      text.append(Numbers.right(grouped ? segment.instructions() : segment.start(), 12))
          .append("  ");
      text.append(Numbers.left(segment.where(), run.cube().isPresent() ? 10 : 6));
      text.append(Numbers.left(segment.run().mnemonic(segment.word()), 14)).append(' ');
      text.append(place(segment.run().place(segment.word()))).append('\n');
    }
    if (path.rest() > 0) {
      text.append(Numbers.right(path.rest(), 12))
          .append(Numbers.right(Numbers.percent(path.rest(), path.total()), 10));
      text.append("  the rest\n");
    }
  }

  private String place(String place) {
    return place.length() <= placeWidth
        ? place
        : "..." + place.substring(place.length() - placeWidth + 3);
  }
}
