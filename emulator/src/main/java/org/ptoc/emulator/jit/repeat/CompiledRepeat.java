package org.ptoc.emulator.jit.repeat;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import org.ptoc.emulator.interpreter.RepeatOperand;
import org.ptoc.emulator.interpreter.Repeats;

/** The compiled form of one operation and element type. Safe for use by several threads. */
final class CompiledRepeat {
  private static final int MOST_REPEATS = TypedLanes.SLOT_BYTES / BlockCopy.REPEAT;

  private final LaneKernel kernel;
  private final LaneForm form;
  private final List<LaneForm> forms;
  private final Optional<CanonicalNumbers> canonical;
  private final ThreadLocal<Workspace> workspaces;

  /** Memory of a thread: the lanes, repeats behind each other as bytes, and the bytes of the active lanes. */
  private record Workspace(TypedLanes lanes, byte[] bytes, MemorySegment segment, long[] mask) {
    static Workspace of(List<LaneForm> forms) {
      byte[] bytes = new byte[TypedLanes.SLOT_BYTES];
      long[] mask = new long[BlockCopy.REPEAT / Long.BYTES];
      return new Workspace(new TypedLanes(forms), bytes, MemorySegment.ofArray(bytes), mask);
    }
  }

  /** @param forms those of the slots of {@link TypedLanes} */
  CompiledRepeat(LaneKernel kernel, List<LaneForm> forms) {
    this.kernel = kernel;
    this.form = forms.get(TypedLanes.RESULT);
    this.forms = List.copyOf(forms);
    this.canonical = form.isNumber() ? Optional.of(CanonicalNumbers.of(form)) : Optional.empty();
    this.workspaces = ThreadLocal.withInitial(() -> Workspace.of(this.forms));
  }

  /** Executes repeats that {@link RepeatRanges} has no objection to. */
  void run(byte[] ub, Repeats repeats) {
    Workspace workspace = workspaces.get();
    MemorySegment memory = MemorySegment.ofArray(ub);
    if (repeats.hasGaps()) {
      BlockCopy.expand(repeats, form.bytes(), workspace.mask);
    }
    for (long from = 0; from < repeats.count(); from += MOST_REPEATS) {
      int count = (int) Math.min(MOST_REPEATS, repeats.count() - from);
      if (repeats.first().isPresent()) {
        load(workspace, TypedLanes.FIRST, ub, memory, repeats.first().get(), repeats, from, count);
      }
      if (repeats.second().isPresent()) {
        load(workspace, TypedLanes.SECOND, ub, memory, repeats.second().get(), repeats, from, count);
      }
      if (repeats.readsDestination()) {
        load(workspace, TypedLanes.ACCUMULATOR, ub, memory, repeats.destination(), repeats, from, count);
      }
      kernel.run(workspace.lanes, repeats.scalar(), count * repeats.lanes());
      store(workspace, ub, memory, repeats, from, count);
    }
  }

  private void load(
      Workspace workspace, int slot, byte[] ub, MemorySegment memory, RepeatOperand operand, Repeats repeats,
      long from, int count) {
    if (isDense(operand, repeats, count)) {
      int bytes = (count - 1) * repeats.bytes(operand) + repeats.activeBytes(operand, from + count - 1);
      long at = operand.address() + from * operand.repeatStride() * BlockCopy.BLOCK;
      workspace.lanes.load(forms.get(slot), slot, memory, at, bytes);
    } else {
      BlockCopy.gather(ub, operand, repeats, from, count, workspace.bytes);
      workspace.lanes.load(forms.get(slot), slot, workspace.segment, 0, count * repeats.bytes(operand));
    }
  }

  private void store(
      Workspace workspace, byte[] ub, MemorySegment memory, Repeats repeats, long from, int count) {
    RepeatOperand to = repeats.destination();
    int bytes = (count - 1) * repeats.bytes(to) + repeats.activeBytes(to, from + count - 1);
    boolean wholeWords = canonical.isEmpty() || bytes % Long.BYTES == 0;
    if (isDense(to, repeats, count) && wholeWords && !repeats.hasGaps()) {
      long at = to.address() + from * to.repeatStride() * BlockCopy.BLOCK;
      workspace.lanes.storeResult(form, memory, at, bytes);
      if (canonical.isPresent()) {
        canonical.get().apply(ub, (int) at, bytes);
      }
      return;
    }
    workspace.lanes.storeResult(form, workspace.segment, 0, count * repeats.bytes(to));
    if (canonical.isPresent()) {
      canonical.get().apply(workspace.bytes, 0, count * repeats.bytes(to));
    }
    if (repeats.hasGaps()) {
      BlockCopy.scatter(workspace.bytes, ub, to, repeats, from, count, workspace.mask);
    } else {
      BlockCopy.scatter(workspace.bytes, ub, to, repeats, from, count);
    }
  }

  /** Whether the active bytes of the repeats are one range. */
  private static boolean isDense(RepeatOperand operand, Repeats repeats, int count) {
    return operand.blockStride() == 1
        && (count == 1 || operand.repeatStride() * BlockCopy.BLOCK == repeats.bytes(operand))
        && (count == 1 || repeats.activeLanes() == repeats.lanes());
  }
}
