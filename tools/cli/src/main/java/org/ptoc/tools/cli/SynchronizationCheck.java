package org.ptoc.tools.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.Engine;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ListenerGroup;
import org.ptoc.emulator.timing.constant.TimingModel;
import org.ptoc.ir.Function;
import org.ptoc.ir.Location;
import org.ptoc.ir.Region;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.ProgramDecoder;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.isa.TrapCode;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.LaunchValue;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.object.SourcePosition;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.tools.assembly.SourceText;
import org.ptoc.tools.data.DataFormat;
import org.ptoc.tools.plan.ArgumentPlanner;
import org.ptoc.tools.plan.PlannedArgument;
import org.ptoc.tools.referee.CoreRemedies;
import org.ptoc.tools.referee.Coverage;
import org.ptoc.tools.referee.DeviceLints;
import org.ptoc.tools.referee.Evidence;
import org.ptoc.tools.referee.LaunchChoices;
import org.ptoc.tools.referee.Proof;
import org.ptoc.tools.referee.Referee;
import org.ptoc.tools.referee.Trial;
import org.ptoc.tools.referee.Verdict;
import org.ptoc.tools.referee.VerdictText;
import org.ptoc.tools.toolchain.Launch;
import org.ptoc.tools.toolchain.Toolchain;
import org.ptoc.tools.toolchain.Toolchain.RunOutcome;
import org.ptoc.tools.watch.BlockChecker;
import org.ptoc.tools.watch.CombiningWords;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code ptoc check --sync}: the verdict on the flags, buffers and barriers of the kernels of a
 * file ({@code org.ptoc.tools.referee}). It needs no data: trials are run with what {@code --args
 * auto} chooses.
 */
final class SynchronizationCheck {
  private static final String VERDICT = "verdict";
  private static final Option SYNC =
      Option.value(
              "WHAT",
              "alone: prove or refute the order of all accesses, exit 4 when something lacks; auto,"
                  + " manual: who orders the pipes",
              "--sync")
          .words(Stream.concat(Stream.of(VERDICT), CodeOptions.SYNCHRONIZATIONS.stream()).toList())
          .otherwise(VERDICT)
          .seldom();
  private static final Option BLOCKS =
      Option.value(
          "N", "number of blocks for --sync (default: 2 where the kernel asks)", "-b", "--blocks");

  /** Work of one trial: words, repeats and units of 256 bytes of a core. */
  private static final long WORK = 2_000_000;

  /** Blocks of a kernel that asks which one it is; else one is like the other. */
  private static final int SEVERAL = 2;

  /** Bytes of the buffers of all trials together; the first trial may have more. */
  private static final long MOST_BYTES = 1L << 30;

  /** Bytes from which on no launch is run only to find traps. */
  private static final int LARGE_BYTES = 1 << 24;

  /** The most unfinished trials that are shown for a kernel without finished trials. */
  private static final int SHOWN_TRIALS = 3;

  private final ObjectFile object;
  private final KernelObject kernel;
  private final Program program;
  private final Session session;

  /** The kernel and its checks of extents; empty when its source is not known. */
  private final List<Function> functions;

  /** The object with checks of extents and overlap at run time, where its source is known. */
  private final Optional<ObjectFile> checked;

  private final DeviceLints lints;
  private final List<Proof.Part> parts;
  private final CoreRemedies coreRemedies;
  private final int blocks;
  private final List<Verdict.Unknown> notTried = new ArrayList<>();
  private final List<Diagnostic> traps = new ArrayList<>();
  private int tried;

  private SynchronizationCheck(
      ParseResult arguments,
      ObjectFile object,
      KernelObject kernel,
      Program program,
      Session session)
      throws CommandFailure {
    this.object = object;
    this.kernel = kernel;
    this.program = program;
    this.session = session;
    this.parts = Proof.Part.of(object, kernel);
    this.coreRemedies = new CoreRemedies(parts);
    int required = kernel.properties().blockCount();
    this.blocks = (int) BLOCKS.number(arguments, 1, 64, required > 0 ? required : usualBlocks());
    this.functions = AutoArguments.functions(object, kernel, arguments, session);
    this.checked =
        CodeOptions.again(arguments, object, kernel, List.of(CodeSwitch.RUNTIME_CHECKS), session);
    this.lints = new DeviceLints(subject(), code -> session.reporter().warnings().isAskedFor(code));
  }

