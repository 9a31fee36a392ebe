package org.ptoc.emulator.jit.repeat;

import static org.ptoc.ir.isa.LaneFunction.*;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.emulator.numeric.Float16;
import org.ptoc.ir.isa.DataType;

/**
 * Comparisons as arithmetic of integers of the width of the lanes, which needs no jumps: the sign
 * of a term tells. With a NaN only NE holds; -0 equals +0.
 */
final class ComparisonTerms {
  private static final int SINGLE_INFINITY = 0x7F80_0000;

  private final DataType type;

  private ComparisonTerms(DataType type) {
    this.type = type;
  }

  /**
   * Loops behind each other, because a shift must not see bits above those of the lane: all ones
   * where it compares.
   */
  static List<Passes.Pass> of(RepeatWork.Compare work) {
    ComparisonTerms terms = new ComparisonTerms(work.type());
    Term first = new Term.Lane(TypedLanes.FIRST);
    Term second = work.withScalar() ? new Term.Scalar() : new Term.Lane(TypedLanes.SECOND);
    List<Passes.Pass> passes = new ArrayList<>();
    Term a = terms.number(first, TypedLanes.TEMPORARY, passes);
    Term b = terms.number(second, TypedLanes.TEMPORARY + 1, passes);
    Term sign =
        switch (work.comparison()) {
          case EQ -> not(terms.orUnordered(unequal(a, b), first, second));
          case NE -> terms.orUnordered(unequal(a, b), first, second);
          case LT -> not(terms.orUnordered(not(less(a, b)), first, second));
          case GT -> not(terms.orUnordered(not(less(b, a)), first, second));
          case LE -> not(terms.orUnordered(less(b, a), first, second));
          case GE -> not(terms.orUnordered(less(a, b), first, second));
          default -> throw new IllegalArgumentException(work.comparison() + " compares nothing");
        };
    int slot = TypedLanes.TEMPORARY + 2;
    passes.add(new Passes.Pass(slot, sign));
    passes.add(new Passes.Pass(TypedLanes.RESULT, terms.signOf(new Term.Lane(slot))));
    return passes;
  }

  private Term signOf(Term lane) {
    return Term.apply(SHR, lane, new Term.Constant(type.bits() - 1));
  }

  /** An integer in the order of the lanes. */
  private Term number(Term lane, int slot, List<Passes.Pass> passes) {
    if (!type.isFloat()) {
      return lane;
    }
    passes.add(
        new Passes.Pass(
            slot, Term.apply(SUB, Term.apply(XOR, magnitude(lane), signOf(lane)), signOf(lane))));
    return new Term.Lane(slot);
  }

  private Term magnitude(Term lane) {
    return Term.apply(AND, lane, new Term.Constant((1 << type.bits() - 1) - 1));
  }

  /** Negative when the given term is, or one of the operands is a NaN. */
  private Term orUnordered(Term sign, Term first, Term second) {
    return type.isFloat()
        ? Term.apply(OR, sign, Term.apply(OR, aboveInfinity(first), aboveInfinity(second)))
        : sign;
  }

  private Term aboveInfinity(Term lane) {
    int infinity = type == DataType.FP16 ? Float16.INFINITY : SINGLE_INFINITY;
    return Term.apply(SUB, new Term.Constant(infinity), magnitude(lane));
  }

  /** Negative when {@code a} is less; the difference may overflow. */
  private static Term less(Term a, Term b) {
    Term alike = Term.apply(AND, not(Term.apply(XOR, a, b)), Term.apply(SUB, a, b));
    return Term.apply(OR, Term.apply(AND, a, not(b)), alike);
  }

  /** Negative when the operands differ. */
  private static Term unequal(Term a, Term b) {
    Term difference = Term.apply(XOR, a, b);
    return Term.apply(OR, difference, Term.apply(NEG, difference));
  }

  private static Term not(Term term) {
    return Term.apply(NOT, term);
  }
}
