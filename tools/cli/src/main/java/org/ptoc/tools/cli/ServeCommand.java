package org.ptoc.tools.cli;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.ptoc.ir.diagnostic.Limit;
import org.ptoc.tools.toolchain.PtoToolchain;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code ptoc serve}: answers the calls of the process that has started it, which come as {@link
 * CallWords} on standard input; see {@link Server}. It ends with that process, also in the middle
 * of a run. With {@code --socket} it is a {@link SocketServer}, which the launcher starts.
 */
final class ServeCommand implements Command {
  private static final Option SCRATCH =
      Option.value("DIR", "directory that is removed when standard input ends", "--scratch");
  private static final Option SOCKET =
      Option.value("FILE", "serve command lines over this Unix domain socket instead", "--socket");
  private static final Option KEY =
      Option.value("TEXT", "answer only clients that send this text", "--key");
  private static final Option IDLE =
      Option.value("SECONDS", "end when no call came for so long, 300 by default", "--idle");
  private static final int IDLE_SECONDS = 300;
  private static final int MOST_IDLE_SECONDS = 86_400;
  private static final int PART = 1 << 16;

  /** Most characters of a call: two sources with every byte escaped. */
  private static final long MOST_CHARACTERS = 2 * 6 * Limit.SOURCE_BYTES.value();

  @Override
  public void describe(CommandSpec spec) {
    Option.add(spec, SCRATCH, SOCKET, KEY, IDLE);
  }

  @Override
  public int execute(ParseResult arguments, Session session) throws CommandFailure {
    if (SOCKET.isIn(arguments)) {
      return serveSocket(arguments, session);
    }
    Optional<String> text = SCRATCH.text(arguments);
    Optional<Path> scratch =
        text.isPresent() ? Optional.of(Session.path(text.get())) : Optional.empty();
    Server server = new Server(PtoToolchain::new, session.environment().crashDirectory());
    BlockingQueue<Supplier<String>> answers = new LinkedBlockingQueue<>();
    PrintStream out = session.out();
    say(Server.greeting(), out);
    Thread worker = new Thread(() -> answer(answers, out), "calls");
    worker.setDaemon(true);
    worker.start();
    try (Reader in = new InputStreamReader(session.environment().in(), StandardCharsets.US_ASCII)) {
      read(in, server, answers);
    } catch (IOException e) {
      // As good as an end.
    }
    // The end of the input is the end of the other process, which waits for no answer.
    worker.interrupt();
    scratch.ifPresent(ServeCommand::remove);
    return ExitStatus.OK;
  }

  private static int serveSocket(ParseResult arguments, Session session) throws CommandFailure {
    long idle = IDLE.number(arguments, 1, MOST_IDLE_SECONDS, IDLE_SECONDS);
    Path socket = Session.path(SOCKET.text(arguments).orElseThrow());
    String key = KEY.text(arguments).orElse("");
    new SocketServer(
            socket,
            key,
            Duration.ofSeconds(idle),
            session.environment().crashDirectory(),
            PtoToolchain::new)
        .run();
    return ExitStatus.OK;
  }

  private static void answer(BlockingQueue<Supplier<String>> answers, PrintStream out) {
    try {
      while (true) {
        say(answers.take().get(), out);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void say(String line, PrintStream out) {
    out.print(line);
    out.print('\n');
    out.flush();
  }

  /** Reads calls to the end of the input. Of a call that is too long nothing is kept. */
  private static void read(Reader in, Server server, BlockingQueue<Supplier<String>> answers)
      throws IOException {
    List<String> words = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    boolean isEmpty = true;
    long length = 0;
    char[] part = new char[PART];
    for (int count = in.read(part); count >= 0; count = in.read(part)) {
      for (int i = 0; i < count; i++) {
        char each = part[i];
        if (each == '\r') {
          continue;
        }
        if (each != '\n') {
          isEmpty = false;
          if (++length <= MOST_CHARACTERS) {
            line.append(each);
          }
        } else if (!isEmpty) {
          words.add(CallWords.word(line.toString()));
          line = new StringBuilder();
          isEmpty = true;
        } else {
          List<String> call = List.copyOf(words);
          boolean isTooLong = length > MOST_CHARACTERS;
          answers.add(() -> isTooLong ? server.tooLong(MOST_CHARACTERS) : server.answer(call));
          words.clear();
          length = 0;
        }
      }
      if (length > MOST_CHARACTERS) {
        words.clear();
        line = new StringBuilder();
      }
    }
  }

  private static void remove(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(directory);
    } catch (IOException e) {
      // Another process removes it too.
    }
  }
}
