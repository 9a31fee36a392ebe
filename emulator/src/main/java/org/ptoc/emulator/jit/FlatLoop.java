package org.ptoc.emulator.jit;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.ptoc.emulator.interpreter.RegularBody;
import org.ptoc.ir.isa.Access;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.LaneExpression.Slot;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.Program;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.UnitOperation;

/**
 * A loop whose passes may become one lane loop: its body is one segment, no pass reads what an earlier one has left in
 * a register, and scalar registers move by constant steps. Whether the addresses move by one vector each is seen when
 * it runs.
 *
 * @param segment the body
 * @param stepping scalar registers that move by the same amount in every pass; the others begin each pass anew
 */
record FlatLoop(Segment segment, Set<Integer> stepping) {

  /** The flat form of a loop body; empty when there is none. */
  static Optional<FlatLoop> of(Program program, Segment segment) {
    Optional<RegularBody> body = RegularBody.of(program, segment.from(), segment.to());
    if (body.isEmpty() || segment.operations().isEmpty() || carriesVectors(segment)
        || segment.counts().stream().anyMatch(count -> !isUsable(program, segment, count))
        || testsWritten(program, segment)) {
      return Optional.empty();
    }
    Set<Integer> written = ScalarHomes.of(program, segment.from(), segment.to(), 0).written();
    Set<Integer> stepping = new HashSet<>();
    for (int register : written) {
      if (body.get().steps(register)) {
        stepping.add(register);
      } else if (isRead(program, segment, register)) {
        return Optional.empty();
      }
    }
    boolean moving = segment.scalars().stream().anyMatch(scalar -> written.contains(scalar.register()));
    return moving ? Optional.empty() : Optional.of(new FlatLoop(segment, stepping));
  }

  /** Whether the last pass leaves something in vector or predicate registers. */
  boolean leavesRegisters() {
    return segment.vectors() != 0 || !segment.predicates().isEmpty();
  }

  /** Whether a last pass under a partial mask can be part of the lane loop: then nothing happens behind the mask. */
  boolean allowsPartialMask() {
    return segment.governing().stream().map(segment.counts()::get).allMatch(CountSource.LessThan.class::isInstance)
        && segment.governing().size() == 1
        && segment.accesses().stream().allMatch(access -> !access.store() || access.mask() instanceof Mask.Count);
  }

  private static boolean isUsable(Program program, Segment segment, CountSource count) {
    return switch (count) {
      case CountSource.Constant constant -> false;
      case CountSource.LessThan(int word) ->
          program.at(word).definition().semantics().equals(new Semantics.Unit(UnitOperation.PREDICATE_LESS_THAN));
      case CountSource.Part part -> true; // As usable as its base, which is a count too.
      case CountSource.Register(int predicate, int offset) -> !isWritten(program, segment, predicate);
    };
  }

  private static boolean testsWritten(Program program, Segment segment) {
    return segment.operations().stream().anyMatch(
        operation -> operation instanceof LaneOperation.Test(int result, int predicate, int offset)
            && isWritten(program, segment, predicate));
  }

  private static boolean isWritten(Program program, Segment segment, int predicate) {
    return IntStream.range(segment.from(), segment.to())
        .anyMatch(at -> LoopMethod.writtenPredicates(program.at(at)).contains(predicate));
  }

  /** Whether a pass reads a scalar register before it writes it. */
  private static boolean isRead(Program program, Segment segment, int register) {
    for (int at = segment.from(); at < segment.to(); at++) {
      Instruction instruction = program.at(at);
      boolean writes = false;
      for (OperandField operand : instruction.definition().operands()) {
        if (operand.registerClass().equals(Optional.of(RegisterClass.X)) && instruction.value(operand) == register) {
          if (operand.access() != Access.WRITE) {
            return true;
          }
          writes = true;
        }
      }
      if (writes) {
        return false;
      }
    }
    return false;
  }

  /** Whether a pass reads a vector register that another one has written. */
  private static boolean carriesVectors(Segment segment) {
    Set<Integer> written = new HashSet<>();
    Set<Integer> readFirst = new HashSet<>();
    for (LaneOperation operation : segment.operations()) {
      operation.read().stream().filter(register -> !written.contains(register)).forEach(readFirst::add);
      written.addAll(operation.written());
    }
    return readFirst.stream().anyMatch(written::contains);
  }
}
