package org.ptoc.emulator;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.ptoc.emulator.interpreter.DelayedRun;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.CoreGroup;
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
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.object.LaunchValue;

/** One launch of a decoded kernel: its memory, its blocks and how they ended. */
final class LaunchExecution {
  /** Arguments that are also in registers at entry (spec/40, 5.4). */
  private static final int REGISTER_ARGUMENTS = 16;

  /** Ranges of GM that are kept for all cores of a launch. */
  private static final int MOST_RANGES = 1 << 20;

  private final KernelLaunch launch;
  private final KernelPart main;
  private final Optional<KernelPart> cube;
  private final RankMemory places;
  private final GlobalMemory global;

  /** What each rank sees of it. */
  private final List<GlobalMemory> views;

  /** The parameter block of each rank. */
  private final List<byte[]> parameters;

  /** The number of the buffer of each argument in its rank; -1 for numbers. */
  private final int[] numbers;

  private final Consumer<Printout> printer;
  private final LaunchProgress progress;

  /**
   * @param main the text of the vector cores, or of the only kind of core
   * @param cube the text of the cube cores beside vector cores
   * @param printer gets what the cores have printed, if any has
   * @param progress receives the progress of the launch
   */
  LaunchExecution(
      KernelLaunch launch,
      KernelPart main,
      Optional<KernelPart> cube,
      Consumer<Printout> printer,
      LaunchProgress progress) {
    this.printer = printer;
    this.progress = progress;
    this.launch = launch;
    this.main = main;
    this.cube = cube;
    this.numbers = Argument.buffers(launch.arguments());
    this.places = new RankMemory(launch.ranks(), memories(0).size());
    this.parameters = IntStream.range(0, launch.ranks()).mapToObj(this::parametersOfRank).toList();
    this.global =
        places.memory(
            IntStream.range(0, launch.ranks())
                .mapToObj(rank -> memories(rank).stream().map(Argument.Memory::contents).toList())
                .toList(),
            launch.allowsOutOfRange());
    List<Boolean> windows = memories(0).stream().map(Argument.Memory::isWindow).toList();
    this.views =
        IntStream.range(0, launch.ranks())
            .mapToObj(rank -> places.view(global, rank, windows))
            .toList();
  }

  /** The buffers of a rank, each once. */
  private List<Argument.Memory> memories(int rank) {
    List<Argument.Memory> buffers = new ArrayList<>();
    for (int i = 0; i < numbers.length; i++) {
      if (launch.arguments(rank).get(i) instanceof Argument.Memory memory
          && numbers[i] == buffers.size()) {
        buffers.add(memory);
      }
    }
    return buffers;
  }

  private byte[] parametersOfRank(int rank) {
    byte[] values = new byte[Long.BYTES * numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      long value =
          switch (launch.arguments(rank).get(i)) {
            case Argument.Scalar(long bits) -> bits;
            case Argument.FromLaunch _, Argument.Grid _ -> 0;
            case Argument.Buffer _, Argument.Mapped _ -> address(rank, i);
            case Argument.View(var _, long offset) -> address(rank, i) + offset;
          };
      LittleEndian.put64(values, Long.BYTES * i, value);
    }
    return values;
  }

  private long address(int rank, int argument) {
    return GlobalMemory.address(places.slot(rank, numbers[argument]));
  }

  /**
   * How one core ended.
   *
   * @param limit the next word of a core that was stopped
   * @param endless the loop that could not end, where that stopped it
   * @param work what it took of the limit of the launch
   */
  record CoreResult(
      Optional<Trap> trap,
      Optional<Integer> limit,
      Optional<EndlessLoop> endless,
      long instructions,
      long work,
      NoticeLog notices,
      PrintLog prints,
      Optional<GlobalUse> use) {
    private CoreResult with(Optional<Trap> other) {
      return new CoreResult(other, limit, endless, instructions, work, notices, prints, use);
    }
  }

  RunResult run() {
    boolean inOrder = launch.threads() == 1 || launch.cores() == 1;
    progress.begin(launch.cores());
    List<CoreResult> results = inOrder ? runInOrder() : runInParallel();
    if (!inOrder && (isOverLimit(results) || meet(results))) {
      // What a conflict in GM leaves, and where the limit is reached, must not depend on threads:
      // it
      // is what cores in order do.
      return another(launch.withThreads(1)).run();
    }
    return result(results);
  }

