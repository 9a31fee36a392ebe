package org.ptoc.emulator;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.ptoc.ir.isa.DecodedProgram;

/** How a launch ended. */
public sealed interface RunResult {

  /**
   * All blocks reached their end.
   *
   * @param buffers the buffer arguments after the run, in parameter order, rank after rank
   * @param instructions executed instructions of all blocks
   * @param notices the first access behind the data of each buffer that saw one, by buffer, and the
   *     first word that repeats nothing
   */
  record Completed(List<byte[]> buffers, long instructions, List<Notice> notices)
      implements RunResult {
    public Completed {
      notices = List.copyOf(notices);
    }
  }

  /**
   * A block trapped. What was written before stays written.
   *
   * @param trap the trap of the lowest block that trapped
   * @param buffers the buffer arguments after the run, in parameter order
   * @param notices as in {@link Completed}; what was read there may be the cause of the trap
   */
  record Trapped(Trap trap, List<byte[]> buffers, List<Notice> notices) implements RunResult {
    public Trapped {
      notices = List.copyOf(notices);
    }
  }

  /**
   * The blocks did as much work as the launch allows, or would do so.
   *
   * @param rank its rank, where there are several
   * @param block the block that would exceed it, with all before it at their ends
   * @param core its core, as in {@link Trap}
   * @param wordOffset the word it would have executed next; of an endless loop the first one
   * @param endless a loop that comes back with all that decides what it does next unchanged
   * @param notices as in {@link Completed}
   */
  record LimitReached(
      OptionalInt rank,
      int block,
      String core,
      int wordOffset,
      Optional<Loop> endless,
      List<Notice> notices)
      implements RunResult {
    public LimitReached {
      notices = List.copyOf(notices);
    }
  }

  /** Words of a kernel from the first to the last one. */
  record Loop(int first, int last) {}

  /** The text is not a program; nothing ran. */
  record Rejected(List<DecodedProgram.Fault> faults) implements RunResult {
    public Rejected {
      faults = List.copyOf(faults);
    }
  }

  /** Arguments, block count or limits do not fit the kernel; nothing ran. */
  record InvalidLaunch(String message) implements RunResult {}
}
