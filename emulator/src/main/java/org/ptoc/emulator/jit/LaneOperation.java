package org.ptoc.emulator.jit;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneExpression;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.UnitOperation;

/**
 * One step of a fused lane loop: a word, or a part of one. Vector operands are register numbers,
 * those from {@link #FIRST_TEMPORARY} on hold values between the parts of a word; {@code access}
 * and {@code scalar} are numbers of addresses and scalar values that the segment has computed
 * before its loop; a {@code scalar} of -1 is none.
 */
sealed interface LaneOperation {
  /** The first number that is no register of the machine. */
  int FIRST_TEMPORARY = 32;

  /**
   * The lane becomes the zero-extended bytes at its place, {@code further} bytes behind the
   * address.
   */
  record Load(int access, int vd, LanePlaces places, int further) implements LaneOperation {
    @Override
    public List<Integer> written() {
      return List.of(vd);
    }
  }

  /** The low bytes of the lane go to its place, {@code further} bytes behind the address. */
  record Store(int access, int vs, LanePlaces places, int further, Mask mask)
      implements LaneOperation {
    @Override
    public List<Integer> read() {
      return List.of(vs);
    }
  }

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
      implements LaneOperation {

    @Override
    public List<Integer> read() {
      Set<Integer> registers = new HashSet<>();
      addIf(registers, Slot.FIRST, va);
      addIf(registers, Slot.SECOND, vb);
      addIf(registers, Slot.ACCUMULATOR, vc);
      if (merging && !(mask instanceof Mask.All)) {
        registers.add(vd);
      }
      return List.copyOf(registers);
    }

    private void addIf(Set<Integer> registers, Slot slot, int register) {
      if (Expressions.uses(expression, slot)) {
        registers.add(register);
      }
    }

    @Override
    public List<Integer> written() {
      return List.of(vd);
    }
  }

  /** A function of two lanes that no lane expression has. */
  record Call(LaneCall function, int vd, int va, int vb) implements LaneOperation {
    @Override
    public List<Integer> read() {
      return List.of(va, vb);
    }

    @Override
    public List<Integer> written() {
      return List.of(vd);
    }
  }

  /** The number of the lane in its register as an integer, or the negative of it. */
  record LaneNumber(int vd, boolean negative) implements LaneOperation {
    @Override
    public List<Integer> written() {
      return List.of(vd);
    }
  }

  /** A conversion. */
  record Convert(LaneConversion conversion, int vd, int va, Mask mask, boolean merging)
      implements LaneOperation {
    @Override
    public List<Integer> read() {
      return merging && !(mask instanceof Mask.All) ? List.of(va, vd) : List.of(va);
    }

    @Override
    public List<Integer> written() {
      return List.of(vd);
    }
  }

  /**
   * A comparison that gives truth value {@code result}; with {@code scalar} when that is not -1,
   * else with vb.
   */
  record Compare(
      DataType type, Comparison comparison, int result, int va, int vb, int scalar, Mask mask)
      implements LaneOperation {

    @Override
    public List<Integer> read() {
      return scalar >= 0 ? List.of(va) : List.of(va, vb);
    }
  }

  /** {@code va} where the mask is set, else {@code vb}. */
  record Select(int vd, int va, int vb, Mask mask) implements LaneOperation {
    @Override
    public List<Integer> read() {
      return List.of(va, vb);
    }

    @Override
    public List<Integer> written() {
      return List.of(vd);
    }
  }

  /** Logic on truth values. */
  record Logic(UnitOperation operation, int result, Mask a, Mask b, Mask mask)
      implements LaneOperation {}

  /**
   * Truth value {@code result} is the bit {@code offset} behind that of the lane in a predicate
   * register.
   */
  record Test(int result, int predicate, int offset) implements LaneOperation {}

  /** Vector registers that the step reads. */
  default List<Integer> read() {
    return List.of();
  }

  /** Vector registers that it writes. */
  default List<Integer> written() {
    return List.of();
  }
}
