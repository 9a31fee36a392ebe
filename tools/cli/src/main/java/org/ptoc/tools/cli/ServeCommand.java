package org.ptoc.tools.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.ptoc.tools.toolchain.PtoToolchain;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code ptoc serve}: answers the calls of the process that has started it, which come as {@link
 * CallWords} on standard input; see {@link Server}. It ends with that process, also in the middle
 * of a run.
 */
final class ServeCommand implements Command {
  private static final String SCRATCH = "--scratch";

  @Override
  public CommandSpec describe() {
    CommandSpec spec = CommandSpec.create();
    Options.value(spec, "DIR", "directory that is removed when standard input ends", SCRATCH);
    MessageOptions.describe(spec);
    return spec;
  }

  @Override
  public int execute(ParseResult arguments, Session session) throws CommandFailure {
    Optional<String> text = Options.text(arguments, SCRATCH);
    Optional<Path> scratch =
        text.isPresent() ? Optional.of(Session.path(text.get())) : Optional.empty();
    BlockingQueue<List<String>> calls = new LinkedBlockingQueue<>();
    Thread reader = new Thread(() -> read(session, calls, scratch), "calls");
    reader.setDaemon(true);
    reader.start();
    PrintStream out = session.environment().out();
    say(Server.greeting(), out);
    Server server = new Server(PtoToolchain::new, session.environment().crashDirectory());
    try {
      while (true) {
        say(server.answer(calls.take()), out);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitStatus.OK;
    }
  }

  private static void say(String line, PrintStream out) {
    out.print(line);
    out.print('\n');
    out.flush();
  }

  /** The end of the input is the end of the other process: nobody waits for an answer then. */
  private static void read(
      Session session, BlockingQueue<List<String>> calls, Optional<Path> scratch) {
    List<String> words = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(session.environment().in(), StandardCharsets.US_ASCII))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.isEmpty()) {
          calls.add(List.copyOf(words));
          words.clear();
        } else {
          words.add(CallWords.word(line));
        }
      }
    } catch (IOException e) {
      // As good as an end.
    }
    scratch.ifPresent(ServeCommand::remove);
    Runtime.getRuntime().halt(ExitStatus.OK);
  }

  private static void remove(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(directory);
    } catch (IOException e) {
      // Somebody else removes it too.
    }
  }
}
