package org.ptoc.tools.report;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import org.ptoc.emulator.timing.constant.TimingSet;
import org.ptoc.emulator.timing.pipe.BlockTiming;
import org.ptoc.emulator.timing.pipe.PipeUsage;
import org.ptoc.ir.object.SourcePosition;
import org.ptoc.tools.json.Json;
import org.ptoc.tools.toolchain.TimedRun;

/** The report as one JSON object; docs/cycles.md describes its fields. */
public final class JsonReport {
  private final TimedRun run;
  private final boolean isBeside;
  private final BlockTiming block;
  private final Json json = new Json();

  private JsonReport(TimedRun run, boolean isBeside) {
    this.run = run;
    this.isBeside = isBeside;
    this.block = run.slowest();
  }

  /** One line of JSON. */
  public static String of(TimedRun run) {
    return of(run, Optional.empty());
  }

  /** The same with advice as its last field. */
  public static String of(TimedRun run, Optional<Advice> advice) {
    JsonReport report = new JsonReport(run, false);
    report.write();
    advice.ifPresent(each -> each.write(report.json));
    return report.json.end() + "\n";
  }

  private void write() {
    json.beginObject()
        .field("kernel", run.kernel().name())
        .field("profile", run.program().profile().spelling());
    json.field("timing", run.timing().set().model().spelling())
        .field("constantsVersion", TimingSet.VERSION);
    json.key("changedParameters").beginObject();
    run.timing()
        .set()
        .changes()
        .forEach(change -> json.field(change.parameter().spelling(), change.value()));
    json.end();
    if (!run.hasCycles()) {
      counts();
      return;
    }
    json.field("total", run.totals().getFirst()).key("totals").beginObject();
    for (int i = 0; i < run.models().size(); i++) {
      json.field(run.models().get(i).set().model().spelling(), run.totals().get(i));
    }
    json.end();
    if (run.ranks() > 1) {
      json.key("ranks").beginArray();
      for (long cycles : run.cyclesOfRanks()) {
        json.beginObject().field("total", cycles).end();
      }
      json.end();
    }
    json.field("dmaTiming", run.timing().isTransferTimingAssumed() ? "assumed" : "sourced");
    json.field("slowestBlock", run.timing().slowestBlock())
        .field("instructions", block.instructions());
    json.field("repeats", RepeatCount.of(block));
    if (!isBeside) {
      bottleneck();
    }
    pipes(block);
    if (block.products() > 0) {
      json.key("products").beginObject().field("multiplications", block.products());
      json.field("shareOfPeak", PeakShare.fraction(block)).end();
    }
    stalls();
    transfers();
    lines();
    if (!isBeside) {
      path();
    }
    blocks();
    json.key("warnings").beginArray();
    block
        .faults()
        .forEach(
            fault ->
                json.beginObject()
                    .field("word", fault.word())
                    .field("message", fault.message())
                    .end());
    json.end();
    run.cube().ifPresent(this::cube);
    if (run.cube().isPresent()) {
      cores();
    }
  }

  /** The cube cores beside the vector cores, as a report of their own. */
  private void cube(TimedRun cube) {
    JsonReport beside = new JsonReport(cube, true);
    beside.write();
    String text = beside.json.end().toString();
    json.key("cube").beginObject().fields(text.substring(1, text.length() - 1)).end();
  }

  /** What each core waited for, and the pipes between them (spec/70, 7.4). */
  private void cores() {
    List<TimedCore> cores = TimedCore.of(run);
    json.field("criticalCore", TimedCore.slowest(cores).name());
    json.field("imbalance", CoreWaits.imbalance(run)).key("cores").beginArray();
    for (TimedCore core : cores) {
      json.beginObject().field("core", core.name()).field("total", core.timing().cycles());
      json.key("busy").beginObject();
      core.timing().pipes().forEach(pipe -> json.field(pipe.pipe().spelling(), pipe.busy()));
      json.end().key("wait").beginObject();
      CoreWaits.of(run, core)
          .forEach((reason, cycles) -> json.field(reason.name().toLowerCase(Locale.ROOT), cycles));
      json.end().end();
    }
    json.end().key("rings").beginArray();
    for (CoreWaits.Ring ring : CoreWaits.rings(run)) {
      json.beginObject().field("block", ring.block()).field("id", ring.pipe().id());
      json.field("dir", ring.isToVector() ? "C2V" : "V2C").field("slots", ring.pipe().slots());
      json.field("pushed", ring.pushed()).field("popped", ring.popped());
      ring.most().ifPresent(most -> json.field("max_fill", most));
      ring.full().ifPresent(cycles -> json.field("full_cycles", cycles));
      ring.empty().ifPresent(cycles -> json.field("empty_cycles", cycles));
      json.end();
    }
    json.end();
  }

