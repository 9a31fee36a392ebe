package org.ptoc.tools.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.ptoc.emulator.Engine;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ListenerGroup;
import org.ptoc.ir.Function;
import org.ptoc.ir.Location;
import org.ptoc.ir.Region;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Limit;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.DecodedWord;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.InstructionDecoder;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.ProgramDecoder;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.KernelProperties;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.object.SourcePosition;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.tools.assembly.AssemblyWriter;
import org.ptoc.tools.assembly.SourceText;
import org.ptoc.tools.cli.Option.Trait;
import org.ptoc.tools.data.DataFiles;
import org.ptoc.tools.data.LogFile;
import org.ptoc.tools.referee.Remedies;
import org.ptoc.tools.toolchain.DeviceView;
import org.ptoc.tools.toolchain.Launch;
import org.ptoc.tools.validate.TileMarks;
import org.ptoc.tools.validate.TileValidator;
import org.ptoc.tools.watch.BlockChecker;
import org.ptoc.tools.watch.BoundsChecker;
import org.ptoc.tools.watch.CombiningWords;
import org.ptoc.tools.watch.Dependence;
import org.ptoc.tools.watch.ExecutionLog;
import org.ptoc.tools.watch.ModeChecker;
import org.ptoc.tools.watch.NumberChecker;
import org.ptoc.tools.watch.OperandChecker;
import org.ptoc.tools.watch.OutputChecker;
import org.ptoc.tools.watch.ResidentChecker;
import org.ptoc.tools.watch.SynchronizationChecker;
import org.ptoc.tools.watch.TransferModeChecker;
import org.ptoc.tools.watch.UninitializedChecker;
import org.ptoc.tools.watch.WindowFindings;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * Options of {@code ptoc run} that listen to every instruction: logs and checks. They make a run
 * slower.
 */
final class WatchOptions {
  static final String ALL_CHECKS = "all";

  /** The kernel runs twice. */
  private static final String TILES = "tiles";

  private static final String BOUNDS = "bounds";

  /** Memory that stays between launches. */
  static final String MEMORY = "memory";

  private static final List<String> CHECKS =
      List.of("sync", "uninitialized", BOUNDS, "modes", "operands", MEMORY, TILES);

  /** A NaN is often intended, so this check is not part of {@code all}. */
  private static final String NUMBERS = "nan";

  /** Many a kernel is to write a part of a buffer. */
  private static final String OUTPUTS = "outputs";

  /** Checks that are no part of all. */
  private static final List<String> SPECIAL = List.of(NUMBERS, OUTPUTS);

  static final Option TRACE =
      Option.attached("FILE", "", "log every instruction (default: stderr)", "--trace")
          .with(Trait.OF_PLAN, Trait.ONE_FILE);
  static final Option COMMITS =
      Option.attached(
              "FILE",
              "",
              "every written bit of every instruction, for comparing runs",
              "--log-commits")
          .seldom()
          .with(Trait.OF_PLAN, Trait.ONE_FILE);
  static final Option CHECK =
      Option.values(
              "CHECK",
              String.join(", ", CHECKS) + ", all; nan and outputs, which are no part of all",
              "--check")
          .words(Stream.of(CHECKS, List.of(ALL_CHECKS), SPECIAL).flatMap(List::stream).toList())
          .otherwise(ALL_CHECKS)
          .with(Trait.OF_PLAN);

  /** Also of the timelines of reports. */
  static final Option LIMIT =
      Option.value(
              "N",
              "instructions in a log (default: "
                  + Limit.TRACE_LINES.value()
                  + ") and on a timeline (default: "
                  + Limit.TIMELINE_EVENTS.value()
                  + ")",
              "--trace-limit")
          .seldom();

  /** Findings that are reported; one mistake in a loop makes many. */
  private static final int SHOWN = 20;

  private final List<IntFunction<ExecutionListener>> listeners = new ArrayList<>();
  private final List<LogFile> files = new ArrayList<>();
  private final List<ExecutionLog> logs = new ArrayList<>();
  private final List<Diagnostic> findings = new ArrayList<>();
  private final Session session;
  private final KernelObject kernel;

  /** What listens to the cube cores beside the vector cores. */
  private Optional<WatchOptions> cube = Optional.empty();

  /** The name of the kernel, of which {@link #kernel} may be a part. */
  private String name;

  /** Vector cores of a block. */
  private int vectorCores = 1;

