package org.ptoc.tools.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.ptoc.emulator.timing.constant.TimingSet;
import org.ptoc.emulator.timing.pipe.BlockTiming;
import org.ptoc.emulator.timing.pipe.TimedEvent;
import org.ptoc.emulator.timing.region.MicroEvent;
import org.ptoc.emulator.timing.region.RegionTimeline;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.tools.json.Json;
import org.ptoc.tools.toolchain.TimedRun;

/**
 * The timeline as Chrome trace events, an array (spec/30, section 15): a process for each core, a
 * thread for each pipe, further threads for the slots of vector regions. One cycle is shown as one
 * microsecond.
 */
public final class ChromeTrace {
  private final TimedRun run;

  private final String kernel;
  private final RegionRange shown;
  private final Appendable out;

  /** What all events of a word say of it, as fields. */
  private final Map<Integer, String> words = new HashMap<>();

  private final String model;
  private boolean isFirst = true;
  private int links;

  private ChromeTrace(TimedRun run, String kernel, RegionRange shown, Appendable out) {
    this.kernel = kernel;
    this.out = out;
    this.run = run;
    this.shown = shown;
    this.model =
        new Json()
            .beginObject()
            .field("model", run.timing().set().model().spelling())
            .field("parameter_set", TimingSet.VERSION)
            .inside();
  }

  /**
   * How many blocks a trace has: the first, and those behind it while all together have at most
   * twice as many instructions as the first may have.
   *
   * @param most instructions of the first block at most
   */
  public static int blocks(TimedRun run, int most) {
    List<BlockTiming> blocks = run.timing().blocks();
    long events = 0;
    int count = 0;
    while (count < blocks.size() && events <= 2L * most) {
      events += blocks.get(count).events().size();
      count += count == 0 || events <= 2L * most ? 1 : 0;
    }
    return count;
  }

  /**
   * Writes the trace of a run with a timeline, ASCII only, event by event; the executions of vector
   * regions in {@code shown} come in detail.
   *
   * @param most instructions of the first block at most, as in {@link #blocks}
   */
  public static void write(TimedRun run, RegionRange shown, int most, Appendable out)
      throws IOException {
    out.append("[\n");
    Map<TimedRun, ChromeTrace> traces = new IdentityHashMap<>();
    List<TimedCore> traced = new ArrayList<>();
    String kernel = run.kernel().name();
    ChromeTrace last = new ChromeTrace(run, kernel, shown, out);
    traces.put(run, last);
    for (TimedCore core : TimedCore.of(run)) {
      if (core.index() < blocks(core.run(), most)) {
        ChromeTrace trace =
            traces.computeIfAbsent(core.run(), own -> new ChromeTrace(own, kernel, shown, out));
        trace.follow(last);
        trace.block(core);
        traced.add(core);
        last = trace;
      }
    }
    for (CoreLinks.HandOver link : new CoreLinks(traced).to(traced)) {
      last.link(CoreLinks.KIND, link.from(), link.to());
    }
    out.append("\n]\n");
  }

  /** Goes on where another trace in the same text has come to. */
  private void follow(ChromeTrace other) {
    isFirst = other.isFirst;
    links = other.links;
  }

  private void block(TimedCore core) throws IOException {
    int number = core.number();
    name("process_name", number, 0, core.name() + " of kernel " + kernel);
    for (Pipe pipe : run.program().core().pipes()) {
      thread(number, pipe.code(), pipe.spelling());
    }
    BlockTiming block = core.timing();
    List<Waiting> waits = Waiting.of(block.events());
    for (int i = 0; i < block.events().size(); i++) {
      event(number, block.events().get(i), waits.get(i));
    }
    for (Link link : Link.of(run.program(), block.events())) {
      link(
          link.kind().spelling(),
          new CoreLinks.Place(core, link.from()),
          new CoreLinks.Place(core, link.to()));
    }
    regions(core);
  }