  /** Takes the place of the option of the same name that other commands have. */
  static void describe(CommandSpec spec) {
    spec.remove(spec.findOption(SYNC.toString()));
    Option.add(spec, SYNC, BLOCKS);
  }

  static boolean isWanted(ParseResult arguments) {
    return SYNC.text(arguments).filter(VERDICT::equals).isPresent()
        && SYNC.isRowOf(arguments.matchedOption(SYNC.toString()));
  }

  /** Judges every kernel of a file, or the one that was named. */
  static int run(ParseResult arguments, String file, Session session) throws CommandFailure {
    ObjectFile object = RunCommand.object(arguments, file, session);
    List<KernelObject> kernels = ObjectKernelChoice.all(object, CodeOptions.kernel(arguments));
    int before = session.reporter().errorCount();
    for (KernelObject kernel : kernels) {
      if (ProgramDecoder.decode(object.profile(), kernel.properties().kind().core(), kernel.words())
          instanceof Program program) {
        new SynchronizationCheck(arguments, object, kernel, program, session).judge();
      }
    }
    return session.reporter().errorCount() > before ? ExitStatus.CHECK_FAILED : ExitStatus.OK;
  }

  private void judge() throws CommandFailure {
    List<Integer> parameters = new ArrayList<>();
    for (int i = 0; i < kernel.arguments().size(); i++) {
      if (isVaried(kernel.arguments().get(i))) {
        parameters.add(i);
      }
    }
    Set<Trial> seen = new HashSet<>();
    List<Trial> trials = new ArrayList<>();
    Evidence evidence = lints.evidence();
    Optional<CubePart> cube = CubePart.of(object, kernel);
    long copied = 0;
    boolean hasChecks = !Arrays.equals(checkedKernel().words(), kernel.words());
    for (Trial trial : Trial.of(program, parameters)) {
      Optional<Trial> fitting =
          ArgumentPlanner.nearest(functions, kernel, trial.numbers(), blocks)
              .map(numbers -> new Trial(numbers, trial.seed()));
      if (fitting.isPresent() && seen.add(fitting.get())) {
        long bytes = bytes(bind(fitting.get()));
        if (copied + bytes <= MOST_BYTES || trials.isEmpty()) {
          copied += bytes;
          if (bytes > LARGE_BYTES && !hasChecks || isLegal(fitting.get())) {
            trials.add(fitting.get());
            run(fitting.get(), evidence, cube);
          }
        }
      }
    }
    Coverage coverage = coverage(trials.size(), evidence, cube);
    List<Verdict> verdicts =
        new ArrayList<>(
            Referee.judge(
                subject(),
                evidence,
                coverage,
                (_, listeners) ->
                    trials.forEach(each -> repeat(each, _ -> listeners.get(), Optional.empty()))));
    verdicts.removeIf(this::isForDevice);
    if (tried > 0 || evidence.isRefuted()) {
      verdicts.addAll(notTried);
    }
    if (tried == 0 && !evidence.isRefuted()) {
      traps.add(nothingTried());
    }
    show(kernel, verdicts, coverage, traps);
    cube.ifPresent(
        part -> {
          Optional<Region> written =
              functions.stream()
                  .filter(each -> each.name().equals(part.kernel().name()))
                  .findFirst()
                  .flatMap(Function::body);
          Referee.Subject subject =
              new Referee.Subject(
                  part.program(), part.kernel(), written, written.isPresent() ? parts : List.of());
          Coverage ofCube =
              part.evidence().isRefuted()
                  ? new Coverage.Refuted()
                  : evidence.isRefuted() ? refutedBeside(part.kernel()) : coverage;
          show(
              part.kernel(),
              Referee.judge(
                  subject,
                  part.evidence(),
                  ofCube,
                  (_, listeners) ->
                      trials.forEach(
                          each ->
                              repeat(each, _ -> (_, _) -> {}, Optional.of(_ -> listeners.get())))),
              ofCube,
              List.of());
        });
    session.report(lints.diagnostics());
  }

