package org.ptoc.tools.referee;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.CrossFlagScope;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.MeetingCores;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.Semantics;

/**
 * What flags, buffers and barriers say of the accesses of a block: which pipe knows that which one
 * is done (spec/00, 1.5; spec/70, 2). The rules are those of {@code PipeHistory}, of accesses in
 * place of times.
 */
final class AccessOrder {
  /** Largest count of a flag between cores (spec/70, 2.2). */
  private static final int MOST_SIGNALS = 15;

  private final List<Member> cores;
  private final boolean areAlike;
  private final boolean[] overlaps = new boolean[Pipe.values().length];

  /** The pipes of each core that touch memory, and of all, sets of bits. */
  private final List<BigInteger> own;

  private final BigInteger all;

  /** Numbers of events, of buffers for each pipe that takes them, and of signals between cores. */
  private final Map<String, Integer> signals = new HashMap<>();

  /** The bits of the pipes that give signals of a flag between cores, or take them, by its name. */
  private final Map<String, Map<Integer, Pipe>> givers = new HashMap<>();

  private final Map<String, Pipe> takers = new HashMap<>();

  /** A core of a block. */
  record Member(Program program, CoreKind kind, int subblock) {}

  /**
   * The order of the cores of a block.
   *
   * @param cores the cube core first
   * @param areAlike true if all vector cores do the same on the same data, and every signal is one
   *     of both: then both write the same bytes to one place in GM, and what is in order with one
   *     write is in order with the other (spec/70, 3.5 and 5.5)
   */
  AccessOrder(List<Member> cores, boolean areAlike) {
    this.cores = List.copyOf(cores);
    this.areAlike = areAlike;
    overlaps[Pipe.MTE2.ordinal()] = true;
    overlaps[Pipe.MTE3.ordinal()] = true;
    overlaps[Pipe.V.ordinal()] = !has(ProfileFeature.ORDERED_VECTOR_PIPE);
    this.own = IntStream.range(0, cores.size()).mapToObj(this::pipes).toList();
    this.all = own.stream().reduce(BigInteger.ZERO, BigInteger::or);
  }

  private boolean has(ProfileFeature feature) {
    return cores.getFirst().program().profile().has(feature);
  }

  private BigInteger pipes(int core) {
    return cores.get(core).program().instructions().stream()
        .filter(each -> !(each.definition().semantics() instanceof Semantics.Control))
        .map(each -> bit(core, each.definition().pipe()))
        .reduce(BigInteger.ZERO, BigInteger::or);
  }

  private static BigInteger bit(int core, Pipe pipe) {
    return BigInteger.ONE.shiftLeft(Outstanding.bit(core, pipe));
  }

  /** All pipes of a core. */
  private static BigInteger every(int core) {
    return BigInteger.ONE
        .shiftLeft(Outstanding.PIPES)
        .subtract(BigInteger.ONE)
        .shiftLeft(Outstanding.PIPES * core);
  }

  private Instruction instruction(Situation at) {
    return cores.get(at.core).program().at(at.word);
  }

  /** A flag, a buffer or a barrier. */
  void control(Situation at, Instruction instruction, ControlOperation operation) {
    Pipe first = instruction.pipe(FieldName.P1);
    switch (operation) {
      case SET_FLAG -> set(at, flag(at, instruction), first);
      case WAIT_FLAG -> await(at, flag(at, instruction), instruction.pipe(FieldName.P2));
      case SET_CROSS_FLAG -> give(at, instruction, first);
      case WAIT_CROSS_FLAG -> receive(at, instruction, first);
      case MEET_CORES -> meet(at, instruction);
      case BARRIER -> barrier(at, first);
      case FENCE -> barrier(at, Pipe.ALL);
      case GET_BUFFER -> take(at, instruction, first);
      case RELEASE_BUFFER -> release(at, instruction, first);
      default -> throw new IllegalArgumentException(operation.name());
    }
  }

