package org.ptoc.emulator.lane;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ptoc.emulator.numeric.BFloat16;
import org.ptoc.emulator.numeric.Float16;
import org.ptoc.emulator.numeric.Rounding;
import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.emulator.unit.NumberConversions;
import org.ptoc.emulator.unit.UnitScratch;
import org.ptoc.emulator.unit.Vectors;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.LaneFunction;
import org.ptoc.ir.isa.TypedExpression;

/**
 * The expressions of a word as a list of loops. Immutable; running it allocates nothing.
 *
 * <p>Values that are no operand vectors (the scalar, constants, intermediate results) live in
 * scratch slots behind each other in the same array.
 */
public final class LanePlan {
  /** Bytes of the scratch slots that a plan may use. */
  public static final int SCRATCH_BYTES = 12 * 512;

  private static final int SCRATCH_SLOTS = 12;

  /** Bytes of a slot: the lanes of a register in a type of twice the width. */
  private static final int BYTES = SCRATCH_BYTES / SCRATCH_SLOTS;

  // Numbers of values: operand vectors, then scratch slots, of which the first has the scalar.
  private static final int FIRST = 0;
  private static final int SECOND = 1;
  private static final int ACCUMULATOR = 2;
  private static final int SELECTOR = 3;
  private static final int SCALAR = 4;

  private final List<TypedExpression> expressions;
  private final DataType type;
  private final Stage[] stages;
  private final int[] results;
  private final boolean usesScalar;
  private final boolean usesDistance;
  private final boolean usesRoundedDistance;
  private final Filling[] fillings;

  /** Bytes of the lanes of the scalar. */
  private final int scalarBytes;

  /** True if the plan is one loop over operands and the scalar that gives its only result. */
  private final boolean single;

  /** One loop over lanes with the number of the value that it computes. */
  private sealed interface Stage {
    int destination();

    /**
     * A function of values.
     *
     * @param unit what counts as one: 1, or the bytes of a lane for functions of bits
     */
    record Function(LaneLoop loop, int unit, int destination, int a, int b, int c)
        implements Stage {}

    /**
     * A conversion.
     *
     * @param first byte of the first source lane
     * @param step bytes from one source lane to the next
     * @param place byte of the first result lane
     * @param distance bytes from one result lane to the next
     */
    record Conversion(
        TypedExpression.Convert expression,
        Rounding rounding,
        int destination,
        int value,
        int first,
        int step,
        int place,
        int distance)
        implements Stage {}
  }

  /**
   * The places of lanes of narrow operands and results.
   *
   * @param laneBytes distance of the lanes; 0 when they are consecutive
   * @param part which part of a lane they are
   */
  public record Parts(int laneBytes, int part) {
    /** Lanes behind each other. */
    public static final Parts NONE = new Parts(0, 0);

    private int distance(DataType type) {
      return Math.max(laneBytes, type.bytes());
    }

    private int place(DataType type) {
      return type.bytes() < laneBytes ? part * type.bytes() : 0;
    }
  }

  /** A slot that has the same bytes in every run. */
  private record Filling(int value, byte[] lanes) {}

  private LanePlan(List<TypedExpression> expressions, Compiler compiler, int[] results) {
    this.expressions = List.copyOf(expressions);
    this.type = expressions.getFirst().type();
    this.scalarBytes = compiler.scalarBytes;
    this.stages = compiler.stages.toArray(Stage[]::new);
    this.results = results;
    this.usesScalar = reads(Slot.SCALAR);
    this.usesDistance = reads(Slot.DISTANCE);
    this.usesRoundedDistance = reads(Slot.ROUNDED_DISTANCE);
    this.fillings = compiler.fillings.toArray(Filling[]::new);
    this.single =
        stages.length == 1
            && stages[0] instanceof Stage.Function
            && results.length == 1
            && fillings.length == 0;
  }

  /** The plan of expressions whose lanes are consecutive. */
  public static LanePlan of(List<TypedExpression> expressions) {
    return of(expressions, Parts.NONE);
  }

  /** The plan of a word's expressions. */
  public static LanePlan of(List<TypedExpression> expressions, Parts parts) {
    Compiler compiler = new Compiler(parts, expressions);
    int[] results = expressions.stream().mapToInt(compiler::compile).toArray();
    return new LanePlan(expressions, compiler, results);
  }

  /** True if an operand is read. */
  public boolean reads(Slot slot) {
    return expressions.stream().anyMatch(each -> each.reads(slot));
  }

  /** True if a run writes nothing but the result. */
  public boolean isScratchFree() {
    return !usesScalar
        && !usesDistance
        && !usesRoundedDistance
        && fillings.length == 0
        && (stages.length == 0 || single);
  }

  /** The byte offset of a result of the last {@link #compute} with {@code temporary}. */
  public int result(int number, UnitScratch temporary) {
    return place(results[number], temporary.places);
  }

