package org.ptoc.emulator;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.ptoc.emulator.interpreter.DelayedRun;
import org.ptoc.emulator.interpreter.Interpreter;
import org.ptoc.emulator.machine.Contents;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.CoreMemory;
import org.ptoc.emulator.machine.CubeMemory;
import org.ptoc.emulator.machine.EndlessLoop;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.GlobalMemory;
import org.ptoc.emulator.machine.GlobalUse;
import org.ptoc.emulator.machine.MachineTrap;
import org.ptoc.emulator.machine.NoticeLog;
import org.ptoc.emulator.machine.PrintLog;
import org.ptoc.emulator.machine.Schedule;
import org.ptoc.emulator.machine.WorkLimit;
import org.ptoc.emulator.print.Printout;
import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.ir.isa.Access;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.object.LaunchValue;

/** One launch of a decoded kernel: its memory, its blocks and how they ended. */
final class LaunchExecution {
  /** Arguments that are also in registers at entry (spec/40, 5.4). */
  private static final int REGISTER_ARGUMENTS = 16;

  /** Ranges of GM that are kept for all cores of a launch. */
  private static final int MOST_RANGES = 1 << 20;

  private final KernelLaunch launch;
  private final Program program;
  private final Interpreter interpreter;
  private final GlobalMemory global;
  private final byte[] parameters;
  private final MemoryPool pool;
  private final Consumer<Printout> printer;
  private final LaunchProgress progress;

  /**
   * @param printer gets what the cores have printed, if any has
   * @param progress receives the progress of the launch
   */
  LaunchExecution(
      KernelLaunch launch,
      Program program,
      Interpreter interpreter,
      MemoryPool pool,
      Consumer<Printout> printer,
      LaunchProgress progress) {
    this.printer = printer;
    this.progress = progress;
    this.launch = launch;
    this.program = program;
    this.interpreter = interpreter;
    this.pool = pool;
    List<Contents> buffers = new ArrayList<>();
    this.parameters = new byte[Long.BYTES * launch.arguments().size()];
    for (int i = 0; i < launch.arguments().size(); i++) {
      long value =
          switch (launch.arguments().get(i)) {
            case Argument.Scalar(long bits) -> bits;
            case Argument.FromLaunch _ -> 0;
            case Argument.Memory memory -> {
              buffers.add(memory.contents());
              yield GlobalMemory.address(buffers.size() - 1);
            }
          };
      LittleEndian.put64(parameters, Long.BYTES * i, value);
    }
    this.global = new GlobalMemory(buffers, launch.allowsOutOfRange());
  }

  /**
   * How one core ended.
   *
   * @param limit the next word of a core that was stopped
   * @param endless the loop that could not end, where that stopped it
   * @param work what it took of the limit of the launch
   */
  private record CoreResult(
      Optional<Trap> trap,
      Optional<Integer> limit,
      Optional<EndlessLoop> endless,
      long instructions,
      long work,
      NoticeLog notices,
      PrintLog prints,
      Optional<GlobalUse> use) {}

  RunResult run() {
    boolean inOrder = launch.threads() == 1 || launch.cores() == 1;
    progress.begin(launch.cores());
    List<CoreResult> results = inOrder ? runInOrder() : runInParallel();
    if (!inOrder && (isOverLimit(results) || meet(results))) {
      // What a conflict in GM leaves, and where the limit is reached, must not depend on threads:
      // it
      // is what cores in order do.
      return new LaunchExecution(
              launch.withThreads(1), program, interpreter, pool, printer, progress)
          .run();
    }
    return result(results);
  }

  /** Ranges of GM that are kept for each core until all have ended. */
  private int rangesOfCore() {
    return Math.max(16, MOST_RANGES / launch.cores());
  }

  /** True if the cores together did more work than the launch allows; the first one alone may. */
  private boolean isOverLimit(List<CoreResult> results) {
    return results.getFirst().limit().isEmpty()
        && (results.size() < launch.cores()
            || results.stream().anyMatch(result -> result.limit().isPresent())
            || results.stream().mapToLong(CoreResult::work).sum() > launch.instructionLimit());
  }

  private static boolean meet(List<CoreResult> results) {
    return GlobalUse.meet(results.stream().flatMap(result -> result.use().stream()).toList());
  }

  private RunResult result(List<CoreResult> results) {
    print(results);
    long instructions = 0;
    for (int core = 0; core < results.size(); core++) {
      CoreResult result = results.get(core);
      if (result.trap().isPresent()) {
        return new RunResult.Trapped(result.trap().get(), buffers(), notices(results));
      }
      if (result.limit().isPresent()) {
        return new RunResult.LimitReached(
            launch.block(core),
            result.limit().get(),
            result.endless().map(loop -> new RunResult.Loop(loop.first(), loop.last())),
            notices(results));
      }
      instructions += result.instructions();
    }
    Optional<String> problem = writeBack();
    return problem.isPresent()
        ? new RunResult.InvalidLaunch(problem.get())
        : new RunResult.Completed(buffers(), instructions, notices(results));
  }

