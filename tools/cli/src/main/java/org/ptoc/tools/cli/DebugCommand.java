package org.ptoc.tools.cli;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.emulator.session.DebugSession;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Printable;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.tools.debug.Console;
import org.ptoc.tools.debug.CoreDump;
import org.ptoc.tools.debug.DapServer;
import org.ptoc.tools.debug.DebugProblem;
import org.ptoc.tools.debug.LineTerminal;
import org.ptoc.tools.debug.Setup;
import org.ptoc.tools.debug.SourceValues;
import org.ptoc.tools.debug.TileMap;
import org.ptoc.tools.toolchain.DebugTarget;
import org.ptoc.tools.toolchain.Launch;
import org.ptoc.tools.toolchain.Toolchain;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code ptoc debug}: steps through a run, forward and back. */
final class DebugCommand implements Command {
  private static final Option EXECUTE =
      Option.values("COMMAND", "a command to carry out first; several in order", "-ex");
  private static final Option SCRIPT =
      Option.values("FILE", "a file of commands, a line each, behind -ex", "-x");
  private static final Option BATCH =
      Option.flag("leave the debugger after these commands", "--batch");
  private static final Option CORE =
      Option.value("FILE", "show the state of a core dump; it does not go on", "--core");
  private static final Option DAP =
      Option.flag("serve an editor on standard input and output", "--dap");
  private static final Option DAP_PORT =
      Option.value("N", "serve one editor on a port of this machine, 0 for any", "--dap-port");

  @Override
  public void describe(CommandSpec spec) {
    Options.parameters(spec, "FILE", "0..1", ".pto or .o file; none with --dap");
    Option.add(spec, EXECUTE, SCRIPT, BATCH, CORE, DAP, DAP_PORT);
    Option.add(
        spec,
        RunCommand.ARGUMENT,
        AutoArguments.OPTION,
        AutoArguments.SEED,
        RunCommand.BLOCKS,
        BlockParameters.OPTION,
        RunCommand.SUBBLOCKS,
        RunCommand.RATIO,
        RunCommand.RANKS,
        RunCommand.UB_FILL,
        ReportOptions.TIMING,
        TimingParameterOptions.PARAMETER,
        TimingParameterOptions.DEPTH,
        RunCommand.MAD_ORDER,
        RunCommand.ALLOW_OUT_OF_RANGE);
    CodeOptions.describe(spec);
    SourceReader.OPTION.addTo(spec);
  }

  @Override
  public int execute(ParseResult arguments, Session session) throws CommandFailure {
    if (DAP.isIn(arguments) || DAP_PORT.isIn(arguments)) {
      serve(arguments, session);
      return ExitStatus.OK;
    }
    Environment environment = session.environment();
    try {
      Console console =
          new Console(
              setup(arguments, session), text -> environment.out().print(Printable.lines(text)));
      console.greet();
      boolean goesOn = true;
      for (String command : commands(arguments, session)) {
        goesOn = goesOn && console.replay(command);
      }
      if (goesOn && !BATCH.isIn(arguments)) {
        read(console, environment);
      }
      return ExitStatus.OK;
    } catch (DebugProblem problem) {
      throw CommandFailure.usage(problem.text());
    }
  }

  private static void serve(ParseResult arguments, Session session) throws CommandFailure {
    Environment environment = session.environment();
    if (!Options.parameters(arguments).isEmpty()) {
      throw CommandFailure.usage("an editor says what is debugged: leave the file out");
    }
    if (!DAP_PORT.isIn(arguments)) {
      DapServer.serve(words -> opened(words, session), environment.in(), environment.out());
      return;
    }
    int wanted = (int) DAP_PORT.number(arguments, 0, 65_535, 0);
    try (ServerSocket socket = new ServerSocket(wanted, 1, InetAddress.getLoopbackAddress())) {
      environment.err().println("ptoc: waiting for an editor on port " + socket.getLocalPort());
      try (Socket editor = socket.accept()) {
        DapServer.serve(
            words -> opened(words, session), editor.getInputStream(), editor.getOutputStream());
      }
    } catch (IOException failure) {
      throw CommandFailure.usage("cannot serve port " + wanted + ": " + failure.getMessage());
    }
  }

