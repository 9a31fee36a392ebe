package org.ptoc.passes.recipe;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.ptoc.ir.catalog.TileExpression;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneFunction;
import org.ptoc.ir.isa.RoundingMode;
import org.ptoc.passes.recipe.Rewrite.Condition;

/**
 * Gives a tile expression types and turns it into steps that a profile has instructions for. An
 * expression that the pattern of a row matches is replaced by the body of the row, the first row
 * that fits; equal steps become one, and loop-invariant steps move before the loop.
 */
public final class Legalizer {
  private static final Map<String, RoundingMode> INTEGRAL =
      Map.of(
          "trunc", RoundingMode.TOWARD_ZERO,
          "floor", RoundingMode.DOWN,
          "round", RoundingMode.NEAREST_EVEN);

  private final List<Rewrite> rows;
  private final Set<Condition> conditions;
  private DataType element;
  private final List<RecipeStep> steps = new ArrayList<>();
  private final List<Integer> depths = new ArrayList<>();
  private final List<Region> regions = new ArrayList<>(List.of(new Region()));

  /** The steps at one depth of loops, and the numbers of those that can be used again. */
  private record Region(List<Integer> order, Map<RecipeStep, Integer> known) {
    Region() {
      this(new ArrayList<>(), new HashMap<>());
    }
  }

  /** The meaning of a name: a number that takes the type of the other operand, or a step. */
  private sealed interface Meaning {}

  private record Literal(long value) implements Meaning {}

  private record Numbered(int step) implements Meaning {}

  private Legalizer(List<Rewrite> rows, Set<Condition> conditions, DataType element) {
    this.rows = rows;
    this.conditions = conditions;
    this.element = element;
  }

  /**
   * The recipe of an expression on a profile.
   *
   * @param rows of the profile, the more special ones first
   * @param operands by the names that the expression has for them
   * @param element the type of the elements of the result
   * @throws IllegalStateException for an expression that no row gives instructions for
   */
  public static Recipe recipe(
      TileExpression expression,
      Map<String, RecipeStep.Operand> operands,
      DataType element,
      List<Rewrite> rows,
      Set<Condition> conditions) {
    Legalizer legalizer = new Legalizer(rows, conditions, element);
    Map<String, Meaning> names = new HashMap<>();
    operands.forEach((name, operand) -> names.put(name, new Numbered(legalizer.add(operand))));
    int result = legalizer.step(expression, names, element);
    return legalizer.finish(result);
  }

  private Recipe finish(int result) {
    BitSet used = new Recipe(steps, List.of(), result).used();
    List<RecipeStep> kept = new ArrayList<>();
    for (RecipeStep step : steps) {
      kept.add(
          step instanceof RecipeStep.Loop loop
              ? new RecipeStep.Loop(
                  loop.count(),
                  loop.states(),
                  loop.stateNumbers(),
                  loop.body().stream().filter(used::get).toList(),
                  loop.next())
              : step);
    }
    return new Recipe(kept, regions.getFirst().order().stream().filter(used::get).toList(), result);
  }

  // Steps.

  private int add(RecipeStep step) {
    int depth = step.arguments().stream().mapToInt(depths::get).max().orElse(0);
    Optional<Integer> known = Optional.ofNullable(regions.get(depth).known().get(step));
    return known.isPresent() ? known.get() : append(step, depth);
  }

  private int append(RecipeStep step, int depth) {
    int number = steps.size();
    steps.add(step);
    depths.add(depth);
    regions.get(depth).order().add(number);
    regions.get(depth).known().put(step, number);
    return number;
  }

  private int constant(long value, DataType type) {
    return add(new RecipeStep.Constant(bits(value, type), type));
  }

  /** The bits of a small number as an element. */
  private static long bits(long value, DataType type) {
    return switch (type) {
      case FP32 -> Integer.toUnsignedLong(Float.floatToRawIntBits((float) value));
      case FP16 -> Short.toUnsignedLong(Float.floatToFloat16((float) value));
      case BF16 -> Float.floatToRawIntBits((float) value) >>> Short.SIZE;
      default -> value;
    };
  }

