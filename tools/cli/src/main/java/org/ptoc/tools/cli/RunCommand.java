package org.ptoc.tools.cli;

import java.io.PrintStream;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.Engine;
import org.ptoc.emulator.LaunchProgress;
import org.ptoc.emulator.RankMemory;
import org.ptoc.emulator.Trap;
import org.ptoc.emulator.cube.SumOrder;
import org.ptoc.emulator.machine.Schedule;
import org.ptoc.emulator.print.Printout;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Limit;
import org.ptoc.ir.diagnostic.Printable;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.KernelProperties;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.tools.cli.Option.Trait;
import org.ptoc.tools.data.ArrayText;
import org.ptoc.tools.data.BufferComparison.Tolerance;
import org.ptoc.tools.data.DataArray;
import org.ptoc.tools.data.NpyWriter;
import org.ptoc.tools.data.NpzFiles;
import org.ptoc.tools.plan.ArgumentSearch;
import org.ptoc.tools.plan.PlannedArgument;
import org.ptoc.tools.report.Advice;
import org.ptoc.tools.report.LaunchLog;
import org.ptoc.tools.toolchain.Launch;
import org.ptoc.tools.toolchain.TimedRun;
import org.ptoc.tools.toolchain.Toolchain;
import org.ptoc.tools.toolchain.Toolchain.RunOutcome;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code ptoc run}: compiles if needed, runs one kernel, writes and compares buffers, reports the
 * cycles.
 */
final class RunCommand implements Command {
  private static final List<String> INPUTS = List.of(".pto", ".o");

