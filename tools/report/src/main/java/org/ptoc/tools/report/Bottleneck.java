package org.ptoc.tools.report;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.ptoc.emulator.timing.pipe.BlockTiming;
import org.ptoc.emulator.timing.pipe.PipeUsage;
import org.ptoc.emulator.timing.region.DispatchStall;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.tools.toolchain.TimedRun;

/**
 * The pipe that holds most of the critical path, and what of it limits.
 *
 * @param pipe the pipe, with the kind of its core where there are two
 * @param cycles its cycles on the critical path
 * @param resource what takes most of its time: bandwidth or start-up of copies, a queue of the
 *     vector region, execution
 */
record Bottleneck(String pipe, long cycles, String resource) {

  /** Empty without a timeline, and without a cycle model. */
  static Optional<Bottleneck> of(TimedRun run) {
    List<CriticalPath.Segment> path = CriticalPath.of(run);
    Map<Boolean, Map<Pipe, Long>> cycles = new TreeMap<>();
    for (CriticalPath.Segment segment : path) {
      cycles
          .computeIfAbsent(segment.run() != run, _ -> new EnumMap<>(Pipe.class))
          .merge(segment.pipe(), segment.cycles(), Long::sum);
    }
    return cycles.entrySet().stream()
        .flatMap(
            kind ->
                kind.getValue().entrySet().stream()
                    .map(each -> of(run, kind.getKey(), each.getKey(), each.getValue())))
        .reduce((one, other) -> other.cycles > one.cycles ? other : one);
  }

  private static Bottleneck of(TimedRun run, boolean isCube, Pipe pipe, long cycles) {
    TimedRun own = isCube ? run.cube().orElse(run) : run;
    String kind = run.cube().isEmpty() ? "" : isCube ? "AIC " : "AIV ";
    return new Bottleneck(kind + pipe.spelling(), cycles, resource(own, pipe));
  }

  private static String resource(TimedRun run, Pipe pipe) {
    for (Transfer transfer : Transfer.of(run)) {
      if (transfer.pipe() == pipe) {
        return copies(transfer);
      }
    }
    return switch (pipe) {
      case V -> vectors(run.slowest());
      case M -> "matrix products";
      case MTE1 -> "loads of L0A and L0B";
      case S, MTE2, MTE3, MTE4, MTE5, V2, FIX, ALL -> "fetch and scalar instructions";
    };
  }

  /** Bandwidth when the bytes alone take half of the time at the highest rate. */
  private static String copies(Transfer transfer) {
    boolean bandwidth =
        transfer.limit().isPresent()
            && 2 * transfer.bytes() >= transfer.busy() * transfer.limit().get().value();
    return transfer.path() + (bandwidth ? ", bandwidth" : ", start-up of copies");
  }

  /** The reason that keeps regions from dispatching for half of the time, or else execution. */
  private static String vectors(BlockTiming block) {
    long busy =
        block.pipes().stream()
            .filter(usage -> usage.pipe() == Pipe.V)
            .mapToLong(PipeUsage::busy)
            .sum();
    Optional<Map.Entry<DispatchStall, Long>> most =
        sorted(block.dispatchStalls()).entrySet().stream()
            .reduce((one, other) -> other.getValue() > one.getValue() ? other : one);
    return most.filter(stall -> 2 * stall.getValue() >= busy)
        .map(stall -> "vector regions, " + stall.getKey().description())
        .orElse("vector execution");
  }

  private static Map<DispatchStall, Long> sorted(Map<DispatchStall, Long> stalls) {
    Map<DispatchStall, Long> all = new EnumMap<>(DispatchStall.class);
    all.putAll(stalls);
    return all;
  }

  /** {@code 62.1 %} of the cycles of a run. */
  String share(TimedRun run) {
    return Numbers.percent(cycles, run.totals().getFirst());
  }
}