  /** Blocks of a rank, where there are several ranks. */
  private OptionalInt blocksOfRank = OptionalInt.empty();

  /** The number of the first core in {@link BlockChecker}. */
  private int firstCore;

  /** True if a listener reads registers, which compiled loops write late. */
  private boolean needsRegisters;

  /** True if each word with doubtful operands is a finding. */
  private boolean findsOperands;

  /** The program that prints windows which leave their views. */
  private Optional<KernelObject> windows = Optional.empty();

  /**
   * The kernel with marks, whose run shows the tile operations that are compared; its checks are
   * those of windows.
   */
  private Optional<KernelObject> marked = Optional.empty();

  private Optional<TileMarks> marks = Optional.empty();

  /** Memories of the launch that stay, by the number of their buffer. */
  private final Map<Integer, ResidentChecker.Buffer> memories = new HashMap<>();

  private boolean followsMemory;

  private int found;

  private Optional<OutputChecker.Outputs> outputs = Optional.empty();

  private WatchOptions(Session session, KernelObject kernel) {
    this.session = session;
    this.kernel = kernel;
    this.name = kernel.name();
  }

  static void describe(CommandSpec spec) {
    Option.add(spec, TRACE, COMMITS, LIMIT);
    CHECK.addTo(spec);
  }

  /** Without any. */
  static WatchOptions none(KernelObject kernel, Session session) {
    return new WatchOptions(session, kernel);
  }

  static WatchOptions read(
      ParseResult arguments, ObjectFile object, KernelObject kernel, Session session)
      throws CommandFailure {
    WatchOptions options = new WatchOptions(session, kernel);
    options.vectorCores = RunCommand.vectorCores(arguments, kernel);
    if (RunCommand.ranks(arguments) > 1) {
      options.blocksOfRank = OptionalInt.of(RunCommand.blocks(arguments, kernel));
    }
    Optional<KernelObject> cubePart = object.cubePart(kernel);
    if (cubePart.isPresent()) {
      WatchOptions cube = new WatchOptions(session, cubePart.get());
      cube.name = kernel.name();
      cube.firstCore = BlockChecker.FIRST_CUBE_CORE;
      cube.vectorCores = options.vectorCores;
      cube.blocksOfRank = options.blocksOfRank;
      options.cube = Optional.of(cube);
    }
    if (TRACE.isIn(arguments)) {
      options.log(ExecutionLog.Form.TRACE, object, arguments, TRACE);
    }
    if (COMMITS.isIn(arguments)) {
      options.log(ExecutionLog.Form.COMMITS, object, arguments, COMMITS);
    }
    Set<String> checks = checks(CHECK.texts(arguments));
    if (checks.contains(OUTPUTS) && options.blocksOfRank.isPresent()) {
      throw CommandFailure.usage(
          CHECK + " outputs looks at one rank, so it goes without " + RunCommand.RANKS);
    }
    if (checks.contains(OUTPUTS)) {
      options.outputs = Optional.of(new OutputChecker.Outputs());
    }
    options.findsOperands = checks.contains("operands");
    BlockChecker.Launch cores = new BlockChecker.Launch();
    List<WatchOptions> parts = options.parts();
    for (WatchOptions part : parts) {
      Optional<Program> program =
          checks.isEmpty() ? Optional.empty() : program(object.profile(), part.kernel);
      if (program.isEmpty()) {
        continue; // Nothing runs in a program that does not decode.
      }
      for (String check : checks) {
        if (!check.equals(TILES)) {
          part.add(check, program.get(), arguments, object, parts, cores, options.outputs);
        } else if (part == options) {
          options.addTiles(arguments, object);
        }
      }
      if (checks.contains(BOUNDS)) {
        part.windows = part.windows(arguments, object);
      }
    }
    return options;
  }

  /** What listens to vector cores or to the only kind of core, then what listens to cube cores. */
  private List<WatchOptions> parts() {
    return cube.map(part -> List.of(this, part)).orElse(List.of(this));
  }

