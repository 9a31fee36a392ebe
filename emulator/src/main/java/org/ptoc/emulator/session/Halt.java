package org.ptoc.emulator.session;

import org.ptoc.emulator.Trap;
import org.ptoc.emulator.machine.EndlessLoop;

/** Why a session stands where it stands. */
public sealed interface Halt {
  /** The wanted position was reached. */
  record Reached() implements Halt {}

  /**
   * The observer wanted to stop.
   *
   * @param core number of the core that was observed
   * @param word the word that is next, or going back and for effects the word that had them
   */
  record Observed(int core, int word) implements Halt {}

  /** A core trapped. Going on begins with the cores of the next group, if there are any. */
  record Trapped(int core, Trap trap) implements Halt {}

  /** A core is in a loop that cannot end. */
  record Endless(int core, EndlessLoop loop) implements Halt {}

  /** All cores have ended. */
  record Ended() implements Halt {}

  /** Going back came to the begin of the run. */
  record Began() implements Halt {}

  /** {@link DebugSession#interrupt} was called. */
  record Interrupted() implements Halt {}
}
