package org.ptoc.tools.referee;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.ptoc.ir.isa.Access;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.Condition;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.ScalarOperation;
import org.ptoc.ir.isa.ScalarWidth;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.isa.UnitOperation;
import org.ptoc.ir.isa.WordFormat;
import org.ptoc.ir.object.KernelArgument;
import org.ptoc.ir.object.KernelObject;

/**
 * Abstract interpreter that tries to show, for all arguments, that the accesses of a core are in
 * order and that its flags are used rightly. It explores all paths through the program, from
 * situation to situation, until no new situation appears.
 *
 * <p>A situation represents all runs that agree in what matters ({@link Situation}). A loop with an
 * unknown count repeats until the situation at its head has occurred before. By then a register
 * that each iteration steps by a constant has become {@code number + step * iteration}, whose
 * remainders stay known, and the bytes touched in GM move along. An unknown condition takes both
 * branches. So the result over-approximates all runs; a failed proof does not show a fault.
 *
 * <p>Assumptions: arguments are different buffers, and integers do not overflow.
 */
public final class Proof {
  /** Limit of interpreted words, after which the proof is given up. */
  private static final int MOST_WORDS = 100_000;

  private static final int MOST_SITUATIONS = 1_000;

  /** Situations of a place that are followed apart, and the last one that widens step by step. */
  private static final int FIRST_VISITS = 12;

  private static final int LAST_VISITS = 24;

  /** First iterations of an open loop, which conditions may set apart, are run as they are. */
  private static final int FIRST_ITERATIONS = 2;

  /** Loops with more iterations count as open outside of vecscopes. */
  private static final long LONG_LOOP = 64;

  /** Ways through a vecscope that are followed apart, and values that tell them apart. */
  private static final int MOST_WAYS = 100;

  private static final int MOST_VALUES = 3;

  /** Iterations of a loop of a vecscope whose count depends on arguments. */
  private static final long MOST_ITERATIONS = 1024;

  private static final long MOST_REMAINDERS = 420;

  private static final String MASK = RegisterClass.P + " ";

  /** Where a call leaves the address to return to. */
  private static final int LINK = 30;

  private final Program program;
  private final WordAccesses accesses;
  private final Scalars arithmetic;
  private final long modulus;
  private final List<Quantity> parameters;
  private final ByteBuffer constants;
  private final AccessOrder order;

  /** Scalars in local memory, which situations have behind the registers. */
  private final ScalarSlots slots;

  private final Map<Integer, Map<Integer, Long>> steps = new HashMap<>();
  private final Map<Integer, BitSet> written = new HashMap<>();
  private final Map<Integer, Optional<Stride>> strides = new HashMap<>();
  private final Deque<Situation> open = new ArrayDeque<>();
  private final Set<String> known = new HashSet<>();
  private final Map<String, Joined> places = new HashMap<>();
  private final List<BitSet> live;
  private final BitSet targets;

  /** Words that order pipes, as if they were not there. */
  private final BitSet leftOut;

  /** In front of the vecscope that was entered last, and the counts of its loops. */
  private Optional<Situation> scopeEntry = Optional.empty();

  private final List<Quantity> openCounts = new ArrayList<>();

  /** What vecscopes touch that were followed on ways of their own, by what is known at entry. */
  private final Map<String, Set<Touched>> scopes = new HashMap<>();

  /** Gets what is touched instead of {@link #order}. */
  private Optional<Set<Touched>> recording = Optional.empty();

  private int words;

  /**
   * Why there is no proof.
   *
   * @param word where it was given up
   * @param reason what was not known, or seems wrong
   */
  public record Doubt(int word, String reason) {}

  /** No proof; unwinds to {@link #attempt}. */
  static class Doubtful extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int word;
    private final String reason;

