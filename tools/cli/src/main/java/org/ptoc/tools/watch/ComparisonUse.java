package org.ptoc.tools.watch;

import java.util.BitSet;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.ptoc.emulator.machine.AccessPieces;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.SchedulingClass;
import org.ptoc.ir.isa.WordFormat;
import org.ptoc.tools.watch.SynchronizationChecker.Findings;

/**
 * Finds comparisons of A2/A3 with bits that no word reads, in an operation that selects: its
 * selections take the bits of another comparison, or of other lanes, then. Logic on nothing but
 * such bits makes more of them. The bits of an operation that only compares are its result, which
 * the program may leave unread.
 */
final class ComparisonUse {
  private final Program program;
  private final Findings findings;

  /** Comparisons of operations that select, and logic words of these. */
  private final BitSet comparisons;

  private final BitSet logic;

  private static final int WORD_BITS = 27;

  /**
   * For each byte of the unified buffer the comparison that wrote it last, and which of its
   * executions, counted from 1.
   */
  private final ShadowMemory writers = new ShadowMemory();

  /** Bytes that comparisons have written and nobody has read since. */
  private final BitSet unread = new BitSet();

  /** Comparisons with bits that nobody read before they were overwritten. */
  private final BitSet lost = new BitSet();

  private long executions;

  /** Bytes that the present word reads. */
  private long readBytes;

  /** Those of them that comparisons have written. */
  private long bitBytes;

  /** Whether the present word writes bits that are followed. */
  private boolean compares;

  /** What stands for the present execution in {@link #writers}. */
  private long present;

  private final AccessPieces.Visitor reading = this::read;
  private final AccessPieces.Visitor writing = this::write;

  ComparisonUse(Program program, IntUnaryOperator lines, Findings findings) {
    this.program = program;
    this.findings = findings;
    BitSet selecting = new BitSet();
    words(SchedulingClass.SELECT)
        .forEach(word -> selecting.set(Math.max(0, lines.applyAsInt(word))));
    selecting.clear(0); // Words without a line are no operation.
    IntPredicate selects = word -> selecting.get(Math.max(0, lines.applyAsInt(word)));
    this.comparisons = set(words(SchedulingClass.COMPARE).filter(selects));
    this.logic = set(words(SchedulingClass.BITWISE).filter(selects));
  }

  private static BitSet set(IntStream words) {
    BitSet set = new BitSet();
    words.forEach(set::set);
    return set;
  }

  private IntStream words(SchedulingClass kind) {
    return IntStream.range(0, program.size())
        .filter(word -> program.at(word).definition().format() == WordFormat.U)
        .filter(word -> program.at(word).definition().schedulingClass() == kind);
  }

  /** Whether there is a word whose bits are followed; then the listener hears of exact bytes. */
  boolean hasComparisons() {
    return !comparisons.isEmpty();
  }

  void executed(int word, ExecutionRecord record) {
    if (!hasComparisons()) {
      return;
    }
    readBytes = 0;
    bitBytes = 0;
    record.pieces().visit(reading);
    compares = comparisons.get(word) || logic.get(word) && readBytes == bitBytes;
    executions += compares ? 1 : 0;
    present = compares ? executions << WORD_BITS | word : 0;
    record.pieces().visit(writing);
  }

  private void read(AddressSpace space, long address, long length, boolean isWrite) {
    if (space == AddressSpace.UB && !isWrite) {
      readBytes += length;
      writers.visit(address, length, this::reads);
    }
  }

  private void write(AddressSpace space, long address, long length, boolean isWrite) {
    if (space == AddressSpace.UB && isWrite) {
      int from = (int) address;
      int end = from + (int) length;
      if (!unread.isEmpty()) {
        lose(from, end);
      }
      writers.fill(from, length, present);
      unread.set(from, end, compares);
    }
  }

  private void reads(long from, long end, long writer) {
    bitBytes += end - from;
    unread.clear((int) from, (int) end);
  }

  /**
   * Bits that nobody has read are overwritten, or the kernel ends. Behind those that are read they
   * may be of lanes that nobody needs; in front of them, or where none are read, they are lost.
   */
  private void lose(int from, int end) {
    for (int at = unread.nextSetBit(from); at >= 0 && at < end; ) {
      long writer = writer(at);
      int first = at;
      at++;
      while (unread.get(at) && writer(at) == writer) {
        at++;
      }
      if (writer(at) == writer || writer(first - 1) != writer || unread.get(first - 1)) {
        lost.set((int) writer & (1 << WORD_BITS) - 1);
      }
      at = unread.nextSetBit(at);
    }
  }

  private long writer(int at) {
    return at < 0 ? 0 : writers.at(at);
  }

  void finished() {
    lose(0, unread.length());
    lost.stream()
        .forEach(
            word ->
                findings.found(
                    word,
                    program.at(word).definition().mnemonic()
                        + " writes bits that nobody reads, in an operation that selects",
                    word));
  }
}
