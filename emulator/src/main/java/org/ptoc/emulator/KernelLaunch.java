package org.ptoc.emulator;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.ptoc.emulator.cube.SumOrder;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.GlobalMemory;
import org.ptoc.emulator.machine.Schedule;

/**
 * One run of a kernel.
 *
 * @param kernel what runs
 * @param arguments one for each parameter, in order
 * @param peers the same for the other ranks, from 1 on, where several devices run the kernel
 *     (spec/70, 4.3)
 * @param blocks number of blocks, at least 1
 * @param subblocks vector cores of each block, 1 or 2; each runs the kernel with a unified buffer
 *     of its own (spec/00, 1.6)
 * @param unifiedBufferFill pattern byte of the unified buffer at entry (spec/40, 5.4)
 * @param instructionLimit most work of all cores together, as far as they run one after another:
 *     instructions, repeats of a word, and units of 256 bytes that a word moves
 * @param threads most cores that run at the same time; results do not depend on it
 * @param engine how it is executed; results do not depend on it
 * @param listeners makes the listener of a block, if present; with two subblocks block k has cores
 *     2 k and 2 k + 1
 * @param numbers block and core numbers that cores see, if not the usual ones
 * @param schedule when pipes carry out their work; schedules other than the one of the program are
 *     interpreted, without listeners
 * @param sums the order in which matrix products add
 * @param allowsOutOfRange whether the zero bytes behind the data of an argument may be touched, as
 *     the machine lets them be (spec/00, 1.1); launchers for people say no: such an access traps
 */
