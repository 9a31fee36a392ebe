package org.ptoc.emulator.lane;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneExpression;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.LaneFunction;

/**
 * A lane expression of one element type as a list of loops. Immutable; running it allocates
 * nothing.
 *
 * <p>Values that are no operand vectors (the scalar, constants, intermediate results) live in
 * scratch slots of 256 bytes behind each other in the same array.
 */
public final class LanePlan {
  /** Scratch slots that a plan may use, the result of a masked run included. */
  public static final int SCRATCH_SLOTS = 6;

  private static final int BYTES = 256;
  private static final int FIRST_SCRATCH = Slot.values().length;

  private final DataType type;
  private final Stage[] stages;
  private final int result;
  private final boolean usesScalar;
  private final boolean usesFirst;
  private final boolean usesSecond;
  private final boolean usesAccumulator;
  private final boolean usesDistance;
  private final long[] constants;
  private final int[] constantSlots;

  /** Whether the plan is one loop over operands and the scalar. */
  private final boolean single;

  /**
   * One loop: value numbers of destination and operands; {@code bits} counts bytes instead of
   * lanes.
   */
  private record Stage(LaneLoop loop, boolean bits, int destination, int a, int b, int c) {}

  private LanePlan(DataType type, Compiler compiler, int result) {
    this.type = type;
    this.stages = compiler.stages.toArray(Stage[]::new);
    this.result = result;
    this.usesScalar = compiler.uses[Slot.SCALAR.ordinal()];
    this.usesFirst = compiler.uses[Slot.FIRST.ordinal()];
    this.usesSecond = compiler.uses[Slot.SECOND.ordinal()];
    this.usesAccumulator = compiler.uses[Slot.ACCUMULATOR.ordinal()];
    this.usesDistance = compiler.uses[Slot.DISTANCE.ordinal()];
    this.constants = compiler.constants.stream().mapToLong(Long::longValue).toArray();
    this.constantSlots = compiler.constantSlots.stream().mapToInt(Integer::intValue).toArray();
    this.single = stages.length == 1 && constants.length == 0;
  }

  /** The plan of {@code expression} for lanes of {@code type}. */
  public static LanePlan of(LaneExpression expression, DataType type) {
    Compiler compiler = new Compiler(type);
    int result = compiler.compile(expression);
    return new LanePlan(type, compiler, result);
  }

  /** Whether a run writes nothing but the result. */
  public boolean isScratchFree() {
    return !usesScalar && !usesDistance && constants.length == 0 && stages.length <= 1;
  }

  /** Whether there is a first operand vector. */
  public boolean usesFirst() {
    return usesFirst;
  }

  /** Whether there is a second operand vector. */
  public boolean usesSecond() {
    return usesSecond;
  }

  /** Whether the accumulator is read. */
  public boolean usesAccumulator() {
    return usesAccumulator;
  }

  /** The element type. */
  public DataType type() {
    return type;
  }

  /**
   * Computes lanes 0 to {@code lanes - 1}.
   *
   * @param r holds operands, result and scratch
   * @param destination byte offset of the result; may be an operand; bytes behind the last lane may
   *     change up to the next multiple of eight
   * @param first byte offset of the first operand; likewise the others, 0 where the expression has
   *     none
   * @param scalar the scalar register
   * @param scratch byte offset of {@link #SCRATCH_SLOTS} slots
   */
  public void run(
      byte[] r,
      int destination,
      int first,
      int second,
      int accumulator,
      long scalar,
      int scratch,
      int lanes) {
    if (usesScalar) {
      fill(r, scratch, scalar);
    } else if (usesDistance) {
      fill(r, scratch, Long.compareUnsigned(scalar, Long.SIZE) < 0 ? scalar : Long.SIZE);
    }
    if (single) {
      Stage stage = stages[0];
      int a = operand(stage.a, first, second, accumulator, scratch);
      int b = operand(stage.b, first, second, accumulator, scratch);
      int c = operand(stage.c, first, second, accumulator, scratch);
      stage.loop.run(r, destination, a, b, c, stage.bits ? lanes * type.bytes() : lanes);
      return;
    }
    for (int i = 0; i < constants.length; i++) {
      fill(r, scratch + (constantSlots[i] - FIRST_SCRATCH) * BYTES, constants[i]);
    }
    if (stages.length == 0) {
      System.arraycopy(
          r,
          offset(result, first, second, accumulator, scratch),
          r,
          destination,
          lanes * type.bytes());
      return;
    }
    for (int i = 0; i < stages.length; i++) {
      Stage stage = stages[i];
      int to =
          i == stages.length - 1
              ? destination
              : offset(stage.destination, first, second, accumulator, scratch);
      int a = offset(stage.a, first, second, accumulator, scratch);
      int b = offset(stage.b, first, second, accumulator, scratch);
      int c = offset(stage.c, first, second, accumulator, scratch);
      stage.loop.run(r, to, a, b, c, stage.bits ? lanes * type.bytes() : lanes);
    }
  }

