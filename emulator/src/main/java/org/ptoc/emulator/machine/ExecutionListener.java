package org.ptoc.emulator.machine;

/**
 * Observes every executed instruction of one block in program order; for cycle models, traces and
 * checkers. The sequence of words is enough to follow loops: a word that is not behind its
 * predecessor begins an iteration or is a branch target.
 */
public interface ExecutionListener {

  /**
   * The block begins.
   *
   * @param core its state, to be read during later calls that report an instruction; compiled loops
   *     write registers late, so that it is exact only with {@link
   *     org.ptoc.emulator.Engine#INTERPRET}
   */
  default void started(Core core) {}

  /**
   * True if records shall hold the {@link ExecutionRecord#pieces} of each word beside its ranges;
   * asked once, in front of the first word.
   */
  default boolean wantsPieces() {
    return false;
  }

  /**
   * An instruction was executed.
   *
   * @param word its number in the text
   * @param record what it did; valid during the call only
   */
  void executed(int word, ExecutionRecord record);

  /**
   * The core has come to a word where cores meet, and is about to wait for the others; {@link
   * #executed} follows when all have come.
   *
   * @param word its number in the text
   * @param arrival what the others receive of it
   */
  default void arrived(int word, CrossSignal arrival) {}

  /**
   * True if {@link #repeated} may report the iterations of the loop that was entered with the last
   * word. False for a listener that needs every word.
   */
  default boolean takesRepeatedIterations() {
    return false;
  }

  /**
   * More iterations of the innermost loop were executed. Each is like the last two that were
   * reported word by word: the same words with the same memory ranges, whose addresses moved by the
   * same amounts again. Never called for iterations that end in a trap, nor before two iterations
   * were reported.
   *
   * @param begin the first word of the loop body
   * @param end the word behind the body
   * @param iterations at least 1
   */
  default void repeated(int begin, int end, long iterations) {}

  /**
   * A vector region begins, whose first word was just reported. The words that it is going to
   * execute, their order and their memory ranges are the same whenever {@code inputs} are; there is
   * no call where they depend on other data. A listener that knows these inputs may return true:
   * then it receives only {@link #repeatedRegion} or {@link #trapped} for the words up to the end
   * of the region. Otherwise it receives all words as usual.
   *
   * @param word the {@code vf_begin} word
   * @param inputs values of scalar registers, the same ones for each execution of the word; not
   *     changed any more
   */
  default boolean knowsRegion(int word, long[] inputs) {
    return false;
  }

  /** The region that {@link #knowsRegion} was last asked for came to its end unheard. */
  default void repeatedRegion() {}

  /**
   * The block reached an instruction that traps, which is the last one reported.
   *
   * @param word its number in the text
   */
  default void trapped(int word) {}

  /** The block came to its end. */
  default void finished() {}
}