  // Names and numbers.

  /** The number that an expression of numbers is. */
  private OptionalLong literal(TileExpression expression, Map<String, Meaning> names) {
    return switch (expression) {
      case TileExpression.Number(long value) -> OptionalLong.of(value);
      case TileExpression.Name(String name) ->
          names.get(name) instanceof Literal(long value)
              ? OptionalLong.of(value)
              : name.equals("W") ? OptionalLong.of(element.bits()) : OptionalLong.empty();
      case TileExpression.Call(String function, List<TileExpression> arguments) -> {
        List<OptionalLong> values = arguments.stream().map(each -> literal(each, names)).toList();
        yield values.stream().allMatch(OptionalLong::isPresent)
            ? folded(function, values.stream().mapToLong(OptionalLong::getAsLong).toArray())
            : OptionalLong.empty();
      }
      case TileExpression.Block block -> OptionalLong.empty();
    };
  }

  private static OptionalLong folded(String function, long... values) {
    return switch (function) {
      case "-" -> OptionalLong.of(values.length == 1 ? -values[0] : values[0] - values[1]);
      case "+" -> OptionalLong.of(values[0] + values[1]);
      case "*" -> OptionalLong.of(values[0] * values[1]);
      case "<<" -> OptionalLong.of(values[0] << values[1]);
      case "log" -> OptionalLong.of(Long.numberOfTrailingZeros(values[0]));
      default -> OptionalLong.empty();
    };
  }

  private Meaning meaning(TileExpression expression, Map<String, Meaning> names, DataType wanted) {
    OptionalLong number = literal(expression, names);
    return number.isPresent()
        ? new Literal(number.getAsLong())
        : new Numbered(step(expression, names, wanted));
  }

  private Optional<DataType> type(String name) {
    return switch (name) {
      case "E" -> Optional.of(element);
      case "U" -> Optional.of(element.unsigned());
      case "S" -> Optional.of(element.signed());
      default -> DataType.bySpelling(name);
    };
  }

  // Expressions.

  /**
   * @param wanted the type of a number that meets no other value
   */
  private int step(TileExpression expression, Map<String, Meaning> names, DataType wanted) {
    OptionalLong number = literal(expression, names);
    if (number.isPresent()) {
      return constant(number.getAsLong(), wanted);
    }
    return switch (expression) {
      case TileExpression.Name(String name) when names.get(name) instanceof Numbered(int step) ->
          step;
      case TileExpression.Name(String name) -> throw unknown(name);
      case TileExpression.Number other -> throw new IllegalStateException("a number is a literal");
      case TileExpression.Block(var statements, TileExpression value) -> {
        Map<String, Meaning> inner = new HashMap<>(names);
        run(statements, inner);
        yield step(value, inner, wanted);
      }
      case TileExpression.Call call -> {
        for (Rewrite row : rows) {
          Optional<Integer> rewritten = rewritten(row, call, names);
          if (rewritten.isPresent()) {
            yield rewritten.get();
          }
        }
        yield call(call, names, wanted);
      }
    };
  }

  private static IllegalStateException unknown(String name) {
    return new IllegalStateException("no row says what " + name + " is");
  }

  private Optional<Integer> rewritten(
      Rewrite row, TileExpression.Call call, Map<String, Meaning> names) {
    Map<String, TileExpression> found = new LinkedHashMap<>();
    if (!row.head().equals(call.function())
        || !conditions.containsAll(row.conditions())
        || !TileExpression.matches(row.pattern(), call, found)) {
      return Optional.empty();
    }
    Map<String, Meaning> bound = new LinkedHashMap<>();
    found.forEach((name, value) -> bound.put(name, meaning(value, names, element)));
    Optional<DataType> first =
        bound.values().stream()
            .filter(each -> each instanceof Numbered)
            .map(each -> steps.get(((Numbered) each).step()).type())
            .findFirst();
    if (first.isEmpty() || !row.types().contains(first.get()) || !areAsNamed(bound)) {
      return Optional.empty();
    }
    DataType outer = element;
    element = first.get();
    bound.replaceAll((name, value) -> name.equals("s") ? scalar(value) : splat(value, first.get()));
    int result = step(row.body(), bound, element);
    element = outer;
    return Optional.of(result);
  }

