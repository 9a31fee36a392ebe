package org.ptoc.passes.tile;

import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Function;
import org.ptoc.ir.Location;
import org.ptoc.ir.MachineOperands;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Region;
import org.ptoc.ir.TileRoute;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.PrintRecord;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.RuntimeRule;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.storage.TileHandle;

/**
 * What lowering makes of a function for the scalar unit, run on a memory: which bytes transfers
 * move, which steps a sort has, and which rule traps. What vector units do is left out. Global
 * memory and UB are one memory; the program keeps them apart by addresses.
 */
final class ScalarRun {
  /** Bytes that a transfer moves: the first in global memory, the first in UB. */
  record Move(long view, long tile, long bytes) {}

  /** Scratch memory of lowering, in UB. */
  static final long SCRATCH = 200_000;

  /** A step of a sort. */
  enum Step {
    SORT,
    PAD,
    PAD_INDICES,
    COPY,
    ORDER
  }

  /**
   * What a profile does.
   *
   * @param numbers operands as {@link SortPlan.Steps} has them, those that it lacks are zero
   */
  record Work(Step step, List<Long> numbers) {}

  /** What is printed, and the numbers that go with it. */
  record Print(PrintRecord record, List<Long> numbers) {}

  private final Map<Value, Long> values = new IdentityHashMap<>();
  private final Map<Long, Integer> memory = new HashMap<>();
  private final List<Move> moves = new ArrayList<>();
  private final List<Work> work = new ArrayList<>();
  private final List<Print> prints = new ArrayList<>();
  private final List<Long> lines = new ArrayList<>();
  private Optional<RuntimeRule> trap = Optional.empty();

  /** Work that is no step of a sort. */
  private static final int LOAD = -1;

  private static final int STORE = -2;

  private ScalarRun() {}

  /** Lowers a function whose tiles have addresses, with checks at run time or without. */
  static Function lower(Function function, Profile profile, boolean checks, Diagnostics problems) {
    CompileOptions usual = CompileOptions.defaults();
    return lower(function, profile, usual.set(CodeSwitch.RUNTIME_CHECKS, checks), problems);
  }

  /** The same with other options. */
  static Function lower(
      Function function, Profile profile, CompileOptions options, Diagnostics problems) {
    PassContext plain = TileText.context(profile, problems);
    PassContext context = new PassContext(profile, plain.module(), options, problems);
    return new Lowering(function, context, ScalarRun::sort).apply(function);
  }

  /** The same without checks, with what a test lowers itself. */
  static Function lower(
      Function function, Profile profile, Consumer<PlacedOperands> own, Diagnostics problems) {
    return new Lowering(function, TileText.context(profile, problems), own).apply(function);
  }

  private static void sort(PlacedOperands operands) {
    if (operands.op().definition().form() == OperationForm.TILE_SORT) {
      SortPlan.of(operands, (tile, options) -> new Steps()).emit();
    }
  }

  /** Runs a lowered function, until a rule traps. */
  static ScalarRun of(Function lowered, long... arguments) {
    return of(lowered, Map.of(), arguments);
  }

  /**
   * The same.
   *
   * @param memory bytes of UB by their addresses; others are zero
   */
  static ScalarRun of(Function lowered, Map<Long, Integer> memory, long... arguments) {
    ScalarRun run = new ScalarRun();
    run.memory.putAll(memory);
    for (int i = 0; i < arguments.length; i++) {
      run.values.put(lowered.parameters().get(i), arguments[i]);
    }
    run.region(lowered.body().orElseThrow());
    return run;
  }

  List<Move> moves() {
    return moves;
  }

  List<Work> work() {
    return work;
  }

  List<Print> prints() {
    return prints;
  }

  /** Addresses of cache lines that the program drops or cleans. */
  List<Long> lines() {
    return lines;
  }

  /** Bytes by their addresses; those that are missing are zero. */
  Map<Long, Integer> memory() {
    return memory;
  }

  Optional<RuntimeRule> trap() {
    return trap;
  }

  /** The values that the end of a region hands on. */
  private List<Long> region(Region region) {
    List<Long> handedOn = List.of();
    for (Operation op : region.operations()) {
      if (trap.isPresent()) {
        return handedOn;
      }
      switch (op.definition().form()) {
        case YIELD, CONDITION -> handedOn = op.operands().stream().map(values::get).toList();
        default -> execute(op);
      }
    }
    return handedOn;
  }

  private void bind(List<Value> names, List<Long> numbers) {
    for (int i = 0; i < names.size() && trap.isEmpty(); i++) {
      values.put(names.get(i), numbers.get(i));
    }
  }

