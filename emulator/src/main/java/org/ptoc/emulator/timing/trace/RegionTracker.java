package org.ptoc.emulator.timing.trace;

import java.util.Arrays;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Program;

/** Follows the hardware loops of a vector region by the sequence of executed words. */
public final class RegionTracker {
  private final Program program;
  private final RegionRecorder recorder = new RegionRecorder();
  private int[] begins = new int[8];
  private int[] ends = new int[8];
  private int depth;
  private boolean entering;
  private int firstWord;

  /** Follows the regions of a program, one after the other. */
  public RegionTracker(Program program) {
    this.program = program;
  }

  /** A region begins with {@code word}. */
  public void begin(int word) {
    firstWord = word;
    depth = 0;
    entering = false;
    recorder.begin();
  }

  /** The word that began the present region. */
  public int firstWord() {
    return firstWord;
  }

  /** Words of the region, the first one included. */
  public int words() {
    return 1 + bodyWords(firstWord);
  }

  private int bodyWords(int word) {
    return program.at(word).code(FieldName.IMM32);
  }

  /** Control has come to {@code word}; called for every word of the region before anything else. */
  public void advance(int word) {
    while (depth > 0 && (word < begins[depth - 1] || word >= ends[depth - 1])) {
      depth--;
      recorder.endLoop();
    }
    if (depth > 0 && word == begins[depth - 1] && !entering) {
      recorder.nextIteration();
    }
    entering = false;
  }

  /** The loop word at {@code word} was executed with {@code count} iterations to come. */
  public void loop(int word, long count) {
    if (count <= 0) {
      return;
    }
    if (depth == begins.length) {
      begins = Arrays.copyOf(begins, 2 * depth);
      ends = Arrays.copyOf(ends, 2 * depth);
    }
    begins[depth] = word + 1;
    ends[depth] = word + 1 + bodyWords(word);
    depth++;
    entering = true;
    recorder.beginLoop(word);
  }

  /**
   * More iterations of the innermost loop follow the last two, see {@code
   * ExecutionListener.repeated}.
   */
  public void repeated(int iterations) {
    recorder.repeatIteration(iterations);
  }

  /**
   * A micro-operation was executed, which touched {@code length} bytes from {@code address}; 0
   * without memory.
   */
  public void microOperation(int word, int address, int length) {
    recorder.microOperation(word, address, length);
  }

  /** Ends the region. */
  public RegionTrace end() {
    return recorder.end();
  }
}
