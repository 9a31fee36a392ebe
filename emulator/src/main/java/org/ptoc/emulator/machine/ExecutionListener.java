package org.ptoc.emulator.machine;

/**
 * Hears every executed instruction of one block in program order; for cycle models, traces and checkers. The sequence
 * of words is enough to follow loops: a word that is not behind its predecessor begins an iteration or is a branch
 * target.
 */
public interface ExecutionListener {

  /**
   * The block begins.
   *
   * @param core its state, to be read while a later call tells of an instruction; compiled loops write registers late, so
   *     that it is exact only with {@link org.ptoc.emulator.Engine#INTERPRET}
   */
  default void started(Core core) {}

  /**
   * An instruction was executed.
   *
   * @param word its number in the text
   * @param record what it did; valid during the call only
   */
  void executed(int word, ExecutionRecord record);

  /**
   * The block came to an instruction that traps; it is the last that is heard.
   *
   * @param word its number in the text
   */
  default void trapped(int word) {}

  /** The block came to its end. */
  default void finished() {}
}
