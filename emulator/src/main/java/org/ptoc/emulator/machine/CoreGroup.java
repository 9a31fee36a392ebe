package org.ptoc.emulator.machine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.CrossFlagScope;
import org.ptoc.ir.isa.MeetingCores;
import org.ptoc.ir.isa.TrapCode;

/**
 * Cores that reach each other: their cross-core flags, the places where they meet, and whose turn
 * it is. Each core has a thread, but one core runs at a time: until it waits for others, ends or
 * has polled GM for long. The next one in order that can go on follows. So a run is the same on
 * every machine.
 */
public final class CoreGroup implements MachineState {
  /** Largest count of a cross-core flag (spec/70, 2.2). */
  private static final int MOST_SIGNALS = 15;

  /** Reads of GM after which a core lets the others go on, as what it polls may come from them. */
  private static final int MOST_READS = 4096;

  /** Flags of all scopes. */
  private static final int KEYS = CrossFlagScope.values().length * 2 * CrossFlagScope.FLAGS;

  /** Under a random schedule others go first at one in four places where their order is open. */
  private static final int PLACES = 4;

  private final boolean isWhole;
  private final boolean isStepped;
  private final Optional<SplittableRandom> random;
  private final List<Member> members = new ArrayList<>();
  private final Map<Object, Arrivals> meetings = new HashMap<>();

  /** The latest announcement of each core, by address. */
  private final Map<Long, SortedMap<Integer, CrossSignal>> announcements = new HashMap<>();

  private final Semaphore done = new Semaphore(0);
  private List<Member> stuck = List.of();
  private boolean stopped;

  /**
   * A group without cores.
   *
   * @param isWhole whether no other cores of the launch will run beside it, or before or after it
   * @param schedule a random one also chooses which core goes on
   */
  public CoreGroup(boolean isWhole, Schedule schedule) {
    this(isWhole, schedule, false);
  }

  /** A group without cores that one thread steps through, in the order of the program. */
  public static CoreGroup stepped(boolean isWhole) {
    return new CoreGroup(isWhole, Schedule.PROGRAM, true);
  }

  private CoreGroup(boolean isWhole, Schedule schedule, boolean isStepped) {
    this.isWhole = isWhole;
    this.isStepped = isStepped;
    this.random =
        schedule.order() == Schedule.Order.RANDOM
            ? Optional.of(new SplittableRandom(schedule.seed()))
            : Optional.empty();
  }

  /** Ends the threads of the other cores after one of them has trapped. */
  public static final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1;