  static final Option SHOW =
      Option.values("K", "print parameter K as a small picture of its values", "--show")
          .seldom()
          .with(Trait.OF_LAUNCH, Trait.OF_BUFFER);
  static final Option ALLOW_OUT_OF_RANGE =
      Option.flag(
              "outside of the arguments read zero and write nothing, with a warning, instead of"
                  + " ending the run",
              "--allow-out-of-range")
          .seldom();
  static final Option DUMP_ALL =
      Option.value("DIR", "write every buffer as DIR/NAME.npy, or into one FILE.npz", "--dump-all")
          .seldom()
          .with(Trait.OF_PLAN);
  private static final Option SCHEDULE =
      Option.value(
              "WHEN",
              "when pipes work: program (default), eager, lazy or random:SEED, as far as flags and"
                  + " barriers allow; without cycles",
              "--schedule")
          .words(List.of("program", "eager", "lazy", "random:"))
          .seldom();
  static final Option RATIO =
      Option.value("1:N", "vector cores beside each cube core: 1:2 (default) or 1:1", "--ratio")
          .words(List.of("1:1", "1:2"))
          .seldom();
  static final Option RANKS =
      Option.value(
              "N",
              "devices that run the kernel together, 1 (default) to 64: --arg window:DATA or"
                  + " window:f32:64 is a buffer that others may touch, ctx the context, {rank} in"
                  + " an argument the number of the device; --dump, --show, --expect K@r mean"
                  + " device r",
              "--ranks")
          .seldom();
  static final Option SUBBLOCKS =
      Option.value(
              "N",
              "vector cores of each block, 1 or 2 (default: 2 beside a cube core, else 1)",
              "--subblocks")
          .seldom();
  private static final int MOST_VECTOR_CORES = 2;
  static final Option CORES =
      Option.value(
              "N", "cores that take the tasks of --grid (default: one for each task)", "--cores")
          .seldom();
  static final Option CORE_DUMP =
      Option.value(
              "FILE", "write the state where the run traps, for ptoc debug --core", "--core-dump")
          .seldom();
  static final Option MAD_ORDER =
      Option.value(
              "ORDER",
              "how matrix products add: sequential (default), or tree16, 32 bytes of k with one"
                  + " rounding",
              "--mad-order")
          .words(sumOrders())
          .seldom();
  private static final long MOST_TRIAL_WORK = 100_000_000;
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  static final Option ARGUMENT =
      Option.values(
              "DATA",
              "next argument, or NAME=DATA: FILE.npy, FILE.bin, i32:5, f16:0x4200, zeros:f32:64x64,"
                  + " ones:, iota:, fill:VALUE:f32:4x4, rand:SEED:f32:64x64",
              "-a",
              "--arg")
          .with(Trait.OF_PLAN, Trait.OF_LAUNCH, Trait.OF_BUFFER);
  static final Option DUMP =
      Option.values(
              "K=FILE", "write parameter K (from 0, or its name); - prints it", "-d", "--dump")
          .with(Trait.OF_PLAN, Trait.OF_LAUNCH, Trait.OF_BUFFER);
  static final Option EXPECT =
      Option.values("K=DATA", "compare parameter K; exit 4 when it differs", "--expect")
          .with(Trait.OF_PLAN, Trait.OF_LAUNCH, Trait.OF_BUFFER);
  static final Option TOLERANCE =
      Option.value("TOL", "abs=A,rel=R, or R, or R,A: |got-want| <= A + R*|want|", "--tol")
          .with(Trait.OF_PLAN);
  static final Option BLOCKS =
      Option.value("N", "number of blocks (default: 1)", "-b", "--blocks")
          .with(Trait.OF_PLAN, Trait.OF_LAUNCH);
  static final Option THREADS =
      Option.value("N", "most blocks at the same time (default: processors)", "--threads")
          .seldom()
          .with(Trait.OF_PLAN);
  static final Option UB_FILL =
      Option.value("BYTE", "what each byte of UB holds at entry (default: 0xCB)", "--ub-fill")
          .seldom();
  private static final Option TPRINT =
      Option.value(
              "STYLE",
              "how tprint writes tiles: valid (default), the valid region, device, with padding, or"
                  + " short",
              "--tprint")
          .words(styles())
          .seldom();
  static final Option ENGINE =
      Option.value("ENGINE", "how to execute: auto (default), interpret, jit, vector", "--engine")
          .words(engines())
          .seldom();
  static final Option ENGINE_LOG =
      Option.flag(
              "tell on standard error what the engine compiled, and what not and why",
              "--engine-log")
          .seldom()
          .with(Trait.OF_PLAN);
  static final Option LIMIT =
      Option.value(
              "N",
              "most work of all blocks: words, repeats of a word, units of 256 moved bytes; 0 for"
                  + " no limit; default "
                  + Limit.WORK.value(),
              "--timeout-insns")
          .seldom()
          .with(Trait.OF_PLAN);

  @Override
  public void describe(CommandSpec spec) {
    Options.parameters(spec, "FILE", "1..*", ".pto, .o files, directories, quoted patterns, -");
    Option.add(spec, ARGUMENT, DeviceBuffers.OPTION, Chain.THEN, GridOption.OPTION, CORES);
    AutoArguments.describe(spec);
    Option.add(spec, DUMP, DUMP_ALL, SHOW, EXPECT, TOLERANCE, BLOCKS);
    BlockParameters.OPTION.addTo(spec);
    Option.add(spec, SUBBLOCKS, RATIO, RANKS, THREADS, UB_FILL, TPRINT);
    ReportOptions.describe(spec);
    WatchOptions.describe(spec);
    Option.add(spec, ENGINE, ENGINE_LOG, LIMIT, MAD_ORDER, SCHEDULE, CORE_DUMP);
    ALLOW_OUT_OF_RANGE.addTo(spec);
    CodeOptions.describe(spec);
    Watch.OPTION.addTo(spec);
  }

