package org.ptoc.passes.pipe;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.CorePipe;
import org.ptoc.ir.CorePipes;
import org.ptoc.ir.Function;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Effect;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.catalog.Trait;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.PipeFault;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.ProfileFeature;
import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.TensorViewType;
import org.ptoc.ir.type.TileType;
import org.ptoc.passes.build.ScalarFolder;

/**
 * How many entries of each pipe the code of one core holds at each operation, and how often it
 * signals: an abstract interpretation over intervals (spec/70, 3.5 and 3.6). Loops whose trip count
 * the text gives are followed iteration by iteration up to a limit, other loops to a fixed point.
 * The code has no calls. A fault is certain where every run meets it, and open where only the run
 * decides.
 */
final class EntryFlow {
  /** Iterations of one loop that are followed one by one. */
  private static final int MOST_ITERATIONS = 64;

  /** Operations in such iterations. */
  private static final int MOST_STEPS = 200_000;

  private final Profile profile;
  private final CorePipes pipes;
  private final Optional<Long> subblock;
  private final Map<Value, Long> integers = new IdentityHashMap<>();
  private final Set<Value> ofBlock = Collections.newSetFromMap(new IdentityHashMap<>());
  private final List<Finding> certain = new ArrayList<>();
  private final Map<Operation, Set<Open>> open = new IdentityHashMap<>();
  private final Map<String, Operation> firsts = new HashMap<>();
  private final Set<Operation> divergentMeetings =
      Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<Operation> blocked = Collections.newSetFromMap(new IdentityHashMap<>());
  private State last = new State();

  /** Conditions around the current operation whose outcome is unknown. */
  private int conditions;

  private int steps;

  /**
   * A fault of every run.
   *
   * @param slots slots of the local ring, 0 where entries stay in the slots of the pipe
   * @param earlier the operation that the fault is about: a pop, an allocation or a release
   */
  record Finding(PipeFault fault, Operation op, long slots, Optional<Operation> earlier) {}

  /**
   * A fault that only the run can exclude.
   *
   * @param ring key of the ring
   * @param isCopied true if the entry lies in a local ring, not in a slot of the pipe
   * @param entry the popped or allocated value of an entry that is used, else empty
   */
  record Open(PipeFault fault, String ring, boolean isCopied, Optional<Value> entry) {
    /** True if it takes a count of released or announced entries to exclude it. */
    boolean needsCount() {
      return fault != PipeFault.RELEASED || !isCopied;
    }
  }

  /** An entry behind a value: how many operations of its kind later it is given back. */
  private record Handle(
      String ring, OperationForm ending, Value entry, Span left, Optional<Operation> ended) {
    Handle join(Handle other) {
      return new Handle(
          ring, ending, entry, left.join(other.left), ended.filter(at -> other.ended.isPresent()));
    }
  }

  /** One direction of a pipe at an end. */
  private static final class Counts {
    final CorePipe.End end;
    final boolean isCopied;
    Span held = Span.ZERO;
    Span allocated = Span.ZERO;
    List<Operation> pops = List.of();
    Optional<Operation> lastFree = Optional.empty();
    Optional<Operation> lastAllocation = Optional.empty();

    Counts(CorePipe.End end, boolean isCopied) {
      this.end = end;
      this.isCopied = isCopied;
    }

    Counts copy() {
      Counts copy = new Counts(end, isCopied);
      copy.held = held;
      copy.allocated = allocated;
      copy.pops = pops;
      copy.lastFree = lastFree;
      copy.lastAllocation = lastAllocation;
      return copy;
    }

    /** Slots of the local ring, or 0 where entries stay in the slots of the pipe. */
    long localSlots() {
      return isCopied ? end.localSlots() : 0;
    }
  }

  /** What is known in front of an operation. */
  private static final class State {
    final Map<String, Counts> rings = new LinkedHashMap<>();
    final Map<Value, Handle> handles = new IdentityHashMap<>();
    final Map<String, Span> totals = new LinkedHashMap<>();

    State copy() {
      State copy = new State();
      rings.forEach((key, counts) -> copy.rings.put(key, counts.copy()));
      copy.handles.putAll(handles);
      copy.totals.putAll(totals);
      return copy;
    }

    void count(String what) {
      totals.merge(what, Span.of(1), Span::plus);
    }

