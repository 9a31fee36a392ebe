package org.ptoc.ir.catalog;

import java.util.OptionalLong;
import org.ptoc.ir.type.ElementType;

/**
 * Rules of arithmetic that an integer operation with two operands of one type keeps.
 *
 * @param identity the right operand that leaves the left one as it is
 * @param absorbing the operand that is the result whatever the other is
 * @param commutes whether the operands may change places
 * @param fault what the machine traps at
 */
public record Algebra(
    OptionalLong identity, OptionalLong absorbing, boolean commutes, Fault fault) {

  /** Right operands that the machine traps at. */
  public enum Fault {
    NONE {
      @Override
      public boolean isExcludedBy(long right, ElementType type) {
        return true;
      }
    },
    /** Zero; and -1 in a signed division of the least number. */
    DIVISOR {
      @Override
      public boolean isExcludedBy(long right, ElementType type) {
        return right > 0;
      }
    },
    /** Beyond the width of the type. */
    DISTANCE {
      @Override
      public boolean isExcludedBy(long right, ElementType type) {
        return Long.compareUnsigned(right, type.bits()) < 0;
      }
    };

    /** True if a right operand makes certain that the operation does not trap. */
    public abstract boolean isExcludedBy(long right, ElementType type);
  }

  /** No rule that anything makes use of. */
  static final Algebra ANY = of(OptionalLong.empty(), false, Fault.NONE);

  private static Algebra of(OptionalLong identity, boolean commutes, Fault fault) {
    return new Algebra(identity, OptionalLong.empty(), commutes, fault);
  }

  static Algebra right(long identity) {
    return of(OptionalLong.of(identity), false, Fault.NONE);
  }

  static Algebra commutative(long identity) {
    return of(OptionalLong.of(identity), true, Fault.NONE);
  }

  static Algebra divisor(long identity) {
    return of(OptionalLong.of(identity), false, Fault.DIVISOR);
  }

  static Algebra divisor() {
    return of(OptionalLong.empty(), false, Fault.DIVISOR);
  }

  static Algebra distance() {
    return of(OptionalLong.of(0), false, Fault.DISTANCE);
  }

  Algebra absorbing(long operand) {
    return new Algebra(identity, OptionalLong.of(operand), commutes, fault);
  }
}
