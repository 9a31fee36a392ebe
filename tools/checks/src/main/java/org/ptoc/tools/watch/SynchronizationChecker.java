package org.ptoc.tools.watch;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.CrossSignal;
import org.ptoc.emulator.machine.ExecutionListener;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.MemoryBarrierKind;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.Semantics;

/**
 * Finds accesses to the same bytes that nothing orders (spec/00, 1.5): one of them writes, and no
 * flag, buffer or barrier makes the later one wait ({@link PipeHistory}), or, within a vecscope, no
 * {@code mem_bar} ({@link ScopeOrder}). Also finds flags that are set twice or never waited for,
 * and buffers that are taken twice, released by others or never released.
 *
 * <p>All memories are treated alike: a shadow holds, for each byte, the last write and the last
 * read of each pipe. A vector load reads what is used of it ({@link VectorReads}).
 */
public final class SynchronizationChecker implements ExecutionListener {
  private final Program program;
  private final Findings findings;
  private final PipeHistory order;

  /** The order that would be left without some words, for each group of words. */
  private final List<PipeHistory> alternatives;

  private final Optional<Dependence.Listener> listener;

  /** What the other cores of the launch do. */
  private final Optional<BlockChecker> launch;

  private final ScopeOrder scope;
  private final Map<AddressSpace, Shadow> memories = new EnumMap<>(AddressSpace.class);
  private final VectorReads<Load> vectors;

  /** Scratch in UB that the vector pipe writes on a device, whatever the words here do. */
  private final ShadowMemory scratch = new ShadowMemory();

  /** The last load of each word of the vecscope that runs. */
  private final Map<Integer, Load> loads = new HashMap<>();

  private final PipeHistory.Flag[] flags;
  private final Set<Long> reported = new HashSet<>();
  private long lastReported = -1;
  private Optional<Core> state = Optional.empty();

  /** Takes what a checker finds. */
  public interface Findings {
    /**
     * Something is wrong.
     *
     * @param word the word where it shows
     * @param message what is wrong, without a place
     * @param other the other word that is involved, or the same
     */
    void found(int word, String message, int other);

    /**
     * Nothing orders two accesses.
     *
     * @param message as above, about the later one
     */
    default void unordered(Dependence accesses, String message) {
      found(accesses.later().word(), message, accesses.earlier().word());
    }
  }

  /** The last accesses to each byte of a memory, as {@link #packed} numbers. */
  private static final class Shadow {
    private final ShadowMemory writes = new ShadowMemory();
    private final Map<Pipe, ShadowMemory> reads = new EnumMap<>(Pipe.class);
  }

  /**
   * A vector load whose bytes are read when they are used, and what is out of order then: stores
   * that it depends on, and scalar stores of its vecscope that came before the use.
   */
  private record Load(
      int word, long address, long length, long time, List<Dependence> dependences) {
    @Override
    public boolean equals(Object other) {
      return this == other; // No two loads have the same time.
    }

    @Override
    public int hashCode() {
      return Long.hashCode(time);
    }
  }

  private final class Loads implements VectorReads.Reads<Load> {
    @Override
    public Load loaded(int word, long address, long length) {
      List<Dependence> dependences = new ArrayList<>();
      long time = order.issue(Pipe.V);
      shadow(AddressSpace.UB)
          .writes
          .visit(
              address,
              length,
              (from, end, write) ->
                  judge(AddressSpace.UB, from, end, write, true, Pipe.V, time, word, false)
                      .ifPresent(dependences::add));
      Load load = new Load(word, address, length, time, dependences);
      loads.put(word, load);
      return load;
    }

    @Override
    public void used(Load load, long address, long length) {
      for (Dependence each : load.dependences()) {
        if (each.from() < address + length && address < each.end()) {
          tell(each);
        }
      }
      shadow(AddressSpace.UB)
          .reads
          .computeIfAbsent(Pipe.V, _ -> new ShadowMemory())
          .fill(address, length, packed(Pipe.V, load.time(), load.word()));
    }
  }

