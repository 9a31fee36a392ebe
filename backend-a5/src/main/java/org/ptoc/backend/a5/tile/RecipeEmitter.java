package org.ptoc.backend.a5.tile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ptoc.ir.Attribute;
import org.ptoc.ir.Attributes;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.catalog.AttributeName;
import org.ptoc.ir.catalog.NamedOperation;
import org.ptoc.ir.catalog.Op;
import org.ptoc.ir.catalog.OpCatalog;
import org.ptoc.ir.catalog.OpDefinition;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.InstructionTable;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.LaneFunction;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.WordFormat;
import org.ptoc.ir.type.ElementType;
import org.ptoc.ir.type.MaskType;
import org.ptoc.ir.type.VectorRegisterType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.codegen.DataTypes;
import org.ptoc.passes.recipe.InstructionMatcher;
import org.ptoc.passes.recipe.Recipe;
import org.ptoc.passes.recipe.RecipeStep;
import org.ptoc.passes.recipe.SelectedRecipe;

/**
 * Writes a recipe as vector operations on registers of one element type under one mask. What is
 * computed in a wider type takes two registers, each with a part of the lanes: the even and the odd
 * ones of floats, the lower and the upper half of integers.
 */
final class RecipeEmitter {
  /** Instructions are chosen from the table of the profile, which never changes. */
  private static final InstructionMatcher SELECTION =
      InstructionMatcher.of(InstructionTable.of(Profile.A5), WordFormat.V);

  private static final int WHOLE = -1;
  private static final int PARTS = 2;

  private final SelectedRecipe selected;
  private final Recipe recipe;
  private final Lanes lanes;
  private final Map<Place, Value> values;

  /** A step, and which part of the lanes. */
  private record Place(int step, int part) {}

  private RecipeEmitter(SelectedRecipe selected, Lanes lanes, Map<Place, Value> values) {
    this.selected = selected;
    this.recipe = selected.recipe();
    this.lanes = lanes;
    this.values = new HashMap<>(values);
  }

  /**
   * @param lanes element type and mask of the result
   * @param operands vectors and scalars in the order of the recipe
   * @return the vector of the result
   */
  static Value emit(Recipe recipe, Lanes lanes, List<Value> operands) {
    RecipeEmitter emitter =
        new RecipeEmitter(new SelectedRecipe(recipe, SELECTION), lanes, Map.of());
    for (int number = 0; number < recipe.steps().size(); number++) {
      if (recipe.step(number) instanceof RecipeStep.Operand operand
          && operand.number() < operands.size()) {
        emitter.values.put(new Place(number, WHOLE), operands.get(operand.number()));
      }
    }
    emitter.emit(recipe.order());
    return emitter.vector(recipe.result(), WHOLE);
  }

  /** The steps in their order; those in two registers wait until a part is asked for. */
  private void emit(List<Integer> order) {
    for (int number : selected.needed(order)) {
      RecipeStep step = recipe.step(number);
      if (!(step instanceof RecipeStep.Loop) && !isWide(step.type())) {
        value(number, WHOLE);
      }
    }
  }

  private IrBuilder builder() {
    return lanes.builder();
  }

  private boolean isWide(DataType type) {
    return type.bytes() > lanes.element().bytes();
  }

  private ElementType element(DataType type) {
    return DataTypes.of(lanes.element()) == type ? lanes.element() : DataTypes.elementOf(type);
  }

  /** Lanes of a type: the lanes of the mask, or all if a register holds only a part. */
  private Lanes lanes(DataType type) {
    return isWide(type) ? Lanes.all(builder(), element(type)) : lanes.as(element(type));
  }

  /** A scalar as a vector of equal lanes, a vector as it is. */
  private Value vector(int number, int part) {
    Value value = value(number, part);
    return recipe.isScalar(number) ? lanes(recipe.step(number).type()).splat(value) : value;
  }

