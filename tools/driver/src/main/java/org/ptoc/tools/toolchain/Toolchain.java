package org.ptoc.tools.toolchain;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ptoc.emulator.BlockNumbers;
import org.ptoc.emulator.Engine;
import org.ptoc.emulator.LaunchProgress;
import org.ptoc.emulator.Trap;
import org.ptoc.emulator.cube.SumOrder;
import org.ptoc.emulator.machine.Contents;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.Schedule;
import org.ptoc.emulator.print.Printout;
import org.ptoc.emulator.timing.constant.CycleWindow;
import org.ptoc.emulator.timing.constant.TimingModel;
import org.ptoc.emulator.timing.constant.TimingOptions;
import org.ptoc.ir.Function;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.Limit;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.LaunchValue;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.object.SourceDigest;
import org.ptoc.ir.verify.VerifierOptions;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.recipe.Rewrite;

/**
 * Everything that the command line asks of compiler and emulator. No method throws because of its
 * input.
 */
public interface Toolchain {

  /**
   * The byte that fills the memories of a core at entry by default (spec/40, 5.4); not zero, so
   * that no kernel can work only because UB happens to be cleared.
   */
  int ENTRY_FILL = 0xCB;

  /**
   * A source text, or several that are compiled as one file with a module for each.
   *
   * @param name file name as the user gave it, {@code <stdin>} for standard input
   * @param text contents
   * @param others further texts
   */
  record Source(String name, String text, List<Source> others) {
    public Source {
      others = List.copyOf(others);
    }

    /** One text. */
    public Source(String name, String text) {
      this(name, text, List.of());
    }

    /** All texts, this one first. */
    public List<Source> all() {
      return Stream.concat(Stream.of(this), others.stream()).toList();
    }

    /** A digest of all texts, in whatever order they are given. */
    public SourceDigest digest() {
      return SourceDigest.of(
          all().stream().map(Source::text).sorted().collect(Collectors.joining("\0")));
    }
  }

  /**
   * What to compile and how.
   *
   * @param profile target; empty takes what the module says
   * @param otherwise target if neither names one; empty makes that an error
   * @param kernel the only kernel that has to compile; empty for all
   * @param code options that change the code
   * @param reports what to tell about the way
   * @param rules how strict the verifier is
   * @param stated what the command line says of settings that modules may state too; the profile
   *     stands beside
   * @param pairs functions that are the parts of one kernel under other names than those of parts
   */
  record Request(
      Optional<Profile> profile,
      Optional<Profile> otherwise,
      Optional<String> kernel,
      CompileOptions code,
      Reports reports,
      VerifierOptions rules,
      List<ModuleSetting.Stated> stated,
      List<KernelPair> pairs) {
    public Request {
      stated = List.copyOf(stated);
      pairs = List.copyOf(pairs);
    }

    /** Without a default profile: the caller or the module must name one. */
    public Request(
        Optional<Profile> profile,
        Optional<String> kernel,
        CompileOptions code,
        Reports reports,
        VerifierOptions rules,
        List<ModuleSetting.Stated> stated) {
      this(profile, Optional.empty(), kernel, code, reports, rules, stated, List.of());
    }

    /** Under the rules of a plain compile. */
    public Request(
        Optional<Profile> profile, Optional<String> kernel, CompileOptions code, Reports reports) {
      this(
          profile,
          Optional.empty(),
          kernel,
          code,
          reports,
          VerifierOptions.defaults(),
          List.of(),
          List.of());
    }

    /** The same for a file whose pipes may end in another file. */
    public Request ofPart() {
      return new Request(profile, otherwise, kernel, code, reports, rules.ofPart(), stated, pairs);
    }

    /** The same for one kernel of an object, with other code. */
    public Request of(ObjectFile object, KernelObject one, CompileOptions other) {
      return new Request(
          Optional.of(object.profile()),
          Optional.empty(),
          Optional.of(one.name()),
          other,
          reports,
          rules,
          stated,
          pairs);
    }
  }