  @Override
  public int execute(ParseResult arguments, Session session) throws CommandFailure {
    List<String> files = Options.parameters(arguments);
    if (files.size() == 1 && Chain.isPlan(files.getFirst())) {
      return Chain.runPlan(files.getFirst(), arguments, session);
    }
    InputFiles inputs = InputFiles.of(files, INPUTS);
    if (TOLERANCE.isIn(arguments) && !EXPECT.isIn(arguments)) {
      throw CommandFailure.usage(
          TOLERANCE + " compares nothing without " + EXPECT,
          "give " + EXPECT + " K=DATA for each result");
    }
    if (Chain.isWanted(arguments) && !inputs.isBatch()) {
      return Chain.run(arguments, session);
    }
    if (inputs.isBatch()) {
      return new RunBatch(arguments).run(inputs, session);
    }
    ObjectFile object = object(arguments, inputs.files().getFirst().name(), session);
    KernelObject kernel = ObjectKernelChoice.choose(object, CodeOptions.kernel(arguments));
    RunRequest request =
        new RunRequest(
            arguments,
            object,
            kernel,
            DUMP_ALL.text(arguments),
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
          ArgumentBinder.Given.of(ARGUMENT.texts(arguments), ArgumentBinder::load),
          session);
    }

    /** Prints lines about the run, where they do not get into a report for programs. */
    void print(String lines) {
      output(arguments, session).print(Printable.lines(lines));
    }

