package org.ptoc.tools.referee;

import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.ptoc.ir.isa.Access;
import org.ptoc.ir.isa.ControlOperation;
import org.ptoc.ir.isa.CoreKind;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.SourcePosition;

/** Follows the words of one core from situation to situation. */
final class CoreWords {
  /** First iterations of an open loop, which conditions may set apart, are run as they are. */
  private static final int FIRST_ITERATIONS = 2;

  /** Loops with more iterations count as open outside of vecscopes. */
  private static final long LONG_LOOP = 64;

  /** Iterations of a loop of a vecscope whose count depends on arguments. */
  private static final long MOST_ITERATIONS = 1024;

  /** Where a call leaves the address to return to. */
  private static final int LINK = 30;

  private final Proof proof;
  private final int core;
  private final KernelObject kernel;
  private final ProgramShape shape;
  private final WordAccesses accesses;
  private final ScalarSteps scalars;
  private final ScopeWays scopes;
  private final AccessOrder order;
  private final List<BitSet> live;
  private final int firstIterations;

  /** Words that order pipes, as if they were not there. */
  private final BitSet leftOut;

  /** What a core does next. */
  enum Readiness {
    GOES_ON,
    /** It begins or ends an iteration of a loop whose count other cores may have as well. */
    DECIDES,
    WAITS,
    HAS_ENDED
  }

  /**
   * Follows the words of a core.
   *
   * @param core its number in its block
   * @param vectorCores of a block with cores of both kinds; else 0
   */
  CoreWords(
      Proof proof,
      Proof.Part part,
      int core,
      AccessOrder.Member member,
      int vectorCores,
      AccessOrder order,
      BitSet leftOut) {
    this.proof = proof;
    boolean isMixed = vectorCores > 0;
    this.core = core;
    this.kernel = part.kernel();
    this.shape = new ProgramShape(part.program());
    this.order = order;
    this.leftOut = leftOut;
    this.live = LiveScalars.of(part.program());
    this.accesses =
        new WordAccesses(
            part.program(), kernel, Math.max(1, kernel.arguments().size()), member.subblock());
    Map<SpecialRegister, Quantity> launch = new EnumMap<>(SpecialRegister.class);
    if (isMixed) {
      launch.put(SpecialRegister.SUBBLOCK_IDX, Quantity.of(member.subblock()));
      launch.put(
          SpecialRegister.SUBBLOCK_NUM,
          Quantity.of(member.kind() == CoreKind.CUBE ? 1 : vectorCores));
    }
    this.scalars = new ScalarSteps(shape, kernel, accesses, order, launch);
    this.scopes = new ScopeWays(this, shape);
    this.firstIterations =
        isMixed ? Math.max(FIRST_ITERATIONS, shape.mostSlots()) : FIRST_ITERATIONS;
  }

  /** Where the core begins. */
  Situation entry(BlockSituation block) {
    int registers = RegisterClass.X.count();
    Situation entry = new Situation(block, core, registers + shape.slots().count());
    Arrays.fill(entry.scalars, registers, entry.scalars.length, Quantity.UNKNOWN);
    List<Quantity> parameters = scalars.parameters();
    for (int i = 0; i < Math.min(16, parameters.size()); i++) {
      entry.scalars[i] = parameters.get(i);
    }
    for (SpecialRegister each :
        List.of(SpecialRegister.CTRL, SpecialRegister.MASK0, SpecialRegister.MASK1)) {
      entry.special.put(each.code(), Quantity.of(accesses.special(each.code())));
    }
    return entry;
  }

  SourcePosition place(int word) {
    return kernel.positions().get(word);
  }

  void forgetScalars(Situation at) {
    at.forgetScalars(live.get(at.word));
  }

