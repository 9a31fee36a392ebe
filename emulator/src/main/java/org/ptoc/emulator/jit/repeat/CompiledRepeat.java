package org.ptoc.emulator.jit.repeat;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.ptoc.emulator.interpreter.step.RepeatOperand;
import org.ptoc.emulator.interpreter.step.Repeats;
import org.ptoc.emulator.jit.carrier.LaneArray;
import org.ptoc.emulator.lane.CanonicalNumbers;
import org.ptoc.emulator.unit.LittleEndian;

/** The compiled form of one operation and element type. Safe for use by several threads. */
final class CompiledRepeat {
  private static final int MOST_REPEATS = TypedLanes.SLOT_BYTES / BlockCopy.REPEAT;

  private final LaneKernel kernel;
  private final LaneArray result;
  private final List<LaneArray> arrays;
  private final Optional<CanonicalNumbers> canonical;
  private final ThreadLocal<Workspace> workspaces;

  /**
   * Memory of a thread: the lanes, repeats behind each other as bytes, and the bytes of the active
   * lanes.
   */
  private record Workspace(TypedLanes lanes, byte[] bytes, MemorySegment segment, long[] mask) {
    static Workspace of(List<LaneArray> arrays) {
      byte[] bytes = new byte[TypedLanes.SLOT_BYTES];
      long[] mask = new long[BlockCopy.REPEAT / Long.BYTES];
      return new Workspace(new TypedLanes(arrays), bytes, MemorySegment.ofArray(bytes), mask);
    }
  }

  /** Some of the repeats of an execution: {@code count} from {@code from} on. */
  private record Part(byte[] ub, MemorySegment memory, Repeats repeats, long from, int count) {
    int lanes() {
      return count * repeats.lanes();
    }

    boolean isFirst() {
      return from == 0;
    }

    /** Bytes up to the last active lane when the repeats are consecutive. */
    int bytes(RepeatOperand.Blocks operand) {
      return (count - 1) * repeats.bytes(operand) + repeats.activeBytes(operand, from + count - 1);
    }
  }

  /**
   * The compiled form of the words with this work.
   *
   * @throws IllegalArgumentException when there is none
   */
  CompiledRepeat(RepeatWork work) {
    Passes passes = Passes.of(work);
    this.kernel = RepeatCode.kernel(passes);
    this.arrays = passes.arrays();
    this.result = arrays.get(TypedLanes.RESULT);
    this.canonical = passes.canonical();
    this.workspaces = ThreadLocal.withInitial(() -> Workspace.of(arrays));
  }

  /**
   * Executes repeats whose addresses are legal. Where one of them may read what another one writes
   * they are done one by one, which is the order of the interpreter: all reads of a repeat, then
   * its writes.
   */
  void run(byte[] ub, Repeats repeats) {
    Workspace workspace = workspaces.get();
    MemorySegment memory = MemorySegment.ofArray(ub);
    if (repeats.hasGaps()) {
      BlockCopy.expand(repeats, result.bytes(), workspace.mask);
    }
    int most = RepeatRanges.areIndependent(repeats) ? MOST_REPEATS : 1;
    for (long from = 0; from < repeats.count(); from += most) {
      int count = (int) Math.min(most, repeats.count() - from);
      Part part = new Part(ub, memory, repeats, from, count);
      load(workspace, part);
      kernel.run(workspace.lanes, repeats.scalar(), part.lanes());
      switch (repeats.destination()) {
        case RepeatOperand.Blocks to -> store(workspace, part, to);
        case RepeatOperand.Bits to -> storeBits(workspace, part, to);
      }
    }
  }

  private void load(Workspace workspace, Part part) {
    Repeats repeats = part.repeats;
    if (repeats.first().isPresent()) {
      load(workspace, TypedLanes.FIRST, part, repeats.first().get());
    }
    if (repeats.second().isPresent()) {
      switch (repeats.second().get()) {
        case RepeatOperand.Blocks second -> load(workspace, TypedLanes.SECOND, part, second);
        case RepeatOperand.Element(long address, int width) -> {
          long value = LittleEndian.get(part.ub, (int) address, width);
          workspace.lanes.fill(
              arrays.get(TypedLanes.SECOND), TypedLanes.SECOND, value, part.lanes());
        }
      }
    }
    if (repeats.readsDestination() && repeats.destination() instanceof RepeatOperand.Blocks to) {
      load(workspace, TypedLanes.ACCUMULATOR, part, to);
    }
    if (repeats.selector().isPresent()) {
      loadSelector(workspace, part, repeats.selector().get());
    }
  }

