package org.ptoc.tools.cli;

import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.ptoc.emulator.Engine;
import org.ptoc.emulator.print.Printout;
import org.ptoc.ir.Function;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Limit;
import org.ptoc.ir.diagnostic.Printable;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.object.ObjectReader;
import org.ptoc.tools.cli.Toolchain.RunOutcome;
import org.ptoc.tools.data.Comparison.Tolerance;
import org.ptoc.tools.data.DataArray;
import org.ptoc.tools.data.NpyWriter;
import org.ptoc.tools.report.TimedRun;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code ptoc run}: compiles if need be, runs one kernel, writes and compares buffers, tells the
 * cycles.
 */
final class RunCommand implements Command {
  private static final List<String> INPUTS = List.of(".pto", ".o");

  static final String DUMP_ALL = "--dump-all";
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  @Override
  public CommandSpec describe() {
    CommandSpec spec = CommandSpec.create();
    Options.parameters(spec, "FILE", "1..*", ".pto, .o files, directories, quoted patterns, -");
    Options.values(
        spec,
        "DATA",
        "next argument, or NAME=DATA: FILE.npy, FILE.bin, i32:5, f16:0x4200, zeros:f32:64x64,"
            + " ones:, iota:, fill:VALUE:f32:4x4, rand:SEED:f32:64x64",
        "-a",
        "--arg");
    AutoArguments.describe(spec);
    Options.values(spec, "K=FILE", "write parameter K (from 0, or its name)", "-d", "--dump");
    Options.value(spec, "DIR", "write every buffer as DIR/NAME.npy", DUMP_ALL);
    Options.values(spec, "K=DATA", "compare parameter K; exit 4 when it differs", "--expect");
    Options.value(spec, "TOL", "abs=A,rel=R: |got-want| <= A + R*|want|", "--tol");
    Options.value(spec, "N", "number of blocks (default: 1)", "-b", "--blocks");
    BlockParameters.describe(spec);
    Options.value(
        spec,
        "N",
        "vector cores of each block, 1 or 2 (default: 2 beside a cube core, else 1)",
        "--subblocks");
    Options.value(spec, "N", "most blocks at the same time (default: processors)", "--threads");
    Options.value(spec, "BYTE", "content of UB at entry (default: 0)", "--ub-fill");
    Options.words(
        spec,
        styles(),
        "STYLE",
        "how tprint writes tiles: device (default), with padding, or short, the valid region",
        "--tprint");
    ReportOptions.describe(spec);
    WatchOptions.describe(spec);
    Options.words(
        spec,
        engines(),
        "ENGINE",
        "how to execute: auto (default), interpret, jit, vector",
        "--engine");
    Options.flag(
        spec,
        "tell on standard error what the engine compiled, and what not and why",
        "--engine-log");
    Options.value(
        spec,
        "N",
        "most work of a block: words, repeats of a word, units of 256 moved bytes; 0 for no limit;"
            + " default "
            + Limit.WORK.value(),
        "--timeout-insns");
    CodeOptions.describe(spec);
    MessageOptions.describe(spec);
    return spec;
  }

  @Override
  public int execute(ParseResult arguments, Session session) throws CommandFailure {
    MessageOptions.apply(arguments, session);
    InputFiles inputs = InputFiles.of(Options.parameters(arguments), INPUTS);
    if (inputs.isBatch()) {
      return new RunBatch(arguments).run(inputs, session);
    }
    ObjectFile object = object(arguments, inputs.files().getFirst().name(), session);
    KernelObject kernel = KernelChoice.choose(object, Options.kernel(arguments));
    RunRequest request =
        new RunRequest(
            arguments,
            object,
            kernel,
            Options.text(arguments, DUMP_ALL),
            Runtime.getRuntime().availableProcessors(),
            false,
            session);
    Done done = run(request, chosen -> request.note(AutoArguments.command(arguments, chosen)));
    return done.status();
  }

  /**
   * One run.
   *
   * @param dumpDirectory where all buffers go
   * @param threads most blocks at the same time unless an option says it
   * @param quiet whether only what was asked for is printed
   * @param given the arguments
   */
  record RunRequest(
      ParseResult arguments,
      ObjectFile object,
      KernelObject kernel,
      Optional<String> dumpDirectory,
      int threads,
      boolean quiet,
      ArgumentBinder.Given given,
      Session session) {
    /** With arguments as {@code --arg} gives them. */
    RunRequest(
        ParseResult arguments,
        ObjectFile object,
        KernelObject kernel,
        Optional<String> dumpDirectory,
        int threads,
        boolean quiet,
        Session session) {
      this(
          arguments,
          object,
          kernel,
          dumpDirectory,
          threads,
          quiet,
          new ArgumentBinder.Given(Options.texts(arguments, "--arg"), ArgumentBinder::load),
          session);
    }

    /** Prints a line about the run, where it does not get into a report for programs. */
    void note(String line) {
      boolean json = Options.text(arguments, "--report").filter("json"::equals).isPresent();
      (json ? session.environment().err() : session.environment().out()).println(line);
    }
  }