  /**
   * What to tell about a compilation, in {@link Outcome#report}.
   *
   * @param printAfter names of passes after which the IR is printed; {@code all} for every pass
   * @param printChanged print the IR after each pass that changed it
   * @param dumpDirectory directory that takes the IR after each pass as files
   * @param timePasses time of each pass
   * @param statistics counters of the passes
   * @param resources registers, spills, UB map, code size
   * @param remarks notes on what the compiler could not do better, among the diagnostics
   */
  record Reports(
      List<String> printAfter,
      boolean printChanged,
      Optional<Path> dumpDirectory,
      boolean timePasses,
      boolean statistics,
      boolean resources,
      boolean remarks) {
    /** Without remarks. */
    public Reports(
        List<String> printAfter,
        boolean printChanged,
        Optional<Path> dumpDirectory,
        boolean timePasses,
        boolean statistics,
        boolean resources) {
      this(printAfter, printChanged, dumpDirectory, timePasses, statistics, resources, false);
    }

    /** True when no reports are requested. */
    boolean isEmpty() {
      return printAfter.isEmpty()
          && !printChanged
          && dumpDirectory.isEmpty()
          && !timePasses
          && !statistics
          && !resources
          && !remarks;
    }

    /** The same with or without remarks. */
    public Reports withRemarks(boolean wanted) {
      return new Reports(
          printAfter, printChanged, dumpDirectory, timePasses, statistics, resources, wanted);
    }
  }

  /**
   * A result.
   *
   * @param value the result; empty exactly when there are errors
   * @param diagnostics what was found, in order
   * @param report what {@link Reports} asked for
   */
  record Outcome<T>(Optional<T> value, List<Diagnostic> diagnostics, String report) {
    public Outcome {
      diagnostics = List.copyOf(diagnostics);
    }
  }

  /** A form of the program on its way to words. */
  enum Stage {
    IR("ir"),
    TILE_IR("tile-ir"),
    VPTO("vpto");

    private final String spelling;

    Stage(String spelling) {
      this.spelling = spelling;
    }

    public String spelling() {
      return spelling;
    }
  }

  /** A kernel argument as the machine takes it. */
  sealed interface Argument {
    /** Register bits (spec/40, 5.4). */
    record Scalar(long bits) implements Argument {}

    /** A number that the launch gives to each core by itself. */
    record FromLaunch(LaunchValue value) implements Argument {}

    /**
     * A buffer.
     *
     * @param contents what it holds at first, which does not change until its results are read
     * @param isWindow whether other ranks may touch it
     */
    record Buffer(Contents contents, boolean isWindow) implements Argument {
      /** A buffer that other ranks may not touch. */
      public Buffer(Contents contents) {
        this(contents, false);
      }

      /** A buffer with little-endian data. */
      public Buffer(byte[] contents) {
        this(Contents.of(contents));
      }
    }

    /**
     * Memory of the caller, which receives the changes of the kernel when the run is complete.
     *
     * @param data little-endian data; read-only where the kernel must not change it
     * @param changed is called when it was changed
     */
    record Mapped(MemorySegment data, Runnable changed) implements Argument {}

    /**
     * A pointer into memory that stays between launches (see {@link Device}).
     *
     * @param isKept whether the memory receives the changes of the kernel when the run is complete
     */
    record Resident(DeviceView view, boolean isKept) implements Argument {
      /** An argument whose changes stay. */
      public Resident(DeviceView view) {
        this(view, true);
      }
    }

    /**
     * A number for each task of a grid (see {@link org.ptoc.emulator.Argument.Grid}).
     *
     * @param bits register bits; at least one
     */
    record Grid(List<Long> bits) implements Argument {
      public Grid {
        bits = List.copyOf(bits);
      }
    }