  /**
   * Hands over what was printed up to the first core that did not reach its end: whether later ones
   * ran depends on the number of threads.
   */
  private void print(List<CoreResult> results) {
    List<Printout.CorePrints> printed = new ArrayList<>();
    for (int core = 0; core < results.size(); core++) {
      CoreResult result = results.get(core);
      if (!result.prints().entries().isEmpty() || result.prints().isFull()) {
        printed.add(
            new Printout.CorePrints(
                launch.block(core),
                launch.subblock(core),
                result.prints().entries().stream()
                    .map(
                        entry ->
                            new Printout.Print(entry, launch.kernel().line(entry.wordOffset())))
                    .toList(),
                result.prints().isFull()));
      }
      if (result.trap().isPresent() || result.limit().isPresent()) {
        break;
      }
    }
    if (!printed.isEmpty()) {
      printer.accept(new Printout(printed, launch.subblocks() > 1));
    }
  }

  /**
   * Of the lowest block for each buffer, and of the lowest one that repeated nothing, so that the
   * number of threads does not show.
   */
  private List<Notice> notices(List<CoreResult> results) {
    SortedMap<Integer, SlackAccess> first = new TreeMap<>();
    Optional<Notice> zeroRepeat = Optional.empty();
    for (int i = 0; i < results.size(); i++) {
      NoticeLog log = results.get(i).notices();
      for (NoticeLog.Slack entry : log.slack()) {
        SlackAccess access =
            new SlackAccess(
                entry.buffer(),
                launch.block(i),
                entry.wordOffset(),
                entry.offset(),
                entry.bytes(),
                launch.kernel().line(entry.wordOffset()));
        first.putIfAbsent(entry.buffer(), access);
      }
      if (zeroRepeat.isEmpty() && log.zeroRepeat().isPresent()) {
        int word = log.zeroRepeat().getAsInt();
        zeroRepeat = Optional.of(new ZeroRepeat(launch.block(i), word, launch.kernel().line(word)));
      }
    }
    List<Notice> notices = new ArrayList<>(first.values());
    zeroRepeat.ifPresent(notices::add);
    return notices;
  }

  /** The buffers after the run, each of which is copied whenever it is asked for. */
  private List<byte[]> buffers() {
    List<Argument.Memory> memories =
        launch.arguments().stream()
            .filter(Argument.Memory.class::isInstance)
            .map(Argument.Memory.class::cast)
            .toList();
    GlobalMemory after = global;
    return new AbstractList<>() {
      @Override
      public byte[] get(int index) {
        return switch (memories.get(index)) {
          case Argument.Buffer _ -> after.contents(index);
          case Argument.Mapped _ -> new byte[0];
        };
      }

      @Override
      public int size() {
        return memories.size();
      }
    };
  }

  /**
   * Writes what the kernel has changed back to whom it belongs. Nothing is written when it may not
   * change all of it.
   *
   * @return what is wrong then
   */
  private Optional<String> writeBack() {
    Map<Integer, Argument.Mapped> changed = new TreeMap<>();
    int buffer = 0;
    for (int i = 0; i < launch.arguments().size(); i++) {
      if (launch.arguments().get(i) instanceof Argument.Mapped mapped && global.isChanged(buffer)) {
        if (mapped.data().isReadOnly()) {
          return Optional.of("parameter " + i + " is read-only, but the kernel changes it");
        }
        changed.put(buffer, mapped);
      }
      buffer += launch.arguments().get(i) instanceof Argument.Memory ? 1 : 0;
    }
    changed.forEach(
        (index, mapped) -> {
          global.copyTo(index, mapped.data());
          mapped.changed().run();
        });
    return Optional.empty();
  }

  private List<CoreResult> runInOrder() {
    List<CoreResult> results = new ArrayList<>();
    long left = launch.instructionLimit();
    for (int core = 0; core < launch.cores(); core++) {
      results.add(runCore(core, left));
      left -= results.getLast().work();
      if (results.getLast().limit().isPresent()) {
        break; // Other cores are not reported.
      }
    }
    return results;
  }

  /**
   * The calling thread takes part; the others are those that the Java virtual machine keeps for all
   * launches. Each core may take the whole limit; no core starts when those that ended have taken
   * it.
   *
   * @return the results of the first cores
   */
  private List<CoreResult> runInParallel() {
    CoreResult[] results = new CoreResult[launch.cores()];
    AtomicInteger next = new AtomicInteger();
    AtomicInteger end = new AtomicInteger(results.length);
    AtomicLong left = new AtomicLong(launch.instructionLimit());
    Runnable takeCores =
        () -> {
          for (int core = next.getAndIncrement(); core < end.get(); core = next.getAndIncrement()) {
            CoreResult result = runCore(core, launch.instructionLimit());
            result.use().ifPresent(use -> use.finish(rangesOfCore()));
            results[core] = result;
            if (left.addAndGet(-result.work()) < 0 || result.limit().isPresent()) {
              int stopped = core;
              end.getAndUpdate(last -> Math.min(last, stopped + 1));
            }
          }
        };
    List<ForkJoinTask<?>> helpers = new ArrayList<>();
    for (int i = 1; i < Math.min(launch.threads(), launch.cores()); i++) {
      helpers.add(ForkJoinPool.commonPool().submit(takeCores));
    }
    takeCores.run();
    helpers.forEach(ForkJoinTask::join);
    return List.of(Arrays.copyOf(results, end.get()));
  }

