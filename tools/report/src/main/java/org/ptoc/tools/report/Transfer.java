package org.ptoc.tools.report;

import java.util.List;
import java.util.Optional;
import org.ptoc.emulator.timing.pipe.BlockTiming;
import org.ptoc.emulator.timing.pipe.PipeUsage;
import org.ptoc.ir.cycles.TimingConstant;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.SchedulingClass;
import org.ptoc.tools.toolchain.TimedRun;

/**
 * What went over one path between memories.
 *
 * @param path the name in reports
 * @param pipe the pipe that copies
 * @param bytes bytes copied
 * @param busy cycles in which the pipe worked
 * @param limit most bytes per cycle; empty when the model has no limit
 */
record Transfer(String path, Pipe pipe, long bytes, long busy, Optional<TimingConstant> limit) {

  /** Global memory to UB, and back. */
  static List<Transfer> of(TimedRun run) {
    BlockTiming block = run.slowest();
    return switch (run.program().core()) {
      case VECTOR -> ofVectorCore(run, block);
      case CUBE -> ofCubeCore(run, block);
    };
  }

  /** The limit with its source, and how much of it was used while the pipe worked. */
  String limitText() {
    return limit
        .map(
            most ->
                most.value()
                    + " ["
                    + most.source().tag()
                    + "]"
                    + (most.isAssumed() ? " assumed" : "")
                    + ", "
                    + Numbers.percent(bytes, busy * most.value())
                    + " while busy")
        .orElse("none");
  }

  private static List<Transfer> ofCubeCore(TimedRun run, BlockTiming block) {
    return List.of(
        new Transfer(
            "GM to L1",
            Pipe.MTE2,
            block.bytesIn(),
            busy(block, Pipe.MTE2),
            limit(run, SchedulingClass.DMA_TO_L1)),
        new Transfer(
            "L0 to GM",
            Pipe.FIX,
            block.bytesOut(),
            busy(block, Pipe.FIX),
            limit(run, SchedulingClass.FIXPIPE_TO_GM)));
  }

  private static List<Transfer> ofVectorCore(TimedRun run, BlockTiming block) {
    return List.of(
        new Transfer(
            "GM to UB",
            Pipe.MTE2,
            block.bytesIn(),
            busy(block, Pipe.MTE2),
            limit(run, SchedulingClass.DMA_IN)),
        new Transfer(
            "UB to GM",
            Pipe.MTE3,
            block.bytesOut(),
            busy(block, Pipe.MTE3),
            limit(run, SchedulingClass.DMA_OUT)));
  }

  private static Optional<TimingConstant> perCycle(TimingConstant constant) {
    return switch (constant.name()) {
      case "bytes per cycle" -> Optional.of(constant);
      case "bytes in ten cycles" ->
          Optional.of(
              new TimingConstant(
                  "bytes per cycle",
                  constant.value() / 10,
                  constant.source(),
                  constant.borrowed()));
      default -> Optional.empty();
    };
  }

  private static long busy(BlockTiming block, Pipe pipe) {
    return block.pipes().stream()
        .filter(usage -> usage.pipe() == pipe)
        .mapToLong(PipeUsage::busy)
        .sum();
  }

  private static Optional<TimingConstant> limit(TimedRun run, SchedulingClass schedulingClass) {
    for (InstructionDefinition row : InstructionTable.of(run.program().profile()).definitions()) {
      if (row.schedulingClass() == schedulingClass) {
        return run.timing().set().explain(row, DataType.NONE, DataType.NONE).stream()
            .flatMap(constant -> perCycle(constant).stream())
            .findFirst();
      }
    }
    return Optional.empty();
  }
}