    /** The argument of the emulator. */
    private org.ptoc.emulator.Argument ofMachine() {
      return switch (this) {
        case Scalar(long bits) -> new org.ptoc.emulator.Argument.Scalar(bits);
        case FromLaunch(LaunchValue value) -> new org.ptoc.emulator.Argument.FromLaunch(value);
        case Buffer(Contents contents, boolean isWindow) ->
            new org.ptoc.emulator.Argument.Buffer(contents, isWindow);
        case Mapped(MemorySegment data, Runnable changed) ->
            new org.ptoc.emulator.Argument.Mapped(data, changed);
        case Resident(DeviceView view, boolean isKept) ->
            new org.ptoc.emulator.Argument.View(
                isKept
                    ? new org.ptoc.emulator.Argument.Mapped(view.memory().data(), () -> {})
                    : new org.ptoc.emulator.Argument.Buffer(Contents.of(view.memory().data())),
                view.offset());
        case Grid(List<Long> bits) -> new org.ptoc.emulator.Argument.Grid(bits);
      };
    }
  }

  /**
   * A run.
   *
   * @param object the file, for its profile
   * @param kernel a kernel of it
   * @param arguments one for each parameter
   * @param blocks number of blocks, at least 1
   * @param threads most blocks at the same time, at least 1
   * @param unifiedBufferFill byte that UB holds at entry, {@link #ENTRY_FILL} unless chosen
   * @param instructionLimit most work of all blocks, as {@link org.ptoc.emulator.KernelLaunch}
   *     counts it; empty for no limit
   * @param timing how to time it
   * @param engine how to execute it; nothing but the time that it takes depends on it
   * @param engineLog receives what the engine did, when the run is over
   * @param subblocks vector cores of each block, 1 or 2; reports count each core as a block
   * @param numbers block and core numbers that cores see, if not the usual ones
   * @param printer receives what the kernel has printed, when the run is over; not called when it
   *     has printed nothing
   * @param sums the order in which matrix products add
   * @param schedule when pipes carry out their work; other schedules than the one of the program
   *     are neither timed nor observed
   * @param protection what ends a run
   * @param peers the arguments of the other ranks, from 1 on, where several devices run the kernel
   */
  record Launch(
      ObjectFile object,
      KernelObject kernel,
      List<Argument> arguments,
      int blocks,
      int threads,
      byte unifiedBufferFill,
      OptionalLong instructionLimit,
      Timing timing,
      Engine engine,
      Consumer<String> engineLog,
      int subblocks,
      BlockNumbers numbers,
      Consumer<Printout> printer,
      SumOrder sums,
      Schedule schedule,
      Protection protection,
      List<List<Argument>> peers) {

    /** A run whose products add in the order of the reference. */
    public Launch(
        ObjectFile object,
        KernelObject kernel,
        List<Argument> arguments,
        int blocks,
        int threads,
        byte unifiedBufferFill,
        OptionalLong instructionLimit,
        Timing timing,
        Engine engine,
        Consumer<String> engineLog,
        int subblocks,
        BlockNumbers numbers,
        Consumer<Printout> printer) {
      this(
          object,
          kernel,
          arguments,
          blocks,
          threads,
          unifiedBufferFill,
          instructionLimit,
          timing,
          engine,
          engineLog,
          subblocks,
          numbers,
          printer,
          SumOrder.SEQUENTIAL,
          Schedule.PROGRAM,
          Protection.FULL,
          List.of());
    }

    /** A run under the default model without a timeline, by the default engine. */
    public Launch(
        ObjectFile object,
        KernelObject kernel,
        List<Argument> arguments,
        int blocks,
        int threads,
        byte unifiedBufferFill,
        OptionalLong instructionLimit) {
      this(
          object,
          kernel,
          arguments,
          blocks,
          threads,
          unifiedBufferFill,
          instructionLimit,
          new Timing(TimingModel.DOCUMENTED, false),
          Engine.AUTO,
          line -> {},
          kernel.properties().vectorCores(),
          BlockNumbers.USUAL,
          printed -> {});
    }

    /**
     * A run of a program of checks in front of this one, which is not timed.
     *
     * @param checks the program, of the vector cores or of the cube core of this kernel
     * @param given arguments of this launch, one for each parameter of the kernel, or none
     * @param watcher listens to it
     */
    public Launch ofChecks(
        KernelObject checks,
        List<Argument> given,
        Optional<IntFunction<ExecutionListener>> watcher) {
      Optional<KernelObject> cube =
          object
              .cubePart(kernel)
              .filter(_ -> checks.properties().kind().core() == CoreKind.CUBE && !given.isEmpty());
      return new Launch(
              object,
              checks,
              withoutEffect(cube.map(part -> arguments(part, given)).orElse(given)),
              blocks,
              watcher.isPresent() ? 1 : threads,
              unifiedBufferFill,
              instructionLimit,
              new Timing(TimingModel.NONE, false).withWatcher(watcher),
              Engine.INTERPRET,
              line -> {},
              cube.isPresent() ? 1 : subblocks,
              numbers,
              printed -> {})
          .withPeers(
              given.isEmpty()
                  ? List.of()
                  : peers.stream()
                      .map(peer -> cube.map(part -> arguments(part, peer)).orElse(peer))
                      .toList())
          .withProtection(Protection.NONE);
    }

    /** The same arguments, whose memory stays as it is. */
    private static List<Argument> withoutEffect(List<Argument> given) {
      return given.stream()
          .map(
              each ->
                  switch (each) {
                    case Argument.Resident(DeviceView view, var _) ->
                        new Argument.Resident(view, false);
                    case Argument.Mapped(MemorySegment data, var _) ->
                        new Argument.Buffer(Contents.of(data));
                    case Argument.Scalar _,
                        Argument.FromLaunch _,
                        Argument.Buffer _,
                        Argument.Grid _ ->
                        each;
                  })
          .toList();
    }

    /** The arguments of a part of a kernel: the same but for those that the launch gives. */
    private static List<Argument> arguments(KernelObject part, List<Argument> given) {
      Iterator<Argument> own =
          given.stream().filter(each -> !(each instanceof Argument.FromLaunch)).iterator();
      return part.arguments().stream()
          .map(
              parameter ->
                  parameter
                      .launchValue()
                      .<Argument>map(Argument.FromLaunch::new)
                      .orElseGet(own::next))
          .toList();
    }

    /** The arguments of the emulator. */
    List<org.ptoc.emulator.Argument> machineArguments() {
      return arguments.stream().map(Argument::ofMachine).toList();
    }

    /** The arguments of the other ranks as the emulator takes them. */
    List<List<org.ptoc.emulator.Argument>> machinePeers() {
      return peers.stream().map(each -> each.stream().map(Argument::ofMachine).toList()).toList();
    }

    /** The number of the buffer of each argument in global memory; -1 for numbers. */
    public int[] bufferNumbers() {
      return org.ptoc.emulator.Argument.buffers(machineArguments());
    }

    /** The same by another engine. */
    public Launch withEngine(Engine choice) {
      return new Launch(
          object,
          kernel,
          arguments,
          blocks,
          threads,
          unifiedBufferFill,
          instructionLimit,
          timing,
          choice,
          engineLog,
          subblocks,
          numbers,
          printer,
          sums,
          schedule,
          protection,
          peers);
    }

    /** The same on several devices, with the arguments of those behind the first. */
    public Launch withPeers(List<List<Argument>> others) {
      return new Launch(
          object,
          kernel,
          arguments,
          blocks,
          threads,
          unifiedBufferFill,
          instructionLimit,
          timing,
          engine,
          engineLog,
          subblocks,
          numbers,
          printer,
          sums,
          schedule,
          protection,
          others);
    }

    /** Number of devices. */
    public int ranks() {
      return 1 + peers.size();
    }

    /** The arguments of a rank. */
    public List<Argument> arguments(int rank) {
      return rank == 0 ? arguments : peers.get(rank - 1);
    }

    /** The same with other numbers of blocks and cores. */
    public Launch withNumbers(BlockNumbers others) {
      return new Launch(
          object,
          kernel,
          arguments,
          blocks,
          threads,
          unifiedBufferFill,
          instructionLimit,
          timing,
          engine,
          engineLog,
          subblocks,
          others,
          printer,
          sums,
          schedule,
          protection,
          peers);
    }

    /** The same with a receiver of the output of the kernel. */
    public Launch withPrinter(Consumer<Printout> receiver) {
      return new Launch(
          object,
          kernel,
          arguments,
          blocks,
          threads,
          unifiedBufferFill,
          instructionLimit,
          timing,
          engine,
          engineLog,
          subblocks,
          numbers,
          receiver,
          sums,
          schedule,
          protection,
          peers);
    }

    /** The same under another schedule. */
    public Launch withSchedule(Schedule other) {
      return new Launch(
          object,
          kernel,
          arguments,
          blocks,
          threads,
          unifiedBufferFill,
          instructionLimit,
          timing,
          engine,
          engineLog,
          subblocks,
          numbers,
          printer,
          sums,
          other,
          protection,
          peers);
    }

    /** The same with another order of sums. */
    public Launch withSums(SumOrder order) {
      return new Launch(
          object,
          kernel,
          arguments,
          blocks,
          threads,
          unifiedBufferFill,
          instructionLimit,
          timing,
          engine,
          engineLog,
          subblocks,
          numbers,
          printer,
          order,
          schedule,
          protection,
          peers);
    }

    /**
     * The same without cycles, listeners and prints, for at most so much work.
     *
     * @param mostWork at least 1
     */
    public Launch asTrial(long mostWork) {
      return new Launch(
          object,
          kernel,
          withoutEffect(arguments),
          blocks,
          threads,
          unifiedBufferFill,
          OptionalLong.of(Math.min(mostWork, instructionLimit.orElse(mostWork))),
          new Timing(TimingModel.NONE, false),
          engine,
          line -> {},
          subblocks,
          numbers,
          printed -> {},
          sums,
          schedule,
          protection,
          peers);
    }

    /** The same with another protection. */
    public Launch withProtection(Protection other) {
      return new Launch(
          object,
          kernel,
          arguments,
          blocks,
          threads,
          unifiedBufferFill,
          instructionLimit,
          timing,
          engine,
          engineLog,
          subblocks,
          numbers,
          printer,
          sums,
          schedule,
          other,
          peers);
    }
  }

