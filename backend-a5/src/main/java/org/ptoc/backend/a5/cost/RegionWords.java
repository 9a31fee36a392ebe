package org.ptoc.backend.a5.cost;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Effect;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.ir.cycles.IssueCost;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.build.Constants;

/**
 * The words that the operations of a vecscope become: pure operations once, in front of the loops
 * that do not change them, as later passes leave them.
 */
final class RegionWords {
  /** Rows, and vectors of a row, of loops that only the run counts. */
  private static final long ASSUMED_ROWS = 16;

  private static final long ASSUMED_VECTORS = 4;

  /** Loops with longer steps go over elements. */
  private static final long MOST_ROWS_AT_ONCE = 8;

  private final Constants constants;
  private final WordCosts table;
  private final Map<Value, Integer> numbers = new IdentityHashMap<>();
  private final Map<Value, Integer> depths = new IdentityHashMap<>();
  private final Map<Value, Value> same = new IdentityHashMap<>();
  private final List<Map<Pure, List<Value>>> known = new ArrayList<>();
  private final List<List<RegionWord>> open = new ArrayList<>();
  private final Map<IssueCost, Integer> kinds = new HashMap<>();
  private final List<IssueCost> costs = new ArrayList<>();
  private final BitSet vectors = new BitSet();
  private int words;

  private record Pure(String name, List<Object> operands, Attributes attributes) {}

  private RegionWords(Constants constants, WordCosts table) {
    this.constants = constants;
    this.table = table;
  }

  /** What the pipeline sees of the body of a vecscope. */
  static RegionBody of(List<Operation> body, Constants constants, WordCosts table) {
    RegionWords words = new RegionWords(constants, table);
    words.begin(body);
    List<RegionWord> built = words.end(new int[0]);
    return new RegionBody(
        built, List.copyOf(words.costs), words.numbers.size(), words.vectors, words.words);
  }

  private void begin(List<Operation> operations) {
    open.add(new ArrayList<>());
    known.add(new HashMap<>());
    operations.forEach(this::add);
  }

  private List<RegionWord> end(int[] kept) {
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
    Pure key = new Pure(op.name(), operands, op.attributes());
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
    Optional<IssueCost> cost = table.of(op);
    if (cost.isPresent()) {
      int[] results = numbers(op.results());
      int written = (int) Arrays.stream(results).filter(vectors::get).count();
      add(depth, cost.get(), numbers(op.operands()), results, written);
    }
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
    add(depth, WordCosts.COPY, new int[] {number(vector)}, new int[] {number(copy)}, 1);
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
    List<Integer> moving = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      if (isRegister(arguments.get(i))) {
        moving.add(i);
      }
    }
    int[] initial = moving.stream().mapToInt(at -> initial(carried.get(at))).toArray();
    int[] taken = numbersAt(arguments, moving);
    begin(body.subList(0, body.size() - 1));
    int[] next = numbersAt(body.getLast().operands(), moving);
    List<RegionWord> inner = end(next);
    open.getLast()
        .add(
            new RegionWord.Loop(
                iterations(op),
                inner,
                taken,
                initial,
                next,
                numbersAt(op.results(), moving),
                new int[0]));
  }

  private long iterations(Operation op) {
    OptionalLong from = constants.integer(op.operand(RoleName.LOWER));
    OptionalLong to = constants.integer(op.operand(RoleName.UPPER));
    OptionalLong by = constants.integer(op.operand(RoleName.STEP));
    long step = by.orElse(1);
    if (from.isPresent() && to.isPresent()) {
      return Math.max(0, Math.ceilDiv(to.getAsLong() - from.getAsLong(), step));
    }
    if (step > MOST_ROWS_AT_ONCE) {
      return ASSUMED_VECTORS;
    }
    // A loop from a number of the run takes the rows that blocks of others left.
    return from.isPresent() ? ASSUMED_ROWS / step : 0;
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
    int[] found = new int[values.size()];
    int count = 0;
    for (Value value : values) {
      if (isRegister(value)) {
        found[count++] = number(value);
      }
    }
    return Arrays.copyOf(found, count);
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
  private static List<RegionWord> withLastUses(List<RegionWord> words, int[] kept) {
    BitSet defined = new BitSet();
    words.forEach(word -> add(word.results(), defined));
    Arrays.stream(kept).forEach(defined::clear);
    RegionWord[] marked = new RegionWord[words.size()];
    for (int i = marked.length - 1; i >= 0; i--) {
      BitSet last = new BitSet();
      collectUses(words.get(i), last);
      add(words.get(i).results(), last);
      last.and(defined);
      defined.andNot(last);
      int[] uses = last.stream().toArray();
      marked[i] =
          switch (words.get(i)) {
            case RegionWord.Word word ->
                new RegionWord.Word(
                    word.kind(), word.sources(), word.results(), word.vectors(), uses);
            case RegionWord.Loop loop ->
                new RegionWord.Loop(
                    loop.iterations(),
                    loop.body(),
                    loop.arguments(),
                    loop.initial(),
                    loop.next(),
                    loop.results(),
                    uses);
          };
    }
    return List.of(marked);
  }

  private static void collectUses(RegionWord word, BitSet used) {
    switch (word) {
      case RegionWord.Word one -> add(one.sources(), used);
      case RegionWord.Loop loop -> {
        add(loop.initial(), used);
        add(loop.next(), used);
        loop.body().forEach(each -> collectUses(each, used));
      }
    }
  }

  private static void add(int[] values, BitSet set) {
    for (int value : values) {
      set.set(value);
    }
  }
}