  private static long number(Situation at, Instruction instruction) {
    Quantity number =
        instruction.field(FieldName.DYN) != 0
            ? at.scalars[instruction.code(FieldName.X)]
            : Quantity.of(instruction.field(FieldName.ID));
    if (!number.isNumber()) {
      throw new Proof.Doubtful(at.word, "the number of the event or buffer depends on arguments");
    }
    return number.number();
  }

  private BigInteger signal(String name) {
    int number = signals.computeIfAbsent(name, _ -> signals.size());
    return BigInteger.ONE.shiftLeft(Outstanding.FLAGS + number);
  }

  private BigInteger flag(Situation at, Instruction instruction) {
    return signal(
        at.core
            + " "
            + instruction.pipe(FieldName.P1)
            + " "
            + instruction.pipe(FieldName.P2)
            + " "
            + number(at, instruction));
  }

  private static String buffer(Situation at, long number, Pipe pipe) {
    return at.core + " buffer " + number + " " + pipe;
  }

  /** The buffer for all other pipes that take it, a set of bits. */
  private BigInteger others(Situation at, long number, Pipe pipe) {
    BigInteger others = BigInteger.ZERO;
    for (Pipe other : Pipe.values()) {
      others = other == pipe ? others : others.or(taken(at, number, other));
    }
    return others;
  }

  /** The buffer for a pipe; 0 when it never takes it. */
  private BigInteger taken(Situation at, long number, Pipe pipe) {
    String name = buffer(at, number, pipe);
    return signals.containsKey(name) ? signal(name) : BigInteger.ZERO;
  }

  private static boolean hasAny(BigInteger bits, BigInteger of) {
    return bits.and(of).signum() != 0;
  }

  private static void set(Situation at, BigInteger flag, Pipe source) {
    if (hasAny(at.flags, flag)) {
      throw new Proof.Doubtful(at.word, "on some way the flag is set already");
    }
    at.flags = at.flags.or(flag);
    tell(at, each -> each.isDoneFor(at.core, source), flag);
  }

  private void await(Situation at, BigInteger flag, Pipe destination) {
    if (!hasAny(at.flags, flag)) {
      throw new Proof.Doubtful(at.word, "on some way nothing has set the flag");
    }
    at.flags = at.flags.andNot(flag);
    learn(at, each -> hasAny(each.known(), flag), destination);
    at.block.outstanding.replaceAll(each -> each.withKnown(each.known().andNot(flag)));
  }

  /** What a pipe takes it may touch when the others that have released it are done with it. */
  private void take(Situation at, Instruction instruction, Pipe pipe) {
    long number = number(at, instruction);
    BigInteger mine = signal(buffer(at, number, pipe));
    if (hasAny(at.taken, mine)) {
      throw new Proof.Doubtful(at.word, "on some way the pipe has the buffer already");
    }
    at.taken = at.taken.or(mine);
    at.used = at.used.or(mine);
    if (instruction.field(FieldName.MODE) == 0) {
      BigInteger released = others(at, number, pipe);
      learn(at, each -> hasAny(each.known(), released), pipe);
    }
  }

  private void release(Situation at, Instruction instruction, Pipe pipe) {
    long number = number(at, instruction);
    BigInteger mine = signal(buffer(at, number, pipe));
    if (!hasAny(at.taken, mine)) {
      throw new Proof.Doubtful(at.word, "on some way the pipe does not have the buffer");
    }
    at.taken = at.taken.andNot(mine);
    for (Pipe other : Pipe.values()) {
      boolean isAwaited = instruction.field(FieldName.MODE) != 0 && other != pipe;
      if (isAwaited && hasAny(at.used, taken(at, number, other))) {
        learn(at, each -> each.isDoneFor(at.core, other), pipe);
      }
    }
    tell(at, each -> each.isDoneFor(at.core, pipe), mine);
  }

  private void barrier(Situation at, Pipe pipe) {
    if (pipe == Pipe.ALL) {
      tell(
          at,
          each -> each.core() == at.core || hasAny(each.known(), every(at.core)),
          every(at.core));
      at.block.outstanding.removeIf(this::isDone);
    } else {
      learn(at, each -> each.core() == at.core && each.pipe() == pipe, pipe);
    }
  }