    /** Makes this the state of two ways that meet; with {@code widen} bounds may not move on. */
    void join(State other, boolean widen) {
      other.rings.forEach(
          (key, their) -> {
            Counts own = rings.get(key);
            if (own == null) {
              rings.put(key, their.copy());
              return;
            }
            own.held = joined(own.held, their.held, widen);
            own.allocated = joined(own.allocated, their.allocated, widen);
            own.pops = own.pops.equals(their.pops) ? own.pops : List.of();
          });
      handles.keySet().retainAll(other.handles.keySet());
      handles.replaceAll(
          (value, handle) -> {
            Handle both = handle.join(Objects.requireNonNull(other.handles.get(value)));
            return new Handle(
                both.ring,
                both.ending,
                both.entry,
                joined(handle.left, both.left, widen),
                both.ended);
          });
      for (String key : new HashSet<>(other.totals.keySet())) {
        totals.merge(key, total(other, key), Span::join);
      }
      totals.replaceAll((key, span) -> span.join(total(other, key)));
    }

    private static Span joined(Span own, Span their, boolean widen) {
      Span both = own.join(their);
      return widen ? own.widen(both) : both;
    }

    static Span total(State state, String key) {
      return state.totals.getOrDefault(key, Span.ZERO);
    }

    /** True if nothing that decides about faults differs. */
    boolean agrees(State other) {
      return rings.keySet().equals(other.rings.keySet())
          && rings.entrySet().stream()
              .allMatch(
                  each -> {
                    Counts their = Objects.requireNonNull(other.rings.get(each.getKey()));
                    return each.getValue().held.equals(their.held)
                        && each.getValue().allocated.equals(their.allocated);
                  })
          && handles.keySet().equals(other.handles.keySet())
          && handles.entrySet().stream()
              .allMatch(
                  each ->
                      each.getValue()
                          .left
                          .equals(Objects.requireNonNull(other.handles.get(each.getKey())).left));
    }
  }

  private EntryFlow(Profile profile, CorePipes pipes, Optional<Long> subblock) {
    this.profile = profile;
    this.pipes = pipes;
    this.subblock = subblock;
  }

  /**
   * Interprets a function without calls.
   *
   * @param subblock the number of the vector core; empty on the cube core
   */
  static EntryFlow of(
      Function function, Profile profile, CorePipes pipes, Optional<Long> subblock) {
    EntryFlow flow = new EntryFlow(profile, pipes, subblock);
    function
        .body()
        .ifPresent(
            body -> {
              function.parameters().forEach(flow::parameter);
              flow.walk(body, flow.last);
            });
    return flow;
  }

  /** The flow of a core that has nothing to do. */
  static EntryFlow ofNothing(Profile profile, CorePipes pipes) {
    return new EntryFlow(profile, pipes, Optional.empty());
  }

  private void parameter(Value value) {
    if (value.name().equals(PipeLowering.SUBBLOCK_PARAMETER)) {
      subblock.ifPresent(number -> integers.put(value, number));
    } else if (value.name().equals("__pypto_spmd_block_idx")) {
      ofBlock.add(value);
    }
  }

  /** Faults of every run, one for each operation and kind. */
  List<Finding> certain() {
    return List.copyOf(certain);
  }

  /** All faults that only the run can exclude. */
  Map<Operation, Set<Open>> open() {
    return open;
  }

  /** How often the code does something: {@code push}, {@code pop} of a ring, a signal, a wait. */
  Map<String, Span> totals() {
    return last.totals;
  }

  /** The first operation that does it. */
  Operation first(String what) {
    return Objects.requireNonNull(firsts.get(what));
  }

  /** The operations that open ends of pipes. */
  List<Operation> opened() {
    return last.rings.values().stream().map(counts -> counts.end.operation()).distinct().toList();
  }

  /** Meetings of all cores that only some blocks come to. */
  Set<Operation> divergentMeetings() {
    return divergentMeetings;
  }

  /** Pops that wait for ever, because all slots hold entries that were popped. */
  Set<Operation> blocked() {
    return blocked;
  }

  /** Pops of entries that are never released, and allocations that are never announced. */
  List<Operation> left() {
    List<Operation> left = new ArrayList<>();
    for (Counts counts : last.rings.values()) {
      if (counts.held.low() > 0) {
        left.addAll(counts.pops.stream().distinct().toList());
      }
      if (counts.allocated.low() > 0) {
        left.addAll(counts.lastAllocation.stream().toList());
      }
    }
    return left;
  }