public record KernelLaunch(
    KernelImage kernel,
    List<Argument> arguments,
    List<List<Argument>> peers,
    int blocks,
    int subblocks,
    byte unifiedBufferFill,
    long instructionLimit,
    int threads,
    Engine engine,
    Optional<IntFunction<ExecutionListener>> listeners,
    BlockNumbers numbers,
    Schedule schedule,
    SumOrder sums,
    boolean allowsOutOfRange) {
  /** Vector cores of a block with a cube core. */
  private static final int MOST_SUBBLOCKS = 2;

  public KernelLaunch {
    arguments = List.copyOf(arguments);
    peers = peers.stream().map(List::copyOf).toList();
  }

  /** A launch of one block with the default options. */
  public static KernelLaunch of(KernelImage kernel, List<Argument> arguments) {
    return new KernelLaunch(
        kernel,
        arguments,
        List.of(),
        1,
        1,
        (byte) 0,
        Long.MAX_VALUE,
        1,
        Engine.AUTO,
        Optional.empty(),
        BlockNumbers.USUAL,
        Schedule.PROGRAM,
        SumOrder.SEQUENTIAL,
        true);
  }

  private KernelLaunch with(Consumer<Options> change) {
    Options options = new Options(this);
    change.accept(options);
    return new KernelLaunch(
        options.kernel,
        options.arguments,
        options.peers,
        options.blocks,
        options.subblocks,
        options.unifiedBufferFill,
        options.instructionLimit,
        options.threads,
        options.engine,
        options.listeners,
        options.numbers,
        options.schedule,
        options.sums,
        options.allowsOutOfRange);
  }

  /** The options of a launch while one of them becomes another. */
  private static final class Options {
    private KernelImage kernel;
    private List<Argument> arguments;
    private List<List<Argument>> peers;
    private int blocks;
    private int subblocks;
    private byte unifiedBufferFill;
    private long instructionLimit;
    private int threads;
    private Engine engine;
    private Optional<IntFunction<ExecutionListener>> listeners;
    private BlockNumbers numbers;
    private Schedule schedule;
    private SumOrder sums;
    private boolean allowsOutOfRange;

    Options(KernelLaunch launch) {
      this.kernel = launch.kernel;
      this.arguments = launch.arguments;
      this.peers = launch.peers;
      this.blocks = launch.blocks;
      this.subblocks = launch.subblocks;
      this.unifiedBufferFill = launch.unifiedBufferFill;
      this.instructionLimit = launch.instructionLimit;
      this.threads = launch.threads;
      this.engine = launch.engine;
      this.listeners = launch.listeners;
      this.numbers = launch.numbers;
      this.schedule = launch.schedule;
      this.sums = launch.sums;
      this.allowsOutOfRange = launch.allowsOutOfRange;
    }
  }

  /** The launch of another kernel with the same options. */
  public KernelLaunch forKernel(KernelImage image, List<Argument> others) {
    return with(
        options -> {
          options.kernel = image;
          options.arguments = others;
        });
  }

  /** The same with another number of blocks. */
  public KernelLaunch withBlocks(int count) {
    return with(options -> options.blocks = count);
  }

  /** The same on several devices, with the arguments of those behind the first. */
  public KernelLaunch withPeers(List<List<Argument>> others) {
    return with(options -> options.peers = others);
  }

  /** Number of devices. */
  public int ranks() {
    return 1 + peers.size();
  }

  /** The arguments of a rank. */
  public List<Argument> arguments(int rank) {
    return rank == 0 ? arguments : peers.get(rank - 1);
  }

  /** The rank of a core. */
  int rank(int core) {
    return core / (tasks() * coresOfTask());
  }

  /** The same with another number of vector cores in each block. */
  public KernelLaunch withSubblocks(int count) {
    return with(options -> options.subblocks = count);
  }

  /** Cores of all blocks of all tasks that run, rank after rank. */
  public int cores() {
    return ranks() * tasks() * coresOfTask();
  }

  /** The number of tasks of the grid; 1 if no argument is a {@link Argument.Grid}. */
  public int tasks() {
    return arguments.stream()
        .filter(Argument.Grid.class::isInstance)
        .mapToInt(each -> ((Argument.Grid) each).bits().size())
        .findFirst()
        .orElse(1);
  }

  /** The task of a core. */
  int task(int core) {
    return core / coresOfTask() % tasks();
  }

  /** Cores of each task that run. */
  int coresOfTask() {
    return (numbers.block().isPresent() ? 1 : blocks) * coresOfBlock();
  }

  /** Cores of each block that run: the cube core first, where the kernel has code for it. */
  int coresOfBlock() {
    return numbers.subblock().isPresent() ? 1 : subblocks + cubeCores();
  }

  private int cubeCores() {
    return kernel.cubePart().isPresent() ? 1 : 0;
  }

  /** True for the cube core of a block of vector cores. */
  public boolean isCubeCore(int core) {
    return cubeCores() == 1 && core % coresOfBlock() == 0;
  }

  /** The number of a vector core, counted over all blocks that run. */
  public int vectorCore(int core) {
    int vectorCores = coresOfBlock() - cubeCores();
    return core / coresOfBlock() * vectorCores + core % coresOfBlock() - cubeCores();
  }

  /** The number of a cube core, counted over all blocks that run. */
  public int cubeCore(int core) {
    return core / coresOfBlock();
  }

  /** The block of a core, counted over all tasks, unless it is the only one. */
  int block(int core) {
    return tasks() == 1 ? blockOfTask(core) : core / coresOfBlock();
  }

  /** The block of a core as its kernel sees it. */
  int blockOfTask(int core) {
    return numbers.block().orElse(core % coresOfTask() / coresOfBlock());
  }

  /** The number of a vector core in its block; 0 for a cube core. */
  int subblock(int core) {
    return numbers.subblock().orElse(Math.max(0, core % coresOfBlock() - cubeCores()));
  }

  /** The number of blocks that kernels see. */
  int blockCount() {
    return numbers.blocks().orElse(blocks);
  }

  /** The same with another fill pattern. */
  public KernelLaunch withUnifiedBufferFill(byte fill) {
    return with(options -> options.unifiedBufferFill = fill);
  }

  /** The same with another instruction limit. */
  public KernelLaunch withInstructionLimit(long limit) {
    return with(options -> options.instructionLimit = limit);
  }

  /** The same with another number of threads. */
  public KernelLaunch withThreads(int count) {
    return with(options -> options.threads = count);
  }

  /** The same with another engine. */
  public KernelLaunch withEngine(Engine choice) {
    return with(options -> options.engine = choice);
  }

  /** The same with listeners. */
  public KernelLaunch withListeners(IntFunction<ExecutionListener> factory) {
    return with(options -> options.listeners = Optional.of(factory));
  }

  /** The same with other numbers of blocks and cores. */
  public KernelLaunch withNumbers(BlockNumbers others) {
    return with(options -> options.numbers = others);
  }

  /** The same under another schedule. */
  public KernelLaunch withSchedule(Schedule other) {
    return with(options -> options.schedule = other);
  }

  /** The same with another order of sums. */
  public KernelLaunch withSums(SumOrder choice) {
    return with(options -> options.sums = choice);
  }

  /** The same with or without accesses behind the data of an argument. */
  public KernelLaunch withOutOfRange(boolean allowed) {
    return with(options -> options.allowsOutOfRange = allowed);
  }

  /** True if a part has the parameters of the kernel but for those that the launch fills. */
  private boolean isAlike(KernelImage part) {
    return given(part).equals(given(kernel));
  }

  private static List<ParameterKind> given(KernelImage image) {
    return IntStream.range(0, image.parameters().size())
        .filter(i -> image.launchValues().get(i).isEmpty())
        .mapToObj(image.parameters()::get)
        .toList();
  }

  /** What is wrong with the launch, if anything. */
  Optional<String> problem() {
    List<ParameterKind> expected = kernel.parameters();
    if (blocks < 1 || threads < 1 || instructionLimit < 1) {
      return Optional.of("blocks, threads and the limit of work must be at least 1");
    }
    if (schedule.order() != Schedule.Order.PROGRAM && listeners.isPresent()) {
      return Optional.of("nobody can listen where pipes do not work in program order");
    }
    if (subblocks < 1 || subblocks > MOST_SUBBLOCKS) {
      return Optional.of("a block has 1 or " + MOST_SUBBLOCKS + " vector cores, not " + subblocks);
    }
    if (cubeCores() == 1 && numbers.subblock().isPresent()) {
      return Optional.of(
          "kernel " + kernel.name() + " runs on all cores of a block: no single one can be chosen");
    }
    if (kernel.cubePart().filter(part -> !isAlike(part)).isPresent()) {
      return Optional.of("the parts of kernel " + kernel.name() + " have different parameters");
    }
    if (!numbers.isValid()) {
      return Optional.of("numbers of blocks and cores are not negative");
    }
    if (ranks() > RankMemory.MOST_RANKS) {
      return Optional.of("there are at most " + RankMemory.MOST_RANKS + " ranks, not " + ranks());
    }
    if (ranks() > 1 && tasks() > 1) {
      return Optional.of("a grid of tasks runs on one rank, not on " + ranks());
    }
    return IntStream.range(0, ranks())
        .mapToObj(rank -> problem(expected, arguments(rank)))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Optional<String> problem(List<ParameterKind> expected, List<Argument> arguments) {
    if (expected.size() != arguments.size()) {
      return Optional.of(
          "kernel "
              + kernel.name()
              + " has "
              + expected.size()
              + " parameters, not "
              + arguments.size());
    }
    if (ranks() > 1 && arguments.stream().anyMatch(Argument.View.class::isInstance)) {
      return Optional.of("memory that stays between launches is of one device, not of ranks");
    }
    if (arguments.stream()
        .anyMatch(
            each ->
                each instanceof Argument.Grid(List<Long> bits)
                    && (bits.isEmpty() || bits.size() != tasks()))) {
      return Optional.of("a grid has one number for each task, and at least one task");
    }
    for (int i = 0; i < expected.size(); i++) {
      boolean buffer = arguments.get(i) instanceof Argument.Memory;
      if (buffer != (expected.get(i) == ParameterKind.POINTER)) {
        return Optional.of(
            "parameter "
                + i
                + " is a "
                + (buffer ? "scalar, not a buffer" : "buffer, not a scalar"));
      }
      if (arguments.get(i) instanceof Argument.Memory memory
          && memory.contents().size() > Integer.MAX_VALUE - 2 * GlobalMemory.SLACK_BYTES) {
        return Optional.of("the buffer of parameter " + i + " is too long");
      }
    }
    return Optional.empty();
  }
}
