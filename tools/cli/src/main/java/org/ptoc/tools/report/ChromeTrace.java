package org.ptoc.tools.report;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.emulator.timing.constant.TimingSet;
import org.ptoc.emulator.timing.pipe.BlockTiming;
import org.ptoc.emulator.timing.pipe.TimedEvent;
import org.ptoc.emulator.timing.region.MicroEvent;
import org.ptoc.emulator.timing.region.RegionTimeline;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.tools.json.Json;

/**
 * The timeline as Chrome trace events, an array (spec/30, section 15): a process for each core, a
 * thread for each pipe, further threads for the slots of vector regions. One cycle is shown as one
 * microsecond.
 */
public final class ChromeTrace {
  private final TimedRun run;

  private final Cores cores;

  private final RegionRange shown;
  private final Appendable out;

  /** What all events of a word say of it, as fields. */
  private final Map<Integer, String> words = new HashMap<>();

  private final String model;
  private boolean isFirst = true;
  private int links;

  /**
   * The cores of one kind in the order of all cores.
   *
   * @param kernel the name of the kernel
   * @param beside vector cores of a block beside its cube core; 0 where all cores are of one kind
   * @param areCube whether they are the cube cores
   */
  private record Cores(String kernel, int beside, boolean areCube) {
    int process(int core) {
      return beside == 0
          ? core
          : areCube ? core * (1 + beside) : core / beside * (1 + beside) + 1 + core % beside;
    }

    String name(int core) {
      String name =
          beside == 0
              ? "block " + core
              : areCube
                  ? "block " + core + " AIC"
                  : "block " + core / beside + " AIV" + core % beside;
      return name + " of kernel " + kernel;
    }
  }

  private ChromeTrace(TimedRun run, Cores cores, RegionRange shown, Appendable out) {
    this.cores = cores;
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
    Optional<TimedRun> cube = run.cube();
    int beside =
        cube.map(each -> run.timing().blocks().size() / each.timing().blocks().size()).orElse(0);
    String kernel = run.kernel().name();
    ChromeTrace trace = new ChromeTrace(run, new Cores(kernel, beside, false), shown, out);
    if (cube.isPresent()) {
      ChromeTrace other = new ChromeTrace(cube.get(), new Cores(kernel, beside, true), shown, out);
      int shownCores = blocks(run, most);
      for (int block = 0; block < blocks(cube.get(), most); block++) {
        other.block(block);
        trace.follow(other);
        for (int i = block * beside; i < Math.min(shownCores, (block + 1) * beside); i++) {
          trace.block(i);
        }
        other.follow(trace);
      }
    } else {
      for (int block = 0; block < blocks(run, most); block++) {
        trace.block(block);
      }
    }
    out.append("\n]\n");
  }

  /** Goes on where another trace in the same text has come to. */
  private void follow(ChromeTrace other) {
    isFirst = other.isFirst;
    links = other.links;
  }

  private void block(int number) throws IOException {
    name("process_name", number, 0, cores.name(number));
    for (Pipe pipe : run.program().core().pipes()) {
      thread(number, pipe.code(), pipe.spelling());
    }
    BlockTiming block = run.timing().blocks().get(number);
    List<Waiting> waits = Waiting.of(block.events());
    for (int i = 0; i < block.events().size(); i++) {
      event(number, block.events().get(i), waits.get(i));
    }
    for (Link link : Link.of(run.program(), block.events())) {
      link(number, block.events().get(link.from()), block.events().get(link.to()), link.kind());
    }
    regions(number, block);
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
        .field("pid", cores.process(block))
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
  private void link(int block, TimedEvent from, TimedEvent to, Link.Kind kind) throws IOException {
    links++;
    Json start =
        begin(kind.spelling(), "s", block, from.pipe().code()).field("cat", kind.spelling());
    add(start.field("id", links).field("ts", Math.max(from.start(), from.done() - 1)));
    Json end = begin(kind.spelling(), "f", block, to.pipe().code()).field("cat", kind.spelling());
    add(end.field("id", links).field("ts", to.start()).field("bp", "e"));
  }

  private void regions(int number, BlockTiming block) throws IOException {
    List<RegionTimeline> regions = run.regions().of(number, shown.first() - 1, shown.count());
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