  /** What an editor launches; messages go back to it. */
  private static Setup opened(List<String> words, Session session) throws DebugProblem {
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(messages, true, StandardCharsets.UTF_8);
    Session own = session.child(stream, stream, new Reporter(stream, false));
    try {
      return setup(CommandRunner.parse(Commands.DEBUG, words), own);
    } catch (CommandFailure failure) {
      own.report(failure.diagnostics());
      own.flush();
      throw new DebugProblem(messages.toString(StandardCharsets.UTF_8).strip());
    }
  }

  private static List<String> commands(ParseResult arguments, Session session)
      throws CommandFailure {
    List<String> commands = new ArrayList<>(EXECUTE.texts(arguments));
    for (String file : SCRIPT.texts(arguments)) {
      commands.addAll(new String(session.read(file), StandardCharsets.UTF_8).lines().toList());
    }
    return commands;
  }

  private static void read(Console console, Environment environment) {
    try {
      java.io.Console terminal = System.console();
      if (environment.in() == System.in && terminal != null && terminal.isTerminal()) {
        environment.out().flush();
        try (LineTerminal lines = LineTerminal.ofSystem()) {
          lines.run(console);
        }
        return;
      }
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(environment.in(), StandardCharsets.UTF_8));
      String line = lines.readLine();
      while (line != null && console.replay(line)) {
        environment.out().flush();
        line = lines.readLine();
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Writes the state in which a launch traps: executes it again up to there. */
  static void dump(Launch launch, Diagnostic trap, String file, Session session)
      throws CommandFailure {
    try {
      CoreDump.write(
          DebugSession.untilFailure(session.accept(DebugTarget.of(launch))::begin),
          trap.message(),
          Session.path(file));
    } catch (DebugProblem problem) {
      throw CommandFailure.usage(problem.text());
    } catch (IOException failure) {
      throw CommandFailure.of(
          DiagnosticCode.CANNOT_WRITE, "cannot write " + file + ": " + failure.getMessage());
    }
  }

  /** What the options say is debugged. */
  static Setup setup(ParseResult arguments, Session session) throws CommandFailure, DebugProblem {
    if (Options.parameters(arguments).isEmpty()) {
      throw CommandFailure.usage("missing required parameter: 'FILE'");
    }
    String file = Options.parameters(arguments).getFirst();
    ObjectFile object = RunCommand.object(arguments, file, session);
    KernelObject kernel = ObjectKernelChoice.choose(object, CodeOptions.kernel(arguments));
    SourceReader sources = SourceReader.of(arguments, session);
    Optional<CoreDump> dump = Optional.empty();
    Toolchain.Outcome<DebugTarget> target;
    Optional<String> core = CORE.text(arguments);
    if (core.isPresent()) {
      dump = Optional.of(CoreDump.read(session.read(core.get())));
      if (!dump.get().kernel().equals(kernel.name())) {
        throw CommandFailure.of(
            DiagnosticCode.BAD_ARGUMENT,
            "the core dump is of kernel " + dump.get().kernel() + ", not " + kernel.name());
      }
      int blocks = dump.get().blocks();
      int subblocks = dump.get().subblocks();
      target =
          DebugTarget.of(
              Launch.of(object, kernel, dump.get().arguments())
                  .with(same -> same.withBlocks(blocks).withSubblocks(subblocks))
                  .withProtection(new Toolchain.Protection(false, false)));
    } else {
      target =
          DebugTarget.of(
              RunCommand.launch(
                  new RunCommand.RunRequest(
                      arguments, object, kernel, Optional.empty(), 1, true, session)));
    }
    return new Setup(
        session.accept(target),
        name -> name.equals(file) ? text(name, session) : sources.apply(name),
        tiles(arguments, file, session),
        SourceValues.of(AutoArguments.functions(object, kernel, arguments, session)),
        dump);
  }

  private static Optional<String> text(String file, Session session) {
    try {
      return Optional.of(new String(session.read(file), StandardCharsets.UTF_8));
    } catch (CommandFailure unreadable) {
      return Optional.empty();
    }
  }

  /** Where the compiler puts tiles, of a file that it compiles. */
  private static TileMap tiles(ParseResult arguments, String file, Session session)
      throws CommandFailure {
    if (!file.endsWith(".pto")) {
      return TileMap.NONE;
    }
    Toolchain.Request request = CodeOptions.request(arguments, CodeOptions.reportOfResources());
    Toolchain.Outcome<ObjectFile> outcome =
        session.toolchain().compile(session.source(file, session.read(file)), request);
    return TileMap.of(outcome.tiles().values().stream().flatMap(List::stream));
  }
}