  /**
   * @param limit most work of the core
   */
  private CoreResult runCore(int number, long limit) {
    int block = launch.block(number);
    byte[] own = parameters(number);
    CoreMemory memory = pool.core();
    Core core =
        new Core(
            program.profile(),
            global,
            launch.kernel().constants(),
            own,
            launch.unifiedBufferFill(),
            launch.listeners().isPresent(),
            memory);
    if (launch.threads() > 1 && launch.cores() > 1) {
      core.globalUse = Optional.of(new GlobalUse());
    }
    if (core.cube != CubeMemory.NONE) {
      core.cube.product().setOrder(launch.sums());
    }
    core.setBlock(block, launch.blockCount());
    core.setSubblock(launch.subblock(number), launch.subblocks());
    for (int i = 0; i < Math.min(REGISTER_ARGUMENTS, launch.arguments().size()); i++) {
      core.setX(i, LittleEndian.get64(own, Long.BYTES * i));
    }
    Optional<ExecutionListener> listener = launch.listeners().map(factory -> factory.apply(number));
    progress.started(core);
    try {
      boolean finished =
          launch.schedule().order() == Schedule.Order.PROGRAM
              ? interpreter.run(core, limit, listener)
              : new DelayedRun(program, interpreter, launch.schedule(), core).run(limit);
      return result(
          core,
          limit,
          Optional.empty(),
          finished ? Optional.empty() : Optional.of(core.programCounter),
          Optional.empty());
    } catch (WorkLimit reached) {
      return result(
          core, limit, Optional.empty(), Optional.of(core.programCounter), Optional.empty());
    } catch (EndlessLoop loop) {
      return result(core, limit, Optional.empty(), Optional.of(loop.first()), Optional.of(loop));
    } catch (MachineTrap trap) {
      listener.ifPresent(each -> each.trapped(core.programCounter));
      return result(
          core,
          limit,
          Optional.of(describe(trap, core, block)),
          Optional.empty(),
          Optional.empty());
    } finally {
      progress.ended(core);
      pool.give(memory);
    }
  }

  private static CoreResult result(
      Core core,
      long limit,
      Optional<Trap> trap,
      Optional<Integer> stopped,
      Optional<EndlessLoop> endless) {
    long work = stopped.isPresent() ? limit : core.executed + limit - core.instructionLimit;
    return new CoreResult(
        trap, stopped, endless, core.executed, work, core.notices, core.prints, core.globalUse);
  }

  /** The parameter block of a core. */
  private byte[] parameters(int core) {
    byte[] own = parameters;
    for (int i = 0; i < launch.arguments().size(); i++) {
      if (launch.arguments().get(i) instanceof Argument.FromLaunch(LaunchValue value)) {
        own = own == parameters ? parameters.clone() : own;
        LittleEndian.put64(own, Long.BYTES * i, number(value, core));
      }
    }
    return own;
  }

  private int number(LaunchValue value, int core) {
    return switch (value) {
      case BLOCK_INDEX -> launch.block(core);
      case BLOCK_COUNT -> launch.blockCount();
      case SUBBLOCK_INDEX -> launch.subblock(core);
    };
  }

  private Trap describe(MachineTrap trap, Core core, int block) {
    int at = core.programCounter;
    Instruction instruction = program.at(at);
    Set<Trap.RegisterValue> operands = new LinkedHashSet<>();
    for (OperandField operand : instruction.definition().operands()) {
      if (operand.registerClass().equals(Optional.of(RegisterClass.X))
          && operand.access() != Access.WRITE) {
        int number = (int) instruction.value(operand);
        operands.add(new Trap.RegisterValue(RegisterClass.X.spelling(number), core.x[number]));
      }
    }
    return new Trap(
        trap.code(),
        trap.number(),
        launch.kernel().name(),
        block,
        at,
        instruction.word(),
        instruction.toString(),
        instruction.definition().pipe(),
        List.copyOf(operands),
        trap.reason(),
        launch.kernel().line(at),
        trap.outside().map(this::range));
  }

  private OutOfRange range(MachineTrap.Outside outside) {
    int buffers = 0;
    int argument = 0;
    while (!(launch.arguments().get(argument) instanceof Argument.Memory)
        || buffers++ < outside.buffer()) {
      argument++;
    }
    return new OutOfRange(
        argument, outside.offset(), outside.bytes(), global.size(outside.buffer()));
  }
}
