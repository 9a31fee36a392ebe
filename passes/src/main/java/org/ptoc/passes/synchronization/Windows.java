package org.ptoc.passes.synchronization;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.ptoc.ir.Operation;
import org.ptoc.ir.Value;
import org.ptoc.ir.catalog.Arithmetic;
import org.ptoc.ir.catalog.OperationForm;
import org.ptoc.ir.catalog.RoleName;
import org.ptoc.passes.build.Constants;
import org.ptoc.passes.storage.Definitions;

/** Finds out which parts of views transfers touch, as sums of induction variables. */
final class Windows {
  private static final int MOST_FACTORS = 8;

  private final Definitions definitions;
  private final Constants constants;
  private final Map<Value, Optional<Window.Sum>> sums = new IdentityHashMap<>();

  Windows(Definitions definitions, Constants constants) {
    this.definitions = definitions;
    this.constants = constants;
  }

  /** The part that a partition takes; empty when nothing is known of it. */
  Optional<Window> of(Operation partition) {
    Optional<Operation> made = definitions.operation(partition.operand(RoleName.VIEW));
    if (made.isEmpty() || made.get().definition().form() != OperationForm.MAKE_VIEW) {
      return Optional.empty();
    }
    Operation view = made.get();
    List<Window.Sum> whole = new ArrayList<>();
    for (Value value : view.operands()) {
      Optional<Window.Sum> sum = fixed(value);
      if (sum.isEmpty()) {
        return Optional.empty();
      }
      whole.add(sum.get());
    }
    List<Value> offsets = partition.group(RoleName.OFFSETS);
    List<Value> sizes = partition.group(RoleName.SIZES);
    int rank = view.group(RoleName.SHAPE).size();
    if (offsets.size() != rank || sizes.size() != rank || !isOneToOne(view)) {
      return Optional.empty();
    }
    List<Window.Dimension> dimensions = new ArrayList<>();
    for (int i = 0; i < rank; i++) {
      dimensions.add(dimension(offsets.get(i), sizes.get(i)));
    }
    return Optional.of(new Window(whole, dimensions));
  }

  private Window.Dimension dimension(Value offset, Value size) {
    Optional<Window.Sum> start = sum(offset);
    Map<Value, Long> steps = new HashMap<>();
    start.ifPresent(
        sum ->
            sum.factors()
                .keySet()
                .forEach(value -> step(value).ifPresent(step -> steps.put(value, step))));
    return new Window.Dimension(start, steps, most(size));
  }

  /** By how much a variable of a counted loop grows with each iteration, at least. */
  private Optional<Long> step(Value value) {
    return definitions
        .loop(value)
        .map(loop -> constants.integer(loop.operand(RoleName.STEP)).orElse(1));
  }

  /** The greatest value of a size; the greatest number when it is unknown. */
  private long most(Value size) {
    return definitions
        .operation(size)
        .filter(op -> isOf(op, Arithmetic.MINSI) || isOf(op, Arithmetic.MINUI))
        .map(op -> Math.min(constant(op.operandAt(0)), constant(op.operandAt(1))))
        .orElse(constant(size));
  }

  private long constant(Value value) {
    return constants.integer(value).orElse(Long.MAX_VALUE);
  }

  private static boolean isOf(Operation op, Arithmetic arithmetic) {
    return op.definition().form() == OperationForm.INTEGER_BINARY
        && Arithmetic.of(op.definition()) == arithmetic;
  }

  private Optional<Window.Sum> fixed(Value value) {
    return sum(value).filter(sum -> sum.factors().keySet().stream().allMatch(definitions::isFixed));
  }

  /** Records a number in program order, so that long sums are not deep. */
  void define(Operation op) {
    if (op.results().size() == 1) {
      sum(op.result());
    }
  }

  private Optional<Window.Sum> sum(Value value) {
    Optional<Window.Sum> known = sums.get(value);
    if (known == null) {
      known = compute(value);
      sums.put(value, known);
    }
    return known;
  }