  /** A checker of one core alone. */
  public SynchronizationChecker(Program program, Findings findings) {
    this(program, findings, Optional.empty());
  }

  /**
   * A checker of one core.
   *
   * @param launch what it does beside other cores
   */
  public SynchronizationChecker(Program program, Findings findings, Optional<BlockChecker> launch) {
    this(
        program, findings, launch, Optional.empty(), List.of(), new PipeHistory(program.profile()));
  }

  /**
   * A checker of one block that reports all dependences on a device, where other pipes wait for the
   * scalar unit by flags as well, and nothing else.
   */
  public static SynchronizationChecker ofDevice(Program program, Dependence.Listener listener) {
    return new SynchronizationChecker(
        program,
        (_, _, _) -> {},
        Optional.empty(),
        Optional.of(listener),
        List.of(),
        PipeHistory.ofDevice(program.profile()));
  }

  /**
   * A checker of one block that reports all dependences, also ordered ones, to the listener; its
   * findings are only the other faults.
   *
   * @param launch what it does beside other cores
   * @param groups words that wait, at most 64 groups of them; each dependence says which groups it
   *     would be out of order without
   */
  public SynchronizationChecker(
      Program program,
      Findings findings,
      Optional<BlockChecker> launch,
      Dependence.Listener listener,
      List<BitSet> groups) {
    this(
        program,
        findings,
        launch,
        Optional.of(listener),
        groups,
        new PipeHistory(program.profile()));
  }

  private SynchronizationChecker(
      Program program,
      Findings findings,
      Optional<BlockChecker> launch,
      Optional<Dependence.Listener> listener,
      List<BitSet> groups,
      PipeHistory order) {
    this.launch = launch;
    this.program = program;
    this.findings = findings;
    this.listener = listener;
    this.order = order;
    this.flags = new PipeHistory.Flag[program.size()];
    this.vectors = new VectorReads<>(program, new Loads());
    this.alternatives =
        groups.stream().map(words -> order.without(program.profile(), words::get)).toList();
    this.scope = new ScopeOrder(order);
  }

  @Override
  public boolean wantsPieces() {
    return true;
  }

  @Override
  public void started(Core core) {
    state = Optional.of(core);
    vectors.start(core);
    launch.ifPresent(each -> each.started(core));
  }

  @Override
  public void arrived(int word, CrossSignal arrival) {
    barrier(Pipe.ALL, word);
    launch.ifPresent(each -> each.gives(List.of(arrival), order, Pipe.S));
  }

  @Override
  public void executed(int word, ExecutionRecord record) {
    order(word, record);
    launch.ifPresent(each -> each.executed(word, record, order));
  }

  private void order(int word, ExecutionRecord record) {
    Instruction instruction = program.at(word);
    if (instruction.definition().semantics()
        instanceof Semantics.Control(ControlOperation operation)) {
      control(operation, instruction, word, record);
      return;
    }
    launch.ifPresent(each -> each.gives(record.signals(), order, Pipe.S)); // A store or addition.
    if (state.isPresent() && vectors.follow(word, record, state.get())) {
      return;
    }
    if (record.ranges() > 0 || record.isExact()) {
      Pipe pipe = instruction.definition().pipe();
      long time = order.issue(pipe);
      record
          .pieces()
          .visit(
              (space, address, length, isWrite) -> {
                if (isShared(space)) {
                  access(space, pipe, time, word, address, length, isWrite);
                }
              });
    }
  }

  /**
   * The vector pipe writes scratch in UB that begins with a word, beside what the word itself does.
   * Within the pipe that is in order.
   */
  public void scratch(int word, long address, long length) {
    long time = order.issue(Pipe.V);
    Shadow shadow = shadow(AddressSpace.UB);
    checkScratch(shadow.writes, true, time, word, address, length);
    for (ShadowMemory reads : shadow.reads.values()) {
      checkScratch(reads, false, time, word, address, length);
    }
    scratch.fill(address, length, packed(Pipe.V, time, word));
  }