  /** What a situation of the core does next. */
  Readiness readiness(Situation at) {
    if (at.hasEnded) {
      return Readiness.HAS_ENDED;
    }
    Situation.Frame frame = at.frames.peek();
    boolean isBehind = frame != null && at.word == frame.last() + 1;
    if (isBehind && !frame.isOpen() || accesses.isInScope()) {
      return Readiness.GOES_ON;
    }
    Instruction instruction = shape.at(at.word);
    if (isBehind || shape.is(at.word, ControlOperation.LOOP)) {
      String count = isBehind ? frame.count() : count(at.scalars[instruction.code(FieldName.X)]);
      return at.block.isDecided(core, count) ? Readiness.GOES_ON : Readiness.DECIDES;
    }
    return instruction.definition().semantics() instanceof Semantics.Control(var operation)
            && order.isWaiting(at, instruction, operation)
        ? Readiness.WAITS
        : Readiness.GOES_ON;
  }

  /** Goes on by one word; false at the end of a way. */
  boolean proceed(Situation at) {
    try {
      proof.count(at);
      return step(at);
    } catch (Proof.OpenScope open) {
      scopes.apart(at, open);
      return true;
    }
  }

  /** Follows a word of a way through a vecscope. */
  void follow(Situation way) {
    step(way);
    proof.count(way);
  }

  void leaveRegion(int word) {
    accesses.control(word, ControlOperation.REGION_END);
  }

  void order(Situation at, List<AccessOrder.Touch> touches) {
    order.accesses(at, touches);
  }

  private boolean isNew(Situation at) {
    return accesses.isInScope() || proof.isNew(at);
  }

  /** Goes on by one word; false at the end of a way. */
  private boolean step(Situation at) {
    Situation.Frame frame = at.frames.peek();
    if (frame != null && at.word == frame.last() + 1) {
      return close(at, frame);
    }
    int word = at.word;
    if (shape.isTarget(word) && !at.isCounted && !isNew(at)) {
      return false;
    }
    at.isCounted = false;
    Instruction instruction = shape.at(word);
    switch (instruction.definition().semantics()) {
      case Semantics.Scalar(var operation) -> {
        scalars.follow(at, instruction, operation);
        at.word++;
        return true;
      }
      case Semantics.Control(var operation) -> {
        return control(at, instruction, operation);
      }
      case Semantics.Lanes _, Semantics.Unit _ -> {
        List<AccessOrder.Touch> touches = accesses.run(at, pitch(at));
        if (!scopes.records(word, touches)) {
          order.accesses(at, touches);
        }
        at.word++;
        return true;
      }
    }
  }

