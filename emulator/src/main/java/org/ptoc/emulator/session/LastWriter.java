package org.ptoc.emulator.session;

import java.util.Optional;
import org.ptoc.emulator.machine.ExecutionListener;

/**
 * The word that last touched bytes in front of a position.
 *
 * @param position where it is the next word
 * @param core the core that executed it
 */
public record LastWriter(long position, int core, int word) {

  /**
   * Searches backward from the position of a session, which stays there.
   *
   * @return empty if no word of the run has written the bytes
   */
  public static Optional<LastWriter> find(DebugSession session, ByteRange range) {
    long from = session.position();
    Halt halt = session.back(0, new Touches(session, range, true));
    Optional<LastWriter> found =
        halt instanceof Halt.Observed(int core, int word)
            ? Optional.of(new LastWriter(session.position(), core, word))
            : Optional.empty();
    session.goTo(from);
    return found;
  }

  /** Stops behind words that read or write bytes. */
  public static final class Touches implements Observer {
    private final DebugSession session;
    private final ByteRange range;
    private final boolean isWrite;
    private boolean isTouched;

    public Touches(DebugSession session, ByteRange range, boolean isWrite) {
      this.session = session;
      this.range = range;
      this.isWrite = isWrite;
    }

    @Override
    public boolean wantsEffects() {
      return true;
    }

    @Override
    public Optional<ExecutionListener> listener(int core) {
      return Optional.of(
          (_, record) -> isTouched = range.isTouched(session.launch(), core, record, isWrite));
    }

    @Override
    public boolean after(int core, int word) {
      boolean touched = isTouched;
      isTouched = false;
      return touched;
    }
  }
}