  /** True if {@code s} is a scalar or a number, and {@code v} neither. */
  private boolean areAsNamed(Map<String, Meaning> bound) {
    return bound.entrySet().stream()
        .allMatch(
            each ->
                switch (each.getKey()) {
                  case "s" -> isScalar(each.getValue());
                  case "v" -> !isScalar(each.getValue());
                  default -> true;
                });
  }

  /** A row takes scalars apart only where it says so. */
  private Meaning splat(Meaning meaning, DataType type) {
    return switch (meaning) {
      case Literal(long value) -> new Numbered(splat(constant(value, type)));
      case Numbered(int step) when isScalar(meaning) && scalar(meaning).equals(meaning) ->
          new Numbered(splat(step));
      case Numbered numbered -> meaning;
    };
  }

  private int splat(int scalar) {
    return add(new RecipeStep.Splat(scalar, steps.get(scalar).type()));
  }

  private boolean isScalar(Meaning meaning) {
    return switch (scalar(meaning)) {
      case Literal literal -> true;
      case Numbered(int step) -> new Recipe(steps, List.of(), step).isScalar(step);
    };
  }

  private Meaning scalar(Meaning meaning) {
    return meaning instanceof Numbered(int step)
            && steps.get(step) instanceof RecipeStep.Splat(int scalar, var type)
        ? new Numbered(scalar)
        : meaning;
  }

  private int call(TileExpression.Call call, Map<String, Meaning> names, DataType wanted) {
    String name = call.function();
    List<TileExpression> arguments = call.arguments();
    TileExpression first = arguments.getFirst();
    if (INTEGRAL.containsKey(name)) {
      int value = step(first, names, wanted);
      DataType type = steps.get(value).type();
      return add(new RecipeStep.Convert(value, type, type, INTEGRAL.get(name), false));
    }
    if (name.equals("as")) {
      DataType type = type(((TileExpression.Name) first).name()).orElseThrow();
      OptionalLong bits = literal(arguments.get(1), names);
      if (bits.isPresent()) {
        return add(new RecipeStep.Constant(bits.getAsLong(), type));
      }
      int value = step(arguments.get(1), names, wanted);
      return steps.get(value).type() == type ? value : add(new RecipeStep.Cast(value, type));
    }
    if (name.equals("splat")) {
      return splat(step(first, names, wanted));
    }
    if (name.equals("sat")) {
      RecipeStep.Convert plain = (RecipeStep.Convert) steps.get(step(first, names, wanted));
      return add(
          new RecipeStep.Convert(
              plain.value(), plain.from(), plain.type(), plain.rounding(), true));
    }
    Optional<DataType> target = type(name);
    if (target.isPresent()) {
      return convert(first, target.get(), names);
    }
    LaneFunction function =
        TileExpression.laneFunction(name, arguments.size()).orElseThrow(() -> unknown(name));
    return apply(function, arguments, names, wanted);
  }

  private int convert(TileExpression argument, DataType type, Map<String, Meaning> names) {
    RoundingMode mode = RoundingMode.NEAREST_EVEN;
    TileExpression inner = argument;
    if (!type.isFloat()
        && argument instanceof TileExpression.Call(String function, var arguments)
        && INTEGRAL.containsKey(function)) {
      mode = INTEGRAL.get(function);
      inner = arguments.getFirst();
    }
    int value = step(inner, names, type);
    DataType from = steps.get(value).type();
    if (from == type) {
      return value;
    }
    RoundingMode rounding = isExact(from, type) ? RoundingMode.DEFAULT : mode;
    return steps.get(value) instanceof RecipeStep.Splat(int scalar, var any)
        ? splat(add(new RecipeStep.Convert(scalar, from, type, rounding, false)))
        : add(new RecipeStep.Convert(value, from, type, rounding, false));
  }

