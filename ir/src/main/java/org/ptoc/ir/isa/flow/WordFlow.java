package org.ptoc.ir.isa.flow;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.Program;

/**
 * Which words of a program may execute after each word. After the last word of a loop body come the
 * first word of the body and the word behind it (spec/40, 7.8). Calls are not followed.
 */
public final class WordFlow {
  private final Program program;
  private final int[][] successors;

  /** The loop words by the last word of their bodies. */
  private final Map<Integer, List<Integer>> loops = new HashMap<>();

  private WordFlow(Program program) {
    this.program = program;
    IntStream.range(0, program.size())
        .filter(word -> program.at(word).performs(ControlOperation.LOOP))
        .forEach(
            loop ->
                loops
                    .computeIfAbsent(program.at(loop).target(loop), _ -> new ArrayList<>())
                    .add(loop));
    this.successors = IntStream.range(0, program.size()).mapToObj(this::find).toArray(int[][]::new);
  }

  /** The control flow of a program. */
  public static WordFlow of(Program program) {
    return new WordFlow(program);
  }

  private int[] find(int word) {
    Instruction instruction = program.at(word);
    return switch (instruction.flow()) {
      case NEXT -> next(word, word + 1).toArray();
      case JUMP -> new int[] {instruction.target(word)};
      case BRANCH ->
          IntStream.concat(next(word, word + 1), IntStream.of(instruction.target(word))).toArray();
      case LOOP ->
          IntStream.concat(IntStream.of(word + 1), next(word, instruction.target(word) + 1))
              .toArray();
      case CALL, RETURN, END, TRAP -> new int[0];
    };
  }

  /** A word, and the first words of the bodies around {@code from} that end in front of it. */
  private IntStream next(int from, int word) {
    return IntStream.concat(
        IntStream.of(word),
        loops.getOrDefault(word - 1, List.of()).stream()
            .filter(loop -> loop < from)
            .mapToInt(loop -> loop + 1));
  }

  /** True if the program calls or returns, so that other words than these may follow. */
  public boolean hasCalls() {
    return IntStream.range(0, program.size()).anyMatch(this::isCall);
  }

  private boolean isCall(int word) {
    return switch (program.at(word).flow()) {
      case CALL, RETURN -> true;
      case NEXT, JUMP, BRANCH, LOOP, END, TRAP -> false;
    };
  }

  /**
   * Liveness of up to 64 registers or places, each a bit; all are live after a call or return,
   * because the use in other functions is unknown.
   *
   * @param read what a word reads
   * @param written what it replaces as a whole, after it has read
   * @return for each word what may be read after it before it is written
   */
  public long[] liveAfter(IntToLongFunction read, IntToLongFunction written) {
    int words = program.size();
    long[] reads = IntStream.range(0, words).mapToLong(read::applyAsLong).toArray();
    long[] kept = IntStream.range(0, words).mapToLong(at -> ~written.applyAsLong(at)).toArray();
    long[] after = new long[words];
    boolean changed;
    do {
      changed = false;
      for (int word = words - 1; word >= 0; word--) {
        long live = isCall(word) ? -1 : 0;
        for (int next : successors[word]) {
          live |= after[next] & kept[next] | reads[next];
        }
        changed |= live != after[word];
        after[word] = live;
      }
    } while (changed);
    return after;
  }
}