  private void show(
      KernelObject part, List<Verdict> verdicts, Coverage coverage, List<Diagnostic> first) {
    VerdictText text = new VerdictText(part, verdicts);
    boolean isText = session.reporter().isText();
    if (isText) {
      session.out().print(text.table(tried, coverage));
    }
    session.report(first);
    session.report(isText ? List.of() : List.of(text.coverage(tried, coverage)));
    session.report(text.diagnostics(isText));
  }

  private Referee.Subject subject() {
    return new Referee.Subject(program, kernel, source(), parts);
  }

  /** True if the kernel allows arguments: no check at run time traps. */
  private boolean isLegal(Trial trial) throws CommandFailure {
    RunOutcome outcome =
        session
            .toolchain()
            .run(
                request(
                    checked.orElse(object),
                    checkedKernel(),
                    bind(trial),
                    _ -> (word, record) -> {},
                    Optional.empty()));
    return !(outcome instanceof RunOutcome.Trapped(var _, var details, var _))
        || details.map(each -> each.code() == TrapCode.DEADLOCK).orElse(true);
  }

  private Diagnostic nothingTried() {
    return new Diagnostic(
        DiagnosticCode.NOT_TRIED,
        DiagnosticCode.NOT_TRIED.severity(),
        SourceText.location(kernel.positions().getFirst()),
        "@"
            + kernel.name()
            + (notTried.isEmpty()
                ? ": no arguments were found that the kernel allows, so that nothing was tried"
                : ": no trial came to its end, so that nothing is known of the order"),
        Stream.concat(
                notTried.stream().limit(SHOWN_TRIALS).map(Verdict.Unknown::reason),
                Stream.of(
                    "ptoc run --check sync judges the kernel with the arguments that it is given"))
            .map(text -> new Diagnostic.Note(Location.NONE, text))
            .toList());
  }

  /** The body of the kernel, where its source is known. */
  private Optional<Region> source() {
    return functions.stream().findFirst().flatMap(Function::body);
  }

  private KernelObject checkedKernel() {
    return checked.flatMap(each -> each.kernel(kernel.name())).orElse(kernel);
  }

  private boolean isForDevice(Verdict verdict) {
    return verdict instanceof Verdict.Redundant redundant && lints.needs(redundant);
  }

  private int usualBlocks() {
    boolean asks =
        kernel.arguments().stream()
                .flatMap(each -> each.launchValue().stream())
                .anyMatch(value -> value != LaunchValue.SUBBLOCK_INDEX)
            || program.instructions().stream().anyMatch(SynchronizationCheck::readsBlock);
    return asks ? SEVERAL : 1;
  }

  private static boolean readsBlock(Instruction instruction) {
    return instruction.performs(ControlOperation.READ_SPECIAL)
        && SpecialRegister.byCode(instruction.field(FieldName.SPR))
            .filter(register -> register == SpecialRegister.BLOCK_IDX)
            .isPresent();
  }

  /** The launches that the trials represent; refuted properties need no proof. */
  private Coverage coverage(int wanted, Evidence evidence, Optional<CubePart> cube) {
    if (evidence.isRefuted()) {
      return new Coverage.Refuted();
    }
    if (cube.isPresent() && cube.get().evidence().isRefuted()) {
      return refutedBeside(kernel);
    }
    boolean areWhole = wanted > 0 && tried == wanted && !evidence.isCut();
    if (areWhole && cube.isEmpty() && !LaunchChoices.exist(program, kernel)) {
      return new Coverage.Complete();
    }
    List<Proof.Part> other = Proof.Part.of(checked.orElse(object), checkedKernel());
    Optional<Proof.Doubt> doubt = Proof.attempt(parts);
    if (doubt.isPresent()
        && tried > 0
        && !Arrays.equals(checkedKernel().words(), kernel.words())
        && Proof.doSameWork(parts, other)) {
      doubt = Proof.attempt(other);
    }
    return doubt.isEmpty()
        ? new Coverage.Proved(blocks)
        : new Coverage.Sample(doubt.get().place(), doubt.get().reason());
  }

