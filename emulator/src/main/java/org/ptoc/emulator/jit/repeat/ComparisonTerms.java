package org.ptoc.emulator.jit.repeat;

import static org.ptoc.ir.isa.LaneFunction.*;

import org.ptoc.emulator.numeric.Float16;
import org.ptoc.ir.isa.DataType;

/**
 * Comparisons as arithmetic of 32-bit integers, which needs no jumps: the sign of a term tells. With a NaN only NE
 * holds; -0 equals +0.
 */
final class ComparisonTerms {
  private static final int SIGN = Integer.SIZE - 1;
  private static final int SINGLE_INFINITY = 0x7F80_0000;

  private final DataType type;

  private ComparisonTerms(DataType type) {
    this.type = type;
  }

  /** All ones where the operands compare, else 0. */
  static Term of(RepeatWork.Compare work) {
    Term first = new Term.Lane(TypedLanes.FIRST);
    Term second = work.withScalar() ? new Term.Scalar() : new Term.Lane(TypedLanes.SECOND);
    ComparisonTerms terms = new ComparisonTerms(work.type());
    Term a = terms.number(first);
    Term b = terms.number(second);
    Term sign = switch (work.comparison()) {
      case EQ -> not(terms.orUnordered(unequal(a, b), first, second));
      case NE -> terms.orUnordered(unequal(a, b), first, second);
      case LT -> not(terms.orUnordered(not(terms.less(a, b)), first, second));
      case GT -> not(terms.orUnordered(not(terms.less(b, a)), first, second));
      case LE -> not(terms.orUnordered(terms.less(b, a), first, second));
      case GE -> not(terms.orUnordered(terms.less(a, b), first, second));
    };
    return Term.apply(SHR, sign, new Term.Constant(SIGN));
  }

  /** An integer in the order of the lanes. */
  private Term number(Term lane) {
    if (!type.isFloat()) {
      return lane;
    }
    Term sign = Term.apply(SHR, lane, new Term.Constant(SIGN));
    return Term.apply(SUB, Term.apply(XOR, magnitude(lane), sign), sign);
  }

  private Term magnitude(Term lane) {
    return Term.apply(AND, lane, new Term.Constant((1 << type.bits() - 1) - 1));
  }

  /** Negative when the given term is, or one of the operands is a NaN. */
  private Term orUnordered(Term sign, Term first, Term second) {
    return type.isFloat() ? Term.apply(OR, sign, Term.apply(OR, aboveInfinity(first), aboveInfinity(second))) : sign;
  }

  private Term aboveInfinity(Term lane) {
    int infinity = type == DataType.FP16 ? Float16.INFINITY : SINGLE_INFINITY;
    return Term.apply(SUB, new Term.Constant(infinity), magnitude(lane));
  }

  /** Negative when {@code a} is less; the difference of lanes of 32 bits may overflow. */
  private Term less(Term a, Term b) {
    Term difference = Term.apply(SUB, a, b);
    if (type.bits() < Integer.SIZE) {
      return difference;
    }
    Term alike = Term.apply(AND, not(Term.apply(XOR, a, b)), difference);
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