  private void counted(Operation op) {
    List<Value> arguments = op.region().arguments();
    List<Long> carried = op.operands().stream().skip(3).map(values::get).toList();
    for (long i = in(op, 0); i < in(op, 1) && trap.isEmpty(); i += in(op, 2)) {
      values.put(arguments.getFirst(), i);
      bind(arguments.subList(1, arguments.size()), carried);
      carried = region(op.region());
    }
    bind(op.results(), carried);
  }

  private void conditional(Operation op) {
    if (in(op, 0) != 0) {
      bind(op.results(), region(op.regions().getFirst()));
    } else if (op.regions().size() > 1) {
      bind(op.results(), region(op.regions().getLast()));
    }
  }

  private void repeated(Operation op) {
    List<Long> carried = op.operands().stream().map(values::get).toList();
    while (trap.isEmpty()) {
      bind(op.regions().getFirst().arguments(), carried);
      List<Long> decision = region(op.regions().getFirst());
      List<Long> handedOn = decision.subList(1, decision.size());
      if (decision.getFirst() == 0) {
        bind(op.results(), handedOn);
        return;
      }
      bind(op.regions().getLast().arguments(), handedOn);
      carried = region(op.regions().getLast());
    }
  }

  private long in(Operation op, int operand) {
    return values.get(op.operandAt(operand));
  }

  private void execute(Operation op) {
    switch (op.definition().form()) {
      case CONSTANT ->
          values.put(
              op.result(),
              op.attributes().get(AttributeName.VALUE).orElseThrow() instanceof Attribute.Int number
                  ? number.value()
                  : 0L);
      case FOR -> counted(op);
      case IF -> conditional(op);
      case WHILE -> repeated(op);
      case CACHE_DROP, CACHE_CLEAN -> lines.add(in(op, 0));
      default -> {
        if (op.name().equals("pto.store_scalar")) {
          store(op);
        } else if (op.name().equals("pto.print")) {
          print(op);
        } else if (op.name().equals("pto.load_scalar")) {
          int bytes = bits(op.result()) / Byte.SIZE;
          put(op, load(memory, in(op, 0) + bytes * in(op, 1), bytes));
        } else if (op.name().startsWith("isa.")) {
          trap =
              MachineOperands.number(op, OperandRole.TRAP)
                  .flatMap(number -> RuntimeRule.byId(number.intValue()));
        } else if (op.results().size() == 1) {
          put(op, compute(op));
        }
      }
    }
  }

  private void print(Operation op) {
    String text = op.attributes().text(AttributeName.RECORD).orElseThrow();
    PrintRecord record = PrintRecord.decode(Base64.getDecoder().decode(text), 0).orElseThrow();
    prints.add(new Print(record, op.operands().stream().map(values::get).toList()));
  }

  /** A scalar; with more operands, work that {@link Lowering} notes. */
  private void store(Operation op) {
    if (op.operands().size() == 3) {
      int bits = ((PointerType) op.operandAt(1).type()).element().bits();
      int bytes = bits / Byte.SIZE;
      store(memory, in(op, 1) + bytes * in(op, 2), bytes, in(op, 0));
      return;
    }
    List<Long> numbers = op.operands().stream().map(values::get).toList();
    int kind = numbers.getFirst().intValue();
    if (kind >= 0) {
      work.add(new Work(Step.values()[kind], numbers.subList(1, numbers.size())));
      return;
    }
    boolean loads = kind == LOAD;
    Move move = new Move(numbers.get(2), numbers.get(3), numbers.get(1));
    moves.add(move);
    for (long i = 0; i < move.bytes(); i++) {
      int moved = memory.getOrDefault((loads ? move.view() : move.tile()) + i, 0);
      memory.put((loads ? move.tile() : move.view()) + i, moved);
    }
  }

  static long load(Map<Long, Integer> memory, long address, int bytes) {
    long loaded = 0;
    for (int i = bytes - 1; i >= 0; i--) {
      loaded = loaded << Byte.SIZE | memory.getOrDefault(address + i, 0);
    }
    return loaded;
  }

  static void store(Map<Long, Integer> memory, long address, int bytes, long value) {
    for (int i = 0; i < bytes; i++) {
      memory.put(address + i, (int) (value >>> Byte.SIZE * i) & 0xFF);
    }
  }

  private static int bits(Value value) {
    return value.type() instanceof ElementType type ? type.bits() : Long.SIZE;
  }

  private void put(Operation op, long value) {
    int unused = Long.SIZE - bits(op.result());
    values.put(op.result(), value << unused >> unused);
  }

  private static long unsigned(long value, Value of) {
    int unused = Long.SIZE - bits(of);
    return value << unused >>> unused;
  }