  private void add(
      String check,
      Program program,
      ParseResult arguments,
      ObjectFile object,
      List<WatchOptions> parts,
      BlockChecker.Launch cores,
      Optional<OutputChecker.Outputs> written) {
    switch (check) {
      case "modes" -> listeners.add(block -> modeChecker(program, block));
      case "operands" ->
          listeners.add(block -> new OperandChecker(findings(block, "the other word")));
      case MEMORY -> {
        followsMemory = true;
        listeners.add(block -> new ResidentChecker(memories, findings(block, "the other access")));
      }
      case OUTPUTS -> listeners.add(_ -> new OutputChecker(written.orElseThrow()));
      case NUMBERS -> {
        needsRegisters = true;
        listeners.add(block -> new NumberChecker(program, findings(block, "the other word")));
      }
      case BOUNDS -> {
        needsRegisters = true;
        listeners.add(
            block -> new BoundsChecker(program, kernel, findings(block, "the other word")));
      }
      case "uninitialized" -> {
        needsRegisters = true;
        listeners.add(
            block -> new UninitializedChecker(program, findings(block, "the other access")));
      }
      default -> {
        needsRegisters = true;
        Supplier<Remedies> remedies = remedies(arguments, object, program);
        CombiningWords combining = new CombiningWords(program, kernel);
        listeners.add(
            block ->
                new SynchronizationChecker(
                    program,
                    unordered(block, remedies),
                    Optional.of(
                        new BlockChecker(
                            cores,
                            program,
                            combining,
                            firstCore + block,
                            this::coreName,
                            between(block, parts)))));
      }
    }
  }

  private void addTiles(ParseResult arguments, ObjectFile object) throws CommandFailure {
    Optional<TileMarks> marks = tiles(arguments, object);
    if (marks.isEmpty() && names(arguments, TILES)) {
      if (isOfCube()) {
        throw CommandFailure.usage(
            CHECK + " tiles compares results of vector cores",
            "@" + kernel.name() + " runs on the cube core");
      }
      if (cube.isPresent()) {
        throw CommandFailure.usage(
            CHECK + " tiles compares tiles of UB that no other core writes",
            "the cube core of @" + kernel.name() + " writes UB of its vector cores");
      }
      throw CommandFailure.usage(
          CHECK + " tiles needs the source that the object was compiled from",
          "it has changed, or is not where the object says: " + object.sourceName());
    }
    marks.ifPresent(
        each ->
            listeners.add(
                block -> new TileValidator(kernel.positions(), each, block, wrongTiles(block))));
  }

  /** A core in words, by its number in {@link BlockChecker}. */
  private String coreName(int core) {
    return core(core).words(", ");
  }

  private ExecutionLog.CoreName core(int core) {
    boolean isCube = core >= BlockChecker.FIRST_CUBE_CORE;
    int block = isCube ? core - BlockChecker.FIRST_CUBE_CORE : core / vectorCores;
    String ofBlock = vectorCores > 1 || isMixed() ? "AIV" + core % vectorCores : "";
    return new ExecutionLog.CoreName(
        blocksOfRank.isPresent()
            ? OptionalInt.of(block / blocksOfRank.getAsInt())
            : OptionalInt.empty(),
        block % blocksOfRank.orElse(Integer.MAX_VALUE),
        isCube ? "AIC" : ofBlock);
  }

  private boolean isMixed() {
    return kernel.properties().kind() == KernelProperties.Kind.MIXED || firstCore > 0;
  }

  /** The limit that the command line sets, or the usual one. */
  static long limit(ParseResult arguments, Limit usual) throws CommandFailure {
    return LIMIT.number(arguments, 1, Integer.MAX_VALUE, usual.value());
  }

  private ExecutionListener modeChecker(Program program, int block) {
    SynchronizationChecker.Findings results = findings(block, "the word that set the mode");
    return program.profile().has(ProfileFeature.BYTE_TRANSFERS)
        ? new TransferModeChecker(program, this::line, results)
        : new ModeChecker(program, this::line, results);
  }

  /** In assembly each word has a line of its own, which says nothing about operations. */
  private int line(int word) {
    SourcePosition position = kernel.positions().get(word);
    return position.file().endsWith(".s") ? 0 : position.line();
  }

  /** Names of checks, {@code all} of them, and without those that have a minus in front. */
  private static Set<String> checks(List<String> texts) throws CommandFailure {
    Set<String> checks = new LinkedHashSet<>();
    for (String name : String.join(",", texts).split(",")) {
      String bare = name.startsWith("-") ? name.substring(1) : name;
      boolean known = CHECKS.contains(bare) || SPECIAL.contains(bare) || name.equals(ALL_CHECKS);
      if (!texts.isEmpty() && !known) {
        throw CommandFailure.usage(
            "there is no check '" + name + "'" + Suggestion.phrase(bare, CHECKS),
            CHECK + " takes all, " + String.join(", ", CHECKS) + ", " + String.join(", ", SPECIAL));
      }
      if (name.equals(ALL_CHECKS)) {
        checks.addAll(CHECKS);
      } else if (name.equals(bare)) {
        checks.add(name);
      } else {
        checks.remove(bare);
      }
    }
    checks.remove("");
    return checks;
  }