  // Operations.

  private void walk(Region region, State state) {
    for (Operation op : region.operations()) {
      steps++;
      step(op, state);
    }
  }

  private void step(Operation op, State state) {
    switch (op.definition().form()) {
      case OPEN_PIPE -> open(op, state);
      case PIPE_PUSH -> push(op, state);
      case PIPE_ALLOCATE -> allocate(op, state);
      case PIPE_POP -> pop(op, state);
      case PIPE_FREE -> free(op, state);
      case CORE_SIGNAL -> {
        String what = signal(op);
        firsts.putIfAbsent(what, op);
        state.count(what);
      }
      case ALL_CORES -> {
        firsts.putIfAbsent("meet", op);
        state.count("meet");
      }
      case IF -> branch(op, state);
      case FOR -> loop(op, state);
      case WHILE -> repeat(op, state);
      default -> plain(op, state);
    }
  }

  /** A signal or wait by its scope and number; one of any number where only the run knows it. */
  private String signal(Operation op) {
    boolean waits = op.definition().word() == Mnemonic.XWAIT;
    String scope =
        op.definition().has(Trait.ALL_BLOCKS)
            ? "mode 0"
            : profile.has(ProfileFeature.CONNECTED_CORES)
                    && (op.definition().has(Trait.BETWEEN_TWO_CORES) || pipes.isBetweenTwoCores(op))
                ? "directed"
                : "mode " + op.attributes().integer(AttributeName.FFTS_MODE).orElse(2L);
    Optional<Long> id =
        op.attributes()
            .integer(AttributeName.ID)
            .or(() -> op.optional(RoleName.ID_VALUE).map(integers::get));
    return (waits ? "wait " : "set ") + scope + " " + id.map(String::valueOf).orElse("?");
  }

  static String ring(Operation op, int direction) {
    return (op.definition().has(Trait.CUBE_CORE) ? "cube " : "vector ")
        + op.attributes().integer(AttributeName.ID).orElse(0L)
        + " "
        + direction;
  }

  private void open(Operation op, State state) {
    CorePipe.End end = new CorePipe.End(op, "", Optional.empty(), Optional.empty());
    boolean global =
        !profile.has(ProfileFeature.CONNECTED_CORES)
            || op.optional(RoleName.GM_SLOT_TENSOR).isPresent();
    for (int direction : new int[] {CorePipe.TO_VECTOR, CorePipe.TO_CUBE}) {
      if (end.isFor(direction)) {
        boolean buffer =
            op.optional(
                    direction == CorePipe.TO_VECTOR
                        ? RoleName.C2V_CONSUMER_BUF
                        : RoleName.V2C_CONSUMER_BUF)
                .isPresent();
        state.rings.put(ring(op, direction), new Counts(end, global && buffer));
      }
    }
  }

  private Optional<Counts> counts(Operation op, State state) {
    return Optional.ofNullable(state.rings.get(ring(op, CorePipe.direction(op))));
  }

  private void count(Operation op, String what, State state) {
    String key = what + " " + ring(op, CorePipe.direction(op));
    firsts.putIfAbsent(key, op);
    state.count(key);
  }

  private void push(Operation op, State state) {
    Optional<Counts> found = counts(op, state);
    if (op.operand(RoleName.ENTRY).type() instanceof TensorViewType) {
      found.ifPresent(
          counts -> {
            require(PipeFault.NOT_ALLOCATED, counts.allocated, op, counts, Optional.empty());
            counts.allocated = counts.allocated.plus(-1);
            tick(op, state);
          });
    } else {
      plain(op, state);
    }
    count(op, "push", state);
  }

  private void allocate(Operation op, State state) {
    counts(op, state)
        .ifPresent(
            counts -> {
              exclude(PipeFault.NOT_PUSHED, counts.allocated, 1, op, counts, counts.lastAllocation);
              counts.allocated = counts.allocated.plus(1);
              counts.lastAllocation = Optional.of(op);
              hold(op, OperationForm.PIPE_PUSH, counts.allocated, state);
            });
  }