  private Value value(int number, int part) {
    RecipeStep step = recipe.step(number);
    int own = recipe.isScalar(number) || !isWide(step.type()) ? WHOLE : part;
    Place place = new Place(number, own);
    Value known = values.get(place);
    if (known != null) {
      return known;
    }
    Value value =
        switch (step) {
          case RecipeStep.Operand operand ->
              throw new IllegalStateException("no operand " + operand);
          case RecipeStep.Constant(long bits, DataType type) ->
              lanes.as(element(type)).scalar(bits);
          case RecipeStep.Apply apply when selected.isMaskLogic(number) -> logic(apply, own);
          case RecipeStep.Apply apply -> apply(number, own);
          case RecipeStep.Convert convert when recipe.isScalar(number) -> scalar(convert);
          case RecipeStep.Convert convert -> convert(convert, own);
          case RecipeStep.Cast(int argument, DataType type) when recipe.isScalar(argument) ->
              value(argument, WHOLE);
          case RecipeStep.Cast(int argument, DataType type) ->
              lanes(type).reinterpret(value(argument, own), element(type));
          case RecipeStep.Splat(int argument, DataType type) ->
              lanes(type).splat(value(argument, WHOLE));
          case RecipeStep.State state -> throw new IllegalStateException("no loop around " + state);
          case RecipeStep.Loop loop ->
              throw new IllegalStateException("a loop has no value of its own");
          case RecipeStep.Result result -> loop(result.loop()).get(result.position());
        };
    values.put(place, value);
    return value;
  }

  private Value scalar(RecipeStep.Convert step) {
    Value value = value(step.value(), WHOLE);
    return step.type().isFloat()
        ? builder().value(Arithmetic.EXTF, element(step.type()), value)
        : builder().cast(value, ElementType.signless(step.type().bits()));
  }

  private Value logic(RecipeStep.Apply step, int part) {
    Value mask = lanes(step.type()).mask();
    List<Value> in = step.arguments().stream().map(each -> value(each, part)).toList();
    Value first = in.getFirst();
    return switch (step.function()) {
      case NOT -> builder().value(Op.PNOT, first.type(), first, mask);
      case AND -> builder().value(Op.PAND, first.type(), first, in.get(1), mask);
      case OR -> builder().value(Op.POR, first.type(), first, in.get(1), mask);
      case XOR -> builder().value(Op.PXOR, first.type(), first, in.get(1), mask);
      default -> throw new IllegalStateException("no predicate operation for " + step);
    };
  }

  private Value apply(int number, int part) {
    RecipeStep.Apply step = (RecipeStep.Apply) recipe.step(number);
    InstructionMatcher.Choice choice = selected.choice(number);
    OpDefinition operation = OpCatalog.vectorOperation(choice.row());
    Lanes own = lanes(step.type());
    return switch (operation.form()) {
      case UNARY -> own.unary(operation, vector(choice.input(Slot.FIRST), part));
      case BINARY, BITWISE, SHIFT ->
          own.binary(
              operation,
              vector(choice.input(Slot.FIRST), part),
              vector(choice.input(Slot.SECOND), part));
      case VECTOR_SCALAR ->
          own.binary(
              operation,
              vector(choice.input(Slot.FIRST), part),
              value(choice.input(Slot.SCALAR), part));
      case SHIFT_SCALAR ->
          own.binary(
              operation,
              vector(choice.input(Slot.FIRST), part),
              distance(choice.input(Slot.DISTANCE)));
      case MULTIPLY_ACCUMULATE ->
          own.multiplyAdd(
              vector(choice.input(Slot.ACCUMULATOR), part),
              vector(choice.input(Slot.FIRST), part),
              vector(choice.input(Slot.SECOND), part));
      case AXPY ->
          builder()
              .value(
                  operation,
                  own.type(),
                  vector(choice.input(Slot.FIRST), part),
                  vector(choice.input(Slot.SECOND), part),
                  value(choice.input(Slot.SCALAR), part),
                  own.mask());
      case SELECT ->
          own.select(
              value(choice.input(Slot.SELECTOR), part),
              vector(choice.input(Slot.FIRST), part),
              vector(choice.input(Slot.SECOND), part));
      case COMPARE ->
          compare(
              own,
              step.function(),
              operation,
              vector(choice.input(Slot.FIRST), part),
              vector(choice.input(Slot.SECOND), part));
      case COMPARE_SCALAR ->
          compare(
              own,
              step.function(),
              operation,
              vector(choice.input(Slot.FIRST), part),
              value(choice.input(Slot.SCALAR), part));
      default -> throw new IllegalStateException("no way to write " + operation);
    };
  }

