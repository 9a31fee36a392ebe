package org.ptoc.emulator.jit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.ptoc.emulator.interpreter.CompiledLoop;
import org.ptoc.emulator.interpreter.Interpreter;
import org.ptoc.emulator.interpreter.LoopEngine;
import org.ptoc.emulator.interpreter.step.Repeats;
import org.ptoc.emulator.jit.carrier.LaneTier;
import org.ptoc.emulator.jit.carrier.VectorModule;
import org.ptoc.emulator.jit.repeat.CompilerThread;
import org.ptoc.emulator.jit.repeat.RepeatEngine;
import org.ptoc.emulator.machine.Core;
import org.ptoc.ir.isa.Program;

/**
 * Compiles the loops and repeated words of one program. Safe for use by several threads.
 *
 * <p>An eager engine compiles a loop the first time that it is entered. A patient one leaves a loop
 * to the interpreter until it has executed many words there; then a thread in the background
 * compiles it and lets it run on a copy of the state until it is faster than the interpreter, and
 * only then the loop is used.
 */
public final class JitEngine implements LoopEngine {
  /**
   * Words that a loop executes before a patient engine compiles it: some tens of milliseconds of
   * the interpreter.
   */
  static final long TIER_UP_WORDS = 500_000;

  /** When loops are compiled, and to what. */
  private enum Mode {
    LANES,
    VECTORS,
    PATIENT
  }

  private final Program program;
  private final Mode mode;
  private final AtomicReferenceArray<Entry> entries;
  private final AtomicLongArray executed;
  private final RepeatEngine repeatEngine;
  private Optional<LoopCompiler> compiler = Optional.empty();

  /**
   * A loop that was tried: its compiled form, empty when there is none (yet), and a line of the
   * log.
   */
  private record Entry(Optional<CompiledLoop> loop, String note) {
    static Entry interpreted(String reason) {
      return new Entry(Optional.empty(), "interpreted: " + reason);
    }
  }

  private JitEngine(Program program, Mode mode) {
    this.program = program;
    this.mode = mode;
    this.entries = new AtomicReferenceArray<>(program.size());
    this.executed = new AtomicLongArray(program.size());
    this.repeatEngine = new RepeatEngine(program, mode == Mode.PATIENT ? TIER_UP_WORDS : 0);
  }

  /**
   * An engine that compiles a loop the first time that it is entered, without the vector module of
   * the JVM.
   */
  public static JitEngine eager(Program program) {
    return new JitEngine(program, Mode.LANES);
  }

  /** The same with the vector module of the JVM, if that is present. */
  public static JitEngine vectors(Program program) {
    return new JitEngine(program, Mode.VECTORS);
  }

  /**
   * An engine that compiles hot loops in the background, with the vector module if that is present
   * and faster.
   */
  public static JitEngine patient(Program program) {
    return new JitEngine(program, Mode.PATIENT);
  }

  @Override
  public Optional<CompiledLoop> enter(
      Core core, Interpreter interpreter, int word, long iterations) {
    Entry entry = entries.get(word);
    if (entry != null) {
      return entry.loop();
    }
    if (mode != Mode.PATIENT) {
      return compile(word, core.predicates).loop();
    }
    long words = iterations * (end(word) - word - 1);
    if (executed.addAndGet(word, words) - words >= TIER_UP_WORDS
        && entries.compareAndSet(word, null, Entry.interpreted("not compiled yet"))) {
      Core trial = core.trial();
      CompilerThread.start(
          () -> warmUp(trial, interpreter, word, iterations),
          why -> entries.set(word, Entry.interpreted(why)));
    }
    return Optional.empty();
  }

  @Override
  public boolean runRepeats(Core core, Interpreter interpreter, int word, Repeats repeats) {
    return repeatEngine.run(core, interpreter, word, repeats);
  }

  @Override
  public void leaveRepeats(int word, String reason) {
    repeatEngine.leave(word, reason);
  }