  /** A pipe waits; when the scalar unit does, all wait for what it issues. */
  private void learn(Situation at, Predicate<Outstanding> which, Pipe pipe) {
    tell(at, which, pipe == Pipe.S ? every(at.core) : bit(at.core, pipe));
    at.block.outstanding.removeIf(this::isDone);
  }

  private static void tell(Situation at, Predicate<Outstanding> which, BigInteger whom) {
    at.block.outstanding.replaceAll(
        each -> which.test(each) ? each.withKnown(each.known().or(whom)) : each);
  }

  /** True if all know that something is done which it may matter to. */
  private boolean isDone(Outstanding access) {
    if (access.isWait()) {
      return access.known().testBit(access.buffer());
    }
    BigInteger whom =
        switch (access.space()) {
          case GM, UB, L1 -> all;
          default -> own.get(access.core());
        };
    return access.known().and(whom).equals(whom);
  }

  // Other cores.

  /** The name of a flag between cores for the core that takes it. */
  private static String received(Instruction instruction, int core, long number) {
    return core + " takes " + instruction.field(FieldName.KIND) + " " + number;
  }

  private List<Integer> cores(CoreKind kind) {
    return IntStream.range(0, cores.size())
        .filter(each -> cores.get(each).kind() == kind)
        .boxed()
        .toList();
  }

  /** A pipe gives a signal to other cores, alone or when others have given theirs. */
  private void give(Situation at, Instruction instruction, Pipe pipe) {
    long number = number(at, instruction);
    CoreKind kind = cores.get(at.core).kind();
    boolean isCube = kind == CoreKind.CUBE;
    List<Integer> same = cores(kind);
    List<Integer> peers = cores(isCube ? CoreKind.VECTOR : CoreKind.CUBE);
    CrossFlagScope scope = CrossFlagScope.byCode(instruction.field(FieldName.KIND)).orElseThrow();
    switch (scope) {
      case ALL -> {
        requireAlike(at);
        together(at, instruction, pipe, number, same, same);
      }
      case SUBBLOCKS -> together(at, instruction, pipe, number, same, same);
      case BLOCK ->
          together(at, instruction, pipe, number, isCube ? List.of(at.core) : same, peers);
      case DIRECTED -> {
        int which = (int) number / CrossFlagScope.FLAGS;
        List<Integer> taker = peers.stream().skip(isCube ? which : 0).limit(1).toList();
        long place =
            isCube
                ? number % CrossFlagScope.FLAGS
                : number + (long) cores.get(at.core).subblock() * CrossFlagScope.FLAGS;
        together(at, instruction, pipe, place, List.of(at.core), taker);
      }
    }
  }

  /** When each giver has given a signal of a flag, all takers get those together. */
  private void together(
      Situation at,
      Instruction instruction,
      Pipe pipe,
      long number,
      List<Integer> from,
      List<Integer> to) {
    if (to.isEmpty()) {
      throw new Proof.Doubtful(at.word, "the block has no core that the flag goes to");
    }
    for (int taker : to) {
      String name = received(instruction, taker, number);
      Pipe known = givers.computeIfAbsent(name, _ -> new TreeMap<>()).putIfAbsent(at.core, pipe);
      if (known != null && known != pipe) {
        throw new Proof.Doubtful(at.word, "several pipes give the flag, in an order that is open");
      }
      int flag = signals.computeIfAbsent(name, _ -> signals.size());
      int giver = Outstanding.bit(at.core, pipe);
      long open =
          at.block.outstanding.stream()
              .filter(each -> each.isWait() && each.word() == flag && each.buffer() == giver)
              .count();
      int before = at.block.signals.getOrDefault(name, 0);
      if (open + before + count(at, at.core + " gives " + name) >= MOST_SIGNALS) {
        throw new Proof.Doubtful(
            at.word, "on some way the flag may get more than " + MOST_SIGNALS + " signals");
      }
      append(at, at.core + " gives " + name, each -> each.isDoneFor(at.core, pipe));
      if (from.stream().allMatch(each -> count(at, each + " gives " + name) > 0)) {
        List<BigInteger> given =
            from.stream().map(each -> place(each + " gives " + name, 0)).toList();
        append(at, name, access -> given.stream().anyMatch(each -> hasAny(access.known(), each)));
        from.forEach(each -> drop(at, each + " gives " + name));
      }
    }
  }

