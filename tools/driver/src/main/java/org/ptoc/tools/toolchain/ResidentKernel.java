package org.ptoc.tools.toolchain;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.ptoc.emulator.Engine;
import org.ptoc.emulator.LaunchProgress;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.ObjectFile;

/**
 * A kernel that stays loaded between launches: it is decoded and compiled once for each engine and
 * choice of timing, and vector regions that a launch has timed are not timed again. Outcomes are
 * those of {@link PtoToolchain#run}. Threads may share it.
 */
public final class ResidentKernel {
  private final ObjectFile object;
  private final KernelObject kernel;
  private final Map<Choice, KernelRun> loaded = new ConcurrentHashMap<>();

  /** What a loaded kernel depends on besides its words. */
  private record Choice(Engine engine, Toolchain.Timing timing) {}

  /**
   * Nothing is loaded before the first launch.
   *
   * @param object the file that holds the kernel
   * @param kernel one of its kernels
   */
  public ResidentKernel(ObjectFile object, KernelObject kernel) {
    this.object = object;
    this.kernel = kernel;
  }

  /**
   * Runs the kernel.
   *
   * @param launch a launch of this kernel
   * @throws IllegalArgumentException when it is of another
   */
  public Toolchain.RunOutcome run(Launch launch) {
    return run(launch, new LaunchProgress());
  }

  Toolchain.RunOutcome run(Launch launch, LaunchProgress progress) {
    if (launch.object() != object || launch.kernel() != kernel) {
      throw new IllegalArgumentException(
          "a launch of @" + launch.kernel().name() + ", but @" + kernel.name() + " is loaded");
    }
    if (launch.timing().watcher().isPresent()) {
      return KernelRun.load(launch)
          .run(launch, progress); // who watches belongs to this launch alone
    }
    Choice choice = new Choice(launch.machine().engine(), launch.timing());
    return loaded.computeIfAbsent(choice, missing -> KernelRun.load(launch)).run(launch, progress);
  }
}