  private void checkScratch(
      ShadowMemory earlier, boolean wrote, long time, int word, long address, long length) {
    earlier.visit(
        address,
        length,
        (from, end, access) -> {
          if (pipe(access) != Pipe.V) {
            judge(AddressSpace.UB, from, end, access, wrote, Pipe.V, time, word, true)
                .ifPresent(this::tell);
          }
        });
  }

  /** The time of the last access of a pipe, as {@link Dependence#time} counts. */
  public long now(Pipe pipe) {
    return order.now(pipe);
  }

  /** Only the scalar unit has the others. */
  private static boolean isShared(AddressSpace space) {
    return switch (space) {
      case LOCAL, CONST, PARAM -> false;
      case GM, UB, L1, L0A, L0B, L0C, BT, FB, L0A_SCALE, L0B_SCALE -> true;
    };
  }

  private void control(
      ControlOperation operation, Instruction instruction, int word, ExecutionRecord record) {
    switch (operation) {
      case SET_FLAG -> setFlag(flag(word, instruction, record), word);
      case WAIT_FLAG -> {
        PipeHistory.Flag flag = flag(word, instruction, record);
        for (PipeHistory each : alternatives) {
          each.await(flag, word);
        }
        int giver = order.await(flag, word);
        if (giver >= 0) {
          listener.ifPresent(each -> each.matched(giver, word));
        }
      }
      case BARRIER -> barrier(instruction.pipe(FieldName.P1), word);
      case FENCE -> barrier(Pipe.ALL, word);
      case WAIT_MEMORY -> takes(Pipe.S, record, word);
      case MEET_CORES, MEET_COUNTED_CORES -> {
        barrier(Pipe.ALL, word);
        takes(Pipe.S, record, word);
      }
      case SET_CROSS_FLAG ->
          launch.ifPresent(
              each -> each.gives(record.signals(), order, instruction.pipe(FieldName.P1)));
      case WAIT_CROSS_FLAG -> {
        // Where cores are not connected the whole core waits.
        boolean isWhole = !program.profile().has(ProfileFeature.CONNECTED_CORES);
        takes(isWhole ? Pipe.S : instruction.pipe(FieldName.P1), record, word);
      }
      case GET_BUFFER -> take(instruction, word, record);
      case RELEASE_BUFFER -> release(instruction, word, record);
      case MEMORY_BARRIER ->
          MemoryBarrierKind.byCode(instruction.field(FieldName.KIND)).ifPresent(scope::barrier);
      case REGION_BEGIN -> {
        scope.begin();
        loads.clear();
      }
      case REGION_END -> scope.end();
      case BRANCH,
          BRANCH_COMPARE,
          BRANCH_ZERO,
          BRANCH_NONZERO,
          CALL,
          RETURN,
          NO_OPERATION,
          END,
          TRAP,
          PRINT_VALUE,
          PRINT,
          DATA_BARRIER,
          CACHE,
          WRITE_SPECIAL,
          READ_SPECIAL,
          SET_SPECIAL_BIT,
          SET_SPECIAL_HIGH_BIT,
          LOOP -> {
        /* says nothing about the order of pipes */
      }
    }
  }

  /** A pipe goes on when other cores have given signals; the scalar unit holds all pipes up. */
  private void takes(Pipe pipe, ExecutionRecord record, int word) {
    launch.ifPresent(
        each -> {
          alternatives.forEach(
              alternative -> each.takes(record.signals(), alternative, pipe, word));
          each.takes(record.signals(), order, pipe, word);
        });
  }

  private void barrier(Pipe pipe, int word) {
    alternatives.forEach(each -> each.barrier(pipe, word));
    order.barrier(pipe, word);
  }

  private void take(Instruction instruction, int word, ExecutionRecord record) {
    Pipe pipe = instruction.pipe(FieldName.P1);
    boolean waits = instruction.field(FieldName.MODE) == 0;
    alternatives.forEach(each -> each.take(pipe, record.number(), waits, word));
    int before = order.take(pipe, record.number(), waits, word);
    if (before >= 0) {
      report(word, () -> "takes " + buffer(record, pipe) + ", which has it already", before);
    }
  }