  private static int count(Situation at, String flag) {
    return at.block.signals.getOrDefault(flag, 0);
  }

  /** The bit of a signal that has others of its flag in front of it. */
  private BigInteger place(String flag, int before) {
    return signal(flag + " " + before);
  }

  private void append(Situation at, String flag, Predicate<Outstanding> which) {
    tell(at, which, place(flag, at.block.signals.merge(flag, 1, Integer::sum) - 1));
  }

  /** Takes the first signal of a flag away. */
  private void drop(Situation at, String flag) {
    int left = count(at, flag) - 1;
    if (left == 0) {
      at.block.signals.remove(flag);
    } else {
      at.block.signals.put(flag, left);
    }
    at.block.outstanding.replaceAll(
        each -> {
          BigInteger known = each.known().andNot(place(flag, 0));
          for (int i = 1; i <= left; i++) {
            if (hasAny(known, place(flag, i))) {
              known = known.andNot(place(flag, i)).or(place(flag, i - 1));
            }
          }
          return each.withKnown(known);
        });
  }

  /**
   * A pipe takes a signal of other cores, which is there; unless cores are connected the whole core
   * waits.
   */
  private void receive(Situation at, Instruction instruction, Pipe named) {
    Pipe pipe = has(ProfileFeature.CONNECTED_CORES) ? named : Pipe.S;
    String flag = received(instruction, at.core, number(at, instruction));
    Pipe known = takers.putIfAbsent(flag, pipe);
    if (known != null && known != pipe) {
      throw new Proof.Doubtful(at.word, "several pipes take the flag, in an order that is open");
    }
    learn(at, each -> hasAny(each.known(), place(flag, 0)), pipe);
    drop(at, flag);
    BigInteger knowing = pipe == Pipe.S ? every(at.core) : BigInteger.ZERO;
    int number = signals.computeIfAbsent(flag, _ -> signals.size());
    givers
        .getOrDefault(flag, Map.of())
        .forEach(
            (core, giver) ->
                at.block.outstanding.add(
                    Outstanding.wait(
                        at.core, pipe, number, Outstanding.bit(core, giver), knowing)));
  }

  /** True if a core waits for a signal that none has given, or for others to meet. */
  boolean isWaiting(Situation at, Instruction instruction, ControlOperation operation) {
    return switch (operation) {
      case WAIT_CROSS_FLAG ->
          count(at, received(instruction, at.core, number(at, instruction))) == 0;
      case MEET_CORES -> at.hasArrived;
      default -> false;
    };
  }

  private List<Integer> participants(Instruction instruction) {
    MeetingCores cores = MeetingCores.byCode(instruction.field(FieldName.KIND)).orElseThrow();
    return IntStream.range(0, this.cores.size())
        .filter(each -> cores.include(this.cores.get(each).kind()))
        .boxed()
        .toList();
  }

  /** A core comes to a meeting, and the last one lets all go on. */
  private void meet(Situation at, Instruction instruction) {
    List<Integer> meeting = participants(instruction);
    requireAlike(at);
    barrier(at, Pipe.ALL);
    at.hasArrived = meeting.contains(at.core);
    if (meeting.stream().allMatch(each -> at.block.cores.get(each).hasArrived)) {
      BigInteger together =
          meeting.stream().map(AccessOrder::every).reduce(BigInteger.ZERO, BigInteger::or);
      tell(at, each -> hasAny(each.known(), together), together);
      at.block.outstanding.removeIf(this::isDone);
      for (int each : meeting) {
        Situation core = at.block.cores.get(each);
        core.hasArrived = false;
        core.word += each == at.core ? 0 : 1;
      }
    }
  }

