package org.ptoc.emulator.jit.segment;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ptoc.emulator.jit.segment.Segment.Access;
import org.ptoc.emulator.jit.segment.Segment.ScalarOperand;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.TypedExpression;

/** The lane loop of a segment that is being built. */
final class SegmentDraft {
  final List<LaneOperation> operations = new ArrayList<>();
  final SegmentPredicates predicates = new SegmentPredicates();
  private final List<Access> accesses = new ArrayList<>();
  private final List<ScalarOperand> scalars = new ArrayList<>();
  private final MaskImages images;

  /** Truth values of images that were tested, by register and offset. */
  private final Map<List<Integer>, Mask> tests = new HashMap<>();

  private long writtenVectors;

  /** Bytes of a lane; 0 while no word has chosen it. */
  int width;

  /** The current word. */
  int at;

  /** One past the last word that may belong to the segment. */
  int end;

  /** An empty draft; {@code images} has the possible contents of predicate registers. */
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

  /** True if lanes have {@code lane} bytes; the first word chooses. */
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
   * The same if the bit that governs a lane is {@code offset} bits after the first bit of the lane.
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

  /** Adds a step; the registers that it writes are noted. */
  void add(LaneOperation operation) {
    operations.add(operation);
    operation.written().forEach(register -> writtenVectors |= 1L << register);
  }

  /** Adds an access of the word; gives its number. */
  int access(boolean store, LanePlaces places, int alignment, Mask mask) {
    accesses.add(new Access(at, store, places, alignment, mask));
    return accesses.size() - 1;
  }

  /** Adds a word's expressions; the operands that it writes get the results. */
  void compute(
      Instruction instruction,
      List<TypedExpression> expressions,
      LaneOperation.Operands operands,
      Mask mask) {
    List<OperandField> written =
        instruction.definition().operands().stream()
            .filter(operand -> operand.access() == org.ptoc.ir.isa.Access.WRITE)
            .toList();
    List<LaneOperation.Result> results = new ArrayList<>();
    for (int i = 0; i < expressions.size(); i++) {
      int register = (int) instruction.value(written.get(i));
      if (expressions.get(i).isTruth()) {
        int truth = predicates.truth(at, true);
        predicates.define(register, new Mask.Lane(truth), width);
        results.add(new LaneOperation.Result.Truth(expressions.get(i), truth));
      } else {
        results.add(new LaneOperation.Result.Vector(expressions.get(i), register));
      }
    }
    add(new LaneOperation.Compute(results, operands, mask, instruction.field(FieldName.MRG) != 0));
  }
}
