package org.ptoc.tools.cli;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.IntConsumer;

/**
 * One command line of another process over a socket. Everything after the request travels in
 * frames: a letter, the length as four bytes in big-endian order, and the contents.
 *
 * <ul>
 *   <li>from the client: {@code I} bytes of its standard input (none: the end), {@code F} reason
 *       why the input cannot be read, {@code A} reason why output could not be written (empty: it
 *       was), {@code C} a signal number in decimal
 *   <li>from the server: {@code S} the call starts, {@code R} input is wanted, {@code O} and {@code
 *       E} bytes of standard output and standard error, {@code X} the exit status in decimal
 * </ul>
 *
 * <p>The client reads its standard input only when it is wanted, so a command that reads none
 * leaves it to others. Standard output is acknowledged, so that a full disk is an error of the
 * command.
 */
final class CallConnection {
  /** Most bytes of a request; operating systems allow command lines of a few MiB. */
  private static final int MOST_BYTES = 1 << 24;

  /** Exit status of a process that a signal has ended, less the number of the signal. */
  private static final int SIGNALLED = 128;

  private static final int HANG_UP = 1;

  private final DataInputStream from;
  private final DataOutputStream to;
  private final BlockingQueue<Frame> inputs = new LinkedBlockingQueue<>();
  private final BlockingQueue<Frame> acknowledgements = new LinkedBlockingQueue<>();
  private boolean ended;

  private record Frame(char kind, byte[] contents) {
    String text() {
      return new String(contents, StandardCharsets.UTF_8);
    }
  }

  /**
   * What a client asks for.
   *
   * @param key state of the client that a server must share: directory, locale, version and others
   * @param terminals digits of the file descriptors that are terminals
   * @param arguments words after {@code ptoc}
   * @param variables environment variables, {@code NAME=VALUE}
   */
  record Request(String key, String terminals, List<String> arguments, List<String> variables) {}

  CallConnection(InputStream from, OutputStream to) {
    this.from = new DataInputStream(from);
    this.to = new DataOutputStream(to);
  }

  /** Reads the request: its length, then texts with their lengths, as {@code pack} N/a* writes. */
  Request request() throws IOException {
    int left = from.readInt();
    if (left < 0 || left > MOST_BYTES) {
      throw new IOException("a request of " + left + " bytes");
    }
    byte[] bytes = from.readNBytes(left);
    DataInputStream texts = new DataInputStream(new ByteArrayInputStream(bytes));
    Charset encoding = Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));
    String key = text(texts, encoding);
    String terminals = text(texts, encoding);
    List<String> words = new ArrayList<>();
    int arguments = Integer.parseInt(text(texts, encoding));
    while (texts.available() > 0) {
      words.add(text(texts, encoding));
    }
    return new Request(
        key,
        terminals,
        List.copyOf(words.subList(0, arguments)),
        List.copyOf(words.subList(arguments, words.size())));
  }

  private static String text(DataInputStream texts, Charset encoding) throws IOException {
    int length = texts.readInt();
    if (length < 0 || length > texts.available()) {
      throw new EOFException();
    }
    return new String(texts.readNBytes(length), encoding);
  }

  /**
   * Begins the call.
   *
   * @param cancelled is called with an exit status when the client is interrupted or gone before
   *     the call has ended
   */
  void start(IntConsumer cancelled) throws IOException {
    send('S', new byte[0], 0, 0);
    Thread reader = new Thread(() -> read(cancelled), "client");
    reader.setDaemon(true);
    reader.start();
  }

  private void read(IntConsumer cancelled) {
    int signal = HANG_UP;
    try {
      while (true) {
        Frame frame = new Frame((char) from.readUnsignedByte(), from.readNBytes(from.readInt()));
        if (frame.kind() == 'C') {
          signal = Integer.parseInt(frame.text());
          break;
        }
        (frame.kind() == 'A' ? acknowledgements : inputs).add(frame);
      }
    } catch (IOException e) {
      // The client is gone, either served or killed.
    }
    if (!isEnded()) {
      cancelled.accept(SIGNALLED + signal);
    }
  }

  private synchronized boolean isEnded() {
    return ended;
  }

  /** Ends the call; the client then ends with this status. */
  synchronized void end(int status) throws IOException {
    ended = true;
    byte[] text = String.valueOf(status).getBytes(StandardCharsets.US_ASCII);
    send('X', text, 0, text.length);
  }

  private synchronized void send(char kind, byte[] bytes, int start, int count) throws IOException {
    byte[] frame = new byte[1 + Integer.BYTES + count];
    frame[0] = (byte) kind;
    ByteBuffer.wrap(frame).putInt(1, count);
    System.arraycopy(bytes, start, frame, 1 + Integer.BYTES, count);
    to.write(frame);
    to.flush();
  }

  private static Frame next(BlockingQueue<Frame> frames) throws IOException {
    try {
      return frames.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Standard input of the client. */
  InputStream input() {
    return new InputStream() {
      private byte[] rest = new byte[0];
      private int at;
      private boolean atEnd;

      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
      }

      @Override
      public int read(byte[] bytes, int start, int count) throws IOException {
        if (count == 0) {
          return 0;
        }
        if (at == rest.length && !atEnd) {
          send('R', rest, 0, 0);
          Frame frame = next(inputs);
          if (frame.kind() == 'F') {
            throw new IOException(frame.text());
          }
          rest = frame.contents();
          at = 0;
          atEnd = rest.length == 0;
        }
        if (atEnd) {
          return -1;
        }
        int taken = Math.min(count, rest.length - at);
        System.arraycopy(rest, at, bytes, start, taken);
        at += taken;
        return taken;
      }
    };
  }

  /** Standard output of the client; a failure there is one here. */
  OutputStream output() {
    return new Sink('O') {
      @Override
      public void write(byte[] bytes, int start, int count) throws IOException {
        super.write(bytes, start, count);
        String problem = next(acknowledgements).text();
        if (!problem.isEmpty()) {
          throw new IOException(problem);
        }
      }
    };
  }

  /** Standard error of the client. */
  OutputStream errors() {
    return new Sink('E');
  }

  private class Sink extends OutputStream {
    private final char kind;

    Sink(char kind) {
      this.kind = kind;
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int start, int count) throws IOException {
      send(kind, bytes, start, count);
    }
  }
}