  private int end(int word) {
    return program.at(word).target(word) + 1;
  }

  private synchronized Entry compile(int word, long[] predicates) {
    Entry known = entries.get(word);
    if (known != null) {
      return known;
    }
    Entry entry =
        compiled(word, mode == Mode.VECTORS ? vectors() : new LaneTier.Scalar(), predicates);
    entries.set(word, entry);
    return entry;
  }

  private static LaneTier vectors() {
    return switch (VectorModule.find()) {
      case VectorModule.Search.Found(VectorModule module) -> new LaneTier.Vectors(module);
      case VectorModule.Search.Missing(String reason) -> new LaneTier.Fallback(reason);
    };
  }

  private Entry compiled(int word, LaneTier tier, long[] predicates) {
    int end = end(word);
    return switch (compiler().compile(word + 1, end, tier, predicates)) {
      case LoopCompiler.Result.Compiled(CompiledLoop loop, String note) ->
          new Entry(Optional.of(loop), note);
      case LoopCompiler.Result.Refused(String reason) -> Entry.interpreted(reason);
    };
  }

  /** Made when it is needed, which in most runs is never. */
  private synchronized LoopCompiler compiler() {
    if (compiler.isEmpty()) {
      compiler = Optional.of(new LoopCompiler(program));
    }
    return compiler.get();
  }

  /**
   * Tries vectors first: where the JVM compiles them soon, the form without them is not worth its
   * compilation.
   */
  private void warmUp(Core core, Interpreter interpreter, int word, long iterations) {
    TierUpTrial trial = new TierUpTrial(core, interpreter, iterations);
    CompiledLoop interpreted = interpreted(word + 1, end(word));
    long[] predicates = core.predicates.clone();
    Optional<Entry> vectors =
        vectors() instanceof LaneTier.Vectors tier
            ? Optional.of(compiled(word, tier, predicates))
            : Optional.empty();
    if (vectors.isPresent()
        && objection(trial, vectors.get(), interpreted, TierUpTrial.SHORT).isEmpty()) {
      entries.set(word, vectors.get());
      return;
    }
    Entry scalar = compiled(word, new LaneTier.Scalar(), predicates);
    Entry entry =
        objection(trial, scalar, interpreted, TierUpTrial.LONG)
            .map(Entry::interpreted)
            .orElse(scalar);
    entries.set(word, entry);
    if (entry.loop().isPresent() && vectors.isPresent()) {
      entries.set(word, faster(trial, entry, vectors.get()));
    }
  }

  private static Optional<String> objection(
      TierUpTrial trial, Entry entry, CompiledLoop interpreted, long limit) {
    return entry.loop().flatMap(loop -> trial.objection(loop, interpreted, "interpreter", limit));
  }

  private static Entry faster(TierUpTrial trial, Entry known, Entry vectors) {
    Optional<String> objection =
        trial.objection(
            vectors.loop().get(), known.loop().get(), "form without vectors", TierUpTrial.LONG);
    return objection.isPresent()
        ? new Entry(known.loop(), known.note() + "; with vectors " + objection.get())
        : vectors;
  }

  private static CompiledLoop interpreted(int begin, int end) {
    return (core, interpreter, iterations) -> {
      for (long iteration = 0; iteration < iterations; iteration++) {
        interpreter.runWords(core, begin, end);
      }
    };
  }

  /** The results of compilation: of loops, in program order, and of repeated operations. */
  public List<String> log() {
    List<String> lines = new ArrayList<>();
    for (int word = 0; word < entries.length(); word++) {
      Entry entry = entries.get(word);
      if (entry != null) {
        lines.add("loop at word " + word + ": " + entry.note());
      } else if (executed.get(word) > 0) {
        lines.add(
            "loop at word " + word + ": interpreted: " + executed.get(word) + " words are not hot");
      }
    }
    lines.addAll(repeatEngine.log());
    return lines;
  }
}
