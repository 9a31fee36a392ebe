package org.ptoc.tools.watch;

import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.tools.watch.SynchronizationChecker.Findings;

/**
 * Finds accesses to GM that the machine here does as written but a device may not, because its
 * memory has caches and blocks: bytes that are read back without a fence, 32-byte blocks that two
 * cores store parts of, and 64-byte lines that the scalar unit and the transfers of a launch both
 * store to ({@code docs/device-lints.md}). The cores of a launch run one after another and share
 * what is known.
 */
public final class DeviceMemoryChecker implements ExecutionListener {
  private static final int BLOCK = 32;
  private static final int LINE = 64;

  private final Program program;
  private final CombiningWords combining;
  private final Stores stores;
  private final int core;
  private final Findings visibility;
  private final Findings granularity;

  /** Fences and cache operations of this core so far. */
  private long fences;

  /** What the cores of a launch stored so far. */
  public static final class Stores {
    private final ShadowMemory transfers = new ShadowMemory();
    private final ShadowMemory scalars = new ShadowMemory();
    private final ShadowMemory partialBlocks = new ShadowMemory();
    private final ShadowMemory transferLines = new ShadowMemory();
    private final ShadowMemory scalarLines = new ShadowMemory();
  }

  /**
   * A checker of one core.
   *
   * @param core its number in the launch
   * @param visibility takes bytes that are read back without a fence
   * @param granularity takes blocks and lines that several units store to
   */
  public DeviceMemoryChecker(
      Program program,
      CombiningWords combining,
      Stores stores,
      int core,
      Findings visibility,
      Findings granularity) {
    this.program = program;
    this.combining = combining;
    this.stores = stores;
    this.core = core;
    this.visibility = visibility;
    this.granularity = granularity;
  }

  @Override
  public boolean wantsPieces() {
    return true;
  }

  @Override
  public void executed(int word, ExecutionRecord record) {
    if (program.at(word).definition().semantics() instanceof Semantics.Control(var operation)) {
      if (operation == ControlOperation.FENCE
          || operation == ControlOperation.DATA_BARRIER
          || operation == ControlOperation.CACHE) {
        fences++;
      }
      return;
    }
    if (record.ranges() == 0 && !record.isExact() || combining.contains(word, record)) {
      return;
    }
    Pipe pipe = program.at(word).definition().pipe();
    record
        .pieces()
        .visit(
            (space, address, length, isWrite) -> {
              if (space == AddressSpace.GM) {
                if (isWrite) {
                  stored(pipe, word, address, length);
                } else {
                  loaded(pipe, word, address, length);
                }
              }
            });
  }

  private void loaded(Pipe pipe, int word, long address, long length) {
    stores.transfers.visit(
        address, length, (_, _, store) -> unfenced(store, word, pipe, "a transfer stored"));
    if (pipe != Pipe.S) {
      stores.scalars.visit(
          address, length, (_, _, store) -> unfenced(store, word, pipe, "the scalar unit stored"));
    }
  }

  private void unfenced(long store, int word, Pipe pipe, String how) {
    if (core(store) == core && fences(store) == (fences & MOST_FENCES)) {
      visibility.found(
          word,
          "pipe "
              + pipe
              + " reads bytes of GM that "
              + how
              + ", and no fence is between: a device may read stale bytes",
          word(store));
    }
  }

  private void stored(Pipe pipe, int word, long address, long length) {
    long store = packed(word);
    long firstLine = address & -LINE;
    long lines = (address + length + LINE - 1 & -LINE) - firstLine;
    if (pipe == Pipe.S) {
      stores.transferLines.visit(
          firstLine, lines, (from, _, other) -> sharedLine(other, word, from, "a transfer"));
      stores.scalarLines.visit(
          firstLine,
          lines,
          (from, _, other) -> {
            if (core(other) != core) {
              sharedLine(other, word, from, "the scalar unit of another core");
            }
          });
      stores.scalars.fill(address, length, store);
      stores.scalarLines.fill(firstLine, lines, store);
      return;
    }
    stores.scalarLines.visit(
        firstLine, lines, (from, _, other) -> sharedLine(other, word, from, "the scalar unit"));
    stores.transferLines.fill(firstLine, lines, store);
    stores.transfers.fill(address, length, store);
    long first = address & -BLOCK;
    long last = address + length - 1 & -BLOCK;
    if (address != first || address + length < first + BLOCK) {
      partialBlock(first, word);
    }
    if (last != first && address + length != last + BLOCK) {
      partialBlock(last, word);
    }
  }

  /** A line that this core has cleaned or fenced since is written back already. */
  private void sharedLine(long other, int word, long line, String who) {
    if (core(other) != core || fences(other) == (fences & MOST_FENCES)) {
      granularity.found(
          word,
          "stores into the 64-byte line of GM at 0x"
              + Long.toHexString(line)
              + " that "
              + who
              + " stores to: the scalar cache writes back whole lines",
          word(other));
    }
  }

  private void partialBlock(long block, int word) {
    stores.partialBlocks.visit(
        block,
        BLOCK,
        (_, _, other) -> {
          if (core(other) != core) {
            granularity.found(
                word,
                "stores a part of the 32-byte block of GM at 0x"
                    + Long.toHexString(block)
                    + " that block "
                    + core(other)
                    + " stores another part of: a device may store whole blocks",
                word(other));
          }
        });
    stores.partialBlocks.fill(block, BLOCK, packed(word));
  }

  // A store in one number, which is never 0: its core, the fences in front of it, its word.

  private static final int WORD_BITS = 27;
  private static final int FENCE_BITS = 24;
  private static final long MOST_FENCES = (1L << FENCE_BITS) - 1;

  private long packed(int word) {
    return core + 1L << WORD_BITS + FENCE_BITS | (fences & MOST_FENCES) << WORD_BITS | word;
  }

  private static int core(long store) {
    return (int) (store >>> WORD_BITS + FENCE_BITS) - 1;
  }

  private static long fences(long store) {
    return store >>> WORD_BITS & MOST_FENCES;
  }

  private static int word(long store) {
    return (int) store & (1 << WORD_BITS) - 1;
  }
}
