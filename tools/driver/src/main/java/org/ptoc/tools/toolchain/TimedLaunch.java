package org.ptoc.tools.toolchain;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ptoc.emulator.KernelLaunch;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.timing.RunTimer;
import org.ptoc.emulator.timing.RunTiming;
import org.ptoc.emulator.timing.constant.TimingModel;
import org.ptoc.emulator.timing.constant.TimingOptions;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.ProgramDecoder;

/**
 * The timing of one launch: the chosen model first, then the ones whose totals every summary
 * prints.
 */
record TimedLaunch(
    ObjectKernel kernel, Program program, RunTimer listeners, Optional<TimedLaunch> cube) {

  /** Empty when the words are no program; the emulator then says why. */
  static Optional<TimedLaunch> of(ObjectKernel kernel, Toolchain.Timing timing) {
    return of(kernel, options(timing));
  }

  /** Only the chosen model; empty too if there is none. */
  static Optional<TimedLaunch> ofChosen(ObjectKernel kernel, Toolchain.Timing timing) {
    return timing.model() == TimingModel.NONE
        ? Optional.empty()
        : of(kernel, options(timing.model(), timing));
  }

  private static Optional<TimedLaunch> of(ObjectKernel kernel, TimingOptions... options) {
    return ProgramDecoder.decode(kernel.profile(), kernel.core(), kernel.words())
            instanceof Program program
        ? Optional.of(
            new TimedLaunch(
                kernel,
                program,
                RunTimer.of(program, options),
                kernel.cube().flatMap(part -> of(part, options))))
        : Optional.empty();
  }

  /** The timing of another launch, which knows the vector regions that this one has met. */
  TimedLaunch another() {
    return new TimedLaunch(kernel, program, listeners.another(), cube.map(TimedLaunch::another));
  }

  /** The listener of a core of a launch. */
  ExecutionListener listener(KernelLaunch launch, int core) {
    return launch.isCubeCore(core)
        ? cube.orElseThrow().listeners.apply(launch.cubeCore(core))
        : listeners.apply(launch.vectorCore(core));
  }

  /** Cycles of the slowest core so far. */
  long cyclesSoFar() {
    return Math.max(listeners.cyclesSoFar(), cube.map(TimedLaunch::cyclesSoFar).orElse(0L));
  }

  /** Who asks for no timing does not pay for totals either. */
  private static TimingOptions[] options(Toolchain.Timing timing) {
    TimingOptions chosen = options(timing.model(), timing);
    List<TimingOptions> all = new ArrayList<>();
    all.add(timing.timeline() > 0 ? chosen.withEvents(timing.timeline(), timing.window()) : chosen);
    if (!timing.whatIfs().isEmpty()) {
      timing.whatIfs().forEach(order -> all.add(chosen.withWhatIf(order)));
      return all.toArray(TimingOptions[]::new);
    }
    Set<TimingModel> others = EnumSet.of(TimingModel.DOCUMENTED, TimingModel.CALIBRATED);
    others.remove(timing.model());
    if (timing.model() != TimingModel.NONE) {
      others.forEach(model -> all.add(options(model, timing)));
    }
    return all.toArray(TimingOptions[]::new);
  }

  private static TimingOptions options(TimingModel model, Toolchain.Timing timing) {
    TimingOptions options = TimingOptions.of(model);
    for (TimingOptions.Change change : timing.changes()) {
      options = options.with(change);
    }
    return options;
  }

  /**
   * The times of all blocks when the run is over.
   *
   * @param ranks devices that ran the kernel
   */
  TimedRun results(int ranks) {
    List<RunTiming> timings = listeners.results();
    return new TimedRun(
        kernel.object(),
        program,
        timings.getFirst(),
        timings.subList(1, timings.size()),
        (block, first, most) -> listeners.regions(0, block, first, most),
        ranks,
        cube.map(beside -> beside.results(ranks)));
  }
}