  /** True if the command line names a check, which {@code all} does not. */
  private static boolean names(ParseResult arguments, String check) throws CommandFailure {
    return List.of(String.join(",", CHECK.texts(arguments)).split(",")).contains(check);
  }

  private void log(ExecutionLog.Form form, ObjectFile object, ParseResult arguments, Option option)
      throws CommandFailure {
    PrintStream target = open(option.text(arguments).orElse(""));
    ExecutionLog log = new ExecutionLog(form, target, limit(arguments, Limit.TRACE_LINES));
    logs.add(log);
    needsRegisters = true;
    for (WatchOptions part : parts()) {
      part.listenFor(log, object.profile());
    }
  }

  private void listenFor(ExecutionLog log, Profile profile) {
    String[] texts = new String[kernel.wordCount()];
    DecodedWord[] words = new DecodedWord[kernel.wordCount()];
    boolean takesTurns = isMixed();
    for (int i = 0; i < texts.length; i++) {
      texts[i] = AssemblyWriter.instruction(profile, kernel.word(i));
      words[i] = InstructionDecoder.decode(profile, kernel.word(i));
      takesTurns |=
          words[i] instanceof Instruction instruction
              && instruction.definition().semantics() instanceof Semantics.Control(var operation)
              && operation.concernsOtherCores();
    }
    listeners.add(log.of(kernel, texts, words, block -> core(firstCore + block), takesTurns));
  }

  private PrintStream open(String file) throws CommandFailure {
    if (file.isEmpty()) {
      return session.err();
    }
    if (file.equals("-")) {
      return session.out();
    }
    try {
      LogFile opened = LogFile.open(Session.path(file));
      files.add(opened);
      return opened.stream();
    } catch (IOException e) {
      throw CommandFailure.of(
          DiagnosticCode.CANNOT_WRITE, "cannot write " + file + ": " + DataFiles.reason(e));
    }
  }

  private SynchronizationChecker.Findings findings(int block, String otherWord) {
    return (word, message, other) -> {
      if (++found <= SHOWN) {
        add(block, word, message, other == word ? List.of() : List.of(note(other, otherWord)));
      }
    };
  }

  /** Findings about two cores, of which the other one may be of the other kind. */
  private BlockChecker.Findings between(int block, List<WatchOptions> parts) {
    return (word, message, core, other) -> {
      if (++found <= SHOWN) {
        WatchOptions there =
            core >= BlockChecker.FIRST_CUBE_CORE ? parts.getLast() : parts.getFirst();
        boolean isSame = there == this && other == word;
        List<Diagnostic.Note> notes =
            isSame ? List.of() : List.of(there.note(other, "the other access"));
        add(block, word, message, notes);
      }
    };
  }

  private TileValidator.Findings wrongTiles(int block) {
    return (place, message, writer) -> {
      if (++found <= SHOWN) {
        findings.add(
            Diagnostic.of(
                DiagnosticCode.CHECK_FAILED,
                SourceText.location(place),
                "@" + kernel.name() + ", " + coreName(block) + ": " + message,
                writer
                    .map(word -> new Diagnostic.Note[] {note(word, "the last one to write it")})
                    .orElse(new Diagnostic.Note[0])));
      }
    };
  }

  /** The kernel with marks in front of tile operations, where the source is known. */
  private Optional<TileMarks> tiles(ParseResult arguments, ObjectFile object)
      throws CommandFailure {
    boolean isSharedBuffer =
        object.profile().has(ProfileFeature.CONNECTED_CORES) && object.cubePart(kernel).isPresent();
    if (isOfCube() || isSharedBuffer) {
      return Optional.empty();
    }
    marked =
        again(arguments, object, List.of(CodeSwitch.OPERATION_MARKS, CodeSwitch.WINDOW_CHECKS));
    marks =
        marked.flatMap(
            twin ->
                program(object.profile(), twin)
                    .map(
                        program ->
                            new TileMarks(
                                program,
                                twin.positions(),
                                session.toolchain().rewrites(object.profile()))));
    return marks;
  }

