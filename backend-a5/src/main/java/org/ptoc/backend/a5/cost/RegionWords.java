package org.ptoc.backend.a5.cost;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Effect;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.cycles.ConstantTable;
import org.ptoc.ir.cycles.IssueCost;
import org.ptoc.ir.cycles.IssueSlot;
import org.ptoc.ir.cycles.MicroOperationTables;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.InstructionDefinition;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.isa.Pipe;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.PointerType;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.codegen.DataTypes;

/**
 * The words that the operations of a vecscope become: pure operations once, in front of the loops
 * that do not change them, as later passes leave them.
 */
final class RegionWords {
  /** Iterations of a loop that only the run counts. */
  private static final long ASSUMED_ITERATIONS = 16;

  private static final ConstantTable COSTS = MicroOperationTables.calibrated();

  private static final IssueCost COPY =
      cost(InstructionTable.of(Profile.A5).get(Mnemonic.VMOV), DataType.U8, DataType.NONE)
          .orElseThrow();

  private final Constants constants;
  private final Map<Value, Integer> numbers = new IdentityHashMap<>();
  private final Map<Value, Integer> depths = new IdentityHashMap<>();
  private final Map<Value, Value> same = new IdentityHashMap<>();
  private final List<Map<Pure, List<Value>>> known = new ArrayList<>();
  private final List<List<RegionWord>> open = new ArrayList<>();
  private final Map<IssueCost, Integer> kinds = new HashMap<>();
  private final List<IssueCost> costs = new ArrayList<>();
  private final BitSet vectors = new BitSet();
  private int words;

  private record Pure(OpDefinition definition, List<Object> operands, Attributes attributes) {}

  private RegionWords(Constants constants) {
    this.constants = constants;
  }

  /** What the pipeline sees of the body of a vecscope. */
  static RegionBody of(List<Operation> body, Constants constants) {
    RegionWords words = new RegionWords(constants);
    List<RegionWord> built = words.block(body, Set.of());
    return new RegionBody(
        built, List.copyOf(words.costs), words.numbers.size(), words.vectors, words.words);
  }

  private List<RegionWord> block(List<Operation> operations, Set<Integer> kept) {
    open.add(new ArrayList<>());
    known.add(new HashMap<>());
    operations.forEach(this::add);
    known.removeLast();
    return withLastUses(open.removeLast(), kept);
  }

  private void add(Operation op) {
    if (op.definition() == Op.FOR.definition()) {
      loop(op);
    } else if (op.definition().form() == OperationForm.VECTOR_BITCAST
        || op.definition().form() == OperationForm.MASK_BITCAST) {
      same.put(op.result(), canonical(op.operandAt(0)));
    } else if (op.definition().form().effect() == Effect.NONE) {
      pure(op);
    } else {
      word(op, open.size() - 1);
      op.regions().forEach(region -> region.operations().forEach(this::add));
    }
  }

  private void pure(Operation op) {
    List<Object> operands = new ArrayList<>();
    int depth = 0;
    for (Value value : op.operands()) {
      Value operand = canonical(value);
      operands.add(constants.get(operand).map(Object.class::cast).orElse(operand));
      depth = Math.max(depth, depths.getOrDefault(operand, 0));
    }
    Pure key = new Pure(op.definition(), operands, op.attributes());
    for (int level = 0; level <= depth; level++) {
      List<Value> before = known.get(level).get(key);
      if (before != null && before.getFirst().type().equals(op.results().getFirst().type())) {
        for (int i = 0; i < before.size(); i++) {
          same.put(op.result(i), before.get(i));
        }
        return;
      }
    }
    known.get(depth).put(key, op.results());
    word(op, depth);
  }

  private void word(Operation op, int depth) {
    for (Value result : op.results()) {
      depths.put(result, depth);
    }
    Optional<IssueCost> cost = cost(op);
    if (cost.isEmpty()) {
      return;
    }
    int written = (int) op.results().stream().filter(RegionWords::isVector).count();
    add(depth, cost.get(), numbers(op.operands()), numbers(op.results()), written);
  }

  private void add(int depth, IssueCost cost, int[] sources, int[] results, int written) {
    int kind =
        kinds.computeIfAbsent(
            cost,
            each -> {
              costs.add(each);
              return costs.size() - 1;
            });
    words++;
    open.get(depth).add(new RegionWord.Word(kind, sources, results, written, new int[0]));
  }

  /** The number of a vector that a loop changes; one from outside of the block is copied first. */
  private int initial(Value value) {
    Value vector = canonical(value);
    int depth = open.size() - 1;
    if (!isVector(vector) || depths.getOrDefault(vector, 0) == depth) {
      return number(value);
    }
    Value copy = new Value(vector.type());
    add(depth, COPY, new int[] {number(vector)}, new int[] {number(copy)}, 1);
    return number(copy);
  }

