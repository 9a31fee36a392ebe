package org.ptoc.emulator.jit.repeat;

import org.ptoc.emulator.interpreter.step.RepeatOperand;
import org.ptoc.emulator.interpreter.step.Repeats;

/**
 * Checks that the real addresses of an execution are legal and that its repeats do not depend on
 * each other.
 */
final class RepeatRanges {
  /** The selector of words without one: it is nowhere in memory. */
  private static final RepeatOperand.Selector NONE = new RepeatOperand.Registers(0, 0);

  private RepeatRanges() {}

  /**
   * True if all addresses exist and are aligned; else the interpreter has to find the first one
   * that does not.
   */
  static boolean areLegal(Repeats repeats, int memoryBytes) {
    return isInside(repeats.destination(), repeats, memoryBytes)
        && (repeats.first().isEmpty() || isInside(repeats.first().get(), repeats, memoryBytes))
        && (repeats.second().isEmpty() || isInside(repeats.second().get(), repeats, memoryBytes))
        && (!(selector(repeats) instanceof RepeatOperand bits)
            || isInside(bits, repeats, memoryBytes));
  }

  /** True if many repeats may be computed before their results are written. */
  static boolean areIndependent(Repeats repeats) {
    RepeatOperand.Target to = repeats.destination();
    return (repeats.first().isEmpty() || isApart(repeats.first().get(), to, repeats))
        && (repeats.second().isEmpty() || isApart(repeats.second().get(), to, repeats))
        && (!(selector(repeats) instanceof RepeatOperand bits) || isApart(bits, to, repeats))
        && (!repeats.readsDestination() || isWrittenOnce(to, repeats));
  }

  private static RepeatOperand.Selector selector(Repeats repeats) {
    return repeats.selector().isPresent() ? repeats.selector().get() : NONE;
  }

  private static boolean isInside(RepeatOperand operand, Repeats repeats, int memoryBytes) {
    long address = operand.address();
    return address >= 0
        && address <= memoryBytes
        && address % alignment(operand) == 0
        && address + hull(operand, repeats) <= memoryBytes;
  }

  private static int alignment(RepeatOperand operand) {
    return switch (operand) {
      case RepeatOperand.Blocks blocks -> BlockCopy.BLOCK;
      case RepeatOperand.Bits bits -> bits.alignment();
      case RepeatOperand.Element element -> element.laneBytes();
    };
  }

  /** Bytes from the first one to the end of the highest one; strides are not negative. */
  private static long hull(RepeatOperand operand, Repeats repeats) {
    return switch (operand) {
      case RepeatOperand.Blocks blocks -> blockHull(blocks, repeats);
      case RepeatOperand.Bits bits -> repeats.count() * bits.repeatBytes();
      case RepeatOperand.Element element -> element.laneBytes();
    };
  }

  private static long blockHull(RepeatOperand.Blocks operand, Repeats repeats) {
    long last = repeats.count() - 1;
    long spanOfLast = span(operand, repeats.activeBytes(operand, last));
    long spanOfOthers = span(operand, repeats.activeBytes(operand, 0));
    long beforeLast = last == 0 ? 0 : (last - 1) * operand.repeatStride() + spanOfOthers;
    return Math.max(beforeLast, last * operand.repeatStride() + spanOfLast) * BlockCopy.BLOCK;
  }

  /** Blocks from the first to the last one of a repeat. */
  private static long span(RepeatOperand.Blocks operand, int bytes) {
    return (blocks(bytes) - 1L) * operand.blockStride() + 1;
  }

  private static int blocks(int bytes) {
    return (bytes + BlockCopy.BLOCK - 1) / BlockCopy.BLOCK;
  }

  /** True if no repeat reads in {@code source} what another one writes. */
  private static boolean isApart(RepeatOperand source, RepeatOperand.Target to, Repeats repeats) {
    boolean disjoint =
        source.address() + hull(source, repeats) <= to.address()
            || to.address() + hull(to, repeats) <= source.address();
    return disjoint || source.equals(to) && isWrittenOnce(to, repeats);
  }

  /**
   * True if no two blocks are the same: repeats behind each other, or woven into the gaps between
   * the blocks.
   */
  private static boolean isWrittenOnce(RepeatOperand.Target target, Repeats repeats) {
    if (!(target instanceof RepeatOperand.Blocks to)) {
      return true;
    }
    int bytes = Math.max(repeats.activeBytes(to, 0), repeats.activeBytes(to, repeats.count() - 1));
    boolean blocksApart = to.blockStride() >= 1 || blocks(bytes) == 1;
    boolean repeatsApart =
        repeats.count() == 1
            || to.repeatStride() >= span(to, bytes)
            || to.repeatStride() >= 1
                && to.blockStride() > (repeats.count() - 1) * to.repeatStride();
    return blocksApart && repeatsApart;
  }
}
