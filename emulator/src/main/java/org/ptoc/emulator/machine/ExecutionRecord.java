package org.ptoc.emulator.machine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.ptoc.emulator.cube.Combination;
import org.ptoc.emulator.cube.ProductPlaces;
import org.ptoc.ir.isa.AddressSpace;

/**
 * What one executed instruction did beyond what its word says. One object is reused for all
 * instructions of a core, and nothing is written unless a listener wants it.
 */
public final class ExecutionRecord {
  /** Most memory ranges of one instruction; the last ones grow to bounds when it touches more. */
  public static final int MOST_RANGES = 8;

  private boolean active;
  private final AddressSpace[] spaces = new AddressSpace[MOST_RANGES];
  private final long[] addresses = new long[MOST_RANGES];
  private final long[] lengths = new long[MOST_RANGES];
  private final boolean[] written = new boolean[MOST_RANGES];
  private int ranges;
  private long repeats;
  private long bytes;
  private long number;
  private Optional<OperandDoubt> doubt = Optional.empty();
  private long doubtfulValue;
  private int doubtfulLane;
  private final AccessPieces pieces = new AccessPieces();
  private final List<Movement> movements = new ArrayList<>();
  private Optional<ProductPlaces> product = Optional.empty();
  private Optional<Combination> combination = Optional.empty();
  private List<CrossSignal> signals = List.of();
  private int vectorCores;
  private boolean exact;

  ExecutionRecord(boolean active) {
    this.active = active;
  }

  /** True if there is a listener. */
  public boolean isActive() {
    return active;
  }

  /**
   * The signal that the word gave to other cores, or those that it took; of a meeting the arrivals
   * of all cores.
   */
  public List<CrossSignal> signals() {
    return signals;
  }

  /** Notes signals between cores. */
  public void signals(List<CrossSignal> some) {
    signals = active ? some : List.of();
  }

  /**
   * The vector cores of the block whose UB a word of the cube core wrote: bit k for core k. 0 for
   * other words.
   */
  public int vectorCores() {
    return vectorCores;
  }

  /** Notes that a word of the cube core writes UB of a vector core of the block. */
  public void writesVectorCore(int number) {
    if (active) {
      vectorCores |= 1 << number;
    }
  }

  /** From now on {@link #pieces} are noted, too. */
  public void notePieces() {
    exact = true;
  }

  /** True if a listener needs exactly the bytes that are touched. */
  public boolean isExact() {
    return active && exact;
  }

  /** Exactly the bytes that were touched; empty unless {@link #isExact}. */
  public AccessPieces pieces() {
    return pieces;
  }

  /**
   * What went from L1 into another memory of the core, in this order, as a load of an operand or of
   * biases takes it; empty for other words, and unless {@link #isExact}.
   */
  public List<Movement> movements() {
    return Collections.unmodifiableList(movements);
  }

  /** Notes a movement; only when {@link #isExact}. */
  public void moves(Movement movement) {
    movements.add(movement);
  }

  /** The product that was computed; empty for other words, and unless {@link #isExact}. */
  public Optional<ProductPlaces> product() {
    return product;
  }

  /** Records a product if a listener needs its bytes. */
  public void multiplies(ProductPlaces places) {
    if (isExact()) {
      product = Optional.of(places);
    }
  }

  /** How a fixpipe word combined its elements with those of GM; empty for all other words. */
  public Optional<Combination> combination() {
    return combination;
  }

  /** Notes how a word combines. */
  public void combines(Optional<Combination> how) {
    if (active) {
      combination = how;
    }
  }

  /** Suspends recording until {@link #resume}; for iterations that listeners take as a whole. */
  public void pause() {
    active = false;
  }

  /** Resumes recording. */
  public void resume() {
    active = true;
  }

  /** Forgets the last instruction. */
  public void clear() {
    ranges = 0;
    pieces.clear();
    movements.clear();
    product = Optional.empty();
    combination = Optional.empty();
    repeats = 0;
    bytes = 0;
    number = 0;
    signals = List.of();
    vectorCores = 0;
    doubt = Optional.empty();
  }

  /** Notes the repeat count that an instruction really used. */
  public void repeats(long count) {
    if (active) {
      repeats = count;
    }
  }

  /** Notes the bytes that a transfer moved, padding not counted. */
  public void moved(long count) {
    if (active) {
      bytes += count;
    }
  }

  /**
   * Notes a dynamic number, loop count, special register's value, merged records, or 1 for a mask
   * that is not full.
   */
  public void number(long value) {
    if (active) {
      number = value;
    }
  }

  /** Notes a read range without gaps. */
  public void reads(AddressSpace space, long address, long length) {
    if (active) {
      add(space, address, length, false);
      if (exact) {
        pieces.add(space, address, length, false);
      }
    }
  }

