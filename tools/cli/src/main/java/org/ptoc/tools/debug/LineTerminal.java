package org.ptoc.tools.debug;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jline.reader.Candidate;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/** Commands from a person: editing, history, completion; Ctrl-C stops the run. */
public final class LineTerminal implements AutoCloseable {
  private static final String PROMPT = "(ptoc) ";

  private final Terminal terminal;
  private final LineReader reader;

  /** The terminal of this process. */
  public static LineTerminal ofSystem() throws IOException {
    return new LineTerminal(TerminalBuilder.builder().system(true).build());
  }

  /**
   * @param terminal is closed with this
   */
  public LineTerminal(Terminal terminal) {
    this.terminal = terminal;
    reader =
        LineReaderBuilder.builder()
            .terminal(terminal)
            .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
            .completer(
                (_, line, candidates) -> {
                  List<String> words =
                      new ArrayList<>(Console.completions(line.line().substring(0, line.cursor())));
                  words.forEach(each -> candidates.add(new Candidate(each)));
                })
            .build();
  }

  /** Carries out lines until the user leaves. */
  public void run(Console console) {
    terminal.handle(Terminal.Signal.INT, _ -> console.interrupt());
    Optional<String> line = read();
    while (line.isPresent() && console.execute(line.get())) {
      terminal.flush();
      line = read();
    }
  }

  private Optional<String> read() {
    while (true) {
      try {
        return Optional.of(reader.readLine(PROMPT));
      } catch (UserInterruptException again) {
        // Ctrl-C gives the line up.
      } catch (EndOfFileException end) {
        return Optional.empty();
      }
    }
  }

  @Override
  public void close() throws IOException {
    terminal.close();
  }
}