  private boolean isOfCube() {
    return kernel.properties().kind().core() == CoreKind.CUBE;
  }

  private static Optional<Program> program(Profile profile, KernelObject kernel) {
    return ProgramDecoder.decode(profile, kernel.properties().kind().core(), kernel.words())
            instanceof Program program
        ? Optional.of(program)
        : Optional.empty();
  }

  private Diagnostic.Note note(int word, String what) {
    return new Diagnostic.Note(place(word), what + ", word " + word);
  }

  private void add(int block, int word, String message, List<Diagnostic.Note> notes) {
    String text =
        "@" + name + ", " + coreName(firstCore + block) + ", word " + word + " " + message;
    findings.add(
        Diagnostic.of(
            DiagnosticCode.CHECK_FAILED, place(word), text, notes.toArray(new Diagnostic.Note[0])));
  }

  /** Findings about order, with what to insert and where. */
  private SynchronizationChecker.Findings unordered(int block, Supplier<Remedies> remedies) {
    String otherAccess = "the other access";
    SynchronizationChecker.Findings others = findings(block, otherAccess);
    return new SynchronizationChecker.Findings() {
      @Override
      public void found(int word, String message, int other) {
        others.found(word, message, other);
      }

      @Override
      public void unordered(Dependence accesses, String message) {
        if (++found <= SHOWN) {
          add(
              block,
              accesses.later().word(),
              message,
              List.of(
                  note(accesses.earlier().word(), otherAccess),
                  new Diagnostic.Note(Location.NONE, remedies.get().of(accesses))));
        }
      }
    };
  }

  /** The source of the kernel is looked up for the first finding. */
  private Supplier<Remedies> remedies(ParseResult arguments, ObjectFile object, Program program) {
    List<Remedies> made = new ArrayList<>();
    return () -> {
      if (made.isEmpty()) {
        Optional<Region> source = source(arguments, object);
        made.add(new Remedies(program, kernel, source));
      }
      return made.getFirst();
    };
  }

  private Optional<Region> source(ParseResult arguments, ObjectFile object) {
    try {
      return AutoArguments.functions(object, kernel, arguments, session).stream()
          .findFirst()
          .flatMap(Function::body);
    } catch (CommandFailure unknown) {
      return Optional.empty(); // The words alone say where loops are.
    }
  }

  /** The checks of windows, where the source is known; a kernel with marks has them too. */
  private Optional<KernelObject> windows(ParseResult arguments, ObjectFile object)
      throws CommandFailure {
    Optional<KernelObject> compiled =
        marked.isPresent() ? marked : again(arguments, object, List.of(CodeSwitch.WINDOW_CHECKS));
    return compiled.flatMap(KernelObject::checks);
  }

  private Optional<KernelObject> again(
      ParseResult arguments, ObjectFile object, List<CodeSwitch> more) throws CommandFailure {
    return CodeOptions.again(arguments, object, kernel, more, session)
        .flatMap(compiled -> compiled.kernel(kernel.name()));
  }

  /** A launch with these listeners, whose blocks then run one after the other. */
  Launch attachedTo(Launch launch) {
    return launch
        .with(one -> isActive() ? one.withThreads(1) : one)
        .with(one -> needsRegisters() ? one.withEngine(Engine.INTERPRET) : one)
        .withTiming(launch.timing().withWatcher(listeners()).withCubeWatcher(cubeListeners()));
  }

  /**
   * Runs the checks before a launch.
   *
   * @param resident the array of a device behind each argument, where it is one
   */
  void before(Launch launch, List<Optional<DeviceView>> resident) {
    memories.putAll(ResidentMemories.of(launch, resident));
    marks.ifPresent(
        each ->
            session
                .toolchain()
                .run(
                    launch.ofChecks(
                        marked.orElseThrow(),
                        launch.machine().arguments(),
                        Optional.of(each::listener))));
    windows
        .flatMap(checks -> program(launch.object().profile(), checks))
        .ifPresent(program -> windows(launch, program));
    cube.ifPresent(part -> part.before(launch, resident));
  }

