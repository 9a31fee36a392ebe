package org.ptoc.emulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ptoc.emulator.interpreter.SteppedRun;
import org.ptoc.emulator.machine.CoreGroup;
import org.ptoc.emulator.machine.EndlessLoop;
import org.ptoc.emulator.machine.GlobalMemory;
import org.ptoc.emulator.machine.MachineTrap;
import org.ptoc.emulator.print.Printout;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.Program;

/**
 * A launch that a caller steps through: groups of cores run one group after the other, as {@link
 * LoadedKernel#run} runs them. Nothing is written back to the memory of arguments. One thread uses
 * it.
 */
public final class SteppedLaunch {
  private final KernelLaunch launch;
  private final LaunchExecution execution;
  private final List<List<Integer>> groups;

  SteppedLaunch(KernelLaunch launch, LaunchExecution execution) {
    this.launch = launch;
    this.execution = execution;
    this.groups = execution.groups();
  }

  /**
   * A core at the entry of its kernel.
   *
   * @param number its number in the launch
   * @param member its place among cores that it reaches; empty for a core that runs alone
   */
  public record SteppedCore(int number, SteppedRun run, Optional<CoreGroup.Member> member) {}

  /**
   * Cores that run together.
   *
   * @param cores in the order of their turns
   * @param group what they reach each other by; empty for a core that runs alone
   */
  public record SteppedGroup(List<SteppedCore> cores, Optional<CoreGroup> group) {}

  /**
   * Where a core is.
   *
   * @param rank the rank of its device
   * @param block its block in the launch
   * @param name its name in the block, such as {@code AIV0}; empty where a block has one core
   * @param vectorCore its number among the vector cores of the block
   */
  public record Place(
      int rank, int block, String name, CoreKind kind, int vectorCore, boolean hasRanks) {
    /** The place in words. */
    @Override
    public String toString() {
      return (hasRanks ? "rank " + rank + ", " : "")
          + "block "
          + block
          + (name.isEmpty() ? "" : ", " + name);
    }
  }

  /** How a core ended, or stopped for good. */
  public static final class Ending {
    private final LaunchExecution.CoreResult result;

    private Ending(LaunchExecution.CoreResult result) {
      this.result = result;
    }
  }

  /** The numbers of the cores of each group, in the order in which groups run. */
  public List<List<Integer>> groups() {
    return groups;
  }

  /** The launch. */
  public KernelLaunch launch() {
    return launch;
  }

  /** Memory that all cores see, of all ranks. */
  public GlobalMemory memory() {
    return execution.memory();
  }

  /** What a core runs. */
  public KernelImage image(int core) {
    return execution.part(core).image();
  }

  /** What a core runs, decoded. */
  public Program program(int core) {
    return execution.part(core).program();
  }

  /** Where a core is. */
  public Place place(int core) {
    return new Place(
        launch.rank(core),
        launch.block(core),
        execution.coreName(core),
        program(core).core(),
        launch.subblock(core),
        launch.ranks() > 1);
  }

  /** Makes the cores of a group, each at its entry. */
  public SteppedGroup begin(List<Integer> members) {
    List<LaunchExecution.Prepared> cores =
        members.stream().map(number -> execution.prepare(number, Optional.empty())).toList();
    boolean isAlone = cores.size() == 1 && !execution.reach(CrossReach.BLOCK);
    Optional<CoreGroup> group =
        isAlone ? Optional.empty() : Optional.of(CoreGroup.stepped(execution.isWhole(members)));
    group.ifPresent(each -> execution.connect(each, cores));
    List<SteppedCore> stepped = new ArrayList<>();
    for (LaunchExecution.Prepared each : cores) {
      KernelPart part = execution.part(each.number());
      each.core().instructionLimit = Long.MAX_VALUE;
      each.core().record.notePieces();
      stepped.add(
          new SteppedCore(
              each.number(),
              new SteppedRun(part.program(), part.interpreter(), each.core()),
              each.core().group));
    }
    return new SteppedGroup(List.copyOf(stepped), group);
  }

  /** Describes the trap of a core, with what the others wait for where none can go on. */
  public Trap trap(MachineTrap trap, SteppedCore core, Optional<CoreGroup> group) {
    Trap described = execution.describe(trap, core.run().core(), core.number());
    return group
        .filter(each -> !each.stuck().isEmpty())
        .map(each -> described.withWaits(execution.waits(each)))
        .orElse(described);
  }

  /** How a core ended whose state does not change any more. */
  public Ending ending(SteppedCore core, Optional<Trap> trap, Optional<EndlessLoop> endless) {
    Optional<Integer> stopped = endless.map(EndlessLoop::first);
    return new Ending(
        LaunchExecution.result(core.run().core(), Long.MAX_VALUE, trap, stopped, endless));
  }

  /** The result of a launch whose first cores have ended. */
  public RunResult result(List<Ending> endings) {
    return execution.resultOf(results(endings));
  }

  /** What the first cores have printed. */
  public Optional<Printout> printout(List<Ending> endings) {
    return execution.printout(results(endings));
  }

  private static List<LaunchExecution.CoreResult> results(List<Ending> endings) {
    return endings.stream().map(each -> each.result).toList();
  }
}