    Doubtful(int word, String reason) {
      super(reason, null, false, false);
      this.word = word;
      this.reason = reason;
    }
  }

  /** What a vecscope does depends on arguments; it may be known for each of their choices. */
  static final class OpenScope extends Doubtful {
    private static final long serialVersionUID = 1L;
    private final transient Optional<Quantity> value;

    OpenScope(int word, String reason, Optional<Quantity> value) {
      super(word, reason);
      this.value = value;
    }
  }

  private Proof(Program program, KernelObject kernel, BitSet leftOut) {
    this.program = program;
    this.leftOut = leftOut;
    this.modulus = modulus(program);
    this.arithmetic = new Scalars(modulus);
    this.parameters = new ArrayList<>();
    for (int i = 0; i < kernel.arguments().size(); i++) {
      parameters.add(
          kernel.arguments().get(i).kind() == KernelArgument.Kind.SCALAR
              ? Quantity.named("argument " + i, new Quantity.Origin.Source(ScalarRange.ALL))
              : Quantity.pointer(i));
    }
    this.constants = ByteBuffer.wrap(kernel.rodata()).order(ByteOrder.LITTLE_ENDIAN);
    this.accesses = new WordAccesses(program, kernel, parameters.size());
    this.targets = targets(program);
    this.live = LiveScalars.of(program);
    this.order = new AccessOrder(program);
    this.slots = ScalarSlots.of(program);
  }

  /** Why the order of a kernel is not proved; empty when it is. */
  public static Optional<Doubt> attempt(Program program, KernelObject kernel) {
    return attempt(program, kernel, new BitSet());
  }

  /**
   * True if two programs do the same in the same order, but for scalars, branches and traps. Of a
   * kernel and the same source with checks at run time, what is proved of one that passes its
   * checks holds for the other one.
   */
  public static boolean doSameWork(Program program, Program other) {
    return work(program).equals(work(other));
  }

  /** What a program does apart from scalars and jumps, whatever registers it has. */
  private static List<List<Object>> work(Program program) {
    List<List<Object>> work = new ArrayList<>();
    for (Instruction instruction : program.instructions()) {
      boolean isWork =
          switch (instruction.definition().semantics()) {
            case Semantics.Scalar(var operation) ->
                operation == ScalarOperation.STORE
                    && instruction.field(FieldName.SP) != AddressSpace.LOCAL.code();
            case Semantics.Control(var operation) ->
                !isBranch(operation) && operation != ControlOperation.TRAP;
            case Semantics.Lanes _, Semantics.Unit _ -> true;
          };
      if (isWork) {
        List<Object> word = new ArrayList<>();
        word.add(instruction.definition());
        for (OperandField operand : instruction.definition().operands()) {
          if (operand.registerClass().isEmpty() && operand.role() != OperandRole.IMM32) {
            word.add(instruction.value(operand));
          }
        }
        work.add(word);
      }
    }
    return work;
  }

  /**
   * The same of a kernel from which words that order pipes are taken out.
   *
   * @param leftOut the words
   */
  static Optional<Doubt> attempt(Program program, KernelObject kernel, BitSet leftOut) {
    try {
      new Proof(program, kernel, leftOut).explore();
      return Optional.empty();
    } catch (Doubtful doubt) {
      return Optional.of(new Doubt(doubt.word, doubt.reason));
    }
  }

  /**
   * The modulus of the iteration remainders that are distinguished: all divisors of the program.
   */
  private static long modulus(Program program) {
    Set<Integer> divisors = new HashSet<>();
    program.instructions().stream()
        .filter(each -> is(each, ScalarOperation.REMAINDER))
        .forEach(each -> divisors.add(each.code(FieldName.XB)));
    long modulus = 1;
    for (Instruction each : program.instructions()) {
      long divisor = 1;
      if (is(each, ScalarOperation.AND) && each.definition().format() == WordFormat.I) {
        divisor = each.field(FieldName.IMM32) + 1;
      } else if (is(each, ScalarOperation.MOVE_IMMEDIATE)
          && divisors.contains(each.code(FieldName.XD))) {
        divisor = each.field(FieldName.IMM32);
      }
      boolean isSmall = divisor > 1 && divisor <= 32;
      long next = isSmall ? leastMultiple(modulus, divisor) : modulus;
      modulus = next <= MOST_REMAINDERS ? next : modulus;
    }
    return modulus;
  }

  private static long leastMultiple(long one, long other) {
    long a = one;
    long b = other;
    while (b != 0) {
      long rest = a % b;
      a = b;
      b = rest;
    }
    return one / a * other;
  }

  private static boolean is(Instruction instruction, ScalarOperation wanted) {
    return instruction.definition().semantics() instanceof Semantics.Scalar(var operation)
        && operation == wanted;
  }

  private void explore() {
    Situation entry = new Situation(RegisterClass.X.count() + slots.count());
    Arrays.fill(entry.scalars, RegisterClass.X.count(), entry.scalars.length, Quantity.UNKNOWN);
    for (int i = 0; i < Math.min(16, parameters.size()); i++) {
      entry.scalars[i] = parameters.get(i);
    }
    for (SpecialRegister each :
        List.of(SpecialRegister.CTRL, SpecialRegister.MASK0, SpecialRegister.MASK1)) {
      entry.special.put(each.code(), Quantity.of(accesses.special(each.code())));
    }
    open.push(entry);
    while (!open.isEmpty()) {
      Situation next = open.pop();
      while (proceed(next)) {
        count(next);
      }
    }
  }

  private void count(Situation at) {
    if (++words > MOST_WORDS || known.size() > MOST_SITUATIONS) {
      throw new Doubtful(
          at.word,
          "there are too many ways through the program; loops of branches are followed one"
              + " iteration after the other");
    }
  }

  private boolean proceed(Situation at) {
    try {
      return step(at);
    } catch (OpenScope open) {
      apart(at, open);
      return true;
    }
  }

  // Vecscopes whose loops depend on arguments.

  /** Bytes that a word of a vecscope touches. */
  private record Touched(int word, AccessOrder.Touch touch) {}

  /**
   * Goes through the vecscope from its begin, once for each choice of the values on which it
   * depends. What it touches is touched on one of these ways.
   */
  private void apart(Situation at, OpenScope open) {
    Situation entry = scopeEntry.orElseThrow(() -> open);
    List<Quantity> values = new ArrayList<>();
    Set<Touched> touched = new LinkedHashSet<>();
    Optional<OpenScope> next = Optional.of(open);
    while (next.isPresent()) {
      Quantity value = openValue(next.get(), values).orElseThrow(() -> open);
      values.add(Choices.deciding(entry, value));
      openCounts.clear();
      touched.clear();
      recording = Optional.of(touched);
      try {
        follow(entry, values, open);
        next = Optional.empty();
      } catch (OpenScope another) {
        next = Optional.of(another);
      } finally {
        recording = Optional.empty();
      }
    }
    scopes.put(scopeKey(entry), touched);
    at.become(entry);
    leaveScope(at, touched);
  }

  /** The first value that the ways so far do not decide. */
  private Optional<Quantity> openValue(OpenScope open, List<Quantity> values) {
    List<Quantity> candidates = new ArrayList<>(openCounts);
    open.value.ifPresent(candidates::add);
    return values.size() >= MOST_VALUES
        ? Optional.empty()
        : candidates.stream()
            .filter(each -> each.isNamed() && !each.isUnknown() && each.isFixed())
            .findFirst();
  }

  /** Goes through a vecscope on each of its ways. */
  private void follow(Situation entry, List<Quantity> values, Doubtful open) {
    int end = scopeEnd(entry.word);
    Choices choices = Choices.of(entry, values);
    Set<List<Long>> seen = new HashSet<>();
    for (List<Long> each = choices.next(); !each.isEmpty(); each = choices.next()) {
      if (!seen.add(each)) {
        continue;
      }
      if (seen.size() > MOST_WAYS) {
        throw new Doubtful(open.word, open.reason);
      }
      Situation way = entry.copy();
      way.isCounted = true;
      boolean exists = true;
      for (int i = 0; i < values.size(); i++) {
        exists = exists && Scalars.narrow(way, values.get(i), ScalarRange.of(each.get(i)));
      }
      way.settle();
      while (exists && way.word <= end) {
        step(way);
        count(way);
      }
    }
    accesses.control(end, ControlOperation.REGION_END);
  }

  /** The same where a vecscope finds the same scalars. */
  private String scopeKey(Situation entry) {
    BitSet read = new BitSet();
    for (int word = entry.word; word <= scopeEnd(entry.word); word++) {
      for (OperandField operand : program.at(word).definition().operands()) {
        if (operand.registerClass().equals(Optional.of(RegisterClass.X))
            && operand.access() != Access.WRITE) {
          read.set((int) program.at(word).value(operand));
        }
      }
    }
    read.set(RegisterClass.X.count(), entry.scalars.length);
    StringBuilder key = new StringBuilder().append(entry.word).append(entry.special);
    key.append(Arrays.toString(entry.remainders)).append(entry.facts);
    Set<String> bounds = new TreeSet<>();
    read.stream()
        .mapToObj(register -> entry.scalars[register])
        .forEach(
            value -> {
              key.append(value).append(';');
              entry.bounds.forEach(
                  (name, range) -> {
                    if (value.name().contains(name)) {
                      bounds.add(name + range);
                    }
                  });
            });
    return key.append(bounds).toString();
  }

  private int scopeEnd(int begin) {
    int end = begin;
    while (!is(end, ControlOperation.REGION_END)) {
      end++;
    }
    return end;
  }

  /** Goes on behind a vecscope; the scalars that it writes are unknown. */
  private void leaveScope(Situation at, Set<Touched> touched) {
    int begin = at.word;
    for (Touched each : touched) {
      at.word = each.word();
      order.accesses(at, List.of(each.touch()));
    }
    int end = scopeEnd(begin);
    for (int word = begin; word <= end; word++) {
      at.renew(word);
      for (OperandField operand : program.at(word).definition().operands()) {
        if (isWritten(program.at(word), operand)) {
          set(at, (int) program.at(word).value(operand), Quantity.UNKNOWN);
        }
      }
      if (stored(word) >= 0) {
        at.scalars[stored(word)] = Quantity.UNKNOWN;
      }
      if (is(word, ControlOperation.WRITE_SPECIAL)) {
        at.special.put(program.at(word).code(FieldName.SPR), Quantity.UNKNOWN);
      }
    }
    at.word = end + 1;
  }

  private boolean isNew(Situation situation) {
    if (accesses.isInScope()) {
      return true;
    }
    situation.forgetScalars(live.get(situation.word));
    situation.isCounted = true;
    if (!known.add(situation.key())) {
      return false;
    }
    Joined joined = places.computeIfAbsent(situation.place(), _ -> new Joined());
    if (++joined.visits <= FIRST_VISITS) {
      return true;
    }
    joined.whole.ifPresent(
        whole -> {
          Situation both = whole.copy();
          both.join(situation, joined.visits > LAST_VISITS);
          situation.become(both);
        });
    situation.forgetScalars(live.get(situation.word));
    boolean isMore = joined.whole.isEmpty() || !joined.whole.get().key().equals(situation.key());
    joined.whole = Optional.of(situation.copy());
    return isMore;
  }

  /** What came to a place so often that it is followed as one situation from then on. */
  private static final class Joined {
    private int visits;
    private Optional<Situation> whole = Optional.empty();
  }

  /** Where ways meet behind a branch. */
  private static BitSet targets(Program program) {
    BitSet targets = new BitSet();
    for (int word = 0; word < program.size(); word++) {
      if (program.at(word).definition().semantics() instanceof Semantics.Control(var operation)
          && isBranch(operation)) {
        targets.set(word + program.at(word).code(FieldName.IMM32));
      }
    }
    return targets;
  }

  /** Goes on by one word; false at the end of a way. */
  private boolean step(Situation at) {
    Situation.Frame frame = at.frames.peek();
    if (frame != null && at.word == frame.last() + 1) {
      return close(at, frame);
    }
    int word = at.word;
    if (targets.get(word) && !at.isCounted && !isNew(at)) {
      return false;
    }
    at.isCounted = false;
    Instruction instruction = program.at(word);
    switch (instruction.definition().semantics()) {
      case Semantics.Scalar(var operation) -> {
        scalar(at, instruction, operation);
        at.word++;
        return true;
      }
      case Semantics.Control(var operation) -> {
        return control(at, instruction, operation);
      }
      case Semantics.Lanes _, Semantics.Unit _ -> {
        List<AccessOrder.Touch> touches = accesses.run(at, pitch(at));
        if (recording.isPresent()) {
          touches.forEach(each -> recording.get().add(new Touched(word, each)));
        } else {
          order.accesses(at, touches);
        }
        at.word++;
        return true;
      }
    }
  }

  // Loops.

  /**
   * How a loop moves a pointer.
   *
   * @param register holds the distance, or -1 where it is a constant
   * @param factor multiplies it
   */
  private record Stride(int register, long factor) {}

  /**
   * How far the pointer into GM of a word moves with each iteration of the innermost loop; empty
   * when that is not known.
   */
  private Optional<Quantity> pitch(Situation at) {
    Situation.Frame frame = at.frames.peek();
    boolean isStore = program.at(at.word).definition().pipe() == Pipe.MTE3;
    if (frame == null || !isStore || accesses.isInScope()) {
      return Optional.empty();
    }
    for (OperandField operand : program.at(at.word).definition().operands()) {
      if (operand.registerClass().equals(Optional.of(RegisterClass.X))
          && operand.access() != Access.WRITE) {
        int register = (int) program.at(at.word).value(operand);
        if (at.scalars[register].isPointer()) {
          return stride(frame, at.word, register)
              .map(
                  stride ->
                      stride.register() < 0
                          ? Quantity.of(stride.factor())
                          : at.scalars[stride.register()])
              .filter(pitch -> pitch.isFixed() && !pitch.isUnknown());
        }
      }
    }
    return Optional.empty();
  }

  private Optional<Stride> stride(Situation.Frame frame, int word, int register) {
    return strides.computeIfAbsent(
        word, _ -> isSkipped(frame, word) ? Optional.empty() : sum(frame, word, register));
  }

  /**
   * The stride of a value that a loop computes as the sum of an invariant pointer and a multiple.
   */
  private Optional<Stride> sum(Situation.Frame frame, int before, int register) {
    int word = definition(frame, before, register);
    boolean isSum =
        word >= 0
            && !isSkipped(frame, word)
            && is(program.at(word), ScalarOperation.ADD)
            && program.at(word).definition().format() == WordFormat.S;
    if (!isSum) {
      return Optional.empty();
    }
    int left = program.at(word).code(FieldName.XA);
    int right = program.at(word).code(FieldName.XB);
    return written(frame).get(left)
        ? written(frame).get(right) ? Optional.empty() : multiple(frame, word, left)
        : multiple(frame, word, right);
  }

  /** The stride of a multiple of a register that each iteration steps by a constant. */
  private Optional<Stride> multiple(Situation.Frame frame, int before, int register) {
    int word = definition(frame, before, register);
    if (word < 0 || isSkipped(frame, word)) {
      return Optional.empty();
    }
    Instruction instruction = program.at(word);
    Map<Integer, Long> steps = steps(frame);
    long step = steps.getOrDefault(instruction.code(FieldName.XA), 0L);
    if (instruction.definition().format() == WordFormat.I && step > 0) {
      long factor = instruction.field(FieldName.IMM32);
      return is(instruction, ScalarOperation.SHIFT_LEFT) && factor >= 0 && factor < 32
          ? Optional.of(new Stride(-1, step << factor))
          : is(instruction, ScalarOperation.MULTIPLY)
              ? Optional.of(new Stride(-1, step * factor))
              : Optional.empty();
    }
    if (!is(instruction, ScalarOperation.MULTIPLY)) {
      return Optional.empty();
    }
    boolean isFirst = step == 1;
    int other = instruction.code(isFirst ? FieldName.XB : FieldName.XA);
    boolean isMultiple =
        !written(frame).get(other)
            && (isFirst || steps.getOrDefault(instruction.code(FieldName.XB), 0L) == 1);
    return isMultiple ? Optional.of(new Stride(other, 1)) : Optional.empty();
  }

  private boolean enter(Situation at, Instruction instruction) {
    int head = at.word + 1;
    int last = at.word + instruction.code(FieldName.IMM32);
    Quantity count = at.scalars[instruction.code(FieldName.X)];
    if (!count.isNumber()) {
      long most = Scalars.range(at, count).greatest();
      if (accesses.isInScope()) {
        openCounts.add(count);
      }
      if (accesses.isInScope() || most <= LONG_LOOP && isPlain(head, last)) {
        return enterMost(at, head, last, most);
      }
    }
    boolean isOpen = !count.isNumber() || count.number() > LONG_LOOP && !accesses.isInScope();
    if (!count.isNumber()) {
      Situation none = at.copy();
      none.word = last + 1;
      fork(none);
    } else if (count.number() <= 0) {
      at.word = last + 1;
      return true;
    }
    at.frames.push(
        new Situation.Frame(
            head, last, at.frames.size(), isOpen ? -1 : count.number() - 1, 0, Optional.empty()));
    at.word = head;
    return true;
  }

  /**
   * Enters a loop with the maximum number of iterations. Nothing in its body orders accesses, so
   * fewer iterations are in order if these are.
   */
  private boolean enterMost(Situation at, int head, int last, long most) {
    if (most > MOST_ITERATIONS) {
      throw new Doubtful(
          at.word, "the number of iterations of a vecscope loop depends on arguments");
    }
    if (accesses.isInScope() && leavesChoice(head, last)) {
      throw new OpenScope(
          at.word,
          "what a vecscope loop orders or leaves depends on its number of iterations",
          Optional.empty());
    }
    if (most <= 0) {
      at.word = last + 1;
      return true;
    }
    Map<String, ScalarRange> bounds = new TreeMap<>(at.bounds);
    for (int word = head; word <= last; word++) {
      String result = Quantity.mark(word);
      bounds.keySet().removeIf(name -> name.contains(result));
    }
    at.frames.push(
        new Situation.Frame(head, last, at.frames.size(), most - 1, 0, Optional.of(bounds)));
    at.word = head;
    return true;
  }

  /** Behind a loop that may have ended earlier. */
  private void leaveMost(Situation at, Situation.Frame frame, Map<String, ScalarRange> bounds) {
    written(frame).stream()
        .forEach(register -> at.scalars[register] = at.scalars[register].plus(Quantity.UNKNOWN));
    at.bounds.clear();
    at.bounds.putAll(bounds);
    accesses.forgetVectors();
  }

  /** True if a loop has nothing but accesses and what they need. */
  private boolean isPlain(int head, int last) {
    for (int word = head; word <= last; word++) {
      if (program.at(word).definition().semantics() instanceof Semantics.Control(var operation)
          && operation != ControlOperation.LOOP) {
        return false;
      }
    }
    return true;
  }

  /**
   * True if a loop has barriers, or words behind it in its vecscope use a register that an
   * iteration sets anew, so that it matters which iteration is the last one.
   */
  private boolean leavesChoice(int head, int last) {
    Set<String> set = new HashSet<>();
    for (int word = head; word <= last; word++) {
      if (is(word, ControlOperation.MEMORY_BARRIER) || isSpill(program.at(word))) {
        return true;
      }
      Set<String> own = registers(word, false);
      Set<String> before = registers(word, true);
      own.removeIf(each -> before.contains(each) && !each.startsWith(MASK));
      set.addAll(own);
    }
    return usesAny(set, last + 1, scopeEnd(last + 1));
  }

  /** True if words read a register before another of them sets it. */
  private boolean usesAny(Set<String> registers, int from, int end) {
    Set<String> left = new HashSet<>(registers);
    for (int word = from; word < end; word++) {
      if (is(word, ControlOperation.LOOP)) {
        int behind = word + 1 + program.at(word).code(FieldName.IMM32);
        // It may run no time: what it sets is set for its own words.
        if (usesAny(left, word + 1, behind)) {
          return true;
        }
        word = behind - 1;
      } else {
        if (registers(word, true).stream().anyMatch(left::contains)) {
          return true;
        }
        left.removeAll(registers(word, false));
      }
    }
    return false;
  }

  private static boolean isSpill(Instruction instruction) {
    return instruction.definition().semantics() instanceof Semantics.Unit(var unit)
        && (unit == UnitOperation.SPILL_VECTOR || unit == UnitOperation.SPILL_PREDICATE);
  }

  private boolean is(int word, ControlOperation wanted) {
    return program.at(word).definition().semantics() instanceof Semantics.Control(var operation)
        && operation == wanted;
  }

  /** The vectors and predicates that a word reads or writes. */
  private Set<String> registers(int word, boolean read) {
    Set<String> found = new HashSet<>();
    Instruction instruction = program.at(word);
    for (OperandField operand : instruction.definition().operands()) {
      boolean isVector =
          operand.registerClass().isPresent() && operand.registerClass().get() != RegisterClass.X;
      if (isVector && operand.access() != (read ? Access.WRITE : Access.READ)) {
        found.add(operand.registerClass().get() + " " + instruction.value(operand));
      }
    }
    return found;
  }

  private void fork(Situation other) {
    if (isNew(other)) {
      open.push(other);
    }
  }

  private boolean close(Situation at, Situation.Frame frame) {
    at.frames.pop();
    if (!frame.isOpen()) {
      if (frame.left() == 0) {
        frame.bounds().ifPresent(bounds -> leaveMost(at, frame, bounds));
        at.leave(frame.level());
        return true;
      }
      at.frames.push(frame.next());
      at.word = frame.head();
      return true;
    }
    Situation behind = at.copy();
    behind.leaveOpen(frame.level());
    fork(behind);
    int iteration = Math.min(FIRST_ITERATIONS, frame.iteration() + 1);
    if (iteration == FIRST_ITERATIONS) {
      written(frame).stream()
          .filter(register -> !steps(frame).containsKey(register))
          .filter(register -> at.scalars[register].isNamed())
          .forEach(register -> at.scalars[register] = Quantity.UNKNOWN);
    }
    if (frame.iteration() == FIRST_ITERATIONS) {
      at.next(frame.level(), modulus);
    } else if (iteration == FIRST_ITERATIONS) {
      steps(frame)
          .forEach(
              (register, step) ->
                  at.scalars[register] = at.scalars[register].growing(frame.level(), step));
    }
    at.frames.push(
        new Situation.Frame(
            frame.head(), frame.last(), frame.level(), frame.left(), iteration, Optional.empty()));
    at.word = frame.head();
    return isNew(at);
  }

  /** The place of a slot that a word stores among the scalars of a situation, or -1. */
  private int stored(int word) {
    int slot = slots.stored(program.at(word)).orElse(-1);
    return slot < 0 ? -1 : RegisterClass.X.count() + slot;
  }

  /** The constant that a word stores more than the slot had before. */
  private Optional<Long> step(Situation.Frame frame, int store) {
    int add = definition(frame, store, program.at(store).code(FieldName.XD));
    if (add < 0
        || isSkipped(frame, store)
        || isSkipped(frame, add)
        || !isAddition(program.at(add))) {
      return Optional.empty();
    }
    int load = definition(frame, add, program.at(add).code(FieldName.XA));
    boolean isSame =
        load >= 0
            && !isSkipped(frame, load)
            && slots.loaded(program.at(load)).equals(slots.stored(program.at(store)));
    return isSame ? Optional.of(program.at(add).field(FieldName.IMM32)) : Optional.empty();
  }

  /** The last word of a loop body in front of another one that writes a scalar register, or -1. */
  private int definition(Situation.Frame frame, int before, int register) {
    for (int word = before - 1; word >= frame.head(); word--) {
      Instruction instruction = program.at(word);
      for (OperandField operand : instruction.definition().operands()) {
        if (isWritten(instruction, operand) && instruction.value(operand) == register) {
          return word;
        }
      }
    }
    return -1;
  }

  /** Registers and slots that each iteration of a loop steps once by a constant. */
  private Map<Integer, Long> steps(Situation.Frame frame) {
    return steps.computeIfAbsent(
        frame.head(),
        _ -> {
          Map<Integer, Long> found = new HashMap<>();
          Set<Integer> others = new HashSet<>();
          for (int word = frame.head(); word <= frame.last(); word++) {
            Instruction instruction = program.at(word);
            for (OperandField operand : instruction.definition().operands()) {
              boolean isWritten = isWritten(instruction, operand);
              int register = isWritten ? (int) instruction.value(operand) : -1;
              if (isWritten
                  && (!isStep(instruction)
                      || isSkipped(frame, word)
                      || found.containsKey(register))) {
                others.add(register);
              } else if (isWritten) {
                found.put(register, instruction.field(FieldName.IMM32));
              }
            }
          }
          for (int word = frame.head(); word <= frame.last(); word++) {
            int slot = stored(word);
            if (slot >= 0 && !others.contains(slot)) {
              Optional<Long> step = step(frame, word);
              if (step.isEmpty() || found.containsKey(slot)) {
                others.add(slot);
              } else {
                found.put(slot, step.get());
              }
            }
          }
          found.keySet().removeAll(others);
          return found;
        });
  }

  /** Scalar registers and slots that words of a loop write. */
  private BitSet written(Situation.Frame frame) {
    return written.computeIfAbsent(
        frame.head(),
        _ -> {
          BitSet registers = new BitSet();
          for (int word = frame.head(); word <= frame.last(); word++) {
            Instruction instruction = program.at(word);
            for (OperandField operand : instruction.definition().operands()) {
              if (isWritten(instruction, operand)) {
                registers.set((int) instruction.value(operand));
              }
            }
            if (stored(word) >= 0) {
              registers.set(stored(word));
            }
          }
          registers.clear(RegisterClass.X.constantRegister());
          return registers;
        });
  }

  private static boolean isWritten(Instruction instruction, OperandField operand) {
    return operand.registerClass().equals(Optional.of(RegisterClass.X))
        && switch (operand.access()) {
          case READ -> false;
          case WRITE, READ_WRITE -> true;
          case WRITE_IF_POST -> instruction.field(FieldName.POST) != 0;
        };
  }

  private static boolean isStep(Instruction instruction) {
    return isAddition(instruction)
        && instruction.code(FieldName.XA) == instruction.code(FieldName.XD);
  }

  /** True if a word adds a constant. */
  private static boolean isAddition(Instruction instruction) {
    return is(instruction, ScalarOperation.ADD)
        && instruction.definition().format() == WordFormat.I
        && ScalarWidth.byCode(instruction.field(FieldName.W2)).orElseThrow() == ScalarWidth.I64;
  }

  /** True if an iteration may leave a word out, or run it more than once. */
  private boolean isSkipped(Situation.Frame frame, int word) {
    for (int at = frame.head(); at <= frame.last(); at++) {
      if (program.at(at).definition().semantics() instanceof Semantics.Control(var operation)) {
        boolean jumps = operation == ControlOperation.LOOP || isBranch(operation);
        int target = jumps ? at + program.at(at).code(FieldName.IMM32) : at;
        if (jumps && (target <= at || at < word && word <= target)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isBranch(ControlOperation operation) {
    return operation == ControlOperation.BRANCH || operation.isConditionalBranch();
  }

  // Scalars.

  private void scalar(Situation at, Instruction instruction, ScalarOperation operation) {
    Quantity result =
        switch (operation) {
          case LOAD_PARAMETER -> parameter(instruction.field(FieldName.IMM24), instruction);
          case LOAD_CONSTANT -> constant(instruction);
          case CONVERT -> Quantity.within(ScalarRange.of(instruction.width()));
          case MOVE_IMMEDIATE -> Quantity.of(instruction.field(FieldName.IMM32));
          case MOVE, EXTEND, NEGATE ->
              arithmetic.apply(
                  at,
                  instruction,
                  operation,
                  at.scalars[instruction.code(FieldName.XA)],
                  Quantity.ZERO);
          case SELECT -> select(at, instruction);
          case COMPARE -> compare(at, instruction);
          case ScalarOperation each when each.accessesMemory() -> memory(at, instruction, each);
          default ->
              arithmetic.apply(
                  at,
                  instruction,
                  operation,
                  at.scalars[instruction.code(FieldName.XA)],
                  instruction.definition().format() == WordFormat.I
                      ? Quantity.of(instruction.field(FieldName.IMM32))
                      : at.scalars[instruction.code(FieldName.XB)]);
        };
    if (operation != ScalarOperation.STORE
        && operation != ScalarOperation.ATOMIC_ADD
        && operation != ScalarOperation.RENEW) {
      at.renew(at.word);
      set(
          at,
          instruction.code(FieldName.XD),
          result.isUnknown() ? Quantity.ofWord(at.word, Scalars.range(at, result)) : result);
    }
  }

  private static void set(Situation at, int register, Quantity value) {
    if (register != RegisterClass.X.constantRegister()) {
      at.scalars[register] = value;
    }
  }

  private Quantity constant(Instruction instruction) {
    int offset = (int) instruction.field(FieldName.IMM24);
    boolean isWhole =
        ScalarWidth.byCode(instruction.field(FieldName.W)).equals(Optional.of(ScalarWidth.I64))
            && offset >= 0
            && offset <= constants.limit() - Long.BYTES;
    return isWhole ? Quantity.of(constants.getLong(offset)) : Quantity.UNKNOWN;
  }

  private Quantity parameter(long offset, Instruction instruction) {
    int index = (int) (offset / Long.BYTES);
    return offset % Long.BYTES == 0
            && index < parameters.size()
            && ScalarWidth.byCode(instruction.field(FieldName.W)).orElseThrow() == ScalarWidth.I64
        ? parameters.get(index)
        : Quantity.UNKNOWN;
  }

  private Quantity memory(Situation at, Instruction instruction, ScalarOperation operation) {
    AddressSpace space = AddressSpace.byCode(instruction.field(FieldName.SP)).orElseThrow();
    if (slots.loaded(instruction).isPresent()) {
      return at.scalars[RegisterClass.X.count() + slots.loaded(instruction).getAsInt()];
    }
    if (stored(at.word) >= 0) {
      at.scalars[stored(at.word)] = at.scalars[instruction.code(FieldName.XD)];
    }
    if (space == AddressSpace.UB || space == AddressSpace.GM) {
      if (accesses.isInScope()) {
        throw new Doubtful(at.word, "the scalar unit touches memory within a vecscope");
      }
      Quantity address =
          at.scalars[instruction.code(FieldName.XB)]
              .plus(at.scalars[instruction.code(FieldName.XO)])
              .plus(Quantity.of(instruction.field(FieldName.IMM24)));
      order.accesses(at, List.of(touch(at, space, address, operation != ScalarOperation.LOAD)));
    }
    return Quantity.within(
        instruction.field(FieldName.SG) != 0
            ? ScalarRange.of(instruction.width())
            : ScalarRange.unsigned(instruction.width()));
  }

  /** The bytes of a scalar; in UB, outside of which it traps, all that its address may be. */
  private AccessOrder.Touch touch(
      Situation at, AddressSpace space, Quantity address, boolean isWrite) {
    if (space == AddressSpace.UB) {
      ScalarRange range = Scalars.range(at, address).and(accesses.local());
      return new AccessOrder.Touch(
          space, 0, range.least(), range.greatest() + Long.BYTES, Quantity.ZERO.growth(), isWrite);
    }
    if (!address.isPointer()) {
      throw new Doubtful(at.word, "which buffer the scalar unit touches is not known");
    }
    return new AccessOrder.Touch(
        space,
        address.buffer(),
        address.isWild() ? Long.MIN_VALUE : address.number(),
        address.isWild() ? Long.MAX_VALUE : address.number() + Long.BYTES,
        address.growth(),
        isWrite);
  }

  private Quantity compare(Situation at, Instruction instruction) {
    Quantity a = at.scalars[instruction.code(FieldName.XA)];
    Quantity b =
        instruction.definition().format() == WordFormat.I
            ? Quantity.of(instruction.field(FieldName.IMM32))
            : at.scalars[instruction.code(FieldName.XB)];
    return condition(at, instruction, a, b);
  }

  /** 1, 0, or a name for the condition. */
  private static Quantity condition(Situation at, Instruction instruction, Quantity a, Quantity b) {
    Condition condition = instruction.condition();
    ScalarWidth width = instruction.width();
    Quantity named =
        Scalars.opaque(
            condition.name() + width,
            a,
            b,
            new Quantity.Origin.Result(instruction, ScalarOperation.COMPARE, a, b, Quantity.ZERO));
    return Scalars.decide(at, condition, width, a, b)
        .or(() -> Optional.ofNullable(at.facts.get(named.toString())))
        .map(holds -> Quantity.of(holds ? 1 : 0))
        .orElse(named.isUnknown() ? Quantity.within(ScalarRange.TRUTH) : named);
  }

  /** True if a number is not zero; empty when it is unknown. */
  private static Optional<Boolean> holds(Situation at, Quantity condition) {
    if (condition.isNumber()) {
      return Optional.of(condition.number() != 0);
    }
    Boolean known = at.facts.get(condition.toString());
    ScalarRange range = Scalars.range(at, condition);
    return known != null
        ? Optional.of(known)
        : range.isNumber()
            ? Optional.of(range.least() != 0)
            : range.and(ScalarRange.of(0)).isEmpty() ? Optional.of(true) : Optional.empty();
  }

  private static Quantity select(Situation at, Instruction instruction) {
    Quantity selector = at.scalars[instruction.code(FieldName.XA)];
    Quantity a = at.scalars[instruction.code(FieldName.XB)];
    Quantity b = at.scalars[instruction.code(FieldName.XC)];
    Optional<Boolean> holds = holds(at, selector);
    if (holds.isPresent()) {
      return holds.get() ? a : b;
    }
    return a.equals(b)
        ? a
        : selector.isUnknown() || !selector.isFixed() || a.isUnknown() || b.isUnknown()
            ? Quantity.within(Scalars.range(at, a).or(Scalars.range(at, b)))
            : Scalars.opaque(
                "select " + selector,
                a,
                b,
                new Quantity.Origin.Result(instruction, ScalarOperation.SELECT, a, b, selector));
  }

  // Control.

  private boolean control(Situation at, Instruction instruction, ControlOperation operation) {
    int word = at.word;
    switch (operation) {
      case LOOP -> {
        return enter(at, instruction);
      }
      case BRANCH -> {
        return jump(at, word + instruction.code(FieldName.IMM32));
      }
      case BRANCH_ZERO, BRANCH_NONZERO -> {
        return branch(
            at,
            instruction,
            at.scalars[instruction.code(FieldName.XA)],
            operation == ControlOperation.BRANCH_NONZERO);
      }
      case BRANCH_COMPARE -> {
        Quantity holds =
            condition(
                at,
                instruction,
                at.scalars[instruction.code(FieldName.XA)],
                at.scalars[instruction.code(FieldName.XB)]);
        return branch(at, instruction, holds, true);
      }
      case END -> {
        order.end(at);
        return false;
      }
      case TRAP -> {
        return false;
      }
      case SET_FLAG, WAIT_FLAG, BARRIER, FENCE, GET_BUFFER, RELEASE_BUFFER -> {
        if (!leftOut.get(word)) {
          order.control(at, instruction, operation);
        }
      }
      case WRITE_SPECIAL ->
          at.special.put(
              instruction.code(FieldName.SPR), at.scalars[instruction.code(FieldName.X)]);
      case READ_SPECIAL ->
          set(at, instruction.code(FieldName.X), special(at, instruction.code(FieldName.SPR)));
      case SET_SPECIAL_BIT -> bit(at, instruction, 0);
      case SET_SPECIAL_HIGH_BIT -> bit(at, instruction, Integer.SIZE);
      case REGION_BEGIN, REGION_END, MEMORY_BARRIER -> {
        if (operation == ControlOperation.REGION_BEGIN && recording.isEmpty()) {
          Set<Touched> touched = scopes.get(scopeKey(at));
          if (touched != null) {
            leaveScope(at, touched);
            return true;
          }
          scopeEntry = Optional.of(at.copy());
          openCounts.clear();
        }
        accesses.control(word, operation);
      }
      case CALL -> {
        at.scalars[LINK] = Quantity.of((word + 1L) * Long.BYTES);
        return jump(at, word + instruction.code(FieldName.IMM32));
      }
      case RETURN -> {
        return back(at, at.scalars[instruction.code(FieldName.XA)]);
      }
      case SET_CROSS_FLAG, WAIT_CROSS_FLAG, MEET_CORES, MEET_COUNTED_CORES, WAIT_MEMORY ->
          throw new Doubtful(word, "the order with other cores is not followed");
      case NO_OPERATION, PRINT_VALUE, PRINT, DATA_BARRIER, CACHE -> {
        /* says nothing about the order of pipes */
      }
    }
    at.word++;
    return true;
  }

  private boolean back(Situation at, Quantity address) {
    long target = address.number() / Long.BYTES;
    if (!address.isNumber() || target < 0 || target >= program.size()) {
      throw new Doubtful(at.word, "where it returns to is not known");
    }
    return jump(at, (int) target);
  }

  private boolean jump(Situation at, int target) {
    boolean isBack = target <= at.word;
    at.word = target;
    return !isBack || isNew(at);
  }

  private boolean branch(
      Situation at, Instruction instruction, Quantity condition, boolean whenNotZero) {
    int target = at.word + instruction.code(FieldName.IMM32);
    Optional<Boolean> holds = holds(at, condition);
    if (holds.isPresent()) {
      return jump(at, holds.get() == whenNotZero ? target : at.word + 1);
    }
    if (accesses.isInScope()) {
      throw new OpenScope(
          at.word, "a condition in a vecscope depends on arguments", Optional.of(condition));
    }
    if (is(at.word + 1, ControlOperation.TRAP)) {
      return assume(at, condition, whenNotZero) && jump(at, target);
    }
    Situation other = at.copy();
    other.word = target;
    if (!is(target, ControlOperation.TRAP) && assume(other, condition, whenNotZero)) {
      fork(other);
    }
    at.word++;
    return assume(at, condition, !whenNotZero);
  }

  /** Goes on where a condition is so; false when that is in no run. */
  private static boolean assume(Situation at, Quantity condition, boolean holds) {
    if (!condition.isUnknown() && condition.isFixed()) {
      at.facts.put(condition.toString(), holds);
    }
    return Scalars.assume(at, condition, holds);
  }

  private Quantity special(Situation at, int code) {
    Quantity written = at.special.get(code);
    if (written != null) {
      return written;
    }
    Optional<SpecialRegister> register = SpecialRegister.byCode(code);
    return register.filter(SpecialRegister::changesByItself).isPresent()
            || code == SpecialRegister.VMS4_SR.code()
            || code == SpecialRegister.AR.code()
        ? Quantity.UNKNOWN
        : register.filter(SpecialRegister::isAboutLaunch).isPresent()
            ? Quantity.named("special " + code, new Quantity.Origin.Source(ScalarRange.ALL))
            : Quantity.of(accesses.special(code));
  }

  private void bit(Situation at, Instruction instruction, int first) {
    int code = instruction.code(FieldName.SPR);
    Quantity before = special(at, code);
    long mask = 1L << instruction.code(FieldName.ID) + first;
    at.special.put(
        code,
        before.isNumber()
            ? Quantity.of(
                instruction.code(FieldName.MODE) != 0
                    ? before.number() | mask
                    : before.number() & ~mask)
            : Quantity.UNKNOWN);
  }
}