  private void load(Workspace workspace, int slot, Part part, RepeatOperand.Blocks operand) {
    Repeats repeats = part.repeats;
    if (isDense(operand, repeats, part.count)) {
      long at = operand.address() + part.from * operand.repeatStride() * BlockCopy.BLOCK;
      workspace.lanes.load(arrays.get(slot), slot, part.memory, at, part.bytes(operand));
    } else {
      BlockCopy.gather(part.ub, operand, repeats, part.from, part.count, workspace.bytes);
      workspace.lanes.load(
          arrays.get(slot), slot, workspace.segment, 0, part.count * repeats.bytes(operand));
    }
  }

  private void loadSelector(Workspace workspace, Part part, RepeatOperand.Selector selector) {
    int width = result.bytes();
    switch (selector) {
      case RepeatOperand.Bits bits -> {
        int at = (int) (bits.address() + part.from * bits.repeatBytes());
        LaneBits.expand(part.ub, at, part.lanes(), width, workspace.bytes);
      }
      case RepeatOperand.Registers registers -> {
        if (!part.isFirst()) {
          return; // The first part is the longest, and all repeats have the same bits.
        }
        LaneBits.expand(registers, part.repeats.lanes(), part.count, width, workspace.bytes);
      }
    }
    workspace.lanes.load(
        arrays.get(TypedLanes.SELECTOR),
        TypedLanes.SELECTOR,
        workspace.segment,
        0,
        part.lanes() * width);
  }

  private void store(Workspace workspace, Part part, RepeatOperand.Blocks to) {
    Repeats repeats = part.repeats;
    int bytes = part.bytes(to);
    boolean wholeWords = canonical.isEmpty() || bytes % Long.BYTES == 0;
    if (isDense(to, repeats, part.count) && wholeWords && !repeats.hasGaps()) {
      long at = to.address() + part.from * to.repeatStride() * BlockCopy.BLOCK;
      workspace.lanes.storeResult(result, part.memory, at, bytes);
      if (canonical.isPresent()) {
        canonical.get().apply(part.ub, (int) at, bytes);
      }
      return;
    }
    int all = part.count * repeats.bytes(to);
    workspace.lanes.storeResult(result, workspace.segment, 0, all);
    if (canonical.isPresent()) {
      canonical.get().apply(workspace.bytes, 0, all);
    }
    if (repeats.hasGaps()) {
      BlockCopy.scatter(
          workspace.bytes, part.ub, to, repeats, part.from, part.count, workspace.mask);
    } else {
      BlockCopy.scatter(workspace.bytes, part.ub, to, repeats, part.from, part.count);
    }
  }

  /** Bits behind the last active lane are 0. */
  private void storeBits(Workspace workspace, Part part, RepeatOperand.Bits to) {
    Repeats repeats = part.repeats;
    int width = result.bytes();
    workspace.lanes.storeResult(result, workspace.segment, 0, part.lanes() * width);
    if (part.from + part.count == repeats.count()) {
      int end = part.lanes() - repeats.lanes() + repeats.lastActiveLanes();
      Arrays.fill(workspace.bytes, end * width, part.lanes() * width, (byte) 0);
    }
    int at = (int) (to.address() + part.from * to.repeatBytes());
    LaneBits.pack(workspace.bytes, part.lanes(), width, part.ub, at);
  }

  /** True if the active bytes of the repeats are one range. */
  private static boolean isDense(RepeatOperand.Blocks operand, Repeats repeats, int count) {
    return operand.blockStride() == 1
        && (count == 1 || operand.repeatStride() * BlockCopy.BLOCK == repeats.bytes(operand))
        && (count == 1 || repeats.activeLanes() == repeats.lanes());
  }
}
