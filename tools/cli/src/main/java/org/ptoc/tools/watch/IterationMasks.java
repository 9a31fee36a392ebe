package org.ptoc.tools.watch;

import java.util.BitSet;
import java.util.Optional;
import org.ptoc.ir.isa.FieldName;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.OperandRole;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.ScalarOperation;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.UnitOperation;

/**
 * Masks of the iterations of a loop over vectors: {@code plt} that counts down elements of which
 * the loop has an iteration for each full vector, and one for the rest. Such a mask has all lanes
 * in each iteration but the last. Of constants nobody knows whether one was made of the other.
 *
 * <p>Scalar registers are followed backwards as terms; what a loop changes is not known.
 */
final class IterationMasks {
  /** Bytes of a vector register. */
  private static final int VECTOR_BYTES = 256;

  /** Terms do not get deeper. */
  private static final int DEEPEST = 16;

  private final VectorRegion region;
  private final VectorRegion.Loop loop;

  private IterationMasks(VectorRegion region, VectorRegion.Loop loop) {
    this.region = region;
    this.loop = loop;
  }

  /** What a scalar register holds, in terms of what it is made of. */
  private sealed interface Term {}

  /** What a word leaves in a register, of which nothing else is known. */
  private record Unknown(int word, int register) implements Term {}

  private record Sum(Term term, long number) implements Term {}

  private record Shifted(Term term, long distance) implements Term {}

  /** The words of a loop that make such masks. */
  static BitSet of(VectorRegion region, VectorRegion.Loop loop) {
    IterationMasks masks = new IterationMasks(region, loop);
    BitSet found = new BitSet();
    for (int word = loop.head(); word <= loop.last(); word++) {
      if (masks.countsVectors(word)) {
        found.set(word);
      }
    }
    return found;
  }

  private boolean countsVectors(int word) {
    Instruction instruction = region.program().at(word);
    if (!isCount(instruction)) {
      return false;
    }
    int counter = instruction.code(FieldName.XB);
    for (int at = loop.head(); at <= loop.last(); at++) {
      if (writes(region.program().at(at), counter) != (at == word)) {
        return false;
      }
    }
    int entry = loop.head() - 1;
    boolean isInner =
        region.loops().stream()
            .anyMatch(
                other -> loop.holds(other.head()) && !other.equals(loop) && other.holds(word));
    return !isInner
        && isRatio(
            term(region.program().at(entry).code(FieldName.X), entry, DEEPEST),
            term(counter, entry, DEEPEST),
            VECTOR_BYTES >> instruction.code(FieldName.GR));
  }

  private static boolean isCount(Instruction instruction) {
    return instruction.definition().semantics() instanceof Semantics.Unit(UnitOperation unit)
        && unit == UnitOperation.PREDICATE_LESS_THAN
        && instruction.code(FieldName.XB) == instruction.code(FieldName.XO);
  }

  /** Whether a number of iterations is that of elements, divided by lanes and rounded up. */
  private static boolean isRatio(Term iterations, Term elements, int lanes) {
    return iterations.equals(
        new Shifted(new Sum(elements, lanes - 1L), Integer.numberOfTrailingZeros(lanes)));
  }

  private static boolean writes(Instruction instruction, int register) {
    for (OperandField operand : instruction.definition().operands()) {
      if (instruction.writes(operand)
          && VectorRegion.register(instruction, operand, RegisterClass.X)
              .equals(Optional.of(register))) {
        return true;
      }
    }
    return false;
  }

  /** What a register holds in front of a word. */
  private Term term(int register, int word, int depth) {
    for (int at = word - 1; at >= region.first(); at--) {
      if (writes(region.program().at(at), register)) {
        return isInOtherLoop(at, word) || depth == 0
            ? new Unknown(at, register)
            : result(register, at, depth - 1);
      }
      if (isHead(at) && changes(at, register)) {
        return new Unknown(at, register);
      }
    }
    return new Unknown(region.first(), register);
  }

  private boolean isInOtherLoop(int writer, int reader) {
    return region.loops().stream().anyMatch(each -> each.holds(writer) && !each.holds(reader));
  }

  private boolean isHead(int word) {
    return region.loops().stream().anyMatch(each -> each.head() == word);
  }

  /** Whether a loop with this head writes a register. */
  private boolean changes(int head, int register) {
    return region.loops().stream()
        .filter(each -> each.head() == head)
        .anyMatch(
            each -> {
              for (int at = each.head(); at <= each.last(); at++) {
                if (writes(region.program().at(at), register)) {
                  return true;
                }
              }
              return false;
            });
  }

  private Term result(int register, int word, int depth) {
    Instruction instruction = region.program().at(word);
    Term unknown = new Unknown(word, register);
    if (!(instruction.definition().semantics() instanceof Semantics.Scalar(var operation))) {
      return unknown;
    }
    Optional<Integer> operand = VectorRegion.register(instruction, OperandRole.XA, RegisterClass.X);
    if (operand.isEmpty()) {
      return unknown;
    }
    Term term = term(operand.get(), word, depth);
    if (isSame(instruction, operation)) {
      return term;
    }
    boolean isImmediate = instruction.definition().format().field(FieldName.IMM32).isPresent();
    if (isImmediate && operation == ScalarOperation.ADD) {
      return new Sum(term, instruction.code(FieldName.IMM32));
    }
    return isImmediate && operation == ScalarOperation.SHIFT_RIGHT_SIGNED
        ? new Shifted(term, instruction.code(FieldName.IMM32))
        : unknown;
  }

  /** Whether a word keeps a count of elements, or of vectors, as it is: neither is negative. */
  private static boolean isSame(Instruction instruction, ScalarOperation operation) {
    return operation == ScalarOperation.MOVE
        || operation == ScalarOperation.EXTEND
        || operation == ScalarOperation.MAXIMUM
            && instruction.code(FieldName.XB) == RegisterClass.X.constantRegister();
  }
}