  /**
   * What ends a run besides traps of the kernel itself.
   *
   * @param runtimeChecks whether the checks that the object carries run in front of the kernel
   * @param range whether accesses outside of the arguments trap; else they read zero and write
   *     nothing, with a warning
   */
  record Protection(boolean runtimeChecks, boolean range) {
    /** The protection of every launcher by default. */
    public static final Protection FULL = new Protection(true, true);

    /** For launches that only observe a kernel. */
    public static final Protection NONE = new Protection(false, false);
  }

  /**
   * How to time and watch a run.
   *
   * @param model the cycle model, one that the profile has
   * @param timeline instructions that are wanted on a timeline at most; 0 for no timeline
   * @param window the cycles that the timeline shows
   * @param changes numbers that differ from the standard ones
   * @param watcher makes an additional listener for each block, if present
   * @param cubeWatcher the same for the cube cores beside vector cores
   */
  record Timing(
      TimingModel model,
      int timeline,
      CycleWindow window,
      List<TimingOptions.Change> changes,
      Optional<IntFunction<ExecutionListener>> watcher,
      Optional<IntFunction<ExecutionListener>> cubeWatcher) {
    public Timing {
      changes = List.copyOf(changes);
    }

    /** Standard numbers, without additional listeners. */
    public Timing(TimingModel model, boolean timeline) {
      this(
          model,
          timeline ? (int) Limit.TIMELINE_EVENTS.value() : 0,
          CycleWindow.ALL,
          List.of(),
          Optional.empty(),
          Optional.empty());
    }

    /** The same with a timeline of {@code most} instructions of a part of the run. */
    public Timing withTimeline(int most, CycleWindow part) {
      return new Timing(model, most, part, changes, watcher, cubeWatcher);
    }

    /** The same with other numbers. */
    public Timing withChanges(List<TimingOptions.Change> others) {
      return new Timing(model, timeline, window, others, watcher, cubeWatcher);
    }

    /** The same with listeners. */
    public Timing withWatcher(Optional<IntFunction<ExecutionListener>> listeners) {
      return new Timing(model, timeline, window, changes, listeners, cubeWatcher);
    }

    /** The same with listeners of the cube cores beside vector cores. */
    public Timing withCubeWatcher(Optional<IntFunction<ExecutionListener>> listeners) {
      return new Timing(model, timeline, window, changes, watcher, listeners);
    }
  }

