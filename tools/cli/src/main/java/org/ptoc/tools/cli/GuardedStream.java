package org.ptoc.tools.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Standard output that remembers whether writing failed. A reader that went away ({@code ptoc ... |
 * head}) is not a failure; a full disk is one.
 */
final class GuardedStream extends OutputStream {
  private final PrintStream target;

  GuardedStream(PrintStream target) {
    this.target = target;
  }

  @Override
  public void write(int value) {
    target.write(value);
  }

  @Override
  public void write(byte[] bytes, int start, int count) {
    target.write(bytes, start, count);
  }

  @Override
  public void flush() {
    target.flush();
  }

  /** Why output was lost; empty when nothing was, or when the reader closed the pipe. */
  Optional<String> problem() {
    if (!target.checkError() || !(target instanceof StandardOutput standard)) {
      return Optional.empty();
    }
    return standard.problem();
  }

  /**
   * A print stream over a raw stream that keeps the reason of the first failure, which {@link
   * PrintStream} hides.
   */
  static final class StandardOutput extends PrintStream {
    private final Recorder recorder;

    StandardOutput(OutputStream raw) {
      this(new Recorder(raw));
    }

    private StandardOutput(Recorder recorder) {
      super(recorder, false, StandardCharsets.UTF_8);
      this.recorder = recorder;
    }

    Optional<String> problem() {
      return recorder.problem;
    }
  }

  private static final class Recorder extends OutputStream {
    private final OutputStream raw;
    private Optional<String> problem = Optional.empty();

    Recorder(OutputStream raw) {
      this.raw = raw;
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int start, int count) throws IOException {
      try {
        raw.write(bytes, start, count);
      } catch (IOException e) {
        throw recorded(e);
      }
    }

    @Override
    public void flush() throws IOException {
      try {
        raw.flush();
      } catch (IOException e) {
        throw recorded(e);
      }
    }

    private IOException recorded(IOException e) {
      String message = String.valueOf(e.getMessage());
      if (problem.isEmpty()
          && !message.contains("Broken pipe")
          && !message.contains("Connection reset")) {
        problem = Optional.of(message);
      }
      return e;
    }
  }
}
