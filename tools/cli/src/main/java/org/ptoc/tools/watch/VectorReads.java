package org.ptoc.tools.watch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.ptoc.emulator.machine.Core;
import org.ptoc.emulator.machine.ExecutionRecord;
import org.ptoc.emulator.unit.Predicates;
import org.ptoc.ir.isa.Access;
import org.ptoc.ir.isa.Half;
import org.ptoc.ir.isa.Instruction;
import org.ptoc.ir.isa.OperandField;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.isa.Semantics;
import org.ptoc.ir.isa.UnitOperation;

/**
 * What vector loads really read. A load always takes a whole vector along, which at the end of a
 * tile are bytes of its neighbour; they count as read only as far as an active lane of a later word
 * uses them. Follows the bytes through words that work lane by lane, also into predicates, whose
 * bit {@code k} belongs to byte {@code k} of a vector (spec/00, 1.3), and through words that widen
 * or narrow.
 */
final class VectorReads {
  /** Origins that a register may have before they all count as read. */
  private static final int MOST = 1024;

  private static final int HALF = Core.VECTOR_BYTES / 2;

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
          UnitOperation.MULTIPLY_ADD_MIXED,
          UnitOperation.COMPARE,
          UnitOperation.COMPARE_SCALAR,
          UnitOperation.PREDICATE_AND,
          UnitOperation.PREDICATE_OR,
          UnitOperation.PREDICATE_XOR,
          UnitOperation.PREDICATE_NOT,
          UnitOperation.PREDICATE_SELECT);

  private final Reads reads;
  private final List<Set<Origin>> vectors = nothing(RegisterClass.V);
  private final List<Set<Origin>> masks = nothing(RegisterClass.P);

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
   * @param address UB byte for which byte 0 of the register stands, there or not
   * @param length bytes of UB that a whole register stands for
   * @param begin first byte of the register that is still there
   * @param end one past the last byte of the register that is still there
   */
  private record Origin(int word, long address, long length, int begin, int end) {
    Origin upTo(int bytes) {
      return new Origin(word, address, length, begin, Math.min(end, bytes));
    }

    /** After a word that makes one half of the register twice as wide. */
    Origin widened(Half half) {
      int skipped = half == Half.LOWER ? 0 : HALF;
      return new Origin(
          word,
          address + skipped * length / Core.VECTOR_BYTES,
          length / 2,
          2 * Math.clamp(begin - skipped, 0, HALF),
          2 * Math.clamp(end - skipped, 0, HALF));
    }

    /** After a word that puts the register, half as wide, into one of its halves. */
    Origin narrowed(Half half) {
      int skipped = half == Half.LOWER ? 0 : HALF;
      return new Origin(
          word,
          address - 2L * skipped * length / Core.VECTOR_BYTES,
          2 * length,
          skipped + begin / 2,
          skipped + (end + 1) / 2);
    }
  }

  VectorReads(Reads reads) {
    this.reads = reads;
  }

  private static List<Set<Origin>> nothing(RegisterClass registerClass) {
    return new ArrayList<>(Collections.nCopies(registerClass.count(), Set.of()));
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
      vectors.set(
          instruction.code("vd"),
          Set.of(new Origin(word, record.address(0), record.length(0), 0, Core.VECTOR_BYTES)));
      return true;
    }
    Set<Origin> sources = sources(instruction);
    Set<Origin> result = new LinkedHashSet<>();
    if (isLaneByLane(instruction)) {
      result.addAll(sources);
    } else if (isWidening(instruction)) {
      sources.forEach(origin -> result.add(origin.widened(half(instruction))));
    } else if (isUnit(instruction, UnitOperation.PACK)) {
      sources.forEach(origin -> result.add(origin.narrowed(half(instruction))));
    } else {
      sources.forEach(this::use);
    }
    write(instruction, result);
    return false;
  }

  /** What the active lanes of a word depend on. */
  private Set<Origin> sources(Instruction instruction) {
    boolean isSelect = isUnit(instruction, UnitOperation.SELECT);
    int active = endOfActive(instruction);
    Set<Origin> sources = new LinkedHashSet<>();
    for (OperandField operand : instruction.definition().operands()) {
      if (operand.access() != Access.WRITE) {
        // A selection takes its second source where the mask is not set.
        boolean isWhole = is(operand, RegisterClass.P) || isSelect && !operand.role().equals("va");
        int end = isWhole ? Core.VECTOR_BYTES : active;
        held(instruction, operand).forEach(origin -> sources.add(origin.upTo(end)));
      }
    }
    return sources;
  }

  private Set<Origin> held(Instruction instruction, OperandField operand) {
    if (is(operand, RegisterClass.V)) {
      return vectors.get((int) instruction.value(operand));
    }
    return is(operand, RegisterClass.P) ? masks.get((int) instruction.value(operand)) : Set.of();
  }

  private static boolean isLaneByLane(Instruction instruction) {
    return switch (instruction.definition().semantics()) {
      case Semantics.Lanes lanes -> true;
      case Semantics.Unit(UnitOperation unit) -> LOCAL.contains(unit);
      case Semantics.Scalar scalar -> false;
      case Semantics.Control control -> false;
    };
  }

  private static Half half(Instruction instruction) {
    return Half.byCode(instruction.code("part")).orElse(Half.LOWER);
  }

  private static boolean isWidening(Instruction instruction) {
    return (isUnit(instruction, UnitOperation.UNPACK_SIGNED)
            || isUnit(instruction, UnitOperation.UNPACK_UNSIGNED))
        && instruction.resultType().bytes() == 2 * instruction.type().bytes();
  }

  private void write(Instruction instruction, Set<Origin> result) {
    for (OperandField operand : instruction.definition().operands()) {
      if (operand.access() == Access.READ) {
        continue;
      }
      int register = (int) instruction.value(operand);
      if (is(operand, RegisterClass.P)) {
        masks.set(register, atMost(result));
      } else if (is(operand, RegisterClass.V)) {
        Set<Origin> merged = new LinkedHashSet<>(result);
        if (isLaneByLane(instruction) && instruction.field("mrg") != 0) {
          merged.addAll(vectors.get(register));
        }
        vectors.set(register, atMost(merged));
      }
    }
  }

  /** Origins to keep; too many of them count as read. */
  private Set<Origin> atMost(Set<Origin> origins) {
    if (origins.size() <= MOST) {
      return Set.copyOf(origins);
    }
    origins.forEach(this::use);
    return Set.of();
  }

  private void use(Origin origin) {
    if (origin.end() > origin.begin()) {
      long from = origin.begin() * origin.length() / Core.VECTOR_BYTES;
      long to = Math.ceilDiv(origin.end() * origin.length(), Core.VECTOR_BYTES);
      reads.read(origin.word(), origin.address() + from, to - from);
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
