package org.ptoc.tools.watch;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.emulator.machine.GlobalMemory;
import org.ptoc.ir.isa.AddressSpace;

/**
 * Follows the bytes of memory that stays between launches: finds reads of bytes that neither a copy
 * nor a launch has written, and accesses that leave the views which the launch was given but not
 * the memory behind them, which the machine carries out.
 */
public final class ResidentChecker implements ExecutionListener {
  private final Map<Integer, Buffer> buffers;
  private final SynchronizationChecker.Findings findings;

  /** Words that were reported, each once for reads and once for views. */
  private final Set<Integer> unwritten = new HashSet<>();

  private final Set<Integer> outside = new HashSet<>();

  /** Which bytes of a memory were ever written. */
  public interface WrittenBytes {
    /** The first byte from {@code from} to {@code end} that was never written; -1 for none. */
    long unwritten(long from, long end);

    /** Notes a write. */
    void write(long from, long end);
  }

  /**
   * A part of a memory that a launch was given, from byte {@code from} to {@code end}.
   *
   * @param title what the parameter is called
   */
  public record View(String title, long from, long end) {}

  /**
   * A memory of a launch.
   *
   * @param views what the launch was given of it, at least one
   */
  public record Buffer(List<View> views, WrittenBytes written) {
    public Buffer {
      views = List.copyOf(views);
    }
  }

  /**
   * A checker of one core.
   *
   * @param buffers memories of the launch by the number of their buffer
   */
  public ResidentChecker(Map<Integer, Buffer> buffers, SynchronizationChecker.Findings findings) {
    this.buffers = buffers;
    this.findings = findings;
  }

  @Override
  public boolean wantsPieces() {
    return !buffers.isEmpty();
  }

  @Override
  public void executed(int word, ExecutionRecord record) {
    if (buffers.isEmpty()) {
      return;
    }
    record
        .pieces()
        .visit(
            (space, address, length, isWrite) -> {
              Buffer buffer =
                  space == AddressSpace.GM ? buffers.get(GlobalMemory.index(address)) : null;
              if (buffer != null) {
                long from = GlobalMemory.offset(address);
                access(word, buffer, from, from + length, isWrite);
              }
            });
  }

  private void access(int word, Buffer buffer, long from, long end, boolean isWrite) {
    View first = buffer.views().getFirst();
    boolean isInside =
        buffer.views().stream().anyMatch(view -> view.from() <= from && end <= view.end());
    if (!isInside && outside.add(word)) {
      findings.found(
          word,
          (isWrite ? "writes" : "reads")
              + " bytes "
              + (from - first.from())
              + " to "
              + (end - 1 - first.from())
              + " of "
              + first.title()
              + ", which is a view of "
              + (first.end() - first.from())
              + " bytes: the access stays in the buffer behind the view, and so does not trap",
          word);
    }
    if (isWrite) {
      buffer.written().write(from, end);
      return;
    }
    long missing = buffer.written().unwritten(from, end);
    if (missing >= 0 && unwritten.add(word)) {
      findings.found(
          word,
          "reads byte "
              + (missing - first.from())
              + " of "
              + first.title()
              + ", which neither a copy nor a launch has written",
          word);
    }
  }
}
