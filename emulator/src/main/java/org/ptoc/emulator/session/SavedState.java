package org.ptoc.emulator.session;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ptoc.emulator.machine.MachineState;
import org.ptoc.emulator.machine.StateVisitor;

/** A copy of the state of a part of a machine; pages that did not change belong to several. */
final class SavedState {
  private static final int PAGE_BYTES = 4096;

  private final List<Object> entries = new ArrayList<>();

  private SavedState() {}

  /**
   * Saves a state.
   *
   * @param earlier an earlier copy of the same machine, whose equal pages are used again
   */
  static SavedState of(MachineState state, Optional<SavedState> earlier) {
    SavedState saved = new SavedState();
    state.visit(saved.new Saver(earlier));
    return saved;
  }

  /** Puts the copy back. */
  void restore(MachineState state) {
    state.visit(new Restorer(entries.iterator()));
  }

  /** Bytes of the arrays that are not in {@code known}, which gets them. */
  long bytes(Set<Object> known) {
    long bytes = 0;
    for (Object entry : entries) {
      if (entry instanceof byte[][] pages) {
        for (byte[] page : pages) {
          bytes += known.add(page) ? page.length : 0;
        }
      } else if (entry instanceof long[] values) {
        bytes += (long) Long.BYTES * values.length;
      } else if (entry instanceof int[] values) {
        bytes += (long) Integer.BYTES * values.length;
      }
    }
    return bytes;
  }

  /** Copies what it visits. */
  private final class Saver implements StateVisitor {
    private final Optional<SavedState> earlier;

    private Saver(Optional<SavedState> earlier) {
      this.earlier = earlier;
    }

    @Override
    public void bytes(byte[] memory) {
      int place = entries.size();
      byte[][] before =
          earlier.isPresent()
                  && place < earlier.get().entries.size()
                  && earlier.get().entries.get(place) instanceof byte[][] pages
              ? pages
              : new byte[0][];
      byte[][] pages = new byte[(memory.length + PAGE_BYTES - 1) / PAGE_BYTES][];
      for (int i = 0; i < pages.length; i++) {
        int from = i * PAGE_BYTES;
        int to = Math.min(from + PAGE_BYTES, memory.length);
        pages[i] =
            i < before.length && Arrays.equals(memory, from, to, before[i], 0, before[i].length)
                ? before[i]
                : Arrays.copyOfRange(memory, from, to);
      }
      entries.add(pages);
    }

    @Override
    public void longs(long[] values) {
      entries.add(values.clone());
    }

    @Override
    public void ints(int[] values) {
      entries.add(values.clone());
    }

    @Override
    public long number(long value) {
      entries.add(value);
      return value;
    }

    @Override
    public <T> T value(T value) {
      entries.add(value);
      return value;
    }
  }

  /** Copies back, in the same order. */
  private record Restorer(Iterator<Object> entries) implements StateVisitor {
    @Override
    public void bytes(byte[] memory) {
      byte[][] pages = (byte[][]) entries.next();
      for (int i = 0; i < pages.length; i++) {
        System.arraycopy(pages[i], 0, memory, i * PAGE_BYTES, pages[i].length);
      }
    }

    @Override
    public void longs(long[] values) {
      System.arraycopy((long[]) entries.next(), 0, values, 0, values.length);
    }

    @Override
    public void ints(int[] values) {
      System.arraycopy((int[]) entries.next(), 0, values, 0, values.length);
    }

    @Override
    public long number(long value) {
      return (Long) entries.next();
    }

    @Override
    @SuppressWarnings("unchecked") // Visits have one order.
    public <T> T value(T value) {
      return (T) entries.next();
    }
  }
}