  private void release(Instruction instruction, int word, ExecutionRecord record) {
    Pipe pipe = instruction.pipe(FieldName.P1);
    boolean waits = instruction.field(FieldName.MODE) != 0;
    alternatives.forEach(each -> each.release(pipe, record.number(), waits, word));
    if (!order.release(pipe, record.number(), waits, word)) {
      report(word, () -> "releases " + buffer(record, pipe) + ", which does not have it", word);
    }
  }

  private static String buffer(ExecutionRecord record, Pipe pipe) {
    return "buffer " + record.number() + " for pipe " + pipe;
  }

  /** The flag of a word, most often the one that it had the last time. */
  private PipeHistory.Flag flag(int word, Instruction instruction, ExecutionRecord record) {
    PipeHistory.Flag last = flags[word];
    if (last != null && last.event() == record.number()) {
      return last;
    }
    flags[word] =
        new PipeHistory.Flag(
            instruction.pipe(FieldName.P1), instruction.pipe(FieldName.P2), record.number());
    return flags[word];
  }

  private void setFlag(PipeHistory.Flag flag, int word) {
    for (PipeHistory each : alternatives) {
      each.set(flag, word);
    }
    int before = order.set(flag, word);
    if (before >= 0) {
      report(word, () -> "sets " + flag.text() + ", which is set already", before);
    }
  }

  private Shadow shadow(AddressSpace space) {
    return memories.computeIfAbsent(space, _ -> new Shadow());
  }

  private void access(
      AddressSpace space,
      Pipe pipe,
      long time,
      int word,
      long address,
      long length,
      boolean isWrite) {
    Shadow shadow = shadow(space);
    check(space, shadow.writes, true, pipe, time, word, address, length, isWrite);
    if (space == AddressSpace.UB && pipe != Pipe.V) {
      check(space, scratch, true, pipe, time, word, address, length, isWrite);
    }
    if (isWrite) {
      for (ShadowMemory reads : shadow.reads.values()) {
        check(space, reads, false, pipe, time, word, address, length, true);
      }
      if (pipe == Pipe.S && space == AddressSpace.UB) {
        overtake(time, word, address, length);
      }
    }
    ShadowMemory mine =
        isWrite ? shadow.writes : shadow.reads.computeIfAbsent(pipe, _ -> new ShadowMemory());
    mine.fill(address, length, packed(pipe, time, word));
  }

  /** A scalar store to bytes that the vecscope has loaded and perhaps not used yet. */
  private void overtake(long time, int word, long address, long length) {
    for (Load load : loads.values()) {
      long from = Math.max(address, load.address());
      long end = Math.min(address + length, load.address() + load.length());
      long read = packed(Pipe.V, load.time(), load.word());
      if (from < end && scope.holds(Pipe.V, load.time())) {
        judge(AddressSpace.UB, from, end, read, false, Pipe.S, time, word, true)
            .ifPresent(load.dependences()::add);
      }
    }
  }

  private void check(
      AddressSpace space,
      ShadowMemory earlier,
      boolean wrote,
      Pipe pipe,
      long time,
      int word,
      long address,
      long length,
      boolean writes) {
    earlier.visit(
        address,
        length,
        (from, end, access) ->
            judge(space, from, end, access, wrote, pipe, time, word, writes).ifPresent(this::tell));
  }