  private void pop(Operation op, State state) {
    counts(op, state)
        .ifPresent(
            counts -> {
              boolean copied = counts.isCopied && op.result().type() instanceof TileType;
              if (copied) {
                exclude(
                    PipeFault.SLOT_HELD,
                    counts.held,
                    counts.end.localSlots(),
                    op,
                    counts,
                    counts.pops.stream().findFirst());
                tick(op, state);
                hold(op, OperationForm.PIPE_POP, Span.of(counts.end.localSlots()), state);
              }
              if (!copied && conditions == 0 && counts.held.low() >= counts.end.slots()) {
                blocked.add(op);
              }
              boolean follows = counts.pops.size() == counts.held.high();
              counts.held = counts.held.plus(1);
              List<Operation> pops = new ArrayList<>(follows ? counts.pops : List.of());
              pops.add(op);
              counts.pops = follows && pops.size() <= MOST_ITERATIONS ? pops : List.of();
              if (!copied) {
                hold(op, OperationForm.PIPE_FREE, counts.held, state);
              }
            });
    count(op, "pop", state);
  }

  private void free(Operation op, State state) {
    counts(op, state)
        .ifPresent(
            counts -> {
              require(PipeFault.NOT_POPPED, counts.held, op, counts, counts.lastFree);
              counts.held = counts.held.plus(-1);
              counts.pops =
                  counts.pops.isEmpty() ? counts.pops : counts.pops.subList(1, counts.pops.size());
              counts.lastFree = Optional.of(op);
              tick(op, state);
            });
    count(op, "free", state);
  }

  private static void hold(Operation op, OperationForm ending, Span left, State state) {
    String ring = ring(op, CorePipe.direction(op));
    state.handles.put(op.result(), new Handle(ring, ending, op.result(), left, Optional.empty()));
  }

  /** An operation that gives an entry of its ring back. */
  private static void tick(Operation op, State state) {
    String ring = ring(op, CorePipe.direction(op));
    state.handles.replaceAll(
        (value, handle) ->
            handle.ring.equals(ring)
                    && handle.ending == op.definition().form()
                    && handle.left.high() > 0
                ? new Handle(
                    ring, handle.ending, handle.entry, handle.left.plus(-1), Optional.of(op))
                : handle);
  }

  /** A fault where a count is 0. */
  private void require(
      PipeFault fault, Span count, Operation op, Counts counts, Optional<Operation> earlier) {
    judge(fault, count.high() == 0, count.low() == 0, op, counts, earlier);
  }

  /** A fault where a count has come to a limit. */
  private void exclude(
      PipeFault fault,
      Span count,
      long limit,
      Operation op,
      Counts counts,
      Optional<Operation> earlier) {
    judge(fault, count.low() >= limit, count.high() >= limit, op, counts, earlier);
  }

  private void judge(
      PipeFault fault,
      boolean always,
      boolean sometimes,
      Operation op,
      Counts counts,
      Optional<Operation> earlier) {
    found(
        new Finding(fault, op, fault == PipeFault.SLOT_HELD ? counts.localSlots() : 0, earlier),
        new Open(
            fault,
            ring(op, CorePipe.direction(op)),
            fault == PipeFault.SLOT_HELD,
            Optional.empty()),
        always,
        sometimes);
  }

  private void found(Finding finding, Open doubt, boolean always, boolean sometimes) {
    if (always && conditions == 0) {
      boolean follows = finding.earlier.filter(op -> isFaulty(op, PipeFault.SLOT_HELD)).isPresent();
      if (!follows && !isFaulty(finding.op, finding.fault)) {
        certain.add(finding);
      }
    } else if (sometimes) {
      open.computeIfAbsent(finding.op, key -> new HashSet<>()).add(doubt);
    }
  }

  private boolean isFaulty(Operation op, PipeFault fault) {
    return certain.stream().anyMatch(each -> each.op == op && each.fault == fault);
  }

