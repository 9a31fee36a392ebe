package org.ptoc.tools.toolchain;

import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import org.ptoc.emulator.Engine;
import org.ptoc.emulator.KernelLaunch;
import org.ptoc.emulator.LoadedKernel;
import org.ptoc.emulator.RunResult;
import org.ptoc.emulator.SteppedLaunch;
import org.ptoc.emulator.Trap;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.ir.Location;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.isa.DecodedProgram;
import org.ptoc.ir.object.KernelObject;

/** A launch to be stepped through, with what a debugger says about it. */
public final class DebugTarget {
  private final ObjectKernel kernel;
  private final LoadedKernel loaded;
  private final KernelLaunch launch;
  private final Launch request;

  private DebugTarget(
      ObjectKernel kernel, LoadedKernel loaded, KernelLaunch launch, Launch request) {
    this.kernel = kernel;
    this.loaded = loaded;
    this.launch = launch;
    this.request = request;
  }

  /** The cycles of a run, counted by listeners of its cores. */
  public record Clock(IntFunction<ExecutionListener> listeners, LongSupplier cycles) {}

  /** Loads the kernel of a launch; the checks in front of it run to their end. */
  public static Toolchain.Outcome<DebugTarget> of(Launch request) {
    for (LaunchChecks each : LaunchChecks.of(request)) {
      Optional<Toolchain.RunOutcome.Trapped> broken =
          request.runtimeChecks() ? each.run(request) : Optional.empty();
      if (broken.isPresent()) {
        return rejected(List.of(broken.get().trap()));
      }
    }
    ObjectKernel kernel = ObjectKernel.of(request.object(), request.kernel());
    return switch (LoadedKernel.load(kernel, Engine.INTERPRET)) {
      case LoadedKernel.Faulty(List<DecodedProgram.Fault> faults) ->
          rejected(faults.stream().map(fault -> KernelRun.describe(kernel, fault)).toList());
      case LoadedKernel.Loaded(LoadedKernel loaded) -> {
        KernelLaunch launch = request.machine().forKernel(kernel, request.machine().arguments());
        yield switch (loaded.step(launch)) {
          case LoadedKernel.Steps _ ->
              new Toolchain.Outcome<>(
                  Optional.of(new DebugTarget(kernel, loaded, launch, request)), List.of(), "");
          case LoadedKernel.Unfit(String message) ->
              rejected(List.of(Diagnostic.of(DiagnosticCode.BAD_ARGUMENT, Location.NONE, message)));
        };
      }
    };
  }

  private static Toolchain.Outcome<DebugTarget> rejected(List<Diagnostic> diagnostics) {
    return new Toolchain.Outcome<>(Optional.empty(), diagnostics, "");
  }

  /** The launch at its begin, with memory of its own each time. */
  public SteppedLaunch begin() {
    return ((LoadedKernel.Steps) loaded.step(launch)).launch();
  }

  /** A clock that has counted nothing; empty if no timing model is chosen. */
  public Optional<Clock> clock() {
    return TimedLaunch.ofChosen(kernel, request.timing())
        .map(timed -> new Clock(core -> timed.listener(launch, core), timed::cyclesSoFar));
  }

  /** What a core runs, as the object has it. */
  public KernelObject code(int core) {
    return launch.isCubeCore(core)
        ? kernel.cube().map(ObjectKernel::object).orElse(kernel.object())
        : kernel.object();
  }

  /** Describes a trap as {@code ptoc run} does. */
  public Diagnostic describe(Trap trap) {
    return KernelRun.describe(kernel, trap, !launch.allowsOutOfRange());
  }

  /** Describes an endless loop of a core. */
  public String endless(int core, int first, int last) {
    ObjectKernel part = new ObjectKernel(kernel.profile(), code(core));
    return "the " + KernelRun.describe(part, new RunResult.Loop(first, last)) + ", never ends";
  }
}