  /**
   * Computes the only result in lanes 0 to {@code lanes - 1}.
   *
   * @param r holds operands, result and scratch
   * @param destination byte offset of the result; may be an operand; bytes behind the last lane may
   *     change up to the next multiple of eight
   * @param first byte offset of the first operand; likewise the others, 0 where the expression has
   *     none
   * @param selector byte offset of lanes that are all ones where the truth value holds, else 0
   * @param scalar the scalar register
   * @param scratch byte offset of {@link #SCRATCH_BYTES} bytes
   * @param temporary for conversions
   */
  public void run(
      byte[] r,
      int destination,
      int first,
      int second,
      int accumulator,
      int selector,
      long scalar,
      int scratch,
      int lanes,
      UnitScratch temporary) {
    if (single && stages[0] instanceof Stage.Function stage) {
      fillScalar(r, scratch, scalar);
      int a = operand(stage.a, first, second, accumulator, selector, scratch);
      int b = operand(stage.b, first, second, accumulator, selector, scratch);
      int c = operand(stage.c, first, second, accumulator, selector, scratch);
      stage.loop.run(r, destination, a, b, c, lanes * stage.unit);
      return;
    }
    int last = stages.length - 1;
    int[] places = places(first, second, accumulator, selector, scratch, temporary);
    runStages(r, places, scalar, lanes, temporary, last);
    if (last < 0) {
      System.arraycopy(r, place(results[0], places), r, destination, lanes * type.bytes());
    } else {
      run(stages[last], r, destination, places, lanes, temporary);
    }
  }

  /** Computes all results into scratch slots; see {@link #run} and {@link #result}. */
  public void compute(
      byte[] r,
      int first,
      int second,
      int accumulator,
      int selector,
      long scalar,
      int scratch,
      int lanes,
      UnitScratch temporary) {
    int[] places = places(first, second, accumulator, selector, scratch, temporary);
    runStages(r, places, scalar, lanes, temporary, stages.length);
  }

  /** Notes where the operands and the scratch slots begin. */
  private static int[] places(
      int first, int second, int accumulator, int selector, int scratch, UnitScratch temporary) {
    int[] places = temporary.places;
    places[FIRST] = first;
    places[SECOND] = second;
    places[ACCUMULATOR] = accumulator;
    places[SELECTOR] = selector;
    places[SCALAR] = scratch;
    return places;
  }

  /** The offset of a value. */
  private static int place(int value, int[] places) {
    return value < SCALAR ? places[value] : places[SCALAR] + (value - SCALAR) * BYTES;
  }

  private void runStages(
      byte[] r, int[] places, long scalar, int lanes, UnitScratch temporary, int end) {
    fillScalar(r, places[SCALAR], scalar);
    for (Filling filling : fillings) {
      System.arraycopy(filling.lanes, 0, r, place(filling.value, places), BYTES);
    }
    for (int i = 0; i < end; i++) {
      run(stages[i], r, place(stages[i].destination(), places), places, lanes, temporary);
    }
  }

  private static void run(
      Stage stage, byte[] r, int to, int[] places, int lanes, UnitScratch temporary) {
    switch (stage) {
      case Stage.Function function ->
          function.loop.run(
              r,
              to,
              place(function.a, places),
              place(function.b, places),
              place(function.c, places),
              lanes * function.unit);
      case Stage.Conversion conversion ->
          NumberConversions.convert(
              r,
              to,
              conversion.distance,
              conversion.place,
              place(conversion.value, places) + conversion.first,
              conversion.step,
              lanes,
              conversion.expression.from(),
              conversion.expression.type(),
              conversion.rounding,
              conversion.expression.saturate(),
              temporary);
    }
  }

  private void fillScalar(byte[] r, int scratch, long scalar) {
    if (usesScalar) {
      Vectors.fill(r, scratch, scalar, scalarBytes);
    } else if (usesDistance) {
      long distance = Long.compareUnsigned(scalar, Long.SIZE) < 0 ? scalar : Long.SIZE;
      Vectors.fill(r, scratch, distance, scalarBytes);
    } else if (usesRoundedDistance) {
      Vectors.fill(r, scratch, scalar & 0xFFFF, scalarBytes);
    }
  }

  /** The offset of a value that no loop computes. */
  private static int operand(
      int value, int first, int second, int accumulator, int selector, int scratch) {
    return value == FIRST
        ? first
        : value == SECOND
            ? second
            : value == ACCUMULATOR ? accumulator : value == SELECTOR ? selector : scratch;
  }

  /** Numbers the values of expressions; equal ones are one value. */
  private static final class Compiler {
    private final List<Stage> stages = new ArrayList<>();
    private final List<Filling> fillings = new ArrayList<>();
    private final Map<TypedExpression, Integer> values = new HashMap<>();
    private final Parts parts;
    private final List<TypedExpression> results;
    private int next = SCALAR + 1;
    private int scalarBytes;

