package org.ptoc.tools.toolchain;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.KernelLaunch;
import org.ptoc.emulator.LaunchProgress;
import org.ptoc.emulator.LoadedKernel;
import org.ptoc.emulator.Notice;
import org.ptoc.emulator.OutOfRange;
import org.ptoc.emulator.RunResult;
import org.ptoc.emulator.Trap;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.GlobalMemory;
import org.ptoc.emulator.machine.ListenerGroup;
import org.ptoc.emulator.machine.Schedule;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Severity;
import org.ptoc.ir.isa.DecodedProgram;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.ProgramDecoder;
import org.ptoc.ir.isa.TrapCode;
import org.ptoc.ir.object.SourcePosition;
import org.ptoc.tools.toolchain.Toolchain.RunOutcome;

/**
 * Runs a kernel of an object in the emulator and words how it ended. The kernel is decoded once,
 * and its timers know the vector regions of earlier launches; threads may share it.
 */
final class KernelRun {
  private static final Schedule EAGER = new Schedule(Schedule.Order.EAGER, 0);

  private final ObjectKernel kernel;
  private final LoadedKernel.LoadResult loaded;
  private final Optional<TimedLaunch> timers;
  private final List<LaunchChecks> checks;
  private final AtomicInteger logged = new AtomicInteger();

  private KernelRun(
      ObjectKernel kernel,
      LoadedKernel.LoadResult loaded,
      Optional<TimedLaunch> timers,
      List<LaunchChecks> checks) {
    this.checks = checks;
    this.kernel = kernel;
    this.loaded = loaded;
    this.timers = timers;
  }

  /** Decodes the kernel of a launch, for it and others with the same engine and timing. */
  static KernelRun load(Launch first) {
    ObjectKernel kernel = ObjectKernel.of(first.object(), first.kernel());
    return new KernelRun(
        kernel,
        LoadedKernel.load(kernel, first.machine().engine()),
        TimedLaunch.of(kernel, first.timing()),
        LaunchChecks.of(first));
  }

  RunOutcome run(Launch request) {
    return run(request, new LaunchProgress());
  }

  RunOutcome run(Launch request, LaunchProgress progress) {
    Optional<RunOutcome.Trapped> broken =
        checks.stream()
            .filter(_ -> request.runtimeChecks())
            .flatMap(program -> program.run(request).stream())
            .findFirst();
    return broken.isPresent() ? broken.get() : execute(request, progress);
  }

  private RunOutcome execute(Launch request, LaunchProgress progress) {
    List<Argument> arguments = request.machine().arguments();
    int threads = kernel.object().properties().combinesInMemory() ? 1 : request.machine().threads();
    KernelLaunch launch = request.machine().forKernel(kernel, arguments).withThreads(threads);
    boolean inOrder = request.machine().schedule().order() == Schedule.Order.PROGRAM;
    Optional<TimedLaunch> timer = timers.filter(_ -> inOrder).map(TimedLaunch::another);
    timer.ifPresent(each -> progress.setClock(each::cyclesSoFar));
    KernelLaunch timed =
        listeners(launch, timer, request.timing())
            .filter(_ -> inOrder)
            .map(launch::withListeners)
            .orElse(launch);
    RunResult result = run(timed, request, progress);
    if (inOrder && result instanceof RunResult.Trapped(Trap trap, _, _) && canPipesGoOn(trap)) {
      return execute(request.with(same -> same.withSchedule(EAGER)), progress);
    }
    return switch (result) {
      case RunResult.Completed(List<byte[]> buffers, long instructions, List<Notice> notices) -> {
        Optional<TimedRun> times = timer.map(each -> each.results(launch.ranks()));
        yield new RunOutcome.Completed(
            buffers,
            times.map(KernelRun::cycles).orElse(List.of()),
            times,
            NoticeWarnings.of(kernel, arguments, notices));
      }
      case RunResult.Trapped(Trap trap, List<byte[]> buffers, List<Notice> notices) ->
          new RunOutcome.Trapped(
              describe(kernel, trap, !launch.allowsOutOfRange()),
              Optional.of(trap),
              NoticeWarnings.of(kernel, arguments, notices));
      case RunResult.LimitReached stopped ->
          new RunOutcome.Trapped(
              stopped
                  .endless()
                  .map(loop -> endless(stopped, loop))
                  .orElseGet(() -> overLimit(stopped, launch.instructionLimit())),
              Optional.empty(),
              NoticeWarnings.of(kernel, arguments, stopped.notices()));
      case RunResult.Rejected(List<DecodedProgram.Fault> faults) ->
          new RunOutcome.Rejected(faults.stream().map(fault -> describe(kernel, fault)).toList());
      case RunResult.InvalidLaunch(String message) ->
          new RunOutcome.Rejected(
              List.of(Diagnostic.of(DiagnosticCode.BAD_ARGUMENT, Location.NONE, message)));
    };
  }

