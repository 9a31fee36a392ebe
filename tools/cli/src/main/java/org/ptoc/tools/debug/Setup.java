package org.ptoc.tools.debug;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.ptoc.tools.toolchain.DebugTarget;

/**
 * What is debugged.
 *
 * @param sources the text of a source file, empty when it cannot be read
 * @param tiles where tiles lie, as far as that is known
 * @param values views and integers of the source, as far as that is known
 * @param dump a state that does not go on; empty for a launch at its begin
 */
public record Setup(
    DebugTarget target,
    Function<String, Optional<String>> sources,
    TileMap tiles,
    SourceValues values,
    Optional<CoreDump> dump) {

  /** Finds what is debugged, for editors that say it when the debugger runs already. */
  public interface Opener {
    /**
     * Compiles or reads a file.
     *
     * @param words file and options as behind {@code ptoc debug}
     * @throws DebugProblem if that fails
     */
    Setup open(List<String> words) throws DebugProblem;
  }
}