    Compiler(Parts parts, List<TypedExpression> results) {
      this.parts = parts;
      this.results = results;
    }

    int compile(TypedExpression expression) {
      Integer known = values.get(expression);
      int value = known == null ? make(expression) : known;
      values.put(expression, value);
      return value;
    }

    private int make(TypedExpression expression) {
      return switch (expression) {
        case TypedExpression.Operand(Slot slot, DataType type) ->
            switch (slot) {
              case FIRST -> FIRST;
              case SECOND -> SECOND;
              case ACCUMULATOR -> ACCUMULATOR;
              case SELECTOR, CARRY -> SELECTOR;
              case SCALAR, DISTANCE, ROUNDED_DISTANCE -> {
                scalarBytes = type.bytes();
                yield SCALAR;
              }
              case LANE -> filled(numbers(type, 1));
              case NEGATIVE_LANE -> filled(numbers(type, -1));
            };
        case TypedExpression.Constant(int value, DataType type) -> filled(constant(value, type));
        case TypedExpression.Apply apply -> apply(apply);
        case TypedExpression.Convert convert -> convert(convert);
      };
    }

    /** Operands and results stand where the parts say, values in between behind each other. */
    private int convert(TypedExpression.Convert convert) {
      int value = compile(convert.value());
      Parts source = value < SCALAR ? parts : Parts.NONE;
      Parts result = results.contains(convert) ? parts : Parts.NONE;
      int destination = scratch();
      stages.add(
          new Stage.Conversion(
              convert,
              NumberConversions.rounding(convert.rounding(), convert.type()),
              destination,
              value,
              source.place(convert.from()),
              source.distance(convert.from()),
              result.place(convert.type()),
              result.distance(convert.type())));
      return destination;
    }

    private int filled(byte[] lanes) {
      int value = scratch();
      fillings.add(new Filling(value, lanes));
      return value;
    }

    private static byte[] constant(int value, DataType type) {
      if (value != 0 && type.isFloat()) {
        throw new IllegalArgumentException("only zero is a constant of float lanes");
      }
      byte[] lanes = new byte[BYTES];
      Vectors.fill(lanes, 0, value, type.bytes());
      Vectors.fill(lanes, Vectors.BYTES, value, type.bytes());
      return lanes;
    }

    private static byte[] numbers(DataType type, int step) {
      byte[] lanes = new byte[BYTES];
      for (int i = 0, number = 0; i < BYTES; i += type.bytes(), number += step) {
        long bits =
            switch (type) {
              case FP32 -> Float.floatToRawIntBits(number);
              case FP16 -> Float16.encode(number);
              case BF16 -> BFloat16.encode(number);
              default -> number;
            };
        LittleEndian.put(lanes, i, type.bytes(), bits);
      }
      return lanes;
    }

    private int apply(TypedExpression.Apply apply) {
      LaneFunction function = apply.function();
      if (isRectifier(apply)) {
        int value = compile(apply.arguments().getFirst());
        return stage(LaneLoops.Fp32::rectify, 1, new int[] {value, value, value});
      }
      int[] values = {0, 0, 0};
      for (int i = 0; i < apply.arguments().size(); i++) {
        values[i] = compile(apply.arguments().get(i));
      }
      return function.isLogic()
          ? stage(LaneLoops.Bits.of(function), apply.type().bytes(), values)
          : stage(loop(function, apply.type()), 1, values);
    }

    private int stage(LaneLoop loop, int unit, int[] values) {
      int destination = scratch();
      stages.add(new Stage.Function(loop, unit, destination, values[0], values[1], values[2]));
      return destination;
    }

    /** The maximum of an f32 value and zero has a loop that needs no vector of zeros. */
    private static boolean isRectifier(TypedExpression.Apply apply) {
      return apply.function() == LaneFunction.MAX
          && apply.arguments().get(1).equals(new TypedExpression.Constant(0, DataType.FP32));
    }

    private int scratch() {
      if (next - SCALAR >= SCRATCH_SLOTS) {
        throw new IllegalArgumentException("expression needs too many intermediate values");
      }
      return next++;
    }
  }

  private static LaneLoop loop(LaneFunction function, DataType type) {
    return switch (type) {
      case FP32 -> LaneLoops.Fp32.of(function);
      case FP16 -> LaneLoops.Fp16.of(function);
      case BF16 -> LaneLoops.Bf16.of(function);
      case S8 -> LaneLoops.S8.of(function);
      case U8 -> LaneLoops.U8.of(function);
      case S16 -> LaneLoops.S16.of(function);
      case U16 -> LaneLoops.U16.of(function);
      case S32 -> LaneLoops.S32.of(function);
      case U32 -> LaneLoops.U32.of(function);
      case S64 -> LaneLoops.S64.of(function);
      case U64 -> LaneLoops.U64.of(function);
      default -> throw new IllegalArgumentException("no arithmetic on " + type);
    };
  }
}