  /** Notes a written range without gaps. */
  public void writes(AddressSpace space, long address, long length) {
    if (active) {
      add(space, address, length, true);
      if (exact) {
        pieces.add(space, address, length, true);
      }
    }
  }

  /**
   * Records rows of {@code length} bytes that begin {@code stride} bytes apart: their bounds as a
   * range.
   */
  public void rows(
      AddressSpace space, long address, long length, long stride, long rows, boolean write) {
    if (active && rows > 0) {
      add(space, address, (rows - 1) * stride + length, write);
      if (exact) {
        pieces.add(space, address, length, stride, rows, write);
      }
    }
  }

  /** Records a range whose bytes are reported by {@link #piece}. */
  public void hull(AddressSpace space, long address, long length, boolean write) {
    if (active) {
      add(space, address, length, write);
    }
  }

  /** Records bytes of a range of {@link #hull}, if a listener needs them. */
  public void piece(AddressSpace space, long address, long length, boolean write) {
    piece(space, address, length, length, 1, write);
  }

  /** Records rows of a range of {@link #hull}, as {@link #rows} does. */
  public void piece(
      AddressSpace space, long address, long length, long stride, long rows, boolean write) {
    if (isExact()) {
      pieces.add(space, address, length, stride, rows, write);
    }
  }

  /**
   * Notes an operand that is seldom meant; the first one of an instruction stays.
   *
   * @param value the operand
   * @param lane the lane or list that it belongs to, 0 when there is only one
   */
  public void doubts(OperandDoubt kind, long value, int lane) {
    if (active && doubt.isEmpty()) {
      doubt = Optional.of(kind);
      doubtfulValue = value;
      doubtfulLane = lane;
    }
  }

  /** A range that continues an earlier one, as those of dense repeats do, makes that one longer. */
  private void add(AddressSpace space, long address, long length, boolean write) {
    for (int i = 0; i < ranges; i++) {
      if (spaces[i] == space && written[i] == write && addresses[i] + lengths[i] == address) {
        lengths[i] += length;
        return;
      }
    }
    if (ranges < MOST_RANGES - 1) {
      append(space, address, length, write);
      return;
    }
    int like = closest(space, address, length, write);
    // The last place is kept for the first range of the other direction.
    if (ranges < MOST_RANGES && (like < 0 || closest(space, address, length, !write) >= 0)) {
      append(space, address, length, write);
    } else if (like >= 0) {
      lengths[like] = hull(like, address, length);
      addresses[like] = Math.min(addresses[like], address);
    }
  }

  private void append(AddressSpace space, long address, long length, boolean write) {
    spaces[ranges] = space;
    addresses[ranges] = address;
    lengths[ranges] = length;
    written[ranges] = write;
    ranges++;
  }

  /**
   * The range of a space and direction that grows least when it takes the bytes in, -1 when there
   * is none.
   */
  private int closest(AddressSpace space, long address, long length, boolean write) {
    int best = -1;
    for (int i = 0; i < ranges; i++) {
      boolean fits = spaces[i] == space && written[i] == write;
      if (fits
          && (best < 0
              || hull(i, address, length) - lengths[i]
                  < hull(best, address, length) - lengths[best])) {
        best = i;
      }
    }
    return best;
  }

  /** Length of the bounds of a range and more bytes. */
  private long hull(int range, long address, long length) {
    long end = Math.max(addresses[range] + lengths[range], address + length);
    return end - Math.min(addresses[range], address);
  }

  /**
   * Repeats of an A2/A3 vector word, blocks of a sort, bursts of a transfer times its loops,
   * fractals along the shorter side of a load of L0, steps of a matrix product; 0 for other words.
   */
  public long repeats() {
    return repeats;
  }

  /** Bytes that a DMA word moved, multiplications of a matrix product. */
  public long bytes() {
    return bytes;
  }

  /**
   * Event or buffer number, loop count, value of a special register, records consumed by a merge,
   * fractals of the result of a product with a unit flag, unit flag of a fixpipe word, or 1 for an
   * A2/A3 vector word with inactive lanes or a counted mask; 0 for other words.
   */
  public long number() {
    return number;
  }

  /** An operand that is seldom meant. */
  public Optional<OperandDoubt> doubt() {
    return doubt;
  }

  /** The operand of {@link #doubt}. */
  public long doubtfulValue() {
    return doubtfulValue;
  }

  /** The lane or list of {@link #doubt}. */
  public int doubtfulLane() {
    return doubtfulLane;
  }

  /** Number of memory ranges. */
  public int ranges() {
    return ranges;
  }

  /** The memory of range {@code index}. */
  public AddressSpace space(int index) {
    return spaces[index];
  }

  /** First byte of range {@code index}. */
  public long address(int index) {
    return addresses[index];
  }

  /** Bytes of range {@code index}. */
  public long length(int index) {
    return lengths[index];
  }

  /** True if range {@code index} was written; else it was read. */
  public boolean isWrite(int index) {
    return written[index];
  }
}