  private void loop(Operation op) {
    Value variable = op.region().arguments().getFirst();
    List<Value> arguments = op.region().arguments().subList(1, op.region().arguments().size());
    List<Operation> body = op.region().operations();
    int depth = open.size();
    depths.put(variable, depth);
    arguments.forEach(argument -> depths.put(argument, depth));
    op.results().forEach(result -> depths.put(result, depth - 1));
    List<Value> carried = op.groups().getLast();
    List<Integer> kept = new ArrayList<>();
    List<Integer> moving = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      if (isRegister(arguments.get(i))) {
        kept.add(number(arguments.get(i)));
        moving.add(i);
      }
    }
    int[] first = moving.stream().mapToInt(position -> initial(carried.get(position))).toArray();
    // What an iteration hands on is known behind its body.
    List<RegionWord> inner = block(body.subList(0, body.size() - 1), Set.of());
    int[] next = numbersAt(body.getLast().operands(), moving);
    Set<Integer> handedOn = new HashSet<>();
    Arrays.stream(next).forEach(handedOn::add);
    open.getLast()
        .add(
            new RegionWord.Loop(
                iterations(op),
                withLastUses(inner, handedOn),
                kept.stream().mapToInt(Integer::intValue).toArray(),
                first,
                next,
                numbersAt(op.results(), moving),
                new int[0]));
  }

  private long iterations(Operation op) {
    OptionalLong from = constants.integer(op.operand(RoleName.LOWER));
    OptionalLong to = constants.integer(op.operand(RoleName.UPPER));
    OptionalLong by = constants.integer(op.operand(RoleName.STEP));
    return from.isPresent() && to.isPresent() && by.isPresent()
        ? Math.max(0, Math.ceilDiv(to.getAsLong() - from.getAsLong(), by.getAsLong()))
        : ASSUMED_ITERATIONS;
  }

  // Values.

  private Value canonical(Value value) {
    return same.getOrDefault(value, value);
  }

  private int number(Value value) {
    return numbers.computeIfAbsent(
        canonical(value),
        each -> {
          vectors.set(numbers.size(), isVector(each));
          return numbers.size();
        });
  }

  private int[] numbers(List<Value> values) {
    return values.stream().filter(RegionWords::isRegister).mapToInt(this::number).toArray();
  }

  private int[] numbersAt(List<Value> values, List<Integer> positions) {
    return positions.stream().mapToInt(position -> number(values.get(position))).toArray();
  }

  private static boolean isVector(Value value) {
    return value.type() instanceof VectorRegisterType;
  }

  private static boolean isRegister(Value value) {
    return isVector(value) || value.type() instanceof MaskType;
  }

  /** The same words, each with the values of the block that it is the last to read. */
  private static List<RegionWord> withLastUses(List<RegionWord> words, Set<Integer> kept) {
    Set<Integer> defined = new HashSet<>();
    words.forEach(word -> Arrays.stream(results(word)).forEach(defined::add));
    Set<Integer> seen = new HashSet<>(kept);
    List<RegionWord> reversed = new ArrayList<>();
    for (RegionWord word : words.reversed()) {
      Set<Integer> used = new HashSet<>();
      collectUses(word, used);
      Arrays.stream(results(word)).forEach(used::add);
      int[] last =
          used.stream()
              .filter(value -> defined.contains(value) && seen.add(value))
              .mapToInt(Integer::intValue)
              .toArray();
      reversed.add(
          switch (word) {
            case RegionWord.Word(var kind, var sources, var results, var vectors, var uses) ->
                new RegionWord.Word(kind, sources, results, vectors, last);
            case RegionWord.Loop loop ->
                new RegionWord.Loop(
                    loop.iterations(),
                    loop.body(),
                    loop.arguments(),
                    loop.initial(),
                    loop.next(),
                    loop.results(),
                    last);
          });
    }
    return reversed.reversed();
  }

  private static int[] results(RegionWord word) {
    return switch (word) {
      case RegionWord.Word one -> one.results();
      case RegionWord.Loop loop -> loop.results();
    };
  }

  private static void collectUses(RegionWord word, Set<Integer> used) {
    switch (word) {
      case RegionWord.Word one -> Arrays.stream(one.sources()).forEach(used::add);
      case RegionWord.Loop loop -> {
        Arrays.stream(loop.initial()).forEach(used::add);
        Arrays.stream(loop.next()).forEach(used::add);
        loop.body().forEach(each -> collectUses(each, used));
      }
    }
  }

  // Costs.

  /** The costs of the word that an operation becomes; empty for work of the scalar unit. */
  private static Optional<IssueCost> cost(Operation op) {
    boolean fromLane = op.definition() == Op.VDUP.definition() && isVector(op.operandAt(0));
    InstructionTable table = InstructionTable.of(Profile.A5);
    Optional<InstructionDefinition> row =
        (fromLane ? Optional.of(table.get(Mnemonic.VDUPL)) : op.definition().instruction(table))
            .filter(each -> each.pipe() == Pipe.V);
    DataType type = type(op.operands()).or(() -> type(op.results())).orElse(DataType.NONE);
    DataType result = type(op.results()).filter(to -> to != type).orElse(DataType.NONE);
    return row.flatMap(each -> cost(each, type, result))
        .filter(
            found -> found.slot() != IssueSlot.NONE && found.slot() != IssueSlot.MEMORY_BARRIER);
  }

  private static Optional<IssueCost> cost(
      InstructionDefinition row, DataType type, DataType result) {
    return COSTS.find(row, type, result, type).map(found -> IssueCost.of(row, type, found));
  }

  private static Optional<DataType> type(List<Value> values) {
    for (Value value : values) {
      if (value.type() instanceof VectorRegisterType vector) {
        return Optional.of(DataTypes.ofParameter(vector.element()));
      }
      if (value.type() instanceof PointerType pointer) {
        return Optional.of(DataTypes.ofParameter(pointer.element()));
      }
    }
    return Optional.empty();
  }
}
