package org.ptoc.emulator;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.ptoc.emulator.machine.Contents;
import org.ptoc.emulator.machine.GlobalMemory;
import org.ptoc.emulator.unit.LittleEndian;

/**
 * Where the buffers of each rank lie in GM, which all ranks share (spec/70, 4.3). Rank {@code r}
 * has the addresses with {@code r + 1} in bits 47:40, more bits in kernels of more than 16 buffers,
 * and each buffer has the same offset there, so that a distance between ranks is one for all
 * windows.
 */
public final class RankMemory {
  /** Ranks that a context has room for (spec/70, 4.2). */
  public static final int MOST_RANKS = 64;

  /** Buffers of a rank in bits 39:36 of an address. */
  private static final int BUFFERS = 16;

  /** Words of a context: a header of four, and two tables of windows. */
  private static final int CONTEXT_WORDS = 4 + 2 * MOST_RANKS;

  private final int ranks;
  private final int buffers;
  private final int pitch;

  /**
   * @param ranks number of ranks; one has its buffers where launches without ranks have them
   * @param buffers buffers of each
   */
  public RankMemory(int ranks, int buffers) {
    this.ranks = ranks;
    this.buffers = buffers;
    this.pitch = Math.max(BUFFERS, Integer.highestOneBit(Math.max(1, 2 * buffers - 1)));
  }

  /** The place of a buffer among those of {@link #memory}. */
  int slot(int rank, int buffer) {
    return ranks == 1 ? buffer : (rank + 1) * pitch + buffer - 1;
  }

  /** The buffer at a place, without its rank. */
  int buffer(int slot) {
    return ranks == 1 ? slot : (slot + 1) % pitch;
  }

  private long windows(int rank) {
    return GlobalMemory.address(slot(rank, 0));
  }

  /** The memory of all ranks. */
  GlobalMemory memory(List<List<Contents>> contents, boolean slack) {
    List<Contents> all =
        new ArrayList<>(
            Collections.nCopies(slot(ranks - 1, 0) + buffers, Contents.of(new byte[0])));
    for (int rank = 0; rank < ranks; rank++) {
      for (int i = 0; i < buffers; i++) {
        all.set(slot(rank, i), contents.get(rank).get(i));
      }
    }
    return new GlobalMemory(all, slack);
  }

  /**
   * What a rank sees of the memory of all: its own buffers, and the windows of others.
   *
   * @param isWindow for each buffer
   */
  GlobalMemory view(GlobalMemory memory, int rank, List<Boolean> isWindow) {
    if (ranks == 1) {
      return isWindow.contains(true) ? memory.ofRank(0, buffers, _ -> true) : memory;
    }
    int first = slot(rank, 0);
    return memory.ofRank(
        first,
        first + buffers,
        slot ->
            slot >= slot(0, 0)
                && buffer(slot) < buffers
                && (slot >= first && slot < first + buffers || isWindow.get(buffer(slot))));
  }

  /**
   * The context of a rank (spec/70, 4.2): workspace, own rank and number of ranks, bytes of a
   * window, and where the windows of each rank begin, in a table for inputs and a table for outputs
   * that is the same; those of ranks that the launch does not have are where an access traps.
   */
  public byte[] context(int rank) {
    byte[] context = new byte[Long.BYTES * CONTEXT_WORDS];
    LittleEndian.put64(context, 2 * Long.BYTES, (long) ranks << Integer.SIZE | rank);
    LittleEndian.put64(context, 3 * Long.BYTES, ranks == 1 ? 1L << 40 : windows(1) - windows(0));
    for (int peer = 0; peer < MOST_RANKS; peer++) {
      long base = ranks > 1 || peer == 0 ? windows(peer) : new RankMemory(2, buffers).windows(peer);
      LittleEndian.put64(context, (4 + peer) * Long.BYTES, base);
      LittleEndian.put64(context, (4 + MOST_RANKS + peer) * Long.BYTES, base);
    }
    return context;
  }
}