  /** Looks for windows that leave their views. */
  private void windows(Launch launch, Program program) {
    WindowFindings outside = new WindowFindings(program, windows.get().positions());
    session
        .toolchain()
        .run(
            launch.ofChecks(
                windows.get(),
                launch.machine().arguments(),
                Optional.of(block -> outside.listener(block))));
    outside
        .all()
        .forEach(
            (place, finding) -> {
              if (++found <= SHOWN) {
                findings.add(
                    Diagnostic.of(
                        DiagnosticCode.WINDOW_OUTSIDE_VIEW,
                        SourceText.location(place),
                        "@"
                            + name
                            + ", "
                            + coreName(firstCore + finding.block())
                            + ": "
                            + finding.message(),
                        finding.count() == 1
                            ? new Diagnostic.Note[0]
                            : new Diagnostic.Note[] {
                              new Diagnostic.Note(
                                  Location.NONE,
                                  "and "
                                      + (finding.count() - 1)
                                      + " more times in the blocks of this run")
                            }));
              }
            });
  }

  /** Buffers that were written in part, or not touched at all. */
  private void report(OutputChecker.Outputs written) {
    int buffer = 0;
    for (int i = 0; i < kernel.arguments().size(); i++) {
      KernelArgument argument = kernel.arguments().get(i);
      if (argument.kind() == KernelArgument.Kind.GM_POINTER) {
        Optional<String> missing = written.missing(buffer++);
        if (missing.isPresent() && ++found <= SHOWN) {
          String text = "@" + kernel.name() + ", " + BufferOption.title(i, argument) + ": ";
          findings.add(Diagnostic.of(DiagnosticCode.CHECK_FAILED, place(0), text + missing.get()));
        }
      }
    }
  }

  private Location place(int word) {
    return SourceText.location(kernel.positions().get(word));
  }

  /** True if a listener reads registers, which compiled loops write late. */
  private boolean needsRegisters() {
    return needsRegisters || cube.filter(WatchOptions::needsRegisters).isPresent();
  }

  /**
   * True if there are listeners; then the blocks run one after the other, so that logs do not mix.
   */
  boolean isActive() {
    return !listeners.isEmpty();
  }

  /** The listeners of a block; absent when there are none. */
  private Optional<IntFunction<ExecutionListener>> listeners() {
    return isActive()
        ? Optional.of(
            block -> new ListenerGroup(listeners.stream().map(each -> each.apply(block)).toList()))
        : Optional.empty();
  }

  /** The listeners of the cube core of a block beside vector cores. */
  private Optional<IntFunction<ExecutionListener>> cubeListeners() {
    return cube.flatMap(WatchOptions::listeners);
  }

  /** Puts the logs in their places, also after a trap. */
  void close() throws CommandFailure {
    logs.forEach(ExecutionLog::finish);
    for (LogFile file : files) {
      Optional<String> problem = OutputGate.pass(file::finish);
      if (problem.isPresent()) {
        throw CommandFailure.of(DiagnosticCode.CANNOT_WRITE, problem.get());
      }
    }
    if (logs.stream().anyMatch(ExecutionLog::isCut)) {
      session.report(
          Limit.TRACE_LINES.code(),
          "the log ends before the run does; " + LIMIT + "=N sets another limit");
    }
  }

  /** Leaves the places of logs that are not finished as they were. */
  void discard() {
    files.forEach(LogFile::discard);
  }

  /** Warnings of the run, without warnings that a check reports as findings. */
  List<Diagnostic> untold(List<Diagnostic> warnings) {
    return warnings.stream()
        .filter(each -> !findsOperands || each.code() != DiagnosticCode.ZERO_REPEAT)
        .toList();
  }

  /** True if the check that knows which bytes of resident memory were written is on. */
  boolean followsMemory() {
    return followsMemory;
  }

  /** True if operands with an unusual meaning are findings. */
  boolean findsOperands() {
    return findsOperands;
  }

  /** Adds what was found in front of the run. */
  void add(List<Diagnostic> more) {
    for (Diagnostic each : more) {
      if (++found <= SHOWN) {
        findings.add(each);
      }
    }
  }

  /** How often a check found something. */
  int findings() {
    return found + cube.map(WatchOptions::findings).orElse(0);
  }

  /** Reports what the checks found. */
  void report() {
    outputs.ifPresent(this::report);
    cube.ifPresent(WatchOptions::report);
    session.report(findings);
    if (found > SHOWN) {
      session.report(DiagnosticCode.CHECK_FAILED, found - SHOWN + " more findings are not shown");
    }
  }
}
