package org.ptoc.tools.referee;

import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.IntToLongFunction;
import java.util.stream.Stream;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.flow.WordFlow;

/**
 * Backward liveness of scalar registers and of the words of local memory that hold spilled ones. In
 * a kernel with calls all are live, because the register use of a callee is unknown.
 */
final class LiveScalars {
  /** Bits of scalars in local memory are behind those of registers. */
  private static final int SLOTS = RegisterClass.X.count();

  private LiveScalars() {}

  /**
   * For each word the registers that may be read from there on before they are written, as sets in
   * which bit n is Xn, and behind them {@link ScalarSlots}; all of them in a program with calls.
   */
  static List<BitSet> of(Program program) {
    ScalarSlots slots = ScalarSlots.of(program);
    WordFlow flow = WordFlow.of(program);
    int count = SLOTS + slots.count();
    List<BitSet> live = Stream.generate(BitSet::new).limit(program.size() + 1L).toList();
    if (flow.hasCalls()) {
      live.forEach(each -> each.set(0, count));
      return live;
    }
    for (int part = 0; part < count; part += Long.SIZE) {
      int first = part;
      IntToLongFunction read =
          word ->
              facts(program.at(word).read(RegisterClass.X), slots.loaded(program.at(word)), first);
      IntToLongFunction written =
          word ->
              facts(
                  program.at(word).written(RegisterClass.X), slots.stored(program.at(word)), first);
      long[] after = flow.liveAfter(read, written);
      for (int word = 0; word < after.length; word++) {
        long before = after[word] & ~written.applyAsLong(word) | read.applyAsLong(word);
        BitSet here = live.get(word);
        BitSet.valueOf(new long[] {before}).stream().forEach(each -> here.set(first + each));
      }
    }
    return live;
  }

  /** The 64 bits from {@code first} on of a set with registers and a slot. */
  private static long facts(long registers, OptionalInt slot, int first) {
    long facts = first == 0 ? registers : 0;
    int bit = slot.isPresent() ? SLOTS + slot.getAsInt() - first : -1;
    return bit >= 0 && bit < Long.SIZE ? facts | 1L << bit : facts;
  }
}
