package org.ptoc.tools.toolchain;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ptoc.emulator.LaunchProgress;
import org.ptoc.emulator.Trap;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.timing.constant.CycleWindow;
import org.ptoc.emulator.timing.constant.TimingModel;
import org.ptoc.emulator.timing.constant.TimingOptions;
import org.ptoc.emulator.timing.constant.WhatIf;
import org.ptoc.frontend.ParsedText;
import org.ptoc.ir.Function;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.Limit;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.object.SourceDigest;
import org.ptoc.ir.verify.VerifierOptions;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.placement.PlacedTile;
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
   * @param stated what the command line says of settings that modules may state too; the profile is
   *     a component of its own
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
   * @param tiles where the tiles of each kernel lie, if {@link Reports} asked for resources; tiles
   *     whose address is computed when the program runs are left out
   */
  record Outcome<T>(
      Optional<T> value,
      List<Diagnostic> diagnostics,
      String report,
      Map<String, List<PlacedTile>> tiles) {
    public Outcome {
      diagnostics = List.copyOf(diagnostics);
      tiles = Map.copyOf(tiles);
    }

    /** An outcome without places of tiles. */
    public Outcome(Optional<T> value, List<Diagnostic> diagnostics, String report) {
      this(value, diagnostics, report, Map.of());
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
   * @param whatIfs other orders of pipes, whose totals take the places of those of other models
   */
  record Timing(
      TimingModel model,
      int timeline,
      CycleWindow window,
      List<TimingOptions.Change> changes,
      Optional<IntFunction<ExecutionListener>> watcher,
      Optional<IntFunction<ExecutionListener>> cubeWatcher,
      List<WhatIf> whatIfs) {
    public Timing {
      changes = List.copyOf(changes);
      whatIfs = List.copyOf(whatIfs);
    }

    /** Standard numbers, without additional listeners. */
    public Timing(TimingModel model, boolean timeline) {
      this(
          model,
          timeline ? (int) Limit.TIMELINE_EVENTS.value() : 0,
          CycleWindow.ALL,
          List.of(),
          Optional.empty(),
          Optional.empty(),
          List.of());
    }

    /** The same with a timeline of {@code most} instructions of a part of the run. */
    public Timing withTimeline(int most, CycleWindow part) {
      return new Timing(model, most, part, changes, watcher, cubeWatcher, whatIfs);
    }

    /** The same with other numbers. */
    public Timing withChanges(List<TimingOptions.Change> others) {
      return new Timing(model, timeline, window, others, watcher, cubeWatcher, whatIfs);
    }

    /** The same with listeners. */
    public Timing withWatcher(Optional<IntFunction<ExecutionListener>> listeners) {
      return new Timing(model, timeline, window, changes, listeners, cubeWatcher, whatIfs);
    }

    /** The same with listeners of the cube cores beside vector cores. */
    public Timing withCubeWatcher(Optional<IntFunction<ExecutionListener>> listeners) {
      return new Timing(model, timeline, window, changes, watcher, listeners, whatIfs);
    }

    /** The same with the totals of other orders of pipes instead of other models. */
    public Timing withWhatIfs(List<WhatIf> orders) {
      return new Timing(model, timeline, window, changes, watcher, cubeWatcher, orders);
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

  /**
   * Takes a text that was read already, so that questions about it need not read it again.
   *
   * @param parsed what the front end gives for the source
   */
  default void keep(Source source, ParsedText parsed) {}

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