  /** Uses of entries, names for them, and what is known of integers. */
  private void plain(Operation op, State state) {
    OperationForm form = op.definition().form();
    boolean accesses =
        switch (form) {
          case SET_VALID, GET_VALID, VALID_EXTENT, VIEW_QUERY -> false;
          default -> form.effect() == Effect.READ || form.effect() == Effect.WRITE;
        };
    if (accesses && !state.handles.isEmpty()) {
      for (Value operand : op.operands()) {
        use(op, operand, state);
      }
    }
    OptionalInt role = form.memoryRole();
    if (role.isPresent() && !op.group(role.getAsInt()).isEmpty()) {
      Handle handle = state.handles.get(op.group(role.getAsInt()).getFirst());
      if (handle != null) {
        op.results().forEach(result -> state.handles.put(result, handle));
        for (int i = form.inputRoles(); form.isTile() && i < form.operands().size(); i++) {
          op.group(i).forEach(result -> state.handles.put(result, handle));
        }
      }
    }
    if (op.operands().stream().anyMatch(ofBlock::contains)
        || form == OperationForm.QUERY && op.definition().register() == SpecialRegister.BLOCK_IDX) {
      ofBlock.addAll(op.results());
    }
    if (op.results().size() == 1 && op.result().type() instanceof ElementType) {
      set(op.result(), integer(op));
    }
    op.regions().forEach(region -> walk(region, state));
  }

  private void use(Operation op, Value operand, State state) {
    Handle handle = state.handles.get(operand);
    Counts counts = handle == null ? null : state.rings.get(handle.ring);
    if (handle == null || counts == null) {
      return;
    }
    boolean copied = handle.ending == OperationForm.PIPE_POP;
    long slots = copied ? counts.localSlots() : 0;
    found(
        new Finding(PipeFault.RELEASED, op, slots, handle.ended),
        new Open(PipeFault.RELEASED, handle.ring, copied, Optional.of(handle.entry)),
        handle.left.high() == 0,
        handle.left.low() == 0);
  }

  // Integers.

  private void set(Value value, OptionalLong number) {
    if (number.isPresent()) {
      integers.put(value, number.getAsLong());
    } else {
      integers.remove(value);
    }
  }

  private OptionalLong known(Value value) {
    Long number = integers.get(value);
    return number == null ? OptionalLong.empty() : OptionalLong.of(number);
  }

  private OptionalLong integer(Operation op) {
    if (op.definition().form() == OperationForm.CONSTANT) {
      return op.attributes().get(AttributeName.VALUE).orElse(Attribute.Unit.UNIT)
              instanceof Attribute.Int number
          ? OptionalLong.of(number.value())
          : OptionalLong.empty();
    }
    if (op.definition().form() == OperationForm.QUERY) {
      return op.definition().register() == SpecialRegister.SUBBLOCK_IDX && subblock.isPresent()
          ? OptionalLong.of(subblock.get())
          : OptionalLong.empty();
    }
    return switch (op.definition().form()) {
      case INTEGER_BINARY, INTEGER_COMPARE, SCALAR_CAST, SELECT_SCALAR ->
          ScalarFolder.fold(op, this::known);
      default -> OptionalLong.empty();
    };
  }

  // Control flow.

  private void branch(Operation op, State state) {
    OptionalLong condition = known(op.operand(RoleName.CONDITION));
    if (condition.isPresent()) {
      int taken = condition.getAsLong() != 0 ? 0 : 1;
      if (taken < op.regions().size()) {
        walk(op.regions().get(taken), state);
        pass(end(op.regions().get(taken)), op.results(), state);
      }
      return;
    }
    conditions++;
    State other = state.copy();
    walk(op.regions().getFirst(), state);
    pass(end(op.regions().getFirst()), op.results(), state);
    Map<Value, Long> numbers = new IdentityHashMap<>();
    op.results().forEach(value -> known(value).ifPresent(number -> numbers.put(value, number)));
    if (op.regions().size() > 1) {
      walk(op.regions().getLast(), other);
      pass(end(op.regions().getLast()), op.results(), other);
    }
    for (Value value : op.results()) {
      OptionalLong one = known(value);
      if (one.isPresent() && !Objects.equals(numbers.get(value), one.getAsLong())) {
        integers.remove(value);
      }
    }
    if (ofBlock.contains(op.operand(RoleName.CONDITION))
        && !State.total(state, "meet").equals(State.total(other, "meet"))) {
      divergentMeetings.add(first("meet"));
    }
    state.join(other, false);
    conditions--;
  }

  /** The values that a region ends with. */
  private static List<Value> end(Region region) {
    return region.operations().isEmpty()
        ? List.of()
        : region.operations().getLast().group(RoleName.VALUES);
  }