  private void thread(int block, int thread, String name) throws IOException {
    name("thread_name", block, thread, name);
    add(
        begin("thread_sort_index", "M", block, thread)
            .key("args")
            .beginObject()
            .field("sort_index", thread)
            .end());
  }

  private void name(String kind, int block, int thread, String name) throws IOException {
    add(begin(kind, "M", block, thread).key("args").beginObject().field("name", name).end());
  }

  private Json begin(String name, String phase, int block, int thread) {
    return new Json()
        .beginObject()
        .field("name", name)
        .field("ph", phase)
        .field("pid", block)
        .field("tid", thread);
  }

  private void add(Json json) throws IOException {
    out.append(isFirst ? "" : ",\n").append(json.end().toString());
    isFirst = false;
  }

  private void event(int block, TimedEvent event, Waiting waiting) throws IOException {
    Json json = begin(run.mnemonic(event.word()), "X", block, event.pipe().code());
    json.field("ts", event.start()).field("dur", event.done() - event.start());
    arguments(json, event.word(), event.start(), event.done());
    switch (event.kind()) {
      case VECTOR -> json.field("repeat", event.number());
      case TRANSFER -> json.field("bytes", event.number());
      case PRODUCT -> json.field("multiplications", event.number());
      case SET_FLAG, WAIT_FLAG -> json.field("event", event.number());
      case GET_BUFFER, RELEASE_BUFFER -> json.field("buffer", event.number());
      case SCALAR, REGION, BARRIER, SET_CROSS_FLAG, WAIT_CROSS_FLAG, MEETING -> {}
    }
    add(
        json.field("stall_reason", waiting.description())
            .field("stall_cycles", waiting.cycles())
            .end());
  }

  private void arguments(Json json, int word, long start, long done) {
    json.key("args").beginObject().fields(words.computeIfAbsent(word, this::fields));
    json.field("start_cycle", start).field("done_cycle", done).fields(model);
  }

  private String fields(int word) {
    return new Json()
        .beginObject()
        .field("pc", "0x" + Long.toHexString(8L * word))
        .field("word", run.bits(word))
        .field("operands", run.assembly(word))
        .field("line", run.place(word))
        .inside();
  }

  /**
   * An arrow leaves inside the last cycle of its first event, because it has to start within it.
   */
  private void link(String kind, CoreLinks.Place first, CoreLinks.Place second) throws IOException {
    links++;
    TimedEvent from = first.timed();
    TimedEvent to = second.timed();
    Json start = begin(kind, "s", first.core().number(), from.pipe().code()).field("cat", kind);
    add(start.field("id", links).field("ts", Math.max(from.start(), from.done() - 1)));
    Json end = begin(kind, "f", second.core().number(), to.pipe().code()).field("cat", kind);
    add(end.field("id", links).field("ts", to.start()).field("bp", "e"));
  }

  private void regions(TimedCore core) throws IOException {
    int number = core.number();
    BlockTiming block = core.timing();
    List<RegionTimeline> regions = run.regions().of(core.index(), shown.first() - 1, shown.count());
    List<TimedEvent> launches =
        block.events().stream().filter(event -> event.kind() == TimedEvent.Kind.REGION).toList();
    RegionLanes lanes = new RegionLanes();
    for (int i = 0; i < regions.size(); i++) {
      long base = launches.get(shown.first() - 1 + i).start();
      for (MicroEvent event : regions.get(i).events()) {
        long start = base + event.start();
        long duration = RegionLanes.duration(event);
        int lane = lanes.choose(event.lane(), start, start + duration);
        Json json =
            begin(run.mnemonic(event.word()), "X", number, lane)
                .field("ts", start)
                .field("dur", duration);
        arguments(json, event.word(), start, base + event.done());
        add(
            json.field("dispatch_cycle", base + event.dispatched())
                .field("retire_cycle", base + event.retired())
                .end());
      }
    }
    for (Map.Entry<Integer, String> lane : lanes.names().entrySet()) {
      thread(number, lane.getKey(), lane.getValue());
    }
  }
}