  /** Empty for accesses that are in order by themselves, or when no listener needs the order. */
  private Optional<Dependence> judge(
      AddressSpace space,
      long from,
      long end,
      long access,
      boolean wrote,
      Pipe pipe,
      long time,
      int word,
      boolean writes) {
    Pipe other = pipe(access);
    boolean inScope = scope.holds(other, time(access));
    boolean isOrdered = isOrdered(access, wrote, pipe, time, writes);
    boolean isTold =
        !isOrdered || listener.isPresent() && !inScope && !order.isInOrder(other, wrote, pipe);
    return isTold
        ? Optional.of(
            new Dependence(
                space,
                from,
                end,
                new Dependence.Access(word(access), other, wrote),
                new Dependence.Access(word, pipe, writes),
                isOrdered,
                inScope,
                order.link(other, pipe),
                time(access),
                broken(other, time(access), pipe)))
        : Optional.empty();
  }

  private long broken(Pipe other, long time, Pipe pipe) {
    long broken = 0;
    for (int i = 0; i < alternatives.size(); i++) {
      broken |= alternatives.get(i).isDone(other, time, pipe) ? 0 : 1L << i;
    }
    return broken;
  }

  /** True if an earlier access is done when a pipe begins the one with this time. */
  private boolean isOrdered(long access, boolean wrote, Pipe pipe, long time, boolean writes) {
    Pipe other = pipe(access);
    if (scope.holds(other, time(access))) {
      boolean same = other == pipe && time(access) == time;
      return same || scope.isDone(other, time(access), wrote, pipe, writes);
    }
    boolean same = other == pipe && time(access) == time;
    return same || order.isInOrder(other, wrote, pipe) || order.isDone(other, time(access), pipe);
  }

  private void tell(Dependence found) {
    if (listener.isPresent()) {
      listener.get().found(found);
    } else {
      conflict(found);
    }
  }

  private void conflict(Dependence found) {
    if (isNew(found.later().word(), found.earlier().word())) {
      findings.unordered(found, message(found));
    }
  }

  private static String message(Dependence found) {
    Pipe pipe = found.later().pipe();
    Pipe other = found.earlier().pipe();
    String verb =
        "pipe "
            + pipe
            + (found.later().isWrite() ? " overwrites " : " reads ")
            + found.space()
            + " bytes that ";
    String notYet = " may not have " + (found.earlier().isWrite() ? "written" : "read") + " yet: ";
    String reason;
    if (found.inScope()) {
      reason =
          "an earlier word of the vecscope"
              + notYet
              + "between them pto.mem_bar \""
              + found.scopeBarrier()
              + "\" is missing";
    } else if (other == pipe) {
      reason =
          "an earlier word of the pipe" + notYet + "no barrier of " + pipe + " is between them";
    } else {
      reason = "pipe " + other + notYet + "nothing makes " + pipe + " wait for " + other;
    }
    return verb + reason;
  }

  // A byte's last access in one number, which is never 0: its time, its pipe, its word.

  private static final int WORD_BITS = 27;
  private static final int PIPE_BITS = 4;
  private static final Pipe[] PIPES = Pipe.values();

  private static long packed(Pipe pipe, long time, int word) {
    return time << WORD_BITS + PIPE_BITS | (long) pipe.ordinal() << WORD_BITS | word;
  }

  private static long time(long access) {
    return access >>> WORD_BITS + PIPE_BITS;
  }

  private static Pipe pipe(long access) {
    return PIPES[(int) (access >>> WORD_BITS) & (1 << PIPE_BITS) - 1];
  }

  private static int word(long access) {
    return (int) access & (1 << WORD_BITS) - 1;
  }

  private void report(int word, Supplier<String> message, int other) {
    if (isNew(word, other)) {
      findings.found(word, message.get(), other);
    }
  }

  private boolean isNew(int word, int other) {
    long pair = (long) word << 32 | other;
    boolean isNew = pair != lastReported && reported.add(pair);
    lastReported = pair;
    return isNew;
  }

  @Override
  public void finished() {
    for (PipeHistory.Signal each : order.open()) {
      report(
          each.word(),
          () -> "sets " + each.flag().text() + ", which nobody waits for",
          each.word());
    }
    order.visitTaken(
        (pipe, number, word) ->
            report(
                word,
                () -> "takes buffer " + number + " for pipe " + pipe + ", which never releases it",
                word));
  }
}
