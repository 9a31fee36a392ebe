package org.ptoc.tools.watch;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.emulator.unit.Predicates;
import org.ptoc.ir.isa.Access;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.UnitOperation;

/**
 * What vector loads really read. A load always takes a whole vector along, which at the end of a
 * tile are bytes of its neighbour; they count as read only as far as an active lane of a later word
 * uses them. Follows the bytes through words that work lane by lane.
 */
final class VectorReads {
  /** Origins that a register may have before they all count as read. */
  private static final int MOST = 64;

  /** Units whose lanes get what they need from the same eight bytes of the register. */
  private static final Set<UnitOperation> LOCAL =
      EnumSet.of(
          UnitOperation.SELECT,
          UnitOperation.CONVERT,
          UnitOperation.ROUND_TO_INTEGRAL,
          UnitOperation.ADD_RELU_CONVERT,
          UnitOperation.SUBTRACT_RELU_CONVERT,
          UnitOperation.MULTIPLY_CONVERT,
          UnitOperation.MULTIPLY_SCALAR_CONVERT,
          UnitOperation.EXPONENT_OF_DIFFERENCE,
          UnitOperation.MULTIPLY_ADD_MIXED);

  private final Reads reads;
  private final List<Set<Origin>> held = new ArrayList<>();

  /** The predicates before the word: a comparison may overwrite its own mask. */
  private long[] predicates = new long[0];

  /** Hears of bytes that are read. */
  interface Reads {
    /**
     * Bytes of UB were used.
     *
     * @param word the load
     */
    void read(int word, long address, long length);
  }

  /**
   * Bytes in a register that stand for bytes of UB in the same order.
   *
   * @param word the load
   * @param length bytes of UB that a whole register stands for
   * @param end bytes of the register that are still there
   */
  private record Origin(int word, long address, long length, int end) {
    Origin upTo(int bytes) {
      return new Origin(word, address, length, Math.min(end, bytes));
    }
  }

  VectorReads(Reads reads) {
    this.reads = reads;
    for (int register = 0; register < RegisterClass.V.count(); register++) {
      held.add(Set.of());
    }
  }

  /** A block begins. */
  void start(Core core) {
    predicates = core.predicates.clone();
  }

  /**
   * A word was executed.
   *
   * @param core the state after it
   * @return true for a load whose bytes count as read later
   */
  boolean follow(Instruction instruction, int word, ExecutionRecord record, Core core) {
    boolean isLoad = follow(instruction, word, record);
    System.arraycopy(core.predicates, 0, predicates, 0, predicates.length);
    return isLoad;
  }

  private boolean follow(Instruction instruction, int word, ExecutionRecord record) {
    if (isUnit(instruction, UnitOperation.LOAD)) {
      held.set(
          instruction.code("vd"),
          Set.of(new Origin(word, record.address(0), record.length(0), Core.VECTOR_BYTES)));
      return true;
    }
    boolean isSelect = isUnit(instruction, UnitOperation.SELECT);
    boolean isLaneByLane =
        switch (instruction.definition().semantics()) {
          case Semantics.Lanes lanes -> true;
          case Semantics.Unit(UnitOperation unit) -> LOCAL.contains(unit);
          case Semantics.Scalar scalar -> false;
          case Semantics.Control control -> false;
        };
    int active = endOfActive(instruction);
    Set<Origin> result = new LinkedHashSet<>();
    for (OperandField operand : instruction.definition().operands()) {
      if (is(operand, RegisterClass.V) && operand.access() != Access.WRITE) {
        // A selection takes its second source where the mask is not set.
        int end = isSelect && !operand.role().equals("va") ? Core.VECTOR_BYTES : active;
        for (Origin origin : held.get((int) instruction.value(operand))) {
          if (isLaneByLane) {
            result.add(origin.upTo(end));
          } else {
            use(origin.upTo(end));
          }
        }
      }
    }
    write(instruction, isLaneByLane, result);
    return false;
  }

  private void write(Instruction instruction, boolean isLaneByLane, Set<Origin> result) {
    for (OperandField operand : instruction.definition().operands()) {
      if (is(operand, RegisterClass.V) && operand.access() != Access.READ) {
        int register = (int) instruction.value(operand);
        if (isLaneByLane && instruction.field("mrg") != 0) {
          result.addAll(held.get(register));
        }
        if (result.size() > MOST) {
          result.forEach(this::use);
          result.clear();
        }
        held.set(register, Set.copyOf(result));
      }
    }
  }

  private void use(Origin origin) {
    if (origin.end() > 0) {
      long used = Math.ceilDiv(origin.end() * origin.length(), Core.VECTOR_BYTES);
      reads.read(origin.word(), origin.address(), used);
    }
  }

  /** Bytes up to the end of the last active lane; all when the word has no mask. */
  private int endOfActive(Instruction instruction) {
    if (instruction.definition().operand("pg").isEmpty()) {
      return Core.VECTOR_BYTES;
    }
    int mask = instruction.code("pg") * Predicates.WORDS;
    int width = Math.max(1, Math.min(instruction.type().bytes(), instruction.resultType().bytes()));
    int end = width * Predicates.endOfActive(predicates, mask, width);
    return (end + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
  }

  private static boolean is(OperandField operand, RegisterClass registerClass) {
    return operand.registerClass().isPresent() && operand.registerClass().get() == registerClass;
  }

  private static boolean isUnit(Instruction instruction, UnitOperation operation) {
    return instruction.definition().semantics() instanceof Semantics.Unit(UnitOperation unit)
        && unit == operation;
  }
}