  /**
   * How a run ended that did not fail.
   *
   * @param status 0, or 4 when a check found something
   * @param cycles totals, the one that the user chose first
   * @param timed the figures behind the totals; empty when nothing was timed
   */
  record Done(int status, List<Toolchain.Cycles> cycles, Optional<TimedRun> timed) {}

  /**
   * @param chosen gets the arguments that were chosen, before the run
   */
  static Done run(RunRequest request, Consumer<List<String>> chosen) throws CommandFailure {
    ParseResult arguments = request.arguments();
    ObjectFile object = request.object();
    KernelObject kernel = request.kernel();
    Session session = request.session();
    ReportOptions reports = ReportOptions.read(arguments, object.profile());
    List<BufferOption> dumps = dumps(request);
    List<BufferOption> expected =
        BufferOption.parse("--expect", Options.texts(arguments, "--expect"), kernel);
    Tolerance tolerance = Expectations.tolerance(Options.text(arguments, "--tol").orElse("0"));
    ArgumentBinder.Bound given = arguments(request, chosen);
    List<BoundArgument> bound = given.arguments();
    List<DataArray> wanted = new ArrayList<>();
    for (BufferOption option : expected) {
      wanted.add(Expectations.load(option, bound.get(option.parameter()).format()));
    }
    WatchOptions watch = WatchOptions.read(arguments, object, kernel, session);
    RunOutcome.Completed completed = run(launch(request, given, reports, watch), watch, session);
    for (BufferOption dump : dumps) {
      DataArray array = array(completed, bound, dump);
      session.write(
          dump.file(),
          dump.file().endsWith(".npy") ? NpyWriter.write(array) : array.toBytes(),
          true);
    }
    reports.write(completed, object, request.quiet(), session);
    int before = session.reporter().errorCount();
    session.reporter().report(completed.warnings());
    watch.report();
    for (int i = 0; i < expected.size(); i++) {
      DataArray got = array(completed, bound, expected.get(i));
      session
          .reporter()
          .report(Expectations.compare(expected.get(i), got, wanted.get(i), tolerance));
    }
    boolean failed = session.reporter().errorCount() > before;
    return new Done(
        failed ? ExitStatus.CHECK_FAILED : ExitStatus.OK, completed.cycles(), completed.timed());
  }

  /** The arguments that were given, and those that are chosen where {@code --args auto} asks. */
  private static ArgumentBinder.Bound arguments(RunRequest request, Consumer<List<String>> receiver)
      throws CommandFailure {
    ParseResult arguments = request.arguments();
    KernelObject kernel = request.kernel();
    List<String> texts = new ArrayList<>(request.given().texts());
    AutoArguments auto = AutoArguments.of(arguments);
    if (auto.isWanted()) {
      Optional<Function> function =
          AutoArguments.function(request.object(), kernel, arguments, request.session());
      List<String> chosen = auto.choose(kernel, function, texts, blocks(arguments, kernel));
      receiver.accept(chosen);
      texts.addAll(chosen);
    }
    return ArgumentBinder.bind(kernel, texts, request.given().loader());
  }

  /** The object of a file, compiled when it is a source. */
  static ObjectFile object(ParseResult arguments, String file, Session session)
      throws CommandFailure {
    return BlockParameters.of(arguments).apply(plainObject(arguments, file, session));
  }

  private static ObjectFile plainObject(ParseResult arguments, String file, Session session)
      throws CommandFailure {
    byte[] bytes = session.read(file);
    if (!ObjectReader.looksLikeObject(bytes) && !file.endsWith(".o")) {
      Toolchain.Request request = CodeOptions.request(arguments, CodeOptions.noReports());
      return session.accept(session.toolchain().compile(session.source(file, bytes), request));
    }
    ObjectFile object = ObjectInput.read(Session.displayName(file), bytes);
    Optional<Profile> profile = CodeOptions.profile(arguments);
    if (profile.isPresent() && profile.get() != object.profile()) {
      throw CommandFailure.of(
          ExitStatus.REJECTED,
          DiagnosticCode.SETTING_CONFLICT,
          Session.displayName(file)
              + " was made for profile "
              + object.profile().spelling()
              + ", but --profile says "
              + profile.get().spelling());
    }
    return object;
  }

