package org.ptoc.tools.cli;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.tools.toolchain.PtoToolchain;
import org.ptoc.tools.toolchain.Toolchain;

/** The {@code ptoc} command as a function of its arguments and streams. */
public final class Ptoc {
  private final Environment environment;
  private final Supplier<Toolchain> toolchains;

  private final boolean isResident;

  Ptoc(Environment environment, Supplier<Toolchain> toolchains) {
    this(environment, toolchains, false);
  }

  private Ptoc(Environment environment, Supplier<Toolchain> toolchains, boolean isResident) {
    this.environment = environment;
    this.toolchains = toolchains;
    this.isResident = isResident;
  }

  /** For one call of a server, which refuses what does not end by itself. */
  static Ptoc resident(Environment environment, Supplier<Toolchain> toolchains) {
    return new Ptoc(environment, toolchains, true);
  }

  /**
   * Runs one command line with the real compiler and emulator; the streams are taken for files or
   * pipes, never for a terminal.
   *
   * @return the exit status (design, section 9)
   */
  public static int run(List<String> args, InputStream in, PrintStream out, PrintStream err) {
    return run(args, in, out, err, PtoToolchain::new);
  }

  /**
   * As above with another compiler and emulator, which are made only when the command needs them.
   */
  public static int run(
      List<String> args,
      InputStream in,
      PrintStream out,
      PrintStream err,
      Supplier<Toolchain> toolchains) {
    Path crashes = Path.of(System.getProperty("java.io.tmpdir", "."));
    return new Ptoc(
            new Environment(in, out, err, false, false, crashes, System.getenv()), toolchains)
        .run(args);
  }

  int run(List<String> args) {
    GuardedStream out = new GuardedStream(environment.out());
    PrintStream printer = new PrintStream(out, false, StandardCharsets.UTF_8);
    Environment guarded =
        new Environment(
            environment.in(),
            printer,
            environment.err(),
            environment.outIsTerminal(),
            environment.errIsTerminal(),
            environment.crashDirectory(),
            environment.variables());
    Reporter reporter = new Reporter(environment.err(), environment.errIsTerminal());
    int status =
        attempt(
            args,
            reporter,
            environment.crashDirectory(),
            () -> {
              DiagnosticFormat.applyEarly(args, reporter);
              List<String> words = ArgumentFiles.expand(args);
              DiagnosticFormat.applyEarly(words, reporter);
              int ended;
              try {
                ended = dispatch(words, guarded, reporter);
              } finally {
                printer.flush();
              }
              Optional<String> problem = out.problem();
              if (problem.isPresent()) {
                throw CommandFailure.of(
                    DiagnosticCode.CANNOT_WRITE, "cannot write standard output: " + problem.get());
              }
              return ended;
            });
    reporter.finish();
    return written(reporter) ? status : ExitStatus.USAGE;
  }

  /** Something that ends with a status. */
  interface Attempt {
    int run() throws CommandFailure;
  }

  /**
   * Runs it and reports what it fails with, so that nothing is thrown.
   *
   * @param args what was asked for, for the report of a defect
   * @param crashes where that goes
   */
  static int attempt(List<String> args, Reporter reporter, Path crashes, Attempt attempt) {
    try {
      return attempt.run();
    } catch (CommandFailure failure) {
      reporter.report(failure.diagnostics());
      return failure.status();
    } catch (OutOfMemoryError | StackOverflowError end) {
      reporter.report(Exhaustion.of(end, args));
      return ExitStatus.RESOURCES;
    } catch (RuntimeException | Error defect) {
      reporter.report(CrashReport.write(crashes, args, defect));
      return ExitStatus.INTERNAL;
    }
  }

  /** True if the file of diagnostics, where there is one, could be written. */
  private boolean written(Reporter reporter) {
    Optional<String> problem = reporter.writeRecord();
    problem.ifPresent(
        text ->
            new Reporter(environment.err(), environment.errIsTerminal())
                .report(Diagnostic.of(DiagnosticCode.CANNOT_WRITE, Location.NONE, text)));
    return problem.isEmpty();
  }

  private int dispatch(List<String> args, Environment guarded, Reporter reporter)
      throws CommandFailure {
    String first = args.isEmpty() ? "" : args.getFirst();
    return switch (first) {
      case "", "-h", "--help" -> print(guarded, Commands.overview());
      case "-V", "--version" -> print(guarded, Version.text() + "\n");
      default -> subcommand(args, guarded, reporter);
    };
  }

  private static void requireEnd(Commands chosen, List<String> words) throws CommandFailure {
    if (chosen == Commands.SERVE || chosen == Commands.LSP) {
      throw CommandFailure.usage("a server does not run '" + chosen.spelling() + "'");
    }
    if (words.contains(Watch.OPTION.toString())) {
      throw CommandFailure.usage(
          "a server does not run '" + chosen.spelling() + " " + Watch.OPTION + "'");
    }
  }

  private static int print(Environment environment, String text) {
    environment.out().print(text);
    return ExitStatus.OK;
  }

  private int subcommand(List<String> args, Environment guarded, Reporter reporter)
      throws CommandFailure {
    String name = args.getFirst();
    if (name.equals("help")) {
      List<String> rest = args.size() > 1 ? List.of(args.get(1), "--help") : List.of("--help");
      return dispatch(rest, guarded, reporter);
    }
    Commands chosen = Commands.byName(name).orElse(null);
    if (chosen == null) {
      String kind = name.startsWith("-") ? "option" : "command";
      throw CommandFailure.usage(
          "there is no " + kind + " '" + name + "'" + Suggestion.phrase(name, Commands.names()),
          "'ptoc --help' lists the commands");
    }
    Session session = new Session(guarded, reporter, toolchains);
    List<String> words = args.subList(1, args.size());
    if (isResident) {
      requireEnd(chosen, words);
    }
    return chosen == Commands.PTOAS
        ? new Ptoas(session).run(words)
        : new CommandRunner(chosen, session).run(words);
  }
}