  /** Hands values on to others: entries and integers, all at once. */
  private void pass(List<Value> from, List<Value> to, State state) {
    List<Optional<Handle>> handles =
        from.stream().map(value -> Optional.ofNullable(state.handles.get(value))).toList();
    List<OptionalLong> numbers = from.stream().map(this::known).toList();
    for (int i = 0; i < to.size() && i < from.size(); i++) {
      set(to.get(i), numbers.get(i));
      if (ofBlock.contains(from.get(i))) {
        ofBlock.add(to.get(i));
      }
      if (handles.get(i).isPresent()) {
        state.handles.put(to.get(i), handles.get(i).get());
      } else {
        state.handles.remove(to.get(i));
      }
    }
  }

  private void loop(Operation op, State state) {
    Region body = op.region();
    Value index = body.arguments().getFirst();
    List<Value> carried = body.arguments().subList(1, body.arguments().size());
    OptionalLong lower = known(op.operand(RoleName.LOWER));
    OptionalLong upper = known(op.operand(RoleName.UPPER));
    OptionalLong step = known(op.operand(RoleName.STEP));
    List<Value> init = op.group(RoleName.INIT);
    boolean counted =
        lower.isPresent() && upper.isPresent() && step.isPresent() && step.getAsLong() > 0;
    long trips =
        counted
            ? Math.max(0, Math.ceilDiv(upper.getAsLong() - lower.getAsLong(), step.getAsLong()))
            : 0;
    long done = 0;
    pass(init, carried, state);
    while (counted && done < Math.min(trips, MOST_ITERATIONS) && steps < MOST_STEPS) {
      set(index, OptionalLong.of(lower.getAsLong() + done * step.getAsLong()));
      walk(body, state);
      pass(end(body), carried, state);
      done++;
    }
    if (!counted || done < trips) {
      Span rest = counted ? Span.of(trips - done) : new Span(0, Span.MANY);
      settle(
          state,
          rest,
          carried,
          each -> {
            integers.remove(index);
            walk(body, each);
            pass(end(body), carried, each);
          });
    }
    pass(carried, op.results(), state);
  }

  /** A part of a loop. */
  private interface Part {
    void run(State state);
  }

  /** Brings a state to what holds behind any number of iterations; totals follow their count. */
  private void settle(State state, Span trips, List<Value> carried, Part iteration) {
    conditions++;
    State fixed = state.copy();
    State next;
    int rounds = 0;
    do {
      carried.forEach(integers::remove);
      next = fixed.copy();
      iteration.run(next);
      State joined = fixed.copy();
      joined.join(next, rounds > 2);
      if (joined.agrees(fixed) || rounds > 20) {
        break;
      }
      fixed = joined;
      rounds++;
    } while (true);
    carried.forEach(integers::remove);
    State done = trips.low() > 0 ? next : fixed;
    for (String key : new HashSet<>(next.totals.keySet())) {
      Span each = State.total(next, key).since(State.total(fixed, key));
      done.totals.put(key, State.total(state, key).plus(each.times(trips)));
    }
    state.rings.clear();
    state.rings.putAll(done.rings);
    state.handles.clear();
    state.handles.putAll(done.handles);
    state.totals.putAll(done.totals);
    conditions--;
  }

  private void repeat(Operation op, State state) {
    Region before = op.regions().getFirst();
    Region after = op.regions().getLast();
    pass(op.group(RoleName.INIT), before.arguments(), state);
    for (int i = 0; i < MOST_ITERATIONS && steps < MOST_STEPS; i++) {
      State tried = state.copy();
      conditions++;
      walk(before, tried);
      conditions--;
      OptionalLong condition = known(condition(before));
      if (condition.isEmpty()) {
        break;
      }
      walk(before, state);
      pass(end(before), condition.getAsLong() != 0 ? after.arguments() : op.results(), state);
      if (condition.getAsLong() == 0) {
        return;
      }
      walk(after, state);
      pass(end(after), before.arguments(), state);
    }
    settle(
        state,
        new Span(0, Span.MANY),
        before.arguments(),
        each -> {
          walk(before, each);
          pass(end(before), after.arguments(), each);
          walk(after, each);
          pass(end(after), before.arguments(), each);
        });
    conditions++;
    walk(before, state);
    conditions--;
    pass(end(before), op.results(), state);
  }

  private static Value condition(Region before) {
    return before.operations().getLast().operand(RoleName.CONDITION);
  }
}
