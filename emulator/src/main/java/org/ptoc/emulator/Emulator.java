package org.ptoc.emulator;

import java.util.List;
import java.util.Optional;
import org.ptoc.ir.isa.DecodedProgram;

/**
 * Runs kernels once. Results depend on nothing but the launch: not on the host, the time or the
 * number of threads.
 */
public final class Emulator {
  private Emulator() {}

  /** Decodes, checks and runs. Never throws because of what the launch holds. */
  public static RunResult run(KernelLaunch launch) {
    Optional<String> problem = launch.problem();
    if (problem.isPresent()) {
      return new RunResult.InvalidLaunch(problem.get());
    }
    return switch (LoadedKernel.load(launch.kernel(), launch.engine())) {
      case LoadedKernel.Faulty(List<DecodedProgram.Fault> faults) -> new RunResult.Rejected(faults);
      case LoadedKernel.Loaded(LoadedKernel kernel) -> kernel.run(launch);
    };
  }
}
