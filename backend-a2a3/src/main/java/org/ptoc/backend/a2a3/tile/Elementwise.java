package org.ptoc.backend.a2a3.tile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneFunction;
import org.ptoc.ir.isa.Mnemonic;
import org.ptoc.ir.type.ElementType;
import org.ptoc.passes.build.IrBuilder;
import org.ptoc.passes.codegen.DataTypes;
import org.ptoc.passes.recipe.RecipeStep;

/**
 * Emits the instructions of a plan for one piece of an elementwise tile operation (spec/21, 8.3).
 *
 * @param destination the piece of the result
 * @param operands tiles and scalars in the order of the recipe
 * @param scratch slots for intermediate results, when the plan has some
 * @param pitch distance of their rows in elements
 */
record Elementwise(
    InstructionPlan plan,
    Domain domain,
    ElementType element,
    Area destination,
    List<Operand> operands,
    Optional<Scratch> scratch,
    long pitch) {
  /** An operand of the operation: a tile in memory, or a scalar. */
  sealed interface Operand {}

  record Tile(Area area) implements Operand {}

  record Scalar(Value value) implements Operand {}

  void emit(Code code) {
    plan.instructions().forEach(each -> emit(code, each));
    if (!(plan.place(plan.result()) instanceof InstructionPlan.Destination)) {
      copy(code, plan.type(plan.result()), destination, area(code, plan.result()));
    }
  }

  private void emit(Code code, InstructionPlan.Instruction instruction) {
    switch (instruction) {
      case InstructionPlan.Splat splat -> splat(code, splat);
      case InstructionPlan.Copy(int result, int from) -> {
        boolean isThere =
            plan.place(from).equals(plan.place(result))
                || plan.isOldDestination(from)
                    && plan.place(result) instanceof InstructionPlan.Destination;
        if (!isThere) {
          copy(code, plan.type(result), area(code, result), area(code, from));
        }
      }
      case InstructionPlan.Run run -> run(code, run);
      case InstructionPlan.Bits bits -> {
        IrBuilder builder = code.builder();
        Domain words =
            isDense(builder)
                ? Domain.row(
                    builder,
                    builder.ceilDivide(builder.mul(domain.rows(), domain.columns()), Short.SIZE))
                : domain.withColumns(builder.ceilDivide(domain.columns(), Short.SIZE));
        List<Area> areas = areas(code, bits.result(), bits.sources());
        code.run(
            words,
            bits.row(),
            DataType.U16,
            areas.stream().map(each -> each.as(2)).toArray(Area[]::new));
      }
      case InstructionPlan.Convert(int result, RecipeStep.Convert step, int from) ->
          code.convert(
              domain,
              step.from(),
              step.type(),
              step.rounding().code(),
              step.saturates(),
              area(code, result),
              area(code, from));
      case InstructionPlan.Repeat(int count, var body) -> {
        IrBuilder builder = code.builder();
        builder.loop(
            builder.index(0),
            builder.index(count),
            builder.index(1),
            (inner, iteration) -> {
              Code following = Code.following(inner);
              body.forEach(each -> emit(following, each));
            });
      }
    }
  }

  private void copy(Code code, DataType type, Area to, Area from) {
    if (type.bytes() == 1) {
      code.bitwise(domain, Mnemonic.VCOPY, to, from);
    } else {
      code.run(domain, Mnemonic.VCOPY, type, to, from);
    }
  }

  private void splat(Code code, InstructionPlan.Splat splat) {
    DataType type = plan.type(splat.result());
    Area to = area(code, splat.result());
    IrBuilder builder = code.builder();
    Value value = scalar(builder, splat.scalar());
    boolean isBlock = plan.place(splat.result()) instanceof InstructionPlan.BlockOf;
    // A whole repeat needs no mask of its own.
    int bytes = plan.hasOnlyBlocks() ? VectorUnit.BLOCK_BYTES : VectorUnit.REPEAT_BYTES;
    Area written = isBlock ? Area.dense(to.address(), type.bytes(), bytes) : to;
    Domain all = isBlock ? Domain.of(builder, 1, bytes / type.bytes()) : domain;
    if (type.bytes() == 1) {
      Value pair = Scalars.halfWord(builder, value, element);
      code.scalar(all.asHalfWords(builder, 1), Mnemonic.VDUP, DataType.U16, pair, written.as(2));
    } else {
      code.scalar(all, Mnemonic.VDUP, type, value, written);
    }
  }

  private void run(Code code, InstructionPlan.Run run) {
    LaneFunction function = ((RecipeStep.Apply) plan.recipe().step(run.result())).function();
    DataType type = run.choice().type();
    List<Area> areas = areas(code, run.result(), run.sources());
    Optional<Value> scalar = run.scalar().map(each -> scalar(code.builder(), each));
    if (plan.isTruth(run.result())) {
      code.compare(
          domain,
          type,
          Comparison.valueOf(function.name()),
          areas.get(0),
          areas.get(1),
          areas.size() > 2 ? Optional.of(areas.get(2)) : Optional.empty(),
          scalar);
    } else if (function == LaneFunction.SELECT && plan.isTruth(run.sources().getLast())) {
      code.select(domain, type, areas.get(0), areas.get(3), areas.get(1), areas.get(2));
    } else {
      int bytes = plan.isInHalves(run.result()) ? 1 : plan.type(run.result()).bytes();
      Domain lanes = bytes == type.bytes() ? domain : domain.asHalfWords(code.builder(), bytes);
      VectorInstruction plain = VectorInstruction.of(run.choice().row(), type);
      code.run(
          lanes,
          scalar.map(plain::withScalar).orElse(plain),
          areas.stream().map(each -> each.as(type.bytes())).toArray(Area[]::new));
    }
  }

  // Places.

  private List<Area> areas(Code code, int result, List<Integer> sources) {
    List<Area> areas = new ArrayList<>(List.of(area(code, result)));
    sources.forEach(source -> areas.add(area(code, source)));
    return areas;
  }

  private Area area(Code code, int register) {
    IrBuilder builder = code.builder();
    int bytes = plan.type(register).bytes();
    return switch (plan.place(register)) {
      case InstructionPlan.Source(int operand) -> ((Tile) operands.get(operand)).area();
      case InstructionPlan.Destination() -> destination;
      case InstructionPlan.SlotOf(int number) when plan.isTruth(register) -> {
        int width = plan.elementBytes();
        Area words = scratch.orElseThrow().slot(builder, number, width, pitch * width);
        yield isDense(builder) ? Area.dense(words.address(), 1, pitch / Byte.SIZE) : words;
      }
      case InstructionPlan.SlotOf(int number) ->
          scratch.orElseThrow().slot(builder, number, bytes, pitch * plan.bytesOfElement(register));
      case InstructionPlan.BlockOf(int number) ->
          Area.repeated(scratch.orElseThrow().row(builder, number, bytes));
    };
  }

  /** True if the bits of all rows are one run, as their elements are. */
  private boolean isDense(IrBuilder builder) {
    OptionalLong columns = builder.constantOf(domain.columns());
    int lanes = VectorUnit.REPEAT_BYTES / element.bytes();
    return builder.constantOf(domain.rows()).isPresent()
        && columns.isPresent()
        && columns.getAsLong() == pitch
        && pitch % lanes == 0
        && destination.pitch() == pitch
        && operands.stream()
            .allMatch(each -> !(each instanceof Tile(Area area)) || area.pitch() == pitch);
  }

  // Scalars.

  private Value scalar(IrBuilder builder, int number) {
    return switch (plan.recipe().step(number)) {
      case RecipeStep.Constant(long bits, DataType type) -> builder.i64(bits);
      case RecipeStep.Operand operand -> {
        Value value = ((Scalar) operands.get(operand.number())).value();
        yield Scalars.element(builder, value, DataTypes.elementOf(operand.type()));
      }
      case RecipeStep.Cast(int argument, DataType type) -> scalar(builder, argument);
      case RecipeStep.Apply(LaneFunction function, DataType type, List<Integer> arguments)
          when function == LaneFunction.NEG ->
          Scalars.negated(builder, scalar(builder, arguments.getFirst()), element);
      case RecipeStep.Convert convert -> converted(builder, convert);
      case RecipeStep step -> throw new IllegalStateException("no scalar " + step);
    };
  }

  private Value converted(IrBuilder builder, RecipeStep.Convert step) {
    Value value = scalar(builder, step.value());
    if (step.type().isInteger()) {
      return builder.extendSigned(value, ElementType.signless(step.type().bits()));
    }
    if (step.from().isInteger()) {
      return Scalars.asFloat(builder, value, element, 0);
    }
    return value.type() == ElementType.F32
        ? value
        : builder.value(Arithmetic.EXTF, ElementType.F32, value);
  }
}
