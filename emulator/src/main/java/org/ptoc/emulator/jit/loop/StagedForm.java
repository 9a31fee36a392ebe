package org.ptoc.emulator.jit.loop;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.ptoc.emulator.jit.carrier.LaneArray;
import org.ptoc.emulator.jit.segment.LaneConversion;
import org.ptoc.emulator.jit.segment.LaneOperation;
import org.ptoc.emulator.jit.segment.Mask;
import org.ptoc.emulator.jit.segment.Segment;
import org.ptoc.emulator.numeric.Rounding;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneFunction;
import org.ptoc.ir.isa.TypedExpression;

/**
 * What a loop on arrays has to know of a segment.
 *
 * @param elements for each access the elements that it moves
 * @param halfScalars scalar operands of f16; the others are f32
 */
record StagedForm(List<LaneArray> elements, Set<Integer> halfScalars) {

  /**
   * The form of a segment: whole vectors of plain arithmetic, every load in front of every store;
   * else empty.
   */
  static Optional<StagedForm> of(Segment segment) {
    Typing typing = new Typing(segment);
    return segment.operations().stream().allMatch(typing::accept) && typing.isComplete()
        ? Optional.of(new StagedForm(typing.elements(), Set.copyOf(typing.halfScalars)))
        : Optional.empty();
  }

  /** True if all elements are f32. */
  boolean isSingle() {
    return elements.stream().allMatch(element -> element == LaneArray.SINGLE);
  }

  /** Finds the elements by the words that use what was loaded. */
  private static final class Typing {
    private final Segment segment;
    private final Map<Integer, LaneArray> elements = new HashMap<>();
    private final Set<Integer> halfScalars = new HashSet<>();

    /** The access that has loaded a register, and what was computed into one. */
    private final Map<Integer, Integer> loaded = new HashMap<>();

    private final Map<Integer, LaneArray> computed = new HashMap<>();
    private boolean stored;

    Typing(Segment segment) {
      this.segment = segment;
    }

    boolean isComplete() {
      return stored && elements.size() == segment.accesses().size();
    }

    List<LaneArray> elements() {
      return IntStream.range(0, elements.size()).mapToObj(elements::get).toList();
    }

    boolean accept(LaneOperation operation) {
      return switch (operation) {
        case LaneOperation.Load load -> {
          computed.remove(load.vd());
          loaded.put(load.vd(), load.access());
          yield !stored && load.places().isDense();
        }
        case LaneOperation.Store store -> {
          stored = true;
          Optional<LaneArray> element = Optional.ofNullable(computed.get(store.vs()));
          element.ifPresent(known -> elements.put(store.access(), known));
          yield element.filter(known -> known.bytes() == store.places().unit()).isPresent()
              && store.places().isDense()
              && !(store.mask() instanceof Mask.Lane);
        }
        case LaneOperation.Compute compute ->
            !(compute.mask() instanceof Mask.Lane) && compute(compute);
        default -> false;
      };
    }

    private boolean compute(LaneOperation.Compute compute) {
      return compute.vector().filter(result -> compute(result, compute.operands())).isPresent();
    }

    private boolean compute(LaneOperation.Result.Vector result, LaneOperation.Operands operands) {
      if (result.expression() instanceof TypedExpression.Convert convert) {
        return convert.value() instanceof TypedExpression.Operand
            && convert(LaneConversion.of(convert, operands.part()), result.vd(), operands.va());
      }
      LaneArray element =
          switch (result.expression().type()) {
            case FP32 -> LaneArray.SINGLE;
            case FP16 -> LaneArray.HALF;
            default -> LaneArray.INT;
          };
      boolean known =
          element != LaneArray.INT
              && result.expression() instanceof TypedExpression.Apply
              && isKnown(result.expression(), operands, element);
      computed.put(result.vd(), element);
      return known;
    }

    private boolean isKnown(
        TypedExpression expression, LaneOperation.Operands operands, LaneArray element) {
      return switch (expression) {
        case TypedExpression.Constant constant -> constant.value() == 0;
        case TypedExpression.Operand operand ->
            switch (operand.slot()) {
              case FIRST -> is(operands.va(), element);
              case SECOND -> is(operands.vb(), element);
              case ACCUMULATOR -> is(operands.vc(), element);
              case SCALAR -> {
                if (element == LaneArray.HALF) {
                  halfScalars.add(operands.scalar());
                }
                yield true;
              }
              case DISTANCE, ROUNDED_DISTANCE, LANE, NEGATIVE_LANE, SELECTOR, CARRY -> false;
            };
        case TypedExpression.Convert convert -> false;
        case TypedExpression.Apply apply ->
            isArithmetic(apply.function(), element)
                && apply.arguments().stream()
                    .allMatch(argument -> isKnown(argument, operands, element));
      };
    }

    /**
     * Functions whose NaN is the canonical one whatever they are given; of f16 those that f32
     * rounds alike.
     */
    private static boolean isArithmetic(LaneFunction function, LaneArray element) {
      return switch (function) {
        case ADD, SUB, MUL, DIV, MAX, MIN, SQRT, RECIPROCAL -> true;
        case FMA -> element == LaneArray.SINGLE;
        default -> false;
      };
    }

    private boolean convert(LaneConversion conversion, int vd, int va) {
      Optional<LaneArray> from = element(conversion.from());
      Optional<LaneArray> to = element(conversion.to());
      boolean known =
          from.isPresent() && to.isPresent() && isKnown(conversion) && is(va, from.get());
      to.ifPresent(element -> computed.put(vd, element));
      return known;
    }

    private static Optional<LaneArray> element(DataType type) {
      return switch (type) {
        case FP32, FP16, S32 -> Optional.of(LaneArray.ofNumbers(type));
        default -> Optional.empty();
      };
    }

    /** NumberConversions that the JVM vectorises. */
    private static boolean isKnown(LaneConversion conversion) {
      Rounding rounding = conversion.rounding();
      boolean nearest = rounding == Rounding.NEAREST_EVEN;
      if (conversion.part() != 0 || conversion.width() != Integer.BYTES) {
        return false;
      }
      return switch (conversion.to()) {
        case FP16 -> nearest && !conversion.saturate() && conversion.from() == DataType.FP32;
        case FP32 ->
            conversion.roundsOnly()
                ? isPlain(rounding)
                : nearest || conversion.from() == DataType.FP16;
        default ->
            conversion.from() == DataType.FP32
                && (isPlain(rounding) || rounding == Rounding.TO_ZERO);
      };
    }

    private static boolean isPlain(Rounding rounding) {
      return rounding == Rounding.NEAREST_EVEN
          || rounding == Rounding.DOWN
          || rounding == Rounding.UP;
    }

    /**
     * True if a register holds lanes of {@code element}; one that was loaded does if all of its
     * uses say so.
     */
    private boolean is(int register, LaneArray element) {
      if (computed.containsKey(register)) {
        return computed.get(register) == element;
      }
      Optional<Integer> access =
          Optional.ofNullable(loaded.get(register))
              .filter(number -> isAligned(segment.accesses().get(number), element))
              .filter(number -> elements.getOrDefault(number, element) == element);
      access.ifPresent(number -> elements.put(number, element));
      return access.isPresent();
    }

    private static boolean isAligned(Segment.Access access, LaneArray element) {
      return access.places().unit() == element.bytes() && access.alignment() % element.bytes() == 0;
    }
  }
}
