package org.ptoc.tools.cli;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.ptoc.emulator.Engine;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.ir.Function;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.tools.referee.Referee;
import org.ptoc.tools.report.Advice;
import org.ptoc.tools.toolchain.Launch;
import org.ptoc.tools.toolchain.TimedRun;
import org.ptoc.tools.toolchain.Toolchain;
import org.ptoc.tools.toolchain.Toolchain.RunOutcome;

/**
 * The runs behind {@code ptoc run --advise}. They come before the run itself, and memory that stays
 * is left as it is.
 */
final class AdviceRuns {
  private final Launch launch;
  private final Session session;

  private AdviceRuns(Launch launch, Session session) {
    this.launch = launch.asTrial(Long.MAX_VALUE);
    this.session = session;
  }

  /**
   * Empty where the kernel does not come to its end, which the run itself then reports.
   *
   * @param timing the cycle model with a timeline
   */
  static Optional<Advice> of(RunCommand.RunRequest request, Launch launch, Toolchain.Timing timing)
      throws CommandFailure {
    AdviceRuns runs = new AdviceRuns(launch, request.session());
    ObjectFile named = SourceRoot.here().record(request.object(), request.object().sourceName());
    Optional<TimedRun> timed =
        runs.timed(timing).filter(TimedRun::hasCycles).map(run -> run.of(named));
    if (timed.isEmpty()) {
      return Optional.empty();
    }
    List<BitSet> unneeded =
        timed.get().cube().isPresent() ? List.of() : runs.unneeded(request, timed.get());
    return Optional.of(
        Advice.of(
            timed.get(),
            unneeded,
            orders -> runs.timed(timing.withWhatIfs(orders)).map(TimedRun::totals).orElseThrow()));
  }

  private Optional<TimedRun> timed(Toolchain.Timing timing) {
    return session.toolchain().run(launch.withTiming(timing))
            instanceof RunOutcome.Completed completed
        ? completed.timed()
        : Optional.empty();
  }

  private List<BitSet> unneeded(RunCommand.RunRequest request, TimedRun timed)
      throws CommandFailure {
    List<Function> source =
        AutoArguments.functions(request.object(), request.kernel(), request.arguments(), session);
    return Referee.unneeded(
        new Referee.Subject(
            timed.program(), request.kernel(), source.stream().findFirst().flatMap(Function::body)),
        this::observe);
  }

  private void observe(Supplier<ExecutionListener> listeners) {
    session
        .toolchain()
        .run(
            launch
                .with(one -> one.withThreads(1).withEngine(Engine.INTERPRET))
                .withTiming(launch.timing().withWatcher(Optional.of(_ -> listeners.get()))));
  }
}
