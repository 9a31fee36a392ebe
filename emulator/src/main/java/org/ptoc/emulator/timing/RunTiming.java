package org.ptoc.emulator.timing;

import java.util.List;
import org.ptoc.emulator.timing.constant.TimingModel;
import org.ptoc.emulator.timing.constant.TimingSet;
import org.ptoc.emulator.timing.pipe.BlockTiming;
import org.ptoc.ir.isa.Pipe;

/**
 * The time of a run. Blocks do not share anything, so that the slowest one counts.
 *
 * @param set the constants in use
 * @param blocks by block number
 */
public record RunTiming(TimingSet set, List<BlockTiming> blocks) {
  public RunTiming {
    blocks = List.copyOf(blocks);
  }

  /** Cycles of the run, which are the cycles of its slowest block. */
  public long cycles() {
    long most = 0;
    for (BlockTiming block : blocks) {
      most = Math.max(most, block.cycles());
    }
    return most;
  }

  /** The first of the slowest blocks. */
  public int slowestBlock() {
    for (int block = 0; block < blocks.size(); block++) {
      if (blocks.get(block).cycles() == cycles()) {
        return block;
      }
    }
    return 0;
  }

  /** True if the total holds copies whose cost no source states (spec/30, 5.2). */
  public boolean isTransferTimingAssumed() {
    boolean isStated =
        switch (set.profile()) {
          case A5 -> false;
          case A2A3 -> true;
        };
    if (isStated || set.model() == TimingModel.NONE) {
      return false;
    }
    for (BlockTiming block : blocks) {
      boolean ofCube = block.pipes().stream().anyMatch(usage -> usage.pipe() == Pipe.M);
      if (!ofCube && block.bytesIn() + block.bytesOut() > 0) {
        return true;
      }
    }
    return false;
  }
}
