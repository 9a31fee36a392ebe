package org.ptoc.emulator.jit.repeat;

import java.util.List;
import java.util.stream.IntStream;
import org.ptoc.ir.isa.LaneFunction;

/** The value of a lane as one loop computes it. */
sealed interface Term {

  /** The lane of a slot of {@link TypedLanes}. */
  record Lane(int slot) implements Term {}

  /** The scalar register in the element type. */
  record Scalar() implements Term {}

  /** The scalar register as the count of a shift. */
  record Distance() implements Term {}

  /** A number. */
  record Constant(int value) implements Term {}

  /** A function of terms. */
  record Apply(LaneFunction function, List<Term> arguments) implements Term {
    public Apply {
      arguments = List.copyOf(arguments);
    }
  }

  static Term apply(LaneFunction function, Term... arguments) {
    return new Apply(function, List.of(arguments));
  }

  /** The slots that are read. */
  default IntStream slots() {
    return switch (this) {
      case Lane(int slot) -> IntStream.of(slot);
      case Apply apply -> apply.arguments().stream().flatMapToInt(Term::slots).distinct();
      case Scalar scalar -> IntStream.empty();
      case Distance distance -> IntStream.empty();
      case Constant constant -> IntStream.empty();
    };
  }

  /** Whether the scalar register is a count somewhere. */
  default boolean usesDistance() {
    return switch (this) {
      case Distance distance -> true;
      case Apply apply -> apply.arguments().stream().anyMatch(Term::usesDistance);
      case Lane lane -> false;
      case Scalar scalar -> false;
      case Constant constant -> false;
    };
  }
}