  /** The offset of a value that no loop computes. */
  private static int operand(int value, int first, int second, int accumulator, int scratch) {
    return value == 0 ? first : value == 1 ? second : value == 2 ? accumulator : scratch;
  }

  private static int offset(int value, int first, int second, int accumulator, int scratch) {
    return switch (value) {
      case 0 -> first;
      case 1 -> second;
      case 2 -> accumulator;
      case 3, 4 -> scratch;
      default -> scratch + (value - FIRST_SCRATCH) * BYTES;
    };
  }

  /** Puts the low bits of {@code value} into every lane of a slot. */
  private void fill(byte[] r, int slot, long value) {
    fill(r, slot, value, type.bytes());
  }

  /** Puts the low {@code width} bytes of {@code value} into every lane of a register. */
  public static void fill(byte[] r, int slot, long value, int width) {
    long pattern =
        switch (width) {
          case 1 -> (value & 0xFF) * 0x0101_0101_0101_0101L;
          case 2 -> (value & 0xFFFF) * 0x0001_0001_0001_0001L;
          case 4 -> (value & 0xFFFF_FFFFL) * 0x0000_0001_0000_0001L;
          default -> value;
        };
    for (int i = 0; i < BYTES; i += 8) {
      LittleEndian.put64(r, slot + i, pattern);
    }
  }

  /** Numbers the values of an expression: operands by their slot, then scratch slots from 1 up. */
  private static final class Compiler {
    private final DataType type;
    private final List<Stage> stages = new ArrayList<>();
    private final boolean[] uses = new boolean[FIRST_SCRATCH];
    private final List<Long> constants = new ArrayList<>();
    private final List<Integer> constantSlots = new ArrayList<>();
    private int next = FIRST_SCRATCH + 1;

    Compiler(DataType type) {
      this.type = type;
    }

    int compile(LaneExpression expression) {
      return switch (expression) {
        case LaneExpression.Operand operand -> {
          uses[operand.slot().ordinal()] = true;
          yield operand.slot().ordinal();
        }
        case LaneExpression.Constant constant -> constant(constant.value());
        case LaneExpression.Apply apply -> apply(apply);
      };
    }

    private int constant(int value) {
      if (value != 0 && type.isFloat()) {
        throw new IllegalArgumentException("only zero is a constant of float lanes");
      }
      constants.add((long) value);
      constantSlots.add(next);
      return scratch();
    }

    private int apply(LaneExpression.Apply apply) {
      if (isRectifier(apply)) {
        int value = compile(apply.arguments().getFirst());
        int destination = scratch();
        stages.add(new Stage(LaneLoops.Fp32::rectify, false, destination, value, value, value));
        return destination;
      }
      int[] values = {0, 0, 0};
      for (int i = 0; i < apply.arguments().size(); i++) {
        values[i] = compile(apply.arguments().get(i));
      }
      LaneFunction function = apply.function();
      boolean bits = function.isLogic();
      LaneLoop loop = bits ? LaneLoops.Bits.of(function) : loop(function, type);
      int destination = scratch();
      stages.add(new Stage(loop, bits, destination, values[0], values[1], values[2]));
      return destination;
    }

    /** The maximum of an f32 value and zero has a loop that needs no vector of zeros. */
    private boolean isRectifier(LaneExpression.Apply apply) {
      return type == DataType.FP32
          && apply.function() == LaneFunction.MAX
          && apply.arguments().get(1).equals(new LaneExpression.Constant(0));
    }

    private int scratch() {
      if (next - FIRST_SCRATCH >= SCRATCH_SLOTS) {
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
      case HIF8, E4M3, E5M2, E2M1X2, E1M2X2, E8M0, NONE ->
          throw new IllegalArgumentException("no arithmetic on " + type);
    };
  }
}
