package org.ptoc.emulator.jit;

import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneExpression;
import org.ptoc.ir.isa.UnitOperation;

/**
 * One word of a fused lane loop. Vector operands are register numbers; {@code access} and {@code scalar} are numbers of
 * addresses and scalar values that the segment has computed before its loop; a {@code scalar} of -1 is none.
 */
sealed interface LaneOperation {

  /** The lane becomes the zero-extended {@code unit} bytes at address + lane * stride. */
  record Load(int access, int vd, int unit, int stride) implements LaneOperation {}

  /** The low {@code unit} bytes of the lane go to address + lane * unit. */
  record Store(int access, int vs, int unit, Mask mask) implements LaneOperation {}

  /** An element-wise word. */
  record Compute(
      LaneExpression expression,
      DataType type,
      int vd,
      int va,
      int vb,
      int vc,
      int scalar,
      Mask mask,
      boolean merging)
      implements LaneOperation {}

  /** A conversion. */
  record Convert(LaneConversion conversion, int vd, int va, Mask mask, boolean merging) implements LaneOperation {}

  /** A comparison that gives truth value {@code result}; with {@code scalar} when that is not -1, else with vb. */
  record Compare(DataType type, Comparison comparison, int result, int va, int vb, int scalar, Mask mask)
      implements LaneOperation {}

  /** {@code va} where the mask is set, else {@code vb}. */
  record Select(int vd, int va, int vb, Mask mask) implements LaneOperation {}

  /** Logic on truth values. */
  record Logic(UnitOperation operation, int result, Mask a, Mask b, Mask mask) implements LaneOperation {}
}