  private static List<BufferOption> dumps(RunRequest request) throws CommandFailure {
    KernelObject kernel = request.kernel();
    List<BufferOption> dumps =
        new ArrayList<>(
            BufferOption.parse("--dump", Options.texts(request.arguments(), "--dump"), kernel));
    Optional<String> directory = request.dumpDirectory();
    if (directory.isPresent()) {
      request.session().makeDirectory(directory.get());
      dumps.addAll(BufferOption.all(directory.get(), kernel));
    }
    for (BufferOption dump : dumps) {
      if (!dump.file().endsWith(".npy") && !dump.file().endsWith(".bin")) {
        throw CommandFailure.usage(
            "'" + dump.file() + "' must end in .npy or .bin, which says how to write it");
      }
    }
    OutputFiles.check(
        dumps.stream().map(dump -> "parameter " + dump.parameter()).toList(),
        dumps.stream().map(BufferOption::file).toList());
    return dumps;
  }

  private static Toolchain.Launch launch(
      RunRequest request, ArgumentBinder.Bound bound, ReportOptions reports, WatchOptions watch)
      throws CommandFailure {
    ParseResult arguments = request.arguments();
    KernelObject kernel = request.kernel();
    Session session = request.session();
    long limit =
        Options.number(arguments, "--timeout-insns", 0, Long.MAX_VALUE, Limit.WORK.value());
    return new Toolchain.Launch(
        request.object(),
        kernel,
        bound.arguments().stream().map(BoundArgument::argument).toList(),
        blocks(arguments, kernel),
        watch.isActive()
            ? 1
            : (int) Options.number(arguments, "--threads", 1, 4096, request.threads()),
        (byte) Options.number(arguments, "--ub-fill", 0, 255, 0),
        limit == 0 ? OptionalLong.empty() : OptionalLong.of(limit),
        reports.timing().withWatcher(watch.listeners()),
        watch.needsRegisters() ? Engine.INTERPRET : engine(arguments),
        Options.has(arguments, "--engine-log")
            ? line -> session.environment().err().println(Printable.of(line))
            : line -> {},
        (int) Options.number(arguments, "--subblocks", 1, 2, kernel.properties().vectorCores()),
        bound.numbers(),
        printer(arguments, session));
  }

  private static int blocks(ParseResult arguments, KernelObject kernel) throws CommandFailure {
    int required = kernel.properties().blockCount();
    long most = Limit.BLOCKS.value();
    long blocks = Options.number(arguments, "--blocks", 1, most, Math.max(1, required));
    if (required > 0 && blocks != required) {
      throw CommandFailure.of(
          ExitStatus.USAGE,
          DiagnosticCode.BAD_ARGUMENT,
          "kernel " + kernel.name() + " must run with " + required + " blocks, not " + blocks);
    }
    return (int) blocks;
  }

  /** Writes what the kernel has printed to standard output. */
  private static Consumer<Printout> printer(ParseResult arguments, Session session)
      throws CommandFailure {
    List<String> names = styles();
    String name = Options.choice(arguments, "--tprint", names, names.getFirst());
    Printout.Style style = Printout.Style.values()[names.indexOf(name)];
    return printed -> session.environment().out().print(printed.text(style));
  }

  private static List<String> styles() {
    return Arrays.stream(Printout.Style.values())
        .map(style -> style.name().toLowerCase(Locale.ROOT))
        .toList();
  }

  private static List<String> engines() {
    return Arrays.stream(Engine.values()).map(Engine::spelling).toList();
  }

  private static Engine engine(ParseResult arguments) throws CommandFailure {
    List<String> names = engines();
    String name = Options.choice(arguments, "--engine", names, Engine.AUTO.spelling());
    return Engine.values()[names.indexOf(name)];
  }

  private static RunOutcome.Completed run(
      Toolchain.Launch launch, WatchOptions watch, Session session) throws CommandFailure {
    RunOutcome outcome;
    try (Progress _ =
        Progress.start(
            session.environment(), "running @" + Printable.of(launch.kernel().name()), PATIENCE)) {
      outcome = session.toolchain().run(launch);
    } catch (RuntimeException | Error end) {
      watch.discard();
      throw end;
    }
    watch.close();
    return switch (outcome) {
      case RunOutcome.Completed completed -> completed;
      case RunOutcome.Trapped(var trap, var _, var warnings) -> {
        session.reporter().report(warnings);
        watch.report();
        throw new CommandFailure(ExitStatus.TRAPPED, List.of(trap));
      }
      case RunOutcome.Rejected(var diagnostics) ->
          throw new CommandFailure(ExitStatus.REJECTED, diagnostics);
    };
  }

  private static DataArray array(
      RunOutcome.Completed completed, List<BoundArgument> bound, BufferOption option) {
    BoundArgument argument = bound.get(option.parameter());
    byte[] contents =
        argument.argument() instanceof Toolchain.Argument.Mapped mapped
            ? mapped.data().toArray(ValueLayout.JAVA_BYTE)
            : completed.buffers().get(option.buffer());
    return DataArray.of(argument.format(), argument.shape(), contents);
  }
}