  /** Integers and truth values, which loops and conditions depend on. */
  private static boolean isVaried(KernelArgument parameter) {
    return parameter.kind() == KernelArgument.Kind.SCALAR
        && parameter.launchValue().isEmpty()
        && DataFormat.byCode(parameter.dataType())
            .map(format -> format.kind() != DataFormat.Kind.FLOAT)
            .orElse(true);
  }

  private List<BoundArgument> bind(Trial trial) throws CommandFailure {
    List<Integer> wanted = new ArrayList<>();
    for (int i = 0; i < kernel.arguments().size(); i++) {
      if (kernel.arguments().get(i).launchValue().isEmpty()) {
        wanted.add(i);
      }
    }
    List<String> texts = new ArrayList<>();
    for (PlannedArgument each :
        ArgumentPlanner.plan(functions, kernel, trial.numbers(), wanted, blocks, trial.seed())) {
      Long number = trial.numbers().get(each.parameter());
      texts.add(number == null ? each.text() : literal(each.parameter(), number));
    }
    return ArgumentBinder.bind(kernel, texts).arguments();
  }

  private static long bytes(List<BoundArgument> bound) {
    return bound.stream()
        .mapToLong(
            each ->
                each.argument() instanceof Argument.Buffer(var contents, _) ? contents.size() : 0)
        .sum();
  }

  /** Truth values have no type code. */
  private String literal(int parameter, long number) {
    return DataFormat.byCode(kernel.arguments().get(parameter).dataType())
        .map(format -> format.spelling() + ":" + number)
        .orElse("i1:" + Math.min(1, number));
  }

  private void run(Trial trial, Evidence evidence, Optional<CubePart> cube) throws CommandFailure {
    BlockChecker.Launch cores = new BlockChecker.Launch();
    CombiningWords combining = new CombiningWords(program, kernel);
    IntFunction<ExecutionListener> devices = lints.trial();
    RunOutcome outcome =
        launch(
            trial,
            core ->
                new ListenerGroup(
                    List.of(
                        evidence.listener(
                            Optional.of(
                                new BlockChecker(
                                    cores,
                                    program,
                                    combining,
                                    core,
                                    this::coreName,
                                    conflicts(evidence, core)))),
                        devices.apply(core))),
            cube.map(part -> core -> part.listener(cores, core, this)));
    switch (outcome) {
      case RunOutcome.Completed completed -> tried++;
      case RunOutcome.Rejected(var diagnostics) -> traps.addAll(diagnostics);
      case RunOutcome.Trapped(var trap, var details, var _) -> {
        if (details.map(each -> each.code() == TrapCode.DEADLOCK).orElse(false)) {
          evidence.stop();
          if (traps.stream().anyMatch(each -> each.location().equals(trap.location()))) {
            return;
          }
          traps.add(
              Diagnostic.of(
                  DiagnosticCode.SYNCHRONIZATION_MISUSE,
                  trap.location(),
                  trap.message(),
                  new Diagnostic.Note(Location.NONE, describe(trial)),
                  new Diagnostic.Note(
                      Location.NONE,
                      "the pipe waits for ever: a pto.set_flag of it must come first")));
        } else {
          notTried.add(
              new Verdict.Unknown(
                  kernel.positions().getFirst(), describe(trial) + ": " + trap.message()));
        }
      }
    }
  }

  /** Adds what nothing orders between a core and others to the evidence of its part. */
  private BlockChecker.Findings conflicts(Evidence evidence, int core) {
    return (word, message, otherCore, other) -> {
      boolean isBeside = isCube(core) != isCube(otherCore);
      Optional<String> remedy =
          block(core) == block(otherCore)
              ? coreRemedies.of(isCube(otherCore), other, isCube(core), word)
              : Optional.empty();
      evidence.conflict(
          word,
          isBeside ? message + at(isCube(otherCore), other) : message,
          isBeside ? word : other,
          remedy);
    };
  }

