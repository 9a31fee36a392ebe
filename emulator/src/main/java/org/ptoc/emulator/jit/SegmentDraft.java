package org.ptoc.emulator.jit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.emulator.jit.Segment.Access;
import org.ptoc.emulator.jit.Segment.ScalarOperand;
import org.ptoc.ir.isa.Comparison;
import org.ptoc.ir.isa.DataType;
import org.ptoc.ir.isa.LaneExpression;

/** The lane loop of a segment that is being built. */
final class SegmentDraft {
  private static final int NO_SCALAR = -1;
  private static final int NO_REGISTER = 0;

  final List<LaneOperation> operations = new ArrayList<>();
  final SegmentPredicates predicates = new SegmentPredicates();
  private final List<Access> accesses = new ArrayList<>();
  private final List<ScalarOperand> scalars = new ArrayList<>();
  private final MaskImages images;

  /** Truth values of images that were tested, by register and offset. */
  private final Map<List<Integer>, Mask> tests = new HashMap<>();

  private long writtenVectors;
  private int temporaries;

  /** Bytes of a lane; 0 while no word has chosen it. */
  int width;

  /** The word that is looked at. */
  int at;

  /** One past the last word that may belong to the segment. */
  int end;

  /** An empty draft; {@code images} tells what predicate registers may hold. */
  SegmentDraft(MaskImages images) {
    this.images = images;
  }

  Segment segment(int from, int words, long live) {
    return new Segment(
        from,
        at,
        width == 0 ? 4 : width,
        words,
        List.copyOf(operations),
        List.copyOf(accesses),
        List.copyOf(scalars),
        predicates.counts(),
        predicates.governing(),
        predicates.truths(),
        writtenVectors & live & 0xFFFF_FFFFL,
        predicates.results(live));
  }

  int accesses() {
    return accesses.size();
  }

  /** Whether lanes have {@code lane} bytes; the first word chooses. */
  boolean fits(int lane) {
    if (width == 0) {
      width = lane;
    }
    return width == lane;
  }

  int scalar(int register, boolean distance) {
    scalars.add(new ScalarOperand(at, register, distance));
    return scalars.size() - 1;
  }

  /** The mask of lanes of the segment in a register. */
  Optional<Mask> mask(int register) {
    return mask(register, 0);
  }

  /**
   * The same where the bit that governs a lane stands {@code offset} behind the first bit of the
   * lane.
   */
  Optional<Mask> mask(int register, int offset) {
    if (!predicates.isUntouched(register) || !images.isSparse(register, width, offset)) {
      return predicates.mask(register, width, offset);
    }
    return Optional.of(
        tests.computeIfAbsent(
            List.of(register, offset),
            key -> {
              int truth = predicates.test(register, at);
              operations.add(new LaneOperation.Test(truth, register, offset));
              return new Mask.Lane(truth);
            }));
  }

  /** A new number for a value within a word. */
  int temporary() {
    return LaneOperation.FIRST_TEMPORARY + temporaries++;
  }

  /** Adds a step; registers of the machine that it writes are noted. */
  void add(LaneOperation operation) {
    operations.add(operation);
    operation.written().stream()
        .filter(register -> register < LaneOperation.FIRST_TEMPORARY)
        .forEach(register -> writtenVectors |= 1L << register);
  }

  /** Adds an access of the word; gives its number. */
  int access(boolean store, LanePlaces places, int alignment, Mask mask) {
    accesses.add(new Access(at, store, places, alignment, mask));
    return accesses.size() - 1;
  }

  /** A new value of an expression of one or two registers, in all lanes. */
  int value(LaneExpression expression, DataType type, int va, int vb) {
    int value = temporary();
    add(
        new LaneOperation.Compute(
            expression, type, value, va, vb, NO_REGISTER, NO_SCALAR, new Mask.All(), false));
    return value;
  }

  /** {@code vd} becomes an expression of a register and a scalar operand, in all lanes. */
  void computeWithScalar(LaneExpression expression, DataType type, int vd, int va, int scalar) {
    add(
        new LaneOperation.Compute(
            expression, type, vd, va, NO_REGISTER, NO_REGISTER, scalar, new Mask.All(), false));
  }

  /** Register {@code vd} becomes the expression of one register where the mask is set. */
  void result(
      LaneExpression expression, DataType type, int vd, int va, Mask mask, boolean merging) {
    add(
        new LaneOperation.Compute(
            expression, type, vd, va, NO_REGISTER, NO_REGISTER, NO_SCALAR, mask, merging));
  }

  /** A comparison of two registers; gives its truth value. */
  int compare(DataType type, Comparison comparison, int va, int vb, Mask mask) {
    int truth = predicates.truth(at, true);
    add(new LaneOperation.Compare(type, comparison, truth, va, vb, NO_SCALAR, mask));
    return truth;
  }
}
