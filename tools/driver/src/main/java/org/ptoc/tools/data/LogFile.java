package org.ptoc.tools.data;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/** An output file that takes lines while something runs. */
public final class LogFile {
  private static final int BUFFER_BYTES = 1 << 16;

  private final Path path;
  private final OutputFile file;
  private final PrintStream stream;

  private LogFile(Path path, OutputFile file) {
    this.path = path;
    this.file = file;
    this.stream =
        new PrintStream(
            new BufferedOutputStream(file.stream(), BUFFER_BYTES), false, StandardCharsets.UTF_8);
  }

  /** Begins a log. */
  public static LogFile open(Path path) throws IOException {
    return new LogFile(path, OutputFile.open(path));
  }

  /** Takes the lines. */
  public PrintStream stream() {
    return stream;
  }

  /** Puts the log into its place. @return what went wrong, empty when all went well */
  public Optional<String> finish() {
    if (stream.checkError()) {
      discard();
      return Optional.of("cannot write " + path + ": it could not be written completely");
    }
    try {
      file.commit();
      return Optional.empty();
    } catch (IOException e) {
      discard();
      return Optional.of("cannot write " + path + ": " + DataFiles.reason(e));
    }
  }

  /** Leaves the place as it was. */
  public void discard() {
    try {
      file.close();
    } catch (IOException lost) {
      // Nothing of it is wanted.
    }
  }
}