    /** Prints a line about the run, where it does not get into a report for programs. */
    void note(String line) {
      output(arguments, session).println(line);
    }
  }

  /**
   * How a run ended that did not fail.
   *
   * @param status 0, or 4 when a check found something
   * @param completed buffers and times
   * @param findings what checks of the run found
   * @param figures cycles of the launch; empty when it was not timed
   */
  record Done(
      int status,
      RunOutcome.Completed completed,
      int findings,
      Optional<LaunchLog.Launch> figures) {}

  /**
   * A buffer and what it must hold.
   *
   * @param title what messages call the buffer
   * @param file what messages call the expected data
   */
  record Comparison(String title, String file, DataArray got, DataArray wanted) {
    /**
     * Reports the differences, or that there are none unless {@code quiet}.
     *
     * @return the exit status
     */
    int report(Tolerance tolerance, ParseResult arguments, Session session, boolean quiet) {
      List<Diagnostic> problems = Expectations.compare(title, file, got, wanted, tolerance);
      session.report(problems);
      if (problems.isEmpty() && !quiet && session.reporter().isText()) {
        String within = TOLERANCE.text(arguments).map(tol -> " within " + tol).orElse("");
        output(arguments, session)
            .println(
                title + ": all " + got.size() + " elements as expected" + Printable.of(within));
      }
      return problems.isEmpty() ? ExitStatus.OK : ExitStatus.CHECK_FAILED;
    }
  }

  /** Where lines about a run go: not into a report for programs. */
  private static PrintStream output(ParseResult arguments, Session session) {
    boolean json = ReportOptions.REPORT.text(arguments).filter("json"::equals).isPresent();
    return json ? session.err() : session.out();
  }

  /**
   * @param chosen gets the arguments that were chosen, before the run
   */
  static Done run(RunRequest request, Consumer<List<String>> chosen) throws CommandFailure {
    List<PlannedArgument> planned = planned(request);
    if (!planned.isEmpty()) {
      chosen.accept(AutoArguments.options(planned));
    }
    List<Runnable> findings = new ArrayList<>();
    try {
      return once(request, planned, findings);
    } catch (CommandFailure trap) {
      Optional<List<PlannedArgument>> others =
          planned.isEmpty() || trap.status() != ExitStatus.TRAPPED
              ? Optional.empty()
              : search(request, planned, trap);
      if (others.isEmpty()) {
        findings.forEach(Runnable::run);
        throw trap;
      }
      chosen.accept(AutoArguments.options(others.get()));
      return once(request, others.get(), new ArrayList<>());
    }
  }

  /** Other arguments with which the kernel ends, where those that were chosen make it trap. */
  private static Optional<List<PlannedArgument>> search(
      RunRequest request, List<PlannedArgument> planned, CommandFailure trap)
      throws CommandFailure {
    ReportOptions reports = ReportOptions.read(request.arguments(), request.object().profile());
    WatchOptions none = WatchOptions.none(request.kernel(), request.session());
    ArgumentSearch.Result result =
        ArgumentSearch.search(planned, each -> trial(request, each, reports, none));
    Diagnostic last = trap.diagnostics().getLast();
    request
        .session()
        .report(
            Diagnostic.of(
                DiagnosticCode.OTHER_ARGUMENTS,
                last.location(),
                "the arguments of --args auto end here: "
                    + last.message()
                    + (result.found().isPresent()
                        ? "; after " + result.trials() + " trials others were found"
                        : "; " + result.trials() + " trials found no others")));
    return result.found();
  }

  private static ArgumentSearch.Outcome trial(
      RunRequest request, List<PlannedArgument> planned, ReportOptions reports, WatchOptions none) {
    try {
      Launch launch =
          launch(request, bound(request, planned), reports, none).asTrial(MOST_TRIAL_WORK);
      return switch (request.session().toolchain().run(launch)) {
        case RunOutcome.Completed _ -> new ArgumentSearch.Outcome.Ended();
        case RunOutcome.Trapped(var _, var details, var _) ->
            details
                .flatMap(Trap::range)
                .filter(range -> range.offset() >= 0)
                .<ArgumentSearch.Outcome>map(
                    range ->
                        new ArgumentSearch.Outcome.Short(
                            range.argument(), range.offset() + range.bytes()))
                .orElse(new ArgumentSearch.Outcome.Trapped());
        case RunOutcome.Rejected _ -> new ArgumentSearch.Outcome.Trapped();
      };
    } catch (CommandFailure unusable) {
      return new ArgumentSearch.Outcome.Trapped();
    }
  }

  /**
   * @param findings gets what reports the findings of a run that trapped
   */
  private static Done once(
      RunRequest request, List<PlannedArgument> planned, List<Runnable> findings)
      throws CommandFailure {
    ParseResult arguments = request.arguments();
    ObjectFile object = request.object();
    KernelObject kernel = request.kernel();
    Session session = request.session();
    ReportOptions reports = ReportOptions.read(arguments, object.profile());
    int ranks = ranks(arguments);
    List<BufferOption> dumps = dumps(request);
    List<BufferOption> expected =
        BufferOption.parse(EXPECT, ofParameters(arguments, EXPECT), kernel, ranks);
    List<BufferOption> shown =
        BufferOption.parse(
            SHOW,
            ofParameters(arguments, SHOW).stream().map(name -> name + "=-").toList(),
            kernel,
            ranks);
    Tolerance tolerance = Expectations.tolerance(TOLERANCE.text(arguments).orElse("0"));
    ArgumentBinder.Bound given = bound(request, planned);
    List<DataArray> wanted = new ArrayList<>();
    for (BufferOption option : expected) {
      wanted.add(
          Expectations.load(
              "" + option.parameter(),
              option.file(),
              given.arguments().get(option.parameter()).format()));
    }
    WatchOptions watch = WatchOptions.read(arguments, object, kernel, session);
    Launch launch = launch(request, given, reports, watch);
    watch.before(launch, given.arguments().stream().map(BoundArgument::resident).toList());
    Optional<Advice> advice =
        reports.advise() ? AdviceRuns.of(request, launch, reports.timing()) : Optional.empty();
    RunOutcome.Completed run = run(request, launch, watch, findings);
    if (!watch.followsMemory()) {
      given.arguments().stream()
          .flatMap(each -> each.resident().stream())
          .forEach(view -> view.memory().writeAll());
    }
    int tasks = grid(request).tasks();
    int cores = (int) CORES.number(arguments, 1, Integer.MAX_VALUE, tasks);
    Optional<LaunchLog.Launch> figures =
        run.timed()
            .filter(TimedRun::hasCycles)
            .map(timed -> LaunchLog.Launch.of(timed, tasks, cores));
    RunOutcome.Completed completed = figures.map(each -> withCycles(run, each)).orElse(run);
    write(request, completed, given, dumps);
    for (BufferOption each : shown) {
      request.print(ArrayText.picture(each.fileName(kernel, ranks), array(completed, given, each)));
    }
    reports.write(completed, object, advice, request.quiet(), session);
    int before = session.reporter().errorCount();
    session.report(watch.untold(completed.warnings()));
    watch.report();
    for (int i = 0; i < expected.size(); i++) {
      BufferOption option = expected.get(i);
      String title =
          BufferOption.title(option.parameter(), kernel.arguments().get(option.parameter()))
              + (ranks > 1 ? " of rank " + option.rank() : "");
      new Comparison(title, option.file(), array(completed, given, option), wanted.get(i))
          .report(tolerance, arguments, session, request.quiet());
    }
    boolean failed = session.reporter().errorCount() > before || watch.findings() > 0;
    return new Done(
        failed ? ExitStatus.CHECK_FAILED : ExitStatus.OK, completed, watch.findings(), figures);
  }

  /** Values of an option that name a parameter; a chain reads those of buffers. */
  private static List<String> ofParameters(ParseResult arguments, Option option) {
    return option.texts(arguments).stream().filter(text -> !text.startsWith("@")).toList();
  }

  /** The same run with the cycles of the core that ends last. */
  private static RunOutcome.Completed withCycles(
      RunOutcome.Completed run, LaunchLog.Launch figures) {
    return new RunOutcome.Completed(
        run.buffers(),
        figures.figures().stream()
            .map(each -> new Toolchain.Cycles(each.model(), each.cycles()))
            .toList(),
        run.timed(),
        run.warnings());
  }

  private static GridOption grid(RunRequest request) throws CommandFailure {
    return GridOption.read(GridOption.OPTION.texts(request.arguments()), request.kernel());
  }

  /** The arguments that were given; a grid has the values of its first task. */
  private static ArgumentBinder.Given given(RunRequest request) throws CommandFailure {
    return request.given().with(grid(request).first());
  }

  /** Writes and prints what was asked for of the buffers. */
  private static void write(
      RunRequest request,
      RunOutcome.Completed completed,
      ArgumentBinder.Bound bound,
      List<BufferOption> dumps)
      throws CommandFailure {
    KernelObject kernel = request.kernel();
    int ranks = ranks(request.arguments());
    for (BufferOption dump : dumps) {
      DataArray array = array(completed, bound, dump);
      if (dump.file().equals("-")) {
        request.print(ArrayText.table(dump.fileName(kernel, ranks), array));
      } else {
        byte[] bytes = dump.file().endsWith(".npy") ? NpyWriter.write(array) : array.shared();
        request.session().write(dump.file(), bytes, true);
      }
    }
    Optional<String> archive = request.dumpDirectory().filter(RunCommand::isArchive);
    if (archive.isPresent()) {
      Map<String, DataArray> arrays = new LinkedHashMap<>();
      for (BufferOption each : BufferOption.all("", kernel, ranks)) {
        arrays.put(each.fileName(kernel, ranks), array(completed, bound, each));
      }
      request.session().write(archive.get(), NpzFiles.write(arrays), true);
    }
  }

  private static boolean isArchive(String name) {
    return name.endsWith(".npz");
  }

  /** The arguments that {@code --args auto} chooses; none where it is not given. */
  private static List<PlannedArgument> planned(RunRequest request) throws CommandFailure {
    ParseResult arguments = request.arguments();
    KernelObject kernel = request.kernel();
    AutoArguments auto = AutoArguments.of(arguments);
    return auto.isWanted()
        ? auto.choose(
            kernel,
            AutoArguments.functions(request.object(), kernel, arguments, request.session()),
            given(request).texts().apply(0),
            blocks(arguments, kernel))
        : List.of();
  }

  /** The arguments that were given and those that were chosen. */
  private static ArgumentBinder.Bound bound(RunRequest request, List<PlannedArgument> planned)
      throws CommandFailure {
    return grid(request)
        .apply(
            ArgumentBinder.bind(
                request.kernel(),
                given(request).with(AutoArguments.options(planned)),
                ranks(request.arguments())));
  }

  /** The object of a file, compiled or assembled when it is a text. */
  static ObjectFile object(ParseResult arguments, String file, Session session)
      throws CommandFailure {
    return BlockParameters.of(arguments).apply(plainObject(arguments, file, session));
  }

  /** The object of a source text. */
  static ObjectFile object(ParseResult arguments, Toolchain.Source source, Session session)
      throws CommandFailure {
    return BlockParameters.of(arguments).apply(compiled(arguments, source, session));
  }

  private static ObjectFile compiled(
      ParseResult arguments, Toolchain.Source source, Session session) throws CommandFailure {
    Toolchain.Request request = CodeOptions.request(arguments, CodeOptions.noReports());
    return session.accept(session.toolchain().compile(source, request));
  }

  private static ObjectFile plainObject(ParseResult arguments, String file, Session session)
      throws CommandFailure {
    byte[] bytes = session.read(file);
    InputKind kind = InputKind.of(bytes);
    if (kind == InputKind.ASSEMBLY) {
      return AsmCommand.assemble(arguments, file, bytes, session);
    }
    if (kind != InputKind.OBJECT && !file.endsWith(".o")) {
      return compiled(arguments, session.source(file, bytes), session);
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
              + ", but "
              + CodeOptions.PROFILE
              + " says "
              + profile.get().spelling());
    }
    return object;
  }

  private static List<BufferOption> dumps(RunRequest request) throws CommandFailure {
    KernelObject kernel = request.kernel();
    int ranks = ranks(request.arguments());
    List<BufferOption> dumps =
        new ArrayList<>(
            BufferOption.parse(DUMP, ofParameters(request.arguments(), DUMP), kernel, ranks));
    Optional<String> directory =
        request.dumpDirectory().filter(name -> !RunCommand.isArchive(name));
    if (directory.isPresent()) {
      request.session().makeDirectory(directory.get());
      dumps.addAll(BufferOption.all(directory.get(), kernel, ranks));
    }
    for (BufferOption dump : dumps) {
      if (!dump.file().endsWith(".npy")
          && !dump.file().endsWith(".bin")
          && !dump.file().equals("-")) {
        throw CommandFailure.usage(
            "'" + dump.file() + "' must end in .npy or .bin, which says how to write it");
      }
    }
    List<BufferOption> files = dumps.stream().filter(dump -> !dump.file().equals("-")).toList();
    OutputFiles.check(
        files.stream()
            .map(
                dump ->
                    "parameter " + dump.parameter() + (ranks > 1 ? " of rank " + dump.rank() : ""))
            .toList(),
        files.stream().map(BufferOption::file).toList());
    return dumps;
  }

  /** The launch that the options describe. */
  static Launch launch(RunRequest request) throws CommandFailure {
    return launch(
        request,
        bound(request, planned(request)),
        ReportOptions.read(request.arguments(), request.object().profile()),
        WatchOptions.none(request.kernel(), request.session()));
  }

  private static Launch launch(
      RunRequest request, ArgumentBinder.Bound bound, ReportOptions reports, WatchOptions watch)
      throws CommandFailure {
    ParseResult arguments = request.arguments();
    KernelObject kernel = request.kernel();
    Session session = request.session();
    long limit = LIMIT.number(arguments, 0, Long.MAX_VALUE, Limit.WORK.value());
    int blocks = blocks(arguments, kernel);
    int threads = (int) THREADS.number(arguments, 1, 4096, request.threads());
    byte fill = (byte) UB_FILL.number(arguments, 0, 255, Toolchain.ENTRY_FILL);
    Engine engine = SCHEDULE.isIn(arguments) ? Engine.INTERPRET : engine(arguments);
    int vectorCores = vectorCores(arguments, kernel);
    SumOrder sums = sums(arguments);
    Schedule schedule = schedule(arguments, watch);
    return watch.attachedTo(
        Launch.ofRanks(
                request.object(), kernel, bound.ranks().stream().map(RunCommand::values).toList())
            .with(
                one ->
                    one.withBlocks(blocks)
                        .withThreads(threads)
                        .withSubblocks(vectorCores)
                        .withNumbers(bound.numbers())
                        .withUnifiedBufferFill(fill)
                        .withInstructionLimit(limit == 0 ? Long.MAX_VALUE : limit)
                        .withEngine(engine)
                        .withSums(sums)
                        .withSchedule(schedule))
            .withTiming(reports.timing())
            .withOutput(
                ENGINE_LOG.isIn(arguments)
                    ? line -> session.err().println(Printable.of(line))
                    : line -> {},
                printer(arguments, session))
            .withProtection(protection(arguments)));
  }

  private static List<Argument> values(List<BoundArgument> bound) {
    return bound.stream().map(BoundArgument::argument).toList();
  }

  /** What the options leave of the protection of a launch. */
  static Toolchain.Protection protection(ParseResult arguments) throws CommandFailure {
    return new Toolchain.Protection(
        CodeOptions.switches(arguments).has(CodeSwitch.EXTENT_CHECKS),
        !ALLOW_OUT_OF_RANGE.isIn(arguments));
  }

  /** The devices that run the kernel. */
  static int ranks(ParseResult arguments) throws CommandFailure {
    int ranks = (int) RANKS.number(arguments, 1, RankMemory.MOST_RANKS, 1);
    for (Option other : List.of(DeviceBuffers.OPTION, Chain.THEN, GridOption.OPTION)) {
      if (ranks > 1 && other.isIn(arguments)) {
        throw CommandFailure.usage(RANKS + " and " + other + " exclude each other");
      }
    }
    return ranks;
  }

  static int blocks(ParseResult arguments, KernelObject kernel) throws CommandFailure {
    int required = kernel.properties().blockCount();
    long most = Limit.BLOCKS.value();
    long blocks = BLOCKS.number(arguments, 1, most, Math.max(1, required));
    if (required > 0 && blocks != required) {
      throw CommandFailure.of(
          DiagnosticCode.BAD_ARGUMENT,
          "kernel " + kernel.name() + " must run with " + required + " blocks, not " + blocks);
    }
    return (int) blocks;
  }

  /** The vector cores of each block. */
  static int vectorCores(ParseResult arguments, KernelObject kernel) throws CommandFailure {
    int usual = kernel.properties().vectorCores();
    int stated = (int) SUBBLOCKS.number(arguments, 1, MOST_VECTOR_CORES, usual);
    if (!RATIO.isIn(arguments)) {
      return stated;
    }
    int cores = RATIO.index(arguments) + 1;
    if (kernel.properties().kind() != KernelProperties.Kind.MIXED) {
      throw CommandFailure.usage(
          RATIO + " is about kernels of both kinds of cores, but @" + kernel.name() + " is of one",
          SUBBLOCKS + " says how many vector cores a block has");
    }
    if (SUBBLOCKS.isIn(arguments) && stated != cores) {
      throw CommandFailure.usage(
          RATIO + "=1:" + cores + " contradicts " + SUBBLOCKS + "=" + stated, "leave one out");
    }
    return cores;
  }

  /** Writes what the kernel has printed to standard output. */
  private static Consumer<Printout> printer(ParseResult arguments, Session session)
      throws CommandFailure {
    List<String> names = styles();
    String name = TPRINT.word(arguments);
    Printout.Style style = Printout.Style.values()[names.indexOf(name)];
    return printed -> session.out().print(printed.text(style));
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
    String name = ENGINE.word(arguments);
    return Engine.values()[names.indexOf(name)];
  }

  private static List<String> sumOrders() {
    return Arrays.stream(SumOrder.values()).map(SumOrder::spelling).toList();
  }

  /** The words can be observed only under the schedule of the program. */
  private static Schedule schedule(ParseResult arguments, WatchOptions watch)
      throws CommandFailure {
    String text = SCHEDULE.text(arguments).orElse("program");
    for (Schedule.Order order : Schedule.Order.values()) {
      String name = order.name().toLowerCase(Locale.ROOT);
      boolean seeded = order == Schedule.Order.RANDOM && text.matches("random:-?[0-9]{1,18}");
      if (text.equals(name) || seeded) {
        if (order != Schedule.Order.PROGRAM && watch.isActive()) {
          throw CommandFailure.usage(
              SCHEDULE
                  + "="
                  + name
                  + " goes without "
                  + WatchOptions.CHECK
                  + ", "
                  + WatchOptions.TRACE
                  + " and "
                  + WatchOptions.COMMITS);
        }
        return new Schedule(order, seeded ? Long.parseLong(text.substring(name.length() + 1)) : 1);
      }
    }
    throw SCHEDULE.refused(text, "; it takes program, eager, lazy, random:SEED");
  }

  private static SumOrder sums(ParseResult arguments) throws CommandFailure {
    List<String> names = sumOrders();
    return SumOrder.values()[names.indexOf(MAD_ORDER.word(arguments))];
  }

  private static RunOutcome.Completed run(
      RunRequest request, Launch launch, WatchOptions watch, List<Runnable> findings)
      throws CommandFailure {
    Session session = request.session();
    RunOutcome outcome;
    if (watch.findsOperands()) {
      watch.add(session.toolchain().doubts(launch));
    }
    LaunchProgress progress = new LaunchProgress();
    String name = "@" + Printable.of(launch.kernel().name());
    Interruption interruption =
        new Interruption(
            () -> {
              watch.discard();
              session
                  .err()
                  .println("ptoc: interrupted: " + far(name, progress) + "; nothing was written");
              session.err().flush();
            },
            !request.quiet());
    try (interruption;
        Progress _ =
            Progress.start(
                session.environment(), () -> "running " + far(name, progress), PATIENCE)) {
      outcome = session.toolchain().run(launch, progress);
    } catch (RuntimeException | Error end) {
      watch.discard();
      throw end;
    }
    watch.close();
    return switch (outcome) {
      case RunOutcome.Completed completed -> completed;
      case RunOutcome.Trapped(var trap, var _, var warnings) -> {
        findings.add(() -> session.report(watch.untold(warnings)));
        findings.add(watch::report);
        Optional<String> dump = CORE_DUMP.text(request.arguments());
        if (dump.isPresent()) {
          DebugCommand.dump(launch, trap, dump.get(), session);
        }
        throw new CommandFailure(ExitStatus.TRAPPED, List.of(trap));
      }
      case RunOutcome.Rejected(var diagnostics) ->
          throw new CommandFailure(ExitStatus.REJECTED, diagnostics);
    };
  }

  /** {@code @k, 3 of 8 blocks (37 %), 1,000,000 instructions, 40,000 cycles so far}. */
  private static String far(String kernel, LaunchProgress progress) {
    int cores = Math.max(1, progress.cores());
    int ended = progress.coresEnded();
    StringBuilder text = new StringBuilder(kernel);
    if (cores > 1) {
      text.append(
          String.format(
              Locale.ROOT, ", %d of %d blocks (%d %%)", ended, cores, 100L * ended / cores));
    }
    text.append(String.format(Locale.ROOT, ", %,d instructions", progress.instructions()));
    progress
        .cycles()
        .ifPresent(
            cycles -> text.append(String.format(Locale.ROOT, ", %,d cycles so far", cycles)));
    return text.toString();
  }

  private static DataArray array(
      RunOutcome.Completed completed, ArgumentBinder.Bound bound, BufferOption option) {
    BoundArgument argument = bound.ranks().get(option.rank()).get(option.parameter());
    return argument
        .resident()
        .map(view -> view.get().as(argument.format()))
        .orElseGet(
            () ->
                DataArray.adopt(
                    argument.format(),
                    argument.shape(),
                    argument.argument() instanceof Argument.Mapped(var data, var _, var _)
                        ? data.toArray(ValueLayout.JAVA_BYTE)
                        : completed.buffers().get(option.buffer())));
  }
}