  private Diagnostic overLimit(RunResult.LimitReached stopped, long limit) {
    return Diagnostic.of(
        DiagnosticCode.WORK_LIMIT,
        kernel.of(stopped.core()).location(stopped.wordOffset()),
        "@"
            + kernel.name()
            + " was stopped in "
            + ObjectKernel.place(stopped.rank(), stopped.block(), stopped.core())
            + " at word "
            + stopped.wordOffset()
            + loopAround(kernel.of(stopped.core()), stopped.wordOffset())
                .map(loop -> ", in the " + describe(kernel.of(stopped.core()), loop))
                .orElse("")
            + ": the work limit of "
            + limit
            + " is reached",
        new Diagnostic.Note(
            Location.NONE,
            "a word, a repeat of a word and 256 moved bytes are one each, of all blocks"
                + " together; --timeout-insns sets another limit, 0 none"));
  }

  /** The innermost loop that contains a word, of a {@code loop} word or of a branch back. */
  private static Optional<RunResult.Loop> loopAround(ObjectKernel part, int word) {
    if (!(ProgramDecoder.decode(part.profile(), part.core(), part.words())
        instanceof Program program)) {
      return Optional.empty();
    }
    return IntStream.range(0, program.size())
        .mapToObj(at -> loop(program.at(at), at))
        .flatMap(Optional::stream)
        .filter(loop -> loop.first() <= word && word <= loop.last())
        .min(Comparator.comparingInt(loop -> loop.last() - loop.first()));
  }

  /** The loop of a {@code loop} word or a branch back; of a branch forward it has no word. */
  private static Optional<RunResult.Loop> loop(Instruction word, int at) {
    return switch (word.flow()) {
      case LOOP -> Optional.of(new RunResult.Loop(at, word.target(at)));
      case JUMP, BRANCH -> Optional.of(new RunResult.Loop(word.target(at), at));
      case NEXT, CALL, RETURN, END, TRAP -> Optional.empty();
    };
  }

  private Diagnostic endless(RunResult.LimitReached stopped, RunResult.Loop loop) {
    ObjectKernel part = kernel.of(stopped.core());
    return Diagnostic.of(
        DiagnosticCode.WORK_LIMIT,
        part.location(loop.first()),
        "@"
            + kernel.name()
            + " was stopped in "
            + ObjectKernel.place(stopped.rank(), stopped.block(), stopped.core())
            + ": the "
            + describe(part, loop)
            + ", never ends",
        new Diagnostic.Note(
            Location.NONE,
            "it came back to the same word, and nothing that its branches, counts and addresses"
                + " follow from had changed, but for counters that step past their bound"));
  }

  static String describe(ObjectKernel part, RunResult.Loop loop) {
    IntSummaryStatistics lines =
        IntStream.rangeClosed(loop.first(), loop.last())
            .mapToObj(part::line)
            .flatMap(Optional::stream)
            .mapToInt(SourcePosition::line)
            .summaryStatistics();
    return "loop of words "
        + loop.first()
        + " to "
        + loop.last()
        + (lines.getCount() == 0 ? "" : ", " + linesOf(lines));
  }

  private static String linesOf(IntSummaryStatistics lines) {
    return lines.getMin() == lines.getMax()
        ? "line " + lines.getMin()
        : "lines " + lines.getMin() + " to " + lines.getMax();
  }

  /**
   * True if all cores wait for each other, but a wait that holds one pipe on the machine has held
   * the whole core in this run: then pipes that work by themselves may come to an end (spec/70,
   * 5.2).
   */
  private boolean canPipesGoOn(Trap trap) {
    return !trap.waits().isEmpty() && kernel.profile().has(ProfileFeature.CONNECTED_CORES);
  }

  /** The timer, whoever watches, or both. */
  private static Optional<IntFunction<ExecutionListener>> listeners(
      KernelLaunch launch, Optional<TimedLaunch> timer, Toolchain.Timing timing) {
    Optional<IntFunction<ExecutionListener>> watcher =
        timing.watcher().or(timing::cubeWatcher).map(_ -> core -> watch(launch, timing, core));
    if (timer.isEmpty()) {
      return watcher;
    }
    return Optional.of(
        core -> {
          ExecutionListener timed = timer.get().listener(launch, core);
          return watcher
              .<ExecutionListener>map(watch -> new ListenerGroup(List.of(timed, watch.apply(core))))
              .orElse(timed);
        });
  }