  private Value compare(
      Lanes own, LaneFunction function, NamedOperation operation, Value first, Value second) {
    return builder()
        .value(
            operation,
            MaskType.of(own.element()),
            Attributes.of(
                AttributeName.MODE, new Attribute.Text(function.name().toLowerCase(Locale.ROOT))),
            first,
            second,
            own.mask());
  }

  private Value distance(int number) {
    return recipe.step(number) instanceof RecipeStep.Constant(long bits, DataType type)
        ? builder().integer(bits, ElementType.I16)
        : value(number, WHOLE);
  }

  // Conversions.

  private Value convert(RecipeStep.Convert step, int part) {
    if (step.from() == step.type()) {
      return lanes(step.type()).truncate(value(step.value(), part), step.rounding().spelling());
    }
    return isWide(step.type()) ? widened(step, part) : narrowed(step);
  }

  private Value widened(RecipeStep.Convert step, int part) {
    Value narrow = value(step.value(), WHOLE);
    ElementType wide = element(step.type());
    if (step.type().isFloat()) {
      Value all = Columns.pattern(builder(), element(step.from()), "PAT_ALL");
      return Conversion.convert(builder(), narrow, all, wide, "", "", part == 0 ? "EVEN" : "ODD");
    }
    return builder()
        .value(Op.VZUNPACK, VectorRegisterType.full(wide), narrow, builder().index(part));
  }

  /** Each part has zeros where the lanes of the other belong. */
  private Value narrowed(RecipeStep.Convert step) {
    Lanes bits = lanes.as(ElementType.UI8.withBits(lanes.element().bits()));
    List<Value> parts = new ArrayList<>();
    for (int part = 0; part < PARTS; part++) {
      Value wide = value(step.value(), part);
      Value narrow =
          step.type().isFloat()
              ? Conversion.convert(
                  builder(),
                  wide,
                  Columns.pattern(builder(), element(step.from()), "PAT_ALL"),
                  element(step.type()),
                  "R",
                  "NOSAT",
                  part == 0 ? "EVEN" : "ODD")
              : packed(wide, part == 0 ? "LOWER" : "HIGHER");
      parts.add(bits.reinterpret(narrow, bits.element()));
    }
    return lanes.reinterpret(bits.or(parts.get(0), parts.get(1)), element(step.type()));
  }

  private Value packed(Value wide, String part) {
    return builder()
        .createGrouped(
            Op.VPACK,
            List.of(List.of(wide)),
            List.of(VectorRegisterType.full(ElementType.UI8)),
            Attributes.of(AttributeName.PART, new Attribute.Text(part)))
        .result();
  }

  // Loops.

  private List<Value> loop(int number) {
    RecipeStep.Loop loop = (RecipeStep.Loop) recipe.step(number);
    List<Value> initial =
        loop.states().stream().map(state -> vector(state.initial(), WHOLE)).toList();
    List<Value> end =
        builder()
            .loop(
                builder().index(0),
                builder().index(loop.count()),
                builder().index(1),
                initial,
                (body, iteration, carried) -> {
                  RecipeEmitter inner =
                      new RecipeEmitter(
                          selected, new Lanes(body, lanes.element(), lanes.mask()), values);
                  for (int i = 0; i < carried.size(); i++) {
                    inner.values.put(new Place(loop.stateNumbers().get(i), WHOLE), carried.get(i));
                  }
                  inner.emit(loop.body());
                  return loop.next().stream().map(next -> inner.vector(next, WHOLE)).toList();
                });
    for (int step = 0; step < recipe.steps().size(); step++) {
      if (recipe.step(step) instanceof RecipeStep.Result result && result.loop() == number) {
        values.put(new Place(step, WHOLE), end.get(result.position()));
      }
    }
    return end;
  }
}