  private static boolean isCube(int core) {
    return core >= BlockChecker.FIRST_CUBE_CORE;
  }

  private int block(int core) {
    return isCube(core)
        ? core - BlockChecker.FIRST_CUBE_CORE
        : core / kernel.properties().vectorCores();
  }

  /** The place of a word of the other kind of core. */
  private String at(boolean isCube, int word) {
    Proof.Part part = isCube ? parts.getLast() : parts.getFirst();
    SourcePosition place = part.kernel().positions().get(word);
    return ", at " + place.file() + ":" + place.line();
  }

  /** The cube cores beside vector cores, and what trials show of them. */
  private record CubePart(
      KernelObject kernel, Program program, CombiningWords combining, Evidence evidence) {
    private static Optional<CubePart> of(ObjectFile object, KernelObject kernel) {
      return object
          .cubePart(kernel)
          .flatMap(
              part ->
                  ProgramDecoder.decode(object.profile(), CoreKind.CUBE, part.words())
                          instanceof Program program
                      ? Optional.of(
                          new CubePart(
                              part,
                              program,
                              new CombiningWords(program, part),
                              new Evidence(program)))
                      : Optional.empty());
    }

    private ExecutionListener listener(
        BlockChecker.Launch cores, int core, SynchronizationCheck check) {
      int number = BlockChecker.FIRST_CUBE_CORE + core;
      return evidence.listener(
          Optional.of(
              new BlockChecker(
                  cores,
                  program,
                  combining,
                  number,
                  check::coreName,
                  check.conflicts(evidence, number))));
    }
  }

  /** The coverage of a part in order, of which the other part is not. */
  private static Coverage refutedBeside(KernelObject part) {
    return new Coverage.Sample(
        part.positions().getFirst(), "what other cores of the block do is refuted");
  }

  private String describe(Trial trial) {
    List<String> values = new ArrayList<>();
    for (Map.Entry<Integer, Long> each : trial.numbers().entrySet()) {
      values.add(kernel.arguments().get(each.getKey()).name() + " = " + each.getValue());
    }
    values.sort(null);
    return values.isEmpty()
        ? "the trial did not come to its end"
        : "the trial with " + String.join(", ", values) + " did not come to its end";
  }

  private void repeat(
      Trial trial,
      IntFunction<ExecutionListener> listeners,
      Optional<IntFunction<ExecutionListener>> cube) {
    try {
      launch(trial, listeners, cube);
    } catch (CommandFailure failure) {
      throw new IllegalStateException(failure); // The same arguments were bound before.
    }
  }

  private String coreName(int core) {
    if (isCube(core)) {
      return "block " + block(core) + ", AIC";
    }
    int cores = kernel.properties().vectorCores();
    return "block " + block(core) + (cores > 1 ? ", AIV" + core % cores : "");
  }

  private RunOutcome launch(
      Trial trial,
      IntFunction<ExecutionListener> listeners,
      Optional<IntFunction<ExecutionListener>> cube)
      throws CommandFailure {
    return session.toolchain().run(request(object, kernel, bind(trial), listeners, cube));
  }

  private Launch request(
      ObjectFile file,
      KernelObject chosen,
      List<BoundArgument> bound,
      IntFunction<ExecutionListener> listeners,
      Optional<IntFunction<ExecutionListener>> cube) {
    return Launch.of(file, chosen, bound.stream().map(BoundArgument::argument).toList())
        .with(one -> one.withBlocks(blocks).withInstructionLimit(WORK).withEngine(Engine.INTERPRET))
        .withTiming(
            new Toolchain.Timing(TimingModel.NONE, false)
                .withWatcher(Optional.of(listeners))
                .withCubeWatcher(cube))
        .withProtection(Toolchain.Protection.NONE);
  }
}
