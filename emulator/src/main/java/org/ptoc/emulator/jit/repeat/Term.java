package org.ptoc.emulator.jit.repeat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ptoc.emulator.numeric.Rounding;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneFunction;

/** The value of a lane as one loop computes it. */
sealed interface Term {

  /** The lane of a slot of {@link TypedLanes}. */
  record Lane(int slot) implements Term {}

  /** The scalar register in the element type. */
  record Scalar() implements Term {}

  /** The scalar register as the count of a shift. */
  record Distance(Use use) implements Term {}

  /** What a uniform shift is for. */
  enum Use {
    /** All of the shift. */
    WHOLE,
    /** The bits that a right shift with rounding keeps. */
    KEPT,
    /** The highest of the bits that such a shift drops, which is added to the others. */
    HALF
  }

  /** A number. */
  record Constant(int value) implements Term {}

  /**
   * A value in another type; the whole value of a pass.
   *
   * @param saturate whether a result that is a float saturates; for integers the execution tells
   * @param exact whether the source is not rounded to its type
   */
  record Converted(
      Term source, DataType from, DataType to, Rounding rounding, boolean saturate, boolean exact)
      implements Term {}

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
      case Converted converted -> converted.source().slots();
      case Apply apply -> apply.arguments().stream().flatMapToInt(Term::slots).distinct();
      case Scalar scalar -> IntStream.empty();
      case Distance distance -> IntStream.empty();
      case Constant constant -> IntStream.empty();
    };
  }

  /** The uniform shifts. */
  default Stream<Use> distances() {
    return switch (this) {
      case Distance(Use use) -> Stream.of(use);
      case Apply apply -> apply.arguments().stream().flatMap(Term::distances).distinct();
      case Lane lane -> Stream.empty();
      case Converted converted -> Stream.empty();
      case Scalar scalar -> Stream.empty();
      case Constant constant -> Stream.empty();
    };
  }
}