  private LaunchExecution another(KernelLaunch other) {
    return new LaunchExecution(other, main, cube, printer, progress);
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
    printout(results).ifPresent(printer);
    RunResult result = resultOf(results);
    return result instanceof RunResult.Completed
        ? writeBack().<RunResult>map(RunResult.InvalidLaunch::new).orElse(result)
        : result;
  }

  /** As {@link #result} without output. */
  RunResult resultOf(List<CoreResult> results) {
    long instructions = 0;
    for (int core = 0; core < results.size(); core++) {
      CoreResult result = results.get(core);
      if (result.trap().isPresent()) {
        return new RunResult.Trapped(result.trap().get(), buffers(), notices(results));
      }
      if (result.limit().isPresent()) {
        return new RunResult.LimitReached(
            rank(core),
            launch.block(core),
            nameBesideCube(core),
            result.limit().get(),
            result.endless().map(loop -> new RunResult.Loop(loop.first(), loop.last())),
            notices(results));
      }
      instructions += result.instructions();
    }
    return new RunResult.Completed(buffers(), instructions, notices(results));
  }

  /**
   * What was printed up to the first core that did not reach its end: whether later ones ran
   * depends on the number of threads.
   */
  Optional<Printout> printout(List<CoreResult> results) {
    List<Printout.CorePrints> printed = new ArrayList<>();
    for (int core = 0; core < results.size(); core++) {
      CoreResult result = results.get(core);
      KernelImage image = part(core).image();
      if (!result.prints().entries().isEmpty() || result.prints().isFull()) {
        printed.add(
            new Printout.CorePrints(
                launch.block(core),
                launch.subblock(core),
                result.prints().entries().stream()
                    .map(entry -> new Printout.Print(entry, image.line(entry.wordOffset())))
                    .toList(),
                result.prints().isFull()));
      }
      if (result.trap().isPresent() || result.limit().isPresent()) {
        break;
      }
    }
    return printed.isEmpty()
        ? Optional.empty()
        : Optional.of(new Printout(printed, launch.subblocks() > 1));
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
                places.buffer(entry.buffer()),
                launch.block(i),
                nameBesideCube(i),
                entry.wordOffset(),
                entry.offset(),
                entry.bytes(),
                part(i).image().line(entry.wordOffset()));
        first.putIfAbsent(access.buffer(), access);
      }
      if (zeroRepeat.isEmpty() && log.zeroRepeat().isPresent()) {
        int word = log.zeroRepeat().getAsInt();
        zeroRepeat =
            Optional.of(
                new ZeroRepeat(
                    launch.block(i), nameBesideCube(i), word, part(i).image().line(word)));
      }
    }
    List<Notice> notices = new ArrayList<>(first.values());
    zeroRepeat.ifPresent(notices::add);
    return notices;
  }

  /** The buffers after the run, each of which is copied whenever it is asked for. */
  private List<byte[]> buffers() {
    List<Integer> memories =
        IntStream.range(0, numbers.length).filter(i -> numbers[i] >= 0).boxed().toList();
    return new AbstractList<>() {
      @Override
      public byte[] get(int index) {
        int rank = index / memories.size();
        int argument = memories.get(index % memories.size());
        return launch.arguments(rank).get(argument) instanceof Argument.Buffer
            ? global.contents(places.slot(rank, numbers[argument]))
            : new byte[0];
      }

      @Override
      public int size() {
        return launch.ranks() * memories.size();
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
    for (int rank = 0; rank < launch.ranks(); rank++) {
      for (int i = 0; i < numbers.length; i++) {
        Optional<Argument.Mapped> owner =
            switch (launch.arguments(rank).get(i)) {
              case Argument.Mapped mapped -> Optional.of(mapped);
              case Argument.View(Argument.Mapped memory, var _) -> Optional.of(memory);
              case Argument.Scalar _,
                  Argument.FromLaunch _,
                  Argument.Grid _,
                  Argument.Buffer _,
                  Argument.View _ ->
                  Optional.empty();
            };
        int slot = owner.isPresent() ? places.slot(rank, numbers[i]) : 0;
        if (owner.isPresent() && !changed.containsKey(slot) && global.isChanged(slot)) {
          if (owner.get().data().isReadOnly()) {
            return Optional.of("parameter " + i + " is read-only, but the kernel changes it");
          }
          changed.put(slot, owner.get());
        }
      }
    }
    changed.forEach(
        (index, mapped) -> {
          global.copyTo(index, mapped.data());
          mapped.changed().run();
        });
    return Optional.empty();
  }

  /**
   * The cores that have to run together, in order: the cores of a block with a cube core, all where
   * a word lets blocks wait for each other, else each by itself.
   */
  List<List<Integer>> groups() {
    List<Integer> all = IntStream.range(0, launch.cores()).boxed().toList();
    if (launch.ranks() > 1) {
      return List.of(all);
    }
    int together =
        reach(CrossReach.LAUNCH)
            ? launch.coresOfTask()
            : cube.isPresent() || reach(CrossReach.BLOCK) ? launch.coresOfBlock() : 1;
    return IntStream.range(0, launch.cores() / together)
        .mapToObj(first -> all.subList(first * together, (first + 1) * together))
        .toList();
  }

  boolean reach(CrossReach reach) {
    return main.crossReach().compareTo(reach) >= 0
        || cube.filter(part -> part.crossReach().compareTo(reach) >= 0).isPresent();
  }

  private List<CoreResult> runInOrder() {
    List<CoreResult> results = new ArrayList<>();
    long left = launch.instructionLimit();
    for (List<Integer> group : groups()) {
      List<CoreResult> ended = runGroup(group, left);
      results.addAll(ended);
      left -= ended.stream().mapToLong(CoreResult::work).sum();
      if (ended.stream().anyMatch(each -> each.limit().isPresent())) {
        break; // Other cores are not reported.
      }
    }
    return results;
  }

  /**
   * The calling thread takes part; the others are those that the Java virtual machine keeps for all
   * launches. Each group may take the whole limit; none starts when those that ended have taken it.
   *
   * @return the results of the first cores
   */
  private List<CoreResult> runInParallel() {
    List<List<Integer>> groups = groups();
    List<AtomicReference<List<CoreResult>>> results =
        groups.stream().map(_ -> new AtomicReference<List<CoreResult>>(List.of())).toList();
    AtomicInteger next = new AtomicInteger();
    AtomicInteger end = new AtomicInteger(groups.size());
    AtomicLong left = new AtomicLong(launch.instructionLimit());
    Runnable takeGroups =
        () -> {
          for (int i = next.getAndIncrement(); i < end.get(); i = next.getAndIncrement()) {
            List<CoreResult> ended = runGroup(groups.get(i), launch.instructionLimit());
            ended.getFirst().use().ifPresent(use -> use.finish(rangesOfCore()));
            results.get(i).set(ended);
            boolean stopped = ended.stream().anyMatch(each -> each.limit().isPresent());
            if (left.addAndGet(-ended.stream().mapToLong(CoreResult::work).sum()) < 0 || stopped) {
              int last = i;
              end.getAndUpdate(before -> Math.min(before, last + 1));
            }
          }
        };
    List<ForkJoinTask<?>> helpers = new ArrayList<>();
    for (int i = 1; i < Math.min(launch.threads(), groups.size()); i++) {
      helpers.add(ForkJoinPool.commonPool().submit(takeGroups));
    }
    takeGroups.run();
    helpers.forEach(ForkJoinTask::join);
    return results.subList(0, end.get()).stream().flatMap(each -> each.get().stream()).toList();
  }

  /**
   * Runs cores that may wait for each other.
   *
   * @param limit most work of each
   */
  private List<CoreResult> runGroup(List<Integer> members, long limit) {
    Optional<GlobalUse> use =
        launch.threads() > 1 && launch.cores() > members.size()
            ? Optional.of(new GlobalUse())
            : Optional.empty();
    List<Prepared> cores = members.stream().map(number -> prepare(number, use)).toList();
    if (cores.size() == 1 && !reach(CrossReach.BLOCK)) {
      return List.of(runCore(cores.getFirst(), limit));
    }
    CoreGroup group = new CoreGroup(isWhole(members), launch.schedule());
    connect(group, cores);
    List<AtomicReference<CoreResult>> results =
        cores.stream().map(each -> new AtomicReference<>(unfinished(each.core()))).toList();
    Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    for (int i = 0; i < cores.size(); i++) {
      Prepared prepared = cores.get(i);
      AtomicReference<CoreResult> result = results.get(i);
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  takeTurns(prepared, limit, group, result);
                } catch (RuntimeException | Error failure) {
                  failures.add(failure);
                  prepared.core().member().end(true);
                }
              });
    }
    group.run();
    if (!failures.isEmpty()) {
      throw new IllegalStateException("a core has failed", failures.peek());
    }
    cores.forEach(each -> part(each.number()).pool().give(each.memory()));
    return results.stream().map(AtomicReference::get).toList();
  }

  /** True if cores are all of a launch. */
  boolean isWhole(List<Integer> members) {
    return members.size() == launch.ranks() * launch.coresOfTask();
  }

  /** Makes cores the members of a group. */
  void connect(CoreGroup group, List<Prepared> cores) {
    cores.forEach(
        each ->
            group.add(
                each.number(),
                launch.rank(each.number()),
                launch.block(each.number()),
                part(each.number()).program().core(),
                launch.subblock(each.number()),
                each.core()));
    group.connect();
  }

  GlobalMemory memory() {
    return global;
  }

  private void takeTurns(
      Prepared prepared, long limit, CoreGroup group, AtomicReference<CoreResult> result) {
    CoreGroup.Member member = prepared.core().member();
    try {
      member.begin();
      CoreResult ended = runCore(prepared, limit);
      Optional<Trap> trap =
          ended
              .trap()
              .filter(_ -> !group.stuck().isEmpty())
              .map(each -> each.withWaits(waits(group)));
      result.set(trap.isPresent() ? ended.with(trap) : ended);
      member.end(ended.trap().isPresent() || ended.limit().isPresent());
    } catch (CoreGroup.Stopped stopped) {
      member.end(true);
    }
  }

  /** What each core of a group that cannot go on was doing. */
  List<Trap.Wait> waits(CoreGroup group) {
    List<Trap.Wait> waits = new ArrayList<>();
    for (CoreGroup.Member member : group.members()) {
      KernelImage image = part(member.number()).image();
      waits.add(
          new Trap.Wait(
              rank(member.number()),
              member.block(),
              coreName(member.number()),
              member.hasEnded() ? Optional.empty() : member.waitsFor(),
              member.hasEnded() ? Optional.empty() : image.line(member.word())));
    }
    return waits;
  }

  private OptionalInt rank(int core) {
    return launch.ranks() > 1 ? OptionalInt.of(launch.rank(core)) : OptionalInt.empty();
  }

  /** The name of a core in its block, where there are several; else empty. */
  String coreName(int number) {
    return cube.isEmpty()
        ? launch.subblocks() > 1 ? "AIV" + launch.subblock(number) : ""
        : launch.isCubeCore(number) ? "AIC" : "AIV" + launch.subblock(number);
  }

  private String nameBesideCube(int number) {
    return cube.isPresent() ? coreName(number) : "";
  }

  KernelPart part(int number) {
    return launch.isCubeCore(number) ? cube.orElseThrow() : main;
  }

  /** A core at the entry of its kernel. */
  record Prepared(int number, Core core, CoreMemory memory) {}

  Prepared prepare(int number, Optional<GlobalUse> use) {
    KernelPart part = part(number);
    byte[] own = launch.isCubeCore(number) ? parametersOfCube(number) : parameters(number);
    CoreMemory memory = part.pool().core();
    Core core =
        new Core(
            part.program().profile(),
            views.get(launch.rank(number)),
            part.image().constants(),
            own,
            launch.unifiedBufferFill(),
            launch.listeners().isPresent(),
            memory);
    core.globalUse = use;
    core.isWaitedFor = main.waitsForMemory() || cube.filter(KernelPart::waitsForMemory).isPresent();
    if (core.cube != CubeMemory.NONE) {
      core.cube.product().setOrder(launch.sums());
    }
    core.setRank(launch.rank(number), launch.ranks(), part.program().core());
    core.setBlock(launch.blockOfTask(number), launch.blockCount());
    core.setSubblock(launch.subblock(number), launch.isCubeCore(number) ? 1 : launch.subblocks());
    for (int i = 0; i < Math.min(REGISTER_ARGUMENTS, own.length / Long.BYTES); i++) {
      core.setX(i, LittleEndian.get64(own, Long.BYTES * i));
    }
    return new Prepared(number, core, memory);
  }

  /**
   * @param limit most work of the core
   */
  private CoreResult runCore(Prepared prepared, long limit) {
    int number = prepared.number();
    Core core = prepared.core();
    KernelPart part = part(number);
    Optional<ExecutionListener> listener = launch.listeners().map(factory -> factory.apply(number));
    progress.started(core);
    try {
      boolean finished =
          launch.schedule().order() == Schedule.Order.PROGRAM
              ? part.interpreter().run(core, limit, listener)
              : new DelayedRun(part.program(), part.interpreter(), launch.schedule(), core)
                  .run(limit);
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
          Optional.of(describe(trap, core, number)),
          Optional.empty(),
          Optional.empty());
    } finally {
      progress.ended(core);
      if (core.group.isEmpty()) {
        part.pool().give(prepared.memory());
      }
    }
  }

  /** Of a core that was stopped because another one trapped. */
  static CoreResult unfinished(Core core) {
    return result(core, 0, Optional.empty(), Optional.empty(), Optional.empty());
  }

  static CoreResult result(
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
    byte[] shared = parameters.get(launch.rank(core));
    byte[] own = shared;
    for (int i = 0; i < launch.arguments().size(); i++) {
      OptionalLong number =
          switch (launch.arguments().get(i)) {
            case Argument.FromLaunch(LaunchValue value) -> OptionalLong.of(number(value, core));
            case Argument.Grid(List<Long> bits) -> OptionalLong.of(bits.get(launch.task(core)));
            case Argument.Scalar _, Argument.Memory _ -> OptionalLong.empty();
          };
      if (number.isPresent()) {
        own = own == shared ? shared.clone() : own;
        LittleEndian.put64(own, Long.BYTES * i, number.getAsLong());
      }
    }
    return own;
  }

  /**
   * The parameter block of a cube core beside vector cores: it has the same arguments, but its own
   * choice of values that the launch gives (spec/70, 1.4).
   */
  private byte[] parametersOfCube(int core) {
    List<Optional<LaunchValue>> wanted = cube.orElseThrow().image().launchValues();
    byte[] given = parameters(core);
    byte[] own = new byte[Long.BYTES * wanted.size()];
    int next = 0;
    for (int i = 0; i < wanted.size(); i++) {
      if (wanted.get(i).isPresent()) {
        LittleEndian.put64(own, Long.BYTES * i, number(wanted.get(i).get(), core));
      } else {
        while (next < launch.arguments().size()
            && launch.arguments().get(next) instanceof Argument.FromLaunch) {
          next++;
        }
        LittleEndian.put64(own, Long.BYTES * i, LittleEndian.get64(given, Long.BYTES * next++));
      }
    }
    return own;
  }

  private int number(LaunchValue value, int core) {
    return switch (value) {
      case BLOCK_INDEX -> launch.blockOfTask(core);
      case BLOCK_COUNT -> launch.blockCount();
      case SUBBLOCK_INDEX -> launch.subblock(core);
    };
  }

  Trap describe(MachineTrap trap, Core core, int number) {
    int at = core.programCounter;
    KernelImage image = part(number).image();
    Instruction instruction = part(number).program().at(at);
    Set<Trap.RegisterValue> operands = new LinkedHashSet<>();
    for (OperandField operand : instruction.definition().operands()) {
      if (operand.isOf(RegisterClass.X) && operand.access() != Access.WRITE) {
        int register = (int) instruction.value(operand);
        operands.add(new Trap.RegisterValue(RegisterClass.X.spelling(register), core.x[register]));
      }
    }
    return new Trap(
        trap.code(),
        trap.number(),
        launch.kernel().name(),
        rank(number),
        launch.block(number),
        nameBesideCube(number),
        at,
        instruction.word(),
        instruction.toString(),
        instruction.definition().pipe(),
        List.copyOf(operands),
        trap.reason(),
        image.line(at),
        trap.outside().map(this::range),
        List.of());
  }

  private OutOfRange range(MachineTrap.Outside outside) {
    int argument = Argument.withBuffer(launch.arguments(), places.buffer(outside.buffer()));
    return new OutOfRange(
        argument, outside.offset(), outside.bytes(), global.size(outside.buffer()));
  }
}