  /** Without a cycle model there are no times. */
  private void counts() {
    json.field("slowestBlock", run.timing().slowestBlock());
    json.field("instructions", block.instructions()).key("pipes").beginArray();
    for (PipeUsage pipe : block.pipes()) {
      json.beginObject().field("pipe", pipe.pipe().spelling());
      json.field("instructions", pipe.instructions()).end();
    }
    json.end().key("transfers").beginArray();
    for (Transfer transfer : Transfer.of(run)) {
      json.beginObject().field("path", transfer.path()).field("bytes", transfer.bytes()).end();
    }
    json.end().key("lines").beginArray();
    for (LineCosts line : LineCosts.hottest(run, block)) {
      json.beginObject().field("file", line.file()).field("line", line.line());
      json.field("executions", line.executions()).end();
    }
    json.end();
  }

  private void bottleneck() {
    Bottleneck.of(run)
        .ifPresent(
            most ->
                json.key("bottleneck")
                    .beginObject()
                    .field("pipe", most.pipe())
                    .field("resource", most.resource())
                    .field("cycles", most.cycles())
                    .field("share", Numbers.fraction(most.cycles(), run.totals().getFirst()))
                    .end());
  }

  private void pipes(BlockTiming from) {
    json.key("pipes").beginArray();
    for (PipeUsage pipe : from.pipes()) {
      json.beginObject()
          .field("pipe", pipe.pipe().spelling())
          .field("busy", pipe.busy())
          .field("idle", pipe.idle());
      json.field("instructions", pipe.instructions()).end();
    }
    json.end();
  }

  private void stalls() {
    json.key("stalls").beginArray();
    new TreeMap<>(block.stalls()).forEach((reason, cycles) -> stall(reason.description(), cycles));
    json.end().key("regionStalls").beginArray();
    new TreeMap<>(block.dispatchStalls())
        .forEach((reason, cycles) -> stall(reason.description(), cycles));
    json.end().field("storeLoadStalls", block.storeLoadStalls());
  }

  private void stall(String reason, long cycles) {
    json.beginObject().field("reason", reason).field("cycles", cycles).end();
  }

  private void transfers() {
    json.key("transfers").beginArray();
    for (Transfer transfer : Transfer.of(run)) {
      json.beginObject().field("path", transfer.path()).field("pipe", transfer.pipe().spelling());
      json.field("bytes", transfer.bytes()).field("busy", transfer.busy());
      transfer
          .limit()
          .ifPresent(
              limit -> {
                json.field("limitBytesPerCycle", limit.value())
                    .key("limitAssumed")
                    .value(limit.isAssumed());
              });
      json.end();
    }
    json.end();
  }

  private void lines() {
    json.key("lines").beginArray();
    for (LineCosts line : LineCosts.hottest(run, block)) {
      json.beginObject()
          .field("file", line.file())
          .field("line", line.line())
          .field("cycles", line.cycles());
      json.field("waiting", line.waiting()).field("executions", line.executions()).end();
    }
    json.end();
  }

  private void path() {
    List<CriticalPath.Segment> path = CriticalPath.grouped(CriticalPath.of(run));
    json.key("criticalPath").beginArray();
    for (CriticalPath.Segment segment : path) {
      json.beginObject();
      if (run.cube().isPresent()) {
        json.field("core", segment.core().name());
      }
      json.field("pipe", segment.pipe().spelling())
          .field("instruction", segment.run().mnemonic(segment.word()));
      SourcePosition position = segment.run().position(segment.word());
      json.field("file", position.file()).field("line", position.line());
      json.field("instructions", segment.instructions()).field("cycles", segment.cycles()).end();
    }
    json.end();
  }

  private void blocks() {
    json.key("blocks").beginArray();
    List<BlockTiming> blocks = run.timing().blocks();
    for (int i = 0; i < blocks.size(); i++) {
      json.beginObject();
      if (run.ranks() > 1) {
        json.field("rank", i / (blocks.size() / run.ranks()));
      }
      json.field("block", i % (blocks.size() / run.ranks()));
      json.field("total", blocks.get(i).cycles());
      json.field("instructions", blocks.get(i).instructions());
      pipes(blocks.get(i));
      json.end();
    }
    json.end();
  }
}
