package org.ptoc.emulator.jit.segment;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.TypedExpression;
import org.ptoc.ir.isa.UnitOperation;

/**
 * One step of a fused lane loop: a word, or a part of one. Vector operands are register numbers;
 * {@code access} and {@code scalar} are numbers of addresses and scalar values that the segment has
 * computed before its loop; a {@code scalar} of -1 is none.
 */
public sealed interface LaneOperation {
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

  /**
   * Where the operands of expressions come from.
   *
   * @param part which part of its lane a narrow element is, also of a result
   * @param truth the predicate that is an operand
   */
  public record Operands(int va, int vb, int vc, int part, int scalar, Mask truth) {
    /** The vector registers that an expression reads. */
    private Set<Integer> read(TypedExpression expression) {
      Set<Integer> registers = new HashSet<>();
      addIf(registers, expression.reads(Slot.FIRST), va);
      addIf(registers, expression.reads(Slot.SECOND), vb);
      addIf(registers, expression.reads(Slot.ACCUMULATOR), vc);
      return registers;
    }

    private static void addIf(Set<Integer> registers, boolean reads, int register) {
      if (reads) {
        registers.add(register);
      }
    }
  }

  /** What an expression gives: a vector register, or a truth value. */
  sealed interface Result {
    /** What is computed in each lane. */
    TypedExpression expression();

    /** The lanes of vector register {@code vd}. */
    record Vector(TypedExpression expression, int vd) implements Result {}

    /** A truth value for each lane, number {@code number} of the segment. */
    record Truth(TypedExpression expression, int number) implements Result {}
  }

  /** An element-wise word; all results are computed before the first one is written. */
  record Compute(List<Result> results, Operands operands, Mask mask, boolean merging)
      implements LaneOperation {
    public Compute {
      results = List.copyOf(results);
    }

    /** The only result, when that is a vector. */
    public Optional<Result.Vector> vector() {
      return results.size() == 1 && results.getFirst() instanceof Result.Vector vector
          ? Optional.of(vector)
          : Optional.empty();
    }

    @Override
    public List<Integer> read() {
      Set<Integer> registers = new HashSet<>();
      results.forEach(result -> registers.addAll(operands.read(result.expression())));
      if (merging && !(mask instanceof Mask.All)) {
        registers.addAll(written());
      }
      return List.copyOf(registers);
    }

    @Override
    public List<Integer> written() {
      return results.stream()
          .filter(Result.Vector.class::isInstance)
          .map(result -> ((Result.Vector) result).vd())
          .toList();
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