    Stopped() {
      super("another core has stopped", null, false, false);
    }
  }

  /**
   * Unwinds a core of a group that one thread steps through, in front of a word that has to wait or
   * lets others go on: the word is executed again after {@link Member#resume}.
   */
  public static final class Suspended extends RuntimeException {
    private static final long serialVersionUID = 1;

    Suspended() {
      super("other cores go on", null, false, false);
    }
  }

  /** The arrivals of cores at one place so far. */
  private static final class Arrivals {
    private List<CrossSignal> signals = List.of();

    private void add(CrossSignal signal) {
      signals = Stream.concat(signals.stream(), Stream.of(signal)).toList();
    }
  }

  /** A core of the group. */
  public final class Member implements MachineState {
    private final int number;
    private final int rank;
    private final int block;
    private final CoreKind kind;
    private final int subblock;
    private final Semaphore turn = new Semaphore(0);

    /** The signals of each flag, by {@link #key}. */
    private final List<Deque<List<CrossSignal>>> received =
        Stream.generate(() -> new ArrayDeque<List<CrossSignal>>(1))
            .<Deque<List<CrossSignal>>>map(queue -> queue)
            .limit(KEYS)
            .toList();

    private final Map<Integer, Deque<CrossSignal>> given = new HashMap<>();
    private final Core core;
    private final int place = members.size();

    /** The cores of each kind, in its block and in the group, which are complete when it runs. */
    private final Map<CoreKind, List<Member>> blockPeers = new EnumMap<>(CoreKind.class);

    private final Map<CoreKind, List<Member>> groupPeers = new EnumMap<>(CoreKind.class);
    private Optional<CoreWait> wait = Optional.empty();
    private BooleanSupplier canGoOn = () -> true;
    private boolean ended;
    private int reads;

    /** Instructions that the core had executed at its last read of GM. */
    private long lastRead;

    private int interruptions;

    /** Where it has arrived and waits for others. */
    private Optional<Arrivals> arrived = Optional.empty();

    private Member(int number, int rank, int block, CoreKind kind, int subblock, Core core) {
      this.core = core;
      this.rank = rank;
      this.number = number;
      this.block = block;
      this.kind = kind;
      this.subblock = subblock;
    }

    /** Number of the core in the launch. */
    public int number() {
      return number;
    }

    /** The rank of its device. */
    public int rank() {
      return rank;
    }

    public int block() {
      return block;
    }

    public CoreKind kind() {
      return kind;
    }

    /** Number of a vector core in its block. */
    public int subblock() {
      return subblock;
    }

    /** What it waits for at this moment; empty while it can go on. */
    public Optional<CoreWait> waitsFor() {
      return wait;
    }

    public boolean hasEnded() {
      return ended;
    }

    /** The word that it executes. */
    public int word() {
      return core.programCounter;
    }

    /**
     * Waits for the first turn.
     *
     * @throws Stopped when another core has stopped before
     */
    public void begin() {
      takeTurn();
    }

    /**
     * Gives the turn away for good.
     *
     * @param stops whether the others end too, as this one has not come to its end
     */
    public void end(boolean stops) {
      ended = true;
      stopped |= stops;
      passTurn(this);
    }

    private void takeTurn() {
      turn.acquireUninterruptibly();
      reads = 0;
      if (stopped) {
        throw new Stopped();
      }
    }

    /** Lets others go on; throws {@link Suspended} where one thread steps through the group. */
    private void yieldTurn() {
      if (isStepped) {
        throw new Suspended();
      }
      passTurn(this);
      takeTurn();
    }

    /**
     * Goes on after {@link Suspended}, in a group that one thread steps through.
     *
     * @throws MachineTrap when no core can go on any more
     */
    public void resume() {
      reads = 0;
      if (wait.isPresent() && !stuck.isEmpty()) {
        throw deadlock();
      }
      wait = Optional.empty();
      canGoOn = () -> true;
    }

    /** The core whose turn follows, in a group that one thread steps through. */
    public Optional<Member> next() {
      return CoreGroup.this.next(this);
    }

    /** Ends in a group that one thread steps through. */
    public void leave() {
      ended = true;
    }

    @Override
    public void visit(StateVisitor visitor) {
      MemberState kept = visitor.value(MemberState.of(this));
      for (int i = 0; i < KEYS; i++) {
        received.get(i).clear();
        received.get(i).addAll(kept.received.get(i));
      }
      given.clear();
      kept.given.forEach((flag, signals) -> given.put(flag, new ArrayDeque<>(signals)));
      wait = kept.waitsFor;
      canGoOn = kept.canGoOn;
      arrived = kept.arrived;
      ended = visitor.truth(ended);
      reads = (int) visitor.number(reads);
      lastRead = visitor.number(lastRead);
      interruptions = (int) visitor.number(interruptions);
    }

    /**
     * Lets other cores go on until a condition holds, which they bring about.
     *
     * @throws MachineTrap when no core can go on any more
     */
    public void await(BooleanSupplier condition, CoreWait what) {
      if (condition.getAsBoolean()) {
        return;
      }
      wait = Optional.of(what);
      canGoOn = condition;
      yieldTurn();
      if (!stuck.isEmpty()) {
        throw deadlock();
      }
      wait = Optional.empty();
      canGoOn = () -> true;
    }

    /** Lets others go first at a place where the order of cores is open; seldom, if at all. */
    public void letOthersGo() {
      if (random.isPresent() && random.get().nextInt(PLACES) == 0) {
        passTurn(this);
        takeTurn();
      }
    }

    /** Announces that a number in GM is about to change. */
    void announce(long address, CrossSignal signal) {
      announcements.computeIfAbsent(address, _ -> new TreeMap<>()).put(number, signal);
    }

    /**
     * Waits until an i32 of GM compares as wanted.
     *
     * @return the latest announcement of each core that has changed it
     */
    public List<CrossSignal> awaitMemory(
        GlobalMemory global, long address, Comparison comparison, int wanted) {
      letOthersGo();
      IntSupplier value = () -> (int) global.get(address, Integer.BYTES);
      await(
          () -> comparison.holds(value.getAsInt(), wanted),
          new CoreWait.Value(address, comparison, wanted, value));
      return List.copyOf(announcements.getOrDefault(address, new TreeMap<>()).values());
    }

    /**
     * Counts a read of GM; many of them in a row may be a wait for another core. Others go on in
     * front of the first read of a word, never between its reads.
     */
    void reads() {
      if (reads + 1 >= MOST_READS && core.executed != lastRead) {
        yieldTurn();
      }
      reads++;
      lastRead = core.executed;
    }

    /** True if no cores of the launch run outside of the group. */
    public boolean isOfWhole() {
      return isWhole;
    }

    /**
     * Lets other cores go on until one has written memory: a core that polls does nothing else
     * before.
     *
     * @throws MachineTrap when no core can go on any more
     */
    public void parks() {
      long seen = changes();
      await(() -> changes() != seen, new CoreWait.Memory());
    }

    /** How often another core has run since the beginning. */
    public int interruptions() {
      return interruptions;
    }

    /**
     * Signals a cross-core flag (spec/70, 2.2).
     *
     * @param id its number
     * @throws MachineTrap when the core it goes to does not exist, or has too many signals
     */
    public void set(CrossFlagScope scope, int id, CrossSignal signal) {
      switch (scope) {
        case ALL -> together(scope, id, signal, peers(kind, false), peers(kind, false));
        case SUBBLOCKS -> {
          if (kind == CoreKind.CUBE) {
            throw MachineTrap.of(
                TrapCode.ILLEGAL_INSTRUCTION, "a cube core is none of the vector cores of a block");
          }
          together(scope, id, signal, peers(kind, true), peers(kind, true));
        }
        case BLOCK -> {
          List<Member> others =
              peers(kind == CoreKind.CUBE ? CoreKind.VECTOR : CoreKind.CUBE, true);
          if (others.isEmpty()) {
            throw noPeer();
          }
          if (kind == CoreKind.CUBE) {
            others.forEach(each -> each.receive(scope, id, List.of(signal)));
          } else {
            together(scope, id, signal, peers(kind, true), others);
          }
        }
        case DIRECTED -> {
          if (kind == CoreKind.CUBE) {
            peer(CoreKind.VECTOR, id / CrossFlagScope.FLAGS)
                .receive(scope, id % CrossFlagScope.FLAGS, List.of(signal));
          } else if (id < CrossFlagScope.FLAGS) {
            peer(CoreKind.CUBE, 0)
                .receive(scope, id + subblock * CrossFlagScope.FLAGS, List.of(signal));
          } else {
            throw MachineTrap.of(
                TrapCode.ILLEGAL_INSTRUCTION, "a vector core has cross-core flags 0 to 15");
          }
        }
      }
    }

    /** When each of {@code givers} has a signal, all of {@code takers} get those together. */
    private void together(
        CrossFlagScope scope,
        int id,
        CrossSignal signal,
        List<Member> givers,
        List<Member> takers) {
      given(scope, id).add(signal);
      if (given(scope, id).size() > MOST_SIGNALS) {
        throw overflow(scope, id);
      }
      if (givers.stream().noneMatch(each -> each.given(scope, id).isEmpty())) {
        List<CrossSignal> all =
            givers.stream().map(each -> each.given(scope, id).removeFirst()).toList();
        takers.forEach(each -> each.receive(scope, id, all));
      }
    }

    /** Its signals that wait until the other cores have given theirs. */
    private Deque<CrossSignal> given(CrossFlagScope scope, int id) {
      return given.computeIfAbsent(key(scope, id), _ -> new ArrayDeque<>());
    }

    private void receive(CrossFlagScope scope, int id, List<CrossSignal> signals) {
      Deque<List<CrossSignal>> queue = received.get(key(scope, id));
      if (queue.size() == MOST_SIGNALS) {
        throw overflow(scope, id);
      }
      queue.add(signals);
    }

    private MachineTrap overflow(CrossFlagScope scope, int id) {
      return MachineTrap.of(
          TrapCode.CROSS_CORE_FLAG,
          "cross-core flag "
              + id
              + " ("
              + scope.spelling()
              + ") has "
              + MOST_SIGNALS
              + " signals that nothing has waited for");
    }

    /** Signals of a flag that no wait has taken. */
    public int signals(CrossFlagScope scope, int id) {
      return received.get(key(scope, id)).size();
    }

    /** Takes the first signal of a flag that has one: several where cores gave it together. */
    public List<CrossSignal> take(CrossFlagScope scope, int id) {
      return received.get(key(scope, id)).removeFirst();
    }

    /**
     * Arrives where cores meet; one of another kind goes on at once (spec/70, 2.3).
     *
     * @return the arrivals of all, after the last
     */
    public List<CrossSignal> meet(MeetingCores cores, CrossSignal arrival) {
      if (!cores.include(kind)) {
        return List.of(arrival);
      }
      Object place = List.of(rank, cores);
      Arrivals arrivals = arrive(place, arrival);
      long expected = participants(cores);
      if (arrivals.signals.size() == expected) {
        meetings.remove(place);
      }
      await(() -> arrivals.signals.size() == expected, new CoreWait.Meeting(cores));
      return depart().orElseThrow();
    }

    private Arrivals arrive(Object place, CrossSignal arrival) {
      Arrivals arrivals = meetings.computeIfAbsent(place, _ -> new Arrivals());
      arrivals.add(arrival);
      arrived = Optional.of(arrivals);
      return arrivals;
    }

    /** The arrivals of all, if the core has arrived before it was suspended. */
    public Optional<List<CrossSignal>> depart() {
      Optional<List<CrossSignal>> all = arrived.map(each -> each.signals);
      arrived = Optional.empty();
      return all;
    }

    /**
     * Arrives where as many cores meet as a counter in GM says.
     *
     * @param cores those that the launch has, where {@code count} is 0
     * @return the arrivals of this round so far
     */
    public List<CrossSignal> meet(
        MeetingCores cores, GlobalMemory global, long address, long count, CrossSignal arrival) {
      if (!cores.include(kind)) {
        return List.of(arrival);
      }
      long expected = count > 0 ? count : participants(cores);
      long before = Integer.toUnsignedLong((int) global.get(address, Integer.BYTES));
      long target = (before / expected + 1) * expected;
      global.put(address, Integer.BYTES, before + 1);
      arrive(List.of(address, target), arrival);
      await(
          // The count passes the largest i32: what is compared is how far it is.
          () -> (int) (global.get(address, Integer.BYTES) - target) >= 0,
          new CoreWait.Counter(address, target));
      return depart().orElseThrow();
    }

    private long participants(MeetingCores cores) {
      return members.stream().filter(each -> each.rank == rank && cores.include(each.kind)).count();
    }

    private List<Member> peers(CoreKind wanted, boolean ofBlock) {
      return (ofBlock ? blockPeers : groupPeers)
          .computeIfAbsent(
              wanted,
              _ ->
                  members.stream()
                      .filter(each -> each.rank == rank && each.kind == wanted)
                      .filter(each -> !ofBlock || each.block == block)
                      .toList());
    }

    private Member peer(CoreKind wanted, int which) {
      for (Member each : peers(wanted, true)) {
        if (each.subblock == which) {
          return each;
        }
      }
      throw noPeer();
    }

    /** The memory of the cube core of the block; empty without one. */
    public Optional<CubeMemory> cubeMemory() {
      return peers(CoreKind.CUBE, true).stream().findFirst().map(each -> each.core.cube);
    }
  }

  private static MachineTrap deadlock() {
    return MachineTrap.of(TrapCode.DEADLOCK, "no core can go on");
  }

  private static MachineTrap noPeer() {
    return MachineTrap.of(TrapCode.NO_PEER, "the block has no core that the flag goes to");
  }

  private static int key(CrossFlagScope scope, int id) {
    return scope.code() * 2 * CrossFlagScope.FLAGS + id;
  }

  /** Writes of memory that several cores see. */
  private long changes() {
    long changes = 0;
    for (Member each : members) {
      changes += each.core.globalWrites + each.core.cube.peerUses();
    }
    return changes;
  }

  /** Adds a core; they take turns in the order in which they were added. */
  public Member add(int number, int rank, int block, CoreKind kind, int subblock, Core core) {
    Member member = new Member(number, rank, block, kind, subblock, core);
    core.group = Optional.of(member);
    members.add(member);
    return member;
  }

  /** Lets the cube core of each block write the unified buffers of the vector cores beside it. */
  public void connect() {
    for (Member cube : members) {
      for (Member vector : members) {
        if (cube.kind == CoreKind.CUBE
            && vector.kind == CoreKind.VECTOR
            && cube.rank == vector.rank
            && cube.block == vector.block) {
          cube.core.cube.connect(vector.subblock, vector.core.ub);
        }
      }
    }
  }

  /** The cores in order. */
  public List<Member> members() {
    return List.copyOf(members);
  }

  /** The cores that waited when none could go on; empty when that did not happen. */
  public List<Member> stuck() {
    return stuck;
  }

  /** Lets the cores run, each of which has a thread that is going to {@link Member#begin}. */
  public void run() {
    members.getFirst().turn.release();
    done.acquireUninterruptibly();
  }

  private void passTurn(Member from) {
    next(from).ifPresentOrElse(next -> next.turn.release(), done::release);
  }

  /** The core whose turn follows: where none can go on, one that finds out; empty at the end. */
  private Optional<Member> next(Member from) {
    List<Member> ready = new ArrayList<>();
    for (int i = 1; i <= members.size() && (random.isPresent() || ready.isEmpty()); i++) {
      Member next = members.get((from.place + i) % members.size());
      if (!next.ended && (stopped || next.canGoOn.getAsBoolean())) {
        ready.add(next);
      }
    }
    if (!ready.isEmpty()) {
      Member next = ready.get(random.isPresent() ? random.get().nextInt(ready.size()) : 0);
      from.interruptions += next == from ? 0 : 1;
      return Optional.of(next);
    }
    stuck = members.stream().filter(each -> !each.ended).toList();
    return stuck.stream().findFirst();
  }

  /** The cores with their flags and meetings, not the cores themselves. */
  @Override
  public void visit(StateVisitor visitor) {
    GroupState kept = visitor.value(GroupState.of(this));
    meetings.clear();
    kept.meetings.forEach(
        each -> {
          each.arrivals.signals = each.signals;
          meetings.put(each.place, each.arrivals);
        });
    announcements.clear();
    kept.announcements.forEach((address, each) -> announcements.put(address, new TreeMap<>(each)));
    stuck = kept.stuck;
    members.forEach(each -> each.visit(visitor));
  }

  /** A place where cores meet, and who has arrived. */
  private record Place(Object place, Arrivals arrivals, List<CrossSignal> signals) {}

  /** A copy of the state of a group. */
  private record GroupState(
      List<Place> meetings,
      Map<Long, SortedMap<Integer, CrossSignal>> announcements,
      List<Member> stuck) {
    static GroupState of(CoreGroup group) {
      Map<Long, SortedMap<Integer, CrossSignal>> announced = new HashMap<>();
      group.announcements.forEach((address, each) -> announced.put(address, new TreeMap<>(each)));
      return new GroupState(
          group.meetings.entrySet().stream()
              .map(each -> new Place(each.getKey(), each.getValue(), each.getValue().signals))
              .toList(),
          announced,
          group.stuck);
    }
  }

  /** A copy of the state of a member. */
  private record MemberState(
      List<List<List<CrossSignal>>> received,
      Map<Integer, List<CrossSignal>> given,
      Optional<CoreWait> waitsFor,
      BooleanSupplier canGoOn,
      Optional<Arrivals> arrived) {
    static MemberState of(Member member) {
      Map<Integer, List<CrossSignal>> given = new HashMap<>();
      member.given.forEach((flag, signals) -> given.put(flag, List.copyOf(signals)));
      return new MemberState(
          member.received.stream().map(List::copyOf).toList(),
          given,
          member.wait,
          member.canGoOn,
          member.arrived);
    }
  }
}
