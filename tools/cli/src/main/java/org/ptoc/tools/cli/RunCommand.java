package org.ptoc.tools.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.emulator.Engine;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Limit;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.object.ObjectReader;
import org.ptoc.tools.cli.Toolchain.RunOutcome;
import org.ptoc.tools.data.Comparison.Tolerance;
import org.ptoc.tools.data.DataArray;
import org.ptoc.tools.data.NpyWriter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code ptoc run}: compiles if need be, runs one kernel, writes and compares buffers, tells the
 * cycles.
 */
final class RunCommand implements Command {
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  @Override
  public CommandSpec describe() {
    CommandSpec spec = CommandSpec.create();
    Options.parameters(spec, "FILE", "1", ".pto or .o file, - for standard input");
    Options.values(
        spec,
        "DATA",
        "next argument, or NAME=DATA: FILE.npy, FILE.bin, i32:5, f16:0x4200, zeros:f32:64x64,"
            + " ones:, iota:, fill:VALUE:f32:4x4, rand:SEED:f32:64x64",
        "-a",
        "--arg");
    Options.values(
        spec, "K=FILE", "write parameter K (number from 0, or name) as .npy, .bin", "-d", "--dump");
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
    Options.value(spec, "N", "trap after N instructions of a block", "--timeout-insns");
    CodeOptions.describe(spec);
    MessageOptions.describe(spec);
    return spec;
  }

  @Override
  public int execute(ParseResult arguments, Session session) throws CommandFailure {
    MessageOptions.apply(arguments, session);
    ObjectFile object = BlockParameters.of(arguments).apply(object(arguments, session));
    KernelObject kernel = KernelChoice.choose(object, Options.kernel(arguments));
    ReportOptions reports = ReportOptions.read(arguments, object.profile());
    List<BufferOption> dumps = dumps(arguments, kernel);
    List<BufferOption> expected =
        BufferOption.parse("--expect", Options.texts(arguments, "--expect"), kernel);
    Tolerance tolerance = Expectations.tolerance(Options.text(arguments, "--tol").orElse("0"));
    ArgumentBinder.Bound given = ArgumentBinder.bind(kernel, Options.texts(arguments, "--arg"));
    List<BoundArgument> bound = given.arguments();
    List<DataArray> wanted = new ArrayList<>();
    for (BufferOption option : expected) {
      wanted.add(Expectations.load(option, bound.get(option.parameter()).format()));
    }
    WatchOptions watch = WatchOptions.read(arguments, object, kernel, session);
    RunOutcome.Completed completed =
        run(launch(arguments, object, kernel, given, reports, watch, session), watch, session);
    for (BufferOption dump : dumps) {
      DataArray array = array(completed, bound, dump);
      session.write(
          dump.file(),
          dump.file().endsWith(".npy") ? NpyWriter.write(array) : array.toBytes(),
          true);
    }
    reports.write(completed, object, session);
    int before = session.reporter().errorCount();
    session.reporter().report(completed.warnings());
    watch.report();
    for (int i = 0; i < expected.size(); i++) {
      DataArray got = array(completed, bound, expected.get(i));
      session
          .reporter()
          .report(Expectations.compare(expected.get(i), got, wanted.get(i), tolerance));
    }
    return session.reporter().errorCount() > before ? ExitStatus.CHECK_FAILED : ExitStatus.OK;
  }

  private static ObjectFile object(ParseResult arguments, Session session) throws CommandFailure {
    String file = Options.parameters(arguments).getFirst();
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

  private static List<BufferOption> dumps(ParseResult arguments, KernelObject kernel)
      throws CommandFailure {
    List<BufferOption> dumps =
        BufferOption.parse("--dump", Options.texts(arguments, "--dump"), kernel);
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
      ParseResult arguments,
      ObjectFile object,
      KernelObject kernel,
      ArgumentBinder.Bound bound,
      ReportOptions reports,
      WatchOptions watch,
      Session session)
      throws CommandFailure {
    int required = kernel.properties().blockCount();
    long blocks =
        Options.number(arguments, "--blocks", 1, Limit.BLOCKS.value(), Math.max(1, required));
    if (required > 0 && blocks != required) {
      throw CommandFailure.of(
          ExitStatus.USAGE,
          DiagnosticCode.BAD_ARGUMENT,
          "kernel " + kernel.name() + " must run with " + required + " blocks, not " + blocks);
    }
    long limit = Options.number(arguments, "--timeout-insns", 1, Long.MAX_VALUE, 0);
    int processors = Runtime.getRuntime().availableProcessors();
    return new Toolchain.Launch(
        object,
        kernel,
        bound.arguments().stream().map(BoundArgument::argument).toList(),
        (int) blocks,
        watch.isActive() ? 1 : (int) Options.number(arguments, "--threads", 1, 4096, processors),
        (byte) Options.number(arguments, "--ub-fill", 0, 255, 0),
        limit == 0 ? OptionalLong.empty() : OptionalLong.of(limit),
        reports.timing().withWatcher(watch.listeners()),
        watch.needsRegisters() ? Engine.INTERPRET : engine(arguments),
        Options.has(arguments, "--engine-log")
            ? line -> session.environment().err().println(line)
            : line -> {},
        (int) Options.number(arguments, "--subblocks", 1, 2, kernel.properties().vectorCores()),
        bound.numbers());
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
        Progress.start(session.environment(), "running @" + launch.kernel().name(), PATIENCE)) {
      outcome = session.toolchain().run(launch);
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
    return DataArray.of(
        argument.format(), argument.shape(), completed.buffers().get(option.buffer()));
  }
}
