package org.ptoc.emulator.machine;

/**
 * Hears every executed instruction of one block in program order; for cycle models, traces and
 * checkers. The sequence of words is enough to follow loops: a word that is not behind its
 * predecessor begins an iteration or is a branch target.
 */
public interface ExecutionListener {

  /**
   * The block begins.
   *
   * @param core its state, to be read while a later call tells of an instruction; compiled loops
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
   * True if {@link #repeated} may stand for the iterations of the loop that was entered with the
   * last word. A listener that wants every word says no.
   */
  default boolean takesRepeatedIterations() {
    return false;
  }

  /**
   * More iterations of the innermost loop were executed. Each is like the last two that were heard
   * word by word: the same words with the same memory ranges, whose addresses moved by the same
   * amounts again. Never called for iterations that end in a trap, nor before two iterations were
   * heard.
   *
   * @param begin the first word of the loop body
   * @param end the word behind the body
   * @param iterations at least 1
   */
  default void repeated(int begin, int end, long iterations) {}

  /**
   * A vector region begins, the first word of which was heard just now. The words that it is going
   * to execute, their order and their memory ranges are the same whenever {@code inputs} are; there
   * is no call where they depend on other data. A listener that knows these inputs may say so: then
   * it hears nothing of the words up to the end of the region but {@link #repeatedRegion}, or
   * {@link #trapped}. After another answer it hears all words as ever.
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
   * The block came to an instruction that traps; it is the last that is heard.
   *
   * @param word its number in the text
   */
  default void trapped(int word) {}

  /** The block came to its end. */
  default void finished() {}
}