  private long compute(Operation op) {
    long left = in(op, 0);
    if (op.operands().size() == 1) {
      return op.name().endsWith("ui") ? unsigned(left, op.operandAt(0)) : left;
    }
    long right = in(op, 1);
    return switch (op.name()) {
      case "arith.cmpi" ->
          compare(op.attributes().text(AttributeName.PREDICATE).orElseThrow(), left, right) ? 1 : 0;
      case "arith.select" -> left != 0 ? right : in(op, 2);
      case "arith.addi" -> left + right;
      case "arith.subi" -> left - right;
      case "arith.muli" -> left * right;
      case "arith.andi" -> left & right;
      case "arith.ori" -> left | right;
      case "arith.xori" -> left ^ right;
      case "arith.shli" -> left << right;
      case "arith.shrui" -> unsigned(left, op.operandAt(0)) >>> right;
      case "arith.divui" -> Long.divideUnsigned(left, right);
      case "arith.remui" -> Long.remainderUnsigned(left, right);
      case "arith.minui" -> Long.compareUnsigned(left, right) < 0 ? left : right;
      case "arith.maxsi" -> Math.max(left, right);
      case "arith.minsi" -> Math.min(left, right);
      default -> throw new IllegalArgumentException(op.name());
    };
  }

  private static boolean compare(String predicate, long left, long right) {
    int unsigned = Long.compareUnsigned(left, right);
    return switch (predicate) {
      case "eq" -> left == right;
      case "ne" -> left != right;
      case "slt" -> left < right;
      case "sle" -> left <= right;
      case "sgt" -> left > right;
      case "sge" -> left >= right;
      case "ult" -> unsigned < 0;
      case "ule" -> unsigned <= 0;
      case "ugt" -> unsigned > 0;
      case "uge" -> unsigned >= 0;
      default -> throw new IllegalArgumentException(predicate);
    };
  }

  /** A profile that moves bursts one by one, and computes nothing. */
  private static final class Lowering extends VectorCoreLowering {
    private final Consumer<PlacedOperands> own;

    Lowering(Function function, PassContext context, Consumer<PlacedOperands> own) {
      super(function, context, OptionalLong.of(SCRATCH));
      this.own = own;
    }

    @Override
    protected boolean lowerOwn(PlacedOperands operands) {
      own.accept(operands);
      return TileRoute.pipe(operands.op()).isPresent();
    }

    @Override
    protected void load(IrBuilder builder, TransferPlanner.Bursts bursts, TileHandle tile) {
      int outermost = bursts.loops().size();
      move(builder, LOAD, bursts, outermost, bursts.viewAddress(), bursts.tileAddress());
    }

    @Override
    protected void store(IrBuilder builder, TransferPlanner.Bursts bursts, TileHandle tile) {
      int outermost = bursts.loops().size();
      move(builder, STORE, bursts, outermost, bursts.viewAddress(), bursts.tileAddress());
    }

    private static void move(
        IrBuilder builder,
        int kind,
        TransferPlanner.Bursts bursts,
        int loops,
        Value view,
        Value tile) {
      if (loops == 0) {
        note(builder, kind, bursts.length(), view, tile);
        return;
      }
      TransferPlanner.Loop loop = bursts.loops().get(loops - 1);
      builder.loop(
          builder.index(0),
          builder.cast(loop.count(), ElementType.INDEX),
          builder.index(1),
          (inner, i) -> {
            Value number = inner.cast(i, ElementType.I64);
            move(
                inner,
                kind,
                bursts,
                loops - 1,
                inner.add(view, inner.mul(number, loop.viewStride())),
                inner.add(tile, inner.mul(number, inner.i64(loop.tileStride()))));
          });
    }
  }

  /** Notes work of a profile with its numbers, four of which it has at least. */
  private static void note(IrBuilder builder, int kind, Value... numbers) {
    List<Value> operands = new ArrayList<>(List.of(builder.i64(kind)));
    operands.addAll(List.of(numbers));
    while (operands.size() < 4) {
      operands.add(builder.i64(0));
    }
    builder.append(
        Operation.create(
            Op.STORE_SCALAR.definition(),
            List.of(operands, List.of(), List.of()),
            List.of(),
            Attributes.EMPTY,
            List.of(),
            Location.NONE));
  }

  private static final class Steps implements SortPlan.Steps {
    @Override
    public void sort(
        IrBuilder builder, Value destination, Value source, Value indices, Value blocks) {
      note(builder, Step.SORT.ordinal(), destination, source, indices, blocks);
    }

    @Override
    public void pad(IrBuilder builder, Value source, Value scratch, Value count) {
      note(builder, Step.PAD.ordinal(), source, scratch, count);
    }

    @Override
    public void padIndices(IrBuilder builder, Value source, Value scratch, Value count) {
      note(builder, Step.PAD_INDICES.ordinal(), source, scratch, count);
    }

    @Override
    public void copy(IrBuilder builder, Value destination, Value source, Value words) {
      note(builder, Step.COPY.ordinal(), destination, source, words);
    }

    @Override
    public void order(IrBuilder builder) {
      note(builder, Step.ORDER.ordinal());
    }
  }
}
