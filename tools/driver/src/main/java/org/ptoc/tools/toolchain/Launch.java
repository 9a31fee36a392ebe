package org.ptoc.tools.toolchain;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.Engine;
import org.ptoc.emulator.KernelLaunch;
import org.ptoc.emulator.RankMemory;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.Schedule;
import org.ptoc.emulator.print.Printout;
import org.ptoc.emulator.timing.constant.TimingModel;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.tools.toolchain.Toolchain.Protection;
import org.ptoc.tools.toolchain.Toolchain.Timing;

/**
 * A run of a kernel of an object.
 *
 * @param object the file, for its profile and the other parts of the kernel
 * @param kernel a kernel of it
 * @param machine the launch as the emulator takes it, without listeners; with several subblocks
 *     reports count each core as a block
 * @param timing how to time and watch it
 * @param runtimeChecks true if the checks that the object carries run in front of the kernel
 * @param engineLog receives what the engine did, when the run is over
 * @param printer receives what the kernel has printed, when the run is over; not called when it has
 *     printed nothing
 */
public record Launch(
    ObjectFile object,
    KernelObject kernel,
    KernelLaunch machine,
    Timing timing,
    boolean runtimeChecks,
    Consumer<String> engineLog,
    Consumer<Printout> printer) {

  /**
   * A run of one block without a limit of work, under the default model without a timeline, by the
   * default engine, with full protection.
   *
   * @param arguments one for each parameter
   */
  public static Launch of(ObjectFile object, KernelObject kernel, List<Argument> arguments) {
    return new Launch(
        object,
        kernel,
        KernelLaunch.of(ObjectKernel.of(object, kernel), arguments)
            .withSubblocks(kernel.properties().vectorCores())
            .withUnifiedBufferFill((byte) Toolchain.ENTRY_FILL)
            .withOutOfRange(false),
        new Timing(TimingModel.DEFAULT, false),
        true,
        line -> {},
        printed -> {});
  }

  /**
   * The same on several devices, each with memory of its own (spec/70, 4.3). Buffers after the run
   * are those of rank 0, then those of rank 1, and so on.
   *
   * @param ranks the arguments of each rank, 1 to {@link RankMemory#MOST_RANKS}; those that {@link
   *     Argument.Memory#isWindow} are windows in all ranks
   */
  public static Launch ofRanks(ObjectFile object, KernelObject kernel, List<List<Argument>> ranks) {
    return of(object, kernel, ranks.getFirst())
        .with(one -> one.withPeers(ranks.subList(1, ranks.size())));
  }

  /**
   * What a rank knows of the others, the contents of a buffer of i64 (spec/70, 4.2).
   *
   * @param rank from 0
   * @param ranks number of ranks
   */
  public static byte[] context(KernelObject kernel, int rank, int ranks) {
    long buffers =
        kernel.arguments().stream()
            .filter(each -> each.kind() == KernelArgument.Kind.GM_POINTER)
            .count();
    return new RankMemory(ranks, (int) buffers).context(rank);
  }

  /** The same with other options of the emulator. */
  public Launch with(UnaryOperator<KernelLaunch> change) {
    return new Launch(
        object, kernel, change.apply(machine), timing, runtimeChecks, engineLog, printer);
  }

  /** The same timed and watched in another way. */
  public Launch withTiming(Timing other) {
    return new Launch(object, kernel, machine, other, runtimeChecks, engineLog, printer);
  }

  /** The same with receivers for the log of the engine and for the output of the kernel. */
  public Launch withOutput(Consumer<String> log, Consumer<Printout> receiver) {
    return new Launch(object, kernel, machine, timing, runtimeChecks, log, receiver);
  }

  /** The same with another protection. */
  public Launch withProtection(Protection protection) {
    return new Launch(
        object,
        kernel,
        machine.withOutOfRange(!protection.range()),
        timing,
        protection.runtimeChecks(),
        engineLog,
        printer);
  }

  /**
   * The same without cycles, listeners and prints, for at most so much work; memory that stays is
   * left as it is.
   *
   * @param mostWork at least 1
   */
  public Launch asTrial(long mostWork) {
    return with(same ->
            same.forKernel(same.kernel(), withoutEffect(same.arguments()))
                .withPeers(same.peers().stream().map(Launch::withoutEffect).toList())
                .withInstructionLimit(Math.min(mostWork, same.instructionLimit())))
        .withTiming(new Timing(TimingModel.NONE, false))
        .withOutput(line -> {}, printed -> {});
  }

  /**
   * A run of a program of checks in front of this one, which is not timed.
   *
   * @param checks the program, of the vector cores or of the cube core of this kernel
   * @param given arguments of this launch, one for each parameter of the kernel, or none
   * @param watcher listens to it
   */
  public Launch ofChecks(
      KernelObject checks, List<Argument> given, Optional<IntFunction<ExecutionListener>> watcher) {
    Optional<KernelObject> cube =
        object
            .cubePart(kernel)
            .filter(_ -> checks.properties().kind().core() == CoreKind.CUBE && !given.isEmpty());
    List<List<Argument>> peers =
        given.isEmpty()
            ? List.of()
            : machine.peers().stream()
                .map(peer -> cube.map(part -> arguments(part, peer)).orElse(peer))
                .map(Launch::withoutEffect)
                .toList();
    KernelLaunch launch =
        machine
            .forKernel(
                ObjectKernel.of(object, checks),
                withoutEffect(cube.map(part -> arguments(part, given)).orElse(given)))
            .withPeers(peers)
            .withThreads(watcher.isPresent() ? 1 : machine.threads())
            .withSubblocks(cube.isPresent() ? 1 : machine.subblocks())
            .withEngine(Engine.INTERPRET)
            .withSchedule(Schedule.PROGRAM)
            .withOutOfRange(true);
    return new Launch(
        object,
        checks,
        launch,
        new Timing(TimingModel.NONE, false).withWatcher(watcher),
        false,
        line -> {},
        printed -> {});
  }

  private static List<Argument> withoutEffect(List<Argument> given) {
    return given.stream()
        .map(each -> each instanceof Argument.Memory memory ? memory.withoutEffect() : each)
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
}
