package org.ptoc.emulator.session;

import java.util.Optional;
import org.ptoc.emulator.machine.ExecutionListener;

/** What a session looks for while it executes words. */
public interface Observer {
  /** An observer that never stops. */
  Observer NONE = new Observer() {};

  /**
   * The words of a core in front of which {@link #before} is asked, asked for once in a run.
   *
   * @param words number of words of its text, which is the length of the array
   */
  default boolean[] marks(int core, int words) {
    return new boolean[words];
  }

  /** Begins to observe from the position where the session is, in the order of the run. */
  default void started() {}

  /** True if the session stops in front of a marked word of a core. */
  default boolean before(int core, int word) {
    return false;
  }

  /** True if {@link #after} is asked after each word, which takes longer. */
  default boolean wantsEffects() {
    return false;
  }

  /** True if the session stops behind a word that a core has executed. */
  default boolean after(int core, int word) {
    return false;
  }

  /** Gets the record of each word of a core, with its exact bytes; takes longer still. */
  default Optional<ExecutionListener> listener(int core) {
    return Optional.empty();
  }
}
