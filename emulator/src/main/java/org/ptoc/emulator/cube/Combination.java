package org.ptoc.emulator.cube;

import org.ptoc.emulator.numeric.BFloat16;
import org.ptoc.emulator.numeric.Float16;
import org.ptoc.emulator.numeric.Float32;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneExpression;
import org.ptoc.ir.isa.LaneFunction;
import org.ptoc.ir.isa.ScalarOperation;
import org.ptoc.ir.isa.Semantics;

/** How a store combines with what lies in GM (spec/60, 3.8); NaN wins a maximum or minimum. */
public enum Combination {
  ADD(LaneFunction.ADD, ScalarOperation.ADD),
  MAXIMUM(LaneFunction.MAX, ScalarOperation.MAXIMUM),
  MINIMUM(LaneFunction.MIN, ScalarOperation.MINIMUM);

  private final LaneFunction lanes;
  private final ScalarOperation scalar;

  Combination(LaneFunction lanes, ScalarOperation scalar) {
    this.lanes = lanes;
    this.scalar = scalar;
  }

  /** True if a word of a vector core computes it, in lanes or of scalars. */
  public boolean isComputedBy(Semantics semantics) {
    return switch (semantics) {
      case Semantics.Lanes words ->
          words.results().getFirst() instanceof LaneExpression.Apply(var function, var _)
              && function == lanes;
      case Semantics.Scalar(var operation) -> operation == scalar;
      case Semantics.Unit _, Semantics.Control _ -> false;
    };
  }

  /** The bits of {@code old} combined with {@code value}, both of {@code type}. */
  public int apply(DataType type, int old, int value) {
    return switch (type) {
      case FP32 -> Float32.encode(combine(Float.intBitsToFloat(old), Float.intBitsToFloat(value)));
      case FP16 ->
          switch (this) {
            case ADD -> Float16.add(old, value);
            case MAXIMUM -> Float16.max(old, value);
            case MINIMUM -> Float16.min(old, value);
          };
      case BF16 ->
          switch (this) {
            case ADD -> BFloat16.add(old, value);
            case MAXIMUM -> BFloat16.max(old, value);
            case MINIMUM -> BFloat16.min(old, value);
          };
      case S32 -> combine(old, value);
      case S16 -> combine((short) old, (short) value);
      case S8 -> combine((byte) old, (byte) value);
      default -> throw new IllegalArgumentException("nothing combines with " + type);
    };
  }

  private float combine(float old, float value) {
    return switch (this) {
      case ADD -> old + value;
      case MAXIMUM -> Math.max(old, value);
      case MINIMUM -> Math.min(old, value);
    };
  }

  private int combine(int old, int value) {
    return switch (this) {
      case ADD -> old + value;
      case MAXIMUM -> Math.max(old, value);
      case MINIMUM -> Math.min(old, value);
    };
  }
}