  /** Cores of other blocks come to a place where all cores meet if arguments alone lead to it. */
  private static void requireAlike(Situation at) {
    if (at.block.isApart) {
      throw new Proof.Doubtful(
          at.word,
          "whether cores of other blocks come here depends on data or on the number of the block");
    }
  }

  /** Nothing may be left at the end. */
  void end(Situation at) {
    if (at.flags.signum() != 0) {
      throw new Proof.Doubtful(at.word, "on some way a flag is left that nothing waits for");
    }
    if (at.taken.signum() != 0) {
      throw new Proof.Doubtful(at.word, "on some way a buffer is taken and not released");
    }
  }

  /**
   * Accesses of the word of a situation, which must meet nothing that its pipe does not know of.
   * They do not meet each other: an instruction orders what it does by itself.
   */
  void accesses(Situation at, List<Touch> touches) {
    Pipe pipe = instruction(at).definition().pipe();
    List<Outstanding> accesses = new ArrayList<>();
    for (Touch touch : touches) {
      boolean isInOrder = !touch.isWrite() || !overlaps[pipe.ordinal()];
      BigInteger known =
          pipe == Pipe.S ? every(at.core) : isInOrder ? bit(at.core, pipe) : BigInteger.ZERO;
      Outstanding access = Outstanding.of(touch, at.core, pipe, at.word, known);
      for (Outstanding earlier : at.block.outstanding) {
        if ((touch.isWrite() || earlier.isWrite())
            && !earlier.isKnownTo(at.core, pipe)
            && earlier.meets(access)
            && !(areAlike && areWritesOfVectorCores(earlier, access))) {
          throw new Proof.Doubtful(
              at.word,
              "on some way pipe "
                  + pipe
                  + " may touch bytes of "
                  + touch.space()
                  + " that pipe "
                  + earlier.pipe()
                  + (earlier.core() == at.core ? "" : " of " + name(earlier.core()))
                  + " has not done with"
                  + (areWritesOfVectorCores(earlier, access)
                      ? ": the bytes are the same for sure only on a2a3, of cores that never ask"
                          + " which one they are"
                      : ""));
        }
      }
      if (!isDone(access)) {
        accesses.add(access);
      }
    }
    accesses.forEach(at.block::add);
  }

  private boolean areWritesOfVectorCores(Outstanding one, Outstanding other) {
    return one.isWrite()
        && other.isWrite()
        && one.space() == AddressSpace.GM
        && one.core() != other.core()
        && cores.get(one.core()).kind() == CoreKind.VECTOR
        && cores.get(other.core()).kind() == CoreKind.VECTOR;
  }

  private String name(int core) {
    Member member = cores.get(core);
    return member.kind() == CoreKind.CUBE ? "the cube core" : "vector core " + member.subblock();
  }

  /**
   * Bytes that a word touches.
   *
   * @param buffer the buffer of GM, the vector core whose UB it is, 0 in other memories
   * @param base the name of a distance in GM that places are counted from, or nothing
   * @param from the first byte, counted from the place that {@code growth} says
   * @param end one past the last byte
   * @param length bytes of a row
   * @param stride bytes from one row to the next; 0 where all bytes up to the end are touched
   * @param growth how the place moves with the iterations of each loop level
   * @param apart the level of a loop in whose iterations the word touches different bytes, or -1
   */
  record Touch(
      AddressSpace space,
      int buffer,
      String base,
      long from,
      long end,
      long length,
      long stride,
      long[] growth,
      int apart,
      boolean isWrite) {
    /** Bytes without gaps. */
    Touch(
        AddressSpace space,
        int buffer,
        String base,
        long from,
        long end,
        long[] growth,
        boolean isWrite) {
      this(space, buffer, base, from, end, end - from, 0, growth, -1, isWrite);
    }
  }
}