  /**
   * A total of a timing model.
   *
   * @param model name of its set of parameters, {@code documented} or {@code calibrated}
   * @param cycles cycles of the whole launch
   */
  record Cycles(String model, long cycles) {}

  /** How a run ended. */
  sealed interface RunOutcome {
    /**
     * All blocks reached their end.
     *
     * @param buffers buffer arguments after the run, in parameter order, scalars left out
     * @param cycles totals, the one that the user chose first
     * @param timed the figures behind the totals; empty when nothing was timed
     * @param warnings what was legal, but probably not meant
     */
    record Completed(
        List<byte[]> buffers,
        List<Cycles> cycles,
        Optional<TimedRun> timed,
        List<Diagnostic> warnings)
        implements RunOutcome {}

    /**
     * A block trapped or reached the limit.
     *
     * @param trap kernel, block, word, line and operands as text
     * @param details the same as values; empty when the limit was reached
     * @param warnings what was legal, but probably not meant, and may be the cause
     */
    record Trapped(Diagnostic trap, Optional<Trap> details, List<Diagnostic> warnings)
        implements RunOutcome {}

    /** The words are no program of the profile; nothing ran. */
    record Rejected(List<Diagnostic> diagnostics) implements RunOutcome {}
  }

  /** Parses and verifies. */
  Outcome<Boolean> check(Source source, Request request);

