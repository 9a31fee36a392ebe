package org.ptoc.tools.report;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.ptoc.emulator.timing.pipe.BlockTiming;
import org.ptoc.emulator.timing.pipe.TimedEvent;
import org.ptoc.emulator.timing.region.MicroEvent;
import org.ptoc.emulator.timing.region.RegionTimeline;
import org.ptoc.tools.toolchain.TimedRun;

/**
 * The micro-operations of vector regions of the slowest block as a Kanata 0004 log, for pipeline
 * viewers: dispatch (Dp), rename (Rn), compute queue (Cq) or load/store queue (Lq), queue of the
 * execution unit (Eq), execution (Ex), load (Ld) or store (St), completion (Wb), retirement.
 */
public final class KanataLog {
  private final TimedRun run;
  private final TreeMap<Long, List<String>> commands = new TreeMap<>();
  private int number;

  private KanataLog(TimedRun run) {
    this.run = run;
  }

  /** The log of the executions in {@code shown}; without any command when there are none. */
  public static String of(TimedRun run, RegionRange shown) {
    KanataLog log = new KanataLog(run);
    BlockTiming block = run.slowest();
    List<TimedEvent> launches =
        block.events().stream().filter(event -> event.kind() == TimedEvent.Kind.REGION).toList();
    List<RegionTimeline> regions =
        run.regions().of(run.timing().slowestBlock(), shown.first() - 1, shown.count());
    for (int i = 0; i < regions.size(); i++) {
      long base = launches.get(shown.first() - 1 + i).start();
      for (MicroEvent event : regions.get(i).events()) {
        log.instruction(base, event, shown.first() + i);
      }
    }
    return log.write();
  }

  private record Stage(String name, long cycle) {}

  private void instruction(long base, MicroEvent event, int region) {
    int id = number++;
    List<Stage> stages = stages(event);
    long begin = base + event.dispatched();
    at(begin, "I\t" + id + "\t" + id + "\t0");
    at(
        begin,
        "L\t"
            + id
            + "\t0\t0x"
            + Long.toHexString(8L * event.word())
            + ": "
            + run.assembly(event.word()));
    at(
        begin,
        "L\t" + id + "\t1\tregion " + region + ", " + run.place(event.word()) + ", " + run.model());
    for (int i = 0; i < stages.size(); i++) {
      Stage stage = stages.get(i);
      long end = i + 1 < stages.size() ? stages.get(i + 1).cycle() : event.retired();
      if (end > stage.cycle()) {
        at(base + stage.cycle(), "S\t" + id + "\t0\t" + stage.name());
        at(base + end, "E\t" + id + "\t0\t" + stage.name());
      }
    }
    at(base + event.retired(), "R\t" + id + "\t" + id + "\t0");
  }

  /**
   * Stages in order; one that begins before its predecessor, such as an early predicate, is moved
   * behind it.
   */
  private static List<Stage> stages(MicroEvent event) {
    boolean compute =
        event.lane() == MicroEvent.Lane.FIRST_UNIT || event.lane() == MicroEvent.Lane.SECOND_UNIT;
    String work =
        switch (event.lane()) {
          case LOAD -> "Ld";
          case STORE -> "St";
          case FIRST_UNIT, SECOND_UNIT, PREDICATE, BARRIER -> "Ex";
        };
    List<Stage> stages = new ArrayList<>();
    stages.add(new Stage("Dp", event.dispatched()));
    add(stages, "Rn", event.renamed());
    add(stages, compute ? "Cq" : "Lq", Math.min(event.renamed() + 1L, event.entered()));
    if (compute) {
      add(stages, "Eq", event.entered());
    }
    add(stages, work, event.start());
    add(stages, "Wb", event.done());
    return stages;
  }

  private static void add(List<Stage> stages, String name, long cycle) {
    stages.add(new Stage(name, Math.max(cycle, stages.getLast().cycle())));
  }

  private void at(long cycle, String command) {
    commands.computeIfAbsent(cycle, key -> new ArrayList<>()).add(command);
  }

  private String write() {
    StringBuilder text = new StringBuilder("Kanata\t0004\n");
    long before = -1;
    for (var entry : commands.entrySet()) {
      text.append(before < 0 ? "C=\t" + entry.getKey() : "C\t" + (entry.getKey() - before))
          .append('\n');
      before = entry.getKey();
      entry.getValue().forEach(command -> text.append(command).append('\n'));
    }
    return text.toString();
  }
}
