package org.ptoc.emulator.jit.repeat;

import java.util.Optional;
import org.ptoc.emulator.interpreter.RepeatOperand;
import org.ptoc.emulator.interpreter.Repeats;

/** Whether the real addresses of an execution allow to compute many repeats before their results are written. */
final class RepeatRanges {
  private static final String OUTSIDE = "an address is illegal";
  private static final String OVERLAP = "operands overlap";

  private RepeatRanges() {}

  /** Why the repeats have to be left to the interpreter; empty when they need not. */
  static Optional<String> objection(Repeats repeats, int memoryBytes) {
    RepeatOperand to = repeats.destination();
    boolean inside =
        isInside(to, repeats, memoryBytes)
            && (repeats.first().isEmpty() || isInside(repeats.first().get(), repeats, memoryBytes))
            && (repeats.second().isEmpty() || isInside(repeats.second().get(), repeats, memoryBytes));
    if (!inside) {
      return Optional.of(OUTSIDE);
    }
    boolean apart =
        (repeats.first().isEmpty() || isApart(repeats.first().get(), to, repeats))
            && (repeats.second().isEmpty() || isApart(repeats.second().get(), to, repeats))
            && (!repeats.readsDestination() || isWrittenOnce(to, repeats));
    return apart ? Optional.empty() : Optional.of(OVERLAP);
  }

  /** Strides are not negative, so that the first block is the lowest and the last one the highest. */
  private static boolean isInside(RepeatOperand operand, Repeats repeats, int memoryBytes) {
    long address = operand.address();
    return address >= 0
        && address <= memoryBytes
        && address % BlockCopy.BLOCK == 0
        && address + hull(operand, repeats) <= memoryBytes;
  }

  /** Bytes from the first block to the end of the highest one. */
  private static long hull(RepeatOperand operand, Repeats repeats) {
    long last = repeats.count() - 1;
    long spanOfLast = span(operand, repeats.activeBytes(operand, last));
    long spanOfOthers = span(operand, repeats.activeBytes(operand, 0));
    long beforeLast = last == 0 ? 0 : (last - 1) * operand.repeatStride() + spanOfOthers;
    return Math.max(beforeLast, last * operand.repeatStride() + spanOfLast) * BlockCopy.BLOCK;
  }

  /** Blocks from the first to the last one of a repeat. */
  private static long span(RepeatOperand operand, int bytes) {
    return (blocks(bytes) - 1L) * operand.blockStride() + 1;
  }

  private static int blocks(int bytes) {
    return (bytes + BlockCopy.BLOCK - 1) / BlockCopy.BLOCK;
  }

  /** Whether no repeat reads in {@code source} what another one writes. */
  private static boolean isApart(RepeatOperand source, RepeatOperand to, Repeats repeats) {
    boolean disjoint =
        source.address() + hull(source, repeats) <= to.address()
            || to.address() + hull(to, repeats) <= source.address();
    return disjoint || source.equals(to) && isWrittenOnce(to, repeats);
  }

  /** Whether no two blocks are the same: repeats behind each other, or woven into the gaps between the blocks. */
  private static boolean isWrittenOnce(RepeatOperand to, Repeats repeats) {
    int bytes = Math.max(repeats.activeBytes(to, 0), repeats.activeBytes(to, repeats.count() - 1));
    boolean blocksApart = to.blockStride() >= 1 || blocks(bytes) == 1;
    boolean repeatsApart =
        repeats.count() == 1
            || to.repeatStride() >= span(to, bytes)
            || to.repeatStride() >= 1 && to.blockStride() > (repeats.count() - 1) * to.repeatStride();
    return blocksApart && repeatsApart;
  }
}
