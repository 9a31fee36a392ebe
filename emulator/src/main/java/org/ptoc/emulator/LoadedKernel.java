package org.ptoc.emulator;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.ptoc.emulator.interpreter.Interpreter;
import org.ptoc.emulator.jit.JitEngine;
import org.ptoc.emulator.print.Printout;
import org.ptoc.ir.isa.DecodedProgram;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.ProgramDecoder;

/**
 * A kernel that is decoded once and launched as often as needed. What engines learn in one launch,
 * such as compiled loops, serves all later ones. Safe for use by several threads: every launch has
 * memory of its own.
 *
 * <pre>{@code
 * switch (PtoKernel.load(image, Engine.AUTO)) {
 *   case PtoKernel.Loaded(PtoKernel kernel) -> kernel.run(kernel.launch(arguments).withBlocks(8));
 *   case PtoKernel.Faulty(List<DecodedProgram.Fault> faults) -> ...
 * }
 * }</pre>
 */
public final class LoadedKernel {
  private final KernelImage image;
  private final Program program;
  private final Engine engine;
  private final Interpreter interpreter;
  private final Optional<JitEngine> jit;
  private final MemoryPool pool;

  /** What {@link #load} gives. */
  public sealed interface LoadResult {}

  /** A kernel that can run. */
  public record Loaded(LoadedKernel kernel) implements LoadResult {}

  /** The words are no program. */
  public record Faulty(List<DecodedProgram.Fault> faults) implements LoadResult {
    public Faulty {
      faults = List.copyOf(faults);
    }
  }

  private LoadedKernel(KernelImage image, Program program, Engine engine) {
    this.image = image;
    this.program = program;
    this.engine = engine;
    this.pool = new MemoryPool(program.profile(), program.core());
    this.jit =
        switch (engine) {
          case INTERPRET -> Optional.empty();
          case AUTO -> Optional.of(JitEngine.patient(program));
          case JIT -> Optional.of(JitEngine.eager(program));
          case VECTOR -> Optional.of(JitEngine.vectors(program));
        };
    this.interpreter =
        jit.isPresent() ? Interpreter.of(program, jit.get()) : Interpreter.of(program);
  }

  /** Decodes and checks a kernel. */
  public static LoadResult load(KernelImage image, Engine engine) {
    return switch (ProgramDecoder.decode(image.profile(), image.core(), image.words())) {
      case DecodedProgram.Faulty(List<DecodedProgram.Fault> faults) -> new Faulty(faults);
      case Program program -> new Loaded(new LoadedKernel(image, program, engine));
    };
  }

  /** A launch of one block with the default options. */
  public KernelLaunch launch(List<Argument> arguments) {
    return KernelLaunch.of(image, arguments);
  }

  /**
   * Runs the kernel. The kernel of {@code launch} has to be the one that was loaded. Never throws
   * because of what the launch holds.
   */
  public RunResult run(KernelLaunch launch) {
    return run(launch, printed -> {});
  }

  /**
   * As above.
   *
   * @param printer gets what the kernel has printed, once, before the result is there; not called
   *     when it printed nothing
   */
  public RunResult run(KernelLaunch launch, Consumer<Printout> printer) {
    return run(launch, printer, new LaunchProgress());
  }

  /**
   * As above.
   *
   * @param progress receives the progress of this launch alone
   */
  public RunResult run(KernelLaunch launch, Consumer<Printout> printer, LaunchProgress progress) {
    if (launch.kernel() != image) {
      return new RunResult.InvalidLaunch("the launch is for another kernel than " + image.name());
    }
    Optional<String> problem = launch.problem();
    return problem.isPresent()
        ? new RunResult.InvalidLaunch(problem.get())
        : new LaunchExecution(launch, program, interpreter, pool, printer, progress).run();
  }

  /**
   * The log of the engine so far: a line for each loop that it tried to compile, and the reason of
   * a fall-back.
   */
  public List<String> engineLog() {
    if (engine == Engine.INTERPRET) {
      return List.of("interpreted: as asked for");
    }
    return jit.map(JitEngine::log).orElse(List.of());
  }
}