  private Optional<Window.Sum> compute(Value value) {
    OptionalLong constant = constants.integer(value);
    if (constant.isPresent()) {
      return Optional.of(Window.Sum.of(constant.getAsLong()));
    }
    Optional<Window.Sum> itself = Optional.of(Window.Sum.of(value));
    Optional<Operation> loop = definitions.loop(value);
    if (loop.isPresent()) {
      return loop.get().region().arguments().getFirst() == value ? itself : Optional.empty();
    }
    Optional<Window.Sum> computed =
        definitions
            .operation(value)
            .flatMap(this::result)
            .filter(sum -> sum.factors().size() <= MOST_FACTORS);
    return computed.isEmpty() && definitions.isFixed(value) ? itself : computed;
  }

  private Optional<Window.Sum> result(Operation op) {
    return switch (op.definition().form()) {
      case SCALAR_CAST -> sum(op.operandAt(0));
      case INTEGER_BINARY -> {
        Optional<Window.Sum> left = sum(op.operandAt(0));
        Optional<Window.Sum> right = sum(op.operandAt(1));
        yield left.isEmpty() || right.isEmpty()
            ? Optional.empty()
            : combined(Arithmetic.of(op.definition()), left.get(), right.get());
      }
      default -> Optional.empty();
    };
  }

  private static Optional<Window.Sum> combined(
      Arithmetic operation, Window.Sum left, Window.Sum right) {
    return switch (operation) {
      case ADDI -> Optional.of(left.plus(right, 1));
      case SUBI -> Optional.of(left.plus(right, -1));
      case MULI -> {
        if (right.isConstant()) {
          yield Optional.of(left.times(right.constant()));
        }
        yield left.isConstant() ? Optional.of(right.times(left.constant())) : Optional.empty();
      }
      case SHLI ->
          right.isConstant() && right.constant() >= 0 && right.constant() < Integer.SIZE
              ? Optional.of(left.times(1L << right.constant()))
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  /** True if no two indices of a view name one element: each stride leaves room for the inner. */
  private boolean isOneToOne(Operation view) {
    List<Value> shape = view.group(RoleName.SHAPE);
    List<Value> strides = view.group(RoleName.STRIDES);
    for (int i = 0; i < shape.size(); i++) {
      if (isOne(shape.get(i))) {
        continue;
      }
      int inner = i + 1;
      while (inner < shape.size() && isOne(shape.get(inner))) {
        inner++;
      }
      boolean holds =
          inner == shape.size()
              ? constants.integer(strides.get(i)).orElse(0) >= 1
              : leavesRoom(strides.get(i), shape.get(inner), strides.get(inner));
      if (!holds) {
        return false;
      }
    }
    return true;
  }

  private boolean isOne(Value extent) {
    return constants.integer(extent).orElse(0) == 1;
  }

  /** True if a stride is at least the product of an extent and its stride. */
  private boolean leavesRoom(Value stride, Value extent, Value inner) {
    OptionalLong outerStride = constants.integer(stride);
    OptionalLong count = constants.integer(extent);
    OptionalLong innerStride = constants.integer(inner);
    if (outerStride.isPresent() && count.isPresent() && innerStride.isPresent()) {
      return outerStride.getAsLong() >= count.getAsLong() * innerStride.getAsLong();
    }
    Optional<Window.Sum> whole = sum(stride);
    Optional<Window.Sum> extents = sum(extent);
    Optional<Window.Sum> steps = sum(inner);
    if (whole.isEmpty() || extents.isEmpty() || steps.isEmpty()) {
      return false;
    }
    Optional<Window.Sum> product = combined(Arithmetic.MULI, extents.get(), steps.get());
    return product.isPresent()
        ? product.equals(whole)
        : definitions
            .operation(stride)
            .filter(op -> isOf(op, Arithmetic.MULI))
            .map(op -> List.of(sum(op.operandAt(0)), sum(op.operandAt(1))))
            .filter(
                factors ->
                    factors.equals(List.of(extents, steps))
                        || factors.equals(List.of(steps, extents)))
            .isPresent();
  }
}
