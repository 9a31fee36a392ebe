package org.ptoc.emulator.interpreter;

import java.util.Optional;
import org.ptoc.emulator.interpreter.step.Repeats;
import org.ptoc.emulator.machine.Core;

/**
 * Offers compiled forms of innermost loops and of repeated words. One object serves all blocks of
 * all launches of a program.
 */
public interface LoopEngine {

  /** An engine that leaves everything to the interpreter. */
  LoopEngine NONE = (core, interpreter, word, iterations) -> Optional.empty();

  /**
   * The compiled form of the loop at {@code word}, if there is one by now.
   *
   * @param core the state in front of the first iteration
   * @param interpreter that of the program
   * @param word the {@code loop} word
   * @param iterations iterations that are about to run
   */
  Optional<CompiledLoop> enter(Core core, Interpreter interpreter, int word, long iterations);

  /**
   * Executes all repeats of an element-wise A2/A3 word, if there is a compiled form by now that
   * can.
   *
   * @param core the state in front of the first repeat
   * @param interpreter that of the program
   * @param word the word
   * @param repeats what is to be done, not checked
   * @return false when nothing was done, also because an access is illegal
   */
  default boolean runRepeats(Core core, Interpreter interpreter, int word, Repeats repeats) {
    return false;
  }

  /**
   * Reports that the interpreter keeps an execution of an element-wise A2/A3 word.
   *
   * @param word the word
   * @param reason why, for the log
   */
  default void leaveRepeats(int word, String reason) {}
}