  /** Compiles to words, with the checks of extents that launchers run in front of a kernel. */
  Outcome<ObjectFile> compile(Source source, Request request);

  /**
   * A kernel before its tiles are lowered, with calls inlined and constants folded, followed by its
   * checks of extents if it has any: a function of the same parameters that traps where valid
   * extents do not fit.
   *
   * @param kernel its name
   */
  Outcome<List<Function>> inlined(Source source, Request request, String kernel);

  /** The text of a stage. */
  Outcome<String> print(Source source, Request request, Stage stage);

  /** The kernels of a text, in its order; the needs of a kernel at run time are not checked. */
  Outcome<List<String>> kernelNames(Source source);

  /** The IR after the named passes, in that order. */
  Outcome<String> optimize(Source source, Request request, List<String> passes);

  /** Names of all passes in the order of a compilation. */
  List<String> passNames();

  /** The rewrites of a profile for expressions without an instruction. */
  List<Rewrite> rewrites(Profile profile);

  /**
   * Runs the checks that the object of a launch carries for what is legal but seldom meant: empty
   * regions, and sources that are valid in less than is read of them.
   *
   * @return findings, each place once; none where the launch omits checks
   */
  List<Diagnostic> doubts(Launch launch);

  /** Runs a kernel, the checks that its object carries first unless the launch omits them. */
  default RunOutcome run(Launch launch) {
    return run(launch, new LaunchProgress());
  }

  /**
   * Runs a kernel, the checks that its object carries first unless the launch omits them.
   *
   * @param progress receives the progress of the launch
   */
  RunOutcome run(Launch launch, LaunchProgress progress);
}
