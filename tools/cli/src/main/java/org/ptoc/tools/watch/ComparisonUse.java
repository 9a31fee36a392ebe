package org.ptoc.tools.watch;

import java.util.BitSet;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.SchedulingClass;
import org.ptoc.ir.isa.WordFormat;
import org.ptoc.tools.watch.SynchronizationChecker.Findings;

/**
 * Finds comparisons of A2/A3 whose bits no word reads, in an operation that selects: its selections
 * take the bits of another comparison then. Logic on nothing but such bits makes more of them. The
 * bits of an operation that only compares are its result, which the program may leave unread.
 */
final class ComparisonUse {
  private final Program program;
  private final Findings findings;

  /** Comparisons of operations that select, and logic words of these. */
  private final BitSet comparisons;

  private final BitSet logic;

  private final BitSet unread = new BitSet();
  private final BitSet read = new BitSet();

  /** For each byte of the unified buffer, one more than the comparison that wrote it last. */
  private final ShadowMemory writers = new ShadowMemory();

  /** Bytes that comparisons have written, of those that the present word reads. */
  private long bitBytes;

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

  void executed(int word, ExecutionRecord record) {
    if (comparisons.isEmpty()) {
      return;
    }
    long bytes = 0;
    bitBytes = 0;
    for (int i = 0; i < record.ranges(); i++) {
      if (record.space(i) == AddressSpace.UB && !record.isWrite(i)) {
        bytes += record.length(i);
        writers.visit(record.address(i), record.length(i), this::reads);
      }
    }
    boolean compares = comparisons.get(word) || logic.get(word) && bytes == bitBytes;
    for (int i = 0; i < record.ranges(); i++) {
      if (record.space(i) == AddressSpace.UB && record.isWrite(i)) {
        writers.fill(record.address(i), record.length(i), compares ? word + 1 : 0);
        if (compares) {
          unread.set(word);
        }
      }
    }
  }

  private void reads(long from, long end, long writer) {
    bitBytes += end - from;
    read.set((int) writer - 1);
  }

  void finished() {
    unread.andNot(read);
    unread.stream()
        .forEach(
            word ->
                findings.found(
                    word,
                    program.at(word).definition().mnemonic()
                        + " writes bits that nobody reads, in an operation that selects",
                    word));
  }
}
