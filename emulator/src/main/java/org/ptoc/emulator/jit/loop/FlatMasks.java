package org.ptoc.emulator.jit.loop;

import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.ptoc.emulator.jit.segment.CountSource;
import org.ptoc.emulator.jit.segment.LaneOperation;
import org.ptoc.emulator.jit.segment.Segment;
import org.ptoc.emulator.unit.Predicates;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.PredicatePattern;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.UnitOperation;

/**
 * Finds the masks of a loop body that are full in all of many iterations, from two of these. The
 * body is the words from {@code from} to {@code to - 1}.
 */
record FlatMasks(Program program, int from, int to) {

  boolean areUsable(Segment segment) {
    return segment.counts().stream().allMatch(count -> isUsable(segment, count))
        && segment.operations().stream().noneMatch(this::testsWritten);
  }

  private boolean isUsable(Segment segment, CountSource count) {
    return switch (count) {
      case CountSource.Constant constant -> false;
      case CountSource.LessThan(int word) ->
          program.at(word).performs(UnitOperation.PREDICATE_LESS_THAN);
      case CountSource.Part part -> true; // As usable as its base, which is a count too.
      case CountSource.Register(int predicate, int offset) ->
          isInvariant(predicate) || isFullBefore(segment, predicate, offset);
    };
  }

  /** True if no word of the body writes a predicate register. */
  boolean isInvariant(int predicate) {
    return IntStream.range(from, to).noneMatch(at -> writes(at, predicate));
  }

  private boolean writes(int at, int predicate) {
    return program.at(at).writes(RegisterClass.P, predicate);
  }

  /**
   * True if the word of an earlier segment that made a mask makes it full wherever its count is.
   */
  private boolean isFullBefore(Segment segment, int predicate, int offset) {
    OptionalInt last =
        IntStream.range(from, segment.from())
            .filter(at -> writes(at, predicate))
            .reduce((a, b) -> b);
    if (last.isEmpty()) {
      return false;
    }
    Instruction word = program.at(last.getAsInt());
    boolean counts = program.at(last.getAsInt()).performs(UnitOperation.PREDICATE_LESS_THAN);
    if (!counts && !isAll(word)) {
      return false;
    }
    int width = 1 << word.code(FieldName.GR);
    return width <= segment.width() && offset % width == 0;
  }

  private static boolean isAll(Instruction word) {
    if (!word.performs(UnitOperation.PREDICATE_PATTERN)) {
      return false;
    }
    int width = 1 << word.code(FieldName.GR);
    long[] image = new long[Predicates.WORDS];
    Predicates.pattern(
        image, 0, width, PredicatePattern.byCode(word.field(FieldName.PAT)).orElseThrow());
    return Predicates.allActive(image, 0, width);
  }

  private boolean testsWritten(LaneOperation operation) {
    return operation instanceof LaneOperation.Test(int result, int predicate, int offset)
        && !isInvariant(predicate);
  }
}
