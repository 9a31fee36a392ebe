package org.ptoc.tools.cli;

import java.util.Optional;
import org.ptoc.tools.data.WhenStopped;

/**
 * What is said when a person stops the process while something goes on. No output is under way
 * then, and none begins any more.
 */
final class Interruption implements AutoCloseable {
  private final Optional<WhenStopped> end;

  Interruption(Runnable message) {
    this(message, true);
  }

  /**
   * @param wanted whether anything is said
   */
  Interruption(Runnable message, boolean wanted) {
    this.end = wanted ? Optional.of(new WhenStopped(() -> say(message))) : Optional.empty();
  }

  private static void say(Runnable message) {
    OutputGate.close();
    message.run();
  }

  @Override
  public void close() {
    end.ifPresent(WhenStopped::close);
  }
}
