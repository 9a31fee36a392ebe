package org.ptoc.emulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
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
  private final KernelPart main;
  private final Optional<KernelPart> cube;

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

  private LoadedKernel(KernelPart main, Optional<KernelPart> cube) {
    this.main = main;
    this.cube = cube;
  }

  /** Decodes and checks a kernel. */
  public static LoadResult load(KernelImage image, Engine engine) {
    List<DecodedProgram.Fault> faults = new ArrayList<>();
    Optional<KernelPart> main = part(image, engine, faults);
    Optional<KernelPart> cube = image.cubePart().flatMap(each -> part(each, engine, faults));
    return faults.isEmpty()
        ? new Loaded(new LoadedKernel(main.orElseThrow(), cube))
        : new Faulty(faults);
  }

  private static Optional<KernelPart> part(
      KernelImage image, Engine engine, List<DecodedProgram.Fault> faults) {
    return switch (ProgramDecoder.decode(image.profile(), image.core(), image.words())) {
      case DecodedProgram.Faulty(List<DecodedProgram.Fault> found) -> {
        faults.addAll(found);
        yield Optional.empty();
      }
      case Program program -> Optional.of(KernelPart.of(image, program, engine));
    };
  }

  /** A launch of one block with the default options. */
  public KernelLaunch launch(List<Argument> arguments) {
    return KernelLaunch.of(main.image(), arguments);
  }

  /**
   * Runs the kernel. The kernel of {@code launch} has to be the one that was loaded. Never throws,
   * whatever the launch holds.
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
    if (launch.kernel() != main.image()) {
      return new RunResult.InvalidLaunch(
          "the launch is for another kernel than " + main.image().name());
    }
    Optional<String> problem = launch.problem();
    return problem.isPresent()
        ? new RunResult.InvalidLaunch(problem.get())
        : new LaunchExecution(launch, main, cube, printer, progress).run();
  }

  /** What {@link #step} gives. */
  public sealed interface StepResult {}

  /** A launch that can be stepped through. */
  public record Steps(SteppedLaunch launch) implements StepResult {}

  /** A launch that does not fit the kernel. */
  public record Unfit(String message) implements StepResult {}

  /**
   * A launch that is stepped through in place of running. Its cores take the turns that they take
   * in {@link #run}, under the schedule of the program and without a limit of work.
   */
  public StepResult step(KernelLaunch launch) {
    Optional<String> problem =
        launch.kernel() == main.image()
            ? launch.problem()
            : Optional.of("the launch is for another kernel than " + main.image().name());
    return problem.isPresent()
        ? new Unfit(problem.get())
        : new Steps(
            new SteppedLaunch(
                launch,
                new LaunchExecution(
                    launch.withThreads(1), main, cube, _ -> {}, new LaunchProgress())));
  }

  /**
   * The log of the engine so far: a line for each loop that it tried to compile, and the reason of
   * a fall-back.
   */
  public List<String> engineLog() {
    List<String> log = new ArrayList<>(main.engineLog());
    cube.ifPresent(part -> log.addAll(part.engineLog()));
    return log;
  }
}