  private static ExecutionListener watch(KernelLaunch launch, Toolchain.Timing timing, int core) {
    Optional<ExecutionListener> watcher =
        launch.isCubeCore(core)
            ? timing.cubeWatcher().map(watch -> watch.apply(launch.cubeCore(core)))
            : timing.watcher().map(watch -> watch.apply(launch.vectorCore(core)));
    return watcher.orElseGet(() -> new ListenerGroup(List.of()));
  }

  private RunResult run(KernelLaunch launch, Launch request, LaunchProgress progress) {
    return switch (loaded) {
      case LoadedKernel.Faulty(List<DecodedProgram.Fault> faults) -> new RunResult.Rejected(faults);
      case LoadedKernel.Loaded(LoadedKernel resident) -> {
        RunResult result = resident.run(launch, request.printer(), progress);
        List<String> lines = resident.engineLog();
        lines.stream()
            .skip(logged.getAndSet(lines.size()))
            .forEach(line -> request.engineLog().accept("engine: " + line));
        yield result;
      }
    };
  }

  private static List<Toolchain.Cycles> cycles(TimedRun run) {
    List<Toolchain.Cycles> totals = new ArrayList<>();
    for (int i = 0; i < run.models().size(); i++) {
      totals.add(
          new Toolchain.Cycles(run.models().get(i).set().model().spelling(), run.totals().get(i)));
    }
    return totals;
  }

  static Diagnostic describe(ObjectKernel whole, Trap trap, boolean endsAtRange) {
    if (!trap.waits().isEmpty()) {
      return Deadlock.describe(whole, trap);
    }
    ObjectKernel kernel = whole.of(trap.core());
    List<Diagnostic.Note> notes = new ArrayList<>();
    StringBuilder operands = new StringBuilder();
    for (Trap.RegisterValue operand : trap.operands()) {
      operands.append(operands.isEmpty() ? "" : ", ");
      operands.append(operand.register()).append(" = 0x").append(Long.toHexString(operand.value()));
    }
    notes.add(
        new Diagnostic.Note(
            Location.NONE,
            "word "
                + trap.wordOffset()
                + " (byte offset 0x"
                + Long.toHexString(trap.byteOffset())
                + ", 0x"
                + hex(trap.word())
                + "): "
                + trap.instruction()
                + ", pipe "
                + trap.pipe()
                + (operands.isEmpty() ? "" : ", " + operands)));
    if (trap.code() == TrapCode.REMOTE_MEMORY && trap.rank().isEmpty()) {
      notes.add(
          new Diagnostic.Note(
              Location.NONE, "memory of another rank needs that rank: run with --ranks N"));
    }
    Optional<String> range = trap.range().map(each -> NoticeWarnings.outside(kernel, each));
    if (endsAtRange && trap.range().filter(KernelRun::isInSlack).isPresent()) {
      notes.add(
          new Diagnostic.Note(
              Location.NONE,
              "pass as many bytes as the kernel transfers; with --allow-out-of-range reads past the"
                  + " end give zero and writes there are lost"));
    }
    return new Diagnostic(
        range.isPresent() ? DiagnosticCode.ACCESS_BEHIND_DATA : DiagnosticCode.TRAP,
        Severity.ERROR,
        kernel.location(trap.wordOffset()),
        "trap 0x"
            + Integer.toHexString(trap.number())
            + " in @"
            + trap.kernel()
            + ", "
            + ObjectKernel.place(trap.rank(), trap.block(), trap.core())
            + ": "
            + range.orElse(trap.message()),
        notes);
  }

  /** True if {@code --allow-out-of-range} allows the access. */
  private static boolean isInSlack(OutOfRange range) {
    return range.offset() >= 0
        && range.offset() + range.bytes() <= range.size() + GlobalMemory.SLACK_BYTES;
  }

  private static String hex(long word) {
    String digits = Long.toHexString(word);
    return "0".repeat(16 - digits.length()) + digits;
  }

  static Diagnostic describe(ObjectKernel kernel, DecodedProgram.Fault fault) {
    return Diagnostic.of(
        DiagnosticCode.ILLEGAL_WORD,
        kernel.location(fault.wordOffset()),
        "@" + kernel.name() + ", word " + fault.wordOffset() + ": " + fault.message());
  }
}
