package org.ptoc.tools.cli;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.tools.data.WhenStopped;

/**
 * What surrounds {@link PtoasCommand}: spellings of options as the public assembler takes them, its
 * exit statuses, and the real tool behind ours when {@code PTOC_FORWARD} names one.
 */
final class Ptoas {
  /** Path of the tool that does the work after our checks. */
  static final String FORWARD = "PTOC_FORWARD";

  /** Set for that tool, so that one which is this tool again is found out. */
  private static final String FORWARDED = "PTOC_FORWARDED";

  private static final String STANDARD_INPUT = "-";

  private final Session session;
  private final Map<String, String> variables;

  Ptoas(Session session) {
    this.session = session;
    this.variables = session.environment().variables();
  }

  int run(List<String> args) throws CommandFailure {
    String tool = variables.getOrDefault(FORWARD, "");
    if (!tool.isEmpty()) {
      return forward(tool, args);
    }
    if (args.contains("--version") || args.contains("-version")) {
      session.out().println("ptoas of " + Version.text());
      return ExitStatus.OK;
    }
    try {
      return new CommandRunner(Commands.PTOAS, session).run(spelled(args));
    } catch (CommandFailure failure) {
      // As with other compilers there is one status for whatever is wrong with the input.
      int status =
          failure.status() == ExitStatus.INTERNAL ? ExitStatus.INTERNAL : ExitStatus.REJECTED;
      throw new CommandFailure(status, failure.diagnostics());
    }
  }

  /** Options with one dash get two; the values of {@code -o} stand alone. */
  private static List<String> spelled(List<String> args) {
    List<String> words = new ArrayList<>();
    for (String arg : args) {
      Optional<PeerOption> option = arg.startsWith("-") ? PeerOption.of(arg) : Optional.empty();
      int equals = arg.indexOf('=');
      words.add(
          option
              .map(found -> found.spelling() + (equals < 0 ? "" : arg.substring(equals)))
              .orElse(arg));
    }
    return words;
  }

  /** Our findings as warnings, then the tool with the same arguments. */
  private int forward(String tool, List<String> args) throws CommandFailure {
    if (variables.containsKey(FORWARDED)) {
      throw CommandFailure.usage(
          FORWARD + " is " + tool + ", which leads back to this tool",
          "name the assembler itself, or unset it");
    }
    Known known = known(args);
    byte[] input = known.readsInput() ? session.read(STANDARD_INPUT) : new byte[0];
    if (known.readsInput() || known.hasFile()) {
      check(known.words(), input);
      session.flush();
    }
    return call(tool, args, known.readsInput(), input);
  }

  /**
   * What of a command line says something to us; the tool itself complains about the rest.
   *
   * @param words options about the code, and the input
   * @param hasFile whether the input is a file
   * @param readsInput whether it is standard input
   */
  private record Known(List<String> words, boolean hasFile, boolean readsInput) {}

  private static Known known(List<String> args) {
    List<String> words = new ArrayList<>();
    boolean hasFile = false;
    boolean hasMore = false;
    for (int i = 0; i < args.size(); i++) {
      String arg = args.get(i);
      Optional<PeerOption> option = arg.startsWith("-") ? PeerOption.of(arg) : Optional.empty();
      boolean separate = option.isPresent() && option.get().takesValue() && !arg.contains("=");
      String value = separate && i + 1 < args.size() ? args.get(++i) : "";
      if (option.isPresent()) {
        if (option.get().part() == PeerOption.Part.CODE) {
          words.add(arg);
          words.addAll(separate ? List.of(value) : List.of());
        }
      } else if (arg.endsWith(".pto") && new File(arg).isFile()) {
        words.add(arg);
        hasFile = true;
      } else {
        hasMore |= !arg.equals(STANDARD_INPUT);
      }
    }
    // Without a name the tool reads standard input, unless a word that we do not know says more.
    boolean readsInput = !hasFile && (args.contains(STANDARD_INPUT) || !hasMore);
    return new Known(words, hasFile, readsInput);
  }

  /** Compiles for the findings; whatever happens here, the tool gets its turn. */
  private void check(List<String> words, byte[] input) {
    Environment around = session.environment();
    Environment quiet =
        new Environment(
            new ByteArrayInputStream(input),
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
            around.err(),
            false,
            around.errIsTerminal(),
            around.crashDirectory(),
            around.variables());
    Reporter reporter = session.reporter();
    reporter.warnings().lowerAll();
    try {
      new CommandRunner(Commands.PTOAS, new Session(quiet, reporter, session::toolchain))
          .run(spelled(words));
    } catch (CommandFailure failure) {
      reporter.report(failure.diagnostics());
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError defect) {
      reporter.report(
          Diagnostic.of(
              DiagnosticCode.INTERNAL,
              Location.NONE,
              "our check of the input failed: " + defect.getClass().getSimpleName()));
    }
  }

  private static int call(String tool, List<String> args, boolean readsInput, byte[] input)
      throws CommandFailure {
    List<String> command = new ArrayList<>(List.of(tool));
    command.addAll(args);
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    builder.environment().put(FORWARDED, tool);
    if (readsInput) {
      builder.redirectInput(ProcessBuilder.Redirect.PIPE);
    }
    try {
      Process process = builder.start();
      try (WhenStopped _ = new WhenStopped(process::destroy)) {
        if (readsInput) {
          feed(process, input);
        }
        return process.waitFor();
      }
    } catch (IOException e) {
      throw CommandFailure.usage(
          FORWARD + " names " + tool + ", which cannot be started",
          Path.of(tool).isAbsolute() ? "it must be an executable file" : "write the whole path");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitStatus.INTERNAL;
    }
  }

  /** A tool that stops reading early is not an error here: its exit status reports the failure. */
  private static void feed(Process process, byte[] input) {
    try (OutputStream pipe = process.getOutputStream()) {
      pipe.write(input);
    } catch (IOException ignored) {
      // The status of the tool is what counts.
    }
  }
}