  private static boolean isExact(DataType from, DataType to) {
    return to.bytes() > from.bytes() && (to == DataType.FP32 || to.isInteger() || from.bytes() < 2);
  }

  private int apply(
      LaneFunction function,
      List<TileExpression> arguments,
      Map<String, Meaning> names,
      DataType wanted) {
    // A selection makes what it selects from before it compares.
    boolean selects = function == LaneFunction.SELECT;
    List<Meaning> values = new ArrayList<>();
    for (TileExpression argument : selects ? arguments.subList(1, 3) : arguments) {
      values.add(meaning(argument, names, wanted));
    }
    DataType type =
        values.stream()
            .filter(value -> value instanceof Numbered)
            .map(value -> steps.get(((Numbered) value).step()).type())
            .findFirst()
            .orElse(wanted);
    if (selects) {
      values.addFirst(meaning(arguments.getFirst(), names, wanted));
    }
    List<Integer> numbers = new ArrayList<>();
    for (Meaning value : values) {
      numbers.add(
          switch (value) {
            case Literal(long number) -> constant(number, type);
            case Numbered(int step) -> step;
          });
    }
    return function == LaneFunction.NEG
            && steps.get(numbers.getFirst()) instanceof RecipeStep.Splat(int scalar, var any)
        ? splat(add(new RecipeStep.Apply(function, type, List.of(scalar))))
        : add(new RecipeStep.Apply(function, type, numbers));
  }

  // Statements.

  private void run(List<TileExpression.Statement> statements, Map<String, Meaning> names) {
    for (TileExpression.Statement statement : statements) {
      switch (statement) {
        case TileExpression.Assignment(String variable, TileExpression value) ->
            names.put(variable, meaning(value, names, element));
        case TileExpression.Loop loop when loop.counter().isPresent() -> writeOut(loop, names);
        case TileExpression.Loop loop -> loop(loop, names);
      }
    }
  }

  private int count(TileExpression.Loop loop, Map<String, Meaning> names) {
    return (int) literal(loop.count(), names).orElseThrow();
  }

  private void writeOut(TileExpression.Loop loop, Map<String, Meaning> names) {
    run(List.copyOf(loop.states()), names);
    for (int i = 0; i < count(loop, names); i++) {
      names.put(loop.counter().orElseThrow(), new Literal(i));
      run(loop.body(), names);
    }
  }

  private void loop(TileExpression.Loop loop, Map<String, Meaning> names) {
    int depth = regions.size();
    Map<String, Meaning> inner = new HashMap<>(names);
    List<RecipeStep.State> states = new ArrayList<>();
    List<Integer> numbers = new ArrayList<>();
    regions.add(new Region());
    for (TileExpression.Assignment state : loop.states()) {
      int initial = step(state.value(), names, element);
      states.add(new RecipeStep.State(initial, states.size(), steps.get(initial).type()));
    }
    for (RecipeStep.State state : states) {
      int number = append(state, depth);
      numbers.add(number);
      inner.put(loop.states().get(state.position()).variable(), new Numbered(number));
    }
    regions.getLast().order().clear();
    run(loop.body(), inner);
    List<Integer> next = new ArrayList<>();
    for (TileExpression.Assignment state : loop.states()) {
      next.add(step(new TileExpression.Name(state.variable()), inner, element));
    }
    Region body = regions.removeLast();
    int number =
        append(
            new RecipeStep.Loop(count(loop, names), states, numbers, body.order(), next),
            depth - 1);
    for (RecipeStep.State state : states) {
      names.put(
          loop.states().get(state.position()).variable(),
          new Numbered(
              append(new RecipeStep.Result(number, state.position(), state.type()), depth - 1)));
    }
  }
}