  // Loops.
  /**
   * How far the pointer into GM of a word moves with each iteration of the innermost loop; empty
   * when that is not known.
   */
  private Optional<Quantity> pitch(Situation at) {
    Situation.Frame frame = at.frames.peek();
    boolean isStore = shape.at(at.word).definition().pipe() == Pipe.MTE3;
    if (frame == null || !isStore || accesses.isInScope()) {
      return Optional.empty();
    }
    for (OperandField operand : shape.at(at.word).definition().operands()) {
      if (operand.isOf(RegisterClass.X) && operand.access() != Access.WRITE) {
        int register = (int) shape.at(at.word).value(operand);
        if (at.scalars[register].isPointer()) {
          return shape
              .stride(frame, at.word, register)
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

  private boolean enter(Situation at, Instruction instruction) {
    int head = at.word + 1;
    int last = at.word + instruction.code(FieldName.IMM32);
    Quantity count = at.scalars[instruction.code(FieldName.X)];
    if (!count.isNumber()) {
      long most = Scalars.range(at, count).greatest();
      if (accesses.isInScope()) {
        scopes.count(count);
      }
      if (accesses.isInScope() || most <= LONG_LOOP && shape.isPlain(head, last)) {
        return enterMost(at, head, last, most);
      }
    }
    boolean isOpen = !count.isNumber() || count.number() > LONG_LOOP && !accesses.isInScope();
    String name = isOpen ? count(count) : "";
    if (!count.isNumber()) {
      at.block.isApart |= !ScalarSteps.isSharedByBlocks(count);
      if (!goesOn(at, name, behind -> behind.word = last + 1)) {
        at.word = last + 1;
        return true;
      }
    } else if (count.number() <= 0) {
      at.word = last + 1;
      return true;
    }
    Situation.Frame frame =
        new Situation.Frame(
            head,
            last,
            at.frames.size(),
            isOpen ? -1 : count.number() - 1,
            0,
            name,
            List.of(),
            Optional.empty());
    at.frames.push(isOpen ? frame.at(0, counters(at, frame)) : frame);
    at.word = head;
    return true;
  }

  /**
   * True if a loop goes on: as another core with a loop of as many iterations has decided, or else
   * always, and the way that leaves the loop is followed as well.
   */
  private boolean goesOn(Situation at, String count, Consumer<Situation> leave) {
    if (at.block.isDecided(core, count)) {
      return at.block.decision(core, count);
    }
    Situation behind = at.copy();
    leave.accept(behind);
    behind.block.decide(core, count, false);
    proof.fork(behind);
    at.block.decide(core, count, true);
    return true;
  }

  /** Numbers in registers that a loop writes otherwise than by one constant step. */
  private Map<Integer, Long> counters(Situation at, Situation.Frame frame) {
    Map<Integer, Long> counters = new TreeMap<>();
    shape.written(frame).stream()
        .filter(register -> !shape.steps(frame).containsKey(register))
        .filter(register -> at.scalars[register].isNumber())
        .forEach(register -> counters.put(register, at.scalars[register].number()));
    return counters;
  }

  /**
   * Enters a loop with the maximum number of iterations. Nothing in its body orders accesses, so
   * fewer iterations are in order if these are.
   */
  private boolean enterMost(Situation at, int head, int last, long most) {
    if (most > MOST_ITERATIONS) {
      throw new Proof.Doubtful(
          at.word, "the number of iterations of a vecscope loop depends on arguments");
    }
    if (accesses.isInScope() && shape.leavesChoice(head, last)) {
      throw new Proof.OpenScope(
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
        new Situation.Frame(
            head, last, at.frames.size(), most - 1, 0, "", List.of(), Optional.of(bounds)));
    at.word = head;
    return true;
  }

  /** Behind a loop that may have ended earlier. */
  private void leaveMost(Situation at, Situation.Frame frame, Map<String, ScalarRange> bounds) {
    shape.written(frame).stream()
        .forEach(register -> at.scalars[register] = at.scalars[register].plus(Quantity.UNKNOWN));
    at.bounds.clear();
    at.bounds.putAll(bounds);
    accesses.forgetVectors();
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
    if (!goesOn(at, frame.count(), behind -> behind.leaveOpen(frame.level()))) {
      at.leaveOpen(frame.level());
      return isNew(at);
    }
    int iteration = Math.min(firstIterations, frame.iteration() + 1);
    Map<Integer, Long> counters = counters(at, frame);
    if (iteration == firstIterations) {
      shape.written(frame).stream()
          .filter(register -> !shape.steps(frame).containsKey(register))
          .filter(register -> at.scalars[register].isNamed())
          .forEach(register -> at.scalars[register] = Quantity.UNKNOWN);
    }
    if (frame.iteration() == firstIterations) {
      at.next(frame.level(), shape.modulus());
    } else if (iteration == firstIterations) {
      Map<Integer, Long> steps = new TreeMap<>(shape.steps(frame));
      counters.forEach(
          (register, now) ->
              frame.step(register, now).ifPresent(step -> steps.put(register, step)));
      steps.forEach(
          (register, step) ->
              at.scalars[register] = at.scalars[register].growing(frame.level(), step));
    }
    at.frames.push(frame.at(iteration, iteration == firstIterations ? Map.of() : counters));
    at.word = frame.head();
    return isNew(at);
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
            ScalarSteps.condition(
                at,
                instruction,
                at.scalars[instruction.code(FieldName.XA)],
                at.scalars[instruction.code(FieldName.XB)]);
        return branch(at, instruction, holds, true);
      }
      case END -> {
        order.end(at);
        at.hasEnded = true;
        return true;
      }
      case TRAP -> {
        return false;
      }
      case SET_FLAG,
          WAIT_FLAG,
          BARRIER,
          FENCE,
          GET_BUFFER,
          RELEASE_BUFFER,
          SET_CROSS_FLAG,
          WAIT_CROSS_FLAG,
          MEET_CORES -> {
        if (!leftOut.get(word)) {
          order.control(at, instruction, operation);
        }
      }
      case WRITE_SPECIAL ->
          at.special.put(
              instruction.code(FieldName.SPR), at.scalars[instruction.code(FieldName.X)]);
      case READ_SPECIAL ->
          ScalarSteps.set(
              at,
              instruction.code(FieldName.X),
              scalars.special(at, instruction.code(FieldName.SPR)));
      case SET_SPECIAL_BIT -> scalars.setBit(at, instruction, 0);
      case SET_SPECIAL_HIGH_BIT -> scalars.setBit(at, instruction, Integer.SIZE);
      case REGION_BEGIN, REGION_END, MEMORY_BARRIER -> {
        if (operation == ControlOperation.REGION_BEGIN && scopes.enter(at)) {
          return true;
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
      case MEET_COUNTED_CORES, WAIT_MEMORY ->
          throw new Proof.Doubtful(word, "which cores it waits for is a number in GM");
      case NO_OPERATION, PRINT_VALUE, PRINT, DATA_BARRIER, CACHE -> {
        /* says nothing about the order of pipes */
      }
    }
    at.word += at.hasArrived ? 0 : 1;
    return true;
  }

  private boolean back(Situation at, Quantity address) {
    long target = address.number() / Long.BYTES;
    if (!address.isNumber() || target < 0 || target >= shape.size()) {
      throw new Proof.Doubtful(at.word, "where it returns to is not known");
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
    Optional<Boolean> holds = ScalarSteps.holds(at, condition);
    if (holds.isPresent()) {
      return jump(at, holds.get() == whenNotZero ? target : at.word + 1);
    }
    if (accesses.isInScope()) {
      throw new Proof.OpenScope(
          at.word, "a condition in a vecscope depends on arguments", Optional.of(condition));
    }
    if (shape.is(at.word + 1, ControlOperation.TRAP)) {
      return assume(at, condition, whenNotZero) && jump(at, target);
    }
    boolean isFork = !shape.is(target, ControlOperation.TRAP);
    if (isFork
        && at.block.cores.size() > 1
        && !ScalarSteps.isShared(condition)
        && shape.isInBranchLoop(at.word)) {
      throw new Proof.Doubtful(
          at.word, "other cores may wait for this one, and whether its loop ends is not known");
    }
    at.block.isApart |= isFork && !ScalarSteps.isSharedByBlocks(condition);
    Situation other = at.copy();
    other.word = target;
    if (isFork && assume(other, condition, whenNotZero)) {
      proof.fork(other);
    }
    at.word++;
    return assume(at, condition, !whenNotZero);
  }

  /** Goes on where a condition is so; false when that is in no run. */
  private static boolean assume(Situation at, Quantity condition, boolean holds) {
    if (!ScalarSteps.isShared(condition)) {
      return assumeHere(at, condition, holds);
    }
    boolean exists = true;
    for (Situation each : at.block.cores) {
      exists = exists && assumeHere(each, condition, holds);
    }
    return exists;
  }

  private static boolean assumeHere(Situation at, Quantity condition, boolean holds) {
    if (!condition.isUnknown() && condition.isFixed()) {
      at.facts.put(condition.toString(), holds);
    }
    return Scalars.assume(at, condition, holds);
  }

  /** The name of a loop count that other cores may have as well, or nothing. */
  private static String count(Quantity count) {
    return ScalarSteps.isShared(count) ? count.toString() : "";
  }
}
